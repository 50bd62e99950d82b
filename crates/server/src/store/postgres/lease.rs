//! The node's lease, and the time in which no node served the site. All lease times are by the clock of the database.

use super::session::OperationError;
use crate::store::LEASE_TIME;
use crate::time::Uptime;
use sqlx::{Connection, PgConnection};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

type Result<T> = std::result::Result<T, OperationError>;

/// How long no node may renew its lease before it counts as time in which the site was down.
const MAX_SITE_GAP: Duration = Duration::from_secs(5);
/// How long a node must have renewed its lease again before it takes others for dead. When the database comes back, all leases have
/// expired, and all nodes need a moment to renew them.
const STEADY_TIME: Duration = Duration::from_secs(2);

/// This node.
pub struct Identity {
    /// Random, and new at each start.
    pub id: String,
    pub address: String,
    pub version: &'static str,
}

/// What this node knows about its own lease.
#[derive(Default)]
pub struct Lease {
    renewals: Mutex<Renewals>,
}

#[derive(Default)]
struct Renewals {
    /// When the last renewal that succeeded was sent.
    last: Option<Instant>,
    /// Since when there was no gap, if there was one.
    steady_since: Option<Instant>,
}

impl Lease {
    /// Records a renewal that was sent at a time.
    pub fn renewed(&self, sent: Instant) {
        let mut renewals = self.renewals();
        if renewals.last.is_some_and(|last| sent.duration_since(last) > LEASE_TIME) {
            renewals.steady_since = Some(sent);
        }
        renewals.last = Some(sent);
    }

    /// Whether the lease has been renewed without a gap lately, so that a node whose lease has expired is really dead.
    pub fn is_steady(&self) -> bool {
        let renewals = self.renewals();
        renewals.last.is_none_or(|last| last.elapsed() < LEASE_TIME)
            && renewals.steady_since.is_none_or(|since| since.elapsed() >= STEADY_TIME)
    }

    fn renewals(&self) -> MutexGuard<'_, Renewals> {
        // No code under this lock can leave it half changed.
        self.renewals.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins or renews the lease of a node. Returns whether the site has been served without a gap; if not, [`end_gap`] has to follow.
pub async fn renew(connection: &mut PgConnection, node: &Identity, uptime: Uptime) -> Result<bool> {
    let served: i64 = sqlx::query_scalar(
        "WITH served AS (
           UPDATE site SET until = clock_timestamp()
           WHERE until > clock_timestamp() - $7 * interval '1 millisecond' RETURNING 1
         ), node AS (
           INSERT INTO nodes (id, address, version, expires, since, until)
           VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', $5, $6)
           ON CONFLICT (id) DO UPDATE SET expires = excluded.expires, since = excluded.since, until = excluded.until
         )
         SELECT count(*) FROM served",
    )
    .bind(&node.id)
    .bind(&node.address)
    .bind(node.version)
    .bind(LEASE_TIME.as_millis() as i64)
    .bind(uptime.since as i64)
    .bind(uptime.until as i64)
    .bind(MAX_SITE_GAP.as_millis() as i64)
    .fetch_one(connection)
    .await?;
    Ok(served > 0)
}

/// Moves all deadlines by the time in which no node served the site, and by `grace_ms`, unless another node has done so.
pub async fn end_gap(connection: &mut PgConnection, grace_ms: u64) -> Result<()> {
    let mut transaction = connection.begin().await?;
    // There may be very many games.
    sqlx::raw_sql("SET LOCAL statement_timeout = '60s'").execute(&mut *transaction).await?;
    // Of several nodes that come back at once, the first moves the deadlines. The others wait here and then see no gap.
    sqlx::raw_sql("SELECT FROM site FOR UPDATE").execute(&mut *transaction).await?;
    let gap: Option<i64> =
        sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp() - until) * 1000)::bigint FROM site")
            .fetch_one(&mut *transaction)
            .await?;
    if let Some(gap) = gap.filter(|gap| *gap > MAX_SITE_GAP.as_millis() as i64) {
        let moved = sqlx::query("UPDATE games SET deadline = deadline + $1 WHERE deadline IS NOT NULL")
            .bind(gap + grace_ms as i64)
            .execute(&mut *transaction)
            .await?;
        tracing::info!(gap_ms = gap, games = moved.rows_affected(), "moved deadlines by the time without a server");
    }
    sqlx::raw_sql("UPDATE site SET until = clock_timestamp()").execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}

/// Ends the lease of a node, so that others take its games at once.
pub async fn end(connection: &mut PgConnection, node: &Identity) -> Result<()> {
    sqlx::query("UPDATE nodes SET expires = clock_timestamp() - interval '1 second' WHERE id = $1")
        .bind(&node.id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes nodes that ended long ago and own no game. The others are needed to tell until when their games were served.
pub async fn remove_old_nodes(connection: &mut PgConnection) -> Result<()> {
    sqlx::raw_sql(
        "DELETE FROM nodes WHERE expires < clock_timestamp() - interval '1 hour'
         AND NOT EXISTS (SELECT 1 FROM games WHERE games.owner = nodes.id)",
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The ids of the nodes that are alive, in order.
pub async fn living_nodes(connection: &mut PgConnection) -> Result<Vec<String>> {
    let nodes = sqlx::query_scalar("SELECT id FROM nodes WHERE expires > clock_timestamp() ORDER BY id");
    Ok(nodes.fetch_all(connection).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn is_steady_again_some_time_after_a_gap() {
        let lease = Lease::default();
        assert!(lease.is_steady(), "a node that has just started may take over games");
        for _ in 0..20 {
            lease.renewed(Instant::now());
            tokio::time::sleep(Duration::from_millis(500)).await;
            assert!(lease.is_steady());
        }
        tokio::time::sleep(LEASE_TIME).await;
        assert!(!lease.is_steady(), "its own lease has expired");
        let back = Instant::now();
        while back.elapsed() < STEADY_TIME {
            lease.renewed(Instant::now());
            assert!(!lease.is_steady(), "others may not have renewed theirs yet");
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        assert!(lease.is_steady());
    }
}
