//! Connecting: the options of connections, the pools, and why a database can't be used.

use super::migrations;
use crate::store::{StoreError, StoreResult};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, PgPool};
use std::str::FromStr;
use std::time::Duration;
use tokio::time::timeout;

/// How many connections the store has for reads and writes.
const MAX_CONNECTIONS: u32 = 8;
/// How many locks can be held or waited for at once by this node. Each takes a connection.
const MAX_LOCK_CONNECTIONS: u32 = 8;
/// How long an operation waits for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// How long connecting may take when the server starts.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that was idle for longer is tested before it is used: the database may have restarted.
const MAX_UNTESTED_IDLE_TIME: Duration = Duration::from_secs(1);
/// The oldest version of PostgreSQL that works, as `server_version_num` writes it.
const MIN_SERVER_VERSION: u32 = 140_000;

/// What every session sets. The database ends statements and sessions that a node has given up, or whose node can't be reached, so
/// that their locks are released.
const SESSION_OPTIONS: [(&str, &str); 6] = [
    ("statement_timeout", "5s"),
    ("idle_in_transaction_session_timeout", "10s"),
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "10000"),
];

/// The options of connections to the database at a URL.
pub fn options(url: &str) -> StoreResult<PgConnectOptions> {
    // The error may quote the URL, and with it the password.
    let options = PgConnectOptions::from_str(url)
        .map_err(|_| StoreError::Unavailable("the address of the PostgreSQL database can't be read".into()))?;
    // Slow statements show up in the metrics.
    Ok(options.application_name("sanban").options(SESSION_OPTIONS).disable_statement_logging())
}

/// Connects and checks that the server is new enough.
pub async fn connect(options: &PgConnectOptions) -> StoreResult<PgConnection> {
    let connected = timeout(CONNECT_TIMEOUT, options.connect()).await;
    let connection = match connected {
        Ok(connected) => connected.map_err(|error| describe_failure(options, &error))?,
        Err(_) => return Err(StoreError::Unavailable(format!("cannot connect to {}: no answer", place(options)))),
    };
    match connection.server_version_num() {
        Some(version) if version < MIN_SERVER_VERSION => {
            let (version, needed) = (version / 10_000, MIN_SERVER_VERSION / 10_000);
            let why = format!("{} is version {version}; Sanban needs {needed} or later", place(options));
            Err(StoreError::Unavailable(why))
        }
        _ => Ok(connection),
    }
}

/// Connects and migrates the schema.
pub async fn connect_and_migrate(options: &PgConnectOptions) -> StoreResult<PgConnection> {
    let mut connection = connect(options).await?;
    migrations::migrate(&mut connection).await.map_err(|error| describe_failure(options, &error))?;
    Ok(connection)
}

/// Connects to a database that a server has used.
pub async fn connect_existing(options: &PgConnectOptions) -> StoreResult<PgConnection> {
    let mut connection = connect(options).await?;
    let is_migrated = migrations::is_migrated(&mut connection).await;
    if !is_migrated.map_err(|error| describe_failure(options, &error))? {
        // It can't be told more, and doesn't have to be closed in order.
        let _ = connection.close().await;
        let why = format!("{}: there is no data of a server of this version here", place(options));
        return Err(StoreError::Unavailable(why));
    }
    Ok(connection)
}

/// The connections for reads and writes, opened when they are needed.
pub fn pool(options: PgConnectOptions) -> PgPool {
    pool_of(MAX_CONNECTIONS).connect_lazy_with(options)
}

/// The connections that hold locks. They are others, since somebody who holds a lock needs a connection, too.
pub fn lock_pool(options: PgConnectOptions) -> PgPool {
    pool_of(MAX_LOCK_CONNECTIONS).connect_lazy_with(options)
}

fn pool_of(max_connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(max_connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, metadata| {
            Box::pin(async move {
                // Not every time: it takes as long as a whole append.
                if metadata.idle_for > MAX_UNTESTED_IDLE_TIME {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
}

/// The host and the database, without the password.
pub fn place(options: &PgConnectOptions) -> String {
    let host = match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    let database = options.get_database().unwrap_or_else(|| options.get_username());
    format!("the PostgreSQL database \"{database}\" at {host}")
}

/// Says in one sentence why a database can't be used.
pub fn describe_failure(options: &PgConnectOptions, error: &sqlx::Error) -> StoreError {
    const NO_SUCH_DATABASE: &str = "3D000";
    const INVALID_AUTHORIZATION: [&str; 2] = ["28P01", "28000"];
    const INSUFFICIENT_PRIVILEGE: &str = "42501";
    let code = error.as_database_error().and_then(|error| error.code());
    let (place, user) = (place(options), options.get_username());
    let why = match (code.as_deref(), error) {
        (Some(NO_SUCH_DATABASE), _) => format!("cannot connect to {place}: it does not exist"),
        (Some(code), _) if INVALID_AUTHORIZATION.contains(&code) => {
            format!("cannot connect to {place}: authentication failed for the user \"{user}\"")
        }
        (Some(INSUFFICIENT_PRIVILEGE), _) => {
            format!("the user \"{user}\" can't use {place}: {}", message(error))
        }
        (Some(_), _) => format!("cannot use {place}: {}", message(error)),
        (None, sqlx::Error::Io(error)) => format!("cannot connect to {place}: {error}"),
        (None, error) => format!("cannot connect to {place}: {error}"),
    };
    StoreError::Unavailable(why)
}

/// What the database said, or what went wrong before it could say something.
pub fn message(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_shows_passwords() {
        let options = options("postgres://ana:secret@db.example:5433/games").unwrap();
        let failed = |error: sqlx::Error| describe_failure(&options, &error).to_string();
        let error = failed(std::io::Error::from(std::io::ErrorKind::ConnectionRefused).into());
        let expected = "cannot connect to the PostgreSQL database \"games\" at db.example:5433: connection refused";
        assert_eq!(error, expected);
        for bad in ["postgres://ana:secret@:x/", "postgres://ana:secret@[/", "postgres://ana:secret@h/d?sslmode=x"] {
            let error = super::options(bad).unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
