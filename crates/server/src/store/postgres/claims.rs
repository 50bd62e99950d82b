//! Claims: which node owns a game.

use super::session::OperationError;
use crate::store::{Claim, Missing, Ownership, StoreError};
use crate::time::Uptime;
use sqlx::{FromRow, PgConnection, Row};

type Result<T> = std::result::Result<T, OperationError>;

/// How often a claim is tried again when the owner changes meanwhile.
const MAX_TRIES: usize = 10;

/// Makes a node the owner of a game. `may_take_over` says whether it takes a node whose lease has expired for dead.
pub async fn claim(connection: &mut PgConnection, node: &str, game: &str, may_take_over: bool) -> Result<Claim> {
    for _ in 0..MAX_TRIES {
        let row = sqlx::query(
            "SELECT games.owner, games.fence, nodes.since, nodes.until,
               coalesce(nodes.expires > clock_timestamp(), false) AS is_alive
             FROM games LEFT JOIN nodes ON nodes.id = games.owner WHERE games.id = $1",
        )
        .bind(game)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(StoreError::NotFound(Missing::Game))?;
        let other = row.try_get::<Option<String>, _>("owner")?.filter(|owner| owner != node);
        let is_own = row.try_get::<Option<String>, _>("owner")?.as_deref() == Some(node);
        let mut last_owner = None;
        if is_own {
            // Its actor was not loaded, or could not give it up. Until when it was played isn't known, so nothing more is charged.
            let until = row.try_get::<Option<i64>, _>("until")?.map_or(0, |until| until.try_into().unwrap_or_default());
            last_owner = Some(Uptime { since: until, until });
        }
        if let Some(other) = other {
            if row.try_get("is_alive")? || !may_take_over {
                return Ok(Claim::OwnedBy(other));
            }
            // It isn't known if somebody has deleted the node.
            let is_known = row.try_get::<Option<i64>, _>("since")?.is_some();
            last_owner = is_known.then(|| Uptime::from_row(&row)).transpose()?;
        }
        let fence: i64 = row.try_get("fence")?;
        // Every claim increases the fence, so this fails if the game was claimed since it was read. The lease is looked up again,
        // since its owner may have renewed it.
        let claimed: Option<(i64,)> = sqlx::query_as(
            "UPDATE games SET owner = $2, fence = fence + 1 WHERE id = $1 AND fence = $3
             AND (owner IS NULL OR owner = $2 OR NOT EXISTS (
               SELECT 1 FROM nodes WHERE nodes.id = games.owner AND nodes.expires > clock_timestamp()))
             RETURNING fence",
        )
        .bind(game)
        .bind(node)
        .bind(fence)
        .fetch_optional(&mut *connection)
        .await?;
        if let Some((fence,)) = claimed {
            return Ok(Claim::Owned(Ownership { fence: fence as u64, last_owner }));
        }
    }
    Err(StoreError::Unavailable("PostgreSQL: the owner of a game keeps changing".into()).into())
}

/// Gives up a game, unless it was claimed again.
pub async fn release(connection: &mut PgConnection, node: &str, game: &str, fence: u64) -> Result<()> {
    sqlx::query("UPDATE games SET owner = NULL WHERE id = $1 AND owner = $2 AND fence = $3")
        .bind(game)
        .bind(node)
        .bind(fence as i64)
        .execute(connection)
        .await?;
    Ok(())
}

/// Games that need an actor, and whose owner is nobody, or a node whose lease has expired if `may_take_over`.
pub async fn orphans(
    connection: &mut PgConnection,
    node: &str,
    limit: u32,
    may_take_over: bool,
) -> Result<Vec<String>> {
    let games = sqlx::query_scalar(
        "SELECT id FROM games WHERE needs_actor AND (owner IS NULL OR $2 AND owner <> $1 AND NOT EXISTS (
           SELECT 1 FROM nodes WHERE nodes.id = games.owner AND nodes.expires > clock_timestamp())) LIMIT $3",
    );
    Ok(games.bind(node).bind(may_take_over).bind(i64::from(limit)).fetch_all(connection).await?)
}

/// Games that a node owns and that need an actor.
pub async fn owned(connection: &mut PgConnection, node: &str) -> Result<Vec<String>> {
    let games = sqlx::query_scalar("SELECT id FROM games WHERE owner = $1 AND needs_actor");
    Ok(games.bind(node).fetch_all(connection).await?)
}

/// The games of these claims that were claimed again since.
pub async fn lost_claims(connection: &mut PgConnection, node: &str, claims: &[(String, u64)]) -> Result<Vec<String>> {
    let (games, fences): (Vec<&str>, Vec<i64>) =
        claims.iter().map(|(game, fence)| (game.as_str(), *fence as i64)).unzip();
    let lost = sqlx::query_scalar(
        "SELECT games.id FROM unnest($2::text[], $3::bigint[]) AS claim (id, fence) JOIN games ON games.id = claim.id
         WHERE games.fence <> claim.fence OR games.owner IS DISTINCT FROM $1",
    );
    Ok(lost.bind(node).bind(games).bind(fences).fetch_all(connection).await?)
}
