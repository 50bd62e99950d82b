//! What a board game is to Sanban.
//!
//! This crate knows no game and does no input or output. It has the squares and bitboards that games are made of, the
//! [`Game`] trait that each of them implements, and everything a game gets for free once it has done so: whole-turn
//! moves, perft, step-by-step [`entry`], [records](record) and an object-safe [`Session`] for front ends.
//!
//! | to find | look in |
//! | --- | --- |
//! | squares, boards and their symmetries | [`square`] |
//! | sets of squares in machine words | [`bitboard`] |
//! | the trait that a game implements | [`game`] |
//! | the facts and options of a game, and rules chosen among them | [`facts`], [`rules`] |
//! | what a game knows about playing well: evaluation, hints for the search | [`knowledge`] |
//! | seats, outcomes and their reasons | [`outcome`] |
//! | counting move trees | [`perft`] |
//! | what a person types, turned into touches | [`reading`] |
//! | what has been entered of a turn and what may follow | [`entry`] |
//! | a turn being entered by a person | [`hand`] |
//! | a game being played: who sits where, taking back, the clock | [`playing`], [`seated`], [`clock`] |
//! | refusals and the sentences made of them | [`message`] |
//! | reading and writing the fields of a position's text | [`fields`] |
//! | the text of whole games | [`record`] |
//! | the rules as people read them, with drawn examples | [`explanation`] |
//! | lessons that teach a game by playing it | [`lesson`] |
//! | a game that is studied, with its variations as a tree | [`study`] |
//! | puzzles: positions with one way to begin a win | [`puzzle`] |
//! | what to draw | [`scene`] |
//! | a scene in words | [`described`] |
//! | a position set up by hand, possible or not | [`setup`] |
//! | a scene as a picture in SVG | [`svg`] |
//! | one running game for any front end | [`session`] |

pub mod bitboard;
pub mod clock;
pub mod described;
pub mod entry;
pub mod explanation;
pub mod facts;
pub mod fields;
pub mod game;
pub mod hand;
pub mod knowledge;
pub mod lesson;
pub mod message;
pub mod outcome;
pub mod perft;
pub mod playing;
pub mod puzzle;
pub mod reading;
pub mod record;
pub mod rules;
pub mod scene;
pub mod seated;
pub mod session;
pub mod setup;
pub mod square;
pub mod study;
pub mod svg;
pub mod zobrist;

pub use bitboard::{Bitboard, Wide};
pub use entry::{Progress, Touch};
pub use facts::{Facts, OptionFacts, Preset, Values};
pub use game::{Game, Turn};
pub use knowledge::{Knowledge, Outlook};
pub use message::{Code, Refusal};
pub use outcome::{Outcome, Reason, Seat};
pub use puzzle::Puzzle;
pub use rules::Rules;
pub use scene::{Cell, Counter, Mark, Piece, Scene, Shape};
pub use session::{Session, Table};
pub use setup::Setup;
pub use square::{Board, Square, Symmetry};
