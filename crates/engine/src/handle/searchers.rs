//! The searchers behind the handle, one for each kind of search.

use super::game_root::GameRoot;
use super::{Line, ProofSearcher, Report, Searcher};
use crate::levels::{LevelPlayer, ScoredMove};
use crate::mcts::Mcts;
use crate::proof::{NodeLimitReached, Prover};
use crate::score::{Score, centipawns};
use crate::search::alphabeta::AlphaBeta;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sanban_core::heuristics::Level;
use sanban_core::{Game, GameExt, Heuristics, Session, StaticResult, Turn};

/// The memory of a level's search, in bytes.
pub(super) const LEVEL_MEMORY: usize = 1 << 24;

pub(super) struct AlphaBetaSearcher<G: Heuristics> {
    pub(super) root: GameRoot<G>,
    pub(super) search: AlphaBeta<G>,
}

impl<G: Heuristics> Searcher for AlphaBetaSearcher<G> {
    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn set_position(&mut self, session: &dyn Session, lines: usize, _seed: u64) {
        self.root.follow(session);
        self.search.set_root(self.root.position, self.root.repetition_keys(), lines);
    }

    fn restrict_to(&mut self, moves: &[String]) -> bool {
        let GameRoot { game, position, .. } = &self.root;
        let turns: Vec<_> = game.moves(position).into_iter().filter(|(text, _)| moves.contains(text)).collect();
        self.search.set_search_moves(&turns.into_iter().map(|(_, turn)| turn).collect::<Vec<_>>());
        true
    }

    fn run(&mut self, max_nodes: u64, keep_going: &(dyn Fn() -> bool + Sync)) {
        self.search.run(max_nodes, keep_going);
    }

    fn is_finished(&self) -> bool {
        self.search.is_finished()
    }

    fn is_forced(&self) -> bool {
        self.root.is_forced()
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn static_result(&self) -> Option<StaticResult> {
        self.root.game.static_result(&self.root.position)
    }

    fn report(&self) -> Report {
        let lines = self.search.lines();
        Report {
            depth: self.search.depth(),
            seldepth: self.search.seldepth(),
            nodes: self.search.nodes(),
            hashfull: self.search.hashfull(),
            lines: lines.iter().map(|line| Line { score: line.score, moves: self.root.texts(&line.turns) }).collect(),
        }
    }

    fn is_quiet(&self) -> bool {
        let GameRoot { game, position, .. } = &self.root;
        let first_step = self.search.lines()[0].turns[0][0];
        !game.must_respond(position) && game.static_result(position).is_none() && !game.is_noisy(position, first_step)
    }
}

pub(super) struct LevelSearcher<G: Heuristics> {
    pub(super) root: GameRoot<G>,
    pub(super) player: LevelPlayer<G>,
    pub(super) seed: u64,
    pub(super) report: Option<Report>,
}

impl<G: Heuristics> Searcher for LevelSearcher<G> {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn set_position(&mut self, session: &dyn Session, _lines: usize, seed: u64) {
        self.root.follow(session);
        self.seed = seed;
        self.report = None;
    }

    /// A level's search is too short to interrupt.
    fn run(&mut self, _max_nodes: u64, _keep_going: &(dyn Fn() -> bool + Sync)) {
        if self.report.is_none() {
            let (scored_moves, nodes) = self.player.choose(&self.root.position, self.root.repetition_keys(), self.seed);
            let line = |m: &ScoredMove<G::Step>| Line {
                score: m.score,
                moves: self.root.texts(std::slice::from_ref(&m.turn)),
            };
            let lines = scored_moves.iter().map(line).collect();
            self.report = Some(Report { depth: 1, seldepth: 1, nodes, hashfull: 0, lines });
        }
    }

    fn is_finished(&self) -> bool {
        self.report.is_some()
    }

    fn is_forced(&self) -> bool {
        self.root.is_forced()
    }

    fn nodes(&self) -> u64 {
        self.report.as_ref().map_or(0, |report| report.nodes)
    }

