//! A database of either kind: its rows as plain values.

use super::tables::{ColumnType, Table};
use crate::store::{Postgres, Sqlite, StoreError, StoreResult};
use crate::time::Uptime;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, PgConnection, Row, SqliteConnection};
use std::path::Path;

/// How a copied database calls the server that ran before.
const LAST_NODE: &str = "copied";

/// A value of a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Text(String),
    Integer(i64),
    Real(f64),
    Boolean(bool),
    Bytes(Vec<u8>),
}

/// The rows of a table. They come as they are read, since a table can be larger than the memory.
pub type Rows<'a> = BoxStream<'a, StoreResult<Vec<Value>>>;

/// A connection in a transaction: to read the state of one moment, or to fill an empty database all at once.
pub enum Database {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Database {
    /// Opens the file in a folder to read it.
    pub async fn read_folder(folder: &Path) -> StoreResult<Database> {
        let mut connection = Sqlite::connect_existing(folder).await?;
        sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
        Ok(Database::Sqlite(connection))
    }

    /// Opens or creates the file in a folder to fill it.
    pub async fn fill_folder(folder: &Path) -> StoreResult<Database> {
        let mut connection = Sqlite::connect_empty(folder).await?;
        sqlx::raw_sql("BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON").execute(&mut connection).await?;
        Ok(Database::Sqlite(connection))
    }

    /// Opens the PostgreSQL database at a URL to read it. No server can start on it meanwhile.
    pub async fn read_database(url: &str) -> StoreResult<Database> {
        Ok(Database::Postgres(Postgres::connect_unused(url, false).await?))
    }

    /// Opens the PostgreSQL database at a URL to fill it. No server can start on it meanwhile.
    pub async fn fill_database(url: &str) -> StoreResult<Database> {
        Ok(Database::Postgres(Postgres::connect_unused(url, true).await?))
    }

    /// Whether there are no players and no games.
    pub async fn is_empty(&mut self) -> StoreResult<bool> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM players) AND NOT EXISTS (SELECT 1 FROM games)
                   AND NOT EXISTS (SELECT 1 FROM events)";
        Ok(match self {
            Database::Sqlite(connection) => sqlx::query_scalar(sql).fetch_one(connection).await?,
            Database::Postgres(connection) => sqlx::query_scalar(sql).fetch_one(connection).await?,
        })
    }

    /// How many rows a table has.
    pub async fn count(&mut self, table: &Table) -> StoreResult<u64> {
        let sql = |name: &str| AssertSqlSafe(format!("SELECT count(*) FROM {name}"));
        let count: i64 = match self {
            Database::Sqlite(connection) => sqlx::query_scalar(sql(table.sqlite)).fetch_one(connection).await?,
            Database::Postgres(connection) => sqlx::query_scalar(sql(table.postgres)).fetch_one(connection).await?,
        };
        Ok(count as u64)
    }

    /// Reads a table.
    pub fn rows<'a>(&'a mut self, table: &'a Table) -> Rows<'a> {
        let select = |names: Vec<&str>, name: &str, order: &str| {
            AssertSqlSafe(format!("SELECT {} FROM {name} ORDER BY {order}", names.join(", ")))
        };
        match self {
            Database::Sqlite(connection) => {
                let sql = select(sqlite_columns(table), table.sqlite, table.order.0);
                let rows = sqlx::query(sql).fetch(connection);
                rows.map(|row| Ok(sqlite_values(&row?, table)?)).boxed()
            }
            Database::Postgres(connection) => {
                let sql = select(postgres_columns(table), table.postgres, table.order.1);
                let rows = sqlx::query(sql).fetch(connection);
                rows.map(|row| Ok(postgres_values(&row?, table)?)).boxed()
            }
        }
    }

    /// Adds rows to a table.
    pub async fn insert(&mut self, table: &Table, rows: &[Vec<Value>]) -> StoreResult<()> {
        match self {
            Database::Sqlite(connection) => {
                let (names, places) = (sqlite_columns(table).join(", "), vec!["?"; table.columns.len()].join(", "));
                let sql = format!("INSERT INTO {} ({names}) VALUES ({places})", table.sqlite);
                for row in rows {
                    let mut query = sqlx::query(AssertSqlSafe(sql.clone()));
                    for value in row.iter().cloned() {
                        query = match value {
                            Value::Null => query.bind(None::<i64>),
                            Value::Text(text) => query.bind(text),
                            Value::Integer(number) => query.bind(number),
                            Value::Real(number) => query.bind(number),
                            Value::Boolean(is_true) => query.bind(is_true),
                            Value::Bytes(bytes) => query.bind(bytes),
                        };
                    }
                    query.execute(&mut *connection).await?;
                }
            }
            Database::Postgres(connection) => insert_into_postgres(connection, table, rows).await?,
        }
        Ok(())
    }

    /// When a server last ran.
    pub async fn uptime(&mut self) -> StoreResult<Option<Uptime>> {
        Ok(match self {
            Database::Sqlite(connection) => {
                sqlx::query_as("SELECT since, until FROM alive").fetch_optional(connection).await?
            }
            Database::Postgres(connection) => {
                let last = sqlx::query_as("SELECT since, until FROM nodes ORDER BY until DESC LIMIT 1");
                last.fetch_optional(connection).await?
            }
        })
    }

    /// Sets what follows from the rows, and when a server last ran, so that the next one charges nobody for the time since then.
    pub async fn finish(&mut self, uptime: Option<Uptime>) -> StoreResult<()> {
        match self {
            Database::Sqlite(connection) => {
                if let Some(Uptime { since, until }) = uptime {
                    sqlx::query("INSERT INTO alive (one, since, until) VALUES (1, ?, ?)")
                        .bind(since as i64)
                        .bind(until as i64)
                        .execute(connection)
                        .await?;
                }
            }
            Database::Postgres(connection) => finish_postgres(connection, uptime).await?,
        }
        Ok(())
    }

    /// Makes everything that was inserted durable.
    pub async fn commit(&mut self) -> StoreResult<()> {
        match self {
            Database::Sqlite(connection) => {
                sqlx::raw_sql("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)").execute(connection).await?;
            }
            Database::Postgres(connection) => {
                sqlx::raw_sql("COMMIT").execute(connection).await?;
            }
        }
        Ok(())
    }
}

