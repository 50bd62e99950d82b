//! Jin Li: koi swim and jump through a maze of stones and score by touching other koi.

mod classic;
mod codes;
mod effects;
mod evaluation;
mod game;
mod moves;
mod network;
mod position;
mod text;

pub use game::JinLi;
pub use position::{Position, Step};

use crate::registry::{OPTIMIZE_FOR_SIZE, Visitor};
use sanban_core::{GameInfo, OptionInfo, Piece, Rules, Seat, Shape, Values};

/// The metadata of the game.
pub static INFO: GameInfo = GameInfo {
    name: "Jin Li",
    players: &["yellow", "red"],
    palette: &[
        ('y', Piece::of(Seat::FIRST, Shape::Koi)),
        ('r', Piece::of(Seat::SECOND, Shape::Koi)),
        ('o', Piece::neutral(Shape::Stone)),
    ],
    options: &[
        OptionInfo { key: "size", values: Values::Numbers { from: 5, to: 9, step: 1 }, default: "7" },
        OptionInfo { key: "start", values: Values::Words(&["corner", "inset"]), default: "corner" },
        OptionInfo { key: "stones", values: Values::Numbers { from: 1, to: 20, step: 1 }, default: "10" },
        OptionInfo { key: "target", values: Values::Numbers { from: 1, to: 30, step: 1 }, default: "10" },
        OptionInfo { key: "gift", values: Values::Words(&["off", "on"]), default: "off" },
        OptionInfo::REPETITION,
        OptionInfo::TURNS,
    ],
    classics: &["random", "greedy"],
    evaluations: &[("tuned", include_str!("weights.txt"))],
    sources: "W. David MacKenzie, 2010",
    example_position: "3o3/4rr1/1o3o1/1oy4/oo1o3/oyooo1o/2o4 r 5 2 4 4 18",
    any_side_may_begin: true,
    codes: codes::ALL,
    ..folder_info!("jinli")
};

/// Runs a visitor with the game type for these rules: the usual size has a type without gifts, so that the option doesn't slow
/// it down.
pub fn visit<V: Visitor>(rules: &Rules, visitor: V) -> V::Output {
    match rules.number("size") {
        7 if !rules.is_on("gift") && !OPTIMIZE_FOR_SIZE => visitor.visit::<JinLi<u64, false>>(rules),
        5..=8 => visitor.visit::<JinLi<u64, true>>(rules),
        _ => visitor.visit::<JinLi<u128, true>>(rules),
    }
}
