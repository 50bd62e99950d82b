//! The games of Sanban, each in its own folder. The list of modules below is the only list of games: a module with a folder is a
//! game, and no other code names a particular game. [`registry`] finds and opens games, [`lesson_session`] runs a game's lesson, and
//! [`puzzle_session`] runs its puzzles.

include!(concat!(env!("OUT_DIR"), "/games.rs"));

#[macro_use]
pub mod registry;

pub mod lesson_session;
pub mod puzzle_session;

// The games, in the order in which lists show them. Blank lines keep `cargo fmt` from sorting them.

pub mod mitsudomoe;

pub mod jesonmor;

pub mod jinli;

pub mod hexapawn;

/// Runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
