//! Another program as a player, spoken to in UCI.

use sanban_core::rejection::{Argument, Key, Rejection, common};
use sanban_core::{Rules, Session};
use sanban_engine::Limits;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long a program may think where the limit is not a time.
const LONGEST: Duration = Duration::from_secs(600);
/// How long it may take to end when it is told to.
const FAREWELL: Duration = Duration::from_millis(200);
/// How often it is asked, while a program thinks, whether its answer is still wanted.
const LOOK: Duration = Duration::from_millis(50);
/// How many lines wait to be read, and how long one may be, in bytes: a program that says more is not listened to.
const WAITING: usize = 1000;
const LONGEST_LINE: u64 = 64 * 1024;

/// A program that plays. It is started when it is first needed, and again for another game after it has failed.
pub struct External {
    command: String,
    /// The options that it is told if it has them: without them it plays by its own rules.
    offered: Vec<(String, String)>,
    /// The options that somebody asked for.
    required: Vec<(String, String)>,
    limits: Limits,
    patience: Duration,
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
        while begun.elapsed() < FAREWELL {
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
    /// A program with its arguments, told to play by these rules and with these options. It may take as long as `patience`
    /// over an answer that needs no thinking, and as much longer than its limit over one that does.
    pub fn new(command: &str, limits: Limits, options: &[(String, String)], patience: Duration, rules: &Rules) -> Self {
        let offered =
            [("UCI_Variant", rules.info().id.to_string()), ("Rules", rules.text()), ("Hash", limits.hash.to_string())];
        External {
            command: command.to_string(),
            offered: offered.map(|(name, value)| (name.to_string(), value)).into(),
            required: options.to_vec(),
            limits,
            patience,
            running: None,
        }
    }

    /// The program and its arguments.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Begins another game.
    pub fn new_game(&mut self) -> Result<(), Rejection> {
        if self.running.is_none() {
            self.start()?;
        }
        self.ask("ucinewgame\nisready", "readyok").map(|_| ())
    }

    /// The program's answer in the position of a session: a move as it wrote it, or nothing where it says that there is
    /// none to make. It is told to stop when `go_on` no longer says so.
    pub fn choose(&mut self, session: &dyn Session, go_on: &dyn Fn() -> bool) -> Result<Option<String>, Rejection> {
        if self.running.is_none() {
            self.new_game()?;
        }
        let mut position = format!("position fen {}", session.start_text());
        if !session.played().is_empty() {
            position += &format!(" moves {}", session.played().join(" "));
        }
        let Limits { time, nodes, depth, .. } = self.limits;
        let mut go = "go".to_string();
        for (name, limit) in [("movetime", time.map(|t| t.as_millis() as u64)), ("nodes", nodes)] {
            go += &limit.map_or_else(String::new, |limit| format!(" {name} {limit}"));
        }
        go += &depth.map_or_else(String::new, |limit| format!(" depth {limit}"));
        let longest = time.unwrap_or(LONGEST);
        let told = self.wait_for("bestmove", &format!("{position}\n{go}"), longest, go_on)?;
        let answer = told.last().map_or("", String::as_str);
        let text = answer.split_whitespace().nth(1).unwrap_or("(none)");
        Ok((text != "(none)" && text != "0000").then(|| text.to_string()))
    }

    fn failed(&self, why: &dyn Argument) -> Rejection {
        common::ENGINE_FAILED.with(&[&self.command, why])
    }

    fn start(&mut self) -> Result<(), Rejection> {
        let mut words = self.command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut command = Command::new(program);
        // Ctrl-C is for whoever started it to hear, and to tell it what that means.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| self.failed(&error))?;
        let input = child.stdin.take().expect("it was piped");
        let mut output = BufReader::new(child.stdout.take().expect("it was piped"));
        let (sender, lines) = mpsc::sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while matches!((&mut output).take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
                // What is not text is no answer either.
                if sender.send(String::from_utf8_lossy(&line).trim().to_string()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        self.running = Some(Running { child, input, lines });
        let told = self.ask("uci", "uciok")?;
        let name = |line: &String| {
            let rest = line.strip_prefix("option name ")?;
            Some(rest.split(" type ").next().unwrap_or(rest).to_string())
        };
        let options: Vec<String> = told.iter().filter_map(name).collect();
        let has = |name: &str| options.iter().any(|known| known.eq_ignore_ascii_case(name));
        if let Some((name, _)) = self.required.iter().find(|(name, _)| !has(name)) {
            // A program that plays other than it was asked to would be measured for what it is not.
            self.running = None;
            return Err(common::ENGINE_OPTION.with(&[&self.command, name]));
        }
        let settings = self.offered.iter().filter(|(name, _)| has(name)).chain(&self.required);
        let commands: String = settings.map(|(name, value)| format!("setoption name {name} value {value}\n")).collect();
        self.ask(&format!("{commands}isready"), "readyok").map(|_| ())
    }

    /// Sends commands that need no thinking and gives the options that are told up to a line that begins with a word.
    fn ask(&mut self, commands: &str, word: &str) -> Result<Vec<String>, Rejection> {
        self.wait_for(word, commands, Duration::ZERO, &|| true)
    }

    /// Sends commands, the last of which may be thought about for so long, and gives the options that are told up to a line that
    /// begins with a word, and that line.
    fn wait_for(
        &mut self,
        word: &str,
        commands: &str,
        longest: Duration,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<String>, Rejection> {
        let answer = self.try_wait_for(word, commands, longest, go_on);
        answer.map_err(|why| {
            // It is not asked again before it has been started anew.
            self.running = None;
            self.failed(&why)
        })
    }

    fn try_wait_for(
        &mut self,
        word: &str,
        commands: &str,
        longest: Duration,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<String>, Key<'static>> {
        const ENDED: Key<'static> = Key("engine.ended");
        let running = self.running.as_mut().ok_or(ENDED)?;
        let send = |input: &mut ChildStdin, commands: &str| {
            writeln!(input, "{commands}").and_then(|()| input.flush()).map_err(|_| ENDED)
        };
        send(&mut running.input, commands)?;
        let mut deadline = Instant::now() + longest + self.patience;
        let mut was_stopped = false;
        let mut told = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match running.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    let first = line.split_whitespace().next();
                    let found = first == Some(word);
                    if found || first == Some("option") {
                        told.push(line);
                    }
                    if found {
                        return Ok(told);
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(ENDED),
            }
            // However much it says meanwhile.
            if left.is_zero() {
                return Err(Key("engine.silent"));
            }
            if !was_stopped && !go_on() {
                was_stopped = true;
                send(&mut running.input, "stop")?;
                deadline = deadline.min(Instant::now() + self.patience);
            }
        }
    }
}
