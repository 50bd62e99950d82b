//! The object-safe handle that everything else searches through. Each game's search is compiled once, in this crate.

mod game_root;
mod searchers;

use crate::evaluation::{Evaluation, Evaluator};
use crate::levels::{LEVELS, LevelPlayer};
use crate::mcts::Mcts;
use crate::proof::{NodeLimitReached, Prover};
use crate::score::Score;
use crate::search::alphabeta::AlphaBeta;
use crate::spec::{Limits, Spec};
use game_root::GameRoot;
use sanban_core::heuristics::read_weights;
use sanban_core::{Heuristics, Rules, Seat, Session, StaticResult};
use sanban_games::registry::{self, Visitor};
use searchers::{AlphaBetaSearcher, GameProver, LEVEL_MEMORY, LevelSearcher, MctsLevelSearcher, MctsSearcher};
use std::time::Duration;

/// A search for whole games. It is given one position after another and searches each in slices.
pub trait Searcher: Send {
    /// Clears everything learned in the last game.
    fn new_game(&mut self);
    /// Sets the position to search. The session must be played by the searcher's rules and not be over. `lines` is how many
    /// lines to report; `seed` makes random choices repeatable.
    fn set_position(&mut self, session: &dyn Session, lines: usize, seed: u64);
    /// Searches only these legal moves of the position, given by their canonical texts. Returns false if this search can't,
    /// and searches all moves then.
    fn restrict_to(&mut self, _moves: &[String]) -> bool {
        false
    }
    /// Searches until there is something new to report, `max_nodes` in all are searched, or `keep_going` returns false,
    /// which is checked often.
    fn run(&mut self, max_nodes: u64, keep_going: &(dyn Fn() -> bool + Sync));
    /// Whether more searching can't change the answer.
    fn is_finished(&self) -> bool;
    /// Whether there is only one legal move.
    fn is_forced(&self) -> bool;
    /// Nodes searched since the position was set.
    fn nodes(&self) -> u64;
    /// The result so far.
    fn report(&self) -> Report;
    /// What the game proves about the position without a search, if this search uses that.
    fn static_result(&self) -> Option<StaticResult> {
        None
    }
    /// Whether the evaluation can be trusted here: nothing is threatened or proven, and the best move is not noisy.
    fn is_quiet(&self) -> bool {
        false
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The depth in steps; for a Monte Carlo tree, the depth of its deepest turn.
    pub depth: u32,
    /// The deepest turn that was visited.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The best lines, the best one first; at least one.
    pub lines: Vec<Line>,
}

/// A sequence of moves and its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The score for the player to move.
    pub score: Score,
    /// The texts of the moves; at least one.
    pub moves: Vec<String>,
}

impl Report {
    /// The best move.
    pub fn best(&self) -> &str {
        &self.lines[0].moves[0]
    }
}

/// The result of [`think`].
#[derive(Clone, PartialEq, Debug)]
pub struct ThinkResult {
    /// The last report.
    pub report: Report,
    /// Whether the search reached its limits; false if `keep_going` cut it short.
    pub is_complete: bool,
}

/// Searches the position that was set, within limits: the one think loop. `elapsed` is the caller's clock, the time since the
/// search began. `on_report` is called with every new report.
pub fn think(
    searcher: &mut dyn Searcher,
    limits: Limits,
    elapsed: &(dyn Fn() -> Duration + Sync),
    keep_going: &(dyn Fn() -> bool + Sync),
    on_report: &mut dyn FnMut(&Report),
) -> ThinkResult {
    let max_nodes = limits.nodes.unwrap_or(u64::MAX);
    let is_late = || limits.time.is_some_and(|max_time| elapsed() >= max_time);
    loop {
        searcher.run(max_nodes, &|| keep_going() && !is_late());
        let report = searcher.report();
        on_report(&report);
        let is_deep = limits.depth.is_some_and(|max_depth| report.depth >= max_depth);
        let is_complete = is_deep || searcher.nodes() >= max_nodes || searcher.is_finished() || is_late();
        if is_complete || !keep_going() {
            return ThinkResult { report, is_complete };
        }
    }
}

/// Searches for the move to play in a session that is not over. Arguments as for [`Searcher::set_position`] and [`think`].
pub fn choose_move(
    searcher: &mut dyn Searcher,
    session: &dyn Session,
    seed: u64,
    limits: Limits,
    elapsed: &(dyn Fn() -> Duration + Sync),
    keep_going: &(dyn Fn() -> bool + Sync),
    on_report: &mut dyn FnMut(&Report),
) -> ThinkResult {
    searcher.set_position(session, 1, seed);
    let limits = move_limits(searcher, limits);
    think(searcher, limits, elapsed, keep_going, on_report)
}

/// The limits for choosing a move in the position that was set: a forced move takes no time.
pub fn move_limits(searcher: &dyn Searcher, limits: Limits) -> Limits {
    if searcher.is_forced() { Limits { nodes: Some(1), ..limits } } else { limits }
}

/// The kinds of search.
#[derive(Clone, Copy, Debug)]
pub enum SearchKind<'a> {
    /// The plain Monte Carlo tree search.
    Mcts,
    /// The engine's alpha-beta search.
    AlphaBeta {
        /// The evaluation, which must fit the rules.
        evaluation: &'a Evaluation,
        /// The number of threads.
        threads: usize,
    },
    /// A level below 8, from 1, the weakest, to 7. It evaluates with the game's first weights.
    Level(u8),
    /// A level below 8 by Monte Carlo tree search.
    MctsLevel(u8),
}

