//! Events: what happened in a game. The log of events is the truth, and everything else is derived from it.
//!
//! The serialised form of the types here is the stored format: do not change how an existing event is written. The
//! protocol has types of its own in [`super::view`].

use super::TimeControl;
use crate::error::{self, ApiError};
use crate::secret;
use sanban_core::Seat;
use serde::{Deserialize, Serialize};

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// Boxed because it is far larger than the other events.
    Created(Box<GameConfig>),
    /// A player took a seat.
    #[serde(rename = "sat")]
    SeatTaken {
        #[serde(with = "seat_number")]
        seat: Seat,
        player: PlayerRef,
    },
    /// A player moved, and took `spent` milliseconds.
    Moved {
        #[serde(with = "seat_number")]
        seat: Seat,
        r#move: String,
        spent: u64,
    },
    /// The second player swapped sides by the pie rule.
    #[serde(rename = "sides-changed")]
    SidesSwapped {
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// The second player kept the sides.
    #[serde(rename = "sides-left")]
    SidesKept {
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    DrawOffered {
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    DrawDeclined {
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    #[serde(rename = "takeback-asked")]
    TakebackRequested {
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    #[serde(rename = "takeback-refused")]
    TakebackDeclined {
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// `turns` turns were taken back after `spent` milliseconds of the current one.
    TakenBack {
        turns: u32,
        #[serde(default)]
        spent: u64,
    },
    /// The server was down. The current turn had used `spent` milliseconds before that.
    Interrupted { spent: u64 },
    #[serde(rename = "rematch-asked")]
    RematchRequested {
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// The rematch is the game with this id.
    Rematch { game: String },
    Ended {
        #[serde(with = "optional_seat_number")]
        winner: Option<Seat>,
        reason: String,
    },
    /// The game was cancelled before both sides had moved.
    Withdrawn {
        #[serde(with = "seat_number")]
        seat: Seat,
    },
}

/// How a game was configured when it was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameConfig {
    /// The id of the game, such as `jinli`.
    pub game: String,
    /// What differs from the official rules.
    pub rules: String,
    /// The start position, if it isn't the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    #[serde(rename = "pace")]
    pub time_control: TimeControl,
    /// Whether the second player may swap sides after the first turn.
    pub pie: bool,
    pub rated: bool,
    /// Whether the lobby lists it.
    pub open: bool,
    /// Seeds the computer's randomness. It stays secret.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seed: u64,
}

#[cfg(test)]
impl GameConfig {
    /// A listed game of Jeson Mor for tests.
    pub fn test(time_control: &str) -> GameConfig {
        GameConfig {
            game: "jesonmor".into(),
            rules: String::new(),
            position: None,
            time_control: TimeControl::parse(time_control).unwrap(),
            pie: false,
            rated: false,
            open: true,
            seed: 1,
        }
    }
}

fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerRef {
    /// A person, by player id.
    Person(String),
    /// The computer, by player spec: `level:3`.
    Computer(String),
}

impl PlayerRef {
    pub fn is_computer(&self) -> bool {
        matches!(self, PlayerRef::Computer(_))
    }
}

/// Identifies a command, so that a repeated one is applied once. Two commands with one id but other content are in conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandKey {
    /// The id of the player who sent it.
    pub player: String,
    /// The id that the client chose.
    pub id: String,
    /// A digest of the command's content; commands that were stored by older versions have none.
    pub digest: Option<u64>,
}

impl CommandKey {
    /// Whether this is the id of another command of the same player.
    pub fn has_same_id(&self, other: &CommandKey) -> bool {
        (&self.player, &self.id) == (&other.player, &other.id)
    }
}

/// The digest of a command's content.
pub fn content_digest(content: &impl Serialize) -> u64 {
    let text = serde_json::to_string(content).expect("commands can be serialised");
    let [first, ..] = *secret::digest(&text).as_chunks::<8>().0 else { unreachable!("a digest has 32 bytes") };
    u64::from_be_bytes(first)
}

/// Rejects a command whose id was used for other content.
pub fn check_same_content(stored: Option<u64>, digest: Option<u64>) -> Result<(), ApiError> {
    let differs = stored.zip(digest).is_some_and(|(stored, digest)| stored != digest);
    if differs { Err(error::COMMAND_ID_REUSED.into()) } else { Ok(()) }
}

/// An event with its place in a game's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Counts from 1 without a gap.
    pub number: u32,
    /// In milliseconds since 1970.
    pub at: u64,
    /// The command that led to it, at the last event of the command.
    pub command: Option<CommandKey>,
    pub event: Event,
}

/// Writes a seat as 0 or 1.
pub mod seat_number {
    use sanban_core::Seat;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(seat.0)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        if number < 2 { Ok(Seat(number)) } else { Err(de::Error::custom(format!("there is no seat {number}"))) }
    }
}

/// Writes a seat as 0, 1 or null.
pub mod optional_seat_number {
    use sanban_core::Seat;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Number(#[serde(with = "super::seat_number")] Seat);

    pub fn serialize<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
        seat.map(Number).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seat>, D::Error> {
        Ok(Option::<Number>::deserialize(deserializer)?.map(|Number(seat)| seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What earlier versions stored. Lines are added with new events and never changed.
    const STORED: &[&str] = &[
        r#"{"type":"created","game":"jinli","rules":"","pace":"5m+3s","pie":true,"rated":false,"open":true,"seed":7}"#,
        r#"{"type":"created","game":"jinli","rules":"","position":"x","pace":"","pie":false,"rated":false,"open":false}"#,
        r#"{"type":"sat","seat":0,"player":{"person":"abc"}}"#,
        r#"{"type":"sat","seat":1,"player":{"computer":"level:3"}}"#,
        r#"{"type":"moved","seat":0,"move":"g1g2/b5","spent":2150}"#,
        r#"{"type":"sides-changed","seat":1}"#,
        r#"{"type":"sides-left","seat":1}"#,
        r#"{"type":"draw-offered","seat":0}"#,
        r#"{"type":"draw-declined","seat":1}"#,
        r#"{"type":"takeback-asked","seat":0}"#,
        r#"{"type":"takeback-refused","seat":1}"#,
        r#"{"type":"taken-back","turns":2,"spent":10}"#,
        r#"{"type":"interrupted","spent":10}"#,
        r#"{"type":"rematch-asked","seat":0}"#,
        r#"{"type":"rematch","game":"abc"}"#,
        r#"{"type":"ended","winner":1,"reason":"time"}"#,
        r#"{"type":"ended","winner":null,"reason":"agreement"}"#,
        r#"{"type":"withdrawn","seat":0}"#,
    ];

    #[test]
    fn reads_and_writes_the_stored_format() {
        for text in STORED {
            let event: Event = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(serde_json::to_string(&event).unwrap(), *text);
        }
        let old: Event = serde_json::from_str(r#"{"type":"taken-back","turns":2}"#).unwrap();
        assert_eq!(old, Event::TakenBack { turns: 2, spent: 0 });
        assert!(serde_json::from_str::<Event>(r#"{"type":"withdrawn","seat":2}"#).is_err());
    }
}
