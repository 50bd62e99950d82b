//! Evaluation and move ordering.
//!
//! A side without a ring to move has no turn and loses, so covered rings are worse than lost time. The rings that a side can
//! still use matter most, then the way of its balls to the goal.

use super::game::Mitsudomoe;
use super::network;
use super::position::{Position, Step};
use sanban_core::heuristics::{Level, Term};
use sanban_core::inputs::InputWriter;
use sanban_core::{Bitboard, BitboardExt, Board, Heuristics};

sanban_core::terms! {
    TEMPO = "tempo" 1;
    // By side and the number of rings it can move or place: 0 to 8.
    HAND = "hand" 9;
    SUPPLY = "supply" 1;
    // By class of square: a side's exposed rings.
    RING = "ring" 15;
    // By class of square: a side's balls.
    BALL = "ball" 15;
    // By side and the number of its balls on goal squares.
    ARRIVED = "arrived" 3;
    // By side and the number of balls in its home.
    HOME = "home" 4;
    // Squares that a side's balls can step to with the current rings, and balls for which such a step leads closer to the goal.
    STEPS = "steps" 2;
    // By ball: the distance to the goal after following the rings as far as possible, 0 to 5.
    PATH = "path" 6;
    // Adjacent balls that could be vaulted over: the opponent's, and the side's own.
    VAULT = "vault" 2;
    // The opponent's rings under a side's exposed rings.
    COVER = "cover" 1;
}

