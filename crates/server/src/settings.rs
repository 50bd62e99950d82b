//! How the server is set up: a file, what the environment says over it, and what the command line says over both. Every setting
//! has a default; `deploy/sanban.toml` documents them all.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// What can be set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The address to serve at.
    pub addr: String,
    /// The folder in which everything is kept; empty for one of the user's own.
    pub data: PathBuf,
    /// How the log is written.
    pub log: Log,
    /// Whether it stands behind a proxy that tells in `X-Forwarded-For` who asks, and in `X-Forwarded-Proto` how.
    pub proxy: bool,
    /// Whether browsers reach it over TLS, so that cookies are for TLS alone.
    pub secure: bool,
    /// How long a player may be away before the other may claim the game.
    #[serde(deserialize_with = "duration", serialize_with = "seconds")]
    pub grace: Duration,
    /// How many unfinished games a player may have.
    pub games: u32,
    /// How many of them with the computer.
    pub computer_games: u32,
    /// How many moves of the computer are thought about at a time; half of the cores for 0.
    pub computers: usize,
    /// How many requests an address may make a second.
    pub requests: u32,
    /// How many of them at once.
    pub burst: u32,
    /// How many new guests an address may bring a minute.
    pub guests: u32,
    /// How many attempts to log in an address may make a minute.
    pub logins: u32,
    /// How many connections an address may hold.
    pub connections: u32,
    /// How many connections there may be in all.
    pub all_connections: u32,
}

/// How a log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Log {
    /// As lines for people.
    Text,
    /// As lines of JSON.
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
            requests: 20,
            burst: 100,
            guests: 30,
            logins: 10,
            connections: 20,
            all_connections: 20_000,
        }
    }
}

impl Settings {
    /// Reads the text of a settings file, the environment's `SANBAN_GRACE` and the like over it, and settings of a command line over
    /// both. Tells what is wrong, if something is.
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
                table.insert(key.clone(), value(&text, &known[key]));
            }
        }
        for (key, text) in flags {
            let Some(like) = known.get(key) else {
                let keys: Vec<&str> = known.keys().map(String::as_str).collect();
                return Err(format!("unknown setting \"{key}\"; there are {}", keys.join(", ")));
            };
            table.insert(key.clone(), value(text, like));
        }
        table.try_into().map_err(one_line)
    }

    /// How many moves of the computer are thought about at a time.
    pub fn max_searches(&self) -> usize {
        match self.computers {
            0 => (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1),
            some => some,
        }
    }
}

/// What a text means where a value like another is set.
fn value(text: &str, like: &toml::Value) -> toml::Value {
    let read = match like {
        toml::Value::Boolean(_) => text.parse().ok().map(toml::Value::Boolean),
        toml::Value::Integer(_) => text.parse().ok().map(toml::Value::Integer),
        _ => None,
    };
    // What does not fit is refused with the rest.
    read.unwrap_or_else(|| toml::Value::String(text.to_string()))
}

/// Reads `60s`.
fn duration<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = || serde::de::Error::custom(format!("\"{text}\" is no duration; 60s and 2m are"));
    sanban_core::position_text::duration(&text).ok_or_else(wrong)
}

fn seconds<S: serde::Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{}s", duration.as_secs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(key: &str, value: &str) -> Vec<(String, String)> {
        vec![(key.to_string(), value.to_string())]
    }

    #[test]
    fn flags_go_over_the_environment_and_that_over_the_file() {
        let file = "grace = \"30s\"\nproxy = true\ngames = 7";
        let environment = |name: &str| (name == "SANBAN_GAMES").then(|| "8".to_string());
        let read = Settings::read(file, environment, &[]).unwrap();
        assert_eq!((read.grace.as_secs(), read.proxy, read.games), (30, true, 8));
        assert_eq!(Settings::read(file, environment, &flag("games", "9")).unwrap().games, 9);
        assert_eq!(Settings::read("", |_| None, &[]), Ok(Settings::default()));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (file, flags, told) in [
            ("grace = \"soon\"", vec![], "no duration"),
            ("grase = \"60s\"", vec![], "grase"),
            ("games = ", vec![], ""),
            ("", flag("games", "many"), "many"),
            ("", flag("gams", "1"), "computer-games"),
        ] {
            let error = Settings::read(file, |_| None, &flags).unwrap_err();
            assert!(error.contains(told) && !error.contains('\n'), "{file}: {error}");
        }
    }

    #[test]
    fn the_documented_settings_are_all_there_are_and_have_their_defaults() {
        let file = include_str!("../../../deploy/sanban.toml");
        let documented = file.lines().map(|line| line.strip_prefix("# ").filter(|l| l.contains(" = ")).unwrap_or(line));
        let documented: String = documented.filter(|line| !line.starts_with('#')).map(|l| format!("{l}\n")).collect();
        let table: toml::Table = documented.parse().unwrap();
        assert_eq!(table, toml::Table::try_from(Settings::default()).unwrap());
    }
}
