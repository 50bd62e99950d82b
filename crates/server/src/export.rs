//! Exporting games as records, and backups.

use crate::error::ApiError;
use crate::game::{GameState, SeatSummary};
use crate::store::{GameQuery, GameRow, Order, Sqlite, Store, StoreError};
use std::path::Path;
use std::sync::Arc;

/// How many games are read at a time.
const PAGE_SIZE: u32 = 50;

/// The records of the games that match a query, a page at a time.
pub(crate) struct RecordPages {
    store: Arc<dyn Store>,
    query: GameQuery,
    left: u32,
}

impl RecordPages {
    pub fn new(store: Arc<dyn Store>, query: GameQuery) -> RecordPages {
        RecordPages { store, left: query.limit, query }
    }

    /// The text of the next few records; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<String>, ApiError> {
        self.query.limit = self.left.min(PAGE_SIZE);
        let rows = self.store.games(&self.query).await?;
        let Some(GameRow { summary: last, .. }) = rows.last() else { return Ok(None) };
        self.query.after = Some((self.query.order.time(last), last.id.clone()));
        self.left -= rows.len() as u32;
        let mut text = String::new();
        for GameRow { summary, .. } in &rows {
            let state = GameState::replay(&summary.id, &self.store.log(&summary.id).await?)?;
            text += &state.record(summary.seats.each_ref().map(SeatSummary::record_name));
            text.push('\n');
        }
        Ok(Some(text))
    }
}

/// Writes every game of the server in a folder as a record, the oldest first.
pub async fn export<E: From<StoreError>>(folder: &Path, write: impl Fn(&str) -> Result<(), E>) -> Result<(), E> {
    let store = Arc::new(Sqlite::open_existing(folder).await?);
    let query = GameQuery { order: Order::FirstCreated, limit: u32::MAX, ..GameQuery::default() };
    let mut pages = RecordPages::new(store, query);
    let failed = |error: ApiError| StoreError::Unavailable(error.sentence("en"));
    while let Some(text) = pages.next().await.map_err(failed)? {
        write(&text)?;
    }
    Ok(())
}

/// Copies everything that the server in a folder keeps to a new file, as of one moment. The server may be running.
pub async fn backup(folder: &Path, file: &Path) -> Result<(), StoreError> {
    Sqlite::open_existing(folder).await?.back_up(file).await
}
