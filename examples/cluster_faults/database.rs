//! What the database itself knows: the logs of games, without a node in between, and which node wrote each event.

use crate::client::Failure;
use serde_json::{Value, json};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Records for each event which claim to its game was in force, and which user of the database wrote it.
const RECORD_APPENDS: &str = "
    CREATE SCHEMA harness;
    CREATE TABLE harness.appends (
      id bigserial PRIMARY KEY, game text NOT NULL, number integer NOT NULL, owner text, fence bigint NOT NULL,
      writer name NOT NULL DEFAULT session_user, at timestamptz NOT NULL DEFAULT clock_timestamp(), UNIQUE (game, number));
    CREATE FUNCTION harness.record_append() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO harness.appends (game, number, owner, fence)
        SELECT NEW.game, NEW.number, owner, fence FROM games WHERE id = NEW.game;
      RETURN NULL;
    END $$;
    CREATE TRIGGER record_append AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION harness.record_append()";

/// Finds events that were written out of order, with an older claim than the one before, or with the same claim by another owner.
const FIND_BAD_APPEND: &str = "
    SELECT format('event %s of game %s was written with fence %s by %s after event %s with fence %s by %s',
      number, game, fence, owner, last_number, last_fence, last_owner)
    FROM (
      SELECT game, number, owner, fence, lag(number) OVER w AS last_number, lag(owner) OVER w AS last_owner,
        lag(fence) OVER w AS last_fence FROM harness.appends WINDOW w AS (PARTITION BY game ORDER BY id)
    ) AS append
    WHERE owner IS NULL OR fence < last_fence OR fence = last_fence AND owner <> last_owner OR number <> last_number + 1
    LIMIT 1";

/// Finds owners in whose name several nodes wrote. Each node has a user of its own.
const FIND_IMPOSTOR: &str = "
    SELECT format('%s wrote as %s', string_agg(DISTINCT writer, ' and '), owner) FROM harness.appends
    GROUP BY owner HAVING count(DISTINCT writer) > 1 LIMIT 1";

/// Finds events of which nobody recorded who wrote them.
const FIND_UNRECORDED: &str = "
    SELECT format('nobody knows who wrote event %s of game %s', number, game) FROM events
    WHERE NOT EXISTS (SELECT FROM harness.appends WHERE appends.game = events.game AND appends.number = events.number)
    LIMIT 1";

/// The database of the nodes, without a proxy.
pub struct Database {
    address: SocketAddr,
}

/// A node that is about to be killed, and the games that it owns.
pub struct Victim {
    pub killed_at: Instant,
    pub games: Vec<String>,
    node: String,
    /// The last event that was written before.
    last_append: i64,
    /// When, by the clock of the database, in milliseconds.
    database_ms: i64,
}

/// The first event that another node wrote into the log of a game.
pub struct Takeover {
    pub number: u64,
    /// How long after the death of the last owner.
    pub time: Duration,
}

/// The user of the database for a node.
pub fn user_of(number: usize) -> String {
    format!("node_{number}")
}

impl Database {
    pub fn new(address: SocketAddr) -> Database {
        Database { address }
    }

    /// A new connection, since the database may have been restarted.
    async fn connect(&self) -> Result<PgConnection, Failure> {
        let options = PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(self.address.port());
        Ok(options.username("postgres").database("postgres").disable_statement_logging().connect().await?)
    }

    /// Creates a user for each node.
    pub async fn create_users(&self, nodes: usize) -> Result<(), Failure> {
        let mut connection = self.connect().await?;
        for number in 0..nodes {
            let create = format!("CREATE ROLE {} LOGIN SUPERUSER", user_of(number));
            sqlx::raw_sql(AssertSqlSafe(create)).execute(&mut connection).await?;
        }
        Ok(())
    }

    /// Records from now on who writes each event.
    pub async fn record_appends(&self) -> Result<(), Failure> {
        sqlx::raw_sql(RECORD_APPENDS).execute(&mut self.connect().await?).await?;
        Ok(())
    }

    /// Fails if two owners of a game both wrote into its log, or one who had lost it.
    pub async fn check_owners(&self) -> Result<(), Failure> {
        let mut connection = self.connect().await?;
        for find in [FIND_BAD_APPEND, FIND_IMPOSTOR, FIND_UNRECORDED] {
            let found: Option<String> = sqlx::query_scalar(find).fetch_optional(&mut connection).await?;
            if let Some(found) = found {
                return Err(found.into());
            }
        }
        Ok(())
    }

    /// Fails if the log of a game is not what a node says. The log of a game that isn't over may have grown since.
    pub async fn compare_log(&self, game: &str, log: &[Value], is_over: bool) -> Result<(), Failure> {
        let rows = sqlx::query_as("SELECT number, at, event FROM events WHERE game = $1 ORDER BY number").bind(game);
        let rows: Vec<(i32, i64, String)> = rows.fetch_all(&mut self.connect().await?).await?;
        if log.len() > rows.len() || is_over && log.len() < rows.len() {
            return Err(format!("game {game} has {} events in the database, not {}", rows.len(), log.len()).into());
        }
        for ((number, at, event), update) in rows.into_iter().zip(log) {
            let stored = json!({"number": number, "at": at, "event": as_shown(serde_json::from_str(&event)?)});
            let shown =
                json!({"number": update["number"], "at": update["at"], "event": as_shown(update["event"].clone())});
            if stored != shown {
                return Err(format!("game {game} has {stored} in the database, but a node says {shown}").into());
            }
        }
        Ok(())
    }

    /// The node that listens on an address, to be killed now.
    pub async fn victim(&self, address: SocketAddr) -> Result<Victim, Failure> {
        let mut connection = self.connect().await?;
        let node = sqlx::query_scalar("SELECT id FROM nodes WHERE address = $1 ORDER BY expires DESC LIMIT 1");
        let node: String = node.bind(address.to_string()).fetch_one(&mut connection).await?;
        let games = sqlx::query_scalar("SELECT id FROM games WHERE owner = $1").bind(&node);
        let games = games.fetch_all(&mut connection).await?;
        let (last_append, database_ms) = sqlx::query_as(
            "SELECT coalesce(max(id), 0), (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM harness.appends",
        )
        .fetch_one(&mut connection)
        .await?;
        Ok(Victim { killed_at: Instant::now(), games, node, last_append, database_ms })
    }

    /// The first event that another node wrote into the log of a game of a node that was killed.
    pub async fn first_append_after(&self, victim: &Victim, game: &str) -> Result<Option<Takeover>, Failure> {
        let first = sqlx::query_as(
            "SELECT number, (extract(epoch FROM at) * 1000)::bigint FROM harness.appends
             WHERE game = $1 AND owner <> $2 AND id > $3 ORDER BY id LIMIT 1",
        );
        let first: Option<(i32, i64)> = first
            .bind(game)
            .bind(&victim.node)
            .bind(victim.last_append)
            .fetch_optional(&mut self.connect().await?)
            .await?;
        Ok(first.map(|(number, at)| Takeover {
            number: number as u64,
            time: Duration::from_millis((at - victim.database_ms).max(0) as u64),
        }))
    }
}

/// An event without what nodes keep to themselves, and without fields that are empty.
fn as_shown(mut event: Value) -> Value {
    if let Some(fields) = event.as_object_mut() {
        fields.retain(|name, value| name != "seed" && !value.is_null());
    }
    event
}
