//! The rules of a game as people read them.

use crate::{language, refused, value};
use sanban_core::rulebook::{self, Block};
use sanban_games::registry;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A piece of the rules. */
export type RulesBlock =
  | { kind: "heading" | "paragraph" | "item"; text: string }
  | { kind: "board"; rules: string; position: string; moves: string; text: string };
"#;

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Told<'a> {
    Heading { text: &'a str },
    Paragraph { text: &'a str },
    Item { text: &'a str },
    Board { rules: &'a str, position: &'a str, moves: &'a str, text: &'a str },
}

/// The rules of a game, piece by piece.
#[wasm_bindgen(js_name = explanation, unchecked_return_type = "RulesBlock[]")]
pub fn explain(game: &str) -> Result<JsValue, JsError> {
    let info = registry::find(game).map_err(refused(None))?;
    let told = |block: Block<'static>| match block {
        Block::Heading(text) => Told::Heading { text },
        Block::Paragraph(text) => Told::Paragraph { text },
        Block::Item(text) => Told::Item { text },
        Block::Board { rules, position, moves, caption } => Told::Board { rules, position, moves, text: caption },
    };
    Ok(value(&rulebook::read(info, language()).into_iter().map(told).collect::<Vec<_>>()))
}
