//! A position, and the steps of a turn.

use sanban_core::{Bitboard, Seat, StepParts, zobrist};

pub(super) static KOI_KEYS: [[u64; 81]; 2] = [zobrist::numbers(0), zobrist::numbers(1)];
pub(super) static STONE_KEYS: [u64; 81] = zobrist::numbers(2);
pub(super) const RED_TO_MOVE_KEY: u64 = zobrist::number(3, 0);
pub(super) const OWES_KEY: u64 = zobrist::number(3, 1);
pub(super) const LIFTED_KEY: u64 = zobrist::number(3, 2);
pub(super) const DROPPING_KEY: u64 = zobrist::number(3, 3);

/// By seat and supply, which is at most twice the 20 stones that the options allow.
pub(super) static SUPPLY_KEYS: [[u64; 41]; 2] = [zobrist::numbers(4), zobrist::numbers(5)];

pub(super) fn score_key(seat: usize, score: u16) -> u64 {
    zobrist::number(6 + seat as u16, score.into())
}

/// The phase of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Between turns.
    Start,
    /// The owed stone has been lifted.
    Lifted,
    /// A koi has swum, and a stone must be dropped.
    Drop,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<B> {
    pub(super) koi: [B; 2],
    pub(super) stones: B,
    pub(super) key: u64,
    pub(super) turn: u32,
    pub(super) score: [u16; 2],
    pub(super) supply: [u8; 2],
    pub(super) to_move: Seat,
    /// Whether the player to move must begin by lifting a stone.
    pub(super) owes: bool,
    pub(super) phase: Phase,
}

impl<B: Bitboard> Position<B> {
    pub(super) fn occupied(&self) -> B {
        self.koi[0] | self.koi[1] | self.stones
    }

    /// Ends the turn; `owes` tells whether the next player must begin by lifting a stone.
    pub(super) fn end_turn(&mut self, owes: bool) {
        self.to_move = self.to_move.other();
        self.turn = self.turn.saturating_add(1);
        self.phase = Phase::Start;
        self.owes = owes;
        self.key ^= RED_TO_MOVE_KEY ^ if owes { OWES_KEY } else { 0 };
    }

    /// Adds stones to a player's supply, or removes them.
    pub(super) fn change_supply(&mut self, seat: Seat, by: i8) {
        let seat = seat.index();
        let supply = self.supply[seat].saturating_add_signed(by);
        self.key ^= SUPPLY_KEYS[seat][usize::from(self.supply[seat])] ^ SUPPLY_KEYS[seat][usize::from(supply)];
        self.supply[seat] = supply;
    }
}

/// A step of a turn, with squares by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Lifts the stone from a square.
    Lift(u8),
    /// A koi swims from a square to an adjacent one.
    Swim(u8, u8),
    /// A koi jumps from a square over a stone to another.
    Jump(u8, u8),
    /// Drops a stone on a square.
    Drop(u8),
    /// Passes, because there is no legal turn.
    Pass,
}

impl sanban_core::Step for Step {
    fn parts(self) -> StepParts {
        match self {
            Step::Lift(stone) => StepParts::squares([stone]).marked("-"),
            Step::Swim(from, to) | Step::Jump(from, to) => StepParts::squares([from, to]),
            Step::Drop(to) => StepParts::squares([to]),
            Step::Pass => StepParts::squares([0u8; 0]).marked("--"),
        }
    }
}
