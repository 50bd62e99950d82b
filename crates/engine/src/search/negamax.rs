//! Principal variation search over steps, by one thread.
//!
//! Each step of a turn is a ply of its own with the same player to move, so steps are ordered, pruned and stored one by one.
//! Depth counts steps. Distances to a win count turns.
//!
//! # Why a proof is never wrong
//!
//! A proven win consists of proven wins: positions that the rules decide, or that [`Heuristics::static_result`] proves.
//! Pruned lines get a score of the evaluation, which never reaches the range of proofs. So "won within `n` turns" holds for
//! a position independent of the path to it, except for draws:
//!
//! - *Repetition.* A proof never repeats a position, since every turn brings the win closer. But a position that occurred
//!   twice before the root is a draw the third time. The tree scores it as a draw, and the keys include it, so that table
//!   entries from searches without it don't match.
//! - *Limits.* A proof within `n` turns holds if at least `n` turns are left. If few turns are left, the keys include their
//!   number; otherwise the search ignores stored proofs that are longer.

use super::move_picker::ScoredStep;
use super::transposition_table::{Bound, TtEntry};
use super::tt_score::{causes_cutoff, is_proof, is_usable, score_from_tt, score_to_tt};
use super::worker::{MAX_PLY, NetworkState, Root, STACK_SIZE, Shared, Worker};
use crate::evaluation::Evaluator;
use crate::score::{DRAW, INFINITE, PROVEN, WIN, is_proven, unproven};
use sanban_core::{GameExt, Heuristics, HeuristicsExt, StaticResult, zobrist};

/// If at most this many turns are left before a limit, their number is part of the key.
pub(super) const NEAR_LIMIT: u32 = 32;

/// A search in progress.
pub(super) struct Search<'a, 'b, G: Heuristics> {
    pub(super) worker: &'a mut Worker<G>,
    pub(super) root: &'a Root<G>,
    pub(super) shared: &'a Shared<'b>,
}

/// The result of entering a position, before its steps are generated.
pub(super) enum NodeStatus {
    /// The score is known.
    Scored(i32),
    /// The steps must be searched: the key, and the turns left before a limit.
    Open { key: u64, left: u32 },
}

