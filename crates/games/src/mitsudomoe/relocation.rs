//! Relocates vaulted balls. Several orders and choices can lead to the same position. They count as one move, and its canonical
//! text is the smallest of theirs.

use super::game::Mitsudomoe;
use super::position::{Phase, Position, Step};
use arrayvec::ArrayVec;
use sanban_core::{Bitboard, BitboardExt, GameExt, Square, Turn};

/// The relocations made in a turn, each from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Relocations {
    squares: [[u8; 2]; 3],
    len: u8,
}

impl Relocations {
    pub(super) fn push(&mut self, relocation: [u8; 2]) {
        self.squares[usize::from(self.len)] = relocation;
        self.len += 1;
    }

    pub(super) fn as_slice(&self) -> &[[u8; 2]] {
        &self.squares[..usize::from(self.len)]
    }
}

/// Squares in order of their texts, at most one for each of the opponent's rings.
type Squares = ArrayVec<Square, 8>;

/// Calls `emit` for every relocation that can come next.
pub(super) fn for_each<B: Bitboard, const N: usize>(position: &Position<B, N>, mut emit: impl FnMut(Step)) {
    let refuge = position.tops[position.to_move.other().index()] & !position.all_balls();
    for from in position.pending.squares() {
        refuge.squares().for_each(|to| emit(Step::Relocate(from as u8, to as u8)));
    }
}

/// Calls `emit` for every relocation that can come next in the canonical text of a move.
pub(super) fn for_each_canonical<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    position: &Position<B, N>,
    mut emit: impl FnMut(Step),
) {
    if position.relocated.as_slice().is_empty() && position.pending.count() == 1 {
        return for_each(position, emit);
    }
    // The vaulted balls before any was relocated, and the squares open to them.
    let (mut vaulted, mut open) =
        (position.pending, position.tops[position.to_move.other().index()] & !position.all_balls());
    for &[from, to] in position.relocated.as_slice() {
        vaulted = vaulted.with(from.into());
        open = open.without(from.into()).with(to.into());
    }
    let index = |square: Square| game.board.index(square) as u8;
    let (vaulted, candidates) = (in_text_order(game, vaulted), in_text_order(game, vaulted | open));
    let made = position.relocated.as_slice().len();
    let mut seen: ArrayVec<[u8; 2], 24> = ArrayVec::new();
    for chosen in 1u32..1 << candidates.len() {
        if chosen.count_ones() as usize != vaulted.len() {
            continue;
        }
        let ends = candidates.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, &s)| s).collect();
        let Some(order) = smallest_order(&vaulted, ends) else { continue };
        let order: ArrayVec<[u8; 2], 3> = order.iter().map(|&(from, to)| [index(from), index(to)]).collect();
        let next = order[made];
        if order.starts_with(position.relocated.as_slice()) && !seen.contains(&next) {
            seen.push(next);
            emit(Step::Relocate(next[0], next[1]));
        }
    }
}

/// The turn with its relocations in canonical order.
pub(super) fn canonical_turn<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    position: &Position<B, N>,
    steps: &Turn<Step>,
) -> Turn<Step> {
    let mut turn: Turn<Step> = steps.iter().copied().filter(|s| !matches!(s, Step::Relocate(..))).collect();
    if steps.len() < turn.len() + 2 {
        return steps.clone();
    }
    let vaulting = game.position_after(position, &turn);
    debug_assert_eq!(vaulting.phase, Phase::Relocate);
    let mut ends = B::EMPTY;
    for step in steps {
        if let Step::Relocate(_, to) = step {
            ends = ends.with((*to).into());
        }
    }
    let order = smallest_order(&in_text_order(game, vaulting.pending), in_text_order(game, ends));
    let index = |square: Square| game.board.index(square) as u8;
    turn.extend(
        order.expect("a turn with these relocations exists").iter().map(|&(f, t)| Step::Relocate(index(f), index(t))),
    );
    turn
}

fn in_text_order<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    set: B,
) -> Squares {
    let mut squares: Squares = set.squares().map(|s| game.board.at(s)).collect();
    squares.sort_unstable();
    squares
}

/// The relocations with the smallest text that bring the balls to these ends. Each ball moves once, to a square that is free by
/// then and not its own. Both lists are in text order.
fn smallest_order(balls: &Squares, ends: Squares) -> Option<ArrayVec<(Square, Square), 3>> {
    if balls.is_empty() {
        return Some(ArrayVec::new());
    }
    for (i, &from) in balls.iter().enumerate() {
        for (j, &to) in ends.iter().enumerate() {
            if balls.contains(&to) {
                continue;
            }
            let (mut balls_left, mut ends_left) = (balls.clone(), ends.clone());
            balls_left.remove(i);
            ends_left.remove(j);
            if let Some(mut order) = smallest_order(&balls_left, ends_left) {
                order.insert(0, (from, to));
                return Some(order);
            }
        }
    }
    None
}
