//! Games as records.

use crate::refusal::Refused;
use crate::round::{Round, Seated, Summary};
use crate::store::{Sqlite, Store, StoreError, Wanted};
use std::io::Write;
use std::path::Path;

/// How many games are read at a time.
const AT_A_TIME: u32 = 200;

/// The record of a game that lists show.
pub async fn record(store: &dyn Store, summary: &Summary) -> Result<String, Refused> {
    let round = Round::replay(&summary.id, &store.log(&summary.id).await?)?;
    Ok(round.record(summary.seats.each_ref().map(name)))
}

/// What records call somebody.
pub fn name(seated: &Option<Seated>) -> &str {
    match seated {
        Some(Seated { computer: Some(spec), .. }) => spec,
        Some(Seated { name: Some(name), .. }) => name,
        _ => "?",
    }
}

/// Writes every game of the server in a folder as a record, the one that was changed last first. How many there were.
pub async fn export(folder: &Path, out: &mut dyn Write) -> Result<usize, StoreError> {
    let store = Sqlite::open_existing(folder).await?;
    let mut wanted = Wanted { limit: AT_A_TIME, ..Wanted::default() };
    let mut count = 0;
    loop {
        let listed = store.games(&wanted).await?;
        for listed in &listed {
            let text = record(&store, &listed.summary).await;
            let text = text.map_err(|refused| StoreError(refused.sentence("en")))?;
            writeln!(out, "{text}").map_err(|error| StoreError(error.to_string()))?;
        }
        count += listed.len();
        let Some(last) = listed.last() else { return Ok(count) };
        wanted.after = Some((last.summary.changed, last.summary.id.clone()));
    }
}

/// Copies everything that the server in a folder keeps to a new file, as it stands at one moment; the server may run meanwhile.
pub async fn backup(folder: &Path, file: &Path) -> Result<(), StoreError> {
    Sqlite::open_existing(folder).await?.copy(file).await
}
