//! Online games: an actor for each open game, its event-sourced state, and the registry of actors.
//!
//! The path of a command: [`Games::command`] → [`actor`] → [`GameState::decide`] → [`GameState::after`] (the next state, not
//! taken yet) → [`Store::append`](crate::store::Store::append) → the actor takes the next state → broadcast to the watchers'
//! outboxes.

mod actor;
mod command;
pub mod computer;
mod create;
mod deadlines;
mod event;
mod fair_queue;
mod lag;
mod pairing;
mod presence;
mod preset_message;
mod registry;
mod remote_engines;
pub mod review;
mod reviews;
mod seek_limit;
mod state;
mod summary;
mod time_control;
mod undelivered;
pub mod view;

pub use actor::{GameHandle, GameMessage, GameSnapshot, MAILBOX_SIZE, MeasuredTurn, NodeChange};
pub use command::{Caller, Command, check_command_id};
pub use computer::{EnginePool, parse_computer_player};
pub use create::{NewGame, unknown_game};
pub use event::{
    CommandKey, Event, GameConfig, LogEntry, PlayerRef, check_same_content, content_digest, optional_seat_number,
    seat_number,
};
pub use lag::LagMeter;
pub use pairing::Pairing;
pub use presence::{ConnectionId, Watcher};
pub use preset_message::PresetMessage;
pub use registry::{GameContext, Games, LoadedGames};
pub use remote_engines::RemoteEngines;
pub use reviews::{ReviewPhase, ReviewStatus, Reviews};
pub use seek_limit::SeekCreators;
pub use state::{Decision, GameState, validate};
pub use summary::{GameResult, GameSummary, Phase, SeatSummary};
pub use time_control::TimeControl;
pub use undelivered::InterruptedTurns;
