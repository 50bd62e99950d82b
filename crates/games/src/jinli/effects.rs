//! Moves in words, and what they achieve.

use super::game::JinLi;
use super::position::{Position, Step};
use sanban_core::{Bitboard, BitboardExt, GameExt, Phrase, Seat};

impl<B: Bitboard, const GIFTS: bool> JinLi<B, GIFTS> {
    /// The words for steps that are no plain move of a koi.
    pub(super) fn special_step(&self, step: Step) -> Option<Phrase> {
        let at = |square: u8| self.board.at(square.into());
        match step {
            Step::Swim(..) | Step::Pass => None,
            Step::Jump(from, to) => Some(Phrase::new("step-jump").square("from", at(from)).square("to", at(to))),
            Step::Drop(to) => Some(Phrase::new("step-place").square("to", at(to))),
            Step::Lift(from) => Some(Phrase::new("step-lift").square("from", at(from))),
        }
    }

    pub(super) fn effects(&self, position: &Position<B>, turn: &[Step]) -> Vec<Phrase> {
        let (me, them) = (position.to_move, position.to_move.other());
        let after = self.position_after(position, turn);
        let mut effects = Vec::new();
        if let [earlier @ .., Step::Drop(square)] = turn {
            effects.extend(self.blocked_move(&self.position_after(position, earlier), them, *square));
        }
        let is_stuck = |position: &Position<B>, koi: usize| {
            !self.can_move(B::EMPTY.with(koi), position.stones, self.empty(position))
        };
        let mut their_koi = position.koi[them.index()].squares();
        if let Some(koi) = their_koi.find(|&koi| !is_stuck(position, koi) && is_stuck(&after, koi)) {
            effects.push(Phrase::new("effect-walls-in").square("square", self.board.at(koi)));
        }
        let points =
            |position: &Position<B>, seat: Seat| self.best_move(position, seat).map_or(0, |(points, _)| points);
        let [before, now] = [points(position, them), points(&after, them)];
        if now < before && effects.is_empty() {
            effects.push(Phrase::new("effect-limits").number("after", now).number("before", before));
        }
        if let Some((points, to)) = self.best_move(&after, me).filter(|&(points, _)| points > 0) {
            let square = self.board.at(to.into());
            effects.push(Phrase::new("effect-threatens").number("points", points).square("square", square));
        }
        effects
    }

    /// The best move that a player could have made to this square, which gets a stone, if it scores.
    fn blocked_move(&self, position: &Position<B>, seat: Seat, square: u8) -> Option<Phrase> {
        let mut best = None;
        self.for_each_koi_move(position, seat, |step| {
            let (Step::Swim(from, to) | Step::Jump(from, to)) = step else { return };
            let points = u32::from(self.points(position, from, to));
            if to == square && points > 0 && best.is_none_or(|(most, _)| points > most) {
                let key = if matches!(step, Step::Jump(..)) { "effect-blocks-jump" } else { "effect-blocks-swim" };
                best = Some((points, key));
            }
        });
        let (points, key) = best?;
        Some(Phrase::new(key).square("square", self.board.at(square.into())).number("points", points))
    }

    /// The points and the destination of a player's best-scoring move.
    fn best_move(&self, position: &Position<B>, seat: Seat) -> Option<(u32, u8)> {
        let mut best: Option<(u32, u8)> = None;
        self.for_each_koi_move(position, seat, |step| {
            let (Step::Swim(from, to) | Step::Jump(from, to)) = step else { return };
            let points = self.points(position, from, to).into();
            if best.is_none_or(|(most, _)| points > most) {
                best = Some((points, to));
            }
        });
        best
    }
}
