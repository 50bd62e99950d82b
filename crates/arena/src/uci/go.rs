//! The `go` command.

use crate::codes;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Seat, Session, position_text};
use sanban_engine::Limits;
use std::time::Duration;

/// Time reserved for the delay between the GUI's clock and ours.
const MOVE_OVERHEAD: Duration = Duration::from_millis(50);
/// How many moves share the remaining time without `movestogo`.
const DEFAULT_MOVES_TO_GO: u32 = 30;
const MAX_PERFT_DEPTH: u32 = 100;

/// A parsed `go` command.
#[derive(Default, Debug)]
pub(super) struct GoCommand {
    /// The time for this move, from `movetime` or the clocks.
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    /// Stop at a mate in at most this many turns.
    pub(super) mate: Option<u32>,
    /// Don't answer before `stop`.
    pub(super) infinite: bool,
    /// Don't answer, and don't run the clock, before `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// Count leaves at this depth instead of searching.
    pub(super) perft: Option<u32>,
    /// The root moves to search; empty for all.
    pub(super) search_moves: Vec<String>,
}

/// The clock parameters in milliseconds.
#[derive(Default)]
struct Clocks {
    remaining: [Option<u64>; 2],
    increments: [u64; 2],
    moves_to_go: Option<u32>,
}

const KEYWORDS: [&str; 13] = [
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
];

impl GoCommand {
    /// Parses the words after `go`. Returns a rejection for each part that it skipped.
    pub(super) fn parse(words: &[&str], session: &dyn Session) -> (Self, Vec<Rejection>) {
        let mut go = GoCommand::default();
        let mut clocks = Clocks::default();
        let mut rejections = Vec::new();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|text| !KEYWORDS.contains(text)) {
                        match session.canonical_move(text) {
                            Ok(text) => go.search_moves.push(text),
                            Err(rejection) => rejections.push(rejection),
                        }
                    }
                }
                _ if !KEYWORDS.contains(&word) => rejections.push(codes::UCI_LIMIT.with(&[&word])),
                _ => {
                    let value = words.next_if(|value| !KEYWORDS.contains(value)).unwrap_or("");
                    if let Err(rejection) = go.set_limit(word, value, &mut clocks) {
                        rejections.push(rejection);
                    }
                }
            }
        }
        go.time = go.time.into_iter().chain(clocks.time_for_move(session.to_move())).min();
        (go, rejections)
    }

    fn set_limit(&mut self, word: &str, value: &str, clocks: &mut Clocks) -> Result<(), Rejection> {
        let bad_value = |expected: &str| common::BAD_VALUE.with(&[&word, &value, &expected]);
        // GUIs send negative times after a flag fall.
        let number: i64 = value.parse().map_err(|_| bad_value("0, 1, 2, …"))?;
        let number = u64::try_from(number).unwrap_or(0);
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "movetime" => self.time = Some(Duration::from_millis(number.max(1))),
            "wtime" => clocks.remaining[0] = Some(number),
            "btime" => clocks.remaining[1] = Some(number),
            "winc" => clocks.increments[0] = number,
            "binc" => clocks.increments[1] = number,
            "movestogo" => clocks.moves_to_go = Some(small),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(small),
            _ => {
                let depth = position_text::number(value).filter(|&depth| depth <= MAX_PERFT_DEPTH);
                self.perft = Some(depth.ok_or_else(|| bad_value(&format!("0..{MAX_PERFT_DEPTH}")))?);
            }
        }
        Ok(())
    }

    /// The limits other than time.
    pub(super) fn limits(&self) -> Limits {
        Limits { time: None, nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }

    /// The limits as text for debug mode.
    pub(super) fn describe(&self) -> String {
        fn number<T: ToString>(limit: Option<T>) -> String {
            limit.map_or("none".to_string(), |n| n.to_string())
        }
        let time = number(self.time.map(|time| time.as_millis()));
        let (nodes, depth, mate) = (number(self.nodes), number(self.depth), number(self.mate));
        let moves = if self.search_moves.is_empty() { "all".to_string() } else { self.search_moves.join(" ") };
        format!("limits: time {time}, nodes {nodes}, depth {depth}, mate {mate}, moves {moves}")
    }
}

