//! The store in one SQLite file.

mod migrations;
mod writer;

use super::{
    Account, Conflict, EventBatch, GameQuery, GameRow, Leader, Missing, NewAccount, Order, Player, PlayerRating,
    RatingPoint, Store, StoreError, StoreResult, Tally, TokenDigest, Unfinished,
};
use crate::game::{CommandKey, LogEntry};
use crate::rating::Rating;
use crate::secret;
use crate::time::Uptime;
use async_trait::async_trait;
use prometheus_client::metrics::gauge::Gauge;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, FromRow, QueryBuilder, Row, SqliteConnection, SqlitePool};
use std::path::{Path, PathBuf};
use std::time::Duration;
use writer::{Writer, or_conflict};

/// The name of the file in the data folder.
const FILE_NAME: &str = "sanban.db";
const MAX_READERS: u32 = 4;
/// The page cache of each connection: half a MiB, since what is read is small and the system caches the rest.
const CACHE_SIZE: &str = "-512";

/// A store in one SQLite file.
pub struct Sqlite {
    path: PathBuf,
    writer: Writer,
    readers: SqlitePool,
}

impl Sqlite {
    /// Opens the store in a folder, creates it if it isn't there, and migrates it. `queue_length` follows how many
    /// writes wait.
    pub async fn open(folder: &Path, queue_length: Gauge) -> StoreResult<Sqlite> {
        let failed = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
        let path = folder.join(FILE_NAME);
        let options = options(&path).create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
        let mut connection = options.connect().await?;
        migrations::migrate(&mut connection).await?;
        Sqlite::with(path, connection, queue_length).await
    }

    /// Opens an existing store to read it. A server may be using it.
    pub async fn open_existing(folder: &Path) -> StoreResult<Sqlite> {
        let path = folder.join(FILE_NAME);
        if !path.exists() {
            let why = format!("{}: there are no games of a server here", folder.display());
            return Err(StoreError::Unavailable(why));
        }
        let mut connection = options(&path).connect().await?;
        migrations::check(&mut connection).await?;
        Sqlite::with(path, connection, Gauge::default()).await
    }

    async fn with(path: PathBuf, connection: SqliteConnection, queue_length: Gauge) -> StoreResult<Sqlite> {
        let readers = SqlitePoolOptions::new().max_connections(MAX_READERS).connect_with(options(&path)).await?;
        Ok(Sqlite { path, writer: Writer::start(connection, queue_length), readers })
    }

    /// Copies everything to a new file as of one moment.
    pub async fn back_up(&self, file: &Path) -> StoreResult<()> {
        let target = file.to_str();
        let target = target.ok_or_else(|| StoreError::Unavailable(format!("{}: not a file name", file.display())))?;
        let mut connection = options(&self.path).connect().await?;
        sqlx::query("VACUUM INTO ?").bind(target).execute(&mut connection).await?;
        Ok(())
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    // With full synchronisation, commits survive a power failure.
    SqliteConnectOptions::new()
        .filename(path)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .pragma("cache_size", CACHE_SIZE)
        // Slow statements show up in the metrics.
        .disable_statement_logging()
}

// ------------------------------------------------------------------------------------------------------------ rows

impl FromRow<'_, SqliteRow> for Player {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Player> {
        Ok(Player {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            settings: row.try_get("settings")?,
            created_at: unsigned(row, "since")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for Account {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Account> {
        Ok(Account { player: Player::from_row(row)?, passphrase_hash: row.try_get("passphrase")? })
    }
}

impl FromRow<'_, SqliteRow> for LogEntry {
    fn from_row(row: &SqliteRow) -> sqlx::Result<LogEntry> {
        let (player, id): (Option<String>, Option<String>) = (row.try_get("player")?, row.try_get("command")?);
        Ok(LogEntry {
            number: row.try_get("number")?,
            at: unsigned(row, "at")?,
            command: player.zip(id).map(|(player, id)| CommandKey { player, id }),
            event: from_json(row.try_get("event")?)?,
        })
    }
}

impl FromRow<'_, SqliteRow> for GameRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<GameRow> {
        let people = [row.try_get("first")?, row.try_get("second")?];
        let game = GameRow { summary: from_json(row.try_get("summary")?)?, people };
        Ok(game.with_names([row.try_get("first_name")?, row.try_get("second_name")?]))
    }
}

