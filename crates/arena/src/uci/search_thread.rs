//! The search thread of the UCI engine.

use super::go::GoCommand;
use super::info::info_lines;
use super::io::Output;
use sanban_core::Session;
use sanban_engine::Searcher;
use sanban_engine::handle::think;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// Node limit for the only legal move when a time is given: enough for a score and a ponder move.
const FORCED_MOVE_NODES: u64 = 2000;

/// A search on its thread.
pub(super) struct RunningSearch<'scope> {
    pub(super) control: Arc<SearchControl>,
    /// Returns the searcher.
    pub(super) thread: ScopedJoinHandle<'scope, Option<Box<dyn Searcher>>>,
}

/// State shared by the command loop and the search thread.
pub(super) struct SearchControl {
    started: Instant,
    pub(super) go: GoCommand,
    stop: AtomicBool,
    /// Whether the search may not answer yet: `go infinite`, or `go ponder` before `ponderhit`. The clock is stopped.
    is_on_hold: AtomicBool,
    /// When the clock began to run, in nanoseconds after `started`.
    clock_start_ns: AtomicU64,
}

impl SearchControl {
    pub(super) fn new(go: GoCommand) -> Self {
        let is_on_hold = AtomicBool::new(go.infinite || go.ponder);
        let (stop, clock_start_ns) = (AtomicBool::new(false), AtomicU64::new(0));
        SearchControl { started: Instant::now(), go, stop, is_on_hold, clock_start_ns }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    fn is_on_hold(&self) -> bool {
        self.is_on_hold.load(Ordering::Acquire) && !self.is_stopped()
    }

    /// Starts the clock: the expected move was played.
    fn ponder_hit(&self) {
        if self.go.ponder && !self.go.infinite {
            self.clock_start_ns.store(self.started.elapsed().as_nanos() as u64, Ordering::Release);
            self.is_on_hold.store(false, Ordering::Release);
        }
    }

    fn may_continue(&self) -> bool {
        let in_time = |time: Duration| {
            let clock_start = Duration::from_nanos(self.clock_start_ns.load(Ordering::Acquire));
            self.started.elapsed().saturating_sub(clock_start) < time
        };
        // The hold is checked first: the clock means nothing before it ends.
        !self.is_stopped() && (self.is_on_hold() || self.go.time.is_none_or(in_time))
    }

    /// Blocks until the search may answer. `stop` and `ponderhit` unpark the thread.
    fn wait_for_release(&self) {
        while self.is_on_hold() {
            thread::park();
        }
    }
}

impl RunningSearch<'_> {
    /// Asks the search to answer now.
    pub(super) fn stop(&self) {
        self.control.stop.store(true, Ordering::Release);
        self.thread.thread().unpark();
    }

    /// Handles `ponderhit`.
    pub(super) fn ponder_hit(&self) {
        self.control.ponder_hit();
        self.thread.thread().unpark();
    }
}

/// The work of a search thread.
pub(super) struct SearchTask<'env, W> {
    pub(super) control: Arc<SearchControl>,
    pub(super) output: &'env Output<W>,
    pub(super) session: Box<dyn Session>,
    /// How many lines to report (`MultiPV`).
    pub(super) lines: usize,
    pub(super) seed: u64,
}

impl<W: Write + Send> SearchTask<'_, W> {
    /// Searches and prints `bestmove`: `(none)` without a searcher or after the end of the game.
    pub(super) fn search(&self, searcher: Option<&mut (dyn Searcher + 'static)>) {
        let SearchTask { control, output, session, .. } = self;
        let go = &control.go;
        let Some(searcher) = searcher.filter(|_| session.outcome().is_none()) else {
            let score = if session.outcome().is_some_and(|o| o.winner.is_none()) { "cp 0" } else { "mate 0" };
            output.write(&format!("info depth 0 score {score}"));
            control.wait_for_release();
            return output.write("bestmove (none)");
        };
        searcher.set_position(&**session, self.lines, self.seed);
        if !go.search_moves.is_empty() && !searcher.restrict_to(&go.search_moves) {
            output.write("info string searchmoves has no effect at this Skill Level");
        }
        let mut limits = go.limits();
        if searcher.is_forced() && go.time.is_some() {
            limits.nodes = Some(limits.nodes.map_or(FORCED_MOVE_NODES, |nodes| nodes.min(FORCED_MOVE_NODES)));
        }
        let mate_found = AtomicBool::new(false);
        let keep_going = || control.may_continue() && !output.is_closed() && !mate_found.load(Ordering::Relaxed);
        let elapsed = || control.started.elapsed();
        let result = think(searcher, limits, &elapsed, &keep_going, &mut |report| {
            let lines: Vec<String> = info_lines(report, elapsed()).collect();
            output.write(&lines.join("\n"));
            let is_short_enough = |turns: i32| turns > 0 && go.mate.is_some_and(|max| turns.unsigned_abs() <= max);
            if report.lines[0].score.mate().is_some_and(is_short_enough) {
                mate_found.store(true, Ordering::Relaxed);
            }
        });
        control.wait_for_release();
        let line = &result.report.lines[0].moves;
        let ponder = line.get(1).map_or_else(String::new, |text| format!(" ponder {text}"));
        output.write(&format!("bestmove {}{ponder}", line[0]));
    }

    /// Prints the perft count of each move and their sum, as Stockfish does.
    pub(super) fn run_perft(&self, depth: u32) {
        let mut session = self.session.fork();
        session.ignore_draws();
        let mut sum = u64::from(depth == 0);
        for text in if depth == 0 { Vec::new() } else { session.moves() } {
            let mut next = session.fork();
            let Ok(_) = next.play(&text) else { continue };
            let Some(count) = self.perft(&*next, depth - 1) else { return };
            self.output.write(&format!("{text}: {count}"));
            sum += count;
        }
        self.output.write(&format!("\nNodes searched: {sum}\n"));
    }

    /// Counts the leaves below a position; `None` if the search was stopped. Checks the stop flag above the last few plies.
    fn perft(&self, session: &dyn Session, depth: u32) -> Option<u64> {
        const PLIES_PER_STOP_CHECK: u32 = 3;
        if !self.control.may_continue() || self.output.is_closed() {
            return None;
        }
        match depth {
            0 => Some(1),
            1..=PLIES_PER_STOP_CHECK => {
                Some(session.divide(depth, 1, &mut |_, _| {}).iter().map(|(_, count)| count).sum())
            }
            _ => session
                .moves()
                .iter()
                .map(|text| {
                    let mut next = session.fork();
                    next.play(text).ok().map_or(Some(0), |_| self.perft(&*next, depth - 1))
                })
                .sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_runs_from_ponder_hit() {
        let control = |go: GoCommand| {
            let started = Instant::now().checked_sub(Duration::from_secs(600)).expect("ten minutes ago");
            SearchControl { started, ..SearchControl::new(go) }
        };
        let time = Some(Duration::from_secs(300));
        assert!(!control(GoCommand { time, ..GoCommand::default() }).may_continue());
        assert!(control(GoCommand { time, infinite: true, ..GoCommand::default() }).may_continue());
        let pondering = control(GoCommand { time, ponder: true, ..GoCommand::default() });
        assert!(pondering.is_on_hold() && pondering.may_continue());
        pondering.ponder_hit();
        assert!(!pondering.is_on_hold() && pondering.may_continue());
        pondering.stop.store(true, Ordering::Release);
        assert!(!pondering.may_continue());
        let infinite = control(GoCommand { ponder: true, infinite: true, ..GoCommand::default() });
        infinite.ponder_hit();
        assert!(infinite.is_on_hold());
    }
}
