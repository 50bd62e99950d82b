//! Players as people name them: a classic player by its name, or a search with its limits, such as
//! `engine:time=100ms`.

use crate::levels::LEVELS;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, position_text};
use std::time::Duration;

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// One of the game's classic players.
    Classic(String),
    /// The plain Monte Carlo tree search.
    Mcts(Limits),
    /// The engine.
    Engine {
        /// How long it may think.
        limits: Limits,
        /// On how many threads.
        threads: u16,
        /// The name of its evaluation, or a file of weights, if it is not the game's first.
        evaluation: Option<String>,
    },
    /// An opponent of a graded strength, from 1 to 8.
    Level(u8),
    /// Another program that speaks UCI.
    Uci {
        /// The program and its arguments.
        command: String,
        /// How long it may think.
        limits: Limits,
        /// The options to set, by name.
        options: Vec<(String, String)>,
        /// How long it may take to answer, over and above the time to think, before it counts as hung.
        patience: Duration,
    },
}

/// How long a search may think, and with how much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For how long.
    pub time: Option<Duration>,
    /// How many nodes, which are iterations of a tree search.
    pub nodes: Option<u64>,
    /// How many steps deep.
    pub depth: Option<u32>,
    /// Mebibytes of memory.
    pub hash: u32,
}

impl Default for Limits {
    /// What a search may take if nothing is said about it.
    fn default() -> Self {
        Limits { time: Some(Duration::from_secs(1)), nodes: None, depth: None, hash: 64 }
    }
}

/// How long another program may take to answer if nothing is said about it.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most threads that can be asked for.
const MOST_THREADS: u32 = 256;

impl Spec {
    /// Reads a player of a game.
    pub fn parse(text: &str, info: &GameInfo) -> Result<Self, Rejection> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "mcts" => {
                let mut keys = Keys::new(rest);
                let limits = keys.limits(false)?;
                keys.finish("time, nodes, hash")?;
                Ok(Spec::Mcts(limits))
            }
            "engine" => {
                let mut keys = Keys::new(rest);
                let limits = keys.limits(true)?;
                let threads = keys.number("threads", 1..=MOST_THREADS)?.unwrap_or(1) as u16;
                let evaluation = keys.take("eval").map(str::to_string);
                keys.finish("time, nodes, depth, hash, threads, eval")?;
                // What is no plain word is a file's name.
                let is_word = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric());
                if let Some(name) = evaluation.as_ref().filter(|name| is_word(name))
                    && !info.evaluations.iter().any(|(known, _)| known == name)
                {
                    let known: Vec<&str> = info.evaluations.iter().map(|(name, _)| *name).collect();
                    return Err(common::BAD_EVALUATION.with(&[name, &known.join(", ")]));
                }
                Ok(Spec::Engine { limits, threads, evaluation })
            }
            "level" => {
                let level =
                    position_text::number(rest).and_then(|n| u8::try_from(n).ok()).filter(|n| LEVELS.contains(n));
                level.map(Spec::Level).ok_or_else(|| common::BAD_LEVEL.with(&[&rest, LEVELS.end()]))
            }
            "uci" => {
                let (command, rest) = rest.split_once(',').unwrap_or((rest, ""));
                if command.trim().is_empty() {
                    return Err(common::NO_COMMAND.with(&[]));
                }
                let mut keys = Keys::new(rest);
                let limits = keys.limits(true)?;
                let patience = keys.duration("patience")?.unwrap_or(PATIENCE);
                let options = keys.take_prefixed("option.");
                keys.finish("time, nodes, depth, hash, patience, option.NAME")?;
                Ok(Spec::Uci { command: command.trim().to_string(), limits, options, patience })
            }
            _ if info.classics.contains(&text) => Ok(Spec::Classic(text.to_string())),
            _ => Err(common::UNKNOWN_PLAYER.with(&[&text, &info.name, &info.classics.join(", ")])),
        }
    }
}

/// What follows a player's name: `key=value,key=value`.
struct Keys<'a> {
    left: Vec<(&'a str, &'a str)>,
}

impl<'a> Keys<'a> {
    fn new(text: &'a str) -> Self {
        let parts = text.split(',').filter(|part| !part.is_empty());
        Keys { left: parts.map(|part| part.split_once('=').unwrap_or((part, ""))).collect() }
    }

