//! Moves in words, and what they achieve.

use super::game::Mitsudomoe;
use super::position::{Position, Step};
use sanban_core::{Bitboard, BitboardExt, Game, Phrase};

impl<B: Bitboard, const N: usize, const OFFICIAL: bool> Mitsudomoe<B, N, OFFICIAL> {
    pub(super) fn step_in_words(&self, step: Step) -> Option<Phrase> {
        let at = |square: u8| self.board.at(square.into());
        let between = |key, from, to| Some(Phrase::new(key).square("from", at(from)).square("to", at(to)));
        match step {
            Step::Place(to) => Some(Phrase::new("step-place").square("to", at(to))),
            Step::Ring(from, to) => between("step-ring", from, to),
            Step::Ball(from, to) if self.adjacent_squares[usize::from(from)].has(to.into()) => {
                between("step-ball", from, to)
            }
            Step::Ball(from, to) => between("step-vault", from, to),
            Step::Relocate(from, to) => between("step-relocate", from, to),
            Step::End => None,
        }
    }

    pub(super) fn effects(&self, position: &Position<B, N>, turn: &[Step]) -> Vec<Phrase> {
        let mut effects = Vec::new();
        let mut at = *position;
        for &step in turn {
            effects.extend(self.step_effects(&at, step));
            at = self.play(&at, step);
        }
        effects.sort_by_key(|&(rank, _)| rank);
        effects.into_iter().map(|(_, phrase)| phrase).collect()
    }

    /// What a step achieves, each with its rank; small ranks matter most.
    fn step_effects(&self, position: &Position<B, N>, step: Step) -> Vec<(u8, Phrase)> {
        let (me, them) = (position.to_move.index(), position.to_move.other().index());
        let square = |square: u8| self.board.at(square.into());
        match step {
            Step::Place(to) | Step::Ring(_, to) => {
                let balls = self.adjacent_squares[usize::from(to)] & position.balls[them];
                let is_covered = position.tops[them].has(to.into());
                let ball = balls.squares().next().filter(|_| is_covered).map(|ball| self.board.at(ball));
                let blocks = |ball| Phrase::new("effect-blocks-ball").square("square", square(to)).square("ball", ball);
                ball.map(|ball| (2, blocks(ball))).into_iter().collect()
            }
            Step::Ball(from, to) => {
                let (from, goal, home) = (usize::from(from), self.goal(me), self.home[me]);
                let to_go = |square: usize| {
                    let distance = |goal: usize| self.board.at(goal).distance(self.board.at(square));
                    goal.squares().map(distance).min().expect("there are goal squares")
                };
                let mut effects = Vec::new();
                if goal.has(to.into()) && !goal.has(from) {
                    effects.push((0, Phrase::new("effect-reaches-goal").square("square", square(to))));
                } else if to_go(to.into()) < to_go(from) {
                    let count = u32::from(to_go(from) - to_go(to.into()));
                    effects.push((3, Phrase::new("effect-advances").number("count", count)));
                }
                if home.has(from) && !home.has(to.into()) && (position.all_balls() & home).count() >= 2 {
                    effects.push((4, Phrase::new("effect-frees-home")));
                }
                effects
            }
            Step::Relocate(from, to) => {
                let advance = &self.advance[them];
                let is_back = advance[usize::from(to)] < advance[usize::from(from)];
                let phrase = || Phrase::new("effect-sends-back").square("from", square(from)).square("to", square(to));
                is_back.then(|| (1, phrase())).into_iter().collect()
            }
            Step::End => Vec::new(),
        }
    }
}
