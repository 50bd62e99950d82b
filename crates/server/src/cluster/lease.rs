//! The lease of a node on its games.

use crate::store::LEASE_TIME;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::Instant;

/// When this node last renewed its lease in the store. Other nodes take its games over when it is too old.
#[derive(Debug)]
pub struct Lease {
    started: Instant,
    /// When the last successful renewal was sent, in milliseconds since `started`.
    renewed_ms: AtomicU64,
}

impl Lease {
    /// A lease that begins now.
    pub fn start() -> Lease {
        Lease { started: Instant::now(), renewed_ms: AtomicU64::new(0) }
    }

    /// Notes that the lease was renewed by a request that was sent at a moment.
    pub fn record_renewal(&self, sent: Instant) {
        let sent_ms = sent.saturating_duration_since(self.started).as_millis() as u64;
        self.renewed_ms.store(sent_ms, Relaxed);
    }

    /// How long ago the lease was renewed.
    pub fn age(&self) -> Duration {
        self.started.elapsed().saturating_sub(Duration::from_millis(self.renewed_ms.load(Relaxed)))
    }

    /// Whether no other node can have taken over games of this one. After a gap, this is known only when the store was asked.
    pub fn is_valid(&self) -> bool {
        self.age() < LEASE_TIME
    }
}
