//! How much time the players of a game have.

use sanban_core::clock::TimeControl;
use sanban_core::position_text;
use std::fmt;
use std::time::Duration;

/// The most days that a turn may take.
const MOST_DAYS: u32 = 14;

/// The least time for a game.
const SHORTEST: Duration = Duration::from_secs(1);
/// What a player has at least when a turn is taken back, in milliseconds.
const LEAST: u64 = 1000;
/// The least time for a rated game.
const SHORTEST_RATED: Duration = Duration::from_secs(30);

/// How fast a game goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As slowly as the players like.
    Free,
    /// So much time for the game, and more after each turn.
    Clock(TimeControl),
    /// So many days for each turn.
    Days(u32),
}

impl Pace {
    /// Reads nothing, `5m+3s`, or `3d`.
    pub fn parse(text: &str) -> Option<Pace> {
        match text.strip_suffix('d') {
            _ if text.is_empty() => Some(Pace::Free),
            Some(days) => position_text::number(days).filter(|days| (1..=MOST_DAYS).contains(days)).map(Pace::Days),
            None => TimeControl::parse(text).filter(|control| control.time >= SHORTEST).map(Pace::Clock),
        }
    }

    /// What a player has at the beginning, in milliseconds; nothing without a clock.
    pub fn at_first(self) -> Option<u64> {
        match self {
            Pace::Free => None,
            Pace::Clock(control) => Some(millis(control.time)),
            Pace::Days(days) => Some(u64::from(days) * 24 * 3600 * 1000),
        }
    }

    /// What a player has after a turn that has used so much of what was left.
    pub fn after(self, left: u64, spent: u64) -> u64 {
        match self {
            Pace::Free => left,
            Pace::Clock(control) => left.saturating_sub(spent) + millis(control.increment),
            Pace::Days(_) => self.at_first().unwrap_or_default(),
        }
    }

    /// What a player has when a turn is taken back: not what it added, but not so little that the game is lost by that alone.
    pub fn before(self, left: u64) -> u64 {
        match self {
            Pace::Clock(control) => left.saturating_sub(millis(control.increment)).max(left.min(LEAST)),
            Pace::Free | Pace::Days(_) => left,
        }
    }

    /// Whether nobody loses a rated game only by being slow with the mouse.
    pub fn is_ratable(self) -> bool {
        !matches!(self, Pace::Clock(control) if control.time < SHORTEST_RATED)
    }

    /// Whether the players sit at the board for the whole game, so that one who leaves is missed.
    pub fn is_live(self) -> bool {
        matches!(self, Pace::Clock(_))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Free => Ok(()),
            Pace::Clock(control) => write!(f, "{control}"),
            Pace::Days(days) => write!(f, "{days}d"),
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_are_read_as_they_are_written() {
        for text in ["", "5m+3s", "90s", "1d", "14d"] {
            assert_eq!(Pace::parse(text).unwrap().to_string(), text);
        }
        for text in ["d", "0d", "15d", "1.5d", "-1d", "5", "x", "1ms", "999ms"] {
            assert_eq!(Pace::parse(text), None, "{text}");
        }
    }

    #[test]
    fn rated_games_take_some_time() {
        for (text, ratable) in [("", true), ("1d", true), ("30s", true), ("29s", false), ("1s+10s", false)] {
            assert_eq!(Pace::parse(text).unwrap().is_ratable(), ratable, "{text}");
        }
    }

    #[test]
    fn a_turn_uses_time_and_gives_some() {
        let clock = Pace::parse("1m+2s").unwrap();
        assert_eq!(clock.at_first(), Some(60_000));
        assert_eq!(clock.after(60_000, 10_000), 52_000);
        assert_eq!(clock.after(5_000, 10_000), 2_000);
        let days = Pace::parse("2d").unwrap();
        assert_eq!(days.after(1, 1), 172_800_000, "each turn has its own");
    }
}
