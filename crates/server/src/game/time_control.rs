//! The time control of an online game.

use sanban_core::clock;
use sanban_core::position_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::time::Duration;

const MAX_DAYS_PER_TURN: u32 = 14;
const MIN_TIME: Duration = Duration::from_secs(1);
const MIN_TIME_RATED: Duration = Duration::from_secs(30);
/// The least time that a player has after a takeback.
const MIN_MS_AFTER_TAKEBACK: u64 = 1000;

/// How much time the players have. Its text form is empty, `5m+3s` or `3d`, and the serialised form is the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    Unlimited,
    /// A time for the whole game and an increment per turn.
    Clock(clock::TimeControl),
    /// Days per turn.
    Days(u32),
}

impl TimeControl {
    pub fn parse(text: &str) -> Option<TimeControl> {
        match text.strip_suffix('d') {
            _ if text.is_empty() => Some(TimeControl::Unlimited),
            Some(days) => {
                position_text::number(days).filter(|days| (1..=MAX_DAYS_PER_TURN).contains(days)).map(TimeControl::Days)
            }
            None => clock::TimeControl::parse(text).filter(|control| control.time >= MIN_TIME).map(TimeControl::Clock),
        }
    }

    /// The time on each player's clock at the start, in milliseconds; `None` without a clock.
    pub fn initial_ms(self) -> Option<u64> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Clock(control) => Some(millis(control.time)),
            TimeControl::Days(days) => Some(u64::from(days) * 24 * 3600 * 1000),
        }
    }

    /// The time on a player's clock after a turn that took `spent` of the `left` milliseconds.
    pub fn after_turn(self, left: u64, spent: u64) -> u64 {
        match self {
            TimeControl::Unlimited => left,
            TimeControl::Clock(control) => left.saturating_sub(spent) + millis(control.increment),
            TimeControl::Days(_) => self.initial_ms().unwrap_or_default(),
        }
    }

    /// The time on a player's clock after a turn is taken back: without the turn's increment, but not so little that the
    /// player loses at once.
    pub fn after_takeback(self, left: u64) -> u64 {
        match self {
            TimeControl::Clock(control) => {
                left.saturating_sub(millis(control.increment)).max(left.min(MIN_MS_AFTER_TAKEBACK))
            }
            TimeControl::Unlimited | TimeControl::Days(_) => left,
        }
    }

    /// Whether rated games may use it: with less time, speed with the mouse would decide.
    pub fn is_ratable(self) -> bool {
        !matches!(self, TimeControl::Clock(control) if control.time < MIN_TIME_RATED)
    }

    /// Whether both players stay at the board for the whole game, so that it matters when one leaves.
    pub fn is_live(self) -> bool {
        matches!(self, TimeControl::Clock(_))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Unlimited => Ok(()),
            TimeControl::Clock(control) => write!(f, "{control}"),
            TimeControl::Days(days) => write!(f, "{days}d"),
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        TimeControl::parse(&text).ok_or_else(|| de::Error::custom(format!("\"{text}\" is no time control")))
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_its_text() {
        for text in ["", "5m+3s", "90s", "1d", "14d"] {
            assert_eq!(TimeControl::parse(text).unwrap().to_string(), text);
        }
        for text in ["d", "0d", "15d", "1.5d", "-1d", "5", "x", "1ms", "999ms"] {
            assert_eq!(TimeControl::parse(text), None, "{text}");
        }
    }

    #[test]
    fn rates_only_games_of_thirty_seconds_or_more() {
        for (text, ratable) in [("", true), ("1d", true), ("30s", true), ("29s", false), ("1s+10s", false)] {
            assert_eq!(TimeControl::parse(text).unwrap().is_ratable(), ratable, "{text}");
        }
    }

    #[test]
    fn charges_turns_and_adds_increments() {
        let clock = TimeControl::parse("1m+2s").unwrap();
        assert_eq!(clock.initial_ms(), Some(60_000));
        assert_eq!(clock.after_turn(60_000, 10_000), 52_000);
        assert_eq!(clock.after_turn(5_000, 10_000), 2_000);
        let days = TimeControl::parse("2d").unwrap();
        assert_eq!(days.after_turn(1, 1), 172_800_000, "every turn has its own days");
    }
}
