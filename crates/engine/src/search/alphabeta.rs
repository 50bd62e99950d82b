//! Iterative deepening with aspiration windows, on one thread or several.
//!
//! Each call runs one iteration, and stops within it when the caller's clock says so. An interrupted iteration starts again with
//! the next call, which is cheap because most results are in the transposition table.

use super::transposition_table::TranspositionTable;
use super::worker::{MAX_PLY, Root, Shared, Worker};
use crate::evaluation::Evaluator;
use crate::score::{INFINITE, Score, is_proven};
use sanban_core::{Heuristics, HeuristicsExt, Turn, zobrist};
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum depth in steps; extensions may double it.
const MAX_DEPTH: i32 = MAX_PLY as i32 / 2;

/// The first half-width of the aspiration window around the last iteration's score.
const ASPIRATION_WINDOW: i32 = 25;

/// A principal variation and its score.
#[derive(Clone, Debug)]
pub struct Line<S> {
    /// The score for the player to move.
    pub score: Score,
    /// The turns; the first is complete and legal.
    pub turns: Vec<Turn<S>>,
}

/// The alpha-beta search of one game, from one root after another.
pub struct AlphaBeta<G: Heuristics> {
    root: Root<G>,
    table: TranspositionTable,
    workers: Vec<Worker<G>>,
    multipv: usize,
    /// The depth and lines of the last complete iteration, and the lines of the current one.
    depth: i32,
    lines: Vec<(i32, Vec<G::Step>)>,
    next_lines: Vec<(i32, Vec<G::Step>)>,
    helper_nodes: u64,
}

impl<G: Heuristics> AlphaBeta<G> {
    /// Creates a search with a transposition table of this many bytes, on this many threads.
    pub fn new(game: G, evaluator: Evaluator, bytes: usize, threads: usize) -> Self {
        if let Evaluator::Terms(weights) = &evaluator {
            assert_eq!(weights.len(), G::weight_count(), "one weight for each term");
        }
        let position = game.start();
        AlphaBeta {
            table: TranspositionTable::new(bytes),
            workers: (0..threads.max(1)).map(|_| Worker::new(&evaluator)).collect(),
            root: Root { game, evaluator, position, repeated_keys: Vec::new(), salt: 0 },
            multipv: 1,
            depth: 0,
            lines: Vec::new(),
            next_lines: Vec::new(),
            helper_nodes: 0,
        }
    }

    /// Clears the transposition table and the history.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(|worker| worker.reset(true));
    }

    /// Starts a search from a position between turns in which the game is not over. `history` has the keys of all positions of
    /// the game so far, this one last; it is empty where repetition doesn't draw. `lines` is the number of lines to find.
    pub fn set_root(&mut self, position: G::Position, history: &[u64], lines: usize) {
        let mut sorted: Vec<u64> = history.to_vec();
        sorted.sort_unstable();
        let mut repeated_keys: Vec<u64> =
            sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated_keys.dedup();
        self.root.salt = repeated_keys.iter().fold(0, |salt, &key| salt ^ zobrist::mix(key));
        self.root.repeated_keys = repeated_keys;
        self.root.position = position;
        self.table.new_search();
        self.workers.iter_mut().for_each(|worker| worker.reset(false));
        self.set_search_moves(&[]);
        self.multipv = lines.max(1);
        self.depth = 0;
        self.lines.clear();
        self.next_lines.clear();
        self.helper_nodes = 0;
    }

    /// Searches only these legal moves of the root, until another root is set; empty means all.
    pub fn set_search_moves(&mut self, turns: &[Turn<G::Step>]) {
        self.workers.iter_mut().for_each(|worker| worker.search_moves = turns.to_vec());
    }

    /// The depth of the last complete iteration, in steps.
    pub fn depth(&self) -> u32 {
        self.depth as u32
    }

    /// The deepest turn that was visited.
    pub fn seldepth(&self) -> u32 {
        self.workers.iter().map(|worker| worker.seldepth).max().unwrap_or(0)
    }

    /// Nodes searched by all threads.
    pub fn nodes(&self) -> u64 {
        self.workers[0].nodes + self.helper_nodes
    }

    /// How full the transposition table is, in thousandths.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// Whether more searching can't change the result: it is proven, and no shorter proof is left to find.
    pub fn is_finished(&self) -> bool {
        let is_settled = |(score, _): &(i32, _)| match Score::new(*score) {
            Score::Centipawns(_) => false,
            Score::Win(turns) | Score::Loss(turns) => self.depth >= turns as i32,
        };
        self.depth >= MAX_DEPTH || self.depth > 0 && !self.lines.is_empty() && self.lines.iter().all(is_settled)
    }

    /// Searches one iteration deeper. Stops early at `max_nodes` in all, or when `keep_going` returns false, which is checked
    /// every few hundred nodes.
    pub fn run(&mut self, max_nodes: u64, keep_going: &(dyn Fn() -> bool + Sync)) {
        if self.is_finished() {
            return;
        }
        let depth = self.depth + 1;
        let stop = AtomicBool::new(false);
        let AlphaBeta { root, table, workers, lines, next_lines, multipv, .. } = self;
        let (main, helpers) = workers.split_first_mut().expect("at least one worker");
        let mut complete = false;
        std::thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let shared = Shared { table, stop: &stop, keep_going: None };
                let root = &*root;
                scope.spawn(move || {
                    helper.start(u64::MAX);
                    // Some helpers search deeper, so that the main thread finds more in the table.
                    let mut depth = depth + (number as i32 + 1) % 2;
                    while !helper.was_stopped() && depth <= MAX_DEPTH {
                        helper.search_root(root, &shared, -INFINITE, INFINITE, depth);
                        depth += 1;
                    }
                });
            }
            let shared = Shared { table, stop: &stop, keep_going: Some(keep_going) };
            main.start(max_nodes);
            complete = iterate(main, root, &shared, depth, lines, next_lines, *multipv);
            stop.store(true, Ordering::Relaxed);
        });
        self.helper_nodes = self.workers[1..].iter().map(|worker| worker.nodes).sum();
        if complete {
            self.depth = depth;
            self.lines = std::mem::take(&mut self.next_lines);
        }
    }

    /// The lines, the best first: always at least one, with a complete legal turn.
    pub fn lines(&self) -> Vec<Line<G::Step>> {
        // Lines of the unfinished iteration are better than those of the last one.
        let mut best: Vec<&(i32, Vec<G::Step>)> = self.next_lines.iter().collect();
        for line in &self.lines {
            let first = |steps: &[G::Step]| self.turns(steps).into_iter().next();
            if best.len() < self.multipv && !best.iter().any(|b| first(&b.1) == first(&line.1)) {
                best.push(line);
            }
        }
        // Mixed lines of two iterations may be out of order.
        sort(&mut best, |line| line.0);
        let mut lines: Vec<Line<G::Step>> = best
            .into_iter()
            .map(|(score, steps)| Line { score: Score::new(*score), turns: self.turns(steps) })
            .filter(|line| !line.turns.is_empty())
            .collect();
        if lines.is_empty() {
            lines.push(Line { score: Score::Centipawns(0), turns: vec![self.any_turn()] });
        }
        lines
    }

    /// Splits steps into complete turns.
    fn turns(&self, steps: &[G::Step]) -> Vec<Turn<G::Step>> {
        let mut turns = Vec::new();
        let mut turn = Turn::new();
        let mut position = self.root.position;
        for &step in steps {
            position = self.root.game.play(&position, step);
            turn.push(step);
            if self.root.game.is_between_turns(&position) {
                turns.push(std::mem::take(&mut turn));
            }
        }
        turns
    }

    /// A legal turn, chosen by the move ordering hints alone.
    fn any_turn(&self) -> Turn<G::Step> {
        if let Some(turn) = self.workers[0].search_moves.first() {
            return turn.clone();
        }
        let game = &self.root.game;
        let mut position = self.root.position;
        let mut turn = Turn::new();
        loop {
            let mut best = None;
            game.for_each_step(&position, |step| {
                let hint = game.hint(&position, step);
                if best.is_none_or(|(best_hint, _)| hint > best_hint) {
                    best = Some((hint, step));
                }
            });
            let Some((_, step)) = best else { return turn };
            turn.push(step);
            position = game.play(&position, step);
            if game.is_between_turns(&position) {
                return turn;
            }
        }
    }
}

