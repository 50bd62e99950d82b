//! The health of a store: whether it works now, and why it never will again.

use super::StoreError;
use prometheus_client::metrics::counter::Counter;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How long a write may take before the store counts as failing.
const MAX_WRITE_TIME: Duration = Duration::from_millis(250);

/// What the writer of a store knows about its health. Clones share it.
#[derive(Clone, Default)]
pub struct StoreHealth {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    writes: Mutex<Writes>,
    /// Whether the last check of the files failed.
    has_failed_check: AtomicBool,
    failures: Counter,
    fatal: watch::Sender<Option<StoreError>>,
}

#[derive(Default)]
struct Writes {
    /// When the write began that is under way.
    began: Option<Instant>,
    /// Whether the last write failed.
    has_failed: bool,
}

impl StoreHealth {
    pub fn begin_write(&self) {
        self.writes().began = Some(Instant::now());
    }

    pub fn end_write(&self, has_failed: bool) {
        if has_failed {
            self.shared.failures.inc();
        }
        *self.writes() = Writes { began: None, has_failed };
    }

    /// Records the result of a write that runs beside others, and beside the one under way.
    pub fn end_concurrent_write(&self, has_failed: bool) {
        if has_failed {
            self.shared.failures.inc();
        }
        self.writes().has_failed = has_failed;
    }

    /// Whether the last write succeeded, and the one under way, if any, doesn't take too long.
    pub fn is_responding(&self) -> bool {
        let writes = self.writes();
        !writes.has_failed && writes.began.is_none_or(|began| began.elapsed() <= MAX_WRITE_TIME)
    }

    /// Records whether the store's files could be checked.
    pub fn end_check(&self, has_failed: bool) {
        self.shared.has_failed_check.store(has_failed, Relaxed);
    }

    /// Whether the store can be used, as far as the last write and the last check know.
    pub fn is_healthy(&self) -> bool {
        self.is_responding() && !self.shared.has_failed_check.load(Relaxed) && self.fatal().is_none()
    }

    /// Counts the writes that failed.
    pub fn failures(&self) -> Counter {
        self.shared.failures.clone()
    }

    fn writes(&self) -> MutexGuard<'_, Writes> {
        // No code under this lock can leave it half changed.
        self.shared.writes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the store can't be used any more. The first reason counts.
    pub fn set_fatal(&self, error: StoreError) {
        self.shared.fatal.send_if_modified(|fatal| {
            let is_first = fatal.is_none();
            if is_first {
                tracing::error!(%error, "the store can't be used any more; the server stops");
                *fatal = Some(error);
            }
            is_first
        });
    }

    /// Why the store can't be used any more.
    pub fn fatal(&self) -> Option<StoreError> {
        self.shared.fatal.borrow().clone()
    }

    /// Waits until the store can't be used any more.
    pub async fn wait_fatal(&self) -> StoreError {
        let mut fatal = self.shared.fatal.subscribe();
        let error = fatal.wait_for(Option::is_some).await.ok().and_then(|error| error.clone());
        match error {
            Some(error) => error,
            None => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn counts_failed_and_slow_writes_as_failing() {
        let health = StoreHealth::default();
        assert!(health.is_responding());
        health.begin_write();
        assert!(health.is_responding(), "it has only begun");
        tokio::time::sleep(MAX_WRITE_TIME * 2).await;
        assert!(!health.is_responding(), "it takes too long");
        health.end_write(true);
        assert_eq!(health.failures().get(), 1);
        assert!(!health.is_responding(), "it failed");
        health.begin_write();
        assert!(!health.is_responding(), "the next one hasn't succeeded yet");
        health.end_write(false);
        assert!(health.is_responding() && health.is_healthy());
        health.end_concurrent_write(true);
        assert!(!health.is_responding(), "until the next success");
        health.begin_write();
        tokio::time::sleep(MAX_WRITE_TIME * 2).await;
        health.end_concurrent_write(false);
        assert!(!health.is_responding(), "another one still takes too long");
        health.end_write(false);
        health.end_check(true);
        assert!(health.is_responding() && !health.is_healthy());
        health.end_check(false);
        assert!(health.is_healthy());
        health.set_fatal(StoreError::Superseded);
        assert!(!health.is_healthy());
    }
}
