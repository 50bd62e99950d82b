//! The store in a PostgreSQL database, which several nodes can share.

mod accounts;
mod append;
mod claims;
mod connect;
mod lease;
mod locks;
mod migrations;
mod rows;
mod session;
#[cfg(test)]
mod tests;

pub use locks::AdvisoryLock;

use super::{
    Account, ApiToken, Claim, EventBatch, FileSizes, GameQuery, GameRow, Leader, MAX_ENTERING_EVENT, Missing,
    NewAccount, Order, Player, PlayerRating, RatingPoint, Store, StoreError, StoreHealth, StoreLock, StoreResult,
    Tally, TokenDigest, Unfinished,
};
use crate::game::LogEntry;
use crate::secret;
use crate::time::Uptime;
use async_trait::async_trait;
use lease::{Identity, Lease};
use session::{OPERATION_TIMEOUT, OperationError, Session};
use sqlx::postgres::{PgArguments, PgConnectOptions, PgRow};
use sqlx::query::{Query, QueryAs};
use sqlx::{Connection, FromRow, PgPool, QueryBuilder, Row};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// How long the store tries to find out whether a write happened whose connection broke.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long it waits before it tries again.
const RESOLVE_INTERVAL: Duration = Duration::from_millis(100);
/// How long moving all deadlines may take.
const END_GAP_TIMEOUT: Duration = Duration::from_secs(70);
/// How long operations may take to end when the store closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A store in a PostgreSQL database.
pub struct Postgres {
    pool: PgPool,
    lock_pool: PgPool,
    node: Identity,
    lease: Lease,
    /// By how much deadlines move in addition to the time in which no node served.
    grace_ms: AtomicU64,
    health: StoreHealth,
}

impl Postgres {
    /// Opens the database at a URL and migrates it, for a node with this id that listens on an address. The id must be new at every
    /// start.
    pub async fn open(url: &str, node: &str, address: &str) -> StoreResult<Postgres> {
        let options = connect::options(url)?;
        let connection = connect::connect_and_migrate(&options).await?;
        Ok(Postgres::with(options, connection, node, address).await)
    }

    /// Opens a database that a server has used, to read or change it without serving. Servers may be using it.
    pub async fn open_existing(url: &str) -> StoreResult<Postgres> {
        let options = connect::options(url)?;
        let connection = connect::connect_existing(&options).await?;
        Ok(Postgres::with(options, connection, &secret::id(), "").await)
    }

    /// Connects to a database that no server uses, in a transaction, to read it or to fill it. No server can start on it until the
    /// transaction ends.
    pub async fn connect_unused(url: &str, is_target: bool) -> StoreResult<sqlx::PgConnection> {
        let options = connect::options(url)?;
        let failed = |error: sqlx::Error| connect::describe_failure(&options, &error);
        let mut connection = match is_target {
            true => connect::connect_and_migrate(&options).await?,
            false => connect::connect_existing(&options).await?,
        };
        // Nodes need this table to begin and to renew their leases.
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE;
                     SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";
        sqlx::raw_sql(begin).execute(&mut connection).await.map_err(failed)?;
        let address = sqlx::query_scalar("SELECT address FROM nodes WHERE expires > clock_timestamp() LIMIT 1");
        let address: Option<String> = address.fetch_optional(&mut connection).await.map_err(failed)?;
        match address {
            Some(address) => {
                let why = format!("{} is in use by the server at {address}", connect::place(&options));
                Err(StoreError::Unavailable(why))
            }
            None => Ok(connection),
        }
    }

    async fn with(options: PgConnectOptions, connection: sqlx::PgConnection, node: &str, address: &str) -> Postgres {
        // The pools open their own.
        let _ = connection.close().await;
        Postgres {
            pool: connect::pool(options.clone()),
            lock_pool: connect::lock_pool(options),
            node: Identity { id: node.into(), address: address.into(), version: env!("CARGO_PKG_VERSION") },
            lease: Lease::default(),
            grace_ms: AtomicU64::new(0),
            health: StoreHealth::default(),
        }
    }

    async fn fetch_all<T>(&self, query: QueryAs<'_, sqlx::Postgres, T, PgArguments>) -> StoreResult<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut session = Session::acquire(&self.pool).await?;
        let result = timeout(OPERATION_TIMEOUT, query.fetch_all(session.connection())).await;
        session.end(result).map_err(OperationError::repeatable)
    }

