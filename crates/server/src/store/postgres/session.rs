//! Operations on connections: how long they may take, and what is known after they failed.

use super::connect::message;
use crate::store::{StoreError, StoreResult};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool};
use std::time::Duration;
use tokio::time::error::Elapsed;

/// How long an operation may take, so that nothing hangs when packets get lost.
pub const OPERATION_TIMEOUT: Duration = Duration::from_secs(3);

/// Why an operation failed.
#[derive(Debug)]
pub enum OperationError {
    /// Nothing was changed.
    Rejected(StoreError),
    /// The connection broke, or no answer came. A write may have happened or not.
    Unconfirmed(String),
}

impl From<StoreError> for OperationError {
    fn from(error: StoreError) -> OperationError {
        OperationError::Rejected(error)
    }
}

impl From<sqlx::Error> for OperationError {
    fn from(error: sqlx::Error) -> OperationError {
        let why = format!("PostgreSQL: {}", message(&error));
        // Of the database's errors, only those of this class end the session.
        const OPERATOR_INTERVENTION: &str = "57P";
        let is_broken = match &error {
            sqlx::Error::Database(database) => {
                database.code().is_some_and(|code| code.starts_with(OPERATOR_INTERVENTION))
            }
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) | sqlx::Error::WorkerCrashed => true,
            _ => false,
        };
        if is_broken { OperationError::Unconfirmed(why) } else { StoreError::Unavailable(why).into() }
    }
}

impl OperationError {
    /// The error of an operation that changed nothing, or that can be repeated without harm.
    pub fn repeatable(self) -> StoreError {
        match self {
            OperationError::Rejected(error) => error,
            OperationError::Unconfirmed(why) => StoreError::Unavailable(why),
        }
    }

    /// The error of a write.
    pub fn of_write(self) -> StoreError {
        match self {
            OperationError::Rejected(error) => error,
            OperationError::Unconfirmed(why) => StoreError::UnknownOutcome(why),
        }
    }
}

/// A connection for one operation. It goes back to the pool only if the operation came to an end.
pub struct Session {
    connection: Option<PoolConnection<sqlx::Postgres>>,
    is_busy: bool,
}

impl Session {
    /// Takes a connection from a pool.
    pub async fn acquire(pool: &PgPool) -> StoreResult<Session> {
        let connection = pool.acquire().await.map_err(|error| {
            StoreError::Unavailable(match error {
                sqlx::Error::PoolTimedOut => "PostgreSQL: no connection in time".into(),
                error => format!("PostgreSQL: {}", message(&error)),
            })
        })?;
        Ok(Session { connection: Some(connection), is_busy: false })
    }

    /// The connection, to begin the operation.
    pub fn connection(&mut self) -> &mut PgConnection {
        self.is_busy = true;
        self.connection.as_mut().expect("it is taken only when the session ends")
    }

    /// Ends the operation with its result.
    pub fn end<T, E: Into<OperationError>>(
        mut self,
        result: Result<Result<T, E>, Elapsed>,
    ) -> Result<T, OperationError> {
        let result = match result {
            Ok(result) => result.map_err(Into::into),
            Err(_) => Err(OperationError::Unconfirmed("PostgreSQL: no answer in time".into())),
        };
        self.is_busy = matches!(result, Err(OperationError::Unconfirmed(_)));
        result
    }

    /// The connection, for somebody who holds on to it.
    pub fn into_connection(mut self) -> PoolConnection<sqlx::Postgres> {
        self.connection.take().expect("it is taken only when the session ends")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take().filter(|_| self.is_busy) {
            // Closed at once: it is broken, or its caller has gone, and nobody knows what it would answer next.
            drop(connection.detach());
        }
    }
}
