//! What happens in a game. The list of it is the truth about the game; everything else follows from it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that has happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The game was set up. Boxed, since of the many events of a game it is the only large one.
    Created(Box<Setup>),
    /// Somebody sat down.
    Sat { seat: u8, player: Sitter },
    /// A turn was made, and took so many milliseconds.
    Moved { seat: u8, r#move: String, spent: u64 },
    /// The second player took the first player's side, by the pie rule.
    SidesChanged { seat: u8 },
    /// The second player left the sides as they were.
    SidesLeft { seat: u8 },
    /// A draw was offered.
    DrawOffered { seat: u8 },
    /// An offered draw was declined.
    DrawDeclined { seat: u8 },
    /// A turn was asked back.
    TakebackAsked { seat: u8 },
    /// It was not given back.
    TakebackRefused { seat: u8 },
    /// So many turns were taken back, after so many milliseconds of the present one.
    TakenBack {
        turns: u32,
        #[serde(default)]
        spent: u64,
    },
    /// The server was away; so much of the turn had been used when it went.
    Interrupted { spent: u64 },
    /// Another game was asked for.
    RematchAsked { seat: u8 },
    /// The other game.
    Rematch { game: String },
    /// The game has ended.
    Ended { winner: Option<u8>, reason: String },
    /// The game was called off before both sides had moved.
    Withdrawn { seat: u8 },
}

/// How a game is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Setup {
    /// Which game it is.
    pub game: String,
    /// What differs from the official rules.
    pub rules: String,
    /// The position that it begins from, if that is not the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How much time there is.
    pub pace: String,
    /// Whether the second player may change sides after the first turn.
    pub pie: bool,
    /// Whether ratings change by it.
    pub rated: bool,
    /// Whether it stands in the lobby.
    pub open: bool,
    /// What makes chance repeatable; it is told to nobody.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seed: u64,
}

fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

impl Event {
    /// What everybody may know of it.
    pub fn told(&self) -> Event {
        match self {
            Event::Created(setup) => Event::Created(Setup { seed: 0, ..Setup::clone(setup) }.into()),
            event => event.clone(),
        }
    }
}

/// Who sits at a board: a person, or the computer as one of its players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// A person, by the name that the server has for them.
    Person(String),
    /// The computer: `level:3`.
    Computer(String),
}

/// An event in its place in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number, from 1 on.
    pub number: u32,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// Whose command it was, and what that was called, if it was the last event of a command.
    pub command: Option<(String, String)>,
    /// What happened.
    pub event: Event,
}
