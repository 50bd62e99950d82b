//! The page's part of the interface: everything except the engine.

mod editor;
mod game;
mod games;
mod lesson;
pub(crate) mod pasted;
mod puzzle;
mod rulebook;
mod study;
mod turn_input;
mod view;

use crate::to_js_error;
use sanban_core::{Rules, Session};
use sanban_games::registry;
use wasm_bindgen::prelude::*;

/// Parses the rules of a game.
fn parse_rules(game: &str, text: &str) -> Result<Rules, JsError> {
    let info = registry::find(game).map_err(to_js_error(None))?;
    Rules::parse(info, text).map_err(to_js_error(Some(info)))
}

/// Opens a game from a position, or from the start if the position is empty.
fn open_session(game: &str, rules: &str, position: &str) -> Result<Box<dyn Session>, JsError> {
    let rules = parse_rules(game, rules)?;
    let info = rules.info();
    let position = Some(position).filter(|text| !text.is_empty());
    registry::open(rules, position).map_err(to_js_error(Some(info)))
}
