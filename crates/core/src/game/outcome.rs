//! Seats, outcomes and their reasons.

use std::fmt;

/// A player's seat at the board, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The player who moves first in the start position.
    pub const FIRST: Seat = Seat(0);
    /// The other player.
    pub const SECOND: Seat = Seat(1);

    /// The seat as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent's seat.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// Why a game ended, as a code that is never translated. A game may have reasons of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reason(pub &'static str);

impl Reason {
    /// The player to move has no legal turn.
    pub const NO_LEGAL_TURN: Reason = Reason("no legal turn");
    /// The position occurred for the third time.
    pub const REPETITION: Reason = Reason("repetition");
    /// The limit of plies without a capture was reached.
    pub const QUIET_LIMIT: Reason = Reason("quiet limit");
    /// The limit of turns was reached.
    pub const TURN_LIMIT: Reason = Reason("turn limit");
    /// A player resigned.
    pub const RESIGNATION: Reason = Reason("resignation");
    /// A player's clock ran out.
    pub const TIME: Reason = Reason("time");
    /// The players agreed on the result.
    pub const AGREEMENT: Reason = Reason("agreement");
    /// A player left the game.
    pub const ABANDONMENT: Reason = Reason("abandonment");
    /// An engine crashed, hung or played an illegal move.
    pub const FORFEIT: Reason = Reason("forfeit");
}

impl Reason {
    /// The message key of the reason: `reason-no-legal-turn`.
    pub fn key(self) -> String {
        format!("reason-{}", self.0.replace(' ', "-"))
    }

    /// The key of the sentence that explains the reason at the end of a game: `ending-no-legal-turn`. The sentence may use
    /// `{$winner}`, `{$loser}`, the values of the game's options, and `{$reader}`: `winner`, `loser`, `both` after a draw, or
    /// `nobody` if no player is addressed.
    pub fn ending_key(self) -> String {
        format!("ending-{}", self.0.replace(' ', "-"))
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
    /// The winner; `None` in a draw.
    pub winner: Option<Seat>,
    /// Why the game ended.
    pub reason: Reason,
}

impl Outcome {
    /// A game that a player won.
    pub const fn win(winner: Seat, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// A game that nobody won.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// The result as records write it: `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self) -> &'static str {
        match self.winner {
            Some(Seat::FIRST) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }
}
