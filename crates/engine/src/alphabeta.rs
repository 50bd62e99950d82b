//! The engine's search: iterative deepening around the workers, on one thread or several.
//!
//! It is run an iteration at a time, and stops within an iteration when its caller's clock says so. What was found stays:
//! run again, it goes through the interrupted iteration once more, mostly from memory, and on from there.

use crate::score::{INFINITE, Score, is_proven};
use crate::table::Table;
use crate::worker::{MOST_PLIES, Root, Shared, Worker};
use sanban_core::{Knowledge, Turn, zobrist};
use std::sync::atomic::{AtomicBool, Ordering};

/// The greatest depth, in steps: extensions may go as far again.
const DEEPEST: i32 = MOST_PLIES as i32 / 2;

/// How much better or worse than before an iteration expects its score to be, at first.
const WINDOW: i32 = 25;

/// A course of the game and its score.
#[derive(Clone, Debug)]
pub struct Line<S> {
    /// The score of the player to move.
    pub score: Score,
    /// The turns, the first of which is whole and legal.
    pub turns: Vec<Turn<S>>,
}

/// A search of one game, from one root after another.
pub struct AlphaBeta<G: Knowledge> {
    root: Root<G>,
    table: Table,
    workers: Vec<Worker<G>>,
    most_lines: usize,
    /// The iteration that is complete, and the one being searched: its lines so far.
    depth: i32,
    lines: Vec<(i32, Vec<G::Step>)>,
    next_lines: Vec<(i32, Vec<G::Step>)>,
    helpers_nodes: u64,
}

impl<G: Knowledge> AlphaBeta<G> {
    /// A search with a table of so many bytes, on so many threads.
    pub fn new(game: G, weights: Vec<i32>, bytes: usize, threads: usize) -> Self {
        assert_eq!(weights.len(), G::weight_count(), "one weight for each term");
        let position = game.start();
        AlphaBeta {
            root: Root { game, weights, position, drawn: Vec::new(), salt: 0 },
            table: Table::new(bytes),
            workers: (0..threads.max(1)).map(|_| Worker::new()).collect(),
            most_lines: 1,
            depth: 0,
            lines: Vec::new(),
            next_lines: Vec::new(),
            helpers_nodes: 0,
        }
    }

