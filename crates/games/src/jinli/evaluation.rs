//! Evaluation, proven results and move ordering.
//!
//! A koi that moves next to another scores, so two koi of one side can circle each other for points until stones separate them.
//! The missing points matter most, then the koi's room in the maze, then who can touch whom next.

use super::game::JinLi;
use super::network;
use super::position::{Phase, Position, Step};
use sanban_core::heuristics::{Level, Term};
use sanban_core::inputs::InputWriter;
use sanban_core::{Bitboard, BitboardExt, Heuristics, Seat, StaticResult};

sanban_core::terms! {
    TEMPO = "tempo" 1;
    LEAD = "lead" 1;
    // By side and missing points: 1 to 8.
    TO_GO = "to-go" 8;
    // By koi and the number of squares it can swim to.
    ROOM = "room" 9;
    JUMPS = "jumps" 1;
    // Squares that a side's koi can reach within two and within four swims.
    AREA = "area" 2;
    // The most points possible next turn, from 0 to 3: for the player to move, for the opponent.
    TOUCH = "touch" 4;
    TOUCHED = "touched" 4;
    // The number of koi moves that score next turn: mine, theirs.
    TOUCHES = "touches" 2;
    // Stones in the supply.
    SUPPLY = "supply" 1;
    // The distance between a side's koi.
    APART = "apart" 8;
    // A koi's distance from the edge.
    EDGE = "edge" 5;
}

impl<B: Bitboard, const GIFTS: bool> JinLi<B, GIFTS> {
    /// The most points that a side could score with one koi move, and how many of its koi moves score.
    #[inline]
    pub(super) fn scoring_moves(&self, position: &Position<B>, seat: Seat) -> (u32, u32) {
        let empty = self.empty(position);
        let all = position.koi[0] | position.koi[1];
        let (mut most, mut count) = (0, 0);
        for from in position.koi[seat.index()].squares() {
            let others = all.without(from);
            let beside = self.king_moves.expand(others) & empty;
            let mut targets = self.adjacent_squares[from] & beside;
            for to in self.jumps(from, position.stones, empty) {
                targets |= B::bit(to) & beside;
            }
            count += targets.count();
            for to in targets.squares() {
                most = most.max((self.adjacent_squares[to] & others).count());
            }
        }
        (most, count)
    }

    pub(super) fn to_go(&self, position: &Position<B>, seat: usize) -> u16 {
        self.target.saturating_sub(position.score[seat])
    }
}

impl<B: Bitboard, const GIFTS: bool> Heuristics for JinLi<B, GIFTS> {
    const LEVELS: [Level; 7] = [
        Level::sampling(2, 0.87, 22, 280.0),
        Level::sampling(3, 0.65, 65, 130.0),
        Level::sampling(4, 0.4, 210, 74.0),
        Level::sampling(6, 0.2, 800, 42.0),
        Level::sampling(10, 0.05, 5_600, 21.0),
        Level::searching(14_000, 7.0),
        Level::searching(120_000, 3.8),
    ];

    const TERMS: &'static [Term] = TERMS;

    const INPUTS: &'static str = network::INPUTS;

    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("weights.network"));

    #[inline]
    fn write_inputs(&self, position: &Position<B>, inputs: &mut InputWriter) {
        self.write_network_inputs(position, inputs);
    }

    #[inline]
    fn for_each_term(&self, position: &Position<B>, mut add: impl FnMut(usize, i32)) {
        let me = position.to_move;
        let empty = self.empty(position);
        add(TEMPO, 1);
        add(LEAD, i32::from(position.score[me.index()]) - i32::from(position.score[me.other().index()]));
        for (seat, sign) in [(me.index(), 1), (me.index() ^ 1, -1)] {
            let to_go = usize::from(self.to_go(position, seat));
            if (1..=8).contains(&to_go) {
                add(TO_GO + to_go - 1, sign);
            }
            let koi = position.koi[seat];
            for from in koi.squares() {
                add(ROOM + (self.adjacent_squares[from] & empty).count() as usize, sign);
                add(JUMPS, sign * self.jumps(from, position.stones, empty).count() as i32);
                add(EDGE + usize::from(self.edge[from]), sign);
            }
            let two = self.king_moves.expand(self.king_moves.expand(koi) & empty) & empty;
            let four = self.king_moves.expand(self.king_moves.expand(two) & empty) & empty;
            add(AREA, sign * two.count() as i32);
            add(AREA + 1, sign * four.count() as i32);
            add(SUPPLY, sign * i32::from(position.supply[seat]));
            let (a, b) = (self.board.at(koi.lowest()), self.board.at(koi.without_lowest().lowest()));
            let apart = a.col.abs_diff(b.col).max(a.row.abs_diff(b.row));
            add(APART + usize::from(apart) - 1, sign);
        }
        let (most, count) = self.scoring_moves(position, me);
        add(TOUCH + most.min(3) as usize, 1);
        add(TOUCHES, count as i32);
        let (most, count) = self.scoring_moves(position, me.other());
        add(TOUCHED + most.min(3) as usize, 1);
        add(TOUCHES + 1, count as i32);
    }

    #[inline]
    fn static_result(&self, position: &Position<B>) -> Option<StaticResult> {
        let to_go = u32::from(self.to_go(position, position.to_move.index()));
        if to_go > 3 || GIFTS && position.owes {
            return None;
        }
        (self.scoring_moves(position, position.to_move).0 >= to_go).then_some(StaticResult::Wins(1))
    }

    /// A win at once needs enough points, or both sides blocked. A turn fills at most two of the empty squares next to a koi, so
    /// a koi with three of them can't be blocked.
    fn min_turns_to_win(&self, position: &Position<B>) -> u32 {
        let to_go = u32::from(self.to_go(position, position.to_move.index()));
        let empty = self.empty(position);
        let is_free = |koi: usize| (self.adjacent_squares[koi] & empty).count() >= 3;
        let may_win_now = GIFTS && position.owes
            || self.scoring_moves(position, position.to_move).0 >= to_go
            || !position.koi[position.to_move.other().index()].squares().any(is_free);
        if may_win_now { 1 } else { 2 }
    }

    #[inline]
    fn hint(&self, position: &Position<B>, step: Step) -> i32 {
        let (me, them) = (position.to_move.index(), position.to_move.other().index());
        match step {
            Step::Swim(from, to) | Step::Jump(from, to) => 4000 * i32::from(self.points(position, from, to)),
            Step::Drop(to) => {
                debug_assert_eq!(position.phase, Phase::Drop);
                let near = self.adjacent_squares[usize::from(to)];
                800 * (near & position.koi[them]).count() as i32 - 500 * (near & position.koi[me]).count() as i32
            }
            Step::Lift(_) | Step::Pass => 0,
        }
    }
}