    /// The last value given for a key.
    fn take(&mut self, key: &str) -> Option<&'a str> {
        let value = self.left.iter().rev().find(|(k, _)| *k == key).map(|(_, value)| *value);
        self.left.retain(|(k, _)| *k != key);
        value
    }

    fn take_prefixed(&mut self, prefix: &str) -> Vec<(String, String)> {
        let name = |key: &str| key.strip_prefix(prefix).map(str::to_string);
        let taken = self.left.iter().filter_map(|(k, value)| Some((name(k)?, value.to_string()))).collect();
        self.left.retain(|(k, _)| !k.starts_with(prefix));
        taken
    }

    fn number(&mut self, key: &str, range: std::ops::RangeInclusive<u32>) -> Result<Option<u32>, Rejection> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let number = position_text::number(value).filter(|n| range.contains(n));
        let expected = || format!("{}..{}", range.start(), range.end());
        number.map(Some).ok_or_else(|| common::BAD_VALUE.with(&[&key, &value, &expected()]))
    }

    fn duration(&mut self, key: &str) -> Result<Option<Duration>, Rejection> {
        let Some(value) = self.take(key) else { return Ok(None) };
        position_text::duration(value)
            .map(Some)
            .ok_or_else(|| common::BAD_VALUE.with(&[&key, &value, &"100ms, 20s, 5m"]))
    }

    /// The limits. One on nodes or depth alone leaves the time free.
    fn limits(&mut self, with_depth: bool) -> Result<Limits, Rejection> {
        let bad = |key: &str, value: &str, expected: &str| common::BAD_VALUE.with(&[&key, &value, &expected]);
        let mut limits = Limits { time: self.duration("time")?, ..Limits::default() };
        if let Some(value) = self.take("nodes") {
            let nodes = value.parse().ok().filter(|&n| n > 0 && value.bytes().all(|b| b.is_ascii_digit()));
            limits.nodes = Some(nodes.ok_or_else(|| bad("nodes", value, "1, 2, …"))?);
        }
        if with_depth {
            limits.depth = self.number("depth", 1..=100)?;
        }
        limits.hash = self.number("hash", 1..=65_536)?.unwrap_or(limits.hash);
        if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
            limits.time = Limits::default().time;
        }
        Ok(limits)
    }

    fn finish(self, known: &str) -> Result<(), Rejection> {
        match self.left.first() {
            Some((key, _)) => Err(common::UNKNOWN_LIMIT.with(&[key, &known])),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_games::registry;

    #[test]
    fn players_are_read() {
        let info = registry::GAMES[0];
        let parse = |text: &str| Spec::parse(text, info).map_err(|r| r.code.id);
        assert_eq!(parse(info.classics[0]), Ok(Spec::Classic(info.classics[0].to_string())));
        assert_eq!(parse("mcts"), Ok(Spec::Mcts(Limits::default())));
        let limits = Limits { time: Some(Duration::from_millis(100)), nodes: Some(5), depth: None, hash: 8 };
        assert_eq!(parse("mcts:time=100ms,nodes=5,hash=8"), Ok(Spec::Mcts(limits)));
        assert_eq!(parse("mcts:nodes=5"), Ok(Spec::Mcts(Limits { time: None, nodes: Some(5), ..Limits::default() })));
        for bad in ["mcts:time=100", "mcts:time=0ms", "mcts:time=ms", "mcts:nodes=0", "mcts:nodes=+1", "mcts:hash=0"] {
            assert_eq!(parse(bad), Err("bad-value"), "{bad}");
        }
        assert_eq!(parse("mcts:depth=3"), Err("unknown-limit"));
        assert_eq!(parse("nobody"), Err("unknown-player"));
        let Ok(Spec::Uci { command, limits, options, patience }) =
            parse("uci:a b,option.Skill Level=3,patience=2s,nodes=7")
        else {
            panic!("a program")
        };
        assert_eq!((command.as_str(), limits.nodes, patience), ("a b", Some(7), Duration::from_secs(2)));
        assert_eq!(options, [("Skill Level".to_string(), "3".to_string())]);
        assert_eq!(parse("uci:a,patience=2"), Err("bad-value"));
        assert_eq!(parse("uci: ,time=1s"), Err("no-command"));
    }
}
