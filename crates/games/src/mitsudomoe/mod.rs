//! Mitsudomoe: stack rings to build roads for your balls, vault over others, and fill the opponent's corner.

mod ball_moves;
mod classic;
mod codes;
mod effects;
mod evaluation;
mod game;
mod network;
mod position;
mod rejections;
mod relocation;
mod text;

pub use game::Mitsudomoe;
pub use position::{Position, Step};

use crate::registry::{OPTIMIZE_FOR_SIZE, Visitor};
use sanban_core::{GameInfo, OptionInfo, Piece, Preset, Rules, Seat, Shape, Values};

/// The metadata of the game.
pub static INFO: GameInfo = GameInfo {
    name: "Mitsudomoe",
    palette: &[
        ('w', Piece::of(Seat::FIRST, Shape::Ring)),
        ('W', Piece::of(Seat::FIRST, Shape::Ball)),
        ('b', Piece::of(Seat::SECOND, Shape::Ring)),
        ('B', Piece::of(Seat::SECOND, Shape::Ball)),
    ],
    supply: game::SUPPLY,
    options: &[
        OptionInfo { key: "size", values: Values::Numbers { from: 5, to: 8, step: 1 }, default: "5" },
        OptionInfo { key: "goal-lock", values: Values::Words(&["on", "off"]), default: "on" },
        OptionInfo { key: "passive-loss", values: Values::Words(&["on", "off"]), default: "on" },
        OptionInfo { key: "turn", values: Values::Words(&["both", "either"]), default: "both" },
        OptionInfo::REPETITION,
        OptionInfo::TURNS,
    ],
    presets: &[
        Preset::OFFICIAL,
        Preset { name: "open", changes: &[("goal-lock", "off"), ("passive-loss", "off")] },
        Preset { name: "flex", changes: &[("turn", "either"), ("passive-loss", "off")] },
    ],
    classics: &["easy", "medium", "hard", "random", "smart"],
    evaluations: &[("tuned", include_str!("weights.txt")), ("race", include_str!("race.txt"))],
    sources: "Mitsuo Yamamoto, 2020",
    example_position: "x2,wW,bB,bB/x,wb,bw,bwbB,b/x,wbwW,w,x2/x5/wW,x4 w 0 0 19",
    codes: codes::ALL,
    ..folder_info!("mitsudomoe")
};

/// Runs a visitor with the game type for these rules: the official rules have a type of their own, so that options don't slow
/// them down.
pub fn visit<V: Visitor>(rules: &Rules, visitor: V) -> V::Output {
    let is_official = |key| rules.get(key) == Rules::official(&INFO).get(key);
    match rules.number("size") {
        5 if ["goal-lock", "passive-loss", "turn"].into_iter().all(is_official) && !OPTIMIZE_FOR_SIZE => {
            visitor.visit::<Mitsudomoe<u32, 25, true>>(rules)
        }
        _ => visitor.visit::<Mitsudomoe<u64, 64, false>>(rules),
    }
}
