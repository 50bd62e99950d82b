//! The engine's search, as engine authors know it.
//!
//! | file | holds |
//! | --- | --- |
//! | [`alphabeta`] | iterative deepening with aspiration windows, on one thread or several |
//! | `negamax` | principal variation search over steps, and why its proofs are never wrong |
//! | `quiescence` | the search of noisy steps at the horizon |
//! | `move_picker`, `history` | step generation, step ordering, and statistics about steps |
//! | [`transposition_table`], `tt_score` | stored results, and how their scores apply at a node |
//! | `worker`, `evaluation_cache` | the state of one search thread, and the evaluations that it remembers |

pub mod alphabeta;
mod evaluation_cache;
mod history;
mod move_picker;
mod negamax;
mod quiescence;
pub mod transposition_table;
mod tt_score;
mod worker;