    async fn fetch_optional<T>(&self, query: QueryAs<'_, sqlx::Postgres, T, PgArguments>) -> StoreResult<Option<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut session = Session::acquire(&self.pool).await?;
        let result = timeout(OPERATION_TIMEOUT, query.fetch_optional(session.connection())).await;
        session.end(result).map_err(OperationError::repeatable)
    }

    /// Runs a statement that has the same effect if it is repeated.
    async fn execute(&self, query: Query<'_, sqlx::Postgres, PgArguments>) -> StoreResult<()> {
        let mut session = Session::acquire(&self.pool).await?;
        let result = timeout(OPERATION_TIMEOUT, query.execute(session.connection())).await;
        session.end(result).map(|_| ()).map_err(OperationError::repeatable)
    }

    /// Finds the player of a token in a table.
    async fn find_player(&self, sql: &'static str, digest: TokenDigest) -> StoreResult<Option<Player>> {
        let found: Option<PlayerWithDigest> = self.fetch_optional(sqlx::query_as(sql).bind(digest.to_vec())).await?;
        let found = found.filter(|found| secret::constant_time_eq(&found.digest, &digest));
        Ok(found.map(|found| found.player))
    }

    async fn try_append(&self, batches: &[EventBatch]) -> Result<(), OperationError> {
        let mut session = Session::acquire(&self.pool).await?;
        let work = append::append(session.connection(), &self.node.id, batches);
        let result = timeout(OPERATION_TIMEOUT, work).await;
        session.end(result)
    }

    async fn try_resolve(&self, batches: &[EventBatch]) -> Result<(), OperationError> {
        let mut session = Session::acquire(&self.pool).await?;
        let work = append::resolve(session.connection(), &self.node.id, batches);
        let result = timeout(OPERATION_TIMEOUT, work).await;
        session.end(result)
    }

    /// Finds out whether an append happened whose connection broke because of `why`.
    async fn resolve(&self, batches: &[EventBatch], why: String) -> StoreResult<()> {
        let resolved = timeout(RESOLVE_TIMEOUT, async {
            loop {
                match self.try_resolve(batches).await {
                    Ok(()) => return Ok(()),
                    Err(OperationError::Rejected(conflict @ StoreError::Conflict(_))) => return Err(conflict),
                    Err(error) => tracing::debug!(?error, "cannot find out yet whether events were stored"),
                }
                sleep(RESOLVE_INTERVAL).await;
            }
        });
        resolved.await.unwrap_or(Err(StoreError::UnknownOutcome(why)))
    }

    /// Renews the lease of this node, and moves deadlines if no node has served.
    async fn renew(&self, uptime: Uptime) -> Result<(), OperationError> {
        let sent = Instant::now();
        let mut session = Session::acquire(&self.pool).await?;
        let result = timeout(OPERATION_TIMEOUT, lease::renew(session.connection(), &self.node, uptime)).await;
        let is_served = session.end(result)?;
        self.lease.renewed(sent);
        if !is_served {
            let mut session = Session::acquire(&self.pool).await?;
            let work = lease::end_gap(session.connection(), self.grace_ms.load(Relaxed));
            let result = timeout(END_GAP_TIMEOUT, work).await;
            session.end(result)?;
        }
        Ok(())
    }

    async fn try_check(&self) -> Result<(), OperationError> {
        let mut session = Session::acquire(&self.pool).await?;
        let read = async |connection: &mut sqlx::PgConnection| -> Result<(), sqlx::Error> {
            sqlx::query("SELECT count(*) FROM site").execute(&mut *connection).await?;
            let write = sqlx::query("UPDATE nodes SET version = version WHERE id = $1").bind(&self.node.id);
            write.execute(connection).await.map(|_| ())
        };
        let result = timeout(OPERATION_TIMEOUT, read(session.connection())).await;
        session.end(result)
    }
}

/// A player, with the digest of the token by which they were found.
struct PlayerWithDigest {
    player: Player,
    digest: Vec<u8>,
}

impl FromRow<'_, PgRow> for PlayerWithDigest {
    fn from_row(row: &PgRow) -> sqlx::Result<PlayerWithDigest> {
        Ok(PlayerWithDigest { player: Player::from_row(row)?, digest: row.try_get("digest")? })
    }
}

/// PostgreSQL has no texts with the character NUL, so nothing is found by one.
fn has_nul(text: &str) -> bool {
    text.contains('\0')
}

