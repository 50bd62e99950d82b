//! Records that the page passes in.

use crate::to_js_error;
use sanban_core::record::Record;
use sanban_core::{Seat, Session};
use sanban_games::registry;
use wasm_bindgen::prelude::*;

/// Reads a record. Errors are in the words of its game.
pub fn read_record(text: &str) -> Result<(Record, Box<dyn Session>), JsError> {
    registry::read_record(text).map_err(|rejection| {
        let parsed = Record::parse(text).ok();
        let info = parsed.and_then(|record| registry::find(record.tag("Game")?).ok());
        to_js_error(info)(rejection)
    })
}

/// The ply of a session's first move. Even plies are the first player's.
pub fn first_ply(session: &dyn Session) -> usize {
    usize::from(session.fork_at(0).to_move() == Seat::SECOND)
}
