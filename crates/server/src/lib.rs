//! The web server: serves the page from inside the binary, and connects people who play each other.
//!
//! | module | holds |
//! | --- | --- |
//! | `app`, `serve` | the parts of the server, and how they start and stop |
//! | `http/` | routes, authentication, responses, the page's files |
//! | `socket/` | the WebSocket: connections, messages, outboxes |
//! | `game/` | game actors, their event-sourced state, and their registry |
//! | `lobby`, `identity`, `closed_accounts`, `rating` | the lobby's feed, guests and accounts, Glicko-2 |
//! | `player_name`, `guest_name`, `player_address`, `passphrase` | names, where players act from, and passphrases |
//! | `store/` | the store's trait, its conformance suite, SQLite and PostgreSQL, and copying between them |
//! | `cluster/` | the nodes that share a store: who owns which game, and what they tell each other |
//! | `bus/` | messages between the nodes that share a store: in-process, NATS |
//! | `jobs/` | work for other machines: a queue on NATS, its requesters and its workers |
//! | `settings`, `limits`, `log`, `metrics`, `time`, `tasks` | what everything uses |
//!
//! `docs/architecture.md` shows how a move passes through them.

mod app;
pub mod bus;
mod closed_accounts;
mod cluster;
mod error;
pub mod export;
mod game;
mod guest_name;
mod http;
mod identity;
pub mod jobs;
mod limits;
mod lobby;
mod log;
mod metrics;
mod passphrase;
mod player_address;
mod player_name;
mod rating;
mod secret;
mod serve;
pub mod settings;
mod socket;
mod store;
mod tasks;
mod time;

pub use http::{assets, embedded};
pub use serve::{ServeError, serve};
pub use settings::Settings;
pub use store::{Copied, StoreError, copy};
