//! The page's interface to the games and the engine: the same rules, turn entry, levels, lessons and records as in the terminal,
//! as JavaScript classes and plain values. It decides nothing that a game or the engine could decide.
//!
//! It is built twice: for the page itself, and with the feature `engine` for the worker that searches. The types that cross
//! to JavaScript derive [`Tsify`], which declares them in the module's `.d.ts` file; the page is type-checked against it.

#[cfg(feature = "engine")]
mod engine;
#[cfg(not(feature = "engine"))]
mod page;
mod records;
mod timer;

use sanban_core::messages::{self, Catalogue, LANGUAGES};
use sanban_core::{GameInfo, Rejection};
use sanban_games::registry;
use serde::Serialize;
use std::cell::Cell;
use tsify::serde_wasm_bindgen::Serializer;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// The texts of the page.
static MESSAGES: Catalogue = sanban_core::catalogue!("../messages");

/// The catalogues of texts about a game, in the order of lookup.
fn catalogues(game: Catalogue) -> [Catalogue; 3] {
    [game, MESSAGES, sanban_engine::MESSAGES]
}

thread_local! {
    static LANGUAGE: Cell<&'static str> = const { Cell::new(LANGUAGES[0]) };
}

/// The language of all texts.
fn language() -> &'static str {
    LANGUAGE.get()
}

/// Sets the language; an unknown one becomes English.
#[wasm_bindgen(js_name = setLanguage)]
pub fn set_language(name: &str) {
    LANGUAGE.set(LANGUAGES.iter().copied().find(|known| *known == name).unwrap_or(LANGUAGES[0]));
}

/// The available languages.
#[wasm_bindgen]
pub fn languages() -> Vec<String> {
    LANGUAGES.iter().map(|language| language.to_string()).collect()
}

/// The message of a key, in the words of a game if one is named. `args` alternates names and values.
#[wasm_bindgen]
pub fn say(game: &str, key: &str, args: Vec<String>) -> String {
    let own = registry::find(game).map_or(Catalogue::EMPTY, |info| info.messages);
    let args: Vec<(&str, &str)> = args.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
    messages::say(&catalogues(own), language(), key, &args)
}

/// The message of a key without arguments, in the words of a game.
#[cfg(not(feature = "engine"))]
fn game_message(info: &GameInfo, key: &str) -> String {
    messages::say(&catalogues(info.messages), language(), key, &[])
}

/// Converts a value to JavaScript: `None` to null, maps and structs with flattened fields to objects.
fn to_js<T: Tsify + Serialize>(value: &T) -> Ts<T> {
    let serializer = Serializer::new().serialize_missing_as_null(true).serialize_maps_as_objects(true);
    Ts::new_unchecked(value.serialize(&serializer).expect("plain values convert"))
}

/// Converts rejections to JavaScript errors with a sentence, in the words of a game if one is given.
fn to_js_error(info: Option<&GameInfo>) -> impl Fn(Rejection) -> JsError {
    let own = info.map_or(Catalogue::EMPTY, |info| info.messages);
    move |rejection| JsError::new(&rejection.sentence(&catalogues(own), language()))
}

#[cfg(all(test, not(feature = "engine")))]
mod tests {
    use super::{Catalogue, LANGUAGES, MESSAGES, catalogues, messages};
    use std::path::{Path, PathBuf};

    #[test]
    fn messages_are_complete() {
        MESSAGES.assert_complete(super::page::pasted::codes::ALL);
    }

    /// The text of all files in a folder whose names end with an extension.
    fn read_sources(folder: &Path, extension: &str) -> String {
        let read = |path: PathBuf| match path.is_dir() {
            true => read_sources(&path, extension),
            false if path.extension().is_some_and(|other| other == extension) => {
                std::fs::read_to_string(path).expect("a text")
            }
            false => String::new(),
        };
        std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| read(entry.path())).collect()
    }

    #[test]
    fn page_uses_exactly_the_existing_message_keys() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders =
            ["app", "board", "components", "engine", "online", "pages"].map(|name| root.join("../../web").join(name));
        let source: String = folders.iter().map(|folder| read_sources(folder, "js")).collect();
        let [_, own, engine] = catalogues(Catalogue::EMPTY);
        let known: Vec<_> = [own, engine, messages::CORE].iter().flat_map(|c| c.entries(LANGUAGES[0])).collect();
        let lookups = source.match_indices("t(\"").filter(|(at, _)| !source[..*at].ends_with(char::is_alphanumeric));
        for (at, start) in lookups {
            let key = source[at + start.len()..].split('"').next().unwrap_or("");
            assert!(known.iter().any(|(existing, _)| *existing == key), "{key} has no message");
        }
        // A key is a word in quotes, or begins with the fixed part of a template such as `grade-${grade}`.
        let prefixes: Vec<_> =
            source.split('`').filter_map(|text| text.split_once("-${").map(|(prefix, _)| prefix)).collect();
        let source = source.clone() + &read_sources(&root.join("src"), "rs");
        let first_page = std::fs::read_to_string(root.join("../../web/first-page.html")).expect("a text");
        for (key, _) in MESSAGES.entries(LANGUAGES[0]) {
            let is_built =
                prefixes.iter().any(|prefix| key.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('-')));
            let is_used = source.contains(&format!("\"{key}\"")) || first_page.contains(&format!("{{{key}}}"));
            assert!(is_built || is_used, "the page doesn't use {key}");
        }
    }
}
