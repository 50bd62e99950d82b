//! Network delay: how it is measured, and how much of it is returned to players.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tokio::time::Instant;

/// The most that is returned for one move, in milliseconds.
const MAX_LAG_PER_MOVE_MS: u64 = 500;
/// How much a player's budget grows with each move, in milliseconds.
const LAG_REFILL_MS: u64 = 100;

/// What can be returned to a player for network delay. The budget is full at first and grows with each move, so that
/// somebody who delays answers on purpose gains little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LagBudget {
    left: u64,
}

impl Default for LagBudget {
    fn default() -> Self {
        LagBudget { left: MAX_LAG_PER_MOVE_MS }
    }
}

impl LagBudget {
    /// How much of a delay can be returned now.
    pub fn returnable(self, lag: u64) -> u64 {
        lag.min(self.left)
    }

    /// Takes what was returned, and refills after a move.
    pub fn after_move(self, returned: u64) -> LagBudget {
        LagBudget { left: (self.left.saturating_sub(returned) + LAG_REFILL_MS).min(MAX_LAG_PER_MOVE_MS) }
    }
}

/// Measures the round trip of a connection by pings. Clones share the measurement.
#[derive(Clone, Default, Debug)]
pub struct LagMeter {
    shared: Arc<Shared>,
}

#[derive(Default, Debug)]
struct Shared {
    round_trip_ms: AtomicU64,
    /// The number of the last ping, and when it was sent, until it is answered.
    pending: Mutex<(u64, Option<Instant>)>,
}

impl LagMeter {
    /// The last measured round trip; 0 before the first.
    pub fn round_trip_ms(&self) -> u64 {
        self.shared.round_trip_ms.load(Relaxed)
    }

    /// Takes a measurement of another node.
    pub fn set(&self, round_trip_ms: u64) {
        self.shared.round_trip_ms.store(round_trip_ms, Relaxed);
    }

    /// Starts a measurement. Returns the ping's payload.
    pub fn ping(&self, now: Instant) -> Vec<u8> {
        let mut pending = self.shared.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.0 += 1;
        pending.1 = Some(now);
        pending.0.to_be_bytes().to_vec()
    }

    /// Ends a measurement, if this is the answer to the last ping.
    pub fn pong(&self, payload: &[u8], now: Instant) {
        let mut pending = self.shared.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if payload == pending.0.to_be_bytes()
            && let Some(sent) = pending.1.take()
        {
            self.shared.round_trip_ms.store(now.duration_since(sent).as_millis() as u64, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn returns_at_most_500_ms_a_move_and_100_ms_in_the_long_run() {
        let mut budget = LagBudget::default();
        let mut returned = Vec::new();
        for _ in 0..4 {
            let lag = budget.returnable(10_000);
            budget = budget.after_move(lag);
            returned.push(lag);
        }
        assert_eq!(returned, [500, 100, 100, 100]);
        assert_eq!(budget.returnable(30), 30, "never more than was measured");
        for _ in 0..10 {
            budget = budget.after_move(0);
        }
        assert_eq!(budget, LagBudget::default(), "it never exceeds its start");
    }

    #[test]
    fn measures_only_answers_to_the_last_ping() {
        let (meter, start) = (LagMeter::default(), Instant::now());
        let after = |ms| start + Duration::from_millis(ms);
        let first = meter.ping(start);
        meter.pong(b"unasked", after(7));
        assert_eq!(meter.round_trip_ms(), 0);
        meter.pong(&first, after(80));
        meter.pong(&first, after(3000));
        assert_eq!(meter.round_trip_ms(), 80, "an answer counts once");
        let late = meter.ping(after(4000));
        let last = meter.ping(after(5000));
        meter.pong(&late, after(5001));
        assert_eq!(meter.round_trip_ms(), 80);
        meter.pong(&last, after(5040));
        assert_eq!(meter.round_trip_ms(), 40);
    }
}
