//! A search of any game behind one object-safe door.

use crate::alphabeta::AlphaBeta;
use crate::levels::{Judged, LEVELS, Limited};
use crate::mcts::Mcts;
use crate::score::Score;
use crate::spec::{Limits, Spec};
use sanban_core::knowledge::read_weights;
use sanban_core::{Game, Knowledge, Refusal, Rules, Session};
use sanban_games::registry::{self, Visitor};
use std::time::Duration;

/// A search that plays whole games: it is shown one position after another and thinks about each in slices.
pub trait Thinker: Send {
    /// Forgets what it has learnt: another game begins.
    fn new_game(&mut self);
    /// Turns to the position of a session, which is played by the rules that the thinker was made for and is not over. It
    /// is to tell so many lines; chance is made repeatable by the seed.
    fn set(&mut self, session: &dyn Session, lines: usize, seed: u64);
    /// Looks only at these legal moves of the position that it has turned to, given by their canonical texts. Gives whether it
    /// can do that; if not, it looks at all moves.
    fn look_only_at(&mut self, _moves: &[String]) -> bool {
        false
    }
    /// Thinks on, until there is something new to tell, `most_nodes` in all are searched, or `go_on` says no more; it is
    /// asked often.
    fn run(&mut self, most_nodes: u64, go_on: &(dyn Fn() -> bool + Sync));
    /// Whether there is nothing more to find out.
    fn is_settled(&self) -> bool;
    /// Whether there is only one legal move, so that a player need not think about it.
    fn is_forced(&self) -> bool;
    /// How many nodes have been searched.
    fn nodes(&self) -> u64;
    /// What has been found so far.
    fn report(&self) -> Report;
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How deep it has searched: in steps, or for a tree of random games the deepest turn of the tree.
    pub depth: u32,
    /// The deepest turn that it has looked at.
    pub deepest: u32,
    /// How many nodes have been searched.
    pub nodes: u64,
    /// How full its memory is, in thousandths.
    pub fullness: u32,
    /// The best lines, the best one first; one at least.
    pub lines: Vec<Line>,
}

/// A course of the game and its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The score of the player to move.
    pub score: Score,
    /// The texts of the moves, one at least.
    pub moves: Vec<String>,
}

impl Report {
    /// The move to make.
    pub fn best(&self) -> &str {
        &self.lines[0].moves[0]
    }
}

/// How a search is made.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// The plain Monte Carlo tree search.
    Mcts,
    /// The engine's own search, with these weights for the terms of the game.
    AlphaBeta {
        /// The weights, as their files write them.
        weights: &'a str,
        /// On how many threads.
        threads: usize,
    },
    /// One of the levels below 8, with these weights.
    Level {
        /// The weights, as their files write them.
        weights: &'a str,
        /// The level.
        level: u8,
    },
}

/// A search for games by these rules, with so many mebibytes of memory.
pub fn open(rules: &Rules, kind: Kind<'_>, hash: u32) -> Box<dyn Thinker> {
    struct Open<'a> {
        kind: Kind<'a>,
        memory: usize,
    }
    impl Visitor for Open<'_> {
        type Output = Box<dyn Thinker>;

        fn visit<G: Knowledge>(self, rules: &Rules) -> Self::Output {
            let seen = Seen::<G>::new(rules);
            match self.kind {
                Kind::Mcts if registry::COMPACT => unreachable!("no page asks for it"),
                Kind::Mcts => {
                    let search = Mcts::new(seen.game.clone(), self.memory);
                    Box::new(Playouts { seen, memory: self.memory, search })
                }
                Kind::AlphaBeta { weights, threads } => {
                    let weights = read_weights(G::TERMS, weights).expect("the weights were checked before");
                    let search = AlphaBeta::new(seen.game.clone(), weights, self.memory, threads);
                    Box::new(Deepening { seen, search })
                }
                Kind::Level { weights, level } => {
                    let weights = read_weights(G::TERMS, weights).expect("the weights were checked before");
                    let player = Limited::new(seen.game.clone(), weights, level);
                    Box::new(Levelled { seen, player, seed: 0, chosen: None })
                }
            }
        }
    }
    registry::visit(rules, Open { kind, memory: hash as usize * (1 << 20) })
}

