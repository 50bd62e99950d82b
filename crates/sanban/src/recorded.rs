//! Recorded games in files.

use crate::commands::unreadable;
use crate::failure::Failure;
use sanban_core::record::{self, Record};
use sanban_core::rejection::common;
use sanban_core::{Rejection, Session};
use sanban_games::registry;
use std::path::Path;

/// A game of a file.
pub struct Recorded {
    /// Its place in the file, from 0.
    pub place: usize,
    /// The record, canonical.
    pub record: Record,
    /// The game at its end.
    pub session: Box<dyn Session>,
}

/// The texts of the games in a file, one at least.
pub fn texts(file: &Path) -> Result<Vec<String>, Failure> {
    let text = std::fs::read(file).map_err(|error| unreadable(file, &error))?;
    let text = String::from_utf8(text).map_err(|_| common::FILE_NOT_TEXT.with(&[&file.display().to_string()]))?;
    let texts: Vec<String> = record::split(&text).map(String::from).collect();
    if texts.is_empty() { Err(common::RECORD_NO_GAME.with(&[]).into()) } else { Ok(texts) }
}

/// Reads one of the games, by its number from 1 on, or all of them.
pub fn read(texts: &[String], number: Option<u32>, file: &Path) -> Result<Vec<Recorded>, Failure> {
    let file = file.display().to_string();
    let places = match number.map(|number| number as usize) {
        None => 0..texts.len(),
        Some(number) if (1..=texts.len()).contains(&number) => number - 1..number,
        Some(number) => return Err(common::NO_GAME_NUMBER.with(&[&number, &file, &texts.len()]).into()),
    };
    let game = |place: usize| {
        let within = |rejection| match texts.len() {
            1 => rejection,
            _ => common::GAME_OF_FILE.with(&[&(place + 1), &file]).because(vec![rejection]),
        };
        let (record, session) = read_within(&texts[place], &within)?;
        Ok(Recorded { place, record, session })
    };
    places.map(game).collect()
}

/// Reads a game.
pub fn read_one(text: &str) -> Result<(Record, Box<dyn Session>), Failure> {
    read_within(text, &|rejection| rejection)
}

fn read_within(text: &str, within: &dyn Fn(Rejection) -> Rejection) -> Result<(Record, Box<dyn Session>), Failure> {
    registry::read_record(text).map_err(|rejection| {
        // The game's own words are known by its tag.
        let info = Record::parse(text).ok().and_then(|r| registry::find(r.tag("Game")?).ok());
        Failure::refused(&within(rejection), info.map_or(&[], |info| info.messages))
    })
}