/// Runs a function of the modules on a connection: `on_connection!(store, of_write, function(arguments after the connection))`.
macro_rules! on_connection {
    ($store:ident, $failure:ident, $module:ident::$function:ident($($argument:expr),*)) => {{
        let mut session = Session::acquire(&$store.pool).await?;
        let result = timeout(OPERATION_TIMEOUT, $module::$function(session.connection() $(, $argument)*)).await;
        session.end(result).map_err(OperationError::$failure)
    }};
}

#[async_trait]
impl Store for Postgres {
    fn health(&self) -> StoreHealth {
        self.health.clone()
    }

    fn file_sizes(&self) -> Option<FileSizes> {
        None
    }

    async fn check(&self) -> StoreResult<()> {
        let checked = self.try_check().await;
        self.health.end_check(checked.is_err());
        checked.map_err(OperationError::repeatable)
    }

    async fn close(&self) -> StoreResult<()> {
        let ended = on_connection!(self, repeatable, lease::end(&self.node));
        let closed = async { tokio::join!(self.pool.close(), self.lock_pool.close()) };
        if timeout(CLOSE_TIMEOUT, closed).await.is_err() {
            tracing::warn!("some operations of the store did not end in time");
        }
        ended
    }

    async fn lock(&self, name: &str) -> StoreResult<StoreLock> {
        Ok(StoreLock::Postgres { _lock: AdvisoryLock::acquire(&self.lock_pool, name).await? })
    }

    fn node(&self) -> Option<&str> {
        Some(&self.node.id)
    }

    async fn living_nodes(&self) -> StoreResult<Vec<String>> {
        on_connection!(self, repeatable, lease::living_nodes())
    }

    async fn claim(&self, game: &str) -> StoreResult<Claim> {
        if has_nul(game) {
            return Err(StoreError::NotFound(Missing::Game));
        }
        // Repeating a claim only increases the fence again.
        on_connection!(self, repeatable, claims::claim(&self.node.id, game, self.lease.is_steady()))
    }

    async fn release(&self, game: &str, fence: u64) -> StoreResult<()> {
        on_connection!(self, repeatable, claims::release(&self.node.id, game, fence))
    }

    async fn lost_claims(&self, claims: &[(String, u64)]) -> StoreResult<Vec<String>> {
        on_connection!(self, repeatable, claims::lost_claims(&self.node.id, claims))
    }

    async fn owned(&self) -> StoreResult<Vec<String>> {
        on_connection!(self, repeatable, claims::owned(&self.node.id))
    }

    async fn orphans(&self, limit: u32) -> StoreResult<Vec<String>> {
        on_connection!(self, repeatable, claims::orphans(&self.node.id, limit, self.lease.is_steady()))
    }

    async fn append(&self, batches: &[EventBatch]) -> StoreResult<()> {
        let result = match self.try_append(batches).await {
            Err(OperationError::Unconfirmed(why)) => self.resolve(batches, why).await,
            result => result.map_err(OperationError::of_write),
        };
        let has_failed = matches!(result, Err(StoreError::Unavailable(_) | StoreError::UnknownOutcome(_)));
        self.health.end_concurrent_write(has_failed);
        result
    }

    async fn log(&self, game: &str) -> StoreResult<Vec<LogEntry>> {
        if has_nul(game) {
            return Err(StoreError::NotFound(Missing::Game));
        }
        let log = sqlx::query_as("SELECT * FROM events WHERE game = $1 ORDER BY number").bind(game);
        let log: Vec<LogEntry> = self.fetch_all(log).await?;
        if log.is_empty() { Err(StoreError::NotFound(Missing::Game)) } else { Ok(log) }
    }

