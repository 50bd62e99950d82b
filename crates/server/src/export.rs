//! Exporting games as records, and backups.

use crate::error::ApiError;
use crate::game::{GameState, SeatSummary};
use crate::store::{GameQuery, GameRow, Order, Sqlite, Store, StoreError};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

/// How many games are read at a time.
const PAGE_SIZE: u32 = 50;

/// The records of the games that match a query, one at a time, so that a slow reader takes little memory.
pub(crate) struct Records {
    store: Arc<dyn Store>,
    query: GameQuery,
    left: u32,
    /// The games of the page that is being read.
    page: VecDeque<GameRow>,
}

impl Records {
    pub fn new(store: Arc<dyn Store>, query: GameQuery) -> Records {
        Records { store, left: query.limit, query, page: VecDeque::new() }
    }

    /// The text of the next record; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<String>, ApiError> {
        if self.page.is_empty() {
            self.query.limit = self.left.min(PAGE_SIZE);
            self.page = self.store.games(&self.query).await?.into();
            self.left -= self.page.len() as u32;
            if let Some(GameRow { summary: last, .. }) = self.page.back() {
                self.query.after = Some((self.query.order.time(last), last.id.clone()));
            }
        }
        let Some(GameRow { summary, .. }) = self.page.pop_front() else { return Ok(None) };
        let state = GameState::replay(&summary.id, &self.store.log(&summary.id).await?)?;
        Ok(Some(state.record(summary.seats.each_ref().map(SeatSummary::record_name)) + "\n"))
    }
}

/// Writes every game of the server in a folder as a record, the oldest first.
pub async fn export<E: From<StoreError>>(folder: &Path, write: impl Fn(&str) -> Result<(), E>) -> Result<(), E> {
    let store = Arc::new(Sqlite::open_existing(folder).await?);
    let query = GameQuery { order: Order::FirstCreated, limit: u32::MAX, ..GameQuery::default() };
    let mut records = Records::new(store, query);
    let failed = |error: ApiError| StoreError::Unavailable(error.sentence("en"));
    while let Some(text) = records.next().await.map_err(failed)? {
        write(&text)?;
    }
    Ok(())
}

/// Copies everything that the server in a folder keeps to a new file, as of one moment. The server may be running.
pub async fn backup(folder: &Path, file: &Path) -> Result<(), StoreError> {
    Sqlite::open_existing(folder).await?.back_up(file).await
}
