//! The move picker: generates the steps of a position, orders them, and learns from cutoffs.

use super::negamax::Search;
use super::worker::Worker;
use crate::score::{INFINITE, WIN};
use sanban_core::{Heuristics, StaticResult};

#[derive(Clone, Copy)]
pub(super) struct ScoredStep<S> {
    pub(super) step: S,
    pub(super) code: u32,
    pub(super) order: i32,
}

impl<G: Heuristics> Search<'_, '_, G> {
    /// Generates the steps with their ordering scores. Returns the proven score of the steps that were left out, or of having
    /// no step.
    #[inline]
    pub(super) fn generate(
        &mut self,
        position: &G::Position,
        first: usize,
        ply: usize,
        turns: u32,
        left: u32,
        tt_step: Option<u32>,
    ) -> i32 {
        let game = &self.root.game;
        let seat = game.to_move(position).index();
        let previous_steps = self.previous_steps(ply);
        let is_certain = self.is_certain(left);
        let Worker { history, scored_steps, .. } = &mut *self.worker;
        let mut add = |step| {
            let code = game.step_code(step);
            let order = if Some(code) == tt_step {
                i32::MAX
            } else {
                let killer = if history.is_killer(ply, code) { 5_000 } else { 0 };
                game.hint(position, step) + history.value(seat, code, previous_steps) + killer
            };
            scored_steps.push(ScoredStep { step, code, order });
        };
        let mut proven = None;
        if is_certain && turns > 0 {
            proven = game.for_each_search_step(position, &mut add);
        } else {
            game.for_each_step(position, &mut add);
        }
        match proven {
            Some(StaticResult::Wins(n)) => WIN - (turns + n) as i32,
            Some(StaticResult::Loses(n)) => (turns + n) as i32 - WIN,
            // Without a legal turn the player to move has lost; otherwise this is below any step's score.
            None if scored_steps.len() == first => turns as i32 - WIN,
            None => -INFINITE,
        }
    }

    /// Swaps the best remaining step to this place and returns it.
    #[inline]
    pub(super) fn pick_next(&mut self, place: usize) -> ScoredStep<G::Step> {
        let left = &mut self.worker.scored_steps[place..];
        let mut best = 0;
        for other in 1..left.len() {
            if left[other].order > left[best].order {
                best = other;
            }
        }
        left.swap(0, best);
        left[0]
    }

    /// The codes of the last two steps on the path.
    #[inline]
    pub(super) fn previous_steps(&self, ply: usize) -> [u32; 2] {
        [self.worker.codes[ply + 1], self.worker.codes[ply]]
    }

    /// Rewards the step that caused a cutoff and penalises those tried earlier.
    pub(super) fn update_history(
        &mut self,
        first: usize,
        place: usize,
        depth: i32,
        seat: usize,
        previous_steps: [u32; 2],
        ply: usize,
    ) {
        let bonus = (24 * depth * depth + 60 * depth).min(1_800);
        let Worker { history, scored_steps, .. } = &mut *self.worker;
        let tried = &scored_steps[first..=first + place];
        let cutting = tried[place].code;
        history.update(seat, cutting, previous_steps, bonus);
        history.set_killer(ply, cutting);
        for scored_step in &tried[..place] {
            history.update(seat, scored_step.code, previous_steps, -bonus);
        }
    }
}