/// Searches the missing lines of one iteration; returns whether all are complete.
fn iterate<G: Heuristics>(
    worker: &mut Worker<G>,
    root: &Root<G>,
    shared: &Shared<'_>,
    depth: i32,
    previous: &[(i32, Vec<G::Step>)],
    lines: &mut Vec<(i32, Vec<G::Step>)>,
    multipv: usize,
) -> bool {
    // A line that was interrupted is searched again.
    let first_turn = |steps: &[G::Step]| {
        let mut position = root.position;
        let mut turn = Turn::new();
        for &step in steps {
            turn.push(step);
            position = root.game.play(&position, step);
            if root.game.is_between_turns(&position) {
                break;
            }
        }
        turn
    };
    lines.pop();
    worker.excluded_root_moves = lines.iter().map(|(_, steps)| first_turn(steps)).collect();
    while lines.len() < multipv {
        let expected = previous.get(lines.len()).map(|line| line.0).filter(|&score| depth > 4 && !is_proven(score));
        let (mut alpha, mut beta, mut delta) = (-INFINITE, INFINITE, ASPIRATION_WINDOW);
        if let Some(score) = expected {
            (alpha, beta) = (score - delta, score + delta);
        }
        let score = loop {
            let score = worker.search_root(root, shared, alpha, beta, depth);
            let line = worker.pv();
            if worker.was_stopped() {
                if !line.is_empty() && score > alpha {
                    lines.push((score, line.to_vec()));
                }
                return false;
            }
            delta += delta;
            if score <= alpha && alpha > -INFINITE {
                beta = i32::midpoint(alpha, beta);
                alpha = if delta > 400 || is_proven(score) { -INFINITE } else { score - delta };
            } else if score >= beta && beta < INFINITE {
                beta = if delta > 400 || is_proven(score) { INFINITE } else { score + delta };
            } else {
                break score;
            }
        };
        if worker.pv().is_empty() {
            // There are no more moves.
            break;
        }
        worker.excluded_root_moves.push(first_turn(worker.pv()));
        lines.push((score, worker.pv().to_vec()));
    }
    worker.excluded_root_moves.clear();
    // A later line may have a better score.
    sort(lines, |line| line.0);
    true
}

/// Sorts lines by score, best first, with a stable insertion sort. There are few lines, and the library's sort would add much
/// code for every game.
fn sort<T>(lines: &mut [T], score: impl Fn(&T) -> i32) {
    for index in 1..lines.len() {
        let target = lines[..index].iter().take_while(|line| score(line) >= score(&lines[index])).count();
        lines[target..=index].rotate_right(1);
    }
}
