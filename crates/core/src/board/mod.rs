//! Squares, sets of squares, symmetries and Zobrist keys.

pub mod bitboard;
pub mod square;
pub mod symmetry;
pub mod zobrist;
