//! Copying everything from one store to another, such as from SQLite to PostgreSQL.
//!
//! The target is filled in one transaction and checked before it is committed: a copy that is interrupted leaves it empty.

mod database;
mod tables;

use super::{FolderLock, StoreError, StoreResult};
use crate::export::DataLocation;
use database::{Database, Value};
use futures_util::StreamExt;
use std::time::Duration;
use tables::TABLES;

/// How many rows are inserted at a time.
const BATCH_SIZE: usize = 500;

/// How much was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// The number of games.
    pub games: u64,
    /// The number of players, with guests.
    pub players: u64,
}

/// Copies everything from one place to another, which must be empty, and compares the copy with the source. No server may be using
/// either. Calls `progress` with how many steps are done and how many there are.
pub async fn copy(
    from: impl Into<DataLocation>,
    to: impl Into<DataLocation>,
    mut progress: impl FnMut(u64, u64),
) -> StoreResult<Copied> {
    let (from, to) = (from.into(), to.into());
    if from == to {
        return Err(StoreError::Unavailable("the source and the target are the same".into()));
    }
    let (_source_lock, mut source) = open_source(&from).await?;
    let (_target_lock, mut target) = open_target(&to).await?;
    if !target.is_empty().await? {
        return Err(StoreError::Unavailable("the target already has players or games".into()));
    }
    let mut copied = Copied::default();
    let mut total = 0;
    for table in &TABLES {
        let count = source.count(table).await?;
        // Each row is written and compared.
        total += 2 * count;
        match table.sqlite {
            "games" => copied.games = count,
            "players" => copied.players = count,
            _ => {}
        }
    }
    let mut done = 0;
    let mut advance = |rows: usize| {
        done += rows as u64;
        progress(done, total);
    };
    for table in &TABLES {
        let mut batches = source.rows(table).chunks(BATCH_SIZE);
        while let Some(batch) = batches.next().await {
            let batch = batch.into_iter().collect::<StoreResult<Vec<_>>>()?;
            target.insert(table, &batch).await?;
            advance(batch.len());
        }
    }
    let uptime = source.uptime().await?;
    target.finish(uptime).await?;
    for table in &TABLES {
        let (mut expected, mut actual) = (source.rows(table).chunks(BATCH_SIZE), target.rows(table).chunks(BATCH_SIZE));
        loop {
            let (expected, actual) = (expected.next().await, actual.next().await);
            let read = |batch: Option<Vec<StoreResult<Vec<Value>>>>| {
                batch.unwrap_or_default().into_iter().collect::<StoreResult<Vec<_>>>()
            };
            let (expected, actual) = (read(expected)?, read(actual)?);
            if expected != actual {
                let why = format!("the copy differs from the source in the table {}", table.postgres);
                return Err(StoreError::Unavailable(why));
            }
            if expected.is_empty() {
                break;
            }
            advance(expected.len());
        }
    }
    target.commit().await?;
    Ok(copied)
}

async fn open_source(from: &DataLocation) -> StoreResult<(Option<FolderLock>, Database)> {
    Ok(match from {
        DataLocation::Folder(folder) => {
            super::Sqlite::check_existing(folder)?;
            let lock = FolderLock::acquire(folder, "sanban copy", Duration::ZERO).await?;
            (Some(lock), Database::read_folder(folder).await?)
        }
        DataLocation::Database(url) => (None, Database::read_database(url).await?),
    })
}

async fn open_target(to: &DataLocation) -> StoreResult<(Option<FolderLock>, Database)> {
    Ok(match to {
        DataLocation::Folder(folder) => {
            let lock = FolderLock::acquire(folder, "sanban copy", Duration::ZERO).await?;
            (Some(lock), Database::fill_folder(folder).await?)
        }
        DataLocation::Database(url) => (None, Database::fill_database(url).await?),
    })
}
