//! The inputs of an evaluation network.

use super::game::JesonMor;
use super::position::Position;
use sanban_core::Bitboard;
use sanban_core::inputs::InputWriter;

/// The name of these inputs.
pub(super) const INPUTS: &str = "jesonmor-1";

impl<B: Bitboard, const SIZE: u32, const LEAVE: bool> JesonMor<B, SIZE, LEAVE> {
    /// Writes the knights, and what a network of this size can hardly compute from them: who is attacked and not protected, the counts
    /// of knights in reach of the centre that decide who may go there, and the moves that a side can wait with.
    #[inline]
    pub(super) fn write_network_inputs(&self, position: &Position<B>, inputs: &mut InputWriter) {
        let knights = position.knights;
        let near = self.reach[self.centre];
        let reach = knights.map(|own| self.reach_of(own));
        let by_seat = |count: &dyn Fn(usize, usize) -> B| [count(0, 1), count(1, 0)].map(|set| set.count());
        inputs.squares_of_both(knights);
        inputs.squares_of_both([knights[0] & reach[1] & !reach[0], knights[1] & reach[0] & !reach[1]]);
        inputs.number_of_both(by_seat(&|me, _| knights[me] & near), 9);
        inputs.number_of_both(by_seat(&|me, _| knights[me] & !near), 10);
        // Safe squares for knights that aren't in reach of the centre.
        inputs
            .number_of_both(by_seat(&|me, them| self.reach_of(knights[me] & !near) & !knights[me] & !reach[them]), 24);
        // Safe squares in reach of the centre.
        inputs.number_of_both(by_seat(&|me, them| reach[me] & near & !knights[me] & !reach[them]), 9);
    }
}
