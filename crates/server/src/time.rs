//! The server's clock: wall time for people, monotonic time for what is charged to players.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// A moment in both kinds of time, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    /// Since 1970.
    pub wall_ms: u64,
    /// Since the server started; it never goes back.
    pub monotonic_ms: u64,
}

/// A period in which the server ran, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uptime {
    /// When it became reachable.
    pub since: u64,
    /// When it last reported that it was running.
    pub until: u64,
}

/// Tells the time, and since when and until when the server is reachable.
pub struct Clock {
    started: Instant,
    reachable_since: AtomicU64,
    closing_since: OnceLock<u64>,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { started: Instant::now(), reachable_since: AtomicU64::default(), closing_since: OnceLock::new() }
    }

    pub fn now(&self) -> Timestamp {
        Timestamp { wall_ms: self.wall_ms(), monotonic_ms: self.monotonic_ms() }
    }

    pub fn wall_ms(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
    }

    pub fn monotonic_ms(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Converts monotonic milliseconds to an instant that a timer can wait for.
    pub fn instant(&self, monotonic_ms: u64) -> Instant {
        self.started + Duration::from_millis(monotonic_ms)
    }

    /// Records that clients can reach the server from now on.
    pub fn mark_reachable(&self) {
        self.reachable_since.store(self.wall_ms(), Relaxed);
    }

    /// Records that the server is shutting down. No player runs out of time after this.
    pub fn mark_closing(&self) {
        self.closing_since.get_or_init(|| self.wall_ms());
    }

    pub fn is_closing(&self) -> bool {
        self.closing_since.get().is_some()
    }

    /// The period to store, so that the next start charges nobody for time in which the server was down.
    pub fn uptime(&self) -> Uptime {
        let until = self.closing_since.get().copied().unwrap_or_else(|| self.wall_ms());
        Uptime { since: self.reachable_since.load(Relaxed), until }
    }
}
