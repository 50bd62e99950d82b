//! Games as records.

use crate::refusal::Refused;
use crate::round::{Round, Seated};
use crate::store::{Listed, Order, Sqlite, Store, StoreError, Wanted};
use std::path::Path;
use std::sync::Arc;

/// How many games are read at a time.
const AT_A_TIME: u32 = 50;

/// The records of wanted games, some at a time, however many there are.
pub struct Records {
    store: Arc<dyn Store>,
    wanted: Wanted,
    left: u32,
}

impl Records {
    /// Of all games that are wanted, up to their limit.
    pub fn new(store: Arc<dyn Store>, wanted: Wanted) -> Records {
        Records { store, left: wanted.limit, wanted }
    }

    /// The next few, one after the other; nothing when there are no more.
    pub async fn next(&mut self) -> Result<Option<String>, Refused> {
        self.wanted.limit = self.left.min(AT_A_TIME);
        let listed = self.store.games(&self.wanted).await?;
        let Some(Listed { summary: last, .. }) = listed.last() else { return Ok(None) };
        let moment = match self.wanted.order {
            Order::LastChanged => last.changed,
            Order::FirstBegun => last.begun,
        };
        self.wanted.after = Some((moment, last.id.clone()));
        self.left -= listed.len() as u32;
        let mut text = String::new();
        for Listed { summary, .. } in &listed {
            let round = Round::replay(&summary.id, self.store.log(&summary.id).await?)?;
            text += &round.record(summary.seats.each_ref().map(name));
            text.push('\n');
        }
        Ok(Some(text))
    }
}

/// What records call somebody.
pub fn name(seated: &Option<Seated>) -> &str {
    match seated {
        Some(Seated { computer: Some(spec), .. }) => spec,
        Some(Seated { name: Some(name), .. }) => name,
        _ => "?",
    }
}

/// Writes every game of the server in a folder as a record, the one that was begun first first.
pub async fn export<E: From<StoreError>>(folder: &Path, write: impl Fn(&str) -> Result<(), E>) -> Result<(), E> {
    let store = Arc::new(Sqlite::open_existing(folder).await?);
    let mut records = Records::new(store, Wanted { order: Order::FirstBegun, limit: u32::MAX, ..Wanted::default() });
    while let Some(text) = records.next().await.map_err(|refused| StoreError(refused.sentence("en")))? {
        write(&text)?;
    }
    Ok(())
}

/// Copies everything that the server in a folder keeps to a new file, as it stands at one moment; the server may run meanwhile.
pub async fn backup(folder: &Path, file: &Path) -> Result<(), StoreError> {
    Sqlite::open_existing(folder).await?.copy(file).await
}