    fn report(&self) -> Report {
        self.report.clone().expect("`run` comes before `report`")
    }
}

pub(super) struct MctsSearcher<G: Game> {
    pub(super) root: GameRoot<G>,
    pub(super) memory: usize,
    pub(super) search: Mcts<G>,
}

impl<G: Game> Searcher for MctsSearcher<G> {
    fn new_game(&mut self) {
        self.search = Mcts::new(self.root.game.clone(), self.memory);
    }

    fn set_position(&mut self, session: &dyn Session, _lines: usize, seed: u64) {
        self.root.follow(session);
        self.search.set_root(self.root.position, self.root.repetition_keys(), seed);
    }

    fn run(&mut self, max_nodes: u64, keep_going: &(dyn Fn() -> bool + Sync)) {
        let search = &mut self.search;
        // Report whenever the number of iterations has doubled.
        let target = max_nodes.min(search.iterations().max(500) * 2);
        while search.iterations() < target && !search.is_finished() && keep_going() {
            search.run(16.min(target - search.iterations()));
        }
    }

    fn is_finished(&self) -> bool {
        self.search.is_finished()
    }

    fn is_forced(&self) -> bool {
        self.root.is_forced()
    }

    fn nodes(&self) -> u64 {
        self.search.iterations()
    }

    fn report(&self) -> Report {
        let search = &self.search;
        let moves = self.root.texts(&search.line(12));
        Report {
            depth: search.depth(),
            seldepth: search.depth(),
            nodes: search.iterations(),
            hashfull: search.hashfull(),
            lines: vec![Line { score: Score::Centipawns(centipawns(search.expected_score())), moves }],
        }
    }
}

/// A level below 8 of a game whose levels use Monte Carlo tree search.
pub(super) struct MctsLevelSearcher<G: Game> {
    pub(super) root: GameRoot<G>,
    pub(super) search: Mcts<G>,
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) turn: Option<Turn<G::Step>>,
}

impl<G: Game> Searcher for MctsLevelSearcher<G> {
    fn new_game(&mut self) {
        self.search = Mcts::new(self.root.game.clone(), LEVEL_MEMORY);
    }

    fn set_position(&mut self, session: &dyn Session, _lines: usize, seed: u64) {
        self.root.follow(session);
        self.search.set_root(self.root.position, self.root.repetition_keys(), seed);
        self.seed = seed;
        self.turn = None;
    }

    /// A level's search is too short to interrupt.
    fn run(&mut self, _max_nodes: u64, _keep_going: &(dyn Fn() -> bool + Sync)) {
        if self.turn.is_none() {
            self.search.run(self.level.nodes);
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
            self.turn = Some(self.search.sample_turn(self.level.temperature, &mut rng));
        }
    }

    fn is_finished(&self) -> bool {
        self.turn.is_some()
    }

    fn is_forced(&self) -> bool {
        self.root.is_forced()
    }

    fn nodes(&self) -> u64 {
        self.search.iterations()
    }

    fn report(&self) -> Report {
        let turn = self.turn.as_ref().expect("`run` comes before `report`");
        let line = Line {
            score: Score::Centipawns(centipawns(self.search.expected_score())),
            moves: self.root.texts(std::slice::from_ref(turn)),
        };
        Report { depth: 1, seldepth: 1, nodes: self.nodes(), hashfull: 0, lines: vec![line] }
    }
}

pub(super) struct GameProver<G: Heuristics> {
    pub(super) root: GameRoot<G>,
    pub(super) prover: Prover<G>,
}

impl<G: Heuristics> ProofSearcher for GameProver<G> {
    fn wins_within(&mut self, session: &dyn Session, turns: u32) -> Result<bool, NodeLimitReached> {
        self.root.follow(session);
        self.prover.wins_within(&self.root.position, turns)
    }

    fn line(&mut self, session: &dyn Session, turns: u32) -> Result<Vec<String>, NodeLimitReached> {
        self.root.follow(session);
        Ok(self.root.texts(&self.prover.line(&self.root.position, turns)?))
    }
}
