//! What nodes send to each other, as JSON. A new node and an old one may run side by side: fields and kinds of messages are only
//! added, and a message of an unknown kind is ignored.

use crate::bus::{parse_version, with_version};
use crate::error::RemoteError;
use crate::game::{Caller, Command, MeasuredTurn, PresetMessage, ReviewStatus};
use crate::identity::IdentityChange;
use crate::socket::Protocol;
use crate::store::GameRow;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::IpAddr;

/// The version of these messages. A node rejects those of a later version, since it could not understand them.
pub const MESSAGE_VERSION: u32 = 1;

/// A message over the link from one node to another.
#[derive(Serialize, Deserialize)]
pub struct Envelope {
    pub version: u32,
    /// The id of the sender.
    pub from: String,
    /// When the sender opened the link, by its monotonic clock. It opens a new one to a node that it took for dead.
    pub link: u64,
    /// Counts the messages of the link, from 1. A gap means that messages were lost.
    pub number: u64,
    /// When it was sent, by the sender's monotonic clock.
    pub sent_ms: u64,
    /// A [`LinkMessage`].
    pub message: Value,
}

/// What one node tells another.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum LinkMessage {
    /// The sender is alive and reaches the bus.
    Heartbeat,
    /// The sender has given up its games and ends.
    Goodbye,
    /// Messages of the receiver were lost on the way to the sender, which last heard of it so long ago.
    Missed { since_ms: u64 },
    /// A message about a game for connections at the receiver.
    Deliver {
        game: String,
        /// The number of the game's last event.
        last_event: u32,
        /// The number of the event that began the turn.
        turn_start_event: u32,
        connections: Vec<u64>,
        text: String,
    },
    /// A game whose actor is at the sender has a new event.
    LastEvent { game: String, number: u32, turn_start_event: u32 },
    /// The sender has no actor of the game any more.
    Detached { game: String },
    /// The sender doesn't follow a game of the receiver any more.
    Detach { game: String },
    /// A connection at the sender doesn't watch a game of the receiver any more.
    Unwatch { game: String, connection: u64 },
    /// The sender has taken a game over from a node that seemed to be dead.
    TakenOver { game: String },
    /// A waiting game whose creator is connected; no row if that is over.
    LiveSeek { game: String, row: Option<Box<GameRow>> },
    /// The lists of the lobby have changed in the store.
    LobbyChanged,
    /// Somebody has signed up, logged in or out.
    IdentityChanged { change: IdentityChange },
    /// A review that runs at the sender has come further.
    Review { game: String, player: String, status: Box<ReviewStatus> },
    /// The names of players have changed.
    PlayersChanged { players: Vec<String> },
    /// A player who uses the sender acts from this address.
    PlayerAddress { player: String, address: IpAddr },
}

/// A request to the owner of a game.
#[derive(Serialize, Deserialize)]
pub struct Request {
    pub version: u32,
    pub from: String,
    /// Different for every request of the sender, so that one which arrives twice is handled once.
    pub number: u64,
    pub game: String,
    pub question: Question,
}

/// What a node asks the owner of a game.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Question {
    /// Follows the game. The answer is the number of its last event.
    Attach,
    /// Applies a command. The answer is the number of its last event.
    Command {
        caller: Caller,
        id: String,
        command: Command,
        digest: u64,
        /// How long ago the sender received it for the first time.
        waited_ms: u64,
        measured: MeasuredTurn,
    },
    /// Adds a connection at the sender as a watcher.
    Watch {
        connection: u64,
        player: Option<String>,
        protocol: Protocol,
        have: u32,
        /// How long the player has tried in vain.
        waited_ms: u64,
    },
    /// Reads the game. The answer is a [`GameSnapshot`](crate::game::GameSnapshot).
    Snapshot { player: Option<String>, after: u32 },
    /// The answer is the game's record.
    Record,
    /// Passes a player's message on.
    Say { player: String, message: PresetMessage },
}

/// The answer to a [`Request`].
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Answer {
    Done {
        value: Value,
    },
    Rejected {
        error: RemoteError,
    },
    /// Another node owns the game.
    NotOwner,
}

/// Serialises a message that has a version.
pub fn to_bytes<T: Serialize>(message: &T) -> Vec<u8> {
    serde_json::to_vec(message).expect("messages can be serialised")
}

/// Serialises an answer with its version. The first nodes sent answers without one, and ignore it.
pub fn answer_to_bytes(answer: &Answer) -> Vec<u8> {
    with_version(MESSAGE_VERSION, answer)
}

/// Parses a message of a version that this node knows.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    parse_version(MESSAGE_VERSION, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_answers_of_older_nodes_and_rejects_those_of_later_versions() {
        let read = |text: &str| from_bytes::<Answer>(text.as_bytes());
        assert!(matches!(read(r#"{"type":"not-owner"}"#), Ok(Answer::NotOwner)));
        assert!(matches!(read(r#"{"version":1,"type":"done","value":7}"#), Ok(Answer::Done { value }) if value == 7));
        assert!(read(r#"{"version":2,"type":"done","value":7}"#).is_err());
        let sent = answer_to_bytes(&Answer::NotOwner);
        assert_eq!(sent, br#"{"version":1,"type":"not-owner"}"#);
        assert!(matches!(serde_json::from_slice(&sent), Ok(Answer::NotOwner)), "as an older node reads it");
    }
}
