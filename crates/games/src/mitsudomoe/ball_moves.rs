//! Generates and counts ring and ball steps. A ring step moves no ball, so the squares where each ball could land are computed
//! once per turn, and turns can be counted without playing them.

use super::game::Mitsudomoe;
use super::position::{Position, Step};
use arrayvec::ArrayVec;
use sanban_core::{Bitboard, BitboardExt};

/// The ball moves of the player to move, regardless of the rings.
pub(super) struct BallMoves<B> {
    /// For each ball that may move: its square, and the squares it could go to without vaulting over an opponent's ball.
    plain: ArrayVec<(u8, B), 3>,
    /// The vaults over the opponent's balls. Each ball has at most five others around it.
    vaults: ArrayVec<Vault, 15>,
    /// All target squares of `plain`.
    landings: B,
}

struct Vault {
    from: u8,
    to: u8,
    /// The number of the opponent's balls it vaults over.
    balls: u32,
}

/// The rings as far as they matter for ball steps.
#[derive(Clone, Copy)]
pub(super) struct Rings<B> {
    /// The squares whose top ring belongs to the player to move.
    own: B,
    /// The squares without a ball whose top ring is the opponent's: where vaulted balls can be relocated.
    refuge: B,
}

impl<B: Bitboard> Rings<B> {
    /// The rings of a position.
    #[inline]
    pub(super) fn of<const N: usize>(position: &Position<B, N>) -> Self {
        let me = position.to_move.index();
        Rings { own: position.tops[me], refuge: position.tops[me ^ 1] & !position.all_balls() }
    }

    /// The rings after removing an exposed ring of the player to move.
    #[inline]
    fn without<const N: usize>(self, position: &Position<B, N>, square: usize) -> Self {
        let bit = B::bit(square);
        let under = position.under[square];
        if under == 1 {
            return Rings { own: self.own & !bit, ..self };
        }
        let revealed = usize::from(under & 1);
        if revealed == position.to_move.index() {
            self
        } else {
            Rings { own: self.own & !bit, refuge: self.refuge | bit }
        }
    }

    /// The rings after placing a ring of the player to move.
    #[inline]
    fn with(self, square: usize) -> Self {
        Rings { own: self.own.with(square), refuge: self.refuge.without(square) }
    }
}

/// The number of ways to relocate `balls` balls with `refuge` other squares open to them. A square that a ball has left is open
/// to the next, so they can end on any of these squares, except all where they were.
#[inline]
fn count_relocations(refuge: u32, balls: u32) -> u64 {
    let n = u64::from(refuge);
    match balls {
        1 => n,
        2 => (n + 2) * (n + 1) / 2 - 1,
        _ => (n + 3) * (n + 2) * (n + 1) / 6 - 1,
    }
}

impl<B: Bitboard> BallMoves<B> {
    #[inline]
    pub(super) fn new<const N: usize, const OFFICIAL: bool>(
        game: &Mitsudomoe<B, N, OFFICIAL>,
        position: &Position<B, N>,
    ) -> Self {
        let me = position.to_move.index();
        let all_balls = position.all_balls();
        let mut ball_moves = BallMoves { plain: ArrayVec::new(), vaults: ArrayVec::new(), landings: B::EMPTY };
        let locked = |seat: usize| if game.goal_lock() { position.balls[seat] & game.goal(seat) } else { B::EMPTY };
        let theirs = position.balls[me ^ 1];
        for from in (position.balls[me] & !locked(me)).squares() {
            let mut plain = game.adjacent_squares[from] & !all_balls;
            // `jumpable_squares` leaves out balls at the edge of the board, which can't be vaulted over.
            for first in (game.jumpable_squares[from] & all_balls).squares() {
                let (mut before, mut over) = (from, first);
                let mut passed = B::bit(over);
                let landing = loop {
                    if !game.jumpable_squares[before].has(over) {
                        break None;
                    }
                    (before, over) = (over, 2 * over - before);
                    if !all_balls.has(over) {
                        break Some(over);
                    }
                    passed = passed.with(over);
                };
                let Some(to) = landing else { continue };
                let passed = passed & theirs;
                if passed.is_empty() {
                    plain = plain.with(to);
                } else if (passed & locked(me ^ 1)).is_empty() {
                    ball_moves.vaults.push(Vault { from: from as u8, to: to as u8, balls: passed.count() });
                }
            }
            ball_moves.landings |= plain;
            ball_moves.plain.push((from as u8, plain));
        }
        ball_moves
    }

