//! Evaluation, proven results and move ordering.
//!
//! Once a knight stands on the centre, every move elsewhere loses at once: the sides can only capture there in turn, and the
//! side that first runs out of knights in reach of the centre loses. So counting the knights in reach decides such a position,
//! and also who can go to the centre now. The search is left with the struggle for the better count.

use super::game::{Goal, JesonMor};
use super::network;
use super::position::{Position, Step};
use sanban_core::heuristics::{Level, Term};
use sanban_core::inputs::InputWriter;
use sanban_core::{Bitboard, BitboardExt, Board, Heuristics, Square, StaticResult};

sanban_core::terms! {
    TEMPO = "tempo" 1;
    MATERIAL = "material" 1;
    // The lead times the number of captured knights: a lead counts for more when few are left.
    MATERIAL_LATE = "material-late" 1;
    SQUARE = "square" 15;
    // The opponent's surplus of knights in reach of the centre: 0, 1, 2 or more.
    BALANCE = "balance" 3;
    // Knights of both sides in reach of the centre.
    CROWD = "crowd" 1;
    // Knights that can come into reach of the centre with one move.
    APPROACH = "approach" 1;
    // Squares in reach of the centre that a side can enter unattacked: mine, theirs.
    ENTRY = "entry" 2;
    // Attacked and unprotected knights: mine, theirs.
    LOOSE = "loose" 2;
    // The same among those in reach of the centre.
    LOOSE_NEAR = "loose-near" 2;
    // Attacked and protected knights: mine, theirs.
    CONTESTED = "contested" 2;
    // Safe squares for knights that are not in reach of the centre: waiting moves.
    SPARE = "spare" 1;
    // Knights that are not in reach of the centre.
    FREE = "free" 1;
}

/// The class of each square, by its distance from the centre in columns and rows, up to four: 15 classes by symmetry.
pub(super) fn square_classes(board: Board) -> Box<[u8]> {
    let centre = board.at(board.len() / 2);
    let class = |square: Square| {
        let (col, row) = (square.col.abs_diff(centre.col).min(4), square.row.abs_diff(centre.row).min(4));
        let (far, near) = (col.max(row), col.min(row));
        far * (far + 1) / 2 + near
    };
    board.squares().map(class).collect()
}

impl<B: Bitboard, const SIZE: u32, const LEAVE: bool> JesonMor<B, SIZE, LEAVE> {
    /// How many knights of the player to move and of the opponent are in reach of the centre.
    #[inline]
    fn reach_of_centre(&self, position: &Position<B>) -> (u32, u32) {
        let near = self.reach[self.centre];
        let me = position.to_move.index();
        ((position.knights[me] & near).count(), (position.knights[me ^ 1] & near).count())
    }
}

impl<B: Bitboard, const SIZE: u32, const LEAVE: bool> Heuristics for JesonMor<B, SIZE, LEAVE> {
    const LEVELS: [Level; 7] = [
        Level::sampling(2, 0.9, 20, 300.0),
        Level::sampling(3, 0.6, 60, 120.0),
        Level::sampling(7, 0.25, 500, 45.0),
        Level::sampling(30, 0.04, 8_000, 15.0),
        Level::searching(185, 77.0),
        Level::searching(2_900, 22.0),
        Level::searching(70_000, 5.0),
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
        let me = position.to_move.index();
        let (mine, theirs) = (position.knights[me], position.knights[me ^ 1]);
        let near = self.reach[self.centre];
        let count = |set: B| set.count() as i32;
        let (my_reach, their_reach) = (self.reach_of(mine), self.reach_of(theirs));

        add(TEMPO, 1);
        let lead = count(mine) - count(theirs);
        add(MATERIAL, lead);
        add(MATERIAL_LATE, lead * (2 * i32::from(self.board.cols) - count(mine | theirs)));
        for square in mine.squares() {
            add(SQUARE + usize::from(self.square_classes[square]), 1);
        }
        for square in theirs.squares() {
            add(SQUARE + usize::from(self.square_classes[square]), -1);
        }
        let (my_near, their_near) = (mine & near, theirs & near);
        add(BALANCE + (count(their_near) - count(my_near)).clamp(0, 2) as usize, 1);
        add(CROWD, count(my_near | their_near));
        // A knight's move changes the colour of its square, so no knight in reach of the centre can enter another such square.
        let (my_entry, their_entry) = (my_reach & near & !mine, their_reach & near & !theirs);
        let second = self.reach_of(near);
        add(APPROACH, count(mine & second) - count(theirs & second));
        add(ENTRY, count(my_entry & !their_reach));
        add(ENTRY + 1, count(their_entry & !my_reach));
        let (my_loose, their_loose) = (mine & their_reach & !my_reach, theirs & my_reach & !their_reach);
        add(LOOSE, count(my_loose));
        add(LOOSE + 1, count(their_loose));
        add(LOOSE_NEAR, count(my_loose & near));
        add(LOOSE_NEAR + 1, count(their_loose & near));
        add(CONTESTED, count(mine & their_reach & my_reach));
        add(CONTESTED + 1, count(theirs & my_reach & their_reach));
        let spare = |free: B, own: B, reach: B| count(self.reach_of(free) & !own & !reach);
        add(SPARE, spare(mine & !near, mine, their_reach) - spare(theirs & !near, theirs, my_reach));
        add(FREE, count(mine & !near) - count(theirs & !near));
    }

