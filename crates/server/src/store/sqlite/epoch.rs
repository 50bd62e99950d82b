//! The fencing number: every start of a server increments it, and only the last server that started can write.

use crate::secret;
use crate::store::{StoreError, StoreResult};
use sqlx::SqliteConnection;

/// Identifies the start of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epoch {
    number: i64,
    /// Random, so that the same number in another file is not mistaken for this one.
    run: String,
}

impl Epoch {
    /// Starts a new epoch. From now on, servers that started before can't write.
    pub async fn begin(connection: &mut SqliteConnection) -> Result<Epoch, sqlx::Error> {
        let begin = sqlx::query_as("UPDATE epoch SET number = number + 1, run = ? RETURNING number, run");
        let (number, run) = begin.bind(secret::id()).fetch_one(connection).await?;
        Ok(Epoch { number, run })
    }

    /// The epoch in the store.
    pub async fn read(connection: &mut SqliteConnection) -> Result<Epoch, sqlx::Error> {
        let (number, run) = sqlx::query_as("SELECT number, run FROM epoch").fetch_one(connection).await?;
        Ok(Epoch { number, run })
    }

    /// Fails if another server has started since.
    pub async fn check(&self, connection: &mut SqliteConnection) -> StoreResult<()> {
        self.compare(&Epoch::read(connection).await?)
    }

    /// Fails if the store has another epoch: a later one of another server, or one of another file.
    pub fn compare(&self, current: &Epoch) -> StoreResult<()> {
        if current == self {
            Ok(())
        } else if current.number > self.number {
            Err(StoreError::Superseded)
        } else {
            Err(StoreError::FilesLost("another database is in the place of the server's".into()))
        }
    }
}