    /// Whether a ball step is possible with these rings.
    #[inline]
    fn is_possible(&self, rings: &Rings<B>) -> bool {
        !(self.landings & rings.own).is_empty()
            || !rings.refuge.is_empty() && self.vaults.iter().any(|v| rings.own.has(v.to.into()))
    }

    #[inline]
    pub(super) fn for_each_ball_step(&self, rings: &Rings<B>, mut emit: impl FnMut(Step)) {
        for &(from, plain) in &self.plain {
            for to in (plain & rings.own).squares() {
                emit(Step::Ball(from, to as u8));
            }
        }
        for vault in &self.vaults {
            if rings.own.has(vault.to.into()) && !rings.refuge.is_empty() {
                emit(Step::Ball(vault.from, vault.to));
            }
        }
    }

    /// The number of ball steps with these rings, counting each way to relocate.
    fn count(&self, rings: &Rings<B>) -> u64 {
        let plain: u32 = self.plain.iter().map(|(_, plain)| (*plain & rings.own).count()).sum();
        let vaults = self.vaults.iter().filter(|v| rings.own.has(v.to.into()));
        u64::from(plain) + vaults.map(|v| count_relocations(rings.refuge.count(), v.balls)).sum::<u64>()
    }

    /// The sum of these counts over all squares of `open` that a ring could be placed on.
    #[inline]
    fn count_after_ring(&self, rings: &Rings<B>, open: B) -> u64 {
        let places = u64::from(open.count());
        let mut count = 0;
        for &(_, plain) in &self.plain {
            // A landing with an own ring counts for every placement, another only for the placement on it.
            count += u64::from((plain & rings.own).count()) * places;
            count += u64::from((plain & open & !rings.own).count());
        }
        if !self.vaults.is_empty() {
            let refuge = rings.refuge.count();
            let spoiling = u64::from((open & rings.refuge).count());
            for vault in &self.vaults {
                let to = usize::from(vault.to);
                if rings.own.has(to) {
                    if spoiling > 0 {
                        count += spoiling * count_relocations(refuge - 1, vault.balls);
                    }
                    count += (places - spoiling) * count_relocations(refuge, vault.balls);
                } else if open.has(to) {
                    count += count_relocations(refuge - u32::from(rings.refuge.has(to)), vault.balls);
                }
            }
        }
        count
    }
}

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> Mitsudomoe<B, N, OFFICIAL> {
    /// Calls `emit` for every ring that can be picked up: its square (`None` for the supply), the remaining rings, and the
    /// squares it may go to.
    #[inline]
    fn for_each_source(&self, position: &Position<B, N>, mut emit: impl FnMut(Option<usize>, Rings<B>, B)) {
        let me = position.to_move.index();
        let rings = Rings::of(position);
        let open = self.all & !position.all_balls();
        if position.supply[me] > 0 {
            emit(None, rings, open);
        }
        for from in (position.tops[me] & open).squares() {
            emit(Some(from), rings.without(position, from), open.without(from));
        }
    }

    #[inline]
    pub(super) fn for_each_ring_step(
        &self,
        position: &Position<B, N>,
        ball_moves: &BallMoves<B>,
        mut emit: impl FnMut(Step),
    ) {
        self.for_each_source(position, |from, rings, open| {
            let is_always_possible = self.either() || !(ball_moves.landings & rings.own).is_empty();
            for to in open.squares() {
                if is_always_possible || ball_moves.is_possible(&rings.with(to)) {
                    emit(from.map_or(Step::Place(to as u8), |from| Step::Ring(from as u8, to as u8)));
                }
            }
        });
    }

    /// The number of turns in an undecided position.
    #[inline]
    pub(super) fn count_turns(&self, position: &Position<B, N>) -> u64 {
        let ball_moves = BallMoves::new(self, position);
        let mut count = if self.either() { ball_moves.count(&Rings::of(position)) } else { 0 };
        self.for_each_source(position, |_, rings, open| {
            count += ball_moves.count_after_ring(&rings, open);
            if self.either() {
                count += u64::from(open.count());
            }
        });
        count
    }
}