/// The search of a player for games by these rules, with these weights for the terms of the game, and how long it may think;
/// nothing if the player is no search of ours.
pub fn of(spec: &Spec, rules: &Rules, weights: &str) -> Option<(Box<dyn Thinker>, Limits)> {
    let (kind, limits) = match spec {
        Spec::Classic(_) | Spec::Uci { .. } => return None,
        // It is a yardstick, and a page is not sent it.
        Spec::Mcts(_) if registry::COMPACT => return None,
        Spec::Mcts(limits) => (Kind::Mcts, *limits),
        Spec::Engine { limits, threads, .. } => (Kind::AlphaBeta { weights, threads: usize::from(*threads) }, *limits),
        // The highest level is the engine with a second to think.
        Spec::Level(level) if level == LEVELS.end() => {
            let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
            (Kind::AlphaBeta { weights, threads: 1 }, limits)
        }
        Spec::Level(level) => {
            (Kind::Level { weights, level: *level }, Limits { time: None, hash: 1, ..Limits::default() })
        }
    };
    Some((open(rules, kind, limits.hash), limits))
}

/// The engine with the game's first evaluation, for games by these rules, on so many threads and with so many mebibytes of
/// memory.
pub fn engine(rules: &Rules, threads: u16, hash: u32) -> Box<dyn Thinker> {
    let weights = rules.facts().evaluations.first().map_or("", |(_, weights)| weights);
    open(rules, Kind::AlphaBeta { weights, threads: usize::from(threads) }, hash)
}

/// Whether these are weights for the terms of the game; why not, if they are not.
pub fn check_weights(rules: &Rules, weights: &str) -> Result<(), Refusal> {
    struct Check<'a>(&'a str);
    impl Visitor for Check<'_> {
        type Output = Result<(), Refusal>;

        fn visit<G: Knowledge>(self, _: &Rules) -> Self::Output {
            read_weights(G::TERMS, self.0).map(|_| ())
        }
    }
    registry::visit(rules, Check(weights))
}

/// The game as far as it has been seen. Sessions are followed move by move, so that only what is new must be read.
struct Seen<G: Game> {
    game: G,
    repetition: bool,
    begun_at: String,
    played: Vec<String>,
    position: G::Position,
    /// The keys of all positions of the game, the present one last.
    stood: Vec<u64>,
}

impl<G: Game> Seen<G> {
    fn new(rules: &Rules) -> Self {
        let game = G::new(rules);
        let position = game.start();
        let repetition = rules.is_on("repetition");
        let stood = vec![game.key(&position)];
        Seen { begun_at: game.position_text(&position), repetition, played: Vec::new(), position, stood, game }
    }

    fn follow(&mut self, session: &dyn Session) {
        let played = session.played();
        if self.begun_at != session.begun_at() || !played.starts_with(&self.played) {
            self.begun_at = session.begun_at().to_string();
            self.position = self.game.parse_position(&self.begun_at).expect("the session's own text");
            self.played.clear();
            self.stood = vec![self.game.key(&self.position)];
        }
        for text in &played[self.played.len()..] {
            let turn = self.game.parse_move(&self.position, text).expect("the session's own move");
            self.position = self.game.after(&self.position, &turn);
            self.stood.push(self.game.key(&self.position));
            self.played.push(text.clone());
        }
    }

    fn is_forced(&self) -> bool {
        self.game.count_moves(&self.position) == 1
    }

    /// The keys that repetition is told by; none if it does not matter.
    fn stood(&self) -> &[u64] {
        if self.repetition { &self.stood } else { &[] }
    }

    fn texts(&self, turns: &[sanban_core::Turn<G::Step>]) -> Vec<String> {
        let mut at = self.position;
        let mut texts = Vec::new();
        for turn in turns {
            texts.push(self.game.move_text(&at, turn));
            at = self.game.after(&at, turn);
        }
        texts
    }
}

struct Deepening<G: Knowledge> {
    seen: Seen<G>,
    search: AlphaBeta<G>,
}

impl<G: Knowledge> Thinker for Deepening<G> {
    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn set(&mut self, session: &dyn Session, lines: usize, _seed: u64) {
        self.seen.follow(session);
        self.search.set_root(self.seen.position, self.seen.stood(), lines);
    }

