//! What is known about playing well.
//!
//! Once a knight stands on the centre, whatever is played elsewhere loses at once: the sides can only take each other
//! there in turn, and whoever runs out of knights in reach of the centre first has lost. So a count decides such a
//! position, and decides also who could go to the centre now. What remains to be searched is the struggle to have the
//! better count: it is lost by whoever has to spoil it.

use super::position::{Goal, JesonMor, Position, Step};
use sanban_core::heuristics::{Level, Term};
use sanban_core::{Bitboard, Board, Heuristics, Square, StaticResult};

sanban_core::terms! {
    TEMPO = "tempo" 1;
    MATERIAL = "material" 1;
    // Times the knights that are gone: a lead counts for more when few are left.
    MATERIAL_LATE = "material-late" 1;
    SQUARE = "square" 15;
    // By how many more knights the opponent has in reach of the centre: 0, 1, 2 or more.
    BALANCE = "balance" 3;
    // Knights of either side in reach of the centre.
    CROWD = "crowd" 1;
    // Knights that can come in reach of the centre with one move.
    APPROACH = "approach" 1;
    // Squares for that which the other side does not attack: mine, theirs.
    ENTRY = "entry" 2;
    // Attacked knights that nobody protects: mine, theirs.
    LOOSE = "loose" 2;
    // The same among those in reach of the centre.
    LOOSE_NEAR = "loose-near" 2;
    // Attacked and protected knights: mine, theirs.
    CONTESTED = "contested" 2;
    // Squares that knights not needed at the centre can go to safely: moves to wait with.
    SPARE = "spare" 1;
    // Such knights.
    FREE = "free" 1;
}

/// The kinds of squares by how far they are from the centre, up to four columns and rows: a triangle of them.
pub(super) fn kinds(board: Board) -> Box<[u8]> {
    let centre = board.at(board.len() / 2);
    let kind = |square: Square| {
        let (col, row) = (square.col.abs_diff(centre.col).min(4), square.row.abs_diff(centre.row).min(4));
        let (far, near) = (col.max(row), col.min(row));
        far * (far + 1) / 2 + near
    };
    board.squares().map(kind).collect()
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
            add(SQUARE + usize::from(self.kinds[square]), 1);
        }
        for square in theirs.squares() {
            add(SQUARE + usize::from(self.kinds[square]), -1);
        }
        let (my_near, their_near) = (mine & near, theirs & near);
        add(BALANCE + (count(their_near) - count(my_near)).clamp(0, 2) as usize, 1);
        add(CROWD, count(my_near | their_near));
        // Knights go from squares of one colour to the other, so those that come next are never there already.
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

    /// Counts who has more knights to take with on the centre, and how long that takes.
    #[inline]
    fn static_result(&self, position: &Position<B>) -> Option<StaticResult> {
        let me = position.to_move.index();
        let (mine, theirs) = self.reach_of_centre(position);
        // The last turn of all is to leave the centre again; to hold it, the opponent's turn before that is enough.
        let last = u32::from(self.goal == Goal::Leave);
        if self.goal == Goal::Reach {
            (mine > 0).then_some(StaticResult::Wins(1))
        } else if position.knights[me].has(self.centre) {
            // Own knights all around would keep it there.
            (!position.knights[me].covers(self.reach[self.centre])).then_some(StaticResult::Wins(1))
        } else if mine > theirs {
            // Going there or taking there leaves one knight less to take back with.
            Some(StaticResult::Wins(2 * theirs + 2 + last))
        } else if position.knights[me ^ 1].has(self.centre) {
            Some(StaticResult::Loses(2 * mine + 1 + last))
        } else {
            None
        }
    }

    /// After a turn the opponent must not have more knights in reach of the centre, or it goes there and wins. So if the
    /// count is even, those in reach of the centre must stay; if the opponent has more, one must come, or take one there.
    #[inline]
    fn for_each_search_step(&self, position: &Position<B>, mut visit: impl FnMut(Step)) -> Option<StaticResult> {
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
            // How long it takes the opponent at most, when this side has come one nearer to the count at best.
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
                visit(Step { from: from as u16, to: to as u16 });
            }
        }
        left_out
    }

    /// The last two turns of a win are to go to the centre and to leave it, with no knight of the opponent in reach between
    /// them. Before that, those in reach must be got rid of. A turn takes one of them, or goes to the centre and is taken there
    /// by one. The opponent need not give up a second, as long as it has a knight elsewhere: on this board one of those can
    /// always move and stay elsewhere, since the squares that are not in reach of the centre hang together. Or else all of
    /// the opponent's knights are taken, one a turn.
    fn min_turns_to_win(&self, position: &Position<B>) -> u32 {
        let me = position.to_move.index();
        if !LEAVE || position.knights[me].has(self.centre) {
            return 1;
        }
        let theirs = position.knights[me ^ 1];
        let near = (theirs & self.reach[self.centre]).count();
        let elsewhere = theirs.without(self.centre).count() - near;
        // Once none is elsewhere, the opponent gives up one with its own turn, too.
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
        position.knights[position.to_move.index() ^ 1].has(step.to.into())
    }

    #[inline]
    fn hint(&self, position: &Position<B>, step: Step) -> i32 {
        let them = position.knights[position.to_move.index() ^ 1];
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let near = self.reach[self.centre];
        let mut hint = if near.has(to) { 1000 } else { 0 };
        if them.has(to) {
            hint += 8000 + if near.has(to) { 4000 } else { 0 };
        }
        // Taking what is protected, or going where one is taken, wants a second thought.
        if !(self.reach[to] & them).is_empty() {
            hint -= 3000;
        }
        if !(self.reach[from] & them).is_empty() {
            hint += 1500;
        }
        hint
    }
}
