//! Messages with a version. A new program and an old one may run side by side: within a version, fields and kinds of messages are only
//! added.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A message with the version of its format, for messages that don't have one themselves.
#[derive(Serialize)]
struct Versioned<'a, T> {
    version: u32,
    #[serde(flatten)]
    message: &'a T,
}

/// The version alone, to read before the rest.
#[derive(Deserialize)]
struct Version {
    /// The first programs sent some messages without one.
    #[serde(default = "first_version")]
    version: u32,
}

fn first_version() -> u32 {
    1
}

/// Serialises a message as JSON, with its version.
pub fn with_version<T: Serialize>(version: u32, message: &T) -> Vec<u8> {
    serde_json::to_vec(&Versioned { version, message }).expect("messages have text keys")
}

/// Parses a message. One of a later version than the last known one is an error, since this program could not understand it.
pub fn parse_version<T: DeserializeOwned>(known: u32, bytes: &[u8]) -> Result<T, String> {
    let Version { version } = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if version > known {
        return Err(format!("version {version} isn't known; the last known one is {known}"));
    }
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "type", rename_all = "kebab-case")]
    enum Message {
        Empty,
        Full { count: u64 },
    }

    #[test]
    fn messages_carry_a_version_that_older_programs_ignore() {
        for (message, text) in [
            (Message::Empty, r#"{"version":2,"type":"empty"}"#),
            (Message::Full { count: u64::MAX }, r#"{"version":2,"type":"full","count":18446744073709551615}"#),
        ] {
            let bytes = with_version(2, &message);
            assert_eq!(String::from_utf8(bytes.clone()).unwrap(), text);
            assert_eq!(serde_json::from_slice::<Message>(&bytes).unwrap(), message, "an older program");
            assert_eq!(parse_version(2, &bytes), Ok(message));
        }
    }

    #[test]
    fn rejects_later_versions_only() {
        assert_eq!(parse_version(1, br#"{"type":"empty"}"#), Ok(Message::Empty), "without a version");
        assert_eq!(parse_version(2, br#"{"version":1,"type":"empty"}"#), Ok(Message::Empty));
        let later = parse_version::<Message>(2, br#"{"version":3,"type":"empty"}"#);
        assert_eq!(later, Err("version 3 isn't known; the last known one is 2".into()));
        assert!(parse_version::<Message>(2, b"nonsense").is_err());
    }
}