fn sqlite_columns(table: &Table) -> Vec<&'static str> {
    table.columns.iter().map(|(sqlite, ..)| *sqlite).collect()
}

fn postgres_columns(table: &Table) -> Vec<&'static str> {
    table.columns.iter().map(|(_, postgres, _)| *postgres).collect()
}

fn sqlite_values(row: &SqliteRow, table: &Table) -> sqlx::Result<Vec<Value>> {
    let value = |(place, (.., kind)): (usize, &(_, _, ColumnType))| {
        Ok(match kind {
            ColumnType::Text => row.try_get::<Option<String>, _>(place)?.map(Value::Text),
            ColumnType::Small | ColumnType::Big => row.try_get::<Option<i64>, _>(place)?.map(Value::Integer),
            ColumnType::Real => row.try_get::<Option<f64>, _>(place)?.map(Value::Real),
            ColumnType::Boolean => row.try_get::<Option<i64>, _>(place)?.map(|number| Value::Boolean(number != 0)),
            ColumnType::Bytes => row.try_get::<Option<Vec<u8>>, _>(place)?.map(Value::Bytes),
        }
        .unwrap_or(Value::Null))
    };
    table.columns.iter().enumerate().map(value).collect()
}

fn postgres_values(row: &PgRow, table: &Table) -> sqlx::Result<Vec<Value>> {
    let value = |(place, (.., kind)): (usize, &(_, _, ColumnType))| {
        Ok(match kind {
            ColumnType::Text => row.try_get::<Option<String>, _>(place)?.map(Value::Text),
            ColumnType::Small => row.try_get::<Option<i32>, _>(place)?.map(|number| Value::Integer(number.into())),
            ColumnType::Big => row.try_get::<Option<i64>, _>(place)?.map(Value::Integer),
            ColumnType::Real => row.try_get::<Option<f64>, _>(place)?.map(Value::Real),
            ColumnType::Boolean => row.try_get::<Option<bool>, _>(place)?.map(Value::Boolean),
            ColumnType::Bytes => row.try_get::<Option<Vec<u8>>, _>(place)?.map(Value::Bytes),
        }
        .unwrap_or(Value::Null))
    };
    table.columns.iter().enumerate().map(value).collect()
}

