//! The UCI protocol as an engine speaks it, in the manner of Fairy-Stockfish: `UCI_Variant` chooses the game and `Rules` its
//! rules.
//!
//! Commands are read and obeyed one after the other; a search runs on a thread of its own meanwhile. Whatever changes the
//! position or what the search is made of ends a running search first, and a search that is ended always answers. What
//! cannot be understood is told in an `info string`, and changes nothing.

mod options;
mod order;

use crate::info::info_lines;
use crate::player::weights;
use options::{Change, Options};
use order::Order;
use sanban_core::messages::LANGUAGES;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Rules, Session, zobrist};
use sanban_engine::Searcher;
use sanban_engine::handle::{self, SearchKind, think};
use sanban_engine::levels::LEVELS;
use sanban_games::registry;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// The longest line that is read. The moves of the longest games are far shorter.
const LONGEST_LINE: usize = 1 << 20;
/// How many nodes the only move that there is may take from the clock: enough for a score and the answer to expect.
const FORCED_NODES: u64 = 2000;

/// Speaks UCI until `quit` or the end of the input; the seed makes the chance repeatable that weaker levels use. Fails if the input cannot be read or the output not be written.
pub fn serve(mut input: impl BufRead, output: impl Write + Send, seed: u64) -> io::Result<()> {
    let output = Output { to: Mutex::new((output, None)), is_broken: AtomicBool::new(false) };
    let read = thread::scope(|scope| {
        let mut engine = Engine::new(scope, &output, seed);
        loop {
            match read_line(&mut input) {
                Ok(Some(Ok(line))) => {
                    if !engine.obey(&line) || output.is_broken() {
                        return Ok(());
                    }
                }
                Ok(Some(Err(rejection))) => engine.complain(&rejection),
                Ok(None) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        // The engine is dropped here, which ends a search that still runs.
    });
    let (_, broken) = output.to.into_inner().unwrap_or_else(PoisonError::into_inner);
    broken.map_or(read, Err)
}

/// The next line, without its end; nothing at the end of the input. What is not text is replaced, and a line that is too
/// long is refused.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, Rejection>>> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        length += part.len();
        if length <= LONGEST_LINE {
            line.extend_from_slice(part);
        }
        let is_last = end.is_some() || bytes.is_empty();
        let taken = part.len() + usize::from(end.is_some());
        input.consume(taken);
        if is_last {
            let fits = length <= LONGEST_LINE;
            let line = fits.then(|| String::from_utf8_lossy(&line).into_owned());
            return Ok(Some(line.ok_or_else(|| common::UCI_LINE.with(&[&LONGEST_LINE]))));
        }
    }
}

/// Where everything is told: whole lines, each at once.
struct Output<W> {
    to: Mutex<(W, Option<io::Error>)>,
    /// Whether nobody hears what is told.
    is_broken: AtomicBool,
}

impl<W> Output<W> {
    fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }
}

impl<W: Write> Output<W> {
    fn tell(&self, lines: &str) {
        let mut locked = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        let (to, broken) = &mut *locked;
        if broken.is_none()
            && let Err(error) = writeln!(to, "{lines}").and_then(|()| to.flush())
        {
            *broken = Some(error);
            self.is_broken.store(true, Ordering::Relaxed);
        }
    }
}

/// The engine between two commands.
struct Engine<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Output<W>,
    options: Options,
    session: Box<dyn Session>,
    /// The search, as long as it is not at work; made when it is first needed. It is kept from one move to the next, so
    /// that it remembers.
    searcher: Option<Box<dyn Searcher>>,
    at_work: Option<Work<'scope>>,
    debug: bool,
    /// What chance begins with at the next search.
    seed: u64,
}

/// A search at work.
struct Work<'scope> {
    control: Arc<Control>,
    /// Gives the search back when it is done.
    thread: ScopedJoinHandle<'scope, Option<Box<dyn Searcher>>>,
}