    async fn games(&self, query: &GameQuery) -> StoreResult<Vec<GameRow>> {
        let mut sql = QueryBuilder::<sqlx::Postgres>::new(
            "SELECT games.summary, games.first_player, games.second_player, one.name AS first_name,
               other.name AS second_name, coalesce(one.is_bot, false) AS first_is_bot,
               coalesce(other.is_bot, false) AS second_is_bot FROM games
             LEFT JOIN players AS one ON one.id = games.first_player
             LEFT JOIN players AS other ON other.id = games.second_player WHERE true",
        );
        if let Some(player) = &query.player {
            sql.push(" AND (games.first_player = ").push_bind(player);
            sql.push(" OR games.second_player = ").push_bind(player).push(")");
        }
        if let Some(kind) = &query.kind {
            sql.push(" AND games.kind = ").push_bind(kind);
        }
        if let Some(phase) = query.phase {
            sql.push(" AND games.phase = ").push_bind(phase.name());
        }
        if query.listed {
            sql.push(" AND (games.is_open OR games.has_computer)");
        }
        if let Some(live) = query.live {
            sql.push(" AND games.is_live = ").push_bind(live);
        }
        if query.with_computer {
            sql.push(" AND games.has_computer");
        }
        if let Some(terms) = &query.terms {
            sql.push(" AND games.summary::jsonb ->> 'rules' = ").push_bind(&terms.rules);
            sql.push(" AND games.summary::jsonb ->> 'position' IS NOT DISTINCT FROM ").push_bind(&terms.position);
            sql.push(" AND games.summary::jsonb ->> 'pace' = ").push_bind(terms.time_control.to_string());
            sql.push(" AND (games.summary::jsonb ->> 'pie')::boolean = ").push_bind(terms.pie);
            sql.push(" AND (games.summary::jsonb ->> 'rated')::boolean = ").push_bind(terms.rated);
        }
        let (after, order) = match query.order {
            Order::LastChanged => {
                (" AND (games.changed_at, games.id) < (", " ORDER BY games.changed_at DESC, games.id DESC")
            }
            Order::LastCreated => {
                (" AND (games.created_at, games.id) < (", " ORDER BY games.created_at DESC, games.id DESC")
            }
            Order::FirstCreated => (" AND (games.created_at, games.id) > (", " ORDER BY games.created_at, games.id"),
            Order::ByTurns => (
                " AND (games.changed_at, games.id) < (",
                " ORDER BY row_number() OVER (PARTITION BY coalesce(games.first_player, games.second_player)
                   ORDER BY games.changed_at DESC, games.id DESC), games.changed_at DESC, games.id DESC",
            ),
        };
        if let Some((time, id)) = &query.after {
            sql.push(after).push_bind(i64::try_from(*time).unwrap_or(i64::MAX));
            sql.push(", ").push_bind(id).push(")");
        }
        sql.push(order).push(" LIMIT ").push_bind(i64::from(query.limit));
        self.fetch_all(sql.build_query_as()).await
    }

    async fn find_entered(&self, player: &str, command: &str) -> StoreResult<Option<(String, Option<u64>)>> {
        // The number as in the index, which only then is used.
        const { assert!(MAX_ENTERING_EVENT == 3) };
        if has_nul(command) {
            return Ok(None);
        }
        let entered = sqlx::query_as(
            "SELECT game, digest FROM events
             WHERE player IN (SELECT id FROM players WHERE id = $1 OR merged_into = $1) AND command = $2 AND number <= 3",
        );
        let entered: Option<(String, Option<i64>)> = self.fetch_optional(entered.bind(player).bind(command)).await?;
        Ok(entered.map(|(game, digest)| (game, digest.map(i64::cast_unsigned))))
    }

    async fn count_unfinished(&self, player: &str) -> StoreResult<Unfinished> {
        let counts = sqlx::query_as(
            "SELECT count(*), count(*) FILTER (WHERE has_computer),
               count(*) FILTER (WHERE is_open AND phase = 'waiting')
             FROM games WHERE (first_player = $1 OR second_player = $1) AND phase <> 'over'",
        );
        let counts: Option<(i64, i64, i64)> = self.fetch_optional(counts.bind(player)).await?;
        let (games, with_computer, seeks) = counts.unwrap_or_default();
        Ok(Unfinished { games: games as u32, with_computer: with_computer as u32, seeks: seeks as u32 })
    }

    async fn seek_creators(&self, players: &[String]) -> StoreResult<Vec<String>> {
        let creators = sqlx::query_as(
            "WITH creators (id) AS (SELECT coalesce(players.merged_into, listed.id)
               FROM (SELECT unnest($1::text[]) COLLATE \"C\") AS listed (id) LEFT JOIN players ON players.id = listed.id)
             SELECT coalesce(first_player, second_player) FROM games
             WHERE (first_player IN (SELECT id FROM creators) OR second_player IN (SELECT id FROM creators))
               AND is_open AND phase = 'waiting'",
        );
        let creators: Vec<(String,)> = self.fetch_all(creators.bind(players.to_vec())).await?;
        Ok(creators.into_iter().map(|(id,)| id).collect())
    }

    async fn create_guest(&self, id: &str, token: TokenDigest, at: u64) -> StoreResult<Player> {
        on_connection!(self, of_write, accounts::create_guest(id, token, at))?;
        Ok(Player { id: id.to_string(), name: None, settings: "{}".into(), created_at: at, is_bot: false })
    }

    async fn player_by_token(&self, token: TokenDigest) -> StoreResult<Option<Player>> {
        let sql = "SELECT players.*, session_tokens.digest FROM session_tokens
                   JOIN players ON players.id = session_tokens.player WHERE session_tokens.digest = $1";
        self.find_player(sql, token).await
    }

    async fn player(&self, id: &str) -> StoreResult<Player> {
        if has_nul(id) {
            return Err(StoreError::NotFound(Missing::Player));
        }
        let player = sqlx::query_as(
            "SELECT * FROM players WHERE id = (SELECT coalesce(merged_into, id) FROM players WHERE id = $1)",
        );
        self.fetch_optional(player.bind(id)).await?.ok_or(StoreError::NotFound(Missing::Player))
    }

    async fn account(&self, name_key: &str) -> StoreResult<Account> {
        if has_nul(name_key) {
            return Err(StoreError::NotFound(Missing::Player));
        }
        let account = sqlx::query_as("SELECT * FROM players WHERE name_key = $1 AND name IS NOT NULL").bind(name_key);
        self.fetch_optional(account).await?.ok_or(StoreError::NotFound(Missing::Player))
    }

    async fn create_account(&self, guest: &str, account: &NewAccount) -> StoreResult<()> {
        on_connection!(self, of_write, accounts::create_account(guest, account))
    }

    async fn add_token(&self, player: &str, token: TokenDigest, at: u64) -> StoreResult<()> {
        on_connection!(self, of_write, accounts::add_token(player, token, at))
    }

    async fn remove_token(&self, token: TokenDigest) -> StoreResult<()> {
        self.execute(sqlx::query("DELETE FROM session_tokens WHERE digest = $1").bind(token.to_vec())).await
    }

    async fn merge_guest(&self, guest: &str, account: &str) -> StoreResult<()> {
        on_connection!(self, of_write, accounts::merge_guest(guest, account))
    }

    async fn set_settings(&self, player: &str, settings: &str) -> StoreResult<()> {
        let update = sqlx::query("UPDATE players SET settings = $2 WHERE id = $1");
        self.execute(update.bind(player).bind(settings)).await
    }

    async fn rating(&self, player: &str, kind: &str) -> StoreResult<Option<PlayerRating>> {
        let rating = sqlx::query_as("SELECT * FROM standings WHERE player = $1 AND kind = $2");
        self.fetch_optional(rating.bind(player).bind(kind)).await
    }

    async fn rating_history(&self, player: &str) -> StoreResult<Vec<RatingPoint>> {
        self.fetch_all(sqlx::query_as("SELECT * FROM ratings WHERE player = $1 ORDER BY kind, number").bind(player))
            .await
    }

    async fn tally(&self, player: &str) -> StoreResult<Tally> {
        let counts = sqlx::query_as(
            "SELECT count(*) FILTER (WHERE result = CASE WHEN first_player = $1 THEN '1-0' ELSE '0-1' END),
               count(*) FILTER (WHERE result = '1/2-1/2'),
               count(*) FILTER (WHERE result = CASE WHEN first_player = $1 THEN '0-1' ELSE '1-0' END)
             FROM games WHERE (first_player = $1 OR second_player = $1) AND phase = 'over'",
        );
        let counts: Option<(i64, i64, i64)> = self.fetch_optional(counts.bind(player)).await?;
        let (won, drawn, lost) = counts.unwrap_or_default();
        Ok(Tally { won: won as u32, drawn: drawn as u32, lost: lost as u32 })
    }

    async fn leaders(&self, kind: &str, limit: u32) -> StoreResult<Vec<Leader>> {
        let leaders = sqlx::query_as(
            "SELECT players.name AS name, standings.* FROM standings JOIN players ON players.id = standings.player
             WHERE standings.kind = $1 AND players.name IS NOT NULL
             ORDER BY standings.rating - 2 * standings.deviation DESC LIMIT $2",
        );
        self.fetch_all(leaders.bind(kind).bind(i64::from(limit))).await
    }

    async fn deadline(&self, game: &str) -> StoreResult<Option<u64>> {
        let deadline = sqlx::query_as("SELECT deadline FROM games WHERE id = $1").bind(game);
        let deadline: Option<(Option<i64>,)> = self.fetch_optional(deadline).await?;
        Ok(deadline.and_then(|(deadline,)| deadline).map(|deadline| u64::try_from(deadline).unwrap_or_default()))
    }

    async fn overdue(&self, now: u64, limit: u32) -> StoreResult<Vec<String>> {
        let games = sqlx::query_as("SELECT id FROM games WHERE deadline <= $1 ORDER BY deadline LIMIT $2");
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        let games: Vec<(String,)> = self.fetch_all(games.bind(now).bind(i64::from(limit))).await?;
        Ok(games.into_iter().map(|(id,)| id).collect())
    }

    async fn begin_run(&self, at: u64, grace_ms: u64) -> StoreResult<Option<Uptime>> {
        self.grace_ms.store(grace_ms, Relaxed);
        on_connection!(self, repeatable, lease::remove_old_nodes())?;
        self.renew(Uptime { since: at, until: at }).await.map_err(OperationError::repeatable)?;
        // Each game has the uptime of its last owner.
        Ok(None)
    }

    async fn set_uptime(&self, uptime: Uptime, _shift_ms: i64) -> StoreResult<()> {
        self.health.begin_write();
        let renewed = self.renew(uptime).await;
        self.health.end_write(renewed.is_err());
        renewed.map_err(OperationError::repeatable)
    }

    async fn uptime(&self) -> StoreResult<Option<Uptime>> {
        self.fetch_optional(sqlx::query_as("SELECT since, until FROM nodes WHERE id = $1").bind(&self.node.id)).await
    }

    async fn set_passphrase(&self, player: &str, hash: &str) -> StoreResult<()> {
        let update = sqlx::query("UPDATE players SET passphrase_hash = $2 WHERE id = $1 AND name IS NOT NULL");
        self.execute(update.bind(player).bind(hash)).await
    }

    async fn sessions(&self, player: &str) -> StoreResult<Vec<u64>> {
        let times = sqlx::query_as("SELECT created_at FROM session_tokens WHERE player = $1 ORDER BY created_at");
        let times: Vec<(i64,)> = self.fetch_all(times.bind(player)).await?;
        Ok(times.into_iter().map(|(time,)| time.try_into().unwrap_or_default()).collect())
    }

    async fn remove_tokens(&self, player: &str, except: Option<TokenDigest>) -> StoreResult<()> {
        let delete = sqlx::query("DELETE FROM session_tokens WHERE player = $1 AND digest IS DISTINCT FROM $2");
        self.execute(delete.bind(player).bind(except.map(Vec::from))).await
    }

    async fn add_api_token(&self, player: &str, token: &ApiToken, digest: TokenDigest) -> StoreResult<()> {
        on_connection!(self, of_write, accounts::add_api_token(player, token, digest))
    }

    async fn api_tokens(&self, player: &str) -> StoreResult<Vec<ApiToken>> {
        self.fetch_all(
            sqlx::query_as("SELECT * FROM api_tokens WHERE player = $1 ORDER BY created_at, id").bind(player),
        )
        .await
    }

    async fn remove_api_token(&self, player: &str, id: &str) -> StoreResult<TokenDigest> {
        if has_nul(id) {
            return Err(StoreError::NotFound(Missing::Token));
        }
        on_connection!(self, of_write, accounts::remove_api_token(player, id))
    }

    async fn player_by_api_token(&self, digest: TokenDigest) -> StoreResult<Option<Player>> {
        let sql = "SELECT players.*, api_tokens.digest FROM api_tokens
                   JOIN players ON players.id = api_tokens.player WHERE api_tokens.digest = $1";
        self.find_player(sql, digest).await
    }

    async fn close_account(&self, player: &str) -> StoreResult<()> {
        on_connection!(self, of_write, accounts::close_account(player))
    }

    async fn closed_accounts(&self) -> StoreResult<Vec<Player>> {
        // Their names stay reserved.
        self.fetch_all(sqlx::query_as("SELECT * FROM players WHERE name IS NULL AND name_key IS NOT NULL")).await
    }

    async fn has_external_changes(&self) -> StoreResult<bool> {
        // Other nodes and commands may have changed anything.
        Ok(true)
    }
}
