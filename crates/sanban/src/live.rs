//! The analysis of a position while it is being made.

use crate::cli::Analyse;
use crate::commands::{Done, described, open, print, print_json};
use crate::failure::Failure;
use crate::interrupt;
use console::Term;
use sanban_core::record::numbered;
use sanban_core::rejection::common;
use sanban_core::{Seat, Session};
use sanban_engine::analysis::{PositionValue, lengthen};
use sanban_engine::handle::{engine, think};
use sanban_engine::phrasing::{Phrasing, winner};
use sanban_engine::{Limits, Line, Report, Score};
use serde_json::json;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How many lines are told unless it is said.
const LINES: u16 = 3;
/// For how long a position is thought about unless it is said.
const TIME: Duration = Duration::from_secs(5);

/// How many nodes each move of a proof may take to be found again for the line that is told.
const NODES_A_PROOF: u64 = 20_000;

/// Analyses a position: on a terminal with what is found so far, elsewhere with what has been found.
pub fn analyse(args: &Analyse) -> Done {
    let session = open(&args.question, false)?;
    if let Some(outcome) = session.outcome() {
        return Err(Failure::refused(&common::GAME_OVER.with(&[&outcome.reason]), session.info().messages));
    }
    let is_forced = session.moves().len() == 1;
    let view = View { words: crate::language::words(session.rules()), session: &*session, is_forced };
    let (report, elapsed) = search(args, &view);
    if args.question.json.json {
        return print_json(&view.json(&report, elapsed));
    }
    let width = if std::io::stdout().is_terminal() { width() } else { usize::MAX };
    print(&(view.text(&report, elapsed, width).join("\n") + "\n"))
}

/// Searches the position, and shows what is found meanwhile; how long it took is told without the
/// time for lines of proofs.
fn search(args: &Analyse, view: &View<'_>) -> (Report, Duration) {
    let at = view.session;
    let begun = Instant::now();
    let (ending, mark) = (view.words.say("analysis.goes-on", &[]), if args.ascii { '>' } else { '…' });
    let screen = Mutex::new(Screen::new(!args.question.json.json, ending, mark, begun));
    let screen = || screen.lock().expect("nobody panics while drawing");
    screen().show(vec![view.header()]);
    let stop = interrupt::flag();
    let go_on = || {
        screen().tick();
        !stop.load(Ordering::Relaxed)
    };
    let mut searcher = engine(at.rules(), args.threads, args.hash);
    searcher.set_position(at, args.lines.unwrap_or(LINES).into(), 0);
    let thought = think(&mut *searcher, limits(args, TIME), &|| begun.elapsed(), &go_on, &mut |report| {
        screen().show(view.text(report, begun.elapsed(), usize::MAX));
    });
    let (mut report, elapsed) = (thought.report, begun.elapsed());
    let mut again = |position: &dyn Session| {
        searcher.set_position(position, 1, 0);
        let limits = Limits { time: None, nodes: Some(NODES_A_PROOF), depth: None, hash: args.hash };
        go_on().then(|| think(&mut *searcher, limits, &|| Duration::ZERO, &go_on, &mut |_| {}).report)
    };
    for line in &mut report.lines {
        let mut found = PositionValue { score: line.score, line: std::mem::take(&mut line.moves) };
        lengthen(at, &mut found, &mut again);
        line.moves = found.line;
    }
    screen().clear();
    (report, elapsed)
}

/// The limits that are given, or so much time if none is.
pub fn limits(args: &Analyse, time: Duration) -> Limits {
    let is_limited = args.nodes.is_some() || args.depth.is_some();
    let time = args.time.or((!is_limited).then_some(time));
    Limits { time, nodes: args.nodes, depth: args.depth, hash: args.hash }
}

