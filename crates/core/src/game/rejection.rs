//! Rejections: why a text, a move or a request was rejected, as a code with arguments.
//!
//! The code is for programs. [`Rejection::sentence`] makes the sentence for people from the message catalogues.

use crate::messages::{Catalogue, say};
use crate::outcome::Reason;
use crate::progress::Touch;
use crate::square::Square;

/// A kind of rejection, with the names of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// The code's name, which is also its message key.
    pub id: &'static str,
    /// The names of its arguments.
    pub args: &'static [&'static str],
    /// Whether a text was malformed, rather than a well-formed request that the rules forbid.
    pub malformed: bool,
}

impl Code {
    /// Makes a rejection with this code and its arguments in order.
    pub fn with(self, args: &[&dyn Argument]) -> Rejection {
        debug_assert_eq!(args.len(), self.args.len(), "arguments of {}", self.id);
        Rejection { code: self, args: args.iter().map(|a| a.to_arg()).collect(), because: Vec::new() }
    }
}

/// The value of a rejection's argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A text that is the same in every language, such as a square or a player's input.
    Text(String),
    /// The key of a message.
    Key(String),
}

/// A message key as an argument, for words that differ between languages.
#[derive(Clone, Copy, Debug)]
pub struct MessageKey<'a>(pub &'a str);

/// A type that can be an argument of a rejection.
pub trait Argument {
    /// The argument's value.
    fn to_arg(&self) -> Arg;
}

macro_rules! text_arguments {
    ($($type:ty)*) => {
        $(impl Argument for $type {
            fn to_arg(&self) -> Arg {
                Arg::Text(printable(&self.to_string()))
            }
        })*
    };
}

text_arguments!(&str String char Square Touch u8 u16 u32 u64 usize);

impl Argument for MessageKey<'_> {
    fn to_arg(&self) -> Arg {
        Arg::Key(self.0.to_string())
    }
}

impl Argument for Arg {
    fn to_arg(&self) -> Arg {
        self.clone()
    }
}

impl Argument for Reason {
    fn to_arg(&self) -> Arg {
        Arg::Key(self.key())
    }
}

/// Makes a player's input printable: replaces control characters and shortens it.
fn printable(text: &str) -> String {
    const MAX_CHARS: usize = 200;
    let start: String = text.chars().take(MAX_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(MAX_CHARS).is_some() { start + "…" } else { start }
}

/// Why something was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The kind of rejection.
    pub code: Code,
    /// The values of the code's arguments, in their order.
    pub args: Vec<Arg>,
    /// The underlying reasons, if this rejection only says where they apply: `{because}` in its sentence.
    pub because: Vec<Rejection>,
}

/// Defines codes: `malformed` or `illegal`, a constant, its id and the names of its arguments. Also defines the list `ALL`.
#[macro_export]
macro_rules! codes {
    ($($kind:ident $name:ident = $id:literal [$($arg:literal),*];)*) => {
        $(
            #[doc = concat!("Rejected: `", $id, "`.")]
            pub const $name: $crate::Code = $crate::Code {
                id: $id,
                args: &[$($arg),*],
                malformed: $crate::codes!(@ $kind),
            };
        )*
        /// Every code of this list.
        pub const ALL: &[$crate::Code] = &[$($name),*];
    };
    (@ malformed) => { true };
    (@ illegal) => { false };
}

