//! Locks that all nodes respect: advisory locks of the database, each held by a connection.

use super::session::Session;
use crate::secret;
use crate::store::{StoreError, StoreResult};
use sqlx::pool::PoolConnection;
use sqlx::{Connection, PgPool};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout, timeout_at};

/// How long somebody waits for a lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
/// How long releasing a lock may take before its connection is closed instead.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(1);

/// An advisory lock. The database releases it with its connection at the latest, also if the node crashes.
pub struct AdvisoryLock {
    key: i64,
    connection: Option<PoolConnection<sqlx::Postgres>>,
}

impl AdvisoryLock {
    /// Waits until nobody else holds the lock with this name.
    pub async fn acquire(pool: &PgPool, name: &str) -> StoreResult<AdvisoryLock> {
        let deadline = Instant::now() + LOCK_TIMEOUT;
        let mut session = Session::acquire(pool).await?;
        let key = key(name);
        let lock = sqlx::query("SELECT pg_advisory_lock($1)").bind(key);
        let locked = timeout_at(deadline, lock.execute(session.connection())).await;
        match locked {
            Ok(Ok(_)) => Ok(AdvisoryLock { key, connection: Some(session.into_connection()) }),
            // The session ends with its connection, and with it the lock, if it was acquired after all.
            result => match session.end(result) {
                Ok(_) => Err(StoreError::Unavailable("PostgreSQL: a lock was lost".into())),
                Err(error) => Err(error.repeatable()),
            },
        }
    }
}

impl Drop for AdvisoryLock {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let Ok(runtime) = Handle::try_current() else {
            // Closing the connection releases the lock.
            drop(connection.detach());
            return;
        };
        let key = self.key;
        runtime.spawn(async move {
            let unlock = sqlx::query_scalar("SELECT pg_advisory_unlock($1)").bind(key);
            let unlocked = timeout(RELEASE_TIMEOUT, unlock.fetch_one(&mut *connection)).await;
            if !matches!(unlocked, Ok(Ok(true))) {
                // It may be broken already.
                let _ = timeout(RELEASE_TIMEOUT, connection.detach().close()).await;
            }
        });
    }
}

/// Names that share a key would share a lock, which is harmless.
fn key(name: &str) -> i64 {
    let [a, b, c, d, e, f, g, h, ..] = secret::digest(name);
    i64::from_le_bytes([a, b, c, d, e, f, g, h])
}
