//! Messages to clients.

use crate::game::view::{EventView, StateView, SummaryView, Update};
use crate::game::{LogEntry, PresetMessage};
use crate::lobby::{ListChanges, Lobby};
use sanban_core::Seat;
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// A message to a client.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage<'a> {
    /// The client watches a game from now on.
    Watched {
        game: &'a str,
        summary: &'a SummaryView,
        state: &'a StateView,
    },
    /// Version 1: an event with the full state.
    Update {
        game: &'a str,
        #[serde(flatten)]
        update: &'a Update,
    },
    /// Version 2: an event with what it changed.
    #[serde(rename = "update")]
    Changes {
        game: &'a str,
        number: u32,
        at: u64,
        event: EventView,
        /// The fields of the state that changed, without `position` and `moves`, which follow from the event. Of several
        /// events that happen together, the last has it.
        #[serde(skip_serializing_if = "Option::is_none")]
        changes: Option<&'a Map<String, Value>>,
        /// The summary, if more changed in it than every move changes.
        #[serde(skip_serializing_if = "Option::is_none")]
        summary: Option<&'a SummaryView>,
    },
    /// Who is connected, and who may claim the game.
    Present {
        game: &'a str,
        present: [bool; 2],
        #[serde(with = "crate::game::optional_seat_number")]
        claim: Option<Seat>,
    },
    /// Version 2: a player says something.
    Said {
        game: &'a str,
        #[serde(with = "crate::game::seat_number")]
        seat: Seat,
        message: PresetMessage,
    },
    /// A command was applied.
    Done {
        id: &'a str,
        number: u32,
    },
    /// A message was rejected.
    #[serde(rename = "refused")]
    Rejected {
        id: Option<&'a str>,
        game: Option<&'a str>,
        code: &'a str,
        sentence: String,
    },
    /// The whole lobby.
    Lobby {
        #[serde(flatten)]
        lobby: &'a Lobby,
    },
    /// Version 2: what changed in the lobby.
    LobbyChanges {
        seeks: &'a ListChanges,
        running: &'a ListChanges,
    },
    Pong,
    /// The server closes the connection.
    Closing {
        code: ClosingCode,
    },
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClosingCode {
    /// The player has logged in or out.
    #[serde(rename = "changed")]
    IdentityChanged,
    Restarting,
    /// The client sends too much.
    Flooding,
}

impl<'a> ServerMessage<'a> {
    /// An update in version 2.
    pub fn changes(
        game: &'a str,
        entry: &LogEntry,
        changes: Option<&'a Map<String, Value>>,
        summary: Option<&'a SummaryView>,
    ) -> ServerMessage<'a> {
        let (number, at, event) = (entry.number, entry.at, (&entry.event).into());
        ServerMessage::Changes { game, number, at, event, changes, summary }
    }

    pub fn to_json(&self) -> Arc<str> {
        serde_json::to_string(self).expect("messages can be serialised").into()
    }
}
