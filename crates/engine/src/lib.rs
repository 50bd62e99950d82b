//! Search over the traits of the games. It does no input or output and has no clock of its own: a caller runs a search in
//! slices, looks at its own clock in between, and stops or goes on as it likes.
//!
//! | to find | look in |
//! | --- | --- |
//! | the plain Monte Carlo tree search | [`mcts`] |
//! | a search of any game behind one object-safe door | [`thinker`] |
//! | players as people name them, such as `mcts:time=100ms` | [`spec`] |

pub mod mcts;
pub mod spec;
pub mod thinker;

pub use spec::{Limits, Spec};
pub use thinker::{Report, Thinker};