/// The class of each square as a side sees it from its corner, by the longer and the shorter distance along the edges. Larger
/// boards are scaled down to 5×5, which gives 15 classes by symmetry.
pub(super) fn square_classes<const N: usize>(board: Board) -> [[u8; N]; 2] {
    let mut classes = [[0; N]; 2];
    let last = board.cols - 1;
    for square in board.squares() {
        let reduced = [square.col, square.row].map(|place| (place * 4 + last / 2) / last);
        for (seat, classes) in classes.iter_mut().enumerate() {
            let [a, b] = reduced.map(|place| if seat == 0 { place } else { 4 - place });
            let (far, near) = (a.max(b), a.min(b));
            classes[board.index(square)] = far * (far + 1) / 2 + near;
        }
    }
    classes
}

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> Mitsudomoe<B, N, OFFICIAL> {
    /// The smallest distance from a square of the set to the goal, up to 5.
    #[inline]
    pub(super) fn distance_to(&self, set: B, goal: B) -> usize {
        let mut near = goal;
        for distance in 0..5 {
            if !(near & set).is_empty() {
                return distance;
            }
            near = self.king_moves.expand(near);
        }
        5
    }

    /// The squares that a ball can step to along these exposed rings, with its own.
    #[inline]
    pub(super) fn reachable(&self, square: usize, open: B) -> B {
        let mut reached = B::bit(square);
        loop {
            let further = self.king_moves.expand(reached) & open | reached;
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }
}

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> Heuristics for Mitsudomoe<B, N, OFFICIAL> {
    const LEVELS: [Level; 7] = [
        Level::sampling(2, 0.87, 23, 280.0),
        Level::sampling(2, 0.68, 45, 160.0),
        Level::sampling(3, 0.55, 90, 120.0),
        Level::sampling(4, 0.4, 250, 75.0),
        Level::sampling(9, 0.13, 1_800, 35.0),
        Level::searching(7_000, 18.0),
        Level::searching(60_000, 4.5),
    ];

    const TERMS: &'static [Term] = TERMS;

    const INPUTS: &'static str = network::INPUTS;

    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("weights.network"));

    #[inline]
    fn write_inputs(&self, position: &Position<B, N>, inputs: &mut InputWriter) {
        self.write_network_inputs(position, inputs);
    }

    #[inline]
    fn for_each_term(&self, position: &Position<B, N>, mut add: impl FnMut(usize, i32)) {
        let me = position.to_move.index();
        let balls = position.all_balls();
        add(TEMPO, 1);
        for (seat, sign) in [(me, 1), (me ^ 1, -1)] {
            let own = position.balls[seat];
            let open = position.tops[seat] & !balls;
            let goal = self.goal(seat);
            add(HAND + ((open.count() + u32::from(position.supply[seat])) as usize).min(8), sign);
            add(SUPPLY, sign * i32::from(position.supply[seat]));
            for square in open.squares() {
                add(RING + usize::from(self.square_classes[seat][square]), sign);
                let under = position.under[square];
                // The number of rings under the top one, without the marker bit.
                let rings = 15 - under.leading_zeros();
                let black = (under.count_ones() - 1) as i32;
                add(COVER, sign * if seat == 0 { black } else { rings as i32 - black });
            }
            let arrived = own & goal;
            if arrived.count() > 0 {
                add(ARRIVED + arrived.count() as usize - 1, sign);
            }
            add(HOME + (balls & self.home[seat]).count() as usize, sign);
            let goal_left = goal & !arrived;
            for square in own.squares() {
                add(BALL + usize::from(self.square_classes[seat][square]), sign);
            }
            for square in (own & !goal).squares() {
                let steps = self.adjacent_squares[square] & open;
                add(STEPS, sign * steps.count() as i32);
                let before = self.distance_to(B::bit(square), goal_left);
                add(STEPS + 1, sign * i32::from(self.distance_to(steps, goal_left) < before));
                add(PATH + self.distance_to(self.reachable(square, open), goal_left), sign);
                add(VAULT, sign * (self.jumpable_squares[square] & position.balls[seat ^ 1]).count() as i32);
                add(VAULT + 1, sign * (self.jumpable_squares[square] & own).count() as i32);
            }
        }
    }

    /// A win at once brings the last ball to the goal, or leaves the opponent without a turn. An opponent always has a turn if none
    /// of its balls can be vaulted over, it has two rings to move or place, of which a turn covers at most one, and it has a ball
    /// with three free squares, of which a turn takes at most one.
    fn min_turns_to_win(&self, position: &Position<B, N>) -> u32 {
        let (me, them) = (position.to_move.index(), position.to_move.other().index());
        let balls = position.all_balls();
        let open = position.tops[them] & !balls;
        let is_free = |ball: usize| (self.adjacent_squares[ball] & !balls).count() >= 3;
        let may_block = !(self.king_moves.expand(position.balls[me]) & position.balls[them]).is_empty()
            || open.count() + u32::from(position.supply[them]) < 2
            || !(position.balls[them] & !self.goal(them)).squares().any(is_free);
        let may_arrive = (position.balls[me] & self.goal(me)).count() >= 2;
        if may_block || may_arrive { 1 } else { 2 }
    }

    #[inline]
    fn hint(&self, position: &Position<B, N>, step: Step) -> i32 {
        let me = position.to_move.index();
        let advance = |square: u8| i32::from(self.advance[me][usize::from(square)]);
        let ring = |to: u8| {
            let to = usize::from(to);
            let covers = if position.tops[me ^ 1].has(to) { 3000 } else { 0 };
            let road = if (self.adjacent_squares[to] & position.balls[me]).is_empty() { 0 } else { 600 };
            covers + road + 150 * i32::from(self.advance[me][to])
        };
        match step {
            Step::Place(to) => ring(to) - 500,
            Step::Ring(from, to) => {
                let under = position.under[usize::from(from)];
                let frees = under > 1 && usize::from(under & 1) != me;
                ring(to) - if frees { 3000 } else { 0 } - 100 * advance(from)
            }
            Step::Ball(from, to) => {
                let vault = if self.adjacent_squares[usize::from(from)].has(to.into()) { 0 } else { 1000 };
                let arrives = if self.goal(me).has(to.into()) { 3000 } else { 0 };
                vault + arrives + 1000 * (advance(to) - advance(from))
            }
            Step::Relocate(from, to) => 1000 * (advance(to) - advance(from)),
            Step::End => -1000,
        }
    }
}
