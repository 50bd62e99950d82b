//! The metadata of a game.

use crate::heuristics::MOBILITY_WEIGHTS;
use crate::messages::Catalogue;
use crate::rejection::Code;
use crate::scene::Piece;

/// The metadata of a game. A game states what differs from [`GameInfo::DEFAULT`].
#[derive(Debug)]
pub struct GameInfo {
    /// The name for programs, such as `jinli`.
    pub id: &'static str,
    /// The name for people, such as `Jin Li`.
    pub name: &'static str,
    /// The players by seat, in lower case: `white`, `black`.
    pub players: &'static [&'static str],
    /// The pieces that can stand on the board, each with its letter in position texts, in the order in which a position editor
    /// offers them.
    pub palette: &'static [(char, Piece)],
    /// The counter whose pieces can be placed on the board with `@`; empty if there is none.
    pub supply: &'static str,
    /// The options, in the order in which rules are written.
    pub options: &'static [OptionInfo],
    /// The presets; the first is `official`.
    pub presets: &'static [Preset],
    /// The classic computer players.
    pub classics: &'static [&'static str],
    /// The evaluations: a name and weights for the game's terms. The engine plays with the first; the others are for comparison.
    pub evaluations: &'static [(&'static str, &'static str)],
    /// The author of the game, and where its rules are published.
    pub sources: &'static str,
    /// A position that shows what the game is about; empty for the start.
    pub example_position: &'static str,
    /// Increases when a change of the rules gives old records another meaning.
    pub rules_version: u32,
    /// Whether the game is hidden from players' lists: an example for programmers, or still in the making. A draft needs no
    /// translations, lessons or puzzles.
    pub draft: bool,
    /// Whether a coin toss may decide which side begins. Otherwise the first player begins.
    pub any_side_may_begin: bool,
    /// The game's own rejection codes.
    pub codes: &'static [Code],
    /// The game's texts.
    pub messages: Catalogue,
    /// The rulebook by language; see [`rulebook`](crate::rulebook).
    pub rulebook: &'static [(&'static str, &'static str)],
    /// The lesson that teaches the game; see [`lesson`](crate::lesson).
    pub lesson: &'static str,
    /// The puzzles; see [`puzzle`](crate::puzzle).
    pub puzzles: &'static str,
}

impl GameInfo {
    /// A game of White and Black without options, and without texts.
    pub const DEFAULT: GameInfo = GameInfo {
        id: "",
        name: "",
        players: &["white", "black"],
        palette: &[],
        supply: "",
        options: &[],
        presets: &[Preset::OFFICIAL],
        classics: &["random"],
        evaluations: &[],
        sources: "",
        example_position: "",
        rules_version: 1,
        draft: false,
        any_side_may_begin: false,
        codes: &[],
        messages: Catalogue::EMPTY,
        rulebook: &[],
        lesson: "",
        puzzles: "",
    };

    /// The weights that the engine plays with: those of the first evaluation, or mobility.
    pub fn default_weights(&self) -> &'static str {
        self.evaluations.first().map_or(MOBILITY_WEIGHTS, |(_, weights)| weights)
    }

    /// Whether the game has an evaluation of its own, rather than mobility alone.
    pub fn has_evaluation(&self) -> bool {
        !self.evaluations.is_empty()
    }

    /// The record tag of a player: `White`.
    pub fn player_tag(&self, seat: crate::Seat) -> String {
        let name = self.players[seat.index()];
        name[..1].to_uppercase() + &name[1..]
    }

    /// The first letter of a player's name, which stands for the player in position texts.
    pub fn player_letter(&self, seat: crate::Seat) -> &'static str {
        &self.players[seat.index()][..1]
    }
}

/// An option of a game's rules.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name, such as `size`.
    pub key: &'static str,
    /// The allowed values.
    pub values: Values,
    /// The value in the official rules.
    pub default: &'static str,
}

/// The allowed values of an option.
#[derive(Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number in a range.
    Numbers {
        /// The smallest value.
        from: u16,
        /// The largest value.
        to: u16,
        /// The distance between two values.
        step: u16,
    },
}

/// A named set of options.
#[derive(Debug)]
pub struct Preset {
    /// The id in rules texts, before any options: `flex,size=6`.
    pub name: &'static str,
    /// The options that differ from the official rules.
    pub changes: &'static [(&'static str, &'static str)],
}

impl Preset {
    /// The default rules of every game.
    pub const OFFICIAL: Preset = Preset { name: "official", changes: &[] };
}

impl OptionInfo {
    /// Draws by repetition, for every game in which positions can repeat.
    pub const REPETITION: OptionInfo =
        OptionInfo { key: "repetition", values: Values::Words(&["draw", "off"]), default: "draw" };
    /// The limit on turns.
    pub const TURNS: OptionInfo = OptionInfo { key: "turns", values: Values::Words(&["400", "off"]), default: "400" };
}

impl Values {
    /// The canonical spelling of a value, if it is allowed.
    pub fn accept(&self, text: &str) -> Option<String> {
        match self {
            Values::Words(words) => words.iter().find(|&&w| w == text).map(|w| w.to_string()),
            Values::Numbers { from, to, step } => {
                let number = crate::position_text::number(text).and_then(|n| u16::try_from(n).ok())?;
                ((*from..=*to).contains(&number) && (number - from) % step == 0).then(|| number.to_string())
            }
        }
    }

    /// All allowed values.
    pub fn all(&self) -> Box<dyn Iterator<Item = String>> {
        match *self {
            Values::Words(words) => Box::new(words.iter().map(|word| word.to_string())),
            Values::Numbers { from, to, step } => {
                Box::new((from..=to).step_by(step.into()).map(|number| number.to_string()))
            }
        }
    }

    /// The values as messages describe them: `on|off`, `5..8`, `5, 7, … 25`.
    pub fn describe(&self) -> String {
        match self {
            Values::Words(words) => words.join("|"),
            Values::Numbers { from, to, step: 1 } => format!("{from}..{to}"),
            Values::Numbers { from, to, step } => format!("{from}, {}, … {to}", from + step),
        }
    }
}
