//! The page's door to the games and the engine: the same rules, entry, levels, lessons and records as in the terminal, told
//! in plain values. It decides nothing that a game or the engine could decide.
//!
//! It is built twice: for the page itself, and with the feature `engine` for the worker that thinks, which needs nothing
//! else. What crosses the door is declared in TypeScript beside each type, so that the page is checked against it.

#[cfg(feature = "engine")]
mod mind;
#[cfg(not(feature = "engine"))]
mod page;
mod records;
mod timer;

use sanban_core::messages::{self, Catalogue, LANGUAGES};
use sanban_core::{GameInfo, Rejection};
use sanban_games::registry;
use serde::Serialize;
use std::cell::Cell;
use wasm_bindgen::prelude::*;

/// The texts of the page.
const MESSAGES: Catalogue = sanban_core::catalogue!("../messages");

/// The catalogues to look in, for texts about a game.
fn catalogues(game: Catalogue) -> [Catalogue; 3] {
    [game, MESSAGES, sanban_engine::MESSAGES]
}

thread_local! {
    static LANGUAGE: Cell<&'static str> = const { Cell::new(LANGUAGES[0]) };
}

/// The language in which everything is said.
fn language() -> &'static str {
    LANGUAGE.get()
}

/// Chooses the language, or English if it is not known.
#[wasm_bindgen(js_name = setLanguage)]
pub fn set_language(name: &str) {
    LANGUAGE.set(LANGUAGES.iter().copied().find(|known| *known == name).unwrap_or(LANGUAGES[0]));
}

/// The languages there are.
#[wasm_bindgen]
pub fn languages() -> Vec<String> {
    LANGUAGES.iter().map(|language| language.to_string()).collect()
}

/// The sentence under a key, with its arguments as names and values in turn; about a game if one is named.
#[wasm_bindgen]
pub fn say(game: &str, key: &str, args: Vec<String>) -> String {
    let own = registry::find(game).map_or(Catalogue::EMPTY, |info| info.messages);
    let args: Vec<(&str, &str)> = args.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
    messages::say(&catalogues(own), language(), key, &args)
}

/// A value as the page reads it.
fn value(value: &impl Serialize) -> JsValue {
    let serializer =
        serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true).serialize_maps_as_objects(true);
    value.serialize(&serializer).expect("plain values")
}

/// A refusal as the page is told of it: an error whose message is the sentence.
fn refused(info: Option<&GameInfo>) -> impl Fn(Rejection) -> JsError {
    let own = info.map_or(Catalogue::EMPTY, |info| info.messages);
    move |rejection| JsError::new(&rejection.sentence(&catalogues(own), language()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn messages_are_complete() {
        super::MESSAGES.assert_complete(&[]);
    }
}
