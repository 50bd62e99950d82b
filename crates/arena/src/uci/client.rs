//! UCI client: another program as a player.

use crate::codes;
use sanban_core::rejection::{Argument, MessageKey, Rejection};
use sanban_core::{Rules, Session};
use sanban_engine::Limits;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Time limit for a move without a time limit of its own.
const MAX_MOVE_TIME: Duration = Duration::from_secs(600);
/// How long a program may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(200);
/// How often the client checks for cancellation while a program thinks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How many lines of output are buffered. A program that writes more has to wait.
const MAX_BUFFERED_LINES: usize = 1000;
/// Longer lines are split.
const MAX_LINE_BYTES: u64 = 64 * 1024;

/// A UCI engine in a child process. It is started on demand, and restarted after a failure.
pub struct UciClient {
    command: String,
    /// Options to set if the program has them.
    optional: Vec<(String, String)>,
    /// Options that the program must have.
    required: Vec<(String, String)>,
    limits: Limits,
    /// How long the program may take to answer in addition to its thinking time.
    timeout: Duration,
    process: Option<EngineProcess>,
}

struct EngineProcess {
    child: Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Ask first, then kill.
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        let asked = Instant::now();
        while asked.elapsed() < QUIT_TIMEOUT {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl UciClient {
    /// Prepares to run a command with these rules and options. `timeout` limits the answers that need no thinking, and how
    /// far the program may exceed its thinking time.
    pub fn new(command: &str, limits: Limits, options: &[(String, String)], timeout: Duration, rules: &Rules) -> Self {
        let optional =
            [("UCI_Variant", rules.info().id.to_string()), ("Rules", rules.text()), ("Hash", limits.hash.to_string())];
        UciClient {
            command: command.to_string(),
            optional: optional.map(|(name, value)| (name.to_string(), value)).into(),
            required: options.to_vec(),
            limits,
            timeout,
            process: None,
        }
    }

    /// The command line of the program.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Tells the program that a new game begins.
    pub fn new_game(&mut self) -> Result<(), Rejection> {
        if self.process.is_none() {
            self.start()?;
        }
        self.ask("ucinewgame\nisready", "readyok").map(|_| ())
    }

    /// The program's move as it wrote it; `None` if it has no move. The client sends `stop` once `keep_going` returns
    /// false.
    pub fn choose(
        &mut self,
        session: &dyn Session,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<String>, Rejection> {
        if self.process.is_none() {
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
        let thinking_time = time.unwrap_or(MAX_MOVE_TIME);
        let lines = self.wait_for("bestmove", &format!("{position}\n{go}"), thinking_time, keep_going)?;
        let answer = lines.last().map_or("", String::as_str);
        let text = answer.split_whitespace().nth(1).unwrap_or("(none)");
        Ok((text != "(none)" && text != "0000").then(|| text.to_string()))
    }

    fn failed(&self, why: &dyn Argument) -> Rejection {
        codes::ENGINE_FAILED.with(&[&self.command, why])
    }

    fn start(&mut self) -> Result<(), Rejection> {
        let mut words = self.command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut command = Command::new(program);
        // Ctrl-C is for us to handle: a process group of its own shields the program from it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| self.failed(&crate::io_reason(&error)))?;
        let input = child.stdin.take().expect("stdio is piped");
        let mut output = BufReader::new(child.stdout.take().expect("stdio is piped"));
        let (sender, lines) = mpsc::sync_channel(MAX_BUFFERED_LINES);
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while matches!((&mut output).take(MAX_LINE_BYTES).read_until(b'\n', &mut line), Ok(1..)) {
                // Invalid UTF-8 is no answer either.
                if sender.send(String::from_utf8_lossy(&line).trim().to_string()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        self.process = Some(EngineProcess { child, input, lines });
        let lines = self.ask("uci", "uciok")?;
        let name = |line: &String| {
            let rest = line.strip_prefix("option name ")?;
            Some(rest.split(" type ").next().unwrap_or(rest).to_string())
        };
        let options: Vec<String> = lines.iter().filter_map(name).collect();
        let has = |name: &str| options.iter().any(|known| known.eq_ignore_ascii_case(name));
        if let Some((name, _)) = self.required.iter().find(|(name, _)| !has(name)) {
            // Without the option, a match would measure something else.
            self.process = None;
            return Err(codes::ENGINE_OPTION.with(&[&self.command, name]));
        }
        let settings = self.optional.iter().filter(|(name, _)| has(name)).chain(&self.required);
        let commands: String = settings.map(|(name, value)| format!("setoption name {name} value {value}\n")).collect();
        self.ask(&format!("{commands}isready"), "readyok").map(|_| ())
    }

    /// Sends commands that need no thinking. Returns as [`Self::wait_for`] does.
    fn ask(&mut self, commands: &str, word: &str) -> Result<Vec<String>, Rejection> {
        self.wait_for(word, commands, Duration::ZERO, &|| true)
    }

    /// Sends commands, then waits for a line that begins with `word`. Returns the `option` lines before it, and that line.
    fn wait_for(
        &mut self,
        word: &str,
        commands: &str,
        thinking_time: Duration,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<String>, Rejection> {
        let answer = self.try_wait_for(word, commands, thinking_time, keep_going);
        answer.map_err(|why| {
            // Start the program again before the next command.
            self.process = None;
            self.failed(&why)
        })
    }

    fn try_wait_for(
        &mut self,
        word: &str,
        commands: &str,
        thinking_time: Duration,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<String>, MessageKey<'static>> {
        const EXITED: MessageKey<'static> = MessageKey("engine-ended");
        let process = self.process.as_mut().ok_or(EXITED)?;
        let send = |input: &mut ChildStdin, commands: &str| {
            writeln!(input, "{commands}").and_then(|()| input.flush()).map_err(|_| EXITED)
        };
        send(&mut process.input, commands)?;
        let mut deadline = Instant::now() + thinking_time + self.timeout;
        let mut was_stopped = false;
        let mut lines = Vec::new();
        loop {
            let remaining = deadline.saturating_duration_since(Instant::now());
            match process.lines.recv_timeout(remaining.min(POLL_INTERVAL)) {
                Ok(line) => {
                    let first = line.split_whitespace().next();
                    let is_answer = first == Some(word);
                    if is_answer || first == Some("option") {
                        lines.push(line);
                    }
                    if is_answer {
                        return Ok(lines);
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(EXITED),
            }
            // The deadline holds however much the program writes.
            if remaining.is_zero() {
                return Err(MessageKey("engine-silent"));
            }
            if !was_stopped && !keep_going() {
                was_stopped = true;
                send(&mut process.input, "stop")?;
                deadline = deadline.min(Instant::now() + self.timeout);
            }
        }
    }
}
