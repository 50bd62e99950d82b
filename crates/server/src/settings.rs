//! The server's settings, from a file, the environment and the command line. The later override the earlier. Every setting has a
//! default; `deploy/sanban.toml` documents them all.

use crate::bus::NatsAddress;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How the environment variables of settings begin.
const VARIABLE_PREFIX: &str = "SANBAN_";
/// How other variables go on, which builds and tests use.
const OTHER_VARIABLES: [&str; 3] = ["COMMIT", "PAGE", "REQUIRE_ALL"];

/// The server's settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The address to listen on.
    pub addr: String,
    /// The names under which browsers reach the server, separated by commas. Empty: only this machine's own names if it
    /// listens there alone, and any name otherwise and behind a proxy.
    pub host: String,
    /// The folder of the server's data; empty for the current user's data folder.
    pub data: PathBuf,
    /// Where the server stores everything: in the data folder, or in a PostgreSQL database.
    pub store: StoreUrl,
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
    /// The maximum number of open games per address that wait for an opponent.
    pub seeks: u32,
    /// The maximum number of concurrent searches; 0 means half of the cores.
    pub computers: usize,
    /// Where the other nodes and the workers are reached.
    pub bus: BusUrl,
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

/// The URL of a PostgreSQL database; empty for SQLite in the data folder.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct StoreUrl(String);

impl StoreUrl {
    /// The URL of a database, with its password.
    pub fn database(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&*self.0)
    }
}

impl TryFrom<String> for StoreUrl {
    type Error = String;

    fn try_from(text: String) -> Result<StoreUrl, String> {
        match text.is_empty() || is_database(&text) {
            true => Ok(StoreUrl(text)),
            false => Err(format!("a store is empty or begins with {DATABASE_PREFIX}")),
        }
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the password.
        f.write_str(if self.0.is_empty() { "SQLite" } else { "PostgreSQL" })
    }
}

/// The URL of a NATS server, which connects the nodes of a site and their workers; empty for none.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct BusUrl(String);

impl BusUrl {
    /// The URL of a server, with its password.
    pub fn server(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&*self.0)
    }
}

impl TryFrom<String> for BusUrl {
    type Error = String;

    fn try_from(text: String) -> Result<BusUrl, String> {
        if !text.is_empty() {
            if !text.starts_with(BUS_PREFIX) {
                return Err(format!("a bus is empty or begins with {BUS_PREFIX}"));
            }
            NatsAddress::parse(&text)?;
        }
        Ok(BusUrl(text))
    }
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the password.
        f.write_str(if self.0.is_empty() { "none" } else { "NATS" })
    }
}

/// How the URLs of buses begin.
const BUS_PREFIX: &str = "nats://";
/// How the URLs of databases begin.
const DATABASE_PREFIX: &str = "postgres://";

/// Whether a text is the URL of a PostgreSQL database, and not a folder.
pub fn is_database(text: &str) -> bool {
    text.starts_with(DATABASE_PREFIX)
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            addr: "127.0.0.1:8080".into(),
            host: String::new(),
            data: PathBuf::new(),
            store: StoreUrl::default(),
            log: Log::Text,
            proxy: false,
            secure: false,
            grace: Duration::from_secs(60),
            games: 50,
            computer_games: 5,
            seeks: 50,
            computers: 0,
            bus: BusUrl::default(),
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
    /// Reads the settings: the text of a file, overridden by environment variables such as `SANBAN_GRACE`, overridden by
    /// `flags`. `environment` holds all variables. An error is one line that names the setting and says what works.
    pub fn read(
        file: &str,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: &[(String, String)],
    ) -> Result<Settings, String> {
        let one_line = |error: toml::de::Error| error.message().replace('\n', " ");
        let mut table: toml::Table = file.parse().map_err(one_line)?;
        let known = toml::Table::try_from(Settings::default()).expect("settings can be written");
        for key in table.keys() {
            check_known(&known, key, key)?;
        }
        for (variable, text) in environment {
            let Some(name) = variable.strip_prefix(VARIABLE_PREFIX) else { continue };
            if text.is_empty() || OTHER_VARIABLES.iter().any(|other| name.starts_with(other)) {
                continue;
            }
            let key = name.to_lowercase().replace('_', "-");
            check_known(&known, &key, &variable)?;
            table.insert(key.clone(), parse_value(&text, &known[&key]));
        }
        for (key, text) in flags {
            check_known(&known, key, key)?;
            table.insert(key.clone(), parse_value(text, &known[key]));
        }
        for (key, value) in &table {
            check_value(key, value, &known[key])?;
        }
        table.try_into().map_err(one_line)
    }

    /// Whether a request for a host is for this server. Another site can have its name lead here, so that its scripts would
    /// otherwise reach a server that only this machine or network can reach.
    pub fn answers_for(&self, host: &str) -> bool {
        let name = host_name(host);
        let is_loopback = is_loopback(name);
        if !self.host.is_empty() {
            return is_loopback || self.host.split(',').any(|known| known.trim().eq_ignore_ascii_case(name));
        }
        // A proxy on this machine passes on the name that browsers use.
        self.proxy || is_loopback || !is_loopback_address(&self.addr)
    }

    /// The maximum number of concurrent searches.
    pub fn max_searches(&self) -> usize {
        match self.computers {
            0 => (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1),
            count => count,
        }
    }
}