impl FromRow<'_, SqliteRow> for Rating {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Rating> {
        Ok(Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for PlayerRating {
    fn from_row(row: &SqliteRow) -> sqlx::Result<PlayerRating> {
        Ok(PlayerRating { rating: Rating::from_row(row)?, games: row.try_get("games")? })
    }
}

impl FromRow<'_, SqliteRow> for RatingPoint {
    fn from_row(row: &SqliteRow) -> sqlx::Result<RatingPoint> {
        Ok(RatingPoint { kind: row.try_get("kind")?, at: unsigned(row, "at")?, rating: Rating::from_row(row)? })
    }
}

impl FromRow<'_, SqliteRow> for Leader {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Leader> {
        Ok(Leader { name: row.try_get("name")?, rating: Rating::from_row(row)?, games: row.try_get("games")? })
    }
}

fn unsigned(row: &SqliteRow, column: &str) -> sqlx::Result<u64> {
    Ok(row.try_get::<i64, _>(column)?.try_into().unwrap_or_default())
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> sqlx::Result<T> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(format!("{error} in {text}").into()))
}

fn to_json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("what is stored can be serialised")
}

// ---------------------------------------------------------------------------------------------------------- append

async fn append(connection: &mut SqliteConnection, batch: EventBatch) -> StoreResult<()> {
    append_events(connection, &batch).await?;
    let EventBatch { game, summary, people, is_live, has_computer, .. } = &batch;
    // A guest may just have logged in.
    sqlx::query(
        "INSERT INTO games (id, kind, state, open, live, computer, first, second, result, begun, changed, summary)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce((SELECT merged FROM players WHERE id = ?7), ?7),
           coalesce((SELECT merged FROM players WHERE id = ?8), ?8), ?9, ?10, ?11, ?12)
         ON CONFLICT (id) DO UPDATE SET state = excluded.state, first = excluded.first, second = excluded.second,
           result = excluded.result, changed = excluded.changed, summary = excluded.summary",
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
        sqlx::query("INSERT INTO events (game, number, at, player, command, event) VALUES (?, ?, ?, ?, ?, ?)")
            .bind(&batch.game)
            .bind(number)
            .bind(*at as i64)
            .bind(command.as_ref().map(|command| &command.player))
            .bind(command.as_ref().map(|command| &command.id))
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

async fn add_token(connection: &mut SqliteConnection, id: &str, token: TokenDigest, at: u64) -> StoreResult<()> {
    sqlx::query("INSERT INTO secrets (digest, player, since) VALUES (?, ?, ?)")
        .bind(&token[..])
        .bind(id)
        .bind(at as i64)
        .execute(connection)
        .await?;
    Ok(())
}

#[async_trait]
impl Store for Sqlite {
    async fn append(&self, batches: &[EventBatch]) -> StoreResult<()> {
        let batches = batches.to_vec();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    for batch in batches {
                        append(connection, batch).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    async fn log(&self, game: &str) -> StoreResult<Vec<LogEntry>> {
        let log: Vec<LogEntry> = sqlx::query_as("SELECT * FROM events WHERE game = ? ORDER BY number")
            .bind(game)
            .fetch_all(&self.readers)
            .await?;
        if log.is_empty() { Err(StoreError::NotFound(Missing::Game)) } else { Ok(log) }
    }

    async fn games(&self, query: &GameQuery) -> StoreResult<Vec<GameRow>> {
        let mut sql = QueryBuilder::new(
            "SELECT games.*, one.name AS first_name, other.name AS second_name FROM games
             LEFT JOIN players AS one ON one.id = games.first LEFT JOIN players AS other ON other.id = games.second
             WHERE 1",
        );
        if let Some(player) = &query.player {
            sql.push(" AND (games.first = ").push_bind(player).push(" OR games.second = ").push_bind(player);
            sql.push(")");
        }
        if let Some(kind) = &query.kind {
            sql.push(" AND games.kind = ").push_bind(kind);
        }
        if let Some(phase) = query.phase {
            sql.push(" AND games.state = ").push_bind(phase.name());
        }
        if query.listed {
            sql.push(" AND (games.open OR games.computer)");
        }
        if let Some(live) = query.live {
            sql.push(" AND games.live = ").push_bind(live);
        }
        let (after, order) = match query.order {
            Order::LastChanged => (" AND (games.changed, games.id) < (", " ORDER BY games.changed DESC, games.id DESC"),
            Order::LastCreated => (" AND (games.begun, games.id) < (", " ORDER BY games.begun DESC, games.id DESC"),
            Order::FirstCreated => (" AND (games.begun, games.id) > (", " ORDER BY games.begun, games.id"),
        };
        if let Some((time, id)) = &query.after {
            sql.push(after).push_bind(*time as i64);
            sql.push(", ").push_bind(id).push(")");
        }
        sql.push(order).push(" LIMIT ").push_bind(query.limit);
        Ok(sql.build_query_as().fetch_all(&self.readers).await?)
    }

    async fn find_created(&self, player: &str, command: &str) -> StoreResult<Option<String>> {
        let game = sqlx::query_scalar(
            "SELECT game FROM events WHERE player IN (SELECT id FROM players WHERE id = ?1 OR merged = ?1)
             AND command = ?2 AND number = 1",
        );
        Ok(game.bind(player).bind(command).fetch_optional(&self.readers).await?)
    }

    async fn count_unfinished(&self, player: &str) -> StoreResult<Unfinished> {
        let (games, with_computer) = sqlx::query_as(
            "SELECT count(*), coalesce(sum(computer), 0) FROM games
             WHERE (first = ?1 OR second = ?1) AND state <> 'over'",
        )
        .bind(player)
        .fetch_one(&self.readers)
        .await?;
        Ok(Unfinished { games, with_computer })
    }

    async fn create_guest(&self, id: &str, token: TokenDigest, at: u64) -> StoreResult<Player> {
        let player = Player { id: id.to_string(), name: None, settings: "{}".into(), created_at: at };
        let id = id.to_string();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT INTO players (id, since) VALUES (?, ?)")
                        .bind(&id)
                        .bind(at as i64)
                        .execute(&mut *connection)
                        .await
                        .map_err(or_conflict(Conflict::Account))?;
                    add_token(connection, &id, token, at).await
                })
            })
            .await?;
        Ok(player)
    }

    async fn player_by_token(&self, token: TokenDigest) -> StoreResult<Option<Player>> {
        let row = sqlx::query(
            "SELECT players.*, secrets.digest AS digest FROM secrets JOIN players ON players.id = secrets.player
             WHERE secrets.digest = ?",
        )
        .bind(&token[..])
        .fetch_optional(&self.readers)
        .await?;
        let row = row.filter(|row| secret::constant_time_eq(row.get("digest"), &token));
        Ok(row.as_ref().map(Player::from_row).transpose()?)
    }

    async fn player(&self, id: &str) -> StoreResult<Player> {
        let player =
            sqlx::query_as("SELECT * FROM players WHERE id = (SELECT coalesce(merged, id) FROM players WHERE id = ?)");
        let player = player.bind(id).fetch_optional(&self.readers).await?;
        player.ok_or(StoreError::NotFound(Missing::Player))
    }

    async fn account(&self, name_key: &str) -> StoreResult<Account> {
        let account = sqlx::query_as("SELECT * FROM players WHERE folded = ?").bind(name_key);
        account.fetch_optional(&self.readers).await?.ok_or(StoreError::NotFound(Missing::Player))
    }

    async fn create_account(&self, guest: &str, account: &NewAccount) -> StoreResult<()> {
        let (guest, account) = (guest.to_string(), account.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let updated = sqlx::query(
                        "UPDATE players SET name = ?, folded = ?, passphrase = ? WHERE id = ? AND name IS NULL",
                    )
                    .bind(account.name)
                    .bind(account.name_key)
                    .bind(account.passphrase_hash)
                    .bind(guest)
                    .execute(connection)
                    .await
                    .map_err(or_conflict(Conflict::Account))?;
                    let created = updated.rows_affected() == 1;
                    created.then_some(()).ok_or(StoreError::Conflict(Conflict::Account))
                })
            })
            .await
    }

    async fn add_token(&self, player: &str, token: TokenDigest, at: u64) -> StoreResult<()> {
        let player = player.to_string();
        self.writer
            .write(move |connection| Box::pin(async move { add_token(connection, &player, token, at).await }))
            .await
    }

    async fn remove_token(&self, token: TokenDigest) -> StoreResult<()> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM secrets WHERE digest = ?").bind(&token[..]).execute(connection).await?;
                    Ok(())
                })
            })
            .await
    }

    async fn merge_guest(&self, guest: &str, account: &str) -> StoreResult<()> {
        let (guest, account) = (guest.to_string(), account.to_string());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let merged = sqlx::query("UPDATE players SET merged = ?2 WHERE id = ?1 AND name IS NULL")
                        .bind(&guest)
                        .bind(&account)
                        .execute(&mut *connection)
                        .await?;
                    if merged.rows_affected() == 0 {
                        return Ok(());
                    }
                    for sql in [
                        "UPDATE games SET first = ?2 WHERE first = ?1",
                        "UPDATE games SET second = ?2 WHERE second = ?1",
                        "DELETE FROM secrets WHERE player = ?1",
                    ] {
                        sqlx::query(sql).bind(&guest).bind(&account).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    async fn set_settings(&self, player: &str, settings: &str) -> StoreResult<()> {
        let (player, settings) = (player.to_string(), settings.to_string());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE players SET settings = ? WHERE id = ?")
                        .bind(settings)
                        .bind(player)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    async fn rating(&self, player: &str, kind: &str) -> StoreResult<Option<PlayerRating>> {
        let rating = sqlx::query_as("SELECT * FROM standings WHERE player = ? AND kind = ?").bind(player).bind(kind);
        Ok(rating.fetch_optional(&self.readers).await?)
    }

    async fn rating_history(&self, player: &str) -> StoreResult<Vec<RatingPoint>> {
        let points = sqlx::query_as("SELECT * FROM ratings WHERE player = ? ORDER BY kind, number").bind(player);
        Ok(points.fetch_all(&self.readers).await?)
    }

    async fn tally(&self, player: &str) -> StoreResult<Tally> {
        let (won, drawn, lost) = sqlx::query_as(
            "SELECT count(*) FILTER (WHERE result = CASE WHEN first = ?1 THEN '1-0' ELSE '0-1' END),
               count(*) FILTER (WHERE result = '1/2-1/2'),
               count(*) FILTER (WHERE result = CASE WHEN first = ?1 THEN '0-1' ELSE '1-0' END)
             FROM games WHERE (first = ?1 OR second = ?1) AND state = 'over'",
        )
        .bind(player)
        .fetch_one(&self.readers)
        .await?;
        Ok(Tally { won, drawn, lost })
    }

    async fn leaders(&self, kind: &str, limit: u32) -> StoreResult<Vec<Leader>> {
        let leaders = sqlx::query_as(
            "SELECT players.name AS name, standings.* FROM standings JOIN players ON players.id = standings.player
             WHERE standings.kind = ? ORDER BY standings.rating - 2 * standings.deviation DESC LIMIT ?",
        );
        Ok(leaders.bind(kind).bind(limit).fetch_all(&self.readers).await?)
    }

    async fn set_uptime(&self, Uptime { since, until }: Uptime) -> StoreResult<()> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO alive (one, since, until) VALUES (1, ?, ?)
                         ON CONFLICT (one) DO UPDATE SET since = excluded.since, until = excluded.until",
                    )
                    .bind(since as i64)
                    .bind(until as i64)
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    async fn uptime(&self) -> StoreResult<Option<Uptime>> {
        let row = sqlx::query("SELECT since, until FROM alive").fetch_optional(&self.readers).await?;
        let uptime = |row: &SqliteRow| {
            StoreResult::Ok(Uptime { since: unsigned(row, "since")?, until: unsigned(row, "until")? })
        };
        row.as_ref().map(uptime).transpose()
    }
}
