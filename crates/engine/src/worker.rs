//! The tree search of one thread: principal variation search over steps.
//!
//! Each step of a turn is a ply of its own, with the same player to move, so every step is ordered, pruned and stored by
//! itself. Depth counts steps. Distances to a win count turns.
//!
//! # Why a proof is never wrong
//!
//! A proven win consists of proven wins: positions that the rules decide, or that [`Heuristics::outlook`] is certain of.
//! Pruned lines get a score of the evaluation, which never reaches the range of proofs. So "won within `n` turns" holds for
//! a position whatever path led to it, except for draws:
//!
//! - *Repetition.* A proof never repeats a position, since every turn brings the win closer. But a position that occurred
//!   twice before the root is a draw the third time. The tree scores it as a draw, and the keys include it, so that table
//!   entries from searches without it don't match.
//! - *Limits.* A proof within `n` turns holds if at least `n` turns are left. If few turns are left, the keys include their
//!   number; otherwise the search ignores stored proofs that are longer.

use crate::history::{History, NONE};
use crate::score::{DRAW, INFINITE, PROVEN, WIN, is_proven, unproven};
use crate::transposition_table::{Bound, TranspositionTable, TtEntry};
use sanban_core::{GameExt, Heuristics, HeuristicsExt, StaticResult, Turn, zobrist};
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum number of steps from the root.
pub(crate) const MAX_PLY: usize = 250;
/// If at most this many turns are left before a limit, their number is part of the key.
const NEAR_LIMIT: u32 = 32;
/// The number of searched positions between two checks of the stop flag and the clock.
const NODES_PER_TIME_CHECK: u64 = 256;

/// A position to search from.
#[derive(Clone)]
pub(crate) struct Root<G: Heuristics> {
    pub(crate) game: G,
    pub(crate) weights: Vec<i32>,
    pub(crate) position: G::Position,
    /// The positions that occurred twice in the game: once more is a draw.
    pub(crate) repeated_keys: Vec<u64>,
    /// The part of every key that stands for the repeated positions.
    pub(crate) salt: u64,
}

/// State that the threads of a search share while it runs.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) stop: &'a AtomicBool,
    /// The caller's clock and stop flag; only the main thread checks it.
    pub(crate) keep_going: Option<&'a (dyn Fn() -> bool + Sync)>,
}

#[derive(Clone, Copy)]
struct ScoredStep<S> {
    step: S,
    code: u32,
    order: i32,
}

/// The state of one search thread. The alignment prevents false sharing between threads.
#[repr(align(128))]
pub(crate) struct Worker<G: Heuristics> {
    history: History,
    /// The steps of all plies from the root to the current one, in one stack.
    scored_steps: Vec<ScoredStep<G::Step>>,
    /// By turns from the root: the keys and evaluations of the positions on the current path.
    keys: Vec<u64>,
    evaluations: Vec<i32>,
    /// By steps from the root, plus two: the codes of the steps on the current path.
    codes: Vec<u32>,
    /// By steps from the root: the principal variation found there.
    pv: Vec<Vec<G::Step>>,
    /// The steps of the root move on the current path.
    first_turn: Turn<G::Step>,
    /// Root moves that this search skips, because an earlier line of the same iteration begins with them.
    pub(crate) excluded_root_moves: Vec<Turn<G::Step>>,
    /// The root moves to search; empty means all.
    pub(crate) search_moves: Vec<Turn<G::Step>>,
    reductions: Vec<[i32; 64]>,
    root_depth: i32,
    pub(crate) nodes: u64,
    pub(crate) max_nodes: u64,
    next_check: u64,
    pub(crate) seldepth: u32,
    stopped: bool,
}

