//! Appending events, with the summary and the ratings that follow from them.

use super::session::OperationError;
use crate::game::LogEntry;
use crate::rating::Rating;
use crate::store::json::to_json;
use crate::store::{Conflict, EventBatch, NEW_GAME_FENCE, StoreError};
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::QueryScalar;
use sqlx::{Connection, PgConnection, Row};

type Result<T> = std::result::Result<T, OperationError>;

/// Appends a new game and its first events. Guests of this game can't log in meanwhile, since their games move to their accounts then.
const INSERT_GAME: &str = "
    WITH guests AS (
      SELECT id, merged_into FROM players WHERE id IN ($5, $6) AND name IS NULL FOR SHARE
    ), game AS (
      INSERT INTO games (id, owner, fence, phase, first_player, second_player, result, changed_at, summary, deadline,
        needs_actor, last_event, kind, is_open, is_live, has_computer, created_at)
      VALUES ($1, $2, $3, $4, coalesce((SELECT merged_into FROM guests WHERE id = $5), $5),
        coalesce((SELECT merged_into FROM guests WHERE id = $6), $6), $7, $8, $9, $10, $11, $12, $19, $20, $21, $22, $23)
      ON CONFLICT (id) DO NOTHING RETURNING id
    ), added AS (
      INSERT INTO events (game, number, at, player, command, digest, event)
      SELECT game.id, entry.* FROM game, unnest($13::integer[], $14::bigint[], $15::text[], $16::text[], $17::bigint[],
        $18::text[]) AS entry
    )
    SELECT count(*) FROM game";

/// Appends events to a game that this node owns, if they continue its log.
const UPDATE_GAME: &str = "
    WITH guests AS (
      SELECT id, merged_into FROM players WHERE id IN ($5, $6) AND name IS NULL FOR SHARE
    ), game AS (
      UPDATE games SET phase = $4, first_player = coalesce((SELECT merged_into FROM guests WHERE id = $5), $5),
        second_player = coalesce((SELECT merged_into FROM guests WHERE id = $6), $6), result = $7, changed_at = $8,
        summary = $9, deadline = $10, needs_actor = $11, last_event = $12
      WHERE id = $1 AND owner = $2 AND fence = $3 AND last_event = $19 RETURNING id
    ), added AS (
      INSERT INTO events (game, number, at, player, command, digest, event)
      SELECT game.id, entry.* FROM game, unnest($13::integer[], $14::bigint[], $15::text[], $16::text[], $17::bigint[],
        $18::text[]) AS entry
    )
    SELECT count(*) FROM game";

/// Appends batches of a node, all or none. One batch without ratings takes one statement, and so one round trip.
pub async fn append(connection: &mut PgConnection, node: &str, batches: &[EventBatch]) -> Result<()> {
    if let [batch] = batches
        && batch.ratings.is_empty()
    {
        return append_batch(connection, node, batch).await;
    }
    let mut transaction = connection.begin().await?;
    for batch in batches {
        append_batch(&mut transaction, node, batch).await?;
    }
    for batch in batches {
        append_ratings(&mut transaction, batch).await?;
    }
    Ok(transaction.commit().await?)
}

async fn append_batch(connection: &mut PgConnection, node: &str, batch: &EventBatch) -> Result<()> {
    if batch.entries.is_empty() {
        return Ok(());
    }
    let [first, last] = bounds(&batch.entries);
    if !(first..).zip(&batch.entries).all(|(expected, entry)| entry.number == expected) {
        return Err(StoreError::Conflict(Conflict::Event).into());
    }
    let summary = &batch.summary;
    let statement = if first == 1 {
        bind_batch(INSERT_GAME, node, NEW_GAME_FENCE, last, batch)
            .bind(&summary.game)
            .bind(summary.open)
            .bind(batch.is_live)
            .bind(batch.has_computer)
            .bind(summary.created_at as i64)
    } else {
        bind_batch(UPDATE_GAME, node, batch.fence, last, batch).bind(first as i32 - 1)
    };
    match statement.fetch_one(&mut *connection).await.map_err(or_conflict(Conflict::Event))? {
        0 => Err(find_conflict(connection, node, batch).await?.into()),
        _ => Ok(()),
    }
}

/// The numbers of the first and the last entry.
fn bounds(entries: &[LogEntry]) -> [u32; 2] {
    [entries.first(), entries.last()].map(|entry| entry.map_or(0, |entry| entry.number))
}

fn bind_batch(
    sql: &'static str,
    node: &str,
    fence: u64,
    last: u32,
    batch: &EventBatch,
) -> QueryScalar<'static, Postgres, i64, PgArguments> {
    let EventBatch { game, entries, summary, people, deadline, needs_actor, .. } = batch;
    let commands = || entries.iter().map(|entry| entry.command.as_ref());
    sqlx::query_scalar(sql)
        .bind(game.clone())
        .bind(node.to_string())
        .bind(fence as i64)
        .bind(summary.phase.name())
        .bind(people[0].clone())
        .bind(people[1].clone())
        .bind(summary.result.map(|result| result.text()))
        .bind(summary.changed_at as i64)
        .bind(to_json(summary))
        .bind(deadline.map(|deadline| deadline as i64))
        .bind(*needs_actor)
        .bind(last as i32)
        .bind(entries.iter().map(|entry| entry.number as i32).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.at as i64).collect::<Vec<_>>())
        .bind(commands().map(|command| Some(command?.player.clone())).collect::<Vec<_>>())
        .bind(commands().map(|command| Some(command?.id.clone())).collect::<Vec<_>>())
        .bind(commands().map(|command| Some(command?.digest?.cast_signed())).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| to_json(&entry.event)).collect::<Vec<_>>())
}

