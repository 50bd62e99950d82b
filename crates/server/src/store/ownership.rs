//! Which process owns a game. Of the processes that share a store, the *nodes*, only the owner of a game appends to its log.
//!
//! A node is alive as long as it renews its lease. Every claim of a game has a new fencing number, and a write with an older one
//! is a conflict. A store that belongs to one process has one owner for everything.

use super::postgres::AdvisoryLock;
use crate::time::Uptime;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// How long a node counts as alive after it has renewed its lease.
pub const LEASE_TIME: Duration = Duration::from_secs(3);

/// The fencing number of a new game.
pub const NEW_GAME_FENCE: u64 = 1;

/// The answer to a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// This node owns the game from now on.
    Owned(Ownership),
    /// The node with this id owns it, and is alive.
    OwnedBy(String),
}

/// The right to append to a game's log, until another node claims the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ownership {
    pub fence: u64,
    /// When the last owner served, if it ended or lost its lease while it owned the game.
    pub last_owner: Option<Uptime>,
}

/// A lock that all processes which share the store respect. Dropping it releases the lock.
pub enum StoreLock {
    /// In this process.
    Local { _guard: OwnedMutexGuard<()> },
    /// In the database.
    Postgres { _lock: AdvisoryLock },
}

/// Locks within this process, by name.
#[derive(Clone, Default)]
pub struct LocalLocks(Arc<std::sync::Mutex<HashMap<String, Weak<Mutex<()>>>>>);

impl LocalLocks {
    /// Waits until nobody else holds the lock with this name.
    pub async fn lock(&self, name: &str) -> StoreLock {
        let lock = self.find(name);
        StoreLock::Local { _guard: lock.lock_owned().await }
    }

    fn find(&self, name: &str) -> Arc<Mutex<()>> {
        // No code under this lock can leave the map half changed.
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = locks.get(name).and_then(Weak::upgrade) {
            return lock;
        }
        if locks.len() == locks.capacity() {
            // Before the map grows, so that it stays as small as what is in use.
            locks.retain(|_, lock| lock.strong_count() > 0);
        }
        let lock = Arc::<Mutex<()>>::default();
        locks.insert(name.to_string(), Arc::downgrade(&lock));
        lock
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::poll;

    #[tokio::test]
    async fn locks_of_different_names_are_independent() {
        let locks = LocalLocks::default();
        let mut held = Vec::new();
        for number in 0..1000 {
            held.push(locks.lock(&number.to_string()).await);
        }
        let mut waiting = Box::pin(locks.lock("7"));
        assert!(poll!(&mut waiting).is_pending());
        held.clear();
        drop(waiting.await);
        for number in 0..100_000 {
            drop(locks.lock(&number.to_string()).await);
        }
        assert!(locks.0.lock().unwrap().len() < 10_000, "locks that nobody holds are forgotten");
    }
}
