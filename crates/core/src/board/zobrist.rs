//! Random numbers for Zobrist keys, the same in every build.

use crate::bitboard::{Bitboard, BitboardExt};

/// Mixes a number into one that looks random (the finaliser of splitmix64).
pub const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The random number of a small value, such as a supply of 3. Different kinds have different numbers for equal values.
pub const fn number(kind: u16, value: u32) -> u64 {
    mix(mix((kind as u64 + 1) << 32) ^ value as u64)
}

/// The random numbers of the first `N` values of a kind, for lookup.
pub const fn numbers<const N: usize>(kind: u16) -> [u64; N] {
    let mut list = [0; N];
    let mut i = 0;
    while i < N {
        list[i] = number(kind, i as u32);
        i += 1;
    }
    list
}

/// The key of a set of squares: the numbers of its squares in a table, combined.
pub fn of_set<B: Bitboard>(numbers: &[u64], set: B) -> u64 {
    set.squares().fold(0, |key, square| key ^ numbers[square])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_differ_between_kinds_and_values() {
        let mut all: Vec<u64> = (0..50).flat_map(|kind| (0..700).map(move |value| number(kind, value))).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 50 * 700);
    }
}
