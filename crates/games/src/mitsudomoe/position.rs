//! A position, and the steps of a turn.

use super::relocation::Relocations;
use sanban_core::{Bitboard, BitboardExt, Seat, StepParts, zobrist};

/// The number of rings of each player.
pub(super) const RINGS: u8 = 8;
/// The number of balls of each player.
pub(super) const BALLS: usize = 3;

/// By colour, square and height.
pub(super) static RING_KEYS: [[[u64; 16]; 64]; 2] = {
    let mut keys = [[[0; 16]; 64]; 2];
    let mut i = 0;
    while i < 2 * 64 {
        keys[i / 64][i % 64] = zobrist::numbers(100 + i as u16);
        i += 1;
    }
    keys
};
pub(super) static BALL_KEYS: [[u64; 64]; 2] = [zobrist::numbers(0), zobrist::numbers(1)];
pub(super) static SUPPLY_KEYS: [[u64; RINGS as usize + 1]; 2] = [zobrist::numbers(2), zobrist::numbers(3)];
pub(super) static PENDING_KEYS: [u64; 64] = zobrist::numbers(4);
pub(super) const BLACK_TO_MOVE_KEY: u64 = zobrist::number(5, 0);
pub(super) const BALL_PHASE_KEY: u64 = zobrist::number(5, 1);
pub(super) const RELOCATE_PHASE_KEY: u64 = zobrist::number(5, 2);

/// The key of a relocation within the current turn; `place` is its index.
pub(super) fn relocation_key(place: usize, [from, to]: [u8; 2]) -> u64 {
    zobrist::number(6, u32::from_be_bytes([0, place as u8, from, to]))
}

/// The phase of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Between turns.
    Ring,
    /// The ring step was made.
    Ball,
    /// A ball has vaulted, and the vaulted balls must be relocated.
    Relocate,
}

/// A position on a board of at most `N` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<B, const N: usize> {
    /// By player: the squares whose top ring is its own.
    pub(super) tops: [B; 2],
    pub(super) balls: [B; 2],
    /// The vaulted balls that must still be relocated.
    pub(super) pending: B,
    /// By square: the colours of the rings under the top one as bits, the ring next to the top lowest, with a marker bit above
    /// them. A square with one ring or none has only the marker bit.
    pub(super) under: [u16; N],
    pub(super) key: u64,
    pub(super) turn: u32,
    pub(super) supply: [u8; 2],
    pub(super) to_move: Seat,
    pub(super) phase: Phase,
    /// The relocations made in this turn.
    pub(super) relocated: Relocations,
}

impl<B: Bitboard, const N: usize> Position<B, N> {
    pub(super) fn empty() -> Self {
        Position {
            tops: [B::EMPTY; 2],
            balls: [B::EMPTY; 2],
            pending: B::EMPTY,
            under: [1; N],
            key: 0,
            turn: 1,
            supply: [RINGS; 2],
            to_move: Seat::FIRST,
            phase: Phase::Ring,
            relocated: Relocations::default(),
        }
    }

    #[inline]
    pub(super) fn all_balls(&self) -> B {
        self.balls[0] | self.balls[1]
    }

    /// The number of rings under the top one.
    #[inline]
    fn height(&self, square: usize) -> usize {
        self.under[square].ilog2() as usize
    }

    #[inline]
    pub(super) fn put_ring(&mut self, seat: usize, square: usize) {
        let bit = B::bit(square);
        if !((self.tops[0] | self.tops[1]) & bit).is_empty() {
            let covered = u16::from(!(self.tops[1] & bit).is_empty());
            self.under[square] = self.under[square] << 1 | covered;
            self.tops[seat ^ 1] &= !bit;
        }
        self.tops[seat] |= bit;
        self.key ^= RING_KEYS[seat][square][self.height(square)];
    }

    #[inline]
    pub(super) fn take_ring(&mut self, seat: usize, square: usize) {
        self.key ^= RING_KEYS[seat][square][self.height(square)];
        let bit = B::bit(square);
        self.tops[seat] &= !bit;
        let under = self.under[square];
        if under > 1 {
            self.tops[usize::from(under & 1)] |= bit;
            self.under[square] = under >> 1;
        }
    }

    #[inline]
    pub(super) fn move_ball(&mut self, seat: usize, from: usize, to: usize) {
        self.balls[seat] ^= B::bit(from) | B::bit(to);
        self.key ^= BALL_KEYS[seat][from] ^ BALL_KEYS[seat][to];
    }

    /// Gives the next turn, which begins with a ring, to the opponent.
    pub(super) fn end_turn(&mut self) {
        self.to_move = self.to_move.other();
        self.turn = self.turn.saturating_add(1);
        self.phase = Phase::Ring;
        self.key ^= BLACK_TO_MOVE_KEY;
    }

    /// The rings on a square from the bottom up.
    pub(super) fn rings(&self, square: usize) -> Vec<Seat> {
        let Some(top) = [Seat::FIRST, Seat::SECOND].into_iter().find(|s| self.tops[s.index()].has(square)) else {
            return Vec::new();
        };
        let under = (0..self.height(square)).rev().map(|i| Seat((self.under[square] >> i & 1) as u8));
        under.chain([top]).collect()
    }

    /// The ball on a square.
    pub(super) fn ball(&self, square: usize) -> Option<Seat> {
        [Seat::FIRST, Seat::SECOND].into_iter().find(|s| self.balls[s.index()].has(square))
    }
}

/// A step of a turn, with squares by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Places a ring from the supply.
    Place(u8),
    /// Moves a ring from one square to another.
    Ring(u8, u8),
    /// Moves a ball from one square to another.
    Ball(u8, u8),
    /// Relocates a vaulted ball from one square to another.
    Relocate(u8, u8),
    /// Ends the turn without a ball step.
    End,
}

impl sanban_core::Step for Step {
    #[inline]
    fn parts(self) -> StepParts {
        match self {
            Step::Place(to) => StepParts::place(to),
            Step::Ring(from, to) => StepParts::squares([from, to]),
            Step::Ball(from, to) => StepParts::squares([from, to]).of_kind(1),
            Step::Relocate(from, to) => StepParts::squares([from, to]).of_kind(2),
            Step::End => StepParts::squares([0u8; 0]).of_kind(1),
        }
    }
}
