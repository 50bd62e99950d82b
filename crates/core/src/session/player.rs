//! Who sits at the board.

use crate::info::GameInfo;
use crate::messages::{self, COMMON};
use crate::outcome::Seat;

/// What a record calls a person who did not say a name.
const NOBODY: &str = "?";
/// What a person is called where players are named.
const PERSON: &str = "human";

/// Somebody at the board: a person, or the computer as one of its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The name, if one was said.
    name: Option<String>,
    /// The player as it is named on the command line: `human`, `level:3`, `greedy`.
    pub spec: String,
}

impl Player {
    /// The player that is named so. Whether there is such a player is for the caller to know.
    pub fn new(spec: &str, name: Option<&str>) -> Self {
        let name = name.map(str::trim).filter(|name| ![NOBODY, "", spec].contains(name)).map(String::from);
        Player { name, spec: spec.to_string() }
    }

    /// A person.
    pub fn person(name: Option<&str>) -> Self {
        Player::new(PERSON, name)
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        self.spec == PERSON
    }

    /// What they are called at a seat: a person without a name by the side, the computer by its player.
    pub fn called(&self, info: &GameInfo, seat: Seat, language: &str) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None if self.is_human() => {
                messages::say(&[info.messages, COMMON], language, info.players[seat.index()], &[])
            }
            None => computer_name(&self.spec, language),
        }
    }

    /// The name as records write it, in no language.
    pub fn recorded(&self) -> &str {
        match &self.name {
            Some(name) => name,
            None if self.is_human() => NOBODY,
            None => &self.spec,
        }
    }

    /// The name, if one was said.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// A computer's player in words: `level 3`.
pub fn computer_name(spec: &str, language: &str) -> String {
    match spec.strip_prefix("level:") {
        Some(level) => messages::say(&[COMMON], language, "menu.level", &[("level", level)]),
        None => spec.to_string(),
    }
}
