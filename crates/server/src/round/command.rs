//! What players may ask for.

use serde::Deserialize;
use utoipa::ToSchema;

/// A wish of a player.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Command {
    /// To sit down.
    Join,
    /// To make a turn after so many.
    Move { r#move: String, after: usize },
    /// To take the first player's side, by the pie rule.
    ChangeSides,
    /// To leave the sides as they are.
    LeaveSides,
    /// To call it a draw.
    OfferDraw,
    /// To agree with that.
    AcceptDraw,
    /// Or not.
    DeclineDraw,
    /// To have the own last turn back.
    AskTakeback,
    /// To give it back.
    AllowTakeback,
    /// Or not.
    RefuseTakeback,
    /// To give the game up.
    Resign,
    /// To win, since the other player has gone away.
    Claim,
    /// To play another game with sides swapped.
    Rematch,
    /// To take back a game that nobody has joined.
    Withdraw,
}