impl<G: Heuristics> Worker<G> {
    pub(crate) fn new() -> Self {
        let reduction = |depth: usize, place: usize| {
            if depth == 0 || place == 0 { 0 } else { (0.5 + (depth as f64).ln() * (place as f64).ln() / 1.9) as i32 }
        };
        Worker {
            history: History::new(MAX_PLY + 1),
            scored_steps: Vec::with_capacity(1 << 14),
            keys: vec![0; MAX_PLY + 2],
            evaluations: vec![0; MAX_PLY + 2],
            codes: vec![NONE; MAX_PLY + 3],
            pv: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            first_turn: Turn::new(),
            excluded_root_moves: Vec::new(),
            search_moves: Vec::new(),
            reductions: (0..64).map(|depth| std::array::from_fn(|place| reduction(depth, place))).collect(),
            root_depth: 0,
            nodes: 0,
            max_nodes: u64::MAX,
            next_check: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Prepares for another root.
    pub(crate) fn reset(&mut self, new_game: bool) {
        if new_game {
            self.history.clear();
        } else {
            self.history.fade();
        }
        self.nodes = 0;
        self.seldepth = 0;
    }

    /// Clears the stop state and sets the limit, counted from the root.
    pub(crate) fn start(&mut self, max_nodes: u64) {
        self.stopped = false;
        self.max_nodes = max_nodes;
        self.next_check = self.nodes;
    }

    /// Whether the search covers every root move.
    fn searches_all_root_moves(&self) -> bool {
        self.excluded_root_moves.is_empty() && self.search_moves.is_empty()
    }

    /// Whether the search skips the root move on the current path.
    fn is_excluded(&self) -> bool {
        self.excluded_root_moves.contains(&self.first_turn)
            || !self.search_moves.is_empty() && !self.search_moves.contains(&self.first_turn)
    }

    pub(crate) fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// The principal variation of the last search from the root, as steps.
    pub(crate) fn pv(&self) -> &[G::Step] {
        &self.pv[0]
    }

    /// Searches from the root. The score is meaningless if the search was stopped.
    pub(crate) fn search_root(
        &mut self,
        root: &Root<G>,
        shared: &Shared<'_>,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        self.root_depth = depth;
        self.scored_steps.clear();
        self.first_turn.clear();
        Search { worker: self, root, shared }.search::<true>(&root.position, alpha, beta, depth, 0, 0)
    }

    /// Checks limits, clock and stop flag now and then; returns whether to stop.
    #[inline]
    fn check_limits(&mut self, shared: &Shared<'_>) -> bool {
        if self.nodes < self.next_check {
            return self.stopped;
        }
        self.next_check = (self.nodes + NODES_PER_TIME_CHECK).min(self.max_nodes);
        let over = self.nodes >= self.max_nodes || shared.keep_going.is_some_and(|keep_going| !keep_going());
        if over && shared.keep_going.is_some() {
            shared.stop.store(true, Ordering::Relaxed);
        }
        self.stopped = over || shared.stop.load(Ordering::Relaxed);
        self.stopped
    }
}

/// A search in progress.
struct Search<'a, 'b, G: Heuristics> {
    worker: &'a mut Worker<G>,
    root: &'a Root<G>,
    shared: &'a Shared<'b>,
}

/// The result of entering a position, before its steps are generated.
enum NodeStatus {
    /// The score is known.
    Scored(i32),
    /// The steps must be searched: the key, and the turns left before a limit.
    Open { key: u64, left: u32 },
}

impl<G: Heuristics> Search<'_, '_, G> {
    /// Searches a position, `ply` steps and `turns` turns from the root. `PV` asks for the exact score and the line.
    fn search<const PV: bool>(
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
            evaluation = unproven(game.evaluate(position, &self.root.weights));
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

    /// Quiescence search: searches noisy steps until the position is quiet enough for the evaluation. Within a turn that a
    /// noisy step began, it searches only the most promising steps. `depth` counts down from 0.
    fn quiescence<const PV: bool>(
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
            best = unproven(game.evaluate(position, &self.root.weights));
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

    /// Counts a position, checks limits, and scores it if the game is over or its result is proven.
    #[inline]
    fn enter(&mut self, position: &G::Position, between: bool, ply: usize, turns: u32) -> NodeStatus {
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
                return NodeStatus::Scored(unproven(game.evaluate(position, &root.weights)));
            }
            if root.repeated_keys.is_empty() {
                match game.static_result(position) {
                    Some(StaticResult::Wins(n)) if n <= left => return NodeStatus::Scored(WIN - (turns + n) as i32),
                    Some(StaticResult::Loses(n)) if n <= left => return NodeStatus::Scored((turns + n) as i32 - WIN),
                    _ => {}
                }
            }
        }
        let near_limit = if left <= NEAR_LIMIT { zobrist::mix(u64::from(left)) } else { 0 };
        NodeStatus::Open { key: plain_key ^ root.salt ^ near_limit, left }
    }

    /// Whether the game's static proofs hold here: they ignore draws by repetition and limits.
    #[inline]
    fn is_certain(&self, left: u32) -> bool {
        self.root.repeated_keys.is_empty() && left > NEAR_LIMIT
    }

    /// Generates the steps with their ordering scores. Returns the proven score of the steps that were left out, or of having
    /// no step.
    #[inline]
    fn generate(
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
        let mut certain = None;
        if is_certain && turns > 0 {
            certain = game.for_each_search_step(position, &mut add);
        } else {
            game.for_each_step(position, &mut add);
        }
        match certain {
            Some(StaticResult::Wins(n)) => WIN - (turns + n) as i32,
            Some(StaticResult::Loses(n)) => (turns + n) as i32 - WIN,
            // Without a legal turn the player to move has lost; otherwise this is below any step's score.
            None if scored_steps.len() == first => turns as i32 - WIN,
            None => -INFINITE,
        }
    }

    /// Swaps the best remaining step to this place and returns it.
    #[inline]
    fn pick_next(&mut self, place: usize) -> ScoredStep<G::Step> {
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
    fn previous_steps(&self, ply: usize) -> [u32; 2] {
        [self.worker.codes[ply + 1], self.worker.codes[ply]]
    }

    /// Sets the principal variation to a step and the variation after it.
    fn update_pv(&mut self, ply: usize, step: G::Step) {
        let (upper, lower) = self.worker.pv.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(step);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Rewards the step that caused a cutoff and penalises those tried earlier.
    fn update_history(
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
        history.learn(seat, cutting, previous_steps, bonus);
        history.set_killer(ply, cutting);
        for scored_step in &tried[..place] {
            history.learn(seat, scored_step.code, previous_steps, -bonus);
        }
    }
}

/// Whether a stored result holds with this many turns left before a limit.
fn is_usable(entry: &TtEntry, left: u32) -> bool {
    let score = i32::from(entry.score);
    !is_proven(score) || left <= NEAR_LIMIT || (WIN - score.abs()) as u32 <= left
}

/// Whether a stored score is a proven result, which holds at any depth.
fn is_proof(entry: &TtEntry) -> bool {
    let score = i32::from(entry.score);
    score >= PROVEN && entry.bound != Bound::Upper || score <= -PROVEN && entry.bound != Bound::Lower
}

/// Whether a stored score lies outside the window.
fn causes_cutoff(bound: Bound, score: i32, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}

/// Converts a score from distance-to-root to distance-to-position, as the table stores it.
fn score_to_tt(score: i32, turns: u32) -> i16 {
    let turns = turns as i32;
    (match score {
        PROVEN.. => score + turns,
        _ if score <= -PROVEN => score - turns,
        _ => score,
    }) as i16
}

fn score_from_tt(score: i16, turns: u32) -> i32 {
    let (score, turns) = (i32::from(score), turns as i32);
    match score {
        PROVEN.. => score - turns,
        _ if score <= -PROVEN => score + turns,
        _ => score,
    }
}
