//! The inputs of an evaluation network.

use super::game::JinLi;
use super::position::Position;
use sanban_core::inputs::InputWriter;
use sanban_core::{Bitboard, BitboardExt, Seat};

/// The name of these inputs.
pub(super) const INPUTS: &str = "jinli-1";

impl<B: Bitboard, const GIFTS: bool> JinLi<B, GIFTS> {
    /// Writes koi, stones, supplies and scores, and what a network of this size can hardly compute from them: where the koi can
    /// go, and what they can score next.
    #[inline]
    pub(super) fn write_network_inputs(&self, position: &Position<B>, inputs: &mut InputWriter) {
        let empty = self.empty(position);
        // Squares one turn away, and two turns away by swimming.
        let next = position.koi.map(|koi| {
            let mut next = self.king_moves.expand(koi) & empty;
            for from in koi.squares() {
                self.jumps(from, position.stones, empty).for_each(|to| next |= B::bit(to));
            }
            next
        });
        let second = next.map(|next| self.king_moves.expand(next) & empty & !next);
        let scoring = [Seat::FIRST, Seat::SECOND].map(|seat| self.scoring_moves(position, seat));
        inputs.squares(position.stones);
        inputs.squares_of_both(position.koi);
        inputs.squares_of_both(next);
        inputs.squares_of_both(second);
        inputs.number_of_both(position.supply.map(u32::from), 11);
        inputs.number_of_both([0, 1].map(|seat| self.to_go(position, seat).into()), 11);
        inputs.number_of_both(scoring.map(|(most, _)| most), 4);
        inputs.number_of_both(scoring.map(|(_, count)| count), 9);
    }
}