/// Rejects a setting that doesn't exist. `name` is how it was written.
fn check_known(known: &toml::Table, key: &str, name: &str) -> Result<(), String> {
    if known.contains_key(key) {
        return Ok(());
    }
    let distance = |setting: &&String| strsim::damerau_levenshtein(setting, key);
    let closest = known.keys().min_by_key(distance).expect("there are settings");
    let closest = if name == key { closest.clone() } else { variable(closest) };
    Err(format!("unknown setting \"{name}\"; the closest is \"{closest}\""))
}

/// The environment variable of a setting.
fn variable(key: &str) -> String {
    format!("{VARIABLE_PREFIX}{}", key.replace('-', "_").to_uppercase())
}

/// Rejects a value of the wrong type, and limits of zero.
fn check_value(key: &str, value: &toml::Value, default: &toml::Value) -> Result<(), String> {
    let works = match (key, default) {
        ("grace", _) => "a duration, as in 60s or 2m",
        ("log", _) => "text or json",
        ("store", _) => "postgres://USER:PASSWORD@HOST/DATABASE, or nothing for SQLite in the data folder",
        ("computers", _) => "a whole number, or 0 for half of the cores",
        ("bus", _) => {
            "the address of a NATS server, as in nats://127.0.0.1:4222 or nats://USER:PASSWORD@HOST:4222 (where other \
             characters than letters and digits are written as % codes, such as %40 for @), or an empty text"
        }
        (_, toml::Value::Boolean(_)) => "true or false",
        (_, toml::Value::Integer(_)) => "a whole number from 1 on",
        _ => "a text",
    };
    let alone = toml::Table::from_iter([(key.to_string(), value.clone())]);
    let is_zero = key != "computers" && value.as_integer() == Some(0);
    let is_sound = |settings: &Settings| !is_zero && !settings.grace.is_zero();
    let read = alone.try_into::<Settings>().ok().filter(is_sound);
    let shown = match key {
        // It may have a password.
        "store" | "bus" => "this text".into(),
        _ => serde_json::to_string(value).unwrap_or_default(),
    };
    read.map(|_| ()).ok_or_else(|| format!("the setting \"{key}\" can't be {shown}; use {works}"))
}

