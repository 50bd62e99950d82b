//! Another program as a player, spoken to in UCI.

use sanban_core::message::{Refusal, common};
use sanban_core::{Rules, Session};
use sanban_engine::Limits;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long a program may take to answer what needs no thinking.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much longer than its limit it may think.
const GRACE: Duration = Duration::from_secs(5);
/// How long it may think where the limit is not a time.
const LONGEST: Duration = Duration::from_secs(600);

/// A program that plays. It is started when it is first needed, and again for another game after it has failed.
pub struct External {
    command: String,
    settings: Vec<(String, String)>,
    limits: Limits,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It is asked first; whoever does not listen is ended.
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(200) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl External {
    /// A program with its arguments, told to play by these rules and with these settings.
    pub fn new(command: &str, limits: Limits, options: &[(String, String)], rules: &Rules) -> Self {
        let mut settings =
            vec![("UCI_Variant".to_string(), rules.facts().id.to_string()), ("Rules".to_string(), rules.text())];
        settings.push(("Hash".to_string(), limits.hash.to_string()));
        settings.extend(options.iter().cloned());
        External { command: command.to_string(), settings, limits, running: None }
    }

    /// The program and its arguments.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Begins another game.
    pub fn new_game(&mut self) -> Result<(), Refusal> {
        if self.running.is_none() {
            self.start()?;
        }
        self.ask("ucinewgame\nisready", "readyok", PATIENCE).map(|_| ())
    }

    /// The program's answer in the position of a session: a move as it wrote it, or nothing where it says that there is
    /// none to make.
    pub fn choose(&mut self, session: &dyn Session) -> Result<Option<String>, Refusal> {
        if self.running.is_none() {
            self.new_game()?;
        }
        let mut position = format!("position fen {}", session.begun_at());
        if !session.played().is_empty() {
            position += &format!(" moves {}", session.played().join(" "));
        }
        let Limits { time, nodes, depth, .. } = self.limits;
        let mut go = "go".to_string();
        for (name, limit) in [("movetime", time.map(|t| t.as_millis() as u64)), ("nodes", nodes)] {
            go += &limit.map_or_else(String::new, |limit| format!(" {name} {limit}"));
        }
        go += &depth.map_or_else(String::new, |limit| format!(" depth {limit}"));
        let patience = time.map_or(LONGEST, |time| time + GRACE);
        let answer = self.ask(&format!("{position}\n{go}"), "bestmove", patience)?;
        let text = answer.split_whitespace().nth(1).unwrap_or("(none)");
        Ok((text != "(none)" && text != "0000").then(|| text.to_string()))
    }

    fn failed(&self, why: &str) -> Refusal {
        common::ENGINE_FAILED.with(&[&self.command, &why])
    }

    fn start(&mut self) -> Result<(), Refusal> {
        let mut words = self.command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| self.failed(&error.to_string()))?;
        let input = child.stdin.take().expect("it was piped");
        let output = BufReader::new(child.stdout.take().expect("it was piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.split(b'\n') {
                // What is not text is no answer either.
                let Ok(line) = line else { break };
                if sender.send(String::from_utf8_lossy(&line).trim().to_string()).is_err() {
                    break;
                }
            }
        });
        self.running = Some(Running { child, input, lines });
        let told = self.ask_all("uci", "uciok", PATIENCE)?;
        let name = |line: &String| {
            let rest = line.strip_prefix("option name ")?;
            Some(rest.split(" type ").next().unwrap_or(rest).to_string())
        };
        let options: Vec<String> = told.iter().filter_map(name).collect();
        let mut commands = String::new();
        for (name, value) in &self.settings {
            // A program that does not know our options plays by its own rules.
            if options.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                commands += &format!("setoption name {name} value {value}\n");
            }
        }
        self.ask(&format!("{commands}isready"), "readyok", PATIENCE).map(|_| ())
    }

    /// Sends commands and waits for a line that begins with a word.
    fn ask(&mut self, commands: &str, word: &str, patience: Duration) -> Result<String, Refusal> {
        let mut lines = self.ask_all(commands, word, patience)?;
        Ok(lines.pop().unwrap_or_default())
    }

    /// The same; gives all lines up to that one.
    fn ask_all(&mut self, commands: &str, word: &str, patience: Duration) -> Result<Vec<String>, Refusal> {
        let answer = self.try_ask(commands, word, patience);
        answer.map_err(|why| {
            // It is not asked again before it has been started anew.
            self.running = None;
            self.failed(why)
        })
    }

    fn try_ask(&mut self, commands: &str, word: &str, patience: Duration) -> Result<Vec<String>, &'static str> {
        const ENDED: &str = "it has ended";
        let running = self.running.as_mut().ok_or(ENDED)?;
        writeln!(running.input, "{commands}").and_then(|()| running.input.flush()).map_err(|_| ENDED)?;
        let deadline = Instant::now() + patience;
        let mut told = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match running.lines.recv_timeout(left) {
                Ok(line) => {
                    let found = line.split_whitespace().next() == Some(word);
                    told.push(line);
                    if found {
                        return Ok(told);
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => return Err("it does not answer"),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(ENDED),
            }
        }
    }
}
