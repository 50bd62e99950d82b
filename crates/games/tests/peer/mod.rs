//! Debian's `fairy-stockfish`, an independent implementation of Jeson Mor, over UCI.

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

/// Finds it on the path or in `/usr/games`, which Debian leaves off the path. If it is missing, prints that the test is skipped, or
/// fails if `SANBAN_REQUIRE_ALL` is set.
pub fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join("fairy-stockfish")).find(|file| Path::is_file(file));
    if found.is_none() {
        assert!(std::env::var_os("SANBAN_REQUIRE_ALL").is_none(), "fairy-stockfish is not installed");
        // The test runner captures what the macros print, but not this. A single write keeps the line together.
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
        peer.send("uci\nsetoption name UCI_Variant value jesonmor\nisready");
        peer.read_until("readyok");
        Some(peer)
    }

    fn send(&mut self, text: &str) {
        writeln!(self.input, "{text}").expect("it listens");
    }

    /// Reads lines up to one with this prefix.
    fn read_until(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.next().expect("it answers").expect("it writes text");
            let is_last = line.starts_with(end);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Runs perft on a position, with a count for each move.
    pub fn divide(&mut self, fen: &str, depth: u32) -> BTreeMap<String, u64> {
        self.send(&format!("position fen {fen}\ngo perft {depth}"));
        let lines = self.read_until("Nodes searched");
        let counts = lines.iter().filter_map(|line| line.split_once(": ")).filter(|(m, _)| *m != "Nodes searched");
        counts.map(|(m, n)| (m.to_string(), n.trim().parse().expect("a count"))).collect()
    }
}

impl Drop for FairyStockfish {
    fn drop(&mut self) {
        self.send("quit");
        let _ = self.process.wait();
    }
}