/// How a search at work is told what to do.
struct Control {
    begun: Instant,
    order: Order,
    stop: AtomicBool,
    /// Whether it may neither answer nor count its time yet.
    is_held: AtomicBool,
    /// How long after the beginning the time began to count, in nanoseconds.
    counts_from: AtomicU64,
}

impl Control {
    fn new(order: Order) -> Self {
        let is_held = AtomicBool::new(order.infinite || order.ponder);
        Control { begun: Instant::now(), order, stop: AtomicBool::new(false), is_held, counts_from: AtomicU64::new(0) }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    fn is_held(&self) -> bool {
        self.is_held.load(Ordering::Acquire) && !self.is_stopped()
    }

    /// The move that was pondered on has been played.
    fn hit(&self) {
        if self.order.ponder && !self.order.infinite {
            self.counts_from.store(self.begun.elapsed().as_nanos() as u64, Ordering::Release);
            self.is_held.store(false, Ordering::Release);
        }
    }

    fn may_go_on(&self) -> bool {
        let in_time = |time: Duration| {
            let counts_from = Duration::from_nanos(self.counts_from.load(Ordering::Acquire));
            self.begun.elapsed().saturating_sub(counts_from) < time
        };
        // Whether it is held is asked first: what the clock says counts only after that.
        !self.is_stopped() && (self.is_held() || self.order.time.is_none_or(in_time))
    }

    /// Waits until it may answer. Whoever stops or hits wakes the thread.
    fn wait(&self) {
        while self.is_held() {
            thread::park();
        }
    }
}

impl Work<'_> {
    fn stop(&self) {
        self.control.stop.store(true, Ordering::Release);
        self.thread.thread().unpark();
    }
}

impl<'scope, 'env, W: Write + Send> Engine<'scope, 'env, W> {
    fn new(scope: &'scope Scope<'scope, 'env>, output: &'env Output<W>, seed: u64) -> Self {
        let options = Options::new();
        let session = start(Rules::official(options.info));
        Engine { scope, output, options, session, searcher: None, at_work: None, debug: false, seed }
    }

