//! Commands: what players can ask for in a game.

use serde::Deserialize;
use utoipa::ToSchema;

/// A player's command.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
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
    ChangeSides,
    /// Keep the sides.
    LeaveSides,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// Ask to take back the player's own last turn.
    AskTakeback,
    AllowTakeback,
    RefuseTakeback,
    Resign,
    /// Win because the opponent has left.
    Claim,
    /// Play again with sides swapped.
    Rematch,
    /// Cancel a game that nobody has joined.
    Withdraw,
}

/// The player who sends a command.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The player's id.
    pub id: String,
    pub has_account: bool,
}
