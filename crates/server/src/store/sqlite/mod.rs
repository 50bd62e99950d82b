//! The store in one SQLite file.

mod accounts;
mod append;
mod epoch;
mod file_guard;
mod log_header;
mod migrations;
mod open;
mod rows;
mod uptime;
mod writer;

use super::{
    Account, ApiToken, Conflict, EventBatch, FileSizes, GameQuery, GameRow, Leader, LocalLocks, MAX_ENTERING_EVENT,
    Missing, NewAccount, Order, Player, PlayerRating, RatingPoint, Store, StoreError, StoreHealth, StoreLock,
    StoreResult, Tally, TokenDigest, Unfinished,
};
use crate::game::LogEntry;
use crate::secret;
use crate::time::Uptime;
use async_trait::async_trait;
use epoch::Epoch;
use file_guard::FileGuard;
use prometheus_client::metrics::gauge::Gauge;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, FromRow, QueryBuilder, Row, SqliteConnection, SqlitePool};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::timeout;
use writer::{Writer, or_conflict};

/// The name of the file in the data folder.
const FILE_NAME: &str = "sanban.db";
const MAX_READERS: u32 = 4;
/// How long reads may take to end when the store closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The page cache of each connection: half a MiB, since what is read is small and the system caches the rest.
const CACHE_SIZE: &str = "-512";

/// A store in one SQLite file.
pub struct Sqlite {
    path: PathBuf,
    writer: Writer,
    health: StoreHealth,
    epoch: Epoch,
    readers: SqlitePool,
    locks: LocalLocks,
    /// SQLite's count of changes by other connections, as last read; 0 before.
    data_version: AtomicI64,
}

impl Sqlite {
    /// Opens the store in a folder, creates it if it isn't there, and migrates it. `queue_length` follows how many
    /// writes wait.
    pub async fn open(folder: &Path, queue_length: Gauge) -> StoreResult<Sqlite> {
        let (path, connection, epoch) = open::open_for_server(folder).await?;
        let guard = FileGuard::new(&path)?;
        Sqlite::with(path, connection, epoch, Some(guard), queue_length).await
    }

    /// Opens an existing store to read it. A server may be using it.
    pub async fn open_existing(folder: &Path) -> StoreResult<Sqlite> {
        let mut connection = Sqlite::connect_existing(folder).await?;
        let (path, epoch) = (folder.join(FILE_NAME), Epoch::read(&mut connection).await?);
        // It is only read, so its log need not be there.
        Sqlite::with(path, connection, epoch, None, Gauge::default()).await
    }

    /// Rejects a folder without a store.
    pub fn check_existing(folder: &Path) -> StoreResult<()> {
        if folder.join(FILE_NAME).exists() {
            return Ok(());
        }
        Err(StoreError::Unavailable(format!("{}: there are no games of a server here", folder.display())))
    }

    /// Connects to an existing store of this version.
    pub async fn connect_existing(folder: &Path) -> StoreResult<SqliteConnection> {
        Sqlite::check_existing(folder)?;
        let mut connection = options(&folder.join(FILE_NAME)).connect().await?;
        migrations::check(&mut connection).await?;
        Ok(connection)
    }

    /// Connects to a store that is created if it isn't there, to fill it. Rejects an old one that would have to be migrated.
    pub async fn connect_empty(folder: &Path) -> StoreResult<SqliteConnection> {
        if folder.join(FILE_NAME).exists() {
            let connection = Sqlite::connect_existing(folder).await;
            let in_use = |_| StoreError::Unavailable(format!("{}: the folder already has data", folder.display()));
            connection.map_err(in_use)?.close().await?;
        }
        let (_, connection, _) = open::open_for_server(folder).await?;
        Ok(connection)
    }

    async fn with(
        path: PathBuf,
        connection: SqliteConnection,
        epoch: Epoch,
        guard: Option<FileGuard>,
        queue_length: Gauge,
    ) -> StoreResult<Sqlite> {
        let readers = SqlitePoolOptions::new().max_connections(MAX_READERS).connect_with(options(&path)).await?;
        let health = StoreHealth::default();
        let writer = Writer::start(connection, epoch.clone(), guard, health.clone(), queue_length);
        Ok(Sqlite {
            path,
            writer,
            health,
            epoch,
            readers,
            locks: LocalLocks::default(),
            data_version: AtomicI64::new(0),
        })
    }

