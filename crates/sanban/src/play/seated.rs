//! Who sits at the board.

use sanban_core::{Facts, Refusal};
use sanban_engine::Spec;

/// Somebody at the board: a person, or the computer as one of its players.
#[derive(Clone, Debug)]
pub struct Seated {
    /// What they are called.
    pub name: String,
    /// The player as it is named on the command line: `human`, `level:3`, `greedy`.
    pub spec: String,
    /// The computer's player; none for a person.
    pub computer: Option<Spec>,
}

impl Seated {
    /// Reads a player of a game. Without a name, a person is called by the seat, and the computer by its player.
    pub fn parse(spec: &str, name: Option<&str>, facts: &Facts, seat_name: &str) -> Result<Self, Refusal> {
        let computer = if spec == "human" { None } else { Some(Spec::parse(spec, facts)?) };
        let usual = if computer.is_some() { spec } else { seat_name };
        let name = name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or(usual);
        Ok(Seated { name: name.to_string(), spec: spec.to_string(), computer })
    }

    /// Whether a person sits here.
    pub fn is_person(&self) -> bool {
        self.computer.is_none()
    }
}
