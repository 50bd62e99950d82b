//! Jeson Mor, the Mongolian game of nine horses: be the one whose knight leaves the centre again.

mod classic;
mod codes;
mod evaluation;
mod game;
mod position;
mod text;

pub use game::JesonMor;
pub use position::{Position, Step};

use sanban_core::catalogue;
use crate::registry::{OPTIMIZE_FOR_SIZE, Visitor};
use sanban_core::{GameInfo, OptionInfo, Piece, Preset, Rules, Seat, Shape, Values, WideBitboard};

/// The metadata of the game.
pub const INFO: GameInfo = GameInfo {
    id: "jesonmor",
    name: "Jeson Mor",
    players: &["white", "black"],
    palette: &[Piece::of(Seat::FIRST, Shape::Knight), Piece::of(Seat::SECOND, Shape::Knight)],
    options: &[
        OptionInfo { key: "size", values: Values::Numbers { from: 5, to: 25, step: 2 }, default: "9" },
        OptionInfo { key: "goal", values: Values::Words(&["leave", "hold", "reach"]), default: "leave" },
        OptionInfo::REPETITION,
        OptionInfo { key: "quiet", values: Values::Words(&["100", "off"]), default: "100" },
    ],
    presets: &[Preset::OFFICIAL],
    classics: &["random", "greedy"],
    evaluations: &[("tuned", include_str!("weights.txt"))],
    sources: "Mongolian; Assia Popova 1974; D. B. Pritchard, The Classified Encyclopedia of Chess Variants",
    shown: "n1n1nn1nn/9/3n1n3/2N6/6n2/3N4N/9/9/NN1N1NN2 w - - 2 8",
    rules_version: 1,
    teaching: false,
    codes: codes::ALL,
    messages: catalogue!("messages"),
    rules: &[("en", include_str!("rules/en.txt")), ("pt", include_str!("rules/pt.txt"))],
    lesson: include_str!("lesson.txt"),
    puzzles: include_str!("puzzles.txt"),
};

/// Runs a visitor with the game type for these rules: the narrowest width that holds the board, with the usual size and goal
/// known at compile time.
pub fn visit<V: Visitor>(rules: &Rules, visitor: V) -> V::Output {
    match rules.number("size") {
        9 if rules.get("goal") == "leave" && !OPTIMIZE_FOR_SIZE => visitor.visit::<JesonMor<u128, 9, true>>(rules),
        9 if !OPTIMIZE_FOR_SIZE => visitor.visit::<JesonMor<u128, 9, false>>(rules),
        5 | 7 => visitor.visit::<JesonMor<u64, 0, false>>(rules),
        9 | 11 => visitor.visit::<JesonMor<u128, 0, false>>(rules),
        _ => visitor.visit::<JesonMor<WideBitboard, 0, false>>(rules),
    }
}