    fn look_only_at(&mut self, moves: &[String]) -> bool {
        let Seen { game, position, .. } = &self.seen;
        let turns: Vec<_> = game.moves(position).into_iter().filter(|(text, _)| moves.contains(text)).collect();
        self.search.look_only_at(&turns.into_iter().map(|(_, turn)| turn).collect::<Vec<_>>());
        true
    }

    fn run(&mut self, most_nodes: u64, go_on: &(dyn Fn() -> bool + Sync)) {
        self.search.run(most_nodes, go_on);
    }

    fn is_settled(&self) -> bool {
        self.search.is_settled()
    }

    fn is_forced(&self) -> bool {
        self.seen.is_forced()
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn report(&self) -> Report {
        let lines = self.search.lines();
        Report {
            depth: self.search.depth(),
            deepest: self.search.deepest(),
            nodes: self.search.nodes(),
            fullness: self.search.fullness(),
            lines: lines.iter().map(|line| Line { score: line.score, moves: self.seen.texts(&line.turns) }).collect(),
        }
    }
}

struct Levelled<G: Knowledge> {
    seen: Seen<G>,
    player: Limited<G>,
    seed: u64,
    chosen: Option<Report>,
}

impl<G: Knowledge> Thinker for Levelled<G> {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn set(&mut self, session: &dyn Session, _lines: usize, seed: u64) {
        self.seen.follow(session);
        self.seed = seed;
        self.chosen = None;
    }

    /// A level thinks so briefly that it is not interrupted.
    fn run(&mut self, _most_nodes: u64, _go_on: &(dyn Fn() -> bool + Sync)) {
        if self.chosen.is_none() {
            let (judged, nodes) = self.player.choose(&self.seen.position, self.seen.stood(), self.seed);
            let line =
                |j: &Judged<G::Step>| Line { score: j.score, moves: self.seen.texts(std::slice::from_ref(&j.turn)) };
            let lines = judged.iter().map(line).collect();
            self.chosen = Some(Report { depth: 1, deepest: 1, nodes, fullness: 0, lines });
        }
    }

    fn is_settled(&self) -> bool {
        self.chosen.is_some()
    }

    fn is_forced(&self) -> bool {
        self.seen.is_forced()
    }

    fn nodes(&self) -> u64 {
        self.chosen.as_ref().map_or(0, |report| report.nodes)
    }

    fn report(&self) -> Report {
        self.chosen.clone().expect("it has been run")
    }
}

struct Playouts<G: Game> {
    seen: Seen<G>,
    memory: usize,
    search: Mcts<G>,
}

impl<G: Game> Thinker for Playouts<G> {
    fn new_game(&mut self) {
        self.search = Mcts::new(self.seen.game.clone(), self.memory);
    }

    fn set(&mut self, session: &dyn Session, _lines: usize, seed: u64) {
        self.seen.follow(session);
        self.search.set_root(self.seen.position, self.seen.stood(), seed);
    }

    fn run(&mut self, most_nodes: u64, go_on: &(dyn Fn() -> bool + Sync)) {
        let search = &mut self.search;
        // There is something new to tell when twice as much has been tried.
        let most = most_nodes.min(search.iterations().max(500) * 2);
        while search.iterations() < most && !search.is_settled() && go_on() {
            search.run(16.min(most - search.iterations()));
        }
    }

    fn is_settled(&self) -> bool {
        self.search.is_settled()
    }

    fn is_forced(&self) -> bool {
        self.seen.is_forced()
    }

    fn nodes(&self) -> u64 {
        self.search.iterations()
    }

    fn report(&self) -> Report {
        let search = &self.search;
        let moves = self.seen.texts(&search.line(12));
        Report {
            depth: search.depth(),
            deepest: search.depth(),
            nodes: search.iterations(),
            fullness: search.fullness(),
            lines: vec![Line { score: Score::Centipawns(centipawns(search.expected_score())), moves }],
        }
    }
}

/// A share of the points as the advantage that scores it, on the scale of Elo: a difference of one clear advantage, a
/// hundred, scores about 64 %.
fn centipawns(score: f32) -> i32 {
    let score = score.clamp(0.001, 0.999);
    (400.0 * (score / (1.0 - score)).log10()) as i32
}
