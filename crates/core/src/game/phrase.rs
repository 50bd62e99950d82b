//! Phrases: what a step does or what a move achieves, as a message with arguments.

use crate::info::GameInfo;
use crate::messages::say;
use crate::outcome::Seat;
use crate::scene::Piece;
use crate::square::Square;

/// A message of a game with its arguments, not yet in a language. Its text may also use `{$player}`, who moves, and
/// `{$opponent}`.
#[derive(Clone, PartialEq, Debug)]
pub struct Phrase {
    key: &'static str,
    args: Vec<(&'static str, Arg)>,
}

#[derive(Clone, PartialEq, Debug)]
enum Arg {
    /// The same in every language.
    Text(String),
    /// The key of another message.
    Message(String),
}

impl Phrase {
    /// The message of a key, without arguments yet.
    pub fn new(key: &'static str) -> Self {
        Phrase { key, args: Vec::new() }
    }

    /// Adds a square.
    pub fn square(self, name: &'static str, square: Square) -> Self {
        self.text(name, square.to_string())
    }

    /// Adds a number, which selects plurals.
    pub fn number(self, name: &'static str, number: u32) -> Self {
        self.text(name, number.to_string())
    }

    /// Adds the name of a piece's shape.
    pub fn shape(mut self, name: &'static str, piece: Piece) -> Self {
        self.args.push((name, Arg::Message(format!("shape-{}", piece.shape.name()))));
        self
    }

    fn text(mut self, name: &'static str, text: String) -> Self {
        self.args.push((name, Arg::Text(text)));
        self
    }

    /// The text in a language, about a move of this player.
    pub fn say(&self, info: &GameInfo, language: &str, mover: Seat) -> String {
        let message = |key: &str| say(&[info.messages], language, key, &[]);
        let mut args: Vec<(&str, String)> = vec![
            ("player", message(info.players[mover.index()])),
            ("opponent", message(info.players[mover.other().index()])),
        ];
        for (name, arg) in &self.args {
            args.push((
                name,
                match arg {
                    Arg::Text(text) => text.clone(),
                    Arg::Message(key) => message(key),
                },
            ));
        }
        let args: Vec<(&str, &str)> = args.iter().map(|(name, text)| (*name, text.as_str())).collect();
        say(&[info.messages], language, self.key, &args)
    }
}
