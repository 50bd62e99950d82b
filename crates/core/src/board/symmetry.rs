//! Symmetries of a game: rotations and reflections of the board, with or without swapping the players.

use crate::bitboard::Bitboard;
use crate::outcome::Seat;
use crate::square::{Board, Square};

/// A way to turn a game around: a symmetry of the board, with or without the two players changing places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Left and right change places.
    pub mirror: bool,
    /// Top and bottom change places.
    pub flip: bool,
    /// Columns and rows change places, after the other two.
    pub transpose: bool,
    /// The players change places.
    pub swap: bool,
}

impl Symmetry {
    /// Nothing changes.
    pub const IDENTITY: Self = Symmetry { mirror: false, flip: false, transpose: false, swap: false };

    /// All eight symmetries of a square board, each with and without the players changing places.
    pub fn all() -> Vec<Self> {
        (0..16u8)
            .map(|n| Symmetry { mirror: n & 1 != 0, flip: n & 2 != 0, transpose: n & 4 != 0, swap: n & 8 != 0 })
            .collect()
    }

    /// Where a square of a square board goes.
    pub fn square(self, board: Board, square: Square) -> Square {
        let col = if self.mirror { board.cols - 1 - square.col } else { square.col };
        let row = if self.flip { board.rows - 1 - square.row } else { square.row };
        if self.transpose { Square::new(row, col) } else { Square::new(col, row) }
    }

    /// Where a set of squares goes.
    pub fn set<B: Bitboard>(self, board: Board, set: B) -> B {
        set.squares().map(|s| board.index(self.square(board, board.at(s)))).fold(B::EMPTY, B::with)
    }

    /// Who takes a player's place.
    pub fn seat(self, seat: Seat) -> Seat {
        if self.swap { seat.other() } else { seat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_eight_permutations_twice() {
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
