//! Tests of the UCI engine through its input and output.

mod protocol;
mod search;

use sanban_arena::uci;
use sanban_core::{GameInfo, Rules, Session};
use sanban_games::registry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, PipeWriter, Read, Write};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// A connection to an engine that runs on its own thread.
struct Connection {
    input: Option<PipeWriter>,
    output: mpsc::Receiver<String>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

impl Connection {
    fn new() -> Self {
        let (input, to) = std::io::pipe().unwrap();
        let (from, output) = std::io::pipe().unwrap();
        let thread = std::thread::spawn(|| uci::serve(BufReader::new(input), output, 1));
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || BufReader::new(from).lines().try_for_each(|line| sender.send(line.expect("text"))));
        Connection { input: Some(to), output, thread: Some(thread) }
    }

    fn game(info: &GameInfo, rules: &str) -> Self {
        let mut engine = Connection::new();
        engine.ask(&format!("setoption name UCI_Variant value {}", info.id));
        engine.ask(&format!("setoption name Rules value {rules}"));
        engine
    }

    fn send(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    fn line(&mut self) -> String {
        self.output.recv_timeout(ANSWER_TIMEOUT).expect("an answer")
    }

    /// Reads lines up to and including one with this prefix.
    fn read_until(&mut self, end: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(end) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends `isready` and returns the lines before its answer.
    fn pending_lines(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.read_until("readyok");
        lines.pop();
        lines
    }

    /// Sends a command and returns the lines that it prints.
    fn ask(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.pending_lines()
    }

    fn fen(&mut self) -> String {
        let lines = self.ask("d");
        lines.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("a position").to_string()
    }

    /// Searches. Returns all lines up to `bestmove`.
    fn go(&mut self, limits: &str) -> Vec<String> {
        self.send(&format!("go {limits}"));
        self.read_until("bestmove")
    }

    fn best(&mut self, limits: &str) -> String {
        best(&self.go(limits)).to_string()
    }

    /// Closes the input after a last command and returns the remaining output.
    fn close(mut self, last: &str) -> Vec<String> {
        write!(self.input.as_mut().unwrap(), "{last}").unwrap();
        drop(self.input.take());
        let mut rest = Vec::new();
        loop {
            match self.output.recv_timeout(ANSWER_TIMEOUT) {
                Ok(line) => rest.push(line),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("the engine does not exit"),
            }
        }
        self.thread.take().unwrap().join().expect("no panic").expect("no error");
        rest
    }
}

fn best(lines: &[String]) -> &str {
    lines.last().unwrap().split_whitespace().nth(1).unwrap()
}

/// The word that follows another one in a line.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split_whitespace().skip_while(|&w| w != word);
    words.nth(1).unwrap_or_else(|| panic!("no {word} in {line}"))
}

fn infos(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).filter(|line| line.starts_with("info depth")).collect()
}

fn nodes(lines: &[String]) -> u64 {
    after(infos(lines).last().unwrap(), "nodes").parse().unwrap()
}

fn open(info: &'static GameInfo, rules: &str) -> Box<dyn Session> {
    registry::open(Rules::parse(info, rules).unwrap(), None).unwrap()
}

fn find(id: &str) -> &'static GameInfo {
    registry::find(id).unwrap()
}
