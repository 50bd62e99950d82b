//! The inputs of an evaluation network.

use super::game::Mitsudomoe;
use super::position::Position;
use sanban_core::inputs::InputWriter;
use sanban_core::{Bitboard, BitboardExt};

/// The name of these inputs.
pub(super) const INPUTS: &str = "mitsudomoe-1";

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> Mitsudomoe<B, N, OFFICIAL> {
    /// Writes balls and rings down to the third of a stack, the supplies, and what a network of this size can hardly compute from
    /// them: how far the rings carry the balls.
    #[inline]
    pub(super) fn write_network_inputs(&self, position: &Position<B, N>, inputs: &mut InputWriter) {
        let balls = position.all_balls();
        // By depth below the top ring, and by the colour of the ring there.
        let mut covered = [[B::EMPTY; 2]; 2];
        for square in (position.tops[0] | position.tops[1]).squares() {
            let under = position.under[square];
            if under > 1 {
                covered[0][usize::from(under & 1)] |= B::bit(square);
            }
            if under > 3 {
                covered[1][usize::from(under >> 1 & 1)] |= B::bit(square);
            }
        }
        let open = position.tops.map(|tops| tops & !balls);
        // By seat: the squares that its balls can come to along its rings, and how many of them come how close to the goal.
        let mut reached = [B::EMPTY; 2];
        let mut by_distance = [[0; 6]; 2];
        for seat in [0, 1] {
            let own = position.balls[seat];
            let goal_left = self.goal(seat) & !own;
            for square in (own & !self.goal(seat)).squares() {
                let path = self.reachable(square, open[seat]);
                reached[seat] |= path & !own;
                by_distance[seat][self.distance_to(path, goal_left)] += 1;
            }
        }
        inputs.squares_of_both(position.balls);
        inputs.squares_of_both(open);
        inputs.squares_of_both(covered[0]);
        inputs.squares_of_both(covered[1]);
        inputs.squares_of_both(reached);
        inputs.number_of_both(position.supply.map(u32::from), 9);
        inputs.number_of_both([0, 1].map(|seat| open[seat].count() + u32::from(position.supply[seat])), 9);
        for distance in 0..6 {
            inputs.number_of_both(by_distance.map(|balls| balls[distance]), 4);
        }
    }
}
