//! Files of game records.

use crate::codes;
use crate::failure::{Failure, Result};
use crate::files::cannot_read;
use crate::language::current;
use crate::saved_games;
use sanban_core::messages::Catalogue;
use sanban_core::player::Player;
use sanban_core::record::{self, Record};
use sanban_core::rejection::common;
use sanban_core::{Rejection, Seat, Session};
use sanban_engine::Spec;
use sanban_games::registry;
use std::path::Path;

/// A game from a record file.
pub struct RecordedGame {
    /// The game's index in the file.
    pub index: usize,
    /// The canonical record.
    pub record: Record,
    /// The session after the last move.
    pub session: Box<dyn Session>,
}

impl RecordedGame {
    /// The displayed name of a player: a person without a name is called by the side, a computer by its level.
    pub fn player_name(&self, seat: Seat) -> String {
        let info = self.session.info();
        let name = self.record.tag(&info.player_tag(seat));
        let player = match name.filter(|name| Spec::parse(name, info).is_ok()) {
            Some(spec) => Player::new(spec, None),
            None => Player::person(name),
        };
        player.display_name(info, seat, current())
    }
}

/// Whether there is a file or a saved game of this name.
pub fn exists(name: &str) -> bool {
    Path::new(name).exists() || saved_games::find(name).is_ok()
}

/// The texts of the games in a file, or of the saved game of this name. Fails if there are none.
pub fn texts(file: &Path) -> Result<Vec<String>> {
    if !file.exists()
        && let Ok(mut saved) = saved_games::find(&file.to_string_lossy())
    {
        return Ok(vec![saved.read()?]);
    }
    let text = std::fs::read(file).map_err(|error| cannot_read(file, &error))?;
    let text = String::from_utf8(text).map_err(|_| codes::FILE_NOT_TEXT.with(&[&file.display().to_string()]))?;
    let texts: Vec<String> = record::split(&text).map(String::from).collect();
    if texts.is_empty() { Err(common::RECORD_NO_GAME.with(&[]).into()) } else { Ok(texts) }
}

/// Parses one game by its number, from 1, or all games.
pub fn read(texts: &[String], number: Option<u32>, file: &Path) -> Result<Vec<RecordedGame>> {
    let file = file.display().to_string();
    let indices = match number.map(|number| number as usize) {
        None => 0..texts.len(),
        Some(number) if (1..=texts.len()).contains(&number) => number - 1..number,
        Some(number) => return Err(codes::NO_GAME_NUMBER.with(&[&number, &file, &texts.len()]).into()),
    };
    let game = |index: usize| {
        let locate = |rejection| match texts.len() {
            1 => rejection,
            _ => codes::GAME_OF_FILE.with(&[&(index + 1), &file]).because(vec![rejection]),
        };
        let (record, session) = parse(&texts[index], &locate)?;
        Ok(RecordedGame { index, record, session })
    };
    indices.map(game).collect()
}

/// Parses a single game.
pub fn read_one(text: &str) -> Result<(Record, Box<dyn Session>)> {
    parse(text, &|rejection| rejection)
}

fn parse(text: &str, locate: &dyn Fn(Rejection) -> Rejection) -> Result<(Record, Box<dyn Session>)> {
    registry::read_record(text).map_err(|rejection| {
        // Messages of the game explain the rejection, if the record names a game.
        let info = Record::parse(text).ok().and_then(|r| registry::find(r.tag("Game")?).ok());
        Failure::rejected(&locate(rejection), info.map_or(Catalogue::EMPTY, |info| info.messages))
    })
}
