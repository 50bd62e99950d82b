//! The command loop of the UCI engine.
//!
//! Commands are executed one after the other while a search runs on its own thread. A command that changes the position or
//! the searcher first stops a running search, and a stopped search always answers. Input that the engine doesn't
//! understand is reported as an `info string` and changes nothing.

use super::go::GoCommand;
use super::io::{Output, read_line};
use super::options::{Effect, Options};
use super::search_thread::{RunningSearch, SearchControl, SearchTask};
use crate::codes;
use crate::player::load_evaluation;
use sanban_core::messages::LANGUAGES;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Rules, Session, zobrist};
use sanban_engine::Searcher;
use sanban_engine::evaluation::Evaluation;
use sanban_engine::handle::{self, SearchKind};
use sanban_engine::levels::LEVELS;
use sanban_games::registry;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread::{self, Scope};

/// Speaks UCI until `quit` or the end of the input. `seed` makes the random choices of weaker levels repeatable. Fails if
/// reading or writing fails.
pub fn serve(mut input: impl BufRead, output: impl Write + Send, seed: u64) -> io::Result<()> {
    let output = Output::new(output);
    let read = thread::scope(|scope| {
        let mut engine = Engine::new(scope, &output, seed);
        loop {
            match read_line(&mut input) {
                Ok(Some(Ok(line))) => {
                    if !engine.execute(&line) || output.is_closed() {
                        return Ok(());
                    }
                }
                Ok(Some(Err(rejection))) => engine.report(&rejection),
                Ok(None) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        // Dropping the engine stops a running search.
    });
    output.into_error().map_or(read, Err)
}

/// The engine's state between commands.
struct Engine<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Output<W>,
    options: Options,
    session: Box<dyn Session>,
    /// The searcher while no search is running, created on demand. It lives from move to move to reuse its transposition
    /// table.
    searcher: Option<Box<dyn Searcher>>,
    running: Option<RunningSearch<'scope>>,
    debug: bool,
    /// The seed of the next search.
    seed: u64,
}

impl<'scope, 'env, W: Write + Send> Engine<'scope, 'env, W> {
    fn new(scope: &'scope Scope<'scope, 'env>, output: &'env Output<W>, seed: u64) -> Self {
        let options = Options::new();
        let session = start(Rules::official(options.info));
        Engine { scope, output, options, session, searcher: None, running: None, debug: false, seed }
    }

    /// Executes a command line. Returns false after `quit`.
    fn execute(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return true };
        match command {
            "uci" => self.output.write(&format!(
                "id name Sanban {}\nid author the Sanban authors\n{}\nuciok",
                env!("CARGO_PKG_VERSION"),
                Options::declarations()
            )),
            "isready" => self.output.write("readyok"),
            "debug" => self.debug = rest != ["off"],
            "setoption" => self.set_option(rest),
            "ucinewgame" => {
                self.stop_search();
                // Creating a searcher is as cheap as clearing one, and defers the allocation.
                self.searcher = None;
            }
            "position" => {
                self.stop_search();
                match self.read_position(rest) {
                    Ok(session) => self.session = session,
                    Err(rejection) => self.report(&rejection),
                }
            }
            "go" => self.go(rest),
            "stop" => {
                if let Some(search) = &self.running {
                    search.stop();
                }
            }
            "ponderhit" => {
                if let Some(search) = &self.running {
                    search.ponder_hit();
                }
            }
            "d" => self.describe(),
            "quit" => return false,
            _ => self.report(&codes::UCI_COMMAND.with(&[&line.trim()])),
        }
        true
    }

    fn report(&self, rejection: &Rejection) {
        let sentence =
            rejection.sentence(&[self.session.info().messages, crate::MESSAGES, sanban_engine::MESSAGES], LANGUAGES[0]);
        self.output.write(&format!("info string {sentence}"));
    }

    fn set_option(&mut self, words: &[&str]) {
        self.stop_search();
        let words = if words.first() == Some(&"name") { &words[1..] } else { words };
        let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = (words[..split].join(" "), words.get(split + 1..).unwrap_or(&[]).join(" "));
        match self.options.set(&name, &value) {
            Ok(Effect::NextSearch) => {}
            Ok(Effect::Searcher) => self.searcher = None,
            Ok(Effect::Game) => {
                let (rules, rejection) = self.options.rules();
                if *self.session.rules() != rules {
                    self.searcher = None;
                    self.session = start(rules);
                }
                if let Some(rejection) = rejection {
                    self.report(&rejection);
                }
                let (board, start) = (self.session.scene().board, self.session.start_text());
                self.output.write(&format!(
                    "info string variant {} files {} ranks {} startpos {start}",
                    self.options.info.id, board.cols, board.rows
                ));
            }
            Err(rejection) => self.report(&rejection),
        }
    }

    /// Parses `startpos moves …` or `fen TEXT moves …`. A position's text may contain spaces.
    fn read_position(&self, words: &[&str]) -> Result<Box<dyn Session>, Rejection> {
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (position, moves) = (&words[..split], words.get(split + 1..).unwrap_or(&[]));
        let text = match position {
            ["startpos"] => None,
            ["fen", text @ ..] => Some(text.join(" ")),
            _ => return Err(codes::UCI_POSITION.with(&[])),
        };
        let mut session = registry::open(self.session.rules().clone(), text.as_deref())?;
        for (number, text) in moves.iter().enumerate() {
            session.play(text).map_err(|because| {
                common::MOVE_REJECTED.with(&[&(number + 1), &(*text).to_string()]).because(vec![because])
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
        self.output.write(&text);
    }

    fn go(&mut self, words: &[&str]) {
        self.stop_search();
        let (go, rejections) = GoCommand::parse(words, &*self.session);
        rejections.iter().for_each(|rejection| self.report(rejection));
        let level = self.options.level();
        if self.debug {
            let level = level.map_or("none".to_string(), |level| level.to_string());
            self.output.write(&format!("info string {}, level {level}", go.describe()));
        }
        let control = Arc::new(SearchControl::new(go));
        let mut searcher = self.searcher.take();
        if control.go.perft.is_none() && self.session.outcome().is_none() {
            searcher.get_or_insert_with(|| {
                let rules = self.session.rules();
                let evaluation = load_evaluation(rules, self.options.evaluation.as_deref());
                let evaluation = evaluation.unwrap_or_else(|rejection| {
                    self.report(&rejection);
                    Evaluation::Default
                });
                let threads = self.options.threads as usize;
                let kind = match level {
                    Some(level) if level < *LEVELS.end() => SearchKind::Level(level),
                    _ => SearchKind::AlphaBeta { evaluation: &evaluation, threads },
                };
                handle::open(rules, kind, self.options.hash)
            });
        }
        let task = SearchTask {
            control: Arc::clone(&control),
            output: self.output,
            session: self.session.fork(),
            lines: self.options.lines as usize,
            seed: self.seed,
        };
        // A level may answer the same position differently the next time.
        self.seed = zobrist::mix(self.seed);
        let thread = self.scope.spawn(move || {
            if let Some(depth) = task.control.go.perft {
                task.run_perft(depth);
            } else {
                task.search(searcher.as_deref_mut());
            }
            searcher
        });
        self.running = Some(RunningSearch { control, thread });
    }
}

impl<W> Engine<'_, '_, W> {
    /// Stops a running search and waits for its answer. Waits for a perft to finish instead, so that a script can queue
    /// commands after it; only `stop` aborts a perft.
    fn stop_search(&mut self) {
        if let Some(search) = self.running.take() {
            if search.control.go.perft.is_none() {
                search.stop();
            }
            // If the thread panicked, `go` creates a new searcher.
            self.searcher = search.thread.join().ok().flatten();
        }
    }
}

impl<W> Drop for Engine<'_, '_, W> {
    fn drop(&mut self) {
        self.stop_search();
    }
}

/// A session at the start position.
fn start(rules: Rules) -> Box<dyn Session> {
    registry::open(rules, None).expect("the start is a position")
}
