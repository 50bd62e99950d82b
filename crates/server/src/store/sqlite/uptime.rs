//! When the server ran, and the deadlines of correspondence games, which move by the time in which it did not.

use crate::store::StoreResult;
use crate::time::Uptime;
use sqlx::SqliteConnection;

/// Records that a server starts. Returns when the last one ran.
pub async fn begin_run(connection: &mut SqliteConnection, at: u64, grace_ms: u64) -> StoreResult<Option<Uptime>> {
    let last: Option<Uptime> =
        sqlx::query_as("SELECT since, until FROM alive").fetch_optional(&mut *connection).await?;
    // Negative if the clock was set back: what is left to each player stays the same.
    let shift = last.map_or(0, |last| at as i64 - last.until as i64 + grace_ms as i64);
    set_uptime(connection, Uptime { since: at, until: at }, shift).await?;
    Ok(last)
}

/// Stores an uptime and moves all deadlines.
pub async fn set_uptime(connection: &mut SqliteConnection, uptime: Uptime, shift_ms: i64) -> StoreResult<()> {
    if shift_ms != 0 {
        sqlx::query("UPDATE games SET deadline = deadline + ? WHERE deadline IS NOT NULL")
            .bind(shift_ms)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
        "INSERT INTO alive (one, since, until) VALUES (1, ?, ?)
         ON CONFLICT (one) DO UPDATE SET since = excluded.since, until = excluded.until",
    )
    .bind(uptime.since as i64)
    .bind(uptime.until as i64)
    .execute(connection)
    .await?;
    Ok(())
}
