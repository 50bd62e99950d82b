//! What `go` asks for.

use sanban_core::rejection::{Rejection, common};
use sanban_core::{Seat, Session, position_text};
use sanban_engine::Limits;
use std::time::Duration;

/// What is lost between the caller's clock and ours, at most.
const OVERHEAD: Duration = Duration::from_millis(50);
/// How many more moves are reckoned with, if nobody says.
const MOVES_TO_GO: u32 = 30;
/// The deepest perft; more would never end.
const DEEPEST_PERFT: u32 = 100;

/// What a search is to do.
#[derive(Default, Debug)]
pub(super) struct Order {
    /// For how long, once the time counts.
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    /// A win in so many turns is good enough.
    pub(super) mate: Option<u32>,
    /// Not to answer before it is stopped.
    pub(super) infinite: bool,
    /// Not to answer, and not to count the time, before it is stopped or the move that is pondered on is played.
    pub(super) ponder: bool,
    /// Instead of searching, to count the sequences of so many moves.
    pub(super) perft: Option<u32>,
    /// The only moves to look at; all if there are none here.
    pub(super) only: Vec<String>,
}

/// What the clocks show, in milliseconds.
#[derive(Default)]
struct Clocks {
    left: [Option<u64>; 2],
    increments: [u64; 2],
    moves_to_go: Option<u32>,
}

const WORDS: [&str; 13] = [
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

impl Order {
    /// Reads what follows `go` in the position of a session. What cannot be read is left out, and told.
    pub(super) fn read(words: &[&str], session: &dyn Session) -> (Self, Vec<Rejection>) {
        let mut order = Order::default();
        let mut clocks = Clocks::default();
        let mut rejections = Vec::new();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => order.infinite = true,
                "ponder" => order.ponder = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|text| !WORDS.contains(text)) {
                        match session.canonical_move(text) {
                            Ok(text) => order.only.push(text),
                            Err(rejection) => rejections.push(rejection),
                        }
                    }
                }
                _ if !WORDS.contains(&word) => rejections.push(common::UCI_LIMIT.with(&[&word])),
                _ => {
                    let value = words.next_if(|value| !WORDS.contains(value)).unwrap_or("");
                    if let Err(rejection) = order.limit(word, value, &mut clocks) {
                        rejections.push(rejection);
                    }
                }
            }
        }
        order.time = order.time.into_iter().chain(clocks.allow(session.to_move())).min();
        (order, rejections)
    }

    fn limit(&mut self, word: &str, value: &str, clocks: &mut Clocks) -> Result<(), Rejection> {
        let refused = |expected: &str| common::BAD_VALUE.with(&[&word, &value, &expected]);
        // A clock may be overdrawn.
        let number: i64 = value.parse().map_err(|_| refused("0, 1, 2, …"))?;
        let number = u64::try_from(number).unwrap_or(0);
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "movetime" => self.time = Some(Duration::from_millis(number.max(1))),
            "wtime" => clocks.left[0] = Some(number),
            "btime" => clocks.left[1] = Some(number),
            "winc" => clocks.increments[0] = number,
            "binc" => clocks.increments[1] = number,
            "movestogo" => clocks.moves_to_go = Some(small),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(small),
            _ => {
                let depth = position_text::number(value).filter(|&depth| depth <= DEEPEST_PERFT);
                self.perft = Some(depth.ok_or_else(|| refused(&format!("0..{DEEPEST_PERFT}")))?);
            }
        }
        Ok(())
    }

    /// The limits that do not depend on the clock.
    pub(super) fn limits(&self) -> Limits {
        Limits { time: None, nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }

    /// The order in words, for whoever looks for a mistake.
    pub(super) fn told(&self) -> String {
        fn number<T: ToString>(limit: Option<T>) -> String {
            limit.map_or("none".to_string(), |n| n.to_string())
        }
        let time = number(self.time.map(|time| time.as_millis()));
        let (nodes, depth, mate) = (number(self.nodes), number(self.depth), number(self.mate));
        let moves = if self.only.is_empty() { "all".to_string() } else { self.only.join(" ") };
        format!("limits: time {time}, nodes {nodes}, depth {depth}, mate {mate}, moves {moves}")
    }
}

impl Clocks {
    /// How long the player in a seat may think about this move, if there are clocks: an even share of what is left and most of
    /// what is given back, but never so long that the clock would run out on the way.
    fn allow(&self, seat: Seat) -> Option<Duration> {
        if self.left.iter().all(Option::is_none) {
            return None;
        }
        let of_seat = seat.index().min(1);
        let left = Duration::from_millis(self.left[of_seat].unwrap_or(0));
        let increment = Duration::from_millis(self.increments[of_seat]);
        let share = left / self.moves_to_go.unwrap_or(MOVES_TO_GO).max(1) + increment * 3 / 4;
        Some(share.min(left.saturating_sub(OVERHEAD)).max(Duration::from_millis(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_core::Rules;
    use sanban_games::registry;

    fn read(text: &str) -> (Order, Vec<&'static str>) {
        let session = registry::open(Rules::official(registry::GAMES[0]), None).unwrap();
        let (order, rejections) = Order::read(&text.split_whitespace().collect::<Vec<_>>(), &*session);
        (order, rejections.iter().map(|rejection| rejection.code.id).collect())
    }

    #[test]
    fn clocks_are_shared_out() {
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
            let (order, refused) = read(text);
            assert_eq!((order.time, refused), (Some(Duration::from_millis(millis)), vec![]), "{text}");
        }
        assert_eq!(read("wtime 9223372036854775807 winc 9223372036854775807 movestogo 1").1, [""; 0]);
        assert_eq!(read("depth 3 winc 5").0.time, None);
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        for (text, refused) in [
            ("depth", &["bad-value"][..]),
            ("depth x nodes 5", &["bad-value"]),
            ("depth nodes 5", &["bad-value"]),
            ("faster nodes 5", &["uci-limit"]),
            ("perft 101 nodes 5", &["bad-value"]),
            ("perft -1", &["bad-value"]),
            ("wtime 99999999999999999999", &["bad-value"]),
        ] {
            let (order, codes) = read(text);
            assert_eq!(codes, refused, "{text}");
            assert_eq!(order.nodes, text.contains("nodes 5").then_some(5), "{text}");
            assert!(order.depth.is_none() && order.perft.is_none() && order.time.is_none(), "{text}");
        }
    }

    #[test]
    fn moves_to_look_at_end_with_the_next_limit() {
        let session = registry::open(Rules::official(registry::GAMES[0]), None).unwrap();
        let moves = session.moves();
        let (order, refused) = read(&format!("searchmoves {} nonsense {} infinite depth 4", moves[2], moves[0]));
        assert_eq!(order.only, [moves[2].clone(), moves[0].clone()]);
        assert_eq!(refused.len(), 1);
        assert!(order.infinite && order.depth == Some(4));
    }
}
