//! Sets of squares in machine words.
//!
//! A game is generic over the width it needs, so small boards don't pay for large ones: `u32` holds 5×5, `u64` up to 8×8,
//! `u128` up to 11×11 and [`WideBitboard`] up to 25×25.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares, identified by their numbers on the board.
pub trait Bitboard:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const EMPTY: Self;
    /// The number of squares that fit.
    const WIDTH: usize;

    /// The set of one square.
    fn bit(index: usize) -> Self;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// The lowest square; unspecified if the set is empty.
    fn lowest(self) -> usize;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// The first 128 squares as bits.
    fn low_bits(self) -> u128;
}

/// The operations that follow from those of a [`Bitboard`], the same for all.
pub trait BitboardExt: Bitboard {
    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set contains a square.
    #[inline]
    fn has(self, index: usize) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// The set with a square added.
    #[inline]
    fn with(self, index: usize) -> Self {
        self | Self::bit(index)
    }

    /// The set with a square removed.
    #[inline]
    fn without(self, index: usize) -> Self {
        self & !Self::bit(index)
    }

    /// Whether this is a superset of `other`.
    #[inline]
    fn covers(self, other: Self) -> bool {
        (other & !self).is_empty()
    }

    /// The squares, lowest first.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The set of the first `len` squares.
    fn first(len: usize) -> Self {
        (0..len).fold(Self::EMPTY, Self::with)
    }
}

impl<B: Bitboard> BitboardExt for B {}

/// Iterates over the squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(lowest)
    }
}

macro_rules! impl_bitboard {
    ($word:ty) => {
        impl Bitboard for $word {
            const EMPTY: Self = 0;
            const WIDTH: usize = <$word>::BITS as usize;

            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn low_bits(self) -> u128 {
                self.into()
            }
        }
    };
}

impl_bitboard!(u32);
impl_bitboard!(u64);
impl_bitboard!(u128);

const WORDS: usize = 10;

/// A set of up to 640 squares, for boards up to 25×25.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WideBitboard([u64; WORDS]);

impl Bitboard for WideBitboard {
    const EMPTY: Self = WideBitboard([0; WORDS]);
    const WIDTH: usize = 64 * WORDS;

    #[inline]
    fn bit(index: usize) -> Self {
        let mut words = [0; WORDS];
        words[index / 64] = 1 << (index % 64);
        WideBitboard(words)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> usize {
        match self.0.iter().position(|&w| w != 0) {
            Some(i) => 64 * i + self.0[i].trailing_zeros() as usize,
            None => Self::WIDTH,
        }
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|w| **w != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn low_bits(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
}

macro_rules! impl_wide_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $op:tt) => {
        impl $trait for WideBitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                WideBitboard(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
        impl $assign_trait for WideBitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

impl_wide_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
impl_wide_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
impl_wide_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for WideBitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        WideBitboard(self.0.map(|w| !w))
    }
}

impl Shl<u32> for WideBitboard {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        WideBitboard(std::array::from_fn(|i| {
            let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
            let low = if bits == 0 { 0 } else { word(i.checked_sub(words + 1)) >> (64 - bits) };
            word(i.checked_sub(words)) << bits | low
        }))
    }
}

impl Shr<u32> for WideBitboard {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        WideBitboard(std::array::from_fn(|i| {
            let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
            let high = if bits == 0 { 0 } else { word(i + words + 1) << (64 - bits) };
            word(i + words) >> bits | high
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a bitboard with the plain list of its squares.
    fn check_set_operations<B: Bitboard>() {
        let members: Vec<usize> = (0..B::WIDTH).filter(|i| i % 7 == 3 || i % 11 == 0).collect();
        let set = members.iter().fold(B::EMPTY, |set, &i| set.with(i));
        assert_eq!(set.squares().collect::<Vec<_>>(), members);
        assert_eq!(set.count() as usize, members.len());
        assert!((0..B::WIDTH).all(|i| set.has(i) == members.contains(&i)));
        assert!((set & !set).is_empty() && (set ^ set.with(1)) == B::bit(1).without(0) & !set);
        assert_eq!(set | !set, B::first(B::WIDTH));
        assert!(set.covers(set.without_lowest()) && !set.without_lowest().covers(set));
        for by in (0..B::WIDTH as u32).step_by(5) {
            let left = members.iter().map(|i| i + by as usize).filter(|&i| i < B::WIDTH).collect::<Vec<_>>();
            let right = members.iter().filter_map(|i| i.checked_sub(by as usize)).collect::<Vec<_>>();
            assert_eq!((set << by).squares().collect::<Vec<_>>(), left);
            assert_eq!((set >> by).squares().collect::<Vec<_>>(), right);
        }
    }

    #[test]
    fn all_widths_behave_as_sets() {
        check_set_operations::<u32>();
        check_set_operations::<u64>();
        check_set_operations::<u128>();
        check_set_operations::<WideBitboard>();
    }
}
