//! Seats, outcomes and their reasons.

use std::fmt;

/// A player's place at the board, counted from 0. Who sits there is the session's matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The player who begins unless a toss says otherwise.
    pub const FIRST: Seat = Seat(0);
    /// The other player.
    pub const SECOND: Seat = Seat(1);

    /// The seat as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent, in a game of two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// Why a game ended, in words that programs read: never translated. A game may have reasons of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reason(pub &'static str);

impl Reason {
    /// The player to move has no legal turn.
    pub const NO_LEGAL_TURN: Reason = Reason("no legal turn");
    /// The position stood for the third time.
    pub const REPETITION: Reason = Reason("repetition");
    /// Too many plies without a capture.
    pub const QUIET_LIMIT: Reason = Reason("quiet limit");
    /// Too many turns.
    pub const TURN_LIMIT: Reason = Reason("turn limit");
    /// A player gave up.
    pub const RESIGNATION: Reason = Reason("resignation");
    /// A player's clock ran out.
    pub const TIME: Reason = Reason("time");
    /// The players agreed.
    pub const AGREEMENT: Reason = Reason("agreement");
    /// A player went away.
    pub const ABANDONMENT: Reason = Reason("abandonment");
    /// An engine crashed, hung or played an illegal move.
    pub const FORFEIT: Reason = Reason("forfeit");
}

impl Reason {
    /// The key of the reason among the messages: `reason.no-legal-turn`.
    pub fn key(self) -> String {
        format!("reason.{}", self.0.replace(' ', "-"))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why the game ended.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Seat, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// The result as records write it, in a game of two: `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self) -> &'static str {
        match self.winner {
            Some(Seat::FIRST) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }
}
