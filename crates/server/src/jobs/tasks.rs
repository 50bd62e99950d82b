//! The tasks that the server hands to workers: computer moves and reviews.

use crate::game::computer;
use crate::game::review::{self, ReviewView};
use sanban_core::{Rules, Session};
use sanban_engine::spec::Spec;
use sanban_games::registry;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::JobContext;

/// The kind of jobs with a [`MoveTask`].
pub const MOVE: &str = "move";
/// The kind of jobs with a [`ReviewTask`].
pub const REVIEW: &str = "review";

/// Chooses the move of a computer player.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MoveTask {
    /// The game's id, such as `jinli`.
    pub game: String,
    /// The rules that differ from the official ones.
    pub rules: String,
    /// The position from which the game began.
    pub start: String,
    /// The moves played so far.
    pub moves: Vec<String>,
    /// The computer player: a level or a classic player.
    pub player: String,
    /// The seed of its random choices.
    pub seed: u64,
}

impl MoveTask {
    /// The task for the next move of a session.
    pub fn new(session: &dyn Session, player: &str, seed: u64) -> MoveTask {
        MoveTask {
            game: session.info().id.into(),
            rules: session.rules().text(),
            start: session.start_text().into(),
            moves: session.played().into(),
            player: player.into(),
            seed,
        }
    }

    /// Chooses the move; `None` if it was cancelled.
    pub fn run(&self, context: &JobContext) -> Result<Option<String>, String> {
        let info = registry::find(&self.game).map_err(|rejection| rejection.code.id)?;
        let rules = Rules::parse(info, &self.rules).map_err(|rejection| rejection.code.id)?;
        let mut session = registry::open(rules, Some(&self.start)).map_err(|rejection| rejection.code.id)?;
        for text in &self.moves {
            session.play(text).map_err(|rejection| rejection.code.id)?;
        }
        if session.outcome().is_some() {
            return Err("the game is over".into());
        }
        let spec = computer::parse_computer_player(&self.player, info).map_err(|error| error.code().to_string())?;
        Ok(computer::search(&*session, &spec, self.seed, &|| context.keep_going()))
    }
}

/// The name of a computer player, as [`Spec::parse`] reads it; `None` for players that don't play on the server.
pub(crate) fn player_name(spec: &Spec) -> Option<String> {
    match spec {
        Spec::Level(level) => Some(format!("level:{level}")),
        Spec::Classic(name) => Some(name.clone()),
        _ => None,
    }
}

/// Reviews a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReviewTask {
    /// The game's record.
    pub record: String,
    /// How many nodes to search for each position.
    pub nodes: u64,
}

impl ReviewTask {
    /// Reviews the game; `None` if it was cancelled. Reports how many moves are rated.
    pub fn run(&self, context: &JobContext) -> Result<Option<ReviewView>, String> {
        let on_rated = &mut |rated: usize| context.set_progress(json!({ "rated": rated }));
        review::review(&self.record, self.nodes, &|| context.keep_going(), on_rated)
    }
}
