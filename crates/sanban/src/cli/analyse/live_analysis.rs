//! Live analysis of a position.

use super::AnalyseArgs;
use crate::cli::position::position_json;
use crate::failure::{Failure, Result};
use crate::output::{print, print_json};
use crate::{interrupt, language};
use console::Term;
use sanban_core::record::numbered;
use sanban_core::rejection::common;
use sanban_core::{Seat, Session};
use sanban_engine::analysis::{PositionValue, extend_pv};
use sanban_engine::evaluation;
use sanban_engine::handle::{engine, think};
use sanban_engine::phrasing::{Phrasing, winner};
use sanban_engine::{Limits, Line, Report, Score};
use serde_json::json;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The number of lines without `--lines`.
const DEFAULT_LINES: u16 = 3;
/// The search time without other limits.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Nodes to search for each missing move of a proven line.
const NODES_PER_PROOF_MOVE: u64 = 20_000;

/// How often the elapsed time is redrawn.
const REDRAW_INTERVAL: Duration = Duration::from_millis(250);

/// Analyses a position. On a terminal, shows intermediate results.
pub fn run(args: &AnalyseArgs) -> Result {
    let session = args.position.open(false)?;
    if let Some(outcome) = session.outcome() {
        return Err(Failure::rejected(&common::GAME_OVER.with(&[&outcome.reason]), session.info().messages));
    }
    let is_forced = session.moves().len() == 1;
    let analysis = Analysis { phrasing: language::phrasing(session.rules()), session: &*session, is_forced };
    let (report, elapsed) = search(args, &analysis);
    if args.position.json.json {
        return print_json(&analysis.json(&report, elapsed));
    }
    let width = if std::io::stdout().is_terminal() { terminal_width() } else { usize::MAX };
    print(&(analysis.text(&report, elapsed, width).join("\n") + "\n"))
}

/// Searches the position and shows intermediate results. The returned time excludes completing proven lines.
fn search(args: &AnalyseArgs, analysis: &Analysis<'_>) -> (Report, Duration) {
    let session = analysis.session;
    let start = Instant::now();
    let (footer, ellipsis) =
        (language::say(analysis.phrasing.info(), "analysis-stop-hint", &[]), if args.is_ascii() { '>' } else { '…' });
    let display = Mutex::new(LiveDisplay::new(!args.position.json.json, footer, ellipsis, start));
    let display = || display.lock().expect("drawing does not panic");
    display().show(vec![analysis.header()]);
    let stop = interrupt::flag();
    let keep_going = || {
        display().tick();
        !stop.load(Ordering::Relaxed)
    };
    let mut searcher = engine(session.rules(), args.threads, args.hash);
    searcher.set_position(session, args.lines.unwrap_or(DEFAULT_LINES).into(), 0);
    let result = think(&mut *searcher, args.limits(DEFAULT_TIME), &|| start.elapsed(), &keep_going, &mut |report| {
        display().show(analysis.text(report, start.elapsed(), usize::MAX));
    });
    let (mut report, elapsed) = (result.report, start.elapsed());
    let mut search_again = |position: &dyn Session| {
        searcher.set_position(position, 1, 0);
        let limits = Limits { time: None, nodes: Some(NODES_PER_PROOF_MOVE), depth: None, hash: args.hash };
        keep_going().then(|| think(&mut *searcher, limits, &|| Duration::ZERO, &keep_going, &mut |_| {}).report)
    };
    for line in &mut report.lines {
        let mut value = PositionValue { score: line.score, line: std::mem::take(&mut line.moves) };
        extend_pv(session, &mut value, &mut search_again);
        line.moves = value.line;
    }
    display().clear();
    (report, elapsed)
}

/// Wraps moves after a head, with a hanging indent. Keeps a number with its move.
fn wrap_moves(head: &str, moves: &str, width: usize) -> String {
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

fn terminal_width() -> usize {
    Term::stdout().size_checked().map_or(80, |(_, columns)| usize::from(columns).max(20))
}

/// The search speed in nodes per second.
fn nodes_per_second(report: &Report, elapsed: Duration) -> u64 {
    (report.nodes as f64 / elapsed.as_secs_f64().max(1e-9)).round() as u64
}

/// Lines on the terminal that are redrawn in place.
struct LiveDisplay {
    term: Term,
    is_enabled: bool,
    start: Instant,
    /// The last line, after the elapsed time.
    footer: String,
    /// Marks truncated lines.
    ellipsis: char,
    lines: Vec<String>,
    /// How many lines are on the terminal, and since when.
    height: usize,
    last_draw: Instant,
}

impl LiveDisplay {
    /// A display that draws only if it is `requested` and standard output is a terminal that can erase lines.
    fn new(requested: bool, footer: String, ellipsis: char, start: Instant) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_enabled = requested && std::io::stdout().is_terminal() && !is_dumb;
        LiveDisplay {
            term: Term::buffered_stdout(),
            is_enabled,
            start,
            footer,
            ellipsis,
            lines: Vec::new(),
            height: 0,
            last_draw: start,
        }
    }

    fn show(&mut self, lines: Vec<String>) {
        self.lines = lines;
        self.draw();
    }

    /// Redraws now and then, so that the elapsed time advances during a long search.
    fn tick(&mut self) {
        if self.is_enabled && self.last_draw.elapsed() >= REDRAW_INTERVAL {
            self.draw();
        }
    }

    fn draw(&mut self) {
        if !self.is_enabled {
            return;
        }
        self.clear();
        // Lines that scroll off the screen could not be erased.
        let rows = self.term.size_checked().map_or(24, |(rows, _)| usize::from(rows));
        let footer = format!("{} s; {}", self.start.elapsed().as_secs(), self.footer);
        let visible = self.lines.len().min(rows.saturating_sub(2));
        for line in self.lines[..visible].iter().chain([&footer]) {
            // Ignore a terminal that is gone.
            let _ = self.term.write_line(&truncate(line, terminal_width() - 1, self.ellipsis));
        }
        let _ = self.term.flush();
        (self.height, self.last_draw) = (visible + 1, Instant::now());
    }

    /// Erases the lines, and the `^C` that the terminal may have echoed below them.
    fn clear(&mut self) {
        if self.height > 0 {
            let _ = self.term.clear_line().and_then(|()| self.term.clear_last_lines(self.height));
            let _ = self.term.flush();
            self.height = 0;
        }
    }
}

