//! What a game tells about itself, as one table.

use crate::rejection::Code;
use crate::scene::Piece;

/// A game's facts: they stand as one table at the top of its folder.
#[derive(Debug)]
pub struct GameInfo {
    /// The name that programs use, such as `jinli`.
    pub id: &'static str,
    /// The name that people use, such as `Jin Li`.
    pub name: &'static str,
    /// The players in the order of their seats, in lower case: `white`, `black`.
    pub players: &'static [&'static str],
    /// The pieces that can stand on the board, in the order in which they are offered to whoever sets up a position.
    pub palette: &'static [Piece],
    /// The options, in the order in which they are always written.
    pub options: &'static [OptionInfo],
    /// The presets; the first is `official`.
    pub presets: &'static [Preset],
    /// The classic computer players.
    pub classics: &'static [&'static str],
    /// The evaluations by name: the weights of the game's terms. The first is the one that is played with; others are
    /// yardsticks.
    pub evaluations: &'static [(&'static str, &'static str)],
    /// Who made the game and where its rules are published.
    pub sources: &'static str,
    /// A position that shows at a glance what the game is; the start if it is empty.
    pub shown: &'static str,
    /// Grows when a change of the rules makes old records mean something else.
    pub rules_version: u32,
    /// Whether the game is there for teaching programmers and hidden from players' lists.
    pub teaching: bool,
    /// What the game may refuse for.
    pub codes: &'static [Code],
    /// The game's sentences by language: lines of `key = sentence`.
    pub messages: &'static [(&'static str, &'static str)],
    /// The rules as people read them, by language; see [`explanation`](crate::rulebook).
    pub rules: &'static [(&'static str, &'static str)],
    /// The lesson that teaches the game; see [`lesson`](crate::lesson).
    pub lesson: &'static str,
    /// The puzzles; see [`puzzle`](crate::puzzle).
    pub puzzles: &'static str,
}

impl GameInfo {
    /// The weights of the evaluation that the game is played with; empty if it has none.
    pub fn default_weights(&self) -> &'static str {
        self.evaluations.first().map_or("", |(_, weights)| weights)
    }
}

/// One option of a game's rules.
#[derive(Debug)]
pub struct OptionInfo {
    /// Its name, such as `size`.
    pub key: &'static str,
    /// What it may be.
    pub values: Values,
    /// What it is in the official rules.
    pub default: &'static str,
}

/// The values that an option may take.
#[derive(Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number from one to another, in steps counted from the first.
    Numbers {
        /// The least.
        from: u16,
        /// The greatest.
        to: u16,
        /// The distance from each to the next.
        step: u16,
    },
}

/// A named choice of options.
#[derive(Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// How it differs from the official rules.
    pub changes: &'static [(&'static str, &'static str)],
}

impl Preset {
    /// The default rules of every game.
    pub const OFFICIAL: Preset = Preset { name: "official", changes: &[] };
}

impl OptionInfo {
    /// Repetition as a draw, which every game that can repeat has.
    pub const REPETITION: OptionInfo =
        OptionInfo { key: "repetition", values: Values::Words(&["draw", "off"]), default: "draw" };
    /// The limit on turns.
    pub const TURNS: OptionInfo = OptionInfo { key: "turns", values: Values::Words(&["400", "off"]), default: "400" };
}

impl Values {
    /// The canonical spelling of a value, if it is one of these.
    pub fn accept(&self, text: &str) -> Option<String> {
        match self {
            Values::Words(words) => words.iter().find(|&&w| w == text).map(|w| w.to_string()),
            Values::Numbers { from, to, step } => {
                let number = crate::position_text::number(text).and_then(|n| u16::try_from(n).ok())?;
                ((*from..=*to).contains(&number) && (number - from) % step == 0).then(|| number.to_string())
            }
        }
    }

    /// All of them.
    pub fn all(&self) -> Box<dyn Iterator<Item = String>> {
        match *self {
            Values::Words(words) => Box::new(words.iter().map(|word| word.to_string())),
            Values::Numbers { from, to, step } => {
                Box::new((from..=to).step_by(step.into()).map(|number| number.to_string()))
            }
        }
    }

    /// The values as people are told of them: `on|off`, `5..8`, `5, 7, … 25`.
    pub fn describe(&self) -> String {
        match self {
            Values::Words(words) => words.join("|"),
            Values::Numbers { from, to, step: 1 } => format!("{from}..{to}"),
            Values::Numbers { from, to, step } => format!("{from}, {}, … {to}", from + step),
        }
    }
}

impl GameInfo {
    /// A player's name as records' tags write it: `White`.
    pub fn player_tag(&self, seat: crate::Seat) -> String {
        let name = self.players[seat.index()];
        name[..1].to_uppercase() + &name[1..]
    }
}