/// The codes that every game shares.
pub mod common {
    codes! {
        malformed UNKNOWN_GAME = "unknown-game" ["game", "games"];
        malformed UNKNOWN_PRESET = "unknown-preset" ["preset", "game", "presets"];
        malformed TWO_PRESETS = "two-presets" ["one", "other"];
        malformed PRESET_NOT_FIRST = "preset-not-first" ["preset"];
        malformed NO_OPTIONS = "no-options" ["option", "game"];
        malformed UNKNOWN_OPTION = "unknown-option" ["option", "game", "options"];
        malformed OPTION_TWICE = "option-twice" ["option"];
        malformed BAD_VALUE = "bad-value" ["option", "value", "values"];
        malformed UNKNOWN_TERM = "unknown-term" ["term"];
        malformed TERM_LENGTH = "term-length" ["term", "count"];
        malformed UNKNOWN_CLASSIC = "unknown-classic" ["player", "game", "players"];
        illegal NO_EVALUATION = "no-evaluation" ["player"];

        malformed POSITION = "position" [];
        malformed FIELD_COUNT = "field-count" ["expected", "found"];
        malformed RANK_COUNT = "rank-count" ["expected", "found"];
        malformed RANK_LENGTH = "rank-length" ["row", "expected", "found"];
        malformed BAD_CELL = "bad-cell" ["row", "text", "expected"];
        malformed BAD_PLAYER = "bad-player" ["text", "players"];
        malformed BAD_NUMBER = "bad-number" ["field", "text", "from", "to"];
        malformed BAD_FIELD = "bad-field" ["field", "text", "expected"];

        malformed EMPTY_MOVE = "empty-move" [];
        malformed MOVE_TOO_LONG = "move-too-long" ["most"];
        malformed BAD_CHARACTER = "bad-character" ["character", "place", "move"];
        malformed NOT_A_SQUARE = "not-a-square" ["text", "place", "move"];
        malformed NO_SUCH_SQUARE = "no-such-square" ["square", "last", "move"];
        malformed AMBIGUOUS = "ambiguous" ["move", "one", "other"];
        malformed HALF_STEP = "half-step" ["move"];
        illegal UNFINISHED = "unfinished" ["move", "next"];
        illegal TURN_IS_COMPLETE = "turn-is-complete" ["move", "rest"];
        illegal NO_PASS = "no-pass" [];
        illegal WRONG_MARK = "wrong-mark" ["mark", "move"];
        illegal NO_SUPPLY = "no-supply" [];
        illegal NO_STEP_AT = "no-step-at" ["square"];
        illegal NO_STEP_TO = "no-step-to" ["from", "to"];
        illegal GAME_OVER = "game-over" ["reason"];

        malformed RECORD_SYNTAX = "record-syntax" ["line", "text", "expected"];
        malformed RECORD_UNFINISHED = "record-unfinished" ["line", "what"];
        malformed RECORD_NO_GAME = "record-no-game" [];
        malformed RECORD_DEPTH = "record-depth" ["line", "most"];
        malformed RECORD_TAG = "record-tag" ["tag"];
        illegal STUDY_DEPTH = "study-depth" ["most"];
        malformed MOVE_REJECTED = "move-refused" ["number", "move"];

        illegal NO_LESSON = "no-lesson" ["game"];
        malformed BAD_CLOCK = "bad-clock" ["clock"];
    }
}

impl Rejection {
    /// Adds the underlying reasons.
    pub fn because(self, because: Vec<Rejection>) -> Rejection {
        Rejection { because, ..self }
    }

    /// Whether a text was malformed. If there are underlying reasons, they decide.
    pub fn is_malformed(&self) -> bool {
        if self.because.is_empty() { self.code.malformed } else { self.because.iter().any(Rejection::is_malformed) }
    }

    /// The rejection as a sentence, from these catalogues or the core's.
    pub fn sentence(&self, catalogues: &[Catalogue], language: &str) -> String {
        let because: Vec<String> = self.because.iter().map(|r| r.sentence(catalogues, language)).collect();
        let because = because.join("; ");
        let values = self.args.iter().map(|arg| match arg {
            Arg::Text(text) => text.clone(),
            Arg::Key(key) => say(catalogues, language, key, &[]),
        });
        let values: Vec<String> = values.collect();
        let mut args: Vec<_> = self.code.args.iter().copied().zip(values.iter().map(String::as_str)).collect();
        args.push(("because", &because));
        say(catalogues, language, self.code.id, &args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_includes_the_underlying_reasons() {
        let one = common::BAD_PLAYER.with(&[&"x", &"w, b"]);
        let other = common::RANK_COUNT.with(&[&5u8, &4u8]);
        let sentence = common::POSITION.with(&[]).because(vec![one, other]).sentence(&[], "en");
        assert_eq!(
            sentence,
            "The position isn't valid: the player to move must be one of w, b, not \"x\"; \
             it needs 5 rows separated by slashes, but has 4."
        );
    }
}
