//! Players against players.
//!
//! | to find | look in |
//! | --- | --- |
//! | a player that chooses moves | [`player`] |
//! | the UCI protocol: Sanban as an engine, other engines as players | [`uci`] |
//! | matches and tournaments | [`contest`] |
//! | the openings of their games | [`openings`] |
//! | Elo, sequential tests and ratings | [`statistics`] |
//! | games of the engine against itself, and files of training positions | [`selfplay`] |
//! | tuning evaluation weights from self-play | [`tuning`] |
//! | games that other machines play | [`remote`] |
//! | finding puzzles | [`puzzles`] |
//! | why a match, an opening or an engine is rejected | [`codes`] |

pub mod codes;
pub mod contest;
mod io_reason;
pub mod openings;
pub mod player;
pub mod puzzles;
pub mod remote;
pub mod selfplay;
pub mod statistics;
pub mod tuning;
pub mod uci;

pub use contest::{Contest, GameResult};
pub use io_reason::io_reason;
pub use openings::Openings;
pub use player::Player;
pub use statistics::{Sprt, Tally, Verdict};

/// The texts of this crate.
pub static MESSAGES: sanban_core::messages::Catalogue = sanban_core::catalogue!("../messages");
