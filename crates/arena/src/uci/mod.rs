//! The UCI protocol, in the dialect of Fairy-Stockfish: `UCI_Variant` selects the game and `Rules` its rules.
//!
//! | to find | look in |
//! | --- | --- |
//! | Sanban as a UCI engine | [`serve`] |
//! | another program as a player | [`client`] |
//! | `info` lines | [`info`] |

pub mod client;
mod engine;
mod go;
pub mod info;
mod io;
mod options;
mod search_thread;

pub use engine::serve;
