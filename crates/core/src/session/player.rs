//! The players of a game.

use crate::info::GameInfo;
use crate::messages;
use crate::outcome::Seat;

/// The name of a person without a name, in records.
const UNKNOWN_NAME: &str = "?";
/// The spec of a person.
const HUMAN_SPEC: &str = "human";

/// A person, or one of the computer's players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    name: Option<String>,
    /// The player as the command line names it: `human`, `level:3`, `greedy`.
    pub spec: String,
}

impl Player {
    /// The player with a spec, which the caller has checked.
    pub fn new(spec: &str, name: Option<&str>) -> Self {
        let name = name.map(str::trim).filter(|name| ![UNKNOWN_NAME, "", spec].contains(name)).map(String::from);
        Player { name, spec: spec.to_string() }
    }

    /// A human; without a name, front ends show that of the side.
    pub fn person(name: Option<&str>) -> Self {
        Player::new(HUMAN_SPEC, name)
    }

    /// Whether the player is a person.
    pub fn is_human(&self) -> bool {
        self.spec == HUMAN_SPEC
    }

    /// The displayed name at a seat: a person without a name is called by the side, the computer by its level or kind.
    pub fn display_name(&self, info: &GameInfo, seat: Seat, language: &str) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None if self.is_human() => messages::say(&[info.messages], language, info.players[seat.index()], &[]),
            None => computer_name(info, &self.spec, language),
        }
    }

    /// The name as records write it, independent of the language.
    pub fn record_name(&self) -> &str {
        match &self.name {
            Some(name) => name,
            None if self.is_human() => UNKNOWN_NAME,
            None => &self.spec,
        }
    }

    /// The name, if one was given.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// The displayed name of a computer player: `Level 3`, or the game's own name for a classic player. Searches and external engines
/// are named by what they are, without their settings.
pub fn computer_name(info: &GameInfo, spec: &str, language: &str) -> String {
    let say = |key: &str, args: &[(&str, &str)]| messages::say(&[info.messages], language, key, args);
    match spec.split_once(':') {
        Some(("level", level)) => say("level", &[("level", level)]),
        Some(("engine", _)) => say("player-engine", &[]),
        Some(("mcts", _)) => say("player-mcts", &[]),
        Some(("uci", command)) => command.split(',').next().unwrap_or(command).to_string(),
        _ => messages::find(&[info.messages], language, &format!("player-{spec}"), &[])
            .unwrap_or_else(|| spec.to_string()),
    }
}
