//! Players as people name them: a classic player by its name, or a search with its limits, such as `mcts:time=100ms`.

use sanban_core::message::{Refusal, common};
use sanban_core::{Facts, fields};
use std::time::Duration;

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// One of the game's classic players.
    Classic(String),
    /// The plain Monte Carlo tree search.
    Mcts(Limits),
}

/// How long a search may think, and with how much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For how long.
    pub time: Option<Duration>,
    /// How many nodes, which are iterations of a tree search.
    pub nodes: Option<u64>,
    /// Mebibytes of memory.
    pub hash: u32,
}

/// What a search may take if nothing is said about it.
const DEFAULT: Limits = Limits { time: Some(Duration::from_secs(1)), nodes: None, hash: 64 };

impl Spec {
    /// Reads a player of a game.
    pub fn parse(text: &str, facts: &Facts) -> Result<Self, Refusal> {
        let (kind, keys) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "mcts" => Ok(Spec::Mcts(Limits::parse(keys)?)),
            _ if facts.classics.contains(&text) => Ok(Spec::Classic(text.to_string())),
            _ => Err(common::UNKNOWN_PLAYER.with(&[&text, &facts.name, &facts.classics.join(", ")])),
        }
    }
}

impl Limits {
    /// Reads `key=value,key=value`. A limit on nodes alone leaves the time free.
    fn parse(text: &str) -> Result<Self, Refusal> {
        let mut limits = Limits { time: None, nodes: None, ..DEFAULT };
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let bad = |expected: &str| common::BAD_VALUE.with(&[&key, &value, &expected]);
            match key {
                "time" => limits.time = Some(duration(value).ok_or_else(|| bad("100ms, 20s, 5m"))?),
                "nodes" => {
                    let nodes = value.parse().ok().filter(|&n| n > 0 && value.bytes().all(|b| b.is_ascii_digit()));
                    limits.nodes = Some(nodes.ok_or_else(|| bad("1, 2, …"))?);
                }
                "hash" => {
                    let hash = fields::number(value).filter(|n| (1..=65536).contains(n));
                    limits.hash = hash.ok_or_else(|| bad("1..65536"))?;
                }
                _ => return Err(common::UNKNOWN_LIMIT.with(&[&key, &"time, nodes, hash"])),
            }
        }
        if limits.time.is_none() && limits.nodes.is_none() {
            limits.time = DEFAULT.time;
        }
        Ok(limits)
    }
}

/// Reads a duration: `100ms`, `20s`, `5m`.
pub fn duration(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let number = u64::from(fields::number(digits)?);
    match &text[digits.len()..] {
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_secs(60 * number)),
        _ => None,
    }
    .filter(|time| !time.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_games::registry;

    #[test]
    fn players_are_read() {
        let facts = registry::GAMES[0];
        let parse = |text: &str| Spec::parse(text, facts).map_err(|r| r.code.id);
        assert_eq!(parse(facts.classics[0]), Ok(Spec::Classic(facts.classics[0].to_string())));
        assert_eq!(parse("mcts"), Ok(Spec::Mcts(DEFAULT)));
        let limits = Limits { time: Some(Duration::from_millis(100)), nodes: Some(5), hash: 8 };
        assert_eq!(parse("mcts:time=100ms,nodes=5,hash=8"), Ok(Spec::Mcts(limits)));
        assert_eq!(parse("mcts:nodes=5"), Ok(Spec::Mcts(Limits { time: None, nodes: Some(5), ..DEFAULT })));
        for bad in ["mcts:time=100", "mcts:time=0ms", "mcts:time=ms", "mcts:nodes=0", "mcts:nodes=+1", "mcts:hash=0"] {
            assert_eq!(parse(bad), Err("bad-value"), "{bad}");
        }
        assert_eq!(parse("mcts:depth=3"), Err("unknown-limit"));
        assert_eq!(parse("nobody"), Err("unknown-player"));
    }
}
