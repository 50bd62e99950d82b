//! Which process owns a game. Of the processes that share a store, the *nodes*, only the owner of a game appends to its log.
//!
//! A node is alive as long as it renews its lease. Every claim of a game has a new fencing number, and a write with an older one
//! is a conflict. A store that belongs to one process has one owner for everything.

use super::postgres::AdvisoryLock;
use crate::secret;
use crate::time::Uptime;
use std::sync::Arc;
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

/// A node that is alive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub id: String,
    /// The address that it listens on.
    pub address: String,
    /// The version of the program.
    pub version: String,
    /// How long ago it renewed its lease, in milliseconds.
    pub lease_age_ms: u64,
    /// How many games it owns.
    pub games: u64,
}

/// A lock that all processes which share the store respect. Dropping it releases the lock.
pub enum StoreLock {
    /// In this process.
    Local { _guard: OwnedMutexGuard<()> },
    /// In the database.
    Postgres { _lock: AdvisoryLock },
}

/// How many locks of different names can be held at once. Names beyond that share a lock.
const LOCAL_LOCKS: usize = 64;

/// Locks within this process, by name.
#[derive(Clone)]
pub struct LocalLocks(Arc<[Arc<Mutex<()>>; LOCAL_LOCKS]>);

impl Default for LocalLocks {
    fn default() -> Self {
        LocalLocks(Arc::new(std::array::from_fn(|_| Arc::default())))
    }
}

impl LocalLocks {
    /// Waits until nobody else holds the lock with this name. Don't hold two at once: they may be the same.
    pub async fn lock(&self, name: &str) -> StoreLock {
        let place = usize::from(secret::digest(name)[0]) % LOCAL_LOCKS;
        StoreLock::Local { _guard: self.0[place].clone().lock_owned().await }
    }
}
