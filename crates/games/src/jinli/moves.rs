//! How koi move, and what a move scores.

use super::game::JinLi;
use super::position::{Position, Step};
use sanban_core::{Bitboard, BitboardExt, Seat};

impl<B: Bitboard, const GIFTS: bool> JinLi<B, GIFTS> {
    pub(super) fn empty(&self, position: &Position<B>) -> B {
        self.all & !position.occupied()
    }

    /// The squares that a koi can jump to over these stones.
    pub(super) fn jumps(&self, from: usize, stones: B, empty: B) -> impl Iterator<Item = usize> {
        // The number of the landing square is as far beyond the stone's as the stone's is beyond `from`.
        (self.jumpable_squares[from] & stones)
            .squares()
            .map(move |over| 2 * over - from)
            .filter(move |&to| empty.has(to))
    }

    /// Whether one of these koi can swim or jump.
    pub(super) fn can_move(&self, koi: B, stones: B, empty: B) -> bool {
        koi.squares().any(|from| {
            !(self.adjacent_squares[from] & empty).is_empty() || self.jumps(from, stones, empty).next().is_some()
        })
    }

    /// Whether the player to move can complete a turn after lifting this stone.
    pub(super) fn can_lift(&self, position: &Position<B>, stone: usize) -> bool {
        let empty = self.empty(position).with(stone);
        self.can_move(position.koi[position.to_move.index()], position.stones.without(stone), empty)
    }

    /// Whether the opponent could move after a pass.
    pub(super) fn opponent_can_move(&self, position: &Position<B>) -> bool {
        self.can_move(position.koi[position.to_move.other().index()], position.stones, self.empty(position))
    }

    /// Calls `emit` for every swim and jump of a player's koi.
    pub(super) fn for_each_koi_move(&self, position: &Position<B>, seat: Seat, mut emit: impl FnMut(Step)) {
        let empty = self.empty(position);
        for from in position.koi[seat.index()].squares() {
            for to in (self.adjacent_squares[from] & empty).squares() {
                emit(Step::Swim(from as u8, to as u8));
            }
            for to in self.jumps(from, position.stones, empty) {
                emit(Step::Jump(from as u8, to as u8));
            }
        }
    }

    /// The points for moving a koi from one square to another.
    pub(super) fn points(&self, position: &Position<B>, from: u8, to: u8) -> u16 {
        let others = (position.koi[0] | position.koi[1]).without(from.into());
        (self.adjacent_squares[usize::from(to)] & others).count() as u16
    }

    /// The number of turns with these stones on the board, without lifts.
    pub(super) fn count_turns(&self, koi: B, has_stone: bool, stones: B, empty: B) -> u64 {
        let (mut swims, mut jumps) = (0, 0);
        for from in koi.squares() {
            swims += (self.adjacent_squares[from] & empty).count();
            jumps += self.jumps(from, stones, empty).count();
        }
        // A swim doesn't change the number of empty squares.
        let drops = if has_stone { empty.count() } else { 1 };
        u64::from(swims) * u64::from(drops) + jumps as u64
    }
}
