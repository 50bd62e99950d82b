//! The state of one search thread, which outlives single searches.

use super::evaluation_cache::EvaluationCache;
use super::history::{History, NO_STEP};
use super::move_picker::ScoredStep;
use super::negamax::Search;
use super::transposition_table::TranspositionTable;
use crate::evaluation::Evaluator;
use crate::network::Accumulators;
use sanban_core::game::MAX_TURN_STEPS;
use sanban_core::{Heuristics, Turn};
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of steps from the root after which the search goes no deeper. It completes the turn that it is in.
pub(super) const MAX_PLY: usize = 250;
/// The size of arrays by ply.
pub(super) const STACK_SIZE: usize = MAX_PLY + MAX_TURN_STEPS + 1;
/// The number of searched positions between two checks of the stop flag and the clock.
const NODES_PER_TIME_CHECK: u64 = 256;

/// A position to search from.
#[derive(Clone)]
pub(super) struct Root<G: Heuristics> {
    pub(super) game: G,
    pub(super) evaluator: Evaluator,
    pub(super) position: G::Position,
    /// The positions that occurred twice in the game: once more is a draw.
    pub(super) repeated_keys: Vec<u64>,
    /// The part of every key that stands for the repeated positions.
    pub(super) salt: u64,
}

/// State that the threads of a search share while it runs.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) stop: &'a AtomicBool,
    /// The caller's clock and stop flag; only the main thread checks it.
    pub(super) keep_going: Option<&'a (dyn Fn() -> bool + Sync)>,
}

/// What a thread needs to evaluate with a network.
pub(super) struct NetworkState {
    /// By turns from the root.
    pub(super) accumulators: Accumulators,
    pub(super) cache: EvaluationCache,
}

/// The state of one search thread. The alignment prevents false sharing between threads.
#[repr(align(128))]
pub(super) struct Worker<G: Heuristics> {
    pub(super) history: History,
    /// The steps of all plies from the root to the current one, in one stack.
    pub(super) scored_steps: Vec<ScoredStep<G::Step>>,
    /// By turns from the root: the keys and evaluations of the positions on the current path.
    pub(super) keys: Vec<u64>,
    pub(super) evaluations: Vec<i32>,
    /// What the evaluation network needs, if there is one.
    pub(super) network: Option<NetworkState>,
    /// By steps from the root, plus two: the codes of the steps on the current path.
    pub(super) codes: Vec<u32>,
    /// By steps from the root: the principal variation found there.
    pub(super) pv: Vec<Vec<G::Step>>,
    /// The steps of the root move on the current path.
    pub(super) first_turn: Turn<G::Step>,
    /// Root moves that this search skips, because an earlier line of the same iteration begins with them.
    pub(super) excluded_root_moves: Vec<Turn<G::Step>>,
    /// The root moves to search; empty means all.
    pub(super) search_moves: Vec<Turn<G::Step>>,
    /// By depth and step index: the late move reduction.
    pub(super) reductions: Vec<[i32; 64]>,
    pub(super) root_depth: i32,
    pub(super) nodes: u64,
    pub(super) max_nodes: u64,
    next_check: u64,
    pub(super) seldepth: u32,
    pub(super) stopped: bool,
}

impl<G: Heuristics> Worker<G> {
    pub(super) fn new(evaluator: &Evaluator) -> Self {
        let reduction = |depth: usize, index: usize| {
            if depth == 0 || index == 0 { 0 } else { (0.5 + (depth as f64).ln() * (index as f64).ln() / 1.9) as i32 }
        };
        Worker {
            history: History::new(STACK_SIZE),
            scored_steps: Vec::with_capacity(1 << 14),
            keys: vec![0; STACK_SIZE],
            evaluations: vec![0; STACK_SIZE],
            network: match evaluator {
                Evaluator::Terms(_) => None,
                Evaluator::Network(network) => Some(NetworkState {
                    accumulators: Accumulators::new(network, STACK_SIZE),
                    cache: EvaluationCache::default(),
                }),
            },
            codes: vec![NO_STEP; STACK_SIZE + 2],
            pv: (0..STACK_SIZE).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            first_turn: Turn::new(),
            excluded_root_moves: Vec::new(),
            search_moves: Vec::new(),
            reductions: (0..64).map(|depth| std::array::from_fn(|index| reduction(depth, index))).collect(),
            root_depth: 0,
            nodes: 0,
            max_nodes: u64::MAX,
            next_check: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Prepares for another root.
    pub(super) fn reset(&mut self, new_game: bool) {
        if new_game {
            self.history.clear();
        } else {
            self.history.age();
        }
        self.nodes = 0;
        self.seldepth = 0;
    }

    /// Clears the stop state and sets the limit, counted from the root.
    pub(super) fn start(&mut self, max_nodes: u64) {
        self.stopped = false;
        self.max_nodes = max_nodes;
        self.next_check = self.nodes;
    }

    /// Whether the search covers every root move.
    pub(super) fn searches_all_root_moves(&self) -> bool {
        self.excluded_root_moves.is_empty() && self.search_moves.is_empty()
    }

    /// Whether the search skips the root move on the current path.
    pub(super) fn is_excluded(&self) -> bool {
        self.excluded_root_moves.contains(&self.first_turn)
            || !self.search_moves.is_empty() && !self.search_moves.contains(&self.first_turn)
    }

    pub(super) fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// The principal variation of the last search from the root, as steps.
    pub(super) fn pv(&self) -> &[G::Step] {
        &self.pv[0]
    }

    /// Searches from the root. The score is meaningless if the search was stopped.
    pub(super) fn search_root(
        &mut self,
        root: &Root<G>,
        shared: &Shared<'_>,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        self.root_depth = depth;
        self.scored_steps.clear();
        self.first_turn.clear();
        Search { worker: self, root, shared }.search::<true>(&root.position, alpha, beta, depth, 0, 0)
    }

    /// Checks the limits, the clock and the stop flag every few hundred nodes; returns whether to stop.
    #[inline]
    pub(super) fn check_limits(&mut self, shared: &Shared<'_>) -> bool {
        if self.nodes < self.next_check {
            return self.stopped;
        }
        self.next_check = (self.nodes + NODES_PER_TIME_CHECK).min(self.max_nodes);
        let is_over = self.nodes >= self.max_nodes || shared.keep_going.is_some_and(|keep_going| !keep_going());
        if is_over && shared.keep_going.is_some() {
            shared.stop.store(true, Ordering::Relaxed);
        }
        self.stopped = is_over || shared.stop.load(Ordering::Relaxed);
        self.stopped
    }
}
