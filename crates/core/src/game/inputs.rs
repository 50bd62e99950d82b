//! The inputs of an evaluation network.

use crate::bitboard::Bitboard;

/// The machine words of an [`InputSet`].
const WORDS: usize = 8;

/// The largest board, in squares, that inputs can describe.
const MAX_SQUARES: usize = 128;

/// The set of active inputs of a network, as one player sees a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InputSet([u64; WORDS]);

impl InputSet {
    /// The number of inputs that fit.
    pub const CAPACITY: usize = 64 * WORDS;
    /// No input.
    pub const EMPTY: Self = InputSet([0; WORDS]);

    /// The active inputs, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| {
            let bits = std::iter::successors(Some(word), |&bits| Some(bits & bits.wrapping_sub(1)));
            bits.take_while(|&bits| bits != 0).map(move |bits| index * 64 + bits.trailing_zeros() as usize)
        })
    }

    /// Calls `visit` for each input that is active here and not in `other`.
    #[inline(always)]
    pub fn for_each_not_in(&self, other: &Self, mut visit: impl FnMut(usize)) {
        for (index, (own, other)) in self.0.iter().zip(&other.0).enumerate() {
            let mut left = own & !other;
            while left != 0 {
                visit(index * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// The number of inputs in which two sets differ.
    #[inline(always)]
    pub fn distance(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a ^ b).count_ones()).sum()
    }

    /// The set as bytes: input `i` is bit `i % 8` of byte `i / 8`.
    pub fn to_bytes(&self) -> [u8; Self::CAPACITY / 8] {
        let mut bytes = [0; Self::CAPACITY / 8];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The set that these bytes stand for, as [`InputSet::to_bytes`] writes them. Missing bytes are 0.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut set = Self::EMPTY;
        for (place, &byte) in bytes.iter().take(Self::CAPACITY / 8).enumerate() {
            set.0[place / 8] |= u64::from(byte) << (place % 8 * 8);
        }
        set
    }

    /// Adds these bits from input `first` on. Bits above the capacity are lost.
    #[inline]
    fn add_bits(&mut self, first: usize, bits: u128) {
        let (word, shift) = (first / 64, first % 64);
        let low = bits << shift;
        let high = if shift == 0 { 0 } else { bits >> (128 - shift) };
        for (offset, bits) in [low as u64, (low >> 64) as u64, high as u64].into_iter().enumerate() {
            if let Some(word) = self.0.get_mut(word + offset) {
                *word |= bits;
            }
        }
    }
}

/// Writes the inputs of a position for both players, one group of inputs after another. Each call takes the next inputs, so the
/// calls are the list of inputs. They must be the same for every position.
///
/// Each player sees their own pieces first. The second player also sees the board turned by 180°.
///
/// ```
/// use sanban_core::inputs::InputWriter;
///
/// // A board of nine squares with a piece of each player, and a number from 0 to 3 for each.
/// let mut inputs = InputWriter::new(9);
/// inputs.squares_of_both([0b1u32, 0b110u32]);
/// inputs.number_of_both([2, 0], 4);
/// assert_eq!(inputs.input_count(), Some(26));
/// let [first, second] = inputs.finish();
/// assert_eq!(first.iter().collect::<Vec<_>>(), [0, 10, 11, 20, 22]);
/// assert_eq!(second.iter().collect::<Vec<_>>(), [6, 7, 17, 18, 24]);
/// ```
#[derive(Clone, Debug)]
pub struct InputWriter {
    sets: [InputSet; 2],
    squares: usize,
    next: usize,
}

impl InputWriter {
    /// Writes the inputs for a board of this many squares.
    pub fn new(squares: usize) -> Self {
        InputWriter { sets: [InputSet::EMPTY; 2], squares, next: 0 }
    }

    /// Writes a set of squares that belongs to nobody: one input for each square of the board.
    #[inline]
    pub fn squares<B: Bitboard>(&mut self, set: B) {
        let (first, bits) = (self.next, set.low_bits());
        self.next += self.squares;
        if self.squares <= MAX_SQUARES {
            self.sets[0].add_bits(first, bits);
            self.sets[1].add_bits(first, self.turned(bits));
        }
    }

    /// Writes a set of squares of each player, by seat.
    #[inline]
    pub fn squares_of_both<B: Bitboard>(&mut self, sets: [B; 2]) {
        let (first, second) = (self.next, self.next + self.squares);
        self.next += 2 * self.squares;
        if self.squares <= MAX_SQUARES {
            let bits = sets.map(B::low_bits);
            self.sets[0].add_bits(first, bits[0]);
            self.sets[0].add_bits(second, bits[1]);
            self.sets[1].add_bits(first, self.turned(bits[1]));
            self.sets[1].add_bits(second, self.turned(bits[0]));
        }
    }

    /// Writes a number of each player, by seat, from 0 to `count - 1`: one input for each value. Larger numbers count as the largest.
    #[inline]
    pub fn number_of_both(&mut self, numbers: [u32; 2], count: usize) {
        let first = self.next;
        self.next += 2 * count;
        if self.next <= InputSet::CAPACITY {
            let [a, b] = numbers.map(|number| (number as usize).min(count - 1));
            for (set, places) in self.sets.iter_mut().zip([[a, count + b], [b, count + a]]) {
                for place in places.map(|place| first + place) {
                    set.0[place / 64] |= 1 << (place % 64);
                }
            }
        }
    }

    /// The squares as the second player sees them.
    #[inline]
    fn turned(&self, bits: u128) -> u128 {
        bits.reverse_bits() >> (MAX_SQUARES - self.squares)
    }

    /// How many inputs each player has; `None` if they are none or too many for a network.
    pub fn input_count(&self) -> Option<usize> {
        let fits = self.next > 0 && self.squares <= MAX_SQUARES && self.next <= InputSet::CAPACITY;
        fits.then_some(self.next)
    }

    /// The active inputs, by seat.
    #[inline]
    pub fn finish(self) -> [InputSet; 2] {
        self.sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::BitboardExt;

    fn written(squares: usize, write: impl FnOnce(&mut InputWriter)) -> ([Vec<usize>; 2], Option<usize>) {
        let mut writer = InputWriter::new(squares);
        write(&mut writer);
        let count = writer.input_count();
        (writer.finish().map(|set| set.iter().collect()), count)
    }

    #[test]
    fn squares_may_cross_words() {
        let squares = [0, 62, 63, 64, 80];
        let set = squares.iter().fold(0u128, |set, &square| set.with(square));
        for groups in 0..6 {
            let ([first, second], count) = written(81, |writer| {
                (0..groups).for_each(|_| writer.squares(0u128));
                writer.squares(set);
            });
            assert_eq!(first, squares.map(|square| groups * 81 + square));
            let mut turned = squares.map(|square| groups * 81 + 80 - square);
            turned.sort_unstable();
            assert_eq!(second, turned);
            assert_eq!(count, Some((groups + 1) * 81));
        }
    }

    #[test]
    fn each_player_sees_their_own_first() {
        let ([first, second], count) = written(25, |writer| {
            writer.squares_of_both([0b11u32, 0b100]);
            writer.number_of_both([1, 2], 3);
        });
        assert_eq!(first, [0, 1, 27, 51, 55]);
        assert_eq!(second, [22, 48, 49, 52, 54]);
        assert_eq!(count, Some(56));
    }

    #[test]
    fn large_numbers_count_as_the_largest() {
        let ([first, second], _) = written(9, |writer| writer.number_of_both([3, 7], 4));
        assert_eq!((first, second), (vec![3, 7], vec![3, 7]));
    }

    #[test]
    fn too_many_inputs_are_none() {
        assert_eq!(written(625, |writer| writer.squares(crate::WideBitboard::bit(600))).1, None);
        assert_eq!(written(121, |writer| (0..5).for_each(|_| writer.squares(u128::MAX >> 7))).1, None);
        assert_eq!(written(9, |_| ()).1, None);
        assert_eq!(written(9, |writer| (0..200).for_each(|_| writer.number_of_both([9, 9], 9))).1, None);
    }

    #[test]
    fn differences_and_bytes() {
        let mut writer = InputWriter::new(9);
        writer.number_of_both([9, 1], 16);
        let [first, second] = writer.finish();
        assert_eq!(first.to_bytes()[..4], [0, 2, 2, 0]);
        assert_eq!(first.to_bytes().len(), 64);
        assert_eq!([first, second].map(|set| InputSet::from_bytes(&set.to_bytes())), [first, second]);
        assert_eq!(InputSet::from_bytes(&first.to_bytes()[..3]), first);
        assert_eq!(first.distance(&second), 4);
        let mut difference = Vec::new();
        first.for_each_not_in(&second, |input| difference.push(input));
        assert_eq!(difference, [9, 17]);
    }
}
