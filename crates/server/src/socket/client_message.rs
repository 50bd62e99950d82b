//! Messages from clients.

use crate::game::{Command, PresetMessage};
use serde::Deserialize;

/// A message from a client.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// Asks for the updates of a game.
    Watch {
        game: String,
        /// The number of the last update that the client has; version 1 only.
        #[serde(default)]
        have: u32,
    },
    Unwatch {
        game: String,
    },
    Command {
        game: String,
        id: String,
        command: Command,
    },
    /// Says something to the other player.
    Say {
        game: String,
        message: PresetMessage,
    },
    /// Asks for the lobby, or for no more of it.
    Lobby {
        on: bool,
    },
    Ping,
}
