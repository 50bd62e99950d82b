//! The server's settings, from a file, the environment and the command line. The later override the earlier. Every setting has a
//! default; `deploy/sanban.toml` documents them all.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// The server's settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The address to listen on.
    pub addr: String,
    /// The folder of the server's data; empty for the current user's data folder.
    pub data: PathBuf,
    /// The format of the log.
    pub log: Log,
    /// Whether to trust `X-Forwarded-For` and `X-Forwarded-Proto` from a proxy.
    pub proxy: bool,
    /// Whether browsers reach the server over TLS. Cookies are then marked `Secure`.
    pub secure: bool,
    /// How long a player may be away before the opponent can claim the game.
    #[serde(deserialize_with = "deserialize_duration", serialize_with = "serialize_seconds")]
    pub grace: Duration,
    /// The maximum number of unfinished games per player.
    pub games: u32,
    /// The maximum number of them against the computer.
    pub computer_games: u32,
    /// The maximum number of concurrent searches; 0 means half of the cores.
    pub computers: usize,
    /// Requests per second and address.
    pub requests: u32,
    /// The largest burst of requests.
    pub burst: u32,
    /// New guests per minute and address.
    pub guests: u32,
    /// Login attempts per minute and address.
    pub logins: u32,
    /// The maximum number of WebSocket connections per address.
    pub connections: u32,
    /// The maximum number of WebSocket connections in total.
    pub all_connections: u32,
}

/// The format of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Log {
    /// Lines for people.
    Text,
    /// Lines of JSON.
    Json,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            addr: "127.0.0.1:8080".into(),
            data: PathBuf::new(),
            log: Log::Text,
            proxy: false,
            secure: false,
            grace: Duration::from_secs(60),
            games: 50,
            computer_games: 5,
            computers: 0,
            requests: 50,
            burst: 400,
            guests: 60,
            logins: 40,
            connections: 64,
            all_connections: 20_000,
        }
    }
}

impl Settings {
    /// Reads the settings: the text of a file, overridden by environment variables such as `SANBAN_GRACE`, overridden by `flags`. An
    /// error is one line.
    pub fn read(
        file: &str,
        environment: impl Fn(&str) -> Option<String>,
        flags: &[(String, String)],
    ) -> Result<Settings, String> {
        let one_line = |error: toml::de::Error| error.message().replace('\n', " ");
        let mut table: toml::Table = file.parse().map_err(one_line)?;
        let known = toml::Table::try_from(Settings::default()).expect("settings can be written");
        for key in known.keys() {
            let variable = format!("SANBAN_{}", key.replace('-', "_").to_uppercase());
            if let Some(text) = environment(&variable) {
                table.insert(key.clone(), parse_value(&text, &known[key]));
            }
        }
        for (key, text) in flags {
            let Some(default) = known.get(key) else {
                let keys: Vec<&str> = known.keys().map(String::as_str).collect();
                return Err(format!("unknown setting \"{key}\"; use one of {}", keys.join(", ")));
            };
            table.insert(key.clone(), parse_value(text, default));
        }
        table.try_into().map_err(one_line)
    }

    /// The maximum number of concurrent searches.
    pub fn max_searches(&self) -> usize {
        match self.computers {
            0 => (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1),
            count => count,
        }
    }
}

/// Converts a text to the type of a setting's default.
fn parse_value(text: &str, default: &toml::Value) -> toml::Value {
    let parsed = match default {
        toml::Value::Boolean(_) => text.parse().ok().map(toml::Value::Boolean),
        toml::Value::Integer(_) => text.parse().ok().map(toml::Value::Integer),
        _ => None,
    };
    // A text of the wrong type stays a string, and deserialising rejects it.
    parsed.unwrap_or_else(|| toml::Value::String(text.to_string()))
}

fn deserialize_duration<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let text = String::deserialize(deserializer)?;
    let rejection = || serde::de::Error::custom(format!("\"{text}\" isn't a duration; use 60s or 2m"));
    sanban_core::position_text::duration(&text).ok_or_else(rejection)
}

fn serialize_seconds<S: serde::Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{}s", duration.as_secs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(key: &str, value: &str) -> Vec<(String, String)> {
        vec![(key.to_string(), value.to_string())]
    }

    #[test]
    fn flags_override_the_environment_and_the_file() {
        let file = "grace = \"30s\"\nproxy = true\ngames = 7";
        let environment = |name: &str| (name == "SANBAN_GAMES").then(|| "8".to_string());
        let read = Settings::read(file, environment, &[]).unwrap();
        assert_eq!((read.grace.as_secs(), read.proxy, read.games), (30, true, 8));
        assert_eq!(Settings::read(file, environment, &flag("games", "9")).unwrap().games, 9);
        assert_eq!(Settings::read("", |_| None, &[]), Ok(Settings::default()));
    }

    #[test]
    fn explains_invalid_settings() {
        for (file, flags, expected) in [
            ("grace = \"soon\"", vec![], "isn't a duration"),
            ("grase = \"60s\"", vec![], "grase"),
            ("games = ", vec![], ""),
            ("", flag("games", "many"), "many"),
            ("", flag("gams", "1"), "computer-games"),
        ] {
            let error = Settings::read(file, |_| None, &flags).unwrap_err();
            assert!(error.contains(expected) && !error.contains('\n'), "{file}: {error}");
        }
    }

    #[test]
    fn documents_every_setting_with_its_default() {
        let file = include_str!("../../../deploy/sanban.toml");
        let documented = file.lines().map(|line| line.strip_prefix("# ").filter(|l| l.contains(" = ")).unwrap_or(line));
        let documented: String = documented.filter(|line| !line.starts_with('#')).map(|l| format!("{l}\n")).collect();
        let table: toml::Table = documented.parse().unwrap();
        assert_eq!(table, toml::Table::try_from(Settings::default()).unwrap());
    }
}