/// Truncates a line to a width, between words, and marks the cut.
fn truncate(line: &str, max_width: usize, ellipsis: char) -> String {
    if line.chars().count() <= max_width {
        return line.to_string();
    }
    let fits: String = line.chars().take(max_width - 1).collect();
    let without_last = |words: &str| words.rsplit_once(' ').map_or(words, |(words, _)| words).trim_end().to_string();
    let words = without_last(&fits);
    // Drop a move number without its move.
    format!("{} {ellipsis}", if words.ends_with('.') { without_last(&words) } else { words })
}

/// The position under analysis.
struct Analysis<'a> {
    phrasing: Phrasing,
    session: &'a dyn Session,
    /// Whether there is only one legal move.
    is_forced: bool,
}

impl Analysis<'_> {
    fn header(&self) -> String {
        let player = self.phrasing.player(self.session.to_move());
        let game = self.phrasing.game(self.session.rules());
        language::say(self.phrasing.info(), "analysis-position", &[("game", &game), ("player", &player)])
    }

    /// The lines, the best first. An interrupted iteration may leave them out of order.
    fn lines(&self, report: &Report) -> Vec<Line> {
        let mut lines = report.lines.clone();
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines
    }

    fn text(&self, report: &Report, elapsed: Duration, wrap_at: usize) -> Vec<String> {
        let lines = self.lines(report);
        let to_move = self.session.to_move();
        let played = self.session.played().len();
        let second_began = (to_move == Seat::SECOND) == played.is_multiple_of(2);
        let ply = played + usize::from(second_began);
        let scores: Vec<String> = lines.iter().map(|line| self.phrasing.score(line.score)).collect();
        let width = scores.iter().map(|score| score.chars().count()).max().unwrap_or(0);
        let depth = language::say(self.phrasing.info(), "analysis-depth", &[("depth", &report.depth.to_string())]);
        let mut text = vec![self.header()];
        for (line, score) in lines.iter().zip(&scores) {
            let head = format!("  {score:>width$}  {depth}  ");
            text.push(wrap_moves(&head, &numbered(ply, &line.moves), wrap_at));
        }
        text.extend(self.phrasing.proven(lines[0].score, to_move));
        text.extend(self.phrasing.evaluation_note());
        if self.is_forced {
            text.push(language::say(self.phrasing.info(), "analysis-forced", &[]));
        }
        let (nodes, seconds) = (report.nodes.to_string(), format!("{:.1}", elapsed.as_secs_f64()));
        let speed = nodes_per_second(report, elapsed).to_string();
        text.push(language::say(
            self.phrasing.info(),
            "analysis-footer",
            &[("nodes", &nodes), ("seconds", &seconds), ("speed", &speed)],
        ));
        text
    }

    /// The analysis as JSON. Scores are from the view of the player to move.
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
        let mut object = position_json(self.session);
        object.insert("to_move".into(), player(to_move).into());
        object.insert("depth".into(), report.depth.into());
        object.insert("nodes".into(), report.nodes.into());
        object.insert("seconds".into(), elapsed.as_secs_f64().into());
        object.insert("nodes_per_second".into(), nodes_per_second(report, elapsed).into());
        object.insert("evaluation".into(), json!(evaluation::default_kind(self.session.rules())));
        object.insert("proven".into(), json!(winner.map(|seat| json!({"winner": player(seat), "turns": turns}))));
        object.insert("lines".into(), lines.iter().map(line).collect());
        object.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncates_between_moves() {
        assert_eq!(truncate("+0.35  1. a1b2 c3d4", 19, '>'), "+0.35  1. a1b2 c3d4");
        assert_eq!(truncate("+0.35  1. a1b2 c3d4", 18, '>'), "+0.35  1. a1b2 >");
        assert_eq!(truncate("+0.35  1. a1b2 c3d4", 13, '…'), "+0.35 …");
    }

    #[test]
    fn wraps_between_moves() {
        assert_eq!(wrap_moves("+0.35  ", "1. a1b2 c3d4 2. e5", 16), "+0.35  1. a1b2\n       c3d4\n       2. e5");
        assert_eq!(wrap_moves("+0.35  ", "1. a1b2 c3d4", usize::MAX), "+0.35  1. a1b2 c3d4");
        // A move is printed even if it doesn't fit.
        assert_eq!(wrap_moves("+0.35  ", "1. a1b2 c3d4", 3), "+0.35  1. a1b2\n       c3d4");
    }
}
