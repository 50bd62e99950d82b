//! The games of Sanban, each in its own folder. The list below is the only list of games: a name is a folder, and no other code
//! names a particular game. [`registry`] finds and opens games, [`lesson_session`] runs a game's lesson, and [`puzzle_session`]
//! runs its puzzles.

#[macro_use]
pub mod registry;

pub mod lesson_session;
pub mod puzzle_session;

games! {
    mitsudomoe
    jesonmor
    jinli
    hexapawn
}

/// Runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