    /// Forgets all that was learnt.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(|worker| worker.reset(true));
    }

    /// Begins a search from a position between turns in which the game is not over. `stood` has the keys of all positions
    /// of the game so far, this one last, if repetition draws, else none. So many lines are wanted.
    pub fn set_root(&mut self, position: G::Position, stood: &[u64], lines: usize) {
        let mut twice: Vec<u64> = stood.to_vec();
        twice.sort_unstable();
        let mut drawn: Vec<u64> = twice.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        drawn.dedup();
        self.root.salt = drawn.iter().fold(0, |salt, &key| salt ^ zobrist::mix(key));
        self.root.drawn = drawn;
        self.root.position = position;
        self.table.grow_older();
        self.workers.iter_mut().for_each(|worker| worker.reset(false));
        self.look_only_at(&[]);
        self.most_lines = lines.max(1);
        self.depth = 0;
        self.lines.clear();
        self.next_lines.clear();
        self.helpers_nodes = 0;
    }

    /// Looks only at these turns of the root, until another root is set; they are legal there.
    pub fn look_only_at(&mut self, turns: &[Turn<G::Step>]) {
        self.workers.iter_mut().for_each(|worker| worker.only = turns.to_vec());
    }

    /// The depth that has been searched, in steps.
    pub fn depth(&self) -> u32 {
        self.depth as u32
    }

    /// How many turns deep the search has looked at all.
    pub fn deepest(&self) -> u32 {
        self.workers.iter().map(|worker| worker.deepest).max().unwrap_or(0)
    }

    /// How many nodes have been searched, by all threads.
    pub fn nodes(&self) -> u64 {
        self.workers[0].nodes + self.helpers_nodes
    }

    /// How full the table is, in thousandths.
    pub fn fullness(&self) -> u32 {
        self.table.fullness()
    }

    /// Whether going on would change nothing: the result is proven and nothing shorter is left to be found.
    pub fn is_settled(&self) -> bool {
        let searched = |(score, _): &(i32, _)| match Score::new(*score) {
            Score::Centipawns(_) => false,
            Score::Win(turns) | Score::Loss(turns) => self.depth >= turns as i32,
        };
        self.depth >= DEEPEST || self.depth > 0 && !self.lines.is_empty() && self.lines.iter().all(searched)
    }

    /// Searches one iteration deeper; fewer nodes if `most_nodes` in all are reached or `go_on` no longer says so. It is
    /// asked every few hundred nodes.
    pub fn run(&mut self, most_nodes: u64, go_on: &(dyn Fn() -> bool + Sync)) {
        if self.is_settled() {
            return;
        }
        let depth = self.depth + 1;
        let stop = AtomicBool::new(false);
        let AlphaBeta { root, table, workers, lines, next_lines, most_lines, .. } = self;
        let (main, helpers) = workers.split_first_mut().expect("a worker at least");
        let mut complete = false;
        std::thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let shared = Shared { table, stop: &stop, go_on: None };
                let root = &*root;
                scope.spawn(move || {
                    helper.start(u64::MAX);
                    // Some look ahead, so that the main thread finds more in the table.
                    let mut depth = depth + (number as i32 + 1) % 2;
                    while !helper.was_stopped() && depth <= DEEPEST {
                        helper.search_root(root, &shared, -INFINITE, INFINITE, depth);
                        depth += 1;
                    }
                });
            }
            let shared = Shared { table, stop: &stop, go_on: Some(go_on) };
            main.start(most_nodes);
            complete = iterate(main, root, &shared, depth, lines, next_lines, *most_lines);
            stop.store(true, Ordering::Relaxed);
        });
        self.helpers_nodes = self.workers[1..].iter().map(|worker| worker.nodes).sum();
        if complete {
            self.depth = depth;
            self.lines = std::mem::take(&mut self.next_lines);
        }
    }

    /// The lines found, the best first: at least one, and with a whole legal turn, however little was searched.
    pub fn lines(&self) -> Vec<Line<G::Step>> {
        // What an unfinished iteration has found is better than what the one before had.
        let mut found: Vec<&(i32, Vec<G::Step>)> = self.next_lines.iter().collect();
        for line in &self.lines {
            let first = |steps: &[G::Step]| self.turns(steps).into_iter().next();
            if found.len() < self.most_lines && !found.iter().any(|f| first(&f.1) == first(&line.1)) {
                found.push(line);
            }
        }
        // Lines of two iterations may come out in another order than those of one.
        sort(&mut found, |line| line.0);
        let mut lines: Vec<Line<G::Step>> = found
            .into_iter()
            .map(|(score, steps)| Line { score: Score::new(*score), turns: self.turns(steps) })
            .filter(|line| !line.turns.is_empty())
            .collect();
        if lines.is_empty() {
            lines.push(Line { score: Score::Centipawns(0), turns: vec![self.any_turn()] });
        }
        lines
    }

    /// Steps cut into whole turns.
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

    /// A legal turn, made of what looks best at first sight.
    fn any_turn(&self) -> Turn<G::Step> {
        if let Some(turn) = self.workers[0].only.first() {
            return turn.clone();
        }
        let game = &self.root.game;
        let mut position = self.root.position;
        let mut turn = Turn::new();
        loop {
            let mut best = None;
            game.for_each_step(&position, |step| {
                let hint = game.hint(&position, step);
                if best.is_none_or(|(most, _)| hint > most) {
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

/// Searches the lines of one iteration that are not searched yet; whether all of them are now.
fn iterate<G: Knowledge>(
    worker: &mut Worker<G>,
    root: &Root<G>,
    shared: &Shared<'_>,
    depth: i32,
    before: &[(i32, Vec<G::Step>)],
    lines: &mut Vec<(i32, Vec<G::Step>)>,
    most_lines: usize,
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
    worker.left_aside = lines.iter().map(|(_, steps)| first_turn(steps)).collect();
    while lines.len() < most_lines {
        let expected = before.get(lines.len()).map(|line| line.0).filter(|&score| depth > 4 && !is_proven(score));
        let (mut alpha, mut beta, mut delta) = (-INFINITE, INFINITE, WINDOW);
        if let Some(score) = expected {
            (alpha, beta) = (score - delta, score + delta);
        }
        let score = loop {
            let score = worker.search_root(root, shared, alpha, beta, depth);
            let line = worker.line();
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
        if worker.line().is_empty() {
            // There are no more turns to tell of.
            break;
        }
        worker.left_aside.push(first_turn(worker.line()));
        lines.push((score, worker.line().to_vec()));
    }
    worker.left_aside.clear();
    // A line searched later may have come out better.
    sort(lines, |line| line.0);
    true
}

/// Puts lines in order, the best first and equals as they were. There are so few that the library's way of sorting, which
/// is a lot of code for every game, gains nothing.
fn sort<T>(lines: &mut [T], score: impl Fn(&T) -> i32) {
    for at in 1..lines.len() {
        let place = lines[..at].iter().take_while(|line| score(line) >= score(&lines[at])).count();
        lines[place..=at].rotate_right(1);
    }
}
