//! Search over the traits of the games. It does no input or output and has no clock of its own: a caller runs a search in
//! slices, looks at its own clock in between, and stops or goes on as it likes.
//!
//! | to find | look in |
//! | --- | --- |
//! | the engine's search: iterative deepening, on several threads | [`alphabeta`] |
//! | its tree search over steps, and why proofs are never wrong | `worker` |
//! | what it remembers of positions, and has learnt about steps | [`table`], `history` |
//! | opponents of graded strength | [`levels`] |
//! | the plain Monte Carlo tree search | [`mcts`] |
//! | scores, and proven wins and losses | [`score`] |
//! | forced wins by trying everything | [`proof`] |
//! | the object-safe handle that everything else searches through, and the think loop | [`handle`] |
//! | what the moves of a game were worth | [`analysis`] |
//! | what the engine would play and why, and other words about scores | [`hint`], [`words`] |
//! | players as people name them, such as `engine:time=100ms` | [`spec`] |

pub mod alphabeta;
pub mod analysis;
pub mod handle;
pub mod hint;
mod history;
pub mod levels;
pub mod mcts;
pub mod phrasing;
pub mod proof;
pub mod score;
pub mod spec;
pub mod transposition_table;
mod worker;

pub use handle::{Line, Report, Searcher};
pub use score::Score;
pub use spec::{Limits, Spec};