/// Why a batch could not be appended.
async fn find_conflict(connection: &mut PgConnection, node: &str, batch: &EventBatch) -> Result<StoreError> {
    let owner = sqlx::query_as("SELECT owner, fence FROM games WHERE id = $1");
    let owner: Option<(Option<String>, i64)> = owner.bind(&batch.game).fetch_optional(connection).await?;
    let is_new = batch.entries.first().is_some_and(|entry| entry.number == 1);
    let is_owned =
        |(owner, fence): (Option<String>, i64)| owner.as_deref() == Some(node) && fence == batch.fence as i64;
    let conflict = if is_new || owner.is_none_or(is_owned) { Conflict::Event } else { Conflict::Owner };
    Ok(StoreError::Conflict(conflict))
}

async fn append_ratings(connection: &mut PgConnection, batch: &EventBatch) -> Result<()> {
    let kind = &batch.summary.game;
    let mut changes: Vec<_> = batch.ratings.iter().collect();
    // In one order everywhere, so that two games of the same players can end at once without a deadlock.
    changes.sort_by_key(|change| &change.player);
    for change in changes {
        let Rating { rating, deviation, volatility } = change.rating;
        let sql = match change.games {
            1 => {
                "INSERT INTO standings (player, kind, games, rating, deviation, volatility)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
            }
            _ => {
                "UPDATE standings SET games = $3, rating = $4, deviation = $5, volatility = $6
                 WHERE player = $1 AND kind = $2 AND games = $3 - 1"
            }
        };
        let changed = sqlx::query(sql)
            .bind(&change.player)
            .bind(kind)
            .bind(change.games as i32)
            .bind(rating)
            .bind(deviation)
            .bind(volatility)
            .execute(&mut *connection)
            .await?;
        if changed.rows_affected() == 0 {
            return Err(StoreError::Conflict(Conflict::Rating).into());
        }
        sqlx::query(
            "INSERT INTO ratings (player, kind, number, at, rating, deviation, volatility, game)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&change.player)
        .bind(kind)
        .bind(change.games as i32)
        .bind(batch.summary.changed_at as i64)
        .bind(rating)
        .bind(deviation)
        .bind(volatility)
        .bind(&batch.game)
        .execute(&mut *connection)
        .await
        .map_err(or_conflict(Conflict::Rating))?;
    }
    Ok(())
}

/// Finds out whether batches were appended whose connection broke meanwhile. If they weren't, it makes sure that they won't be:
/// their claim ends, and the game has to be claimed again.
pub async fn resolve(connection: &mut PgConnection, node: &str, batches: &[EventBatch]) -> Result<()> {
    let mut transaction = connection.begin().await?;
    let mut is_appended = true;
    for batch in batches {
        // Waits until the broken connection's statement has ended, if it still runs.
        sqlx::query("SELECT FROM games WHERE id = $1 FOR UPDATE").bind(&batch.game).execute(&mut *transaction).await?;
        is_appended &= has_entries(&mut transaction, batch).await?;
    }
    if is_appended {
        return Ok(());
    }
    let mut has_owned = false;
    for batch in batches {
        let ended = sqlx::query("UPDATE games SET fence = fence + 1 WHERE id = $1 AND owner = $2 AND fence = $3")
            .bind(&batch.game)
            .bind(node)
            .bind(batch.fence as i64)
            .execute(&mut *transaction)
            .await?;
        has_owned |= ended.rows_affected() > 0;
    }
    transaction.commit().await?;
    let lost = StoreError::Unavailable("PostgreSQL: the connection broke before the events were stored".into());
    Err(if has_owned { StoreError::Conflict(Conflict::Owner) } else { lost }.into())
}

/// Whether the log has exactly these entries at their numbers.
async fn has_entries(connection: &mut PgConnection, batch: &EventBatch) -> Result<bool> {
    let [first, last] = bounds(&batch.entries);
    let rows = sqlx::query(
        "SELECT player, command, event FROM events WHERE game = $1 AND number BETWEEN $2 AND $3 ORDER BY number",
    )
    .bind(&batch.game)
    .bind(first as i32)
    .bind(last as i32)
    .fetch_all(connection)
    .await?;
    let mut is_same = rows.len() == batch.entries.len();
    for (row, LogEntry { command, event, .. }) in rows.iter().zip(&batch.entries) {
        let stored: (Option<&str>, Option<&str>) = (row.try_get("player")?, row.try_get("command")?);
        let expected = command.as_ref().map(|command| (&*command.player, &*command.id)).unzip();
        is_same &= stored == expected && row.try_get::<&str, _>("event")? == to_json(event);
    }
    Ok(is_same)
}

/// Maps a violated unique index to a conflict.
pub fn or_conflict(conflict: Conflict) -> impl Fn(sqlx::Error) -> OperationError {
    move |error| match error.as_database_error() {
        Some(database) if database.is_unique_violation() => StoreError::Conflict(conflict).into(),
        _ => error.into(),
    }
}
