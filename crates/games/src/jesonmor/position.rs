//! A position, and a knight's move.

use sanban_core::{Seat, SquareStep, zobrist};

pub(super) static WHITE_KEYS: [u64; 625] = zobrist::numbers(0);
pub(super) static BLACK_KEYS: [u64; 625] = zobrist::numbers(1);
pub(super) const BLACK_TO_MOVE_KEY: u64 = zobrist::number(2, 0);

/// How the game has ended. The position stores it, because the board doesn't show that a knight just left the centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    None,
    LastKnight,
    Left,
    Held,
    Reached,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<B> {
    pub(super) knights: [B; 2],
    pub(super) key: u64,
    /// The full move number, counted from 1 as in FEN.
    pub(super) number: u32,
    /// Plies since the last capture.
    pub(super) quiet: u16,
    pub(super) to_move: Seat,
    pub(super) ending: Ending,
}

/// A knight's move between two squares.
pub type Step = SquareStep<2>;