impl Clocks {
    /// The time for one move, if a clock was given: an even share of the remaining time plus most of the increment, capped
    /// so that the clock never runs out.
    fn time_for_move(&self, seat: Seat) -> Option<Duration> {
        if self.remaining.iter().all(Option::is_none) {
            return None;
        }
        let seat = seat.index().min(1);
        let remaining = Duration::from_millis(self.remaining[seat].unwrap_or(0));
        let increment = Duration::from_millis(self.increments[seat]);
        let share = remaining / self.moves_to_go.unwrap_or(DEFAULT_MOVES_TO_GO).max(1) + increment * 3 / 4;
        Some(share.min(remaining.saturating_sub(MOVE_OVERHEAD)).max(Duration::from_millis(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_core::Rules;
    use sanban_games::registry;

    fn parse(text: &str) -> (GoCommand, Vec<&'static str>) {
        let session = registry::open(Rules::official(registry::GAMES[0]), None).unwrap();
        let (go, rejections) = GoCommand::parse(&text.split_whitespace().collect::<Vec<_>>(), &*session);
        (go, rejections.iter().map(|rejection| rejection.code.id).collect())
    }

    #[test]
    fn divides_clock_time_among_moves() {
        for (text, millis) in [
            ("wtime 30000 btime 1", 1000),
            ("wtime 30000 btime 1 winc 400 binc 9000", 1300),
            ("wtime 30000 btime 1 movestogo 10", 3000),
            ("wtime 30000 btime 1 movestogo 1", 29_950),
            ("wtime 30000 btime 1 movestogo 0", 29_950),
            ("wtime 100 btime 1 winc 5000", 50),
            ("wtime 40 btime 90000", 1),
            ("wtime -200 btime 90000", 1),
            ("btime 90000", 1),
            ("movetime 250", 250),
            ("movetime 0", 1),
            ("movetime 250 wtime 3000 btime 3000", 100),
        ] {
            let (go, codes) = parse(text);
            assert_eq!((go.time, codes), (Some(Duration::from_millis(millis)), vec![]), "{text}");
        }
        assert_eq!(parse("wtime 9223372036854775807 winc 9223372036854775807 movestogo 1").1, [""; 0]);
        assert_eq!(parse("depth 3 winc 5").0.time, None);
    }

    #[test]
    fn skips_and_reports_malformed_parts() {
        for (text, expected) in [
            ("depth", &["bad-value"][..]),
            ("depth x nodes 5", &["bad-value"]),
            ("depth nodes 5", &["bad-value"]),
            ("faster nodes 5", &["uci-limit"]),
            ("perft 101 nodes 5", &["bad-value"]),
            ("perft -1", &["bad-value"]),
            ("wtime 99999999999999999999", &["bad-value"]),
        ] {
            let (go, codes) = parse(text);
            assert_eq!(codes, expected, "{text}");
            assert_eq!(go.nodes, text.contains("nodes 5").then_some(5), "{text}");
            assert!(go.depth.is_none() && go.perft.is_none() && go.time.is_none(), "{text}");
        }
    }

    #[test]
    fn search_moves_end_at_the_next_keyword() {
        let session = registry::open(Rules::official(registry::GAMES[0]), None).unwrap();
        let moves = session.moves();
        let (go, codes) = parse(&format!("searchmoves {} nonsense {} infinite depth 4", moves[2], moves[0]));
        assert_eq!(go.search_moves, [moves[2].clone(), moves[0].clone()]);
        assert_eq!(codes.len(), 1);
        assert!(go.infinite && go.depth == Some(4));
    }
}
