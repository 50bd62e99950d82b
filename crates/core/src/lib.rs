//! The parts every board game in Sanban shares.
//!
//! This crate knows no game and does no I/O. It defines the [`Game`] trait that each game implements, and builds on it:
//! whole-turn moves, perft, turn entry, [records](record) and an object-safe [`Session`] for front ends.
//!
//! | folder | holds |
//! | --- | --- |
//! | `board/` | [`square`]s, [`bitboard`]s, [`symmetry`], [`zobrist`] keys |
//! | `game/` | the [`Game`] trait; a game's [`info`], [`rules`], [`outcome`]s, [`rejection`]s, [`heuristics`] for the search, [`inputs`] of networks; [`perft`]; [`position_text`]; [`phrase`]s about steps and moves |
//! | `turn/` | a turn as a person enters it: [`step`]s, [`move_text`], [`progress`], [`turn_entry`], [`traps`] that lose at once, [`move_marks`] to draw |
//! | `session/` | a running game: [`Session`], [`local_game`], its [`ending`] in words, the [`pie_rule`], [`player`], [`clock`], [`study`] with variations, and [`turn_input`] into both |
//! | `record/` | whole games as text, in the manner of PGN |
//! | `scene/` | what to draw: [`scene`], [`svg`], [`speech`], [`board_setup`] for positions set up by hand |
//! | `learn/` | [`rulebook`], [`lesson`]s, [`puzzle`]s |
//! | `messages.rs` | message catalogues in the reader's language |

mod board;
pub mod game;
mod learn;
pub mod messages;
pub mod record;
pub mod scene;
pub mod session;
mod turn;

pub use board::{bitboard, square, symmetry, zobrist};
pub use game::{heuristics, info, inputs, outcome, perft, phrase, position_text, rejection, rules};
pub use learn::{lesson, puzzle, rulebook};
pub use scene::{board_setup, speech, svg};
pub use session::{clock, ending, local_game, pie_rule, player, study, turn_input};
pub use turn::{move_marks, move_text, progress, step, traps, turn_entry};

pub use bitboard::{Bitboard, BitboardExt, WideBitboard};
pub use board_setup::BoardSetup;
pub use game::{Game, GameExt, Turn};
pub use heuristics::{Heuristics, HeuristicsExt, StaticResult};
pub use info::{GameInfo, OptionInfo, Preset, Values};
pub use outcome::{Outcome, Reason, Seat};
pub use phrase::Phrase;
pub use progress::{Progress, Touch};
pub use puzzle::Puzzle;
pub use rejection::{Code, Rejection};
pub use rules::Rules;
pub use scene::{Cell, Counter, Mark, Piece, Scene, Shape};
pub use session::{GameSession, Session};
pub use square::{Board, Square};
pub use step::{SquareStep, Step, StepParts};
pub use symmetry::Symmetry;
pub use turn_input::{TurnInput, TurnInputExt};