impl<G: Heuristics> Search<'_, '_, G> {
    /// Searches a position, `ply` steps and `turns` turns from the root. `PV` asks for the exact score and the line.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        turns: u32,
    ) -> i32 {
        let (game, between) = (&self.root.game, self.root.game.is_between_turns(position));
        if PV {
            self.worker.pv[ply].clear();
        }

        // 1. Quiescence search at the horizon, but never within a turn.
        if depth <= 0 {
            if between && ply > 0 {
                return self.quiescence::<PV>(position, alpha, beta, ply, turns, 0);
            }
            depth = 1;
        }

        // 2. Check limits; score decided positions.
        let (key, left) = match self.enter(position, between, ply, turns) {
            NodeStatus::Scored(score) => return score,
            NodeStatus::Open { key, left } => (key, left),
        };

        let must_respond = between && self.is_certain(left) && game.must_respond(position);

        // 3. Mate distance pruning: a win that comes later than one already found doesn't matter.
        let in_first_turn = turns == 0;
        if ply > 0 {
            alpha = alpha.max(turns as i32 - WIN);
            beta = beta.min(WIN - 1 - turns as i32);
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. Transposition table. Within the root move it only supplies the best step, since a whole turn is needed there.
        let tt_entry = self.shared.table.get(key).filter(|entry| is_usable(entry, left));
        let mut tt_step = None;
        if let Some(entry) = tt_entry {
            tt_step = entry.step;
            let score = score_from_tt(entry.score, turns);
            let deep_enough = i32::from(entry.depth) >= depth || is_proof(&entry);
            if deep_enough && !PV && !in_first_turn && causes_cutoff(entry.bound, score, alpha, beta) {
                return score;
            }
        }

        // 5. Reverse futility pruning and razoring: a position far above beta would only be confirmed by a shallow
        //    search; far below alpha, only noisy steps could help.
        let mut evaluation = -INFINITE;
        let mut improving = false;
        if between && !must_respond {
            evaluation = self.evaluate(position, turns);
            self.worker.evaluations[turns as usize] = evaluation;
            improving = turns >= 2 && evaluation > self.worker.evaluations[turns as usize - 2];
            if !PV && !in_first_turn && !is_proven(beta) && !is_proven(alpha) {
                let margin = 60 * (depth - i32::from(improving));
                if depth <= 6 && evaluation - margin >= beta {
                    return evaluation;
                }
                if depth <= 2 && evaluation + 200 * depth <= alpha {
                    let score = self.quiescence::<false>(position, alpha, alpha + 1, ply, turns, 0);
                    if score <= alpha {
                        return score;
                    }
                }
            }
        } else if between {
            self.worker.evaluations[turns as usize] =
                if turns >= 2 { self.worker.evaluations[turns as usize - 2] } else { 0 };
        }

        // 6. Internal iterative reduction: without a table step, a shallower search finds one more cheaply.
        if tt_step.is_none() && depth >= 4 && !in_first_turn {
            depth -= 1;
        }

        // 7. Generate the steps, and the proven result of those that need no search.
        let first = self.worker.scored_steps.len();
        let mut best = self.generate(position, first, ply, turns, left, tt_step);
        let count = self.worker.scored_steps.len() - first;
        if count == 0 {
            return best;
        }
        let mover = game.to_move(position);
        let previous_steps = self.previous_steps(ply);
        let mut best_code = None;
        let mut bound = Bound::Upper;
        // Extension: forced replies and replies to threats don't use up depth.
        let forced = count == 1 && best < DRAW || must_respond;
        let extension = i32::from(forced && !in_first_turn && (ply as i32) < 2 * self.worker.root_depth);

        for place in 0..count {
            let ScoredStep { step, code, order } = self.pick_next(first + place);
            let is_noisy = game.is_noisy(position, step);

            // 8. Late move pruning and futility pruning, once a step that doesn't lose is found.
            if !in_first_turn && !PV && best > -PROVEN && !is_noisy && !must_respond {
                let enough = 3 + depth * depth / if improving || !between { 1 } else { 2 };
                if place as i32 >= enough && depth <= 8 {
                    break;
                }
                if between && depth <= 5 && place > 0 && evaluation + 80 + 70 * depth <= alpha && order < 4000 {
                    continue;
                }
            }

            let next = game.play(position, step);
            let ends_turn = game.is_between_turns(&next);
            if in_first_turn {
                self.worker.first_turn.push(step);
                if ends_turn && self.worker.is_excluded() {
                    self.worker.first_turn.pop();
                    continue;
                }
            }
            self.worker.codes[ply + 2] = code;
            let next_turns = turns + u32::from(ends_turn);
            let flips = game.to_move(&next) != mover;
            let deep = depth - 1 + extension;

            // 9. Late move reductions, and a zero window for all but the first step.
            let mut score = -INFINITE;
            let mut searched = false;
            if PV {
                // A zero-window search leaves no line.
                self.worker.pv[ply + 1].clear();
            }
            if place > 0 {
                let mut reduction = 0;
                if depth >= 2 && place >= 2 && !is_noisy && !must_respond {
                    reduction = self.worker.reductions[depth.min(63) as usize][place.min(63)];
                    reduction -= i32::from(PV) + i32::from(improving) + order.clamp(-16_000, 16_000) / 8_000;
                    reduction = reduction.clamp(0, deep.max(1) - 1);
                }
                score = self.search_child::<false>(&next, alpha, alpha + 1, deep - reduction, ply, next_turns, flips);
                if score > alpha && reduction > 0 {
                    score = self.search_child::<false>(&next, alpha, alpha + 1, deep, ply, next_turns, flips);
                }
                searched = true;
            }
            if PV && (!searched || score > alpha && (score < beta || in_first_turn)) {
                score = self.search_child::<true>(&next, alpha, beta, deep, ply, next_turns, flips);
            } else if !PV && !searched {
                score = self.search_child::<false>(&next, alpha, beta, deep, ply, next_turns, flips);
            }
            if in_first_turn {
                self.worker.first_turn.pop();
            }
            if self.worker.stopped {
                break;
            }

            // 10. Update the best score, alpha and the line; stop at a beta cutoff.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = Some(code);
                    bound = Bound::Exact;
                    if PV {
                        self.update_pv(ply, step);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.update_history(first, place, depth, mover.index(), previous_steps, ply);
                        break;
                    }
                }
            }
        }
        self.worker.scored_steps.truncate(first);

        // 11. Store the result, unless excluded root moves could have changed it.
        if !self.worker.stopped && (!in_first_turn || self.worker.searches_all_root_moves()) {
            let entry =
                TtEntry { step: best_code, score: score_to_tt(best, turns), depth: depth.min(255) as u8, bound };
            self.shared.table.put(key, entry);
        }
        best
    }

    /// Searches the position after a step.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn search_child<const PV: bool>(
        &mut self,
        next: &G::Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        turns: u32,
        flips: bool,
    ) -> i32 {
        if flips {
            -self.search::<PV>(next, -beta, -alpha, depth, ply + 1, turns)
        } else {
            self.search::<PV>(next, alpha, beta, depth, ply + 1, turns)
        }
    }

    /// Counts a position, checks limits, and scores it if the game is over or its result is proven.
    #[inline]
    pub(super) fn enter(&mut self, position: &G::Position, between: bool, ply: usize, turns: u32) -> NodeStatus {
        let root = self.root;
        let game = &root.game;
        self.worker.nodes += 1;
        if self.worker.check_limits(self.shared) {
            return NodeStatus::Scored(DRAW);
        }
        let plain_key = game.key(position);
        let left = game.limit(position).map_or(u32::MAX, |(left, _)| left);
        if between {
            self.worker.keys[turns as usize] = plain_key;
            self.worker.seldepth = self.worker.seldepth.max(turns);
        }
        if between && ply > 0 {
            let mover = game.to_move(position);
            if let Some(outcome) = game.immediate_outcome(position) {
                return NodeStatus::Scored(match outcome.winner {
                    Some(winner) if winner == mover => WIN - turns as i32,
                    Some(_) => turns as i32 - WIN,
                    None => DRAW,
                });
            }
            if left == 0 {
                // The game's own result comes first, and a player without a legal turn has lost.
                return NodeStatus::Scored(if game.position_outcome(position).is_some() {
                    turns as i32 - WIN
                } else {
                    DRAW
                });
            }
            let repeated = (4..=turns as usize).step_by(2).any(|back| {
                let key = self.worker.keys[turns as usize - back];
                key == plain_key
            });
            if repeated || !root.repeated_keys.is_empty() && root.repeated_keys.contains(&plain_key) {
                return NodeStatus::Scored(DRAW);
            }
            if ply >= MAX_PLY - 1 {
                return NodeStatus::Scored(self.evaluate(position, turns));
            }
            if root.repeated_keys.is_empty() {
                match game.static_result(position) {
                    Some(StaticResult::Wins(n)) if n <= left => return NodeStatus::Scored(WIN - (turns + n) as i32),
                    Some(StaticResult::Loses(n)) if n <= left => return NodeStatus::Scored((turns + n) as i32 - WIN),
                    _ => {}
                }
            }
        }
        // A turn with more steps than the game promised: there is no room for the rest of it.
        if ply >= STACK_SIZE - 2 {
            return NodeStatus::Scored(DRAW);
        }
        let near_limit = if left <= NEAR_LIMIT { zobrist::mix(u64::from(left)) } else { 0 };
        NodeStatus::Open { key: plain_key ^ root.salt ^ near_limit, left }
    }

    /// The evaluation of a position between turns for the player to move. It is never in the range of proofs.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &G::Position, turns: u32) -> i32 {
        let game = &self.root.game;
        unproven(match (&self.root.evaluator, &mut self.worker.network) {
            (Evaluator::Network(network), Some(NetworkState { accumulators, cache })) => cache
                .get_or_insert_with(self.worker.keys[turns as usize], || {
                    accumulators.evaluate(network, &game.inputs(position), game.to_move(position), turns as usize)
                }),
            (Evaluator::Terms(weights), _) => game.evaluate(position, weights),
            (Evaluator::Network(_), None) => unreachable!("a worker has what its evaluation needs"),
        })
    }

    /// Whether the game's static proofs hold here: they ignore draws by repetition and limits.
    #[inline]
    pub(super) fn is_certain(&self, left: u32) -> bool {
        self.root.repeated_keys.is_empty() && left > NEAR_LIMIT
    }

    /// Sets the principal variation to a step and the variation after it.
    pub(super) fn update_pv(&mut self, ply: usize, step: G::Step) {
        let (upper, lower) = self.worker.pv.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(step);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
