//! What an operator does with a server's data: exporting games as records, backups, and closing accounts.

use crate::cluster::Announcer;
use crate::error::{self, ApiError};
use crate::game::{GameState, LogEntry, SeatSummary};
use crate::identity::Identities;
use crate::settings::is_database;
use crate::store::{GameQuery, GameRow, Missing, Order, Postgres, Sqlite, Store, StoreError, StoreResult};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a server's data is.
#[derive(Clone, PartialEq, Eq)]
pub enum DataLocation {
    /// In a data folder.
    Folder(PathBuf),
    /// In the PostgreSQL database at a URL.
    Database(String),
}

impl<P: AsRef<Path>> From<P> for DataLocation {
    fn from(path: P) -> DataLocation {
        let path = path.as_ref();
        match path.to_str().filter(|text| is_database(text)) {
            Some(url) => DataLocation::Database(url.to_string()),
            None => DataLocation::Folder(path.to_path_buf()),
        }
    }
}

impl DataLocation {
    /// Opens the data of a server, which may be running.
    async fn open(&self) -> StoreResult<Arc<dyn Store>> {
        Ok(match self {
            DataLocation::Folder(folder) => Arc::new(Sqlite::open_existing(folder).await?),
            DataLocation::Database(url) => Arc::new(Postgres::open_existing(url).await?),
        })
    }
}

/// How many games are read at a time.
const PAGE_SIZE: u32 = 50;

/// The games that match a query with their logs, one at a time, so that a slow reader takes little memory.
pub(crate) struct GamePages {
    store: Arc<dyn Store>,
    query: GameQuery,
    left: u32,
    /// The games of the page that is being read.
    page: VecDeque<GameRow>,
}

impl GamePages {
    pub fn new(store: Arc<dyn Store>, query: GameQuery) -> GamePages {
        GamePages { store, left: query.limit, query, page: VecDeque::new() }
    }

    /// The next game; `None` at the end.
    pub async fn next(&mut self) -> StoreResult<Option<(GameRow, Vec<LogEntry>)>> {
        if self.page.is_empty() {
            self.query.limit = self.left.min(PAGE_SIZE);
            self.page = self.store.games(&self.query).await?.into();
            self.left -= self.page.len() as u32;
            if let Some(GameRow { summary: last, .. }) = self.page.back() {
                self.query.after = Some((self.query.order.time(last), last.id.clone()));
            }
        }
        let Some(row) = self.page.pop_front() else { return Ok(None) };
        let log = self.store.log(&row.summary.id).await?;
        Ok(Some((row, log)))
    }

    /// The text of the next game's record; `None` at the end.
    pub async fn next_record(&mut self) -> Result<Option<String>, ApiError> {
        let Some((GameRow { summary, .. }, log)) = self.next().await? else { return Ok(None) };
        let state = GameState::replay(&summary.id, &log)?;
        Ok(Some(state.record(summary.seats.each_ref().map(SeatSummary::record_name)) + "\n"))
    }
}

/// Writes every game of a server as a record, the oldest first.
pub async fn export<E: From<StoreError>>(
    data: impl Into<DataLocation>,
    write: impl Fn(&str) -> Result<(), E>,
) -> Result<(), E> {
    let store = data.into().open().await?;
    let query = GameQuery { order: Order::FirstCreated, limit: u32::MAX, ..GameQuery::default() };
    let mut games = GamePages::new(store, query);
    let failed = |error: ApiError| StoreError::Unavailable(error.sentence("en"));
    while let Some(text) = games.next_record().await.map_err(failed)? {
        write(&text)?;
    }
    Ok(())
}

/// Copies everything that the server in a folder keeps to a new file, as of one moment. The server may be running.
pub async fn backup(data: impl Into<DataLocation>, file: &Path) -> Result<(), StoreError> {
    match data.into() {
        DataLocation::Folder(folder) => Sqlite::open_existing(&folder).await?.back_up(file).await,
        DataLocation::Database(_) => {
            Err(StoreError::Unavailable("use pg_dump to back up a PostgreSQL database".into()))
        }
    }
}

/// Closes the account with a name. A running server notices it within seconds, and ends the account's connections and games. Returns
/// the name as it was stored.
pub async fn close_account(data: impl Into<DataLocation>, name: &str) -> Result<String, StoreError> {
    let identities = Identities::new(data.into().open().await?, Arc::default(), Announcer::default());
    let failed = |error: ApiError| match error.code() {
        code if code == error::NO_SUCH_PLAYER.id => StoreError::NotFound(Missing::Player),
        _ => StoreError::Unavailable(error.sentence("en")),
    };
    let player = identities.account(name).await.map_err(failed)?.player;
    identities.close_account(&player.id).await.map_err(failed)?;
    Ok(player.name.unwrap_or_default())
}
