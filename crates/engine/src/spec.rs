//! Players by name: a classic player, or a search with its limits, such as `engine:time=100ms`.

use crate::codes;
use crate::evaluation::evaluation_names;
use crate::levels::LEVELS;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, position_text};
use std::time::Duration;

/// A player on the command line or in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// One of the game's classic players.
    Classic(String),
    /// The plain Monte Carlo tree search.
    Mcts(Limits),
    /// Alpha-beta at full strength.
    Engine {
        /// When a search ends.
        limits: Limits,
        /// The number of threads.
        threads: u16,
        /// The name of its evaluation, or a file of weights or of a network; `None` for the game's default.
        evaluation: Option<String>,
    },
    /// An opponent of a graded strength, from 1 to 8.
    Level(u8),
    /// Another program that speaks UCI.
    Uci {
        /// The program and its arguments.
        command: String,
        /// What its `go` command asks for.
        limits: Limits,
        /// The options to set, by name.
        options: Vec<(String, String)>,
        /// How long it may take to answer, beyond its thinking time, before it counts as hung.
        patience: Duration,
    },
}

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum time.
    pub time: Option<Duration>,
    /// The maximum number of nodes; iterations for a Monte Carlo search.
    pub nodes: Option<u64>,
    /// The maximum depth in steps.
    pub depth: Option<u32>,
    /// The memory in MiB.
    pub hash: u32,
}

impl Default for Limits {
    /// One second and 64 MiB.
    fn default() -> Self {
        Limits { time: Some(Duration::from_secs(1)), nodes: None, depth: None, hash: 64 }
    }
}

/// The default time for another program to answer.
const DEFAULT_RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum number of threads.
const MAX_THREADS: u32 = 256;

/// Whether an evaluation is a file, and not a name.
fn is_evaluation_file(evaluation: &str) -> bool {
    !evaluation.bytes().all(|c| c.is_ascii_alphanumeric())
}

impl Spec {
    /// The file that its evaluation has to be read from.
    pub fn evaluation_file(&self) -> Option<&str> {
        match self {
            Spec::Engine { evaluation, .. } => {
                evaluation.as_deref().filter(|evaluation| is_evaluation_file(evaluation))
            }
            _ => None,
        }
    }

    /// Parses a player of a game.
    pub fn parse(text: &str, info: &'static GameInfo) -> Result<Self, Rejection> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "mcts" => {
                let mut settings = Settings::new(rest);
                let limits = settings.limits(false)?;
                settings.finish("time, nodes, hash")?;
                Ok(Spec::Mcts(limits))
            }
            "engine" => {
                let mut settings = Settings::new(rest);
                let limits = settings.limits(true)?;
                let threads = settings.number("threads", 1..=MAX_THREADS)?.unwrap_or(1) as u16;
                let evaluation = settings.take("eval").map(str::to_string);
                settings.finish("time, nodes, depth, hash, threads, eval")?;
                let known = evaluation_names(info);
                if let Some(name) = evaluation.as_ref().filter(|name| !is_evaluation_file(name))
                    && !known.contains(&name.as_str())
                {
                    return Err(codes::BAD_EVALUATION.with(&[name, &known.join(", ")]));
                }
                Ok(Spec::Engine { limits, threads, evaluation })
            }
            "level" => {
                let level =
                    position_text::number(rest).and_then(|n| u8::try_from(n).ok()).filter(|n| LEVELS.contains(n));
                level.map(Spec::Level).ok_or_else(|| codes::BAD_LEVEL.with(&[&rest, LEVELS.end()]))
            }
            "uci" => {
                let (command, rest) = rest.split_once(',').unwrap_or((rest, ""));
                if command.trim().is_empty() {
                    return Err(codes::NO_COMMAND.with(&[]));
                }
                let mut settings = Settings::new(rest);
                let limits = settings.limits(true)?;
                let patience = settings.duration("patience")?.unwrap_or(DEFAULT_RESPONSE_TIMEOUT);
                let options = settings.take_prefixed("option.");
                settings.finish("time, nodes, depth, hash, patience, option.NAME")?;
                Ok(Spec::Uci { command: command.trim().to_string(), limits, options, patience })
            }
            _ if info.classics.contains(&text) => Ok(Spec::Classic(text.to_string())),
            _ => Err(codes::UNKNOWN_PLAYER.with(&[&text, &info.name, &info.classics.join(", ")])),
        }
    }
}

impl Spec {
    /// Whether the player thinks by time, so that its strength depends on the machine.
    pub fn thinks_by_time(&self) -> bool {
        match self {
            Spec::Classic(_) => false,
            Spec::Mcts(limits) | Spec::Engine { limits, .. } | Spec::Uci { limits, .. } => limits.time.is_some(),
            Spec::Level(level) => level == LEVELS.end(),
        }
    }
}

/// The settings after a player's name: `key=value,key=value`.
struct Settings<'a> {
    remaining: Vec<(&'a str, &'a str)>,
}

impl<'a> Settings<'a> {
    fn new(text: &'a str) -> Self {
        let parts = text.split(',').filter(|part| !part.is_empty());
        Settings { remaining: parts.map(|part| part.split_once('=').unwrap_or((part, ""))).collect() }
    }

    /// Removes a key and returns its last value.
    fn take(&mut self, key: &str) -> Option<&'a str> {
        let value = self.remaining.iter().rev().find(|(k, _)| *k == key).map(|(_, value)| *value);
        self.remaining.retain(|(k, _)| *k != key);
        value
    }

    fn take_prefixed(&mut self, prefix: &str) -> Vec<(String, String)> {
        let name = |key: &str| key.strip_prefix(prefix).map(str::to_string);
        let values = self.remaining.iter().filter_map(|(k, value)| Some((name(k)?, value.to_string()))).collect();
        self.remaining.retain(|(k, _)| !k.starts_with(prefix));
        values
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

    /// Reads the limits. With a limit on nodes or depth alone, the time is unlimited.
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
        match self.remaining.first() {
            Some((key, _)) => Err(codes::UNKNOWN_LIMIT.with(&[key, &known])),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_games::registry;

    #[test]
    fn parses_players() {
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
        for (text, by_time) in [("level:7", false), ("level:8", true), ("mcts", true), ("engine:nodes=5", false)] {
            assert_eq!(parse(text).map(|spec| spec.thinks_by_time()), Ok(by_time), "{text}");
        }
        assert_eq!(parse("uci:a,patience=2"), Err("bad-value"));
        assert_eq!(parse("uci: ,time=1s"), Err("no-command"));
    }
}
