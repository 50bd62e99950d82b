//! Squares and boards.

use crate::bitboard::{Bitboard, BitboardExt};
use std::fmt;

/// The maximum length of a square's text: a letter for the column, and up to three digits for the row.
pub(crate) const MAX_SQUARE_CHARS: usize = 4;

/// A square by column and row, counted from 0 at `a1`.
///
/// ```
/// //   a b c
/// // 3 . . x    column 2, row 2
/// // 2 . . .
/// // 1 . . .
/// use sanban_core::Square;
/// assert_eq!(Square::new(2, 2).to_string(), "c3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// The column, 0 for `a`.
    pub col: u8,
    /// The row, 0 for `1`.
    pub row: u8,
}

impl Square {
    /// The square at a column and a row, both counted from 0.
    pub const fn new(col: u8, row: u8) -> Self {
        Square { col, row }
    }

    /// The number of king's moves to another square.
    pub fn distance(self, other: Square) -> u8 {
        self.col.abs_diff(other.col).max(self.row.abs_diff(other.row))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col), u16::from(self.row) + 1)
    }
}

/// A rectangular board. Squares are numbered row by row from `a1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The number of columns, at most 26 because each has a letter.
    pub cols: u8,
    /// The number of rows.
    pub rows: u8,
}

impl Board {
    /// A square board.
    pub const fn square_of(size: u8) -> Self {
        Board { cols: size, rows: size }
    }

    /// The number of squares.
    pub const fn len(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// Whether the board has no squares.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether the square is on the board.
    pub const fn contains(self, square: Square) -> bool {
        square.col < self.cols && square.row < self.rows
    }

    /// The number of a square of this board.
    pub const fn index(self, square: Square) -> usize {
        square.row as usize * self.cols as usize + square.col as usize
    }

    /// The square with a number.
    pub const fn at(self, index: usize) -> Square {
        Square { col: (index % self.cols as usize) as u8, row: (index / self.cols as usize) as u8 }
    }

    /// The square at an offset of `(cols, rows)`, if it is on the board.
    pub fn offset(self, square: Square, (cols, rows): (i8, i8)) -> Option<Square> {
        let col = square.col.checked_add_signed(cols)?;
        let row = square.row.checked_add_signed(rows)?;
        Some(Square { col, row }).filter(|&s| self.contains(s))
    }

    /// The squares that a king reaches from here on an empty board.
    pub fn adjacent_squares<B: Bitboard>(self, square: Square) -> B {
        self.set(DIRECTIONS.iter().filter_map(|&d| self.offset(square, d)))
    }

    /// The adjacent squares that can be jumped over: those with a square straight behind them.
    pub fn jumpable_squares<B: Bitboard>(self, square: Square) -> B {
        let far = DIRECTIONS.iter().filter(|(c, r)| self.offset(square, (2 * c, 2 * r)).is_some());
        self.set(far.filter_map(|&d| self.offset(square, d)))
    }

    /// The set of some squares.
    pub fn set<B: Bitboard>(self, squares: impl IntoIterator<Item = Square>) -> B {
        squares.into_iter().fold(B::EMPTY, |set, square| set.with(self.index(square)))
    }

    /// All squares in order of their numbers.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.len()).map(move |i| self.at(i))
    }
}

/// The eight directions of a king's move.
pub const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Computes king's moves of whole sets at once.
#[derive(Clone, Copy, Debug)]
pub struct KingMoves<B> {
    cols: u32,
    all: B,
    not_first_col: B,
    not_last_col: B,
}

impl<B: Bitboard> KingMoves<B> {
    /// King's moves on a board.
    pub fn new(board: Board) -> Self {
        let without = |col: u8| board.set(board.squares().filter(|s| s.col != col));
        KingMoves {
            cols: board.cols.into(),
            all: B::first(board.len()),
            not_first_col: without(0),
            not_last_col: without(board.cols - 1),
        }
    }

    /// The squares of a set and all adjacent ones.
    #[inline]
    pub fn expand(&self, set: B) -> B {
        let row = set | ((set & self.not_last_col) << 1) | ((set & self.not_first_col) >> 1);
        (row | (row << self.cols) | (row >> self.cols)) & self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_row_by_row() {
        let board = Board { cols: 4, rows: 3 };
        assert_eq!(board.len(), 12);
        assert_eq!(board.at(5).to_string(), "b2");
        assert!(board.squares().enumerate().all(|(i, s)| board.index(s) == i && board.contains(s)));
        assert_eq!(board.offset(board.at(0), (-1, 0)), None);
        assert_eq!(board.offset(board.at(0), (3, 2)).unwrap().to_string(), "d3");
        assert_eq!(Square::new(24, 24).to_string(), "y25");
    }

    #[test]
    fn king_moves_expand_to_the_adjacent_squares() {
        for size in 2..=8 {
            let board = Board::square_of(size);
            let king_moves: KingMoves<u64> = KingMoves::new(board);
            for square in board.squares() {
                let expected = board.adjacent_squares::<u64>(square).with(board.index(square));
                assert_eq!(king_moves.expand(u64::bit(board.index(square))), expected, "{square} of {size}");
            }
        }
    }
}