    /// Copies everything to a new file as of one moment.
    pub async fn back_up(&self, file: &Path) -> StoreResult<()> {
        let mut connection = options(&self.path).connect().await?;
        let copied = open::copy_to(&mut connection, file).await;
        connection.close().await?;
        copied
    }

    /// Reads the epoch through a new connection, which has nothing in memory, from the file itself.
    async fn check_content(&self) -> StoreResult<()> {
        let mut connection = options(&self.path).connect().await?;
        let epoch = Epoch::read(&mut connection).await;
        connection.close().await?;
        self.epoch.compare(&epoch?)
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

async fn execute(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(|_| ())
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
    fn health(&self) -> StoreHealth {
        self.health.clone()
    }

    fn file_sizes(&self) -> Option<FileSizes> {
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
        let log = self.path.with_file_name(format!("{FILE_NAME}-wal"));
        Some(FileSizes { database: size(&self.path), log: size(&log) })
    }

    async fn check(&self) -> StoreResult<()> {
        let checked = self.check_content().await;
        self.health.end_check(checked.is_err());
        if let Err(error) = &checked
            && error.is_fatal()
        {
            self.health.set_fatal(error.clone());
        }
        checked?;
        self.writer
            .write(|connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE alive SET until = until").execute(connection).await?;
                    Ok(())
                })
            })
            .await
    }

    async fn close(&self) -> StoreResult<()> {
        let Some(mut connection) = self.writer.stop().await else { return Ok(()) };
        if timeout(CLOSE_TIMEOUT, self.readers.close()).await.is_err() {
            tracing::warn!("some reads of the store did not end in time");
        }
        // Everything goes into the one file. The last connection then removes the log.
        execute(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await?;
        Ok(connection.close().await?)
    }

    async fn lock(&self, name: &str) -> StoreResult<StoreLock> {
        Ok(self.locks.lock(name).await)
    }

    async fn append(&self, batches: &[EventBatch]) -> StoreResult<()> {
        let batches = batches.to_vec();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    for batch in batches {
                        append::append(connection, batch).await?;
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
            "SELECT games.*, one.name AS first_name, other.name AS second_name,
               coalesce(one.bot, 0) AS first_bot, coalesce(other.bot, 0) AS second_bot FROM games
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
        if query.with_computer {
            sql.push(" AND games.computer");
        }
        if let Some(terms) = &query.terms {
            sql.push(" AND games.summary ->> '$.rules' = ").push_bind(&terms.rules);
            sql.push(" AND games.summary ->> '$.position' IS ").push_bind(&terms.position);
            sql.push(" AND games.summary ->> '$.pace' = ").push_bind(terms.time_control.to_string());
            sql.push(" AND games.summary ->> '$.pie' = ").push_bind(terms.pie);
            sql.push(" AND games.summary ->> '$.rated' = ").push_bind(terms.rated);
        }
        let (after, order) = match query.order {
            Order::LastChanged => (" AND (games.changed, games.id) < (", " ORDER BY games.changed DESC, games.id DESC"),
            Order::LastCreated => (" AND (games.begun, games.id) < (", " ORDER BY games.begun DESC, games.id DESC"),
            Order::FirstCreated => (" AND (games.begun, games.id) > (", " ORDER BY games.begun, games.id"),
            Order::ByTurns => (
                " AND (games.changed, games.id) < (",
                " ORDER BY row_number() OVER (PARTITION BY coalesce(games.first, games.second)
                   ORDER BY games.changed DESC, games.id DESC), games.changed DESC, games.id DESC",
            ),
        };
        if let Some((time, id)) = &query.after {
            sql.push(after).push_bind(*time as i64);
            sql.push(", ").push_bind(id).push(")");
        }
        sql.push(order).push(" LIMIT ").push_bind(query.limit);
        Ok(sql.build_query_as().fetch_all(&self.readers).await?)
    }

    async fn find_entered(&self, player: &str, command: &str) -> StoreResult<Option<(String, Option<u64>)>> {
        // The number as in the index, which only then is used.
        const { assert!(MAX_ENTERING_EVENT == 3) };
        let entered = sqlx::query_as(
            "SELECT game, digest FROM events WHERE player IN (SELECT id FROM players WHERE id = ?1 OR merged = ?1)
             AND command = ?2 AND number <= 3",
        );
        let entered: Option<(String, Option<i64>)> =
            entered.bind(player).bind(command).fetch_optional(&self.readers).await?;
        Ok(entered.map(|(game, digest)| (game, digest.map(i64::cast_unsigned))))
    }

    async fn count_unfinished(&self, player: &str) -> StoreResult<Unfinished> {
        let (games, with_computer, seeks) = sqlx::query_as(
            "SELECT count(*), coalesce(sum(computer), 0), coalesce(sum(open AND state = 'waiting'), 0) FROM games
             WHERE (first = ?1 OR second = ?1) AND state <> 'over'",
        )
        .bind(player)
        .fetch_one(&self.readers)
        .await?;
        Ok(Unfinished { games, with_computer, seeks })
    }

    async fn seek_creators(&self, players: &[String]) -> StoreResult<Vec<String>> {
        let creators = sqlx::query_scalar(
            "WITH creators (id) AS (SELECT coalesce(players.merged, listed.value)
               FROM json_each(?) AS listed LEFT JOIN players ON players.id = listed.value)
             SELECT coalesce(first, second) FROM games
             WHERE (first IN (SELECT id FROM creators) OR second IN (SELECT id FROM creators)) AND open AND state = 'waiting'",
        );
        Ok(creators.bind(serde_json::json!(players).to_string()).fetch_all(&self.readers).await?)
    }

    async fn create_guest(&self, id: &str, token: TokenDigest, at: u64) -> StoreResult<Player> {
        let player = Player { id: id.to_string(), name: None, settings: "{}".into(), created_at: at, is_bot: false };
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
        let account = sqlx::query_as("SELECT * FROM players WHERE folded = ? AND name IS NOT NULL").bind(name_key);
        account.fetch_optional(&self.readers).await?.ok_or(StoreError::NotFound(Missing::Player))
    }

    async fn create_account(&self, guest: &str, account: &NewAccount) -> StoreResult<()> {
        let (guest, account) = (guest.to_string(), account.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    // Not a unique index: old names may look alike.
                    let updated = sqlx::query(
                        "UPDATE players SET name = ?1, folded = ?2, skeleton = ?3, passphrase = ?4
                         WHERE id = ?5 AND name IS NULL AND NOT EXISTS (SELECT 1 FROM players WHERE skeleton = ?3)",
                    )
                    .bind(account.name)
                    .bind(account.name_key)
                    .bind(account.skeleton)
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
             WHERE standings.kind = ? AND players.name IS NOT NULL ORDER BY standings.rating - 2 * standings.deviation DESC LIMIT ?",
        );
        Ok(leaders.bind(kind).bind(limit).fetch_all(&self.readers).await?)
    }

    async fn deadline(&self, game: &str) -> StoreResult<Option<u64>> {
        let deadline = sqlx::query_scalar("SELECT deadline FROM games WHERE id = ?").bind(game);
        let deadline: Option<Option<i64>> = deadline.fetch_optional(&self.readers).await?;
        Ok(deadline.flatten().map(|deadline| u64::try_from(deadline).unwrap_or_default()))
    }

    async fn overdue(&self, now: u64, limit: u32) -> StoreResult<Vec<String>> {
        let games = sqlx::query_scalar("SELECT id FROM games WHERE deadline <= ? ORDER BY deadline LIMIT ?");
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        Ok(games.bind(now).bind(limit).fetch_all(&self.readers).await?)
    }

    async fn begin_run(&self, at: u64, grace_ms: u64) -> StoreResult<Option<Uptime>> {
        self.writer
            .write(move |connection| Box::pin(async move { uptime::begin_run(connection, at, grace_ms).await }))
            .await
    }

    async fn set_uptime(&self, uptime: Uptime, shift_ms: i64) -> StoreResult<()> {
        self.writer
            .write(move |connection| Box::pin(async move { uptime::set_uptime(connection, uptime, shift_ms).await }))
            .await
    }

    async fn uptime(&self) -> StoreResult<Option<Uptime>> {
        Ok(sqlx::query_as("SELECT since, until FROM alive").fetch_optional(&self.readers).await?)
    }

    async fn set_passphrase(&self, player: &str, hash: &str) -> StoreResult<()> {
        self.write_passphrase(player, hash).await
    }

    async fn sessions(&self, player: &str) -> StoreResult<Vec<u64>> {
        self.read_sessions(player).await
    }

    async fn remove_tokens(&self, player: &str, except: Option<TokenDigest>) -> StoreResult<()> {
        self.delete_tokens(player, except).await
    }

    async fn add_api_token(&self, player: &str, token: &ApiToken, digest: TokenDigest) -> StoreResult<()> {
        self.insert_api_token(player, token, digest).await
    }

    async fn api_tokens(&self, player: &str) -> StoreResult<Vec<ApiToken>> {
        self.read_api_tokens(player).await
    }

    async fn remove_api_token(&self, player: &str, id: &str) -> StoreResult<TokenDigest> {
        self.delete_api_token(player, id).await
    }

    async fn player_by_api_token(&self, digest: TokenDigest) -> StoreResult<Option<Player>> {
        self.find_player_by_api_token(digest).await
    }

    async fn close_account(&self, player: &str) -> StoreResult<()> {
        self.anonymize(player).await
    }

    async fn closed_accounts(&self) -> StoreResult<Vec<Player>> {
        // Their names stay reserved.
        let closed = sqlx::query_as("SELECT * FROM players WHERE name IS NULL AND folded IS NOT NULL");
        Ok(closed.fetch_all(&self.readers).await?)
    }

    async fn has_external_changes(&self) -> StoreResult<bool> {
        // All writes of this server go through one connection, for which only those of others change this number.
        let version: i64 = self
            .writer
            .write(|connection| {
                Box::pin(async { Ok(sqlx::query_scalar("PRAGMA data_version").fetch_one(connection).await?) })
            })
            .await?;
        Ok(self.data_version.swap(version, Relaxed) != version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, SeekFrom, Write};

    async fn open(folder: &Path) -> Sqlite {
        Sqlite::open(folder, Gauge::default()).await.unwrap()
    }

    /// Overwrites a part of a file, as another program would.
    fn write_over(path: &Path, at: u64, bytes: &[u8]) {
        let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        file.seek(SeekFrom::Start(at)).unwrap();
        file.write_all(bytes).unwrap();
        // Closing it would release the store's locks, since this is the same process.
        std::mem::forget(file);
    }

    async fn create_guests(store: &Sqlite, numbers: std::ops::Range<usize>) -> StoreResult<()> {
        for n in numbers {
            let mut token = [0; 32];
            token[..8].copy_from_slice(&n.to_le_bytes());
            store.create_guest(&format!("guest {n}"), token, 1).await?;
        }
        Ok(())
    }

    #[tokio::test]
    async fn trusts_a_log_that_begins_anew_after_checkpoints() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await;
        let mut other = options(&store.path).connect().await.unwrap();
        let log = store.path.with_file_name(format!("{FILE_NAME}-wal"));
        let mut headers = std::collections::HashSet::new();
        for n in 0..100 {
            create_guests(&store, 3 * n..3 * n + 3).await.unwrap();
            headers.insert(std::fs::read(&log).unwrap()[..32].to_vec());
            let mode = ["PASSIVE", "FULL", "RESTART"][n % 3];
            let checkpoint = sqlx::AssertSqlSafe(format!("PRAGMA wal_checkpoint({mode})"));
            sqlx::raw_sql(checkpoint).execute(&mut other).await.unwrap();
            if n % 7 == 0 {
                // Another program writes, too, so that the log begins anew several times between two commits of the store.
                for _ in 0..3 {
                    execute(&mut other, "UPDATE players SET settings = settings || ' '").await.unwrap();
                    execute(&mut other, "PRAGMA wal_checkpoint(RESTART)").await.unwrap();
                }
            }
            store.check().await.unwrap();
        }
        assert!(headers.len() > 90, "the log has begun anew {} times", headers.len());
        assert!(store.health().is_healthy());
    }

    #[tokio::test]
    async fn fails_for_good_when_the_writer_finds_damage() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await;
        // More than the page cache holds.
        let mut connection = store.writer.stop().await.unwrap();
        let fill = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
                    INSERT INTO players (id, since) SELECT printf('old %08d', n), 1 FROM n";
        execute(&mut connection, fill).await.unwrap();
        connection.close().await.unwrap();
        drop(store);
        let store = open(folder.path()).await;
        // All but the first pages, which have the schema.
        let length = std::fs::metadata(&store.path).unwrap().len() as usize;
        write_over(&store.path, 40 * 4096, &vec![b'x'; length - 40 * 4096]);
        let mut result = Ok(());
        for n in 0..100 {
            result = create_guests(&store, 100 * n..100 * n + 1).await;
            if result.is_err() {
                break;
            }
        }
        assert!(matches!(&result, Err(StoreError::FilesLost(why)) if why.contains(FILE_NAME)), "{result:?}");
        assert_eq!(store.health().fatal(), result.err());
    }
}