    /// Does what a line says; whether there is to be another.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return true };
        match command {
            "uci" => self.output.tell(&format!(
                "id name Sanban {}\nid author the Sanban authors\n{}\nuciok",
                env!("CARGO_PKG_VERSION"),
                Options::told()
            )),
            "isready" => self.output.tell("readyok"),
            "debug" => self.debug = rest != ["off"],
            "setoption" => self.set_option(rest),
            "ucinewgame" => {
                self.end_work();
                // To make it anew is as cheap as to clear its memory, and takes no memory before it is used.
                self.searcher = None;
            }
            "position" => {
                self.end_work();
                match self.read_position(rest) {
                    Ok(session) => self.session = session,
                    Err(rejection) => self.complain(&rejection),
                }
            }
            "go" => self.go(rest),
            "stop" => {
                if let Some(work) = &self.at_work {
                    work.stop();
                }
            }
            "ponderhit" => {
                if let Some(work) = &self.at_work {
                    work.control.hit();
                    work.thread.thread().unpark();
                }
            }
            "d" => self.describe(),
            "quit" => return false,
            _ => self.complain(&common::UCI_COMMAND.with(&[&line.trim()])),
        }
        true
    }

    fn complain(&self, rejection: &Rejection) {
        let sentence = rejection.sentence(self.session.info().messages, LANGUAGES[0]);
        self.output.tell(&format!("info string {sentence}"));
    }

    fn set_option(&mut self, words: &[&str]) {
        self.end_work();
        let words = if words.first() == Some(&"name") { &words[1..] } else { words };
        let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = (words[..split].join(" "), words.get(split + 1..).unwrap_or(&[]).join(" "));
        match self.options.set(&name, &value) {
            Ok(Change::Small) => {}
            Ok(Change::Search) => self.searcher = None,
            Ok(Change::Game) => {
                let (rules, rejection) = self.options.rules();
                if *self.session.rules() != rules {
                    self.searcher = None;
                    self.session = start(rules);
                }
                if let Some(rejection) = rejection {
                    self.complain(&rejection);
                }
                let (board, start) = (self.session.scene().board, self.session.start_text());
                self.output.tell(&format!(
                    "info string variant {} files {} ranks {} startpos {start}",
                    self.options.info.id, board.cols, board.rows
                ));
            }
            Err(rejection) => self.complain(&rejection),
        }
    }

    /// The game after `startpos moves …` or `fen TEXT moves …`. A position's text may have spaces.
    fn read_position(&self, words: &[&str]) -> Result<Box<dyn Session>, Rejection> {
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (position, moves) = (&words[..split], words.get(split + 1..).unwrap_or(&[]));
        let text = match position {
            ["startpos"] => None,
            ["fen", text @ ..] => Some(text.join(" ")),
            _ => return Err(common::UCI_POSITION.with(&[])),
        };
        let mut session = registry::open(self.session.rules().clone(), text.as_deref())?;
        for (number, text) in moves.iter().enumerate() {
            session.play(text).map_err(|because| {
                common::MOVE_REFUSED.with(&[&(number + 1), &(*text).to_string()]).because(vec![because])
            })?;
        }
        Ok(session)
    }

    fn describe(&self) {
        let (info, rules) = (self.session.info(), self.session.rules().text());
        let to_move = info.players[self.session.to_move().index()];
        let mut text = format!("Game: {}\nRules: {rules}\nFen: {}\n", info.id, self.session.position_text());
        text += &match self.session.outcome() {
            None => format!("To move: {to_move}"),
            Some(outcome) => format!("Result: {} ({})", outcome.score(), outcome.reason),
        };
        self.output.tell(&text);
    }

    fn go(&mut self, words: &[&str]) {
        self.end_work();
        let (order, rejections) = Order::read(words, &*self.session);
        rejections.iter().for_each(|rejection| self.complain(rejection));
        let level = self.options.level_of();
        if self.debug {
            let level = level.map_or("none".to_string(), |level| level.to_string());
            self.output.tell(&format!("info string {}, level {level}", order.told()));
        }
        let control = Arc::new(Control::new(order));
        let mut searcher = self.searcher.take();
        if control.order.perft.is_none() && self.session.outcome().is_none() {
            searcher.get_or_insert_with(|| {
                let rules = self.session.rules();
                let weights = weights(rules.info(), None).expect("a game's own weights");
                let threads = self.options.threads as usize;
                let kind = match level {
                    Some(level) if level < *LEVELS.end() => SearchKind::Level { weights: &weights, level },
                    _ => SearchKind::AlphaBeta { weights: &weights, threads },
                };
                handle::open(rules, kind, self.options.hash)
            });
        }
        let task = Task {
            control: Arc::clone(&control),
            output: self.output,
            session: self.session.fork(),
            lines: self.options.lines as usize,
            seed: self.seed,
        };
        // A level that answers the same position again may answer differently.
        self.seed = zobrist::mix(self.seed);
        let thread = self.scope.spawn(move || {
            if let Some(depth) = task.control.order.perft {
                task.count(depth);
            } else {
                task.search(searcher.as_deref_mut());
            }
            searcher
        });
        self.at_work = Some(Work { control, thread });
    }
}

impl<W> Engine<'_, '_, W> {
    /// Ends a search that is at work; it answers before this returns. A perft is waited for, so that it can be asked for in
    /// one go with what comes after it: only `stop` cuts it short.
    fn end_work(&mut self) {
        if let Some(work) = self.at_work.take() {
            if work.control.order.perft.is_none() {
                work.stop();
            }
            // If it was lost, it is made anew.
            self.searcher = work.thread.join().ok().flatten();
        }
    }
}

impl<W> Drop for Engine<'_, '_, W> {
    fn drop(&mut self) {
        self.end_work();
    }
}

/// A game from the start.
fn start(rules: Rules) -> Box<dyn Session> {
    registry::open(rules, None).expect("the start is a position")
}

/// What is done on the thread of a search.
struct Task<'env, W> {
    control: Arc<Control>,
    output: &'env Output<W>,
    session: Box<dyn Session>,
    lines: usize,
    seed: u64,
}

