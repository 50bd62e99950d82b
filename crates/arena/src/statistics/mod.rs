//! Statistics of match results: Elo, sequential tests and ratings.

pub mod ratings;
mod sprt;
mod tally;

pub use sprt::{Sprt, Verdict};
pub use tally::Tally;
