//! Who sits at the board.

use crate::language::{say, say_common};
use sanban_core::{Facts, Refusal, Seat};
use sanban_engine::Spec;

/// What a record calls a person who did not say a name.
const NOBODY: &str = "?";

/// Somebody at the board: a person, or the computer as one of its players.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The name, if one was said.
    name: Option<String>,
    /// The player as it is named on the command line: `human`, `level:3`, `greedy`.
    pub spec: String,
    /// The computer's player; none for a person.
    pub computer: Option<Spec>,
}

impl Seated {
    /// Reads a player of a game.
    pub fn parse(spec: &str, name: Option<&str>, facts: &Facts) -> Result<Self, Refusal> {
        let computer = if spec == "human" { None } else { Some(Spec::parse(spec, facts)?) };
        let name = name.map(str::trim).filter(|name| ![NOBODY, "", spec].contains(name)).map(String::from);
        Ok(Seated { name, spec: spec.to_string(), computer })
    }

    /// Whether a person sits here.
    pub fn is_person(&self) -> bool {
        self.computer.is_none()
    }

    /// What they are called at a seat: a person without a name by the side, the computer by its player.
    pub fn called(&self, facts: &Facts, seat: Seat) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None if self.is_person() => say(facts, facts.players[seat.index()], &[]),
            None => computer_in_words(&self.spec),
        }
    }

    /// The name as records write it, in no language.
    pub fn recorded(&self) -> &str {
        match &self.name {
            Some(name) => name,
            None if self.is_person() => NOBODY,
            None => &self.spec,
        }
    }

    /// The name, if one was said.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// A computer's player in words: `level 3`.
pub fn computer_in_words(spec: &str) -> String {
    match spec.strip_prefix("level:") {
        Some(level) => say_common("menu.level", &[("level", level)]),
        None => spec.to_string(),
    }
}
