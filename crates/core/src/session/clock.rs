//! A clock for two players, with an increment after every turn.

use crate::outcome::Seat;
use crate::position_text::duration;
use std::fmt;
use std::time::Duration;

/// A monotonic time source: the time since a fixed but arbitrary moment. The crate has no clock of its own.
pub type TimeSource = fn() -> Duration;

/// The longest accepted time for a game.
const MAX_TIME: Duration = Duration::from_secs(24 * 3600);
/// The longest accepted increment.
const MAX_INCREMENT: Duration = Duration::from_secs(3600);

/// The time that each player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time for the whole game.
    pub time: Duration,
    /// The time added after each turn.
    pub increment: Duration,
}

impl TimeControl {
    /// Reads `5m+3s`, or `5m`.
    pub fn parse(text: &str) -> Option<TimeControl> {
        let (time, increment) = match text.split_once('+') {
            Some((time, increment)) => (duration(time)?, duration(increment)?),
            None => (duration(text)?, Duration::ZERO),
        };
        let is_allowed = time <= MAX_TIME && increment <= MAX_INCREMENT;
        is_allowed.then_some(TimeControl { time, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |time: Duration| match time.as_millis() {
            ms if ms % 60_000 == 0 && ms > 0 => format!("{}m", ms / 60_000),
            ms if ms % 1000 == 0 => format!("{}s", ms / 1000),
            ms => format!("{ms}ms"),
        };
        write!(f, "{}", text(self.time))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", text(self.increment)) }
    }
}

/// The clock of a game.
#[derive(Clone, Debug)]
pub struct Clock {
    /// The time control.
    pub control: TimeControl,
    timer: TimeSource,
    left: [Duration; 2],
    /// Whose time runs, and since when.
    running: Option<(Seat, Duration)>,
}

impl Clock {
    /// A stopped clock with the full time for both players.
    pub fn new(control: TimeControl, timer: TimeSource) -> Self {
        Clock { control, timer, left: [control.time; 2], running: None }
    }

    /// The time a player has left.
    pub fn time_left(&self, seat: Seat) -> Duration {
        let since = self.running.filter(|(s, _)| *s == seat).map(|(_, since)| since);
        let used = since.map_or(Duration::ZERO, |since| (self.timer)().saturating_sub(since));
        self.left[seat.index()].saturating_sub(used)
    }

    /// Sets the time a player has left.
    pub fn set_time_left(&mut self, seat: Seat, left: Duration) {
        self.left[seat.index()] = left;
        if let Some((running, since)) = &mut self.running
            && *running == seat
        {
            *since = (self.timer)();
        }
    }

    /// Starts a player's clock and stops the other; does nothing if it runs already.
    pub fn start(&mut self, seat: Seat) {
        if self.running.is_none_or(|(running, _)| running != seat) {
            self.stop();
            self.running = Some((seat, (self.timer)()));
        }
    }

    /// Stops the clock.
    pub fn stop(&mut self) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.time_left(seat);
            self.running = None;
        }
    }

    /// Ends a player's turn: stops the clock and adds the increment.
    pub fn press(&mut self, seat: Seat) {
        self.stop();
        self.left[seat.index()] += self.control.increment;
    }
}

/// A time as a clock shows it: `4:05`, or `1:04:05` from one hour on.
pub fn format_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Reads a time as records write it in `[%clk 0:04:05]`.
pub fn parse_time(text: &str) -> Option<Duration> {
    let mut seconds = 0;
    for part in text.split(':') {
        seconds = seconds * 60 + part.parse::<u64>().ok().filter(|&n| n < 1 << 20)?;
    }
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn time_controls_survive_a_round_trip() {
        for text in ["5m", "5m+3s", "90s+500ms", "30s"] {
            assert_eq!(TimeControl::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "5", "+3s", "0s", "5m+", "5m+3s+1s", "48000m"] {
            assert_eq!(TimeControl::parse(text), None, "{text}");
        }
    }

    thread_local! {
        static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    #[test]
    fn running_clock_uses_time_and_press_adds_the_increment() {
        let seconds = Duration::from_secs;
        let mut clock = Clock::new(TimeControl::parse("1m+2s").unwrap(), || NOW.get());
        clock.start(Seat::FIRST);
        NOW.set(seconds(20));
        assert_eq!([Seat::FIRST, Seat::SECOND].map(|seat| clock.time_left(seat)), [seconds(40), seconds(60)]);
        clock.press(Seat::FIRST);
        NOW.set(seconds(30));
        assert_eq!(clock.time_left(Seat::FIRST), seconds(42), "the clock is stopped");
        clock.set_time_left(Seat::SECOND, seconds(5));
        assert_eq!(format_time(clock.time_left(Seat::SECOND)), "0:05");
        assert_eq!(format_time(seconds(3665)), "1:01:05");
        assert_eq!(parse_time("1:01:05"), Some(seconds(3665)));
        assert_eq!(parse_time("x:05"), None);
    }
}
