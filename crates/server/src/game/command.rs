//! Commands: what players can ask for in a game.

use crate::error::{self, ApiError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How long the id of a command may be.
const MAX_COMMAND_ID_LENGTH: usize = 64;

/// A player's command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Command {
    /// Take the free seat.
    Join,
    /// Make a move; `after` is the number of turns played before it.
    Move {
        r#move: String,
        after: usize,
    },
    /// Swap sides by the pie rule.
    #[serde(rename = "change-sides")]
    SwapSides,
    /// Keep the sides.
    #[serde(rename = "leave-sides")]
    KeepSides,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// Ask to take back the player's own last turn.
    #[serde(rename = "ask-takeback")]
    RequestTakeback,
    AllowTakeback,
    #[serde(rename = "refuse-takeback")]
    DeclineTakeback,
    Resign,
    /// Win because the opponent has left.
    Claim,
    /// Play again with sides swapped.
    Rematch,
    /// Cancel a game that nobody has joined.
    Withdraw,
}

/// The player who sends a command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Caller {
    /// The player's id.
    pub id: String,
    pub has_account: bool,
}

/// Checks the length of a command's id, and that every store can store it.
pub fn check_command_id(id: &str) -> Result<(), ApiError> {
    let fits = (1..=MAX_COMMAND_ID_LENGTH).contains(&id.len()) && !id.contains('\0');
    fits.then_some(()).ok_or_else(|| error::BAD_COMMAND_ID.with(&[&MAX_COMMAND_ID_LENGTH]).into())
}
