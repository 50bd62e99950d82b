//! The WebSocket: live updates of games and of the lobby.

mod budget;
mod client_message;
mod connection;
mod lobby_subscription;
mod outbox;
mod server_message;

pub use connection::open;
pub use outbox::Outbox;
pub use server_message::{ClosingCode, ServerMessage};

use serde::{Deserialize, Serialize};

/// The version of the messages that a client asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Protocol {
    /// Every update carries the full state, and the lobby is always sent whole.
    #[default]
    #[serde(rename = "1")]
    V1,
    /// Updates and the lobby carry what changed.
    #[serde(rename = "2")]
    V2,
}