/// Moves after a head, in lines of at most so many characters, the later ones indented. A number stays with its move.
fn wrapped(head: &str, moves: &str, width: usize) -> String {
    let indent = head.chars().count();
    let (mut text, mut used) = (head.to_string(), indent);
    let mut words = moves.split(' ').peekable();
    while let Some(word) = words.next() {
        let next = words.next_if(|_| word.ends_with('.'));
        let word = next.map_or(word.to_string(), |next| format!("{word} {next}"));
        let length = word.chars().count();
        if used > indent && used.saturating_add(1 + length) > width {
            text = format!("{}\n{}", text.trim_end(), " ".repeat(indent));
            used = indent;
        } else if used > indent {
            text.push(' ');
            used += 1;
        }
        text.push_str(&word);
        used += length;
    }
    text
}

fn width() -> usize {
    Term::stdout().size_checked().map_or(80, |(_, columns)| usize::from(columns).max(20))
}

/// How many nodes were searched in a second.
fn speed(report: &Report, elapsed: Duration) -> u64 {
    (report.nodes as f64 / elapsed.as_secs_f64().max(1e-9)).round() as u64
}

/// A place on the terminal where an analysis is redrawn again and again.
struct Screen {
    term: Term,
    is_drawn: bool,
    begun: Instant,
    /// How it is ended, which stands under it.
    ending: String,
    /// What stands where a line is cut.
    mark: char,
    lines: Vec<String>,
    /// How many lines stand on the terminal, and since when.
    height: usize,
    since: Instant,
}

impl Screen {
    /// Nothing is drawn if it is not wanted, or if standard output is no terminal that could take it back.
    fn new(wanted: bool, ending: String, mark: char, begun: Instant) -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_drawn = wanted && std::io::stdout().is_terminal() && !dumb;
        Screen {
            term: Term::buffered_stdout(),
            is_drawn,
            begun,
            ending,
            mark,
            lines: Vec::new(),
            height: 0,
            since: begun,
        }
    }

    fn show(&mut self, lines: Vec<String>) {
        self.lines = lines;
        self.draw();
    }

    /// Lets the time go on where a search takes long to find more.
    fn tick(&mut self) {
        if self.is_drawn && self.since.elapsed() >= Duration::from_millis(250) {
            self.draw();
        }
    }

    fn draw(&mut self) {
        if !self.is_drawn {
            return;
        }
        self.clear();
        // What does not fit on the screen could not be taken back.
        let rows = self.term.size_checked().map_or(24, |(rows, _)| usize::from(rows));
        let ending = format!("{} s; {}", self.begun.elapsed().as_secs(), self.ending);
        let kept = self.lines.len().min(rows.saturating_sub(2));
        for line in self.lines[..kept].iter().chain([&ending]) {
            // A terminal that is gone will not be missed.
            let _ = self.term.write_line(&cut(line, width() - 1, self.mark));
        }
        let _ = self.term.flush();
        (self.height, self.since) = (kept + 1, Instant::now());
    }

    /// Takes everything back. The cursor stands below it, where the terminal may have shown that Ctrl-C was pressed.
    fn clear(&mut self) {
        if self.height > 0 {
            let _ = self.term.clear_line().and_then(|()| self.term.clear_last_lines(self.height));
            let _ = self.term.flush();
            self.height = 0;
        }
    }
}

/// A line as far as it fits into so many characters, in whole words, with a mark where it was cut.
fn cut(line: &str, most: usize, mark: char) -> String {
    if line.chars().count() <= most {
        return line.to_string();
    }
    let fits: String = line.chars().take(most - 1).collect();
    let without_last = |words: &str| words.rsplit_once(' ').map_or(words, |(words, _)| words).trim_end().to_string();
    let words = without_last(&fits);
    // A number without its move says nothing.
    format!("{} {mark}", if words.ends_with('.') { without_last(&words) } else { words })
}

/// A position and the words for what is found in it.
struct View<'a> {
    words: Phrasing,
    session: &'a dyn Session,
    /// Whether there is only one legal move.
    is_forced: bool,
}

