//! Players against players.
//!
//! | to find | look in |
//! | --- | --- |
//! | a player that chooses moves | [`player`] |
//! | another program as a player, spoken to in UCI | [`external`] |
//! | ourselves as a program that speaks UCI | [`uci`] |
//! | what a search has found, as UCI engines tell it | [`info`] |
//! | matches and tournaments of many games | [`contest`] |
//! | how their games are opened | [`openings`] |
//! | tuning the weights of an evaluation from self-play | [`tuning`] |
//! | finding puzzles | [`puzzles`] |
//! | what a score says about strength | [`statistics`] |

pub mod contest;
pub mod openings;
pub mod player;
pub mod puzzles;
pub mod statistics;
pub mod tuning;
pub mod uci;

pub use contest::{Contest, Played};
pub use openings::Openings;
pub use player::Player;
pub use statistics::{Sprt, Tally, Verdict};