    /// Counts who has more knights to capture with on the centre, and how long the exchange takes.
    #[inline]
    fn static_result(&self, position: &Position<B>) -> Option<StaticResult> {
        let me = position.to_move.index();
        let (mine, theirs) = self.reach_of_centre(position);
        // To win by leaving takes one more turn than to win by holding.
        let last = u32::from(self.goal == Goal::Leave);
        if self.goal == Goal::Reach {
            (mine > 0).then_some(StaticResult::Wins(1))
        } else if position.knights[me].has(self.centre) {
            // It can leave unless own knights block all its moves.
            (!position.knights[me].covers(self.reach[self.centre])).then_some(StaticResult::Wins(1))
        } else if mine > theirs {
            // The first capture or move to the centre uses up one knight.
            Some(StaticResult::Wins(2 * theirs + 2 + last))
        } else if position.knights[me ^ 1].has(self.centre) {
            Some(StaticResult::Loses(2 * mine + 1 + last))
        } else {
            None
        }
    }

    /// After a turn the opponent must not have more knights in reach of the centre, or it goes there and wins. So with equal
    /// counts the knights in reach must stay; if the opponent has more, a knight must come into reach or capture one there.
    #[inline]
    fn for_each_search_step(&self, position: &Position<B>, mut emit: impl FnMut(Step)) -> Option<StaticResult> {
        let me = position.to_move.index();
        let (mine, theirs) = (position.knights[me], position.knights[me ^ 1]);
        let near = self.reach[self.centre];
        let (my_count, their_count) = self.reach_of_centre(position);
        let (movers, targets, left_out) = if mine.has(self.centre) || self.static_result(position).is_some() {
            (mine, !mine, None)
        } else if self.goal == Goal::Reach {
            match their_count {
                0 => (mine, !mine, None),
                1 => (mine, theirs & near, Some(StaticResult::Loses(2))),
                _ => (B::EMPTY, B::EMPTY, Some(StaticResult::Loses(2))),
            }
        } else {
            // The longest that the opponent needs, if this side has improved its count by one at best.
            let lost = StaticResult::Loses(2 * my_count + 6);
            match their_count - my_count {
                0 => (mine & !near, !mine, (!(mine & near).is_empty()).then_some(lost)),
                1 => (mine & !near, near & !mine, Some(lost)),
                2 => (mine & !near, near & theirs, Some(lost)),
                _ => (B::EMPTY, B::EMPTY, Some(lost)),
            }
        };
        for from in movers.squares() {
            for to in (self.reach[from] & targets).squares() {
                emit(Step::new([from, to]));
            }
        }
        left_out
    }

    /// The last two turns of a win go to the centre and leave it, with no opposing knight in reach. Before that, the knights in
    /// reach must be removed. Each turn captures one of them, or goes to the centre and is captured there by one. The opponent
    /// never has to give up a second one as long as it has a knight elsewhere: that knight can always move and stay out of reach,
    /// because the squares out of reach are connected. The other way to win captures all opposing knights, one per turn.
    fn min_turns_to_win(&self, position: &Position<B>) -> u32 {
        let me = position.to_move.index();
        if !LEAVE || position.knights[me].has(self.centre) {
            return 1;
        }
        let theirs = position.knights[me ^ 1];
        let near = (theirs & self.reach[self.centre]).count();
        let elsewhere = theirs.without(self.centre).count() - near;
        // Once none is elsewhere, the opponent also loses one with its own turn.
        let all_taken_first = elsewhere + near.saturating_sub(elsewhere.min(1)).div_ceil(2);
        let before = near.min(all_taken_first);
        2 * theirs.count().min(before + 2) - 1
    }

    #[inline]
    fn must_respond(&self, position: &Position<B>) -> bool {
        let (mine, theirs) = self.reach_of_centre(position);
        theirs > if self.goal == Goal::Reach { 0 } else { mine }
    }

    #[inline]
    fn is_noisy(&self, position: &Position<B>, step: Step) -> bool {
        position.knights[position.to_move.index() ^ 1].has(step.squares()[1])
    }

    #[inline]
    fn hint(&self, position: &Position<B>, step: Step) -> i32 {
        let them = position.knights[position.to_move.index() ^ 1];
        let [from, to] = step.squares();
        let near = self.reach[self.centre];
        let mut hint = if near.has(to) { 1000 } else { 0 };
        if them.has(to) {
            hint += 8000 + if near.has(to) { 4000 } else { 0 };
        }
        // Capturing a protected knight or moving to an attacked square is less promising.
        if !(self.reach[to] & them).is_empty() {
            hint -= 3000;
        }
        if !(self.reach[from] & them).is_empty() {
            hint += 1500;
        }
        hint
    }
}
