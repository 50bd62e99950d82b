//! Quiescence search.

use super::move_picker::ScoredStep;
use super::negamax::{NodeStatus, Search};
use super::transposition_table::{Bound, TtEntry};
use super::tt_score::{causes_cutoff, is_usable, score_from_tt, score_to_tt};
use super::worker::MAX_PLY;
use crate::score::{INFINITE, PROVEN};
use sanban_core::Heuristics;

impl<G: Heuristics> Search<'_, '_, G> {
    /// Quiescence search: searches noisy steps until the position is quiet enough for the evaluation. Within a turn that a
    /// noisy step began, it searches only the most promising steps. `depth` counts down from 0.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        turns: u32,
        depth: i32,
    ) -> i32 {
        const MIN_DEPTH: i32 = -24;
        const MAX_STEPS_WITHIN_TURN: usize = 4;
        let (game, between) = (&self.root.game, self.root.game.is_between_turns(position));
        if PV {
            self.worker.pv[ply].clear();
        }
        let (key, left) = match self.enter(position, between, ply, turns) {
            NodeStatus::Scored(score) => return score,
            NodeStatus::Open { key, left } => (key, left),
        };
        let tt_entry = self.shared.table.get(key).filter(|entry| is_usable(entry, left));
        if let Some(entry) = tt_entry.filter(|_| !PV) {
            let score = score_from_tt(entry.score, turns);
            if causes_cutoff(entry.bound, score, alpha, beta) {
                return score;
            }
        }

        // Stand pat: noisy steps are optional, but a threat must be answered and a turn completed.
        let too_deep = depth <= MIN_DEPTH || ply >= MAX_PLY - 1;
        let must_respond = between && self.is_certain(left) && game.must_respond(position) && !too_deep;
        let mut best = -INFINITE;
        if between && !must_respond {
            best = self.evaluate(position, turns);
            if best >= beta || too_deep {
                return best;
            }
        }
        let stand_pat = best;
        let old_alpha = alpha;
        alpha = alpha.max(best);
        let first = self.worker.scored_steps.len();
        let left_out = self.generate(position, first, ply, turns, left, tt_entry.and_then(|entry| entry.step));
        let count = self.worker.scored_steps.len() - first;
        if count == 0 {
            return left_out;
        }
        best = best.max(left_out);
        let mover = game.to_move(position);
        let mut best_code = None;
        for place in 0..count {
            let ScoredStep { step, code, .. } = self.pick_next(first + place);
            if between && !must_respond && !game.is_noisy(position, step) {
                continue;
            }
            if !between && place >= MAX_STEPS_WITHIN_TURN {
                // A skipped step may be better, so a loss is not proven.
                best = best.max(1 - PROVEN);
                break;
            }
            let next = game.play(position, step);
            self.worker.codes[ply + 2] = code;
            let next_turns = turns + u32::from(game.is_between_turns(&next));
            let score = if game.to_move(&next) == mover {
                self.quiescence::<PV>(&next, alpha, beta, ply + 1, next_turns, depth - 1)
            } else {
                -self.quiescence::<PV>(&next, -beta, -alpha, ply + 1, next_turns, depth - 1)
            };
            if self.worker.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = Some(code);
                    if PV {
                        self.update_pv(ply, step);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.worker.scored_steps.truncate(first);
        // Quiet steps were skipped, too.
        if between && !must_respond {
            best = best.max(stand_pat);
        }
        if !self.worker.stopped {
            let bound = match () {
                () if best >= beta => Bound::Lower,
                () if best > old_alpha => Bound::Exact,
                () => Bound::Upper,
            };
            self.shared.table.put(key, TtEntry { step: best_code, score: score_to_tt(best, turns), depth: 0, bound });
        }
        best
    }
}
