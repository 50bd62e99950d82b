//! Jeson Mor, the Mongolian game of nine horses: be the one whose knight leaves the centre again.

mod classic;
mod codes;
mod effects;
mod evaluation;
mod game;
mod network;
mod position;
mod text;

pub use game::JesonMor;
pub use position::{Position, Step};

use crate::registry::{OPTIMIZE_FOR_SIZE, Visitor};
use sanban_core::{GameInfo, OptionInfo, Piece, Rules, Seat, Shape, Values, WideBitboard};

/// The metadata of the game.
pub static INFO: GameInfo = GameInfo {
    name: "Jeson Mor",
    palette: &[('N', Piece::of(Seat::FIRST, Shape::Knight)), ('n', Piece::of(Seat::SECOND, Shape::Knight))],
    options: &[
        OptionInfo { key: "size", values: Values::Numbers { from: 5, to: 25, step: 2 }, default: "9" },
        OptionInfo { key: "goal", values: Values::Words(&["leave", "hold", "reach"]), default: "leave" },
        OptionInfo::REPETITION,
        OptionInfo { key: "quiet", values: Values::Words(&["100", "off"]), default: "100" },
    ],
    classics: &["random", "greedy"],
    evaluations: &[("tuned", include_str!("weights.txt"))],
    sources: "Mongolian; Assia Popova 1974; D. B. Pritchard, The Classified Encyclopedia of Chess Variants",
    example_position: "n1n1nn1nn/9/3n1n3/2N6/6n2/3N4N/9/9/NN1N1NN2 w - - 2 8",
    codes: codes::ALL,
    ..folder_info!("jesonmor")
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
