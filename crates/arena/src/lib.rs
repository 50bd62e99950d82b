//! Players against players.
//!
//! | to find | look in |
//! | --- | --- |
//! | a player that chooses moves | [`player`] |
//! | another program as a player, spoken to in UCI | [`external`] |
//! | matches and tournaments of many games | [`contest`] |
//! | how their games are opened | [`openings`] |
//! | tuning the weights of an evaluation from self-play | [`tuning`] |
//! | what a score says about strength | [`tally`], [`ratings`] |

pub mod contest;
pub mod external;
pub mod openings;
pub mod player;
pub mod ratings;
pub mod tally;
pub mod tuning;

pub use contest::{Contest, Played};
pub use openings::Openings;
pub use player::Player;
pub use tally::{Sprt, Tally, Verdict};
