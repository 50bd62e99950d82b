//! Symmetries of a game: rotations and reflections of the board, with or without swapping the players.

use crate::bitboard::{Bitboard, BitboardExt};
use crate::outcome::Seat;
use crate::square::{Board, Square};

/// A symmetry of the board, with or without swapping the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Reflects left and right.
    pub mirror: bool,
    /// Reflects top and bottom.
    pub flip: bool,
    /// Exchanges columns and rows, after the reflections.
    pub transpose: bool,
    /// Swaps the players.
    pub swap: bool,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Symmetry { mirror: false, flip: false, transpose: false, swap: false };

    /// All eight symmetries of a square board, each with and without swapping the players.
    pub fn all() -> Vec<Self> {
        (0..16u8)
            .map(|n| Symmetry { mirror: n & 1 != 0, flip: n & 2 != 0, transpose: n & 4 != 0, swap: n & 8 != 0 })
            .collect()
    }

    /// The image of a square of a square board.
    pub fn square(self, board: Board, square: Square) -> Square {
        let col = if self.mirror { board.cols - 1 - square.col } else { square.col };
        let row = if self.flip { board.rows - 1 - square.row } else { square.row };
        if self.transpose { Square::new(row, col) } else { Square::new(col, row) }
    }

    /// The image of a set of squares.
    pub fn set<B: Bitboard>(self, board: Board, set: B) -> B {
        set.squares().map(|s| board.index(self.square(board, board.at(s)))).fold(B::EMPTY, B::with)
    }

    /// The image of a seat.
    pub fn seat(self, seat: Seat) -> Seat {
        if self.swap { seat.other() } else { seat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_eight_permutations_twice() {
        let board = Board::square_of(5);
        let image = |s: &Symmetry| board.squares().map(|square| s.square(board, square)).collect::<Vec<_>>();
        let mut images: Vec<Vec<Square>> = Symmetry::all().iter().map(image).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
        for symmetry in Symmetry::all() {
            assert_eq!(symmetry.set(board, u32::first(25)), u32::first(25));
            assert_eq!(symmetry.seat(Seat::FIRST) == Seat::SECOND, symmetry.swap);
        }
    }
}
