//! Material for learning a game: the rulebook, lessons and puzzles.

pub mod lesson;
pub mod puzzle;
pub mod rulebook;
