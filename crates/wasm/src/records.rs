//! Records as the page hands them over.

use crate::refused;
use sanban_core::Session;
use sanban_core::record::Record;
use sanban_games::registry;
use wasm_bindgen::prelude::*;

/// Reads a record, whose game's own words say what is wrong with it.
pub fn read_record(text: &str) -> Result<(Record, Box<dyn Session>), JsError> {
    registry::read_record(text).map_err(|rejection| {
        let parsed = Record::parse(text).ok();
        let info = parsed.and_then(|record| registry::find(record.tag("Game")?).ok());
        refused(info)(rejection)
    })
}
