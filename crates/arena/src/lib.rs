//! Players against players.
//!
//! | to find | look in |
//! | --- | --- |
//! | a player that chooses moves | [`player`] |
//! | matches of many games | [`contest`] |
//! | what a score says about strength | [`tally`] |

pub mod contest;
pub mod player;
pub mod tally;

pub use contest::{Contest, Played};
pub use player::choose;
pub use tally::Tally;
