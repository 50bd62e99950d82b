//! The games of Sanban, each in its own folder. The list below is the only list of games: a name is a folder, and nothing
//! else names a particular game. What is done with the list stands in [`registry`], how a game's lesson is given in
//! [`learning`], and how its puzzles are solved in [`solving`].

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

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
