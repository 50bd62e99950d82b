//! Explains why a touch is rejected.

use super::codes;
use super::game::Mitsudomoe;
use super::position::{Phase, Position};
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Bitboard, BitboardExt, Square, Touch};

pub(super) fn reject<B: Bitboard, const N: usize, const OFFICIAL: bool>(
    game: &Mitsudomoe<B, N, OFFICIAL>,
    position: &Position<B, N>,
    touched: &[Touch],
) -> Rejection {
    let explainer = Explainer { game, position };
    match (position.phase, touched) {
        (Phase::Ring, [Touch::Supply]) if position.supply[explainer.me()] == 0 => codes::SUPPLY_EMPTY.with(&[]),
        (Phase::Ring, [Touch::Supply]) => codes::SUPPLY_USELESS.with(&[]),
        (_, [.., Touch::Supply]) => common::NO_SUPPLY.with(&[]),
        (Phase::Ring, [Touch::Square(from)]) if explainer.has_own_ball(*from) && game.either() => explainer.ball(*from),
        (Phase::Ring, [Touch::Square(from), Touch::Square(to)]) if explainer.has_own_ball(*from) => {
            explainer.ball_step(*from, *to)
        }
        (Phase::Ring, [Touch::Square(from)]) => explainer.ring(*from),
        (Phase::Ring, [from, Touch::Square(to)]) => explainer.ring_step(*from, *to),
        (Phase::Ball, [Touch::Square(from)]) => explainer.ball(*from),
        (Phase::Ball, [Touch::Square(from), Touch::Square(to)]) => explainer.ball_step(*from, *to),
        (Phase::Relocate, [Touch::Square(from)]) => {
            let vaulted: Vec<String> = position.pending.squares().map(|s| game.board.at(s).to_string()).collect();
            codes::NOT_VAULTED.with(&[from, &vaulted.join(", ").as_str()])
        }
        (_, [.., Touch::Square(to)]) if explainer.has(position.all_balls(), *to) => codes::SQUARE_HAS_BALL.with(&[to]),
        (_, [.., Touch::Square(to)]) => codes::NOT_ON_ITS_RING.with(&[to]),
        (_, []) => common::EMPTY_MOVE.with(&[]),
    }
}

/// Finds the reason to reject a touch.
struct Explainer<'a, B, const N: usize, const OFFICIAL: bool> {
    game: &'a Mitsudomoe<B, N, OFFICIAL>,
    position: &'a Position<B, N>,
}

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> Explainer<'_, B, N, OFFICIAL> {
    fn me(&self) -> usize {
        self.position.to_move.index()
    }

    fn has(&self, set: B, square: Square) -> bool {
        set.has(self.game.board.index(square))
    }

    fn has_own_ball(&self, square: Square) -> bool {
        self.has(self.position.balls[self.me()], square)
    }

    fn ring(&self, from: Square) -> Rejection {
        let rings = self.position.rings(self.game.board.index(from));
        let me = self.position.to_move;
        if self.has_own_ball(from) {
            codes::RING_FIRST.with(&[&from])
        } else if self.has(self.position.all_balls(), from) {
            codes::RING_UNDER_BALL.with(&[&from])
        } else if rings.is_empty() {
            codes::NO_RING.with(&[&from])
        } else if rings.last() == Some(&me) {
            codes::RING_USELESS.with(&[&from])
        } else if rings.contains(&me) {
            codes::RING_COVERED.with(&[&from])
        } else {
            codes::NOT_YOUR_RING.with(&[&from])
        }
    }

    fn ring_step(&self, from: Touch, to: Square) -> Rejection {
        if from == Touch::Square(to) {
            codes::SAME_SQUARE.with(&[&to])
        } else if self.has(self.position.all_balls(), to) {
            codes::SQUARE_HAS_BALL.with(&[&to])
        } else {
            codes::NO_BALL_STEP_AFTER.with(&[&to])
        }
    }

    fn ball(&self, from: Square) -> Rejection {
        if !self.has(self.position.all_balls(), from) {
            codes::NO_BALL.with(&[&from])
        } else if !self.has_own_ball(from) {
            codes::NOT_YOUR_BALL.with(&[&from])
        } else if self.game.goal_lock() && self.has(self.game.goal(self.me()), from) {
            codes::BALL_AT_GOAL.with(&[&from])
        } else {
            codes::BALL_STUCK.with(&[&from])
        }
    }

    fn ball_step(&self, from: Square, to: Square) -> Rejection {
        let (game, position) = (self.game, self.position);
        let balls = position.all_balls();
        if self.has(balls, to) {
            return codes::SQUARE_HAS_BALL.with(&[&to]);
        }
        let (cols, rows) = (from.col.abs_diff(to.col), from.row.abs_diff(to.row));
        let is_straight = cols == rows || cols == 0 || rows == 0;
        let between = cols.max(rows).saturating_sub(1);
        let step = |a: u8, b: u8, n: u8| (i16::from(a) + (i16::from(b) - i16::from(a)).signum() * i16::from(n)) as u8;
        let mut over = (1..=between).map(|n| Square::new(step(from.col, to.col, n), step(from.row, to.row, n)));
        if !is_straight || !over.clone().all(|s| self.has(balls, s)) {
            return codes::NOT_A_BALL_STEP.with(&[&from, &to]);
        }
        let them = self.me() ^ 1;
        let locked = position.balls[them] & game.goal(them);
        if let Some(at_goal) = over.find(|&s| game.goal_lock() && self.has(locked, s)) {
            codes::VAULT_OVER_GOAL.with(&[&at_goal])
        } else if !self.has(position.tops[0] | position.tops[1], to) {
            codes::NO_RING_TO_STAND_ON.with(&[&to])
        } else if !self.has(position.tops[self.me()], to) {
            codes::NOT_ON_YOUR_RING.with(&[&to])
        } else {
            codes::NO_RELOCATION.with(&[&from, &to])
        }
    }
}
