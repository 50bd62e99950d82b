//! Search over the traits of the games. It does no I/O and has no clock of its own: a caller runs a search in slices, checks
//! its own clock in between, and stops or continues as it likes.
//!
//! | folder or file | holds |
//! | --- | --- |
//! | `search/` | the engine's search: [`alphabeta`] (iterative deepening), negamax, quiescence, move picker, history, [`transposition_table`] |
//! | [`evaluation`], [`network`] | what a position is worth: weighted terms, or a neural network |
//! | [`mcts`] | a plain Monte Carlo tree search |
//! | [`proof`] | forced wins by exhaustive search |
//! | [`score`] | scores, and proven wins and losses |
//! | [`levels`] | opponents of graded strength |
//! | [`handle`] | the object-safe handle that everything else searches through, and the think loop |
//! | [`analysis`] | how good the moves of a game were |
//! | [`hint`], [`phrasing`] | the engine's suggestion with a reason, and other sentences about scores |
//! | [`spec`] | players by name, such as `engine:time=100ms` |
//! | [`codes`] | why a spec is rejected |

pub mod analysis;
pub mod codes;
pub mod evaluation;
pub mod handle;
pub mod hint;
pub mod levels;
pub mod mcts;
pub mod network;
pub mod phrasing;
pub mod proof;
pub mod score;
mod search;
pub mod spec;

/// The texts of this crate.
pub static MESSAGES: sanban_core::messages::Catalogue = sanban_core::catalogue!("../messages");

pub use search::{alphabeta, transposition_table};

pub use handle::{Line, Report, Searcher};
pub use score::Score;
pub use spec::{Limits, Spec};
