//! Appending events, with the summary and the ratings that follow from them.

use super::writer::or_conflict;
use crate::game::LogEntry;
use crate::rating::Rating;
use crate::store::json::to_json;
use crate::store::{Conflict, EventBatch, StoreError, StoreResult};
use sqlx::SqliteConnection;

pub async fn append(connection: &mut SqliteConnection, batch: EventBatch) -> StoreResult<()> {
    append_events(connection, &batch).await?;
    let EventBatch { game, summary, people, is_live, has_computer, deadline, .. } = &batch;
    // A guest may just have logged in.
    sqlx::query(
        "INSERT INTO games (id, kind, state, open, live, computer, first, second, result, begun, changed, summary,
           deadline)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce((SELECT merged FROM players WHERE id = ?7), ?7),
           coalesce((SELECT merged FROM players WHERE id = ?8), ?8), ?9, ?10, ?11, ?12, ?13)
         ON CONFLICT (id) DO UPDATE SET state = excluded.state, first = excluded.first, second = excluded.second,
           result = excluded.result, changed = excluded.changed, summary = excluded.summary, deadline = excluded.deadline",
    )
    .bind(game)
    .bind(&summary.game)
    .bind(summary.phase.name())
    .bind(summary.open)
    .bind(is_live)
    .bind(has_computer)
    .bind(&people[0])
    .bind(&people[1])
    .bind(summary.result.map(|result| result.text()))
    .bind(summary.created_at as i64)
    .bind(summary.changed_at as i64)
    .bind(to_json(summary))
    .bind(deadline.map(|deadline| deadline as i64))
    .execute(&mut *connection)
    .await?;
    append_ratings(connection, &batch).await
}

async fn append_events(connection: &mut SqliteConnection, batch: &EventBatch) -> StoreResult<()> {
    let last: u32 = sqlx::query_scalar("SELECT coalesce(max(number), 0) FROM events WHERE game = ?")
        .bind(&batch.game)
        .fetch_one(&mut *connection)
        .await?;
    for (expected, LogEntry { number, at, command, event }) in (last + 1..).zip(&batch.entries) {
        if *number != expected {
            return Err(StoreError::Conflict(Conflict::Event));
        }
        sqlx::query(
            "INSERT INTO events (game, number, at, player, command, digest, event) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&batch.game)
        .bind(number)
        .bind(*at as i64)
        .bind(command.as_ref().map(|command| &command.player))
        .bind(command.as_ref().map(|command| &command.id))
        .bind(command.as_ref().and_then(|command| command.digest).map(u64::cast_signed))
        .bind(to_json(event))
        .execute(&mut *connection)
        .await
        .map_err(or_conflict(Conflict::Event))?;
    }
    Ok(())
}

async fn append_ratings(connection: &mut SqliteConnection, batch: &EventBatch) -> StoreResult<()> {
    let kind = &batch.summary.game;
    for change in &batch.ratings {
        let games: Option<u32> = sqlx::query_scalar("SELECT games FROM standings WHERE player = ? AND kind = ?")
            .bind(&change.player)
            .bind(kind)
            .fetch_optional(&mut *connection)
            .await?;
        if games.unwrap_or_default() + 1 != change.games {
            return Err(StoreError::Conflict(Conflict::Rating));
        }
        let Rating { rating, deviation, volatility } = change.rating;
        sqlx::query(
            "INSERT INTO ratings (player, kind, number, at, rating, deviation, volatility, game)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&change.player)
        .bind(kind)
        .bind(change.games)
        .bind(batch.summary.changed_at as i64)
        .bind(rating)
        .bind(deviation)
        .bind(volatility)
        .bind(&batch.game)
        .execute(&mut *connection)
        .await
        .map_err(or_conflict(Conflict::Rating))?;
        sqlx::query(
            "INSERT INTO standings (player, kind, games, rating, deviation, volatility) VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (player, kind) DO UPDATE SET games = excluded.games, rating = excluded.rating,
               deviation = excluded.deviation, volatility = excluded.volatility",
        )
        .bind(&change.player)
        .bind(kind)
        .bind(change.games)
        .bind(rating)
        .bind(deviation)
        .bind(volatility)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