/// Inserts rows with one statement, a column at a time.
async fn insert_into_postgres(connection: &mut PgConnection, table: &Table, rows: &[Vec<Value>]) -> StoreResult<()> {
    let type_name = |kind| match kind {
        ColumnType::Text => "text",
        ColumnType::Small => "integer",
        ColumnType::Big => "bigint",
        ColumnType::Real => "double precision",
        ColumnType::Boolean => "boolean",
        ColumnType::Bytes => "bytea",
    };
    let places = (1..).zip(table.columns).map(|(place, (.., kind))| format!("${place}::{}[]", type_name(*kind)));
    let (names, places) = (postgres_columns(table).join(", "), places.collect::<Vec<_>>().join(", "));
    let (further, values) = table.postgres_only;
    let sql =
        format!("INSERT INTO {} ({names}{further}) SELECT row.*{values} FROM unnest({places}) AS row", table.postgres);
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for (place, (name, _, kind)) in table.columns.iter().enumerate() {
        let column = rows.iter().map(|row| row[place].clone());
        query = match kind {
            ColumnType::Text => query.bind(column.map(text).collect::<Vec<_>>()),
            ColumnType::Small => {
                let small = |value| match integer(value).map(i32::try_from).transpose() {
                    Ok(number) => Ok(number),
                    Err(_) => Err(StoreError::Unavailable(format!("a {name} is too large"))),
                };
                query.bind(column.map(small).collect::<StoreResult<Vec<_>>>()?)
            }
            ColumnType::Big => query.bind(column.map(integer).collect::<Vec<_>>()),
            ColumnType::Real => query.bind(column.map(real).collect::<Vec<_>>()),
            ColumnType::Boolean => query.bind(column.map(boolean).collect::<Vec<_>>()),
            ColumnType::Bytes => query.bind(column.map(bytes).collect::<Vec<_>>()),
        };
    }
    query.execute(connection).await?;
    Ok(())
}

fn text(value: Value) -> Option<String> {
    if let Value::Text(text) = value { Some(text) } else { None }
}

fn integer(value: Value) -> Option<i64> {
    if let Value::Integer(number) = value { Some(number) } else { None }
}

fn real(value: Value) -> Option<f64> {
    if let Value::Real(number) = value { Some(number) } else { None }
}

fn boolean(value: Value) -> Option<bool> {
    if let Value::Boolean(is_true) = value { Some(is_true) } else { None }
}

fn bytes(value: Value) -> Option<Vec<u8>> {
    if let Value::Bytes(bytes) = value { Some(bytes) } else { None }
}

/// Sets the columns of games that only PostgreSQL has. The server that ran last owns the games that aren't over, so that whoever takes
/// them over knows until when they were served.
async fn finish_postgres(connection: &mut PgConnection, uptime: Option<Uptime>) -> StoreResult<()> {
    sqlx::query(
        "UPDATE games SET last_event = (SELECT coalesce(max(number), 0) FROM events WHERE events.game = games.id),
           needs_actor = CASE phase
             WHEN 'waiting' THEN is_live AND is_open
             WHEN 'running' THEN is_live
               OR summary::json -> 'seats' -> (summary::json ->> 'toMove')::integer ->> 'computer' IS NOT NULL
             ELSE false END,
           owner = CASE WHEN phase <> 'over' THEN $1 END",
    )
    .bind(uptime.map(|_| LAST_NODE))
    .execute(&mut *connection)
    .await?;
    let Some(Uptime { since, until }) = uptime else { return Ok(()) };
    sqlx::query(
        "INSERT INTO nodes (id, address, version, expires, since, until)
         VALUES ($1, '', $2, to_timestamp($4::double precision / 1000), $3, $4)",
    )
    .bind(LAST_NODE)
    .bind(env!("CARGO_PKG_VERSION"))
    .bind(since as i64)
    .bind(until as i64)
    .execute(&mut *connection)
    .await?;
    sqlx::query("UPDATE site SET until = least(to_timestamp($1::double precision / 1000), clock_timestamp())")
        .bind(until as i64)
        .execute(connection)
        .await?;
    Ok(())
}