/// The name in a `Host` header, without the port.
fn host_name(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

/// Whether a name or an address always means this machine.
fn is_loopback(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Whether an address to listen on can be reached from this machine only.
fn is_loopback_address(addr: &str) -> bool {
    is_loopback(host_name(addr))
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

    fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn flags_override_the_environment_and_the_file() {
        let file = "grace = \"30s\"\nproxy = true\ngames = 7";
        let environment = || {
            variables(&[("SANBAN_GAMES", "8"), ("SANBAN_ALL_CONNECTIONS", "9"), ("SANBAN_ADDR", ""), ("PATH", "/bin")])
        };
        let read = Settings::read(file, environment(), &[]).unwrap();
        assert_eq!((read.grace.as_secs(), read.proxy, read.games, read.all_connections), (30, true, 8, 9));
        assert_eq!(read.addr, Settings::default().addr, "an empty variable is none");
        assert_eq!(Settings::read(file, environment(), &flag("games", "9")).unwrap().games, 9);
        let others = variables(&[("SANBAN_PAGE", "1"), ("SANBAN_REQUIRE_ALL", "1")]);
        assert_eq!(Settings::read("", others, &[]), Ok(Settings::default()));
    }

    #[test]
    fn explains_invalid_settings() {
        for (file, flags, expected) in [
            ("grace = \"soon\"", vec![], "the setting \"grace\" can't be \"soon\"; use a duration, as in 60s or 2m"),
            ("grace = 60", vec![], "the setting \"grace\" can't be 60; use a duration, as in 60s or 2m"),
            ("", flag("grace", "0s"), "the setting \"grace\" can't be \"0s\"; use a duration, as in 60s or 2m"),
            ("grase = \"60s\"", vec![], "unknown setting \"grase\"; the closest is \"grace\""),
            ("log = \"xml\"", vec![], "the setting \"log\" can't be \"xml\"; use text or json"),
            ("proxy = \"yes\"", vec![], "the setting \"proxy\" can't be \"yes\"; use true or false"),
            (
                "bus = \"http://a\"",
                vec![],
                "the setting \"bus\" can't be this text; use the address of a NATS server, as in nats://127.0.0.1:4222 or \
                 nats://USER:PASSWORD@HOST:4222 (where other characters than letters and digits are written as % codes, such as \
                 %40 for @), or an empty text",
            ),
            ("addr = 8080", vec![], "the setting \"addr\" can't be 8080; use a text"),
            ("", flag("games", "many"), "the setting \"games\" can't be \"many\"; use a whole number from 1 on"),
            ("", flag("games", "-1"), "the setting \"games\" can't be -1; use a whole number from 1 on"),
            ("", flag("gams", "1"), "unknown setting \"gams\"; the closest is \"games\""),
        ] {
            assert_eq!(Settings::read(file, [], &flags), Err(expected.into()));
        }
        let error = Settings::read("games = ", [], &[]).unwrap_err();
        assert!(!error.contains('\n'), "{error}");
        let misspelt = variables(&[("SANBAN_GRASE", "1s")]);
        let expected = "unknown setting \"SANBAN_GRASE\"; the closest is \"SANBAN_GRACE\"";
        assert_eq!(Settings::read("", misspelt, &[]), Err(expected.into()));
    }

    #[test]
    fn reads_stores_and_never_shows_their_passwords() {
        let read = |store: &str| Settings::read("", [], &flag("store", store));
        assert_eq!(read("").unwrap().store.database(), None);
        let url = "postgres://ana:secret@db.example/games";
        let settings = read(url).unwrap();
        assert_eq!(settings.store.database(), Some(url));
        assert!(!format!("{settings:?}").contains("secret"));
        for bad in ["mysql://ana:secret@db.example/games", "postgres:secret", "/var/lib/secret"] {
            let error = read(bad).unwrap_err();
            assert!(error.starts_with("the setting \"store\" can't be this text; use postgres://"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn reads_buses_and_never_shows_their_passwords() {
        let read = |bus: &str| Settings::read("", [], &flag("bus", bus));
        assert_eq!(read("").unwrap().bus.server(), None);
        for url in ["nats://127.0.0.1:4222", "nats://ana:secret%40@bus.example:4222", "nats://secret@bus.example"] {
            let settings = read(url).unwrap();
            assert_eq!(settings.bus.server(), Some(url));
            assert!(!format!("{settings:?}").contains("secret"));
        }
        for bad in [
            "secret@bus.example:4222",
            "http://ana:secret@bus.example",
            "nats://",
            "nats://ana:sec/ret@bus.example",
            "nats://ana:secret@bus.example:port",
            "nats://ana:secret%ff@bus.example",
        ] {
            let error = read(bad).unwrap_err();
            assert!(error.starts_with("the setting \"bus\" can't be this text; use the address of a NATS"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn rejects_limits_of_zero() {
        let table = toml::Table::try_from(Settings::default()).unwrap();
        for (key, _) in table.iter().filter(|(_, value)| value.is_integer()) {
            let read = Settings::read("", [], &flag(key, "0"));
            assert_eq!(read.is_ok(), key == "computers", "{key}: {read:?}");
        }
    }

    #[test]
    fn answers_only_for_its_own_names() {
        let local = Settings::default();
        let public = Settings { addr: "0.0.0.0:80".into(), ..Settings::default() };
        let proxied = Settings { proxy: true, ..Settings::default() };
        let named = Settings { host: "games.example, Sanban.example".into(), ..proxied.clone() };
        for (host, expected) in [
            ("localhost", [true; 4]),
            ("LOCALHOST:8080", [true; 4]),
            ("sanban.localhost:8080", [true; 4]),
            ("127.0.0.1:8080", [true; 4]),
            ("[::1]:8080", [true; 4]),
            ("games.example", [false, true, true, true]),
            ("sanban.example:443", [false, true, true, true]),
            ("evil.example:8080", [false, true, true, false]),
            ("localhost.evil.example", [false, true, true, false]),
            ("192.0.2.1:8080", [false, true, true, false]),
            ("", [false, true, true, false]),
        ] {
            let answers = [&local, &public, &proxied, &named].map(|settings| settings.answers_for(host));
            assert_eq!(answers, expected, "{host}");
        }
        for addr in ["localhost:80", "[::1]:80", "127.0.0.2:80"] {
            assert!(!Settings { addr: addr.into(), ..Settings::default() }.answers_for("evil.example"), "{addr}");
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
