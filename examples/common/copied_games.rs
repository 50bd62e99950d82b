//! Fills a store with finished games, for tests and examples that download many records.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;

/// The moves of a game that returns to its start every four turns, with [`ENDLESS_RULES`].
pub const ENDLESS_MOVES: [&str; 4] = ["a1b3", "a9b7", "b3a1", "b7a9"];
/// The rules of Jeson Mor without the draws that would end such a game.
pub const ENDLESS_RULES: &str = "repetition=off,quiet=off";

/// Copies a finished game many times in the data folder of a server that isn't running.
pub async fn copy_game(folder: &Path, game: &str, times: u32) -> Result<(), sqlx::Error> {
    let mut connection = SqliteConnectOptions::new().filename(folder.join("sanban.db")).connect().await?;
    for sql in [
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
         INSERT INTO events (game, number, at, player, command, event)
           SELECT game || n, number, at, player, NULL, event FROM events, n WHERE game = ?1",
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
         INSERT INTO games (id, kind, state, open, computer, first, second, changed, summary, live, result, begun)
           SELECT id || n, kind, state, open, computer, first, second, changed, json_set(summary, '$.id', id || n), live,
             result, begun FROM games, n WHERE id = ?1",
    ] {
        sqlx::query(sql).bind(game).bind(times).execute(&mut connection).await?;
    }
    connection.close().await
}