/// Creates a searcher for games by these rules; `hash` is its memory in MiB.
pub fn open(rules: &Rules, kind: SearchKind<'_>, hash: u32) -> Box<dyn Searcher> {
    struct Open<'a> {
        kind: SearchKind<'a>,
        memory: usize,
    }
    impl Visitor for Open<'_> {
        type Output = Box<dyn Searcher>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            let root = GameRoot::<G>::new(rules);
            let game = root.game.clone();
            match self.kind {
                SearchKind::Mcts | SearchKind::MctsLevel(_) if !has_mcts::<G>() => {
                    unreachable!("the web page has no Monte Carlo search")
                }
                SearchKind::Mcts => {
                    let search = Mcts::new(game, self.memory);
                    Box::new(MctsSearcher { root, memory: self.memory, search })
                }
                SearchKind::AlphaBeta { evaluation, threads } => {
                    let evaluator = Evaluator::new::<G>(evaluation, rules).expect("callers check evaluations");
                    let search = AlphaBeta::new(game, evaluator, self.memory, threads);
                    Box::new(AlphaBetaSearcher { root, search })
                }
                SearchKind::MctsLevel(level) => {
                    let (search, level) = (Mcts::new(game, LEVEL_MEMORY), G::LEVELS[usize::from(level) - 1]);
                    Box::new(MctsLevelSearcher { root, search, level, seed: 0, turn: None })
                }
                SearchKind::Level(level) => {
                    let player = LevelPlayer::new(game, default_weights::<G>(), level);
                    Box::new(LevelSearcher { root, player, seed: 0, report: None })
                }
            }
        }
    }
    registry::visit(rules, Open { kind, memory: hash as usize * (1 << 20) })
}

/// Whether Monte Carlo tree search is built in for a game. The web page leaves it out where only comparisons would use it.
fn has_mcts<G: Heuristics>() -> bool {
    G::LEVELS_USE_MCTS || !registry::OPTIMIZE_FOR_SIZE
}

/// Whether the levels of a game use Monte Carlo tree search instead of the engine.
pub fn levels_use_mcts(rules: &Rules) -> bool {
    struct LevelsUseMcts;
    impl Visitor for LevelsUseMcts {
        type Output = bool;

        fn visit<G: Heuristics>(self, _: &Rules) -> bool {
            G::LEVELS_USE_MCTS
        }
    }
    registry::visit(rules, LevelsUseMcts)
}

fn default_weights<G: Heuristics>() -> Vec<i32> {
    read_weights(G::TERMS, G::INFO.default_weights()).expect("a game's own weights")
}

/// Creates the searcher of a player, with its limits; `None` if the player is not one of our searches. `evaluation` is that of an
/// engine, and must fit the rules.
pub fn for_player(spec: &Spec, rules: &Rules, evaluation: &Evaluation) -> Option<(Box<dyn Searcher>, Limits)> {
    let (kind, limits) = match spec {
        Spec::Classic(_) | Spec::Uci { .. } => return None,
        Spec::Mcts(_) if registry::OPTIMIZE_FOR_SIZE && !levels_use_mcts(rules) => return None,
        Spec::Mcts(limits) => (SearchKind::Mcts, *limits),
        Spec::Engine { limits, threads, .. } => {
            (SearchKind::AlphaBeta { evaluation, threads: usize::from(*threads) }, *limits)
        }
        // The highest level is the whole search with a second to think.
        Spec::Level(level) if level == LEVELS.end() => {
            let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
            let kind = match levels_use_mcts(rules) {
                true => SearchKind::Mcts,
                false => SearchKind::AlphaBeta { evaluation, threads: 1 },
            };
            (kind, limits)
        }
        Spec::Level(level) => {
            let kind = match levels_use_mcts(rules) {
                true => SearchKind::MctsLevel(*level),
                false => SearchKind::Level(*level),
            };
            (kind, Limits { time: None, hash: 1, ..Limits::default() })
        }
    };
    Some((open(rules, kind, limits.hash), limits))
}

/// Creates the engine with the game's default evaluation; `hash` is in MiB.
pub fn engine(rules: &Rules, threads: u16, hash: u32) -> Box<dyn Searcher> {
    let kind = SearchKind::AlphaBeta { evaluation: &Evaluation::Default, threads: usize::from(threads) };
    open(rules, kind, hash)
}

/// A proof search for one player's forced wins, behind an object-safe handle; see [`Prover`].
pub trait ProofSearcher {
    /// Whether the winner can force a win within this many turns of either player.
    fn wins_within(&mut self, session: &dyn Session, turns: u32) -> Result<bool, NodeLimitReached>;
    /// The moves of a win within this many turns, against the longest defence.
    fn line(&mut self, session: &dyn Session, turns: u32) -> Result<Vec<String>, NodeLimitReached>;
}

/// Creates a proof search for games by these rules that visits at most `max_nodes` positions.
pub fn prover(rules: &Rules, winner: Seat, max_nodes: u64) -> Box<dyn ProofSearcher> {
    struct Open(Seat, u64);
    impl Visitor for Open {
        type Output = Box<dyn ProofSearcher>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            let root = GameRoot::<G>::new(rules);
            let prover = Prover::new(root.game.clone(), default_weights::<G>(), self.0, self.1);
            Box::new(GameProver { root, prover })
        }
    }
    registry::visit(rules, Open(winner, max_nodes))
}