impl<W: Write + Send> Task<'_, W> {
    /// Searches and answers. Without a search, the game is over and there is no answer.
    fn search(&self, searcher: Option<&mut (dyn Searcher + 'static)>) {
        let Task { control, output, session, .. } = self;
        let order = &control.order;
        let Some(searcher) = searcher.filter(|_| session.outcome().is_none()) else {
            let score = if session.outcome().is_some_and(|o| o.winner.is_none()) { "cp 0" } else { "mate 0" };
            output.tell(&format!("info depth 0 score {score}"));
            control.wait();
            return output.tell("bestmove (none)");
        };
        searcher.set_position(&**session, self.lines, self.seed);
        if !order.only.is_empty() && !searcher.restrict_to(&order.only) {
            output.tell("info string searchmoves is not heeded at this Skill Level");
        }
        let mut limits = order.limits();
        if searcher.is_forced() && order.time.is_some() {
            limits.nodes = Some(limits.nodes.map_or(FORCED_NODES, |nodes| nodes.min(FORCED_NODES)));
        }
        let is_found = AtomicBool::new(false);
        let go_on = || control.may_go_on() && !output.is_broken() && !is_found.load(Ordering::Relaxed);
        let elapsed = || control.begun.elapsed();
        let thought = think(searcher, limits, &elapsed, &go_on, &mut |report| {
            let lines: Vec<String> = info_lines(report, elapsed()).collect();
            output.tell(&lines.join("\n"));
            let wanted = |turns: i32| turns > 0 && order.mate.is_some_and(|most| turns.unsigned_abs() <= most);
            if report.lines[0].score.mate().is_some_and(wanted) {
                is_found.store(true, Ordering::Relaxed);
            }
        });
        control.wait();
        let line = &thought.report.lines[0].moves;
        let ponder = line.get(1).map_or_else(String::new, |text| format!(" ponder {text}"));
        output.tell(&format!("bestmove {}{ponder}", line[0]));
    }

    /// Counts the sequences of so many moves, for each first move by itself, as Stockfish tells them.
    fn count(&self, depth: u32) {
        let mut session = self.session.fork();
        session.ignore_draws();
        let mut sum = u64::from(depth == 0);
        for text in if depth == 0 { Vec::new() } else { session.moves() } {
            let mut next = session.fork();
            let Ok(_) = next.play(&text) else { continue };
            let Some(count) = self.perft(&*next, depth - 1) else { return };
            self.output.tell(&format!("{text}: {count}"));
            sum += count;
        }
        self.output.tell(&format!("\nNodes searched: {sum}\n"));
    }

    /// The same for all moves together; nothing if it is stopped. Only what is counted quickly is counted without a look
    /// at the stop flag.
    fn perft(&self, session: &dyn Session, depth: u32) -> Option<u64> {
        const QUICK: u32 = 3;
        if !self.control.may_go_on() || self.output.is_broken() {
            return None;
        }
        match depth {
            0 => Some(1),
            1..=QUICK => Some(session.divide(depth, 1, &mut |_, _| {}).iter().map(|(_, count)| count).sum()),
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
    fn time_counts_from_the_hit() {
        let control = |order: Order| {
            let begun = Instant::now().checked_sub(Duration::from_secs(600)).expect("a time long ago");
            Control { begun, ..Control::new(order) }
        };
        let time = Some(Duration::from_secs(300));
        assert!(!control(Order { time, ..Order::default() }).may_go_on());
        assert!(control(Order { time, infinite: true, ..Order::default() }).may_go_on());
        let pondering = control(Order { time, ponder: true, ..Order::default() });
        assert!(pondering.is_held() && pondering.may_go_on());
        pondering.hit();
        assert!(!pondering.is_held() && pondering.may_go_on());
        pondering.stop.store(true, Ordering::Release);
        assert!(!pondering.may_go_on());
        let infinite = control(Order { ponder: true, infinite: true, ..Order::default() });
        infinite.hit();
        assert!(infinite.is_held());
    }
}
