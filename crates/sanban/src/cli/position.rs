//! The position that a command is about.

use super::args::{JsonArgs, game_names};
use crate::failure::Failure;
use clap::Args;
use sanban_core::rejection::common;
use sanban_core::{Rejection, Rules, Session};
use sanban_games::registry;
use serde_json::Map;

/// The rules and the position that a game begins with.
#[derive(Args)]
pub struct StartArgs {
    /// Rules, such as flex,size=6; `sanban games` lists them
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// Position to start from, instead of the initial one
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Moves to play from there, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub moves: String,
}

/// A game and a position in it.
#[derive(Args)]
pub struct PositionArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    #[command(flatten)]
    pub start: StartArgs,

    #[command(flatten)]
    pub json: JsonArgs,
}

impl PositionArgs {
    /// Opens the game and plays the moves.
    pub fn open(&self, ignore_draws: bool) -> Result<Box<dyn Session>, Failure> {
        let info = registry::find(&self.game)?;
        let failure = |rejection: Rejection| Failure::rejected(&rejection, info.messages);
        let rules = Rules::parse(info, &self.start.rules).map_err(failure)?;
        let mut session = registry::open(rules, self.start.position.as_deref()).map_err(failure)?;
        if ignore_draws {
            session.ignore_draws();
        }
        for (number, text) in self.start.moves.split_whitespace().enumerate() {
            session.play(text).map_err(|because| {
                failure(common::MOVE_REJECTED.with(&[&(number + 1), &text]).because(vec![because]))
            })?;
        }
        Ok(session)
    }
}

/// The fields of every JSON answer about a position.
pub fn position_json(session: &dyn Session) -> Map<String, serde_json::Value> {
    let mut object = Map::new();
    object.insert("game".into(), session.info().id.into());
    object.insert("rules".into(), session.rules().text().into());
    object.insert("position".into(), session.position_text().into());
    object
}
