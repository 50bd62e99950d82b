//! The rules of a game as text with examples.

use crate::{language, to_js, to_js_error};
use sanban_core::rulebook::{self, Block};
use sanban_games::registry;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A block of the rulebook.
#[derive(Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum RulesBlock {
    Heading {
        text: &'static str,
    },
    Paragraph {
        text: &'static str,
    },
    Item {
        text: &'static str,
    },
    /// An example on a board; the text is its caption.
    Board {
        rules: &'static str,
        position: &'static str,
        moves: &'static str,
        text: &'static str,
    },
}

impl From<Block<'static>> for RulesBlock {
    fn from(block: Block<'static>) -> Self {
        match block {
            Block::Heading(text) => RulesBlock::Heading { text },
            Block::Paragraph(text) => RulesBlock::Paragraph { text },
            Block::Item(text) => RulesBlock::Item { text },
            Block::Board { rules, position, moves, caption } => {
                RulesBlock::Board { rules, position, moves, text: caption }
            }
        }
    }
}

/// The rulebook of a game.
#[wasm_bindgen(js_name = rulebook)]
pub fn read_rulebook(game: &str) -> Result<Vec<Ts<RulesBlock>>, JsError> {
    let info = registry::find(game).map_err(to_js_error(None))?;
    let blocks = rulebook::read(info, language()).into_iter();
    Ok(blocks.map(|block| to_js(&RulesBlock::from(block))).collect())
}
