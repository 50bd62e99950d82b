//! The log: lines that repeat are throttled, and games are not named by their ids.

use crate::secret;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a line is logged that repeats.
const REPEAT_INTERVAL: Duration = Duration::from_secs(10);

/// Limits how often one line is logged.
pub struct Throttle {
    state: Mutex<State>,
}

struct State {
    last_logged: Option<Instant>,
    suppressed: u64,
}

impl Throttle {
    pub const fn new() -> Throttle {
        Throttle { state: Mutex::new(State { last_logged: None, suppressed: 0 }) }
    }

    /// Counts a line. Returns how many were suppressed since the last one that was logged, or `None` to suppress this one,
    /// too.
    pub fn admit(&self, now: Instant) -> Option<u64> {
        // No code under this lock can leave the state half changed.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.last_logged.is_some_and(|last| now.saturating_duration_since(last) < REPEAT_INTERVAL) {
            state.suppressed += 1;
            return None;
        }
        state.last_logged = Some(now);
        Some(std::mem::take(&mut state.suppressed))
    }
}

/// Logs a line at a level, but not again within ten seconds. The field `suppressed` says how often it was left out.
macro_rules! log_throttled {
    ($level:ident, $($event:tt)+) => {{
        static THROTTLE: $crate::log::Throttle = $crate::log::Throttle::new();
        if let Some(suppressed) = THROTTLE.admit(std::time::Instant::now()) {
            tracing::$level!(suppressed, $($event)+);
        }
    }};
}
pub(crate) use log_throttled;

/// How the log names a game: by the first ten digits of the SHA-256 digest of its id. The id itself lets anybody join a game
/// by a link.
pub struct GameTag<'a>(pub &'a str);

impl fmt::Display for GameTag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        secret::digest(self.0)[..5].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throttles_repeated_lines_and_counts_them() {
        let (throttle, start) = (Throttle::new(), Instant::now());
        assert_eq!(throttle.admit(start), Some(0));
        for ms in 1..=99 {
            assert_eq!(throttle.admit(start + Duration::from_millis(ms * 100)), None);
        }
        assert_eq!(throttle.admit(start + REPEAT_INTERVAL), Some(99));
        assert_eq!(throttle.admit(start + REPEAT_INTERVAL), None);
        assert_eq!(throttle.admit(start + 3 * REPEAT_INTERVAL), Some(1));
        assert_eq!(throttle.admit(start + 4 * REPEAT_INTERVAL), Some(0));
    }

    #[test]
    fn tags_games_without_their_ids() {
        // As `printf %s abc | sha256sum` prints it.
        assert_eq!(GameTag("abc").to_string(), "ba7816bf8f");
    }
}
