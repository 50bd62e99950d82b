//! Debian's `fairy-stockfish`, a program that we did not write, over UCI.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running fairy-stockfish that plays `jesonmor`.
pub struct FairyStockfish {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

/// Finds it on the path, or in the folder for games, which Debian leaves off the path. Without it, prints that the test is
/// skipped; with `SANBAN_REQUIRE_ALL` set, that is a failure.
pub fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join("fairy-stockfish")).find(|file| Path::is_file(file));
    if found.is_none() {
        assert!(std::env::var_os("SANBAN_REQUIRE_ALL").is_none(), "fairy-stockfish is not installed");
        // The test runner hides what is printed through the macros, but not this. One write, on a line of its own.
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("a test");
        let notice = format!("\nskipped {name}: fairy-stockfish is not installed (a Debian package)\n");
        let _ = std::io::stderr().write_all(notice.as_bytes());
    }
    found
}

impl FairyStockfish {
    /// Starts it, if it is installed.
    pub fn start() -> Option<Self> {
        let mut process =
            Command::new(find()?).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let input = process.stdin.take().expect("its input");
        let output = BufReader::new(process.stdout.take().expect("its output")).lines();
        let mut peer = FairyStockfish { process, input, output };
        peer.say("uci\nsetoption name UCI_Variant value jesonmor\nisready");
        peer.read_until("readyok");
        Some(peer)
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").expect("it listens");
    }

    /// The lines up to one that begins so.
    fn read_until(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.next().expect("it answers").expect("it writes text");
            let done = line.starts_with(end);
            lines.push(line);
            if done {
                return lines;
            }
        }
    }

    /// Its perft of a position, for each move.
    pub fn divide(&mut self, fen: &str, depth: u32) -> BTreeMap<String, u64> {
        self.say(&format!("position fen {fen}\ngo perft {depth}"));
        let lines = self.read_until("Nodes searched");
        let counts = lines.iter().filter_map(|line| line.split_once(": ")).filter(|(m, _)| *m != "Nodes searched");
        counts.map(|(m, n)| (m.to_string(), n.trim().parse().expect("a count"))).collect()
    }
}

impl Drop for FairyStockfish {
    fn drop(&mut self) {
        self.say("quit");
        let _ = self.process.wait();
    }
}