impl View<'_> {
    fn header(&self) -> String {
        let player = self.words.player(self.session.to_move());
        let game = self.words.game(self.session.rules());
        self.words.say("analysis.position", &[("game", &game), ("player", &player)])
    }

    /// The lines, the best first. Where an iteration was broken off, a line that has not been searched again may have become
    /// better than one that has.
    fn lines(&self, report: &Report) -> Vec<Line> {
        let mut lines = report.lines.clone();
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines
    }

    fn text(&self, report: &Report, elapsed: Duration, wrap_at: usize) -> Vec<String> {
        let lines = self.lines(report);
        let to_move = self.session.to_move();
        let played = self.session.played().len();
        let begun_second = (to_move == Seat::SECOND) == played.is_multiple_of(2);
        let ply = played + usize::from(begun_second);
        let scores: Vec<String> = lines.iter().map(|line| self.words.score(line.score)).collect();
        let width = scores.iter().map(|score| score.chars().count()).max().unwrap_or(0);
        let depth = self.words.say("analysis.depth", &[("depth", &report.depth.to_string())]);
        let mut text = vec![self.header()];
        for (line, score) in lines.iter().zip(&scores) {
            let head = format!("  {score:>width$}  {depth}  ");
            text.push(wrapped(&head, &numbered(ply, &line.moves), wrap_at));
        }
        text.extend(self.words.proven(lines[0].score, to_move));
        if self.is_forced {
            text.push(self.words.say("analysis.forced", &[]));
        }
        let (nodes, seconds) = (report.nodes.to_string(), format!("{:.1}", elapsed.as_secs_f64()));
        let speed = speed(report, elapsed).to_string();
        text.push(self.words.say("analysis.footer", &[("nodes", &nodes), ("seconds", &seconds), ("speed", &speed)]));
        text
    }

    /// Everything in an object for programs. The scores are those of the player to move.
    fn json(&self, report: &Report, elapsed: Duration) -> serde_json::Value {
        let lines = self.lines(report);
        let player = |seat: Seat| self.session.info().players[seat.index()];
        let to_move = self.session.to_move();
        let turns = lines[0].score.mate().map(i32::abs);
        let winner = winner(lines[0].score, to_move);
        let line = |line: &Line| {
            let score = match (line.score, line.score.mate()) {
                (Score::Centipawns(n), _) => json!({ "cp": n }),
                (_, mate) => json!({ "mate": mate }),
            };
            json!({"score": score, "expected": line.score.expected(), "moves": line.moves})
        };
        let mut object = described(self.session);
        object.insert("to_move".into(), player(to_move).into());
        object.insert("depth".into(), report.depth.into());
        object.insert("nodes".into(), report.nodes.into());
        object.insert("seconds".into(), elapsed.as_secs_f64().into());
        object.insert("nodes_per_second".into(), speed(report, elapsed).into());
        object.insert("proven".into(), json!(winner.map(|seat| json!({"winner": player(seat), "turns": turns}))));
        object.insert("lines".into(), lines.iter().map(line).collect());
        object.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_between_moves() {
        assert_eq!(cut("+0.35  1. a1b2 c3d4", 19, '>'), "+0.35  1. a1b2 c3d4");
        assert_eq!(cut("+0.35  1. a1b2 c3d4", 18, '>'), "+0.35  1. a1b2 >");
        assert_eq!(cut("+0.35  1. a1b2 c3d4", 13, '…'), "+0.35 …");
    }

    #[test]
    fn lines_are_broken_between_moves() {
        assert_eq!(wrapped("+0.35  ", "1. a1b2 c3d4 2. e5", 16), "+0.35  1. a1b2\n       c3d4\n       2. e5");
        assert_eq!(wrapped("+0.35  ", "1. a1b2 c3d4", usize::MAX), "+0.35  1. a1b2 c3d4");
        // Even where there is no room, every move is told.
        assert_eq!(wrapped("+0.35  ", "1. a1b2 c3d4", 3), "+0.35  1. a1b2\n       c3d4");
    }
}
