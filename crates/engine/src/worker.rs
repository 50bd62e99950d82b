//! The tree search of one thread: principal variation search over steps.
//!
//! A turn of several steps is as many nodes, with the same player to move at each of them, so every step is ordered,
//! pruned and remembered by itself. Depth counts steps. Distances to a win count turns.
//!
//! # Why a proof is never wrong
//!
//! A win is only ever made of wins: of positions that the rules decide, or that [`Knowledge::outlook`] is certain of. What
//! is pruned or cut short is scored by the evaluation, which is kept out of the range of proofs. So "won within `n`
//! turns" is true of a position whatever path led to it, except for the draws of the platform:
//!
//! - *Repetition.* Whoever follows a proof never sees a position twice, since every turn brings the win nearer. But a
//!   position that has stood twice before the root would be drawn the third time. Those count as drawn in the tree,
//!   and they are mixed into the keys, so that a table entry made without them is not found.
//! - *Limits.* A proof within `n` turns holds where at least `n` turns are left. Where few turns are left, their number
//!   is mixed into the keys; elsewhere a remembered proof that is longer is not used.

use crate::history::{History, NONE};
use crate::score::{DRAW, INFINITE, PROVEN, WIN, is_proven, unproven};
use crate::table::{Bound, Entry, Table};
use sanban_core::{Knowledge, Outlook, Turn, zobrist};
use std::sync::atomic::{AtomicBool, Ordering};

/// The most steps from the root.
pub(crate) const MOST_PLIES: usize = 250;
/// With this many turns left or fewer, their number is a part of the key.
const NEAR_LIMIT: u32 = 32;
/// Nodes between two looks at the stop flag and the clock.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// A position to search from.
#[derive(Clone)]
pub(crate) struct Root<G: Knowledge> {
    pub(crate) game: G,
    pub(crate) weights: Vec<i32>,
    pub(crate) position: G::Position,
    /// The positions that would be drawn if they stood once more.
    pub(crate) drawn: Vec<u64>,
    /// What the drawn positions add to every key.
    pub(crate) salt: u64,
}

/// What the threads of a search share while it runs.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a AtomicBool,
    /// The clock and whatever else the caller may stop the search by; one thread looks at it.
    pub(crate) go_on: Option<&'a (dyn Fn() -> bool + Sync)>,
}

#[derive(Clone, Copy)]
struct Candidate<S> {
    step: S,
    code: u32,
    order: i32,
}

/// What one thread needs to search. Workers stand apart, so that what one counts is not in the cache line of another.
#[repr(align(128))]
pub(crate) struct Worker<G: Knowledge> {
    history: History,
    /// The steps of all nodes from the root to the present one, one after the other.
    candidates: Vec<Candidate<G::Step>>,
    /// By turns from the root: the keys of the positions on the way, and their evaluations.
    keys: Vec<u64>,
    evaluations: Vec<i32>,
    /// By steps from the root, two further on: the numbers of the steps on the way.
    codes: Vec<u32>,
    /// By steps from the root: the best line found there.
    lines: Vec<Vec<G::Step>>,
    /// The steps of the first turn on the way.
    first_turn: Turn<G::Step>,
    /// First turns that are left aside, because they are told of already.
    pub(crate) left_aside: Vec<Turn<G::Step>>,
    /// The only first turns that are asked about; all of them if there are none here.
    pub(crate) only: Vec<Turn<G::Step>>,
    reductions: Vec<[i32; 64]>,
    root_depth: i32,
    pub(crate) nodes: u64,
    pub(crate) most_nodes: u64,
    next_look: u64,
    pub(crate) deepest: u32,
    stopped: bool,
}

impl<G: Knowledge> Worker<G> {
    pub(crate) fn new() -> Self {
        let reduction = |depth: usize, place: usize| {
            if depth == 0 || place == 0 { 0 } else { (0.5 + (depth as f64).ln() * (place as f64).ln() / 1.9) as i32 }
        };
        Worker {
            history: History::new(MOST_PLIES + 1),
            candidates: Vec::with_capacity(1 << 14),
            keys: vec![0; MOST_PLIES + 2],
            evaluations: vec![0; MOST_PLIES + 2],
            codes: vec![NONE; MOST_PLIES + 3],
            lines: (0..MOST_PLIES + 2).map(|_| Vec::with_capacity(MOST_PLIES + 2)).collect(),
            first_turn: Turn::new(),
            left_aside: Vec::new(),
            only: Vec::new(),
            reductions: (0..64).map(|depth| std::array::from_fn(|place| reduction(depth, place))).collect(),
            root_depth: 0,
            nodes: 0,
            most_nodes: u64::MAX,
            next_look: 0,
            deepest: 0,
            stopped: false,
        }
    }

    /// Prepares for another root of the same game, or of a new one.
    pub(crate) fn reset(&mut self, new_game: bool) {
        if new_game {
            self.history.clear();
        } else {
            self.history.fade();
        }
        self.nodes = 0;
        self.deepest = 0;
    }

    /// Makes the search start again after it was stopped, up to so many nodes in all.
    pub(crate) fn start(&mut self, most_nodes: u64) {
        self.stopped = false;
        self.most_nodes = most_nodes;
        self.next_look = self.nodes;
    }

    /// Whether every first turn counts.
    fn asks_for_all(&self) -> bool {
        self.left_aside.is_empty() && self.only.is_empty()
    }

    /// Whether the first turn that was just completed does not count.
    fn is_left_aside(&self) -> bool {
        self.left_aside.contains(&self.first_turn) || !self.only.is_empty() && !self.only.contains(&self.first_turn)
    }

    pub(crate) fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// The steps of the best line that the last search from the root found.
    pub(crate) fn line(&self) -> &[G::Step] {
        &self.lines[0]
    }

    /// Searches from the root. The score means nothing if the search was stopped.
    pub(crate) fn search_root(
        &mut self,
        root: &Root<G>,
        shared: &Shared<'_>,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        self.root_depth = depth;
        self.candidates.clear();
        self.first_turn.clear();
        Search { worker: self, root, shared }.node::<true>(&root.position, alpha, beta, depth, 0, 0)
    }

    /// Looks at the clock now and then; whether the search is to end.
    #[inline]
    fn look(&mut self, shared: &Shared<'_>) -> bool {
        if self.nodes < self.next_look {
            return self.stopped;
        }
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.most_nodes);
        let over = self.nodes >= self.most_nodes || shared.go_on.is_some_and(|go_on| !go_on());
        if over && shared.go_on.is_some() {
            shared.stop.store(true, Ordering::Relaxed);
        }
        self.stopped = over || shared.stop.load(Ordering::Relaxed);
        self.stopped
    }
}

/// One search: a worker at work.
struct Search<'a, 'b, G: Knowledge> {
    worker: &'a mut Worker<G>,
    root: &'a Root<G>,
    shared: &'a Shared<'b>,
}

/// What is found out about a node before its steps are looked at.
enum Entered {
    /// Its score.
    Scored(i32),
    /// Its key, and how many turns are left before a limit.
    Open { key: u64, left: u32 },
}

impl<G: Knowledge> Search<'_, '_, G> {
    /// Searches a node, `ply` steps and `turns` turns from the root. `PV` nodes are those whose exact score is wanted.
    fn node<const PV: bool>(
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
            self.worker.lines[ply].clear();
        }

        // 1. At the horizon the evaluation is asked, but never within a turn.
        if depth <= 0 {
            if between && ply > 0 {
                return self.settle::<PV>(position, alpha, beta, ply, turns, 0);
            }
            depth = 1;
        }

        // 2. Leave when told to; see what the rules say of the position.
        let (key, left) = match self.enter(position, between, ply, turns) {
            Entered::Scored(score) => return score,
            Entered::Open { key, left } => (key, left),
        };

        let threatened = between && self.is_certain(left) && game.is_threatened(position);

        // 3. A win that would come later than one found already is of no interest.
        let in_first_turn = turns == 0;
        if ply > 0 {
            alpha = alpha.max(turns as i32 - WIN);
            beta = beta.min(WIN - 1 - turns as i32);
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. Remember. Within the first turn the table only tells the best step, since a whole turn is wanted there.
        let remembered = self.shared.table.get(key).filter(|entry| fits(entry, left));
        let mut table_step = None;
        if let Some(entry) = remembered {
            table_step = entry.step;
            let score = from_table(entry.score, turns);
            let deep_enough = i32::from(entry.depth) >= depth || is_proof(&entry);
            if deep_enough && !PV && !in_first_turn && cuts(entry.bound, score, alpha, beta) {
                return score;
            }
        }

        // 5. Where the position is far better than needed, a shallow search would only confirm it; where it is far
        //    worse, only what is noisy could help.
        let mut evaluation = -INFINITE;
        let mut improving = false;
        if between && !threatened {
            evaluation = unproven(game.evaluate(position, &self.root.weights));
            self.worker.evaluations[turns as usize] = evaluation;
            improving = turns >= 2 && evaluation > self.worker.evaluations[turns as usize - 2];
            if !PV && !in_first_turn && !is_proven(beta) && !is_proven(alpha) {
                let margin = 60 * (depth - i32::from(improving));
                if depth <= 6 && evaluation - margin >= beta {
                    return evaluation;
                }
                if depth <= 2 && evaluation + 200 * depth <= alpha {
                    let score = self.settle::<false>(position, alpha, alpha + 1, ply, turns, 0);
                    if score <= alpha {
                        return score;
                    }
                }
            }
        } else if between {
            self.worker.evaluations[turns as usize] =
                if turns >= 2 { self.worker.evaluations[turns as usize - 2] } else { 0 };
        }

        // 6. Without a step to try first, a shallower search finds one more cheaply.
        if table_step.is_none() && depth >= 4 && !in_first_turn {
            depth -= 1;
        }

        // 7. The steps, and what is certain of those not worth a look.
        let first = self.worker.candidates.len();
        let mut best = self.generate(position, first, ply, turns, left, table_step);
        let count = self.worker.candidates.len() - first;
        if count == 0 {
            return best;
        }
        let mover = game.to_move(position);
        let before = self.before(ply);
        let mut best_code = None;
        let mut bound = Bound::Upper;
        // A reply that is forced, or to a threat, does not use up depth.
        let forced = count == 1 && best < DRAW || threatened;
        let extension = i32::from(forced && !in_first_turn && (ply as i32) < 2 * self.worker.root_depth);

        for place in 0..count {
            let Candidate { step, code, order } = self.pick(first + place);
            let is_noisy = game.is_noisy(position, step);

            // 8. Late steps at low depth are skipped, once something that does not lose has been found.
            if !in_first_turn && !PV && best > -PROVEN && !is_noisy && !threatened {
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
                if ends_turn && self.worker.is_left_aside() {
                    self.worker.first_turn.pop();
                    continue;
                }
            }
            self.worker.codes[ply + 2] = code;
            let next_turns = turns + u32::from(ends_turn);
            let flips = game.to_move(&next) != mover;
            let deep = depth - 1 + extension;

            // 9. Late steps are searched less deep, and all but the first only whether they are better than the best.
            let mut score = -INFINITE;
            let mut searched = false;
            if PV {
                // A search that only asks whether a step is better tells no line.
                self.worker.lines[ply + 1].clear();
            }
            if place > 0 {
                let mut reduction = 0;
                if depth >= 2 && place >= 2 && !is_noisy && !threatened {
                    reduction = self.worker.reductions[depth.min(63) as usize][place.min(63)];
                    reduction -= i32::from(PV) + i32::from(improving) + order.clamp(-16_000, 16_000) / 8_000;
                    reduction = reduction.clamp(0, deep.max(1) - 1);
                }
                score = self.child::<false>(&next, alpha, alpha + 1, deep - reduction, ply, next_turns, flips);
                if score > alpha && reduction > 0 {
                    score = self.child::<false>(&next, alpha, alpha + 1, deep, ply, next_turns, flips);
                }
                searched = true;
            }
            if PV && (!searched || score > alpha && (score < beta || in_first_turn)) {
                score = self.child::<true>(&next, alpha, beta, deep, ply, next_turns, flips);
            } else if !PV && !searched {
                score = self.child::<false>(&next, alpha, beta, deep, ply, next_turns, flips);
            }
            if in_first_turn {
                self.worker.first_turn.pop();
            }
            if self.worker.stopped {
                break;
            }

            // 10. Take what is better, and stop where it is too good for the opponent to allow.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = Some(code);
                    bound = Bound::Exact;
                    if PV {
                        self.lengthen_line(ply, step);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.learn(first, place, depth, mover.index(), before, ply);
                        break;
                    }
                }
            }
        }
        self.worker.candidates.truncate(first);

        // 11. Remember it, unless the answer would be a different one without the turns left aside.
        if !self.worker.stopped && (!in_first_turn || self.worker.asks_for_all()) {
            let entry = Entry { step: best_code, score: to_table(best, turns), depth: depth.min(255) as u8, bound };
            self.shared.table.put(key, entry);
        }
        best
    }

    /// Searches what follows a step.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn child<const PV: bool>(
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
            -self.node::<PV>(next, -beta, -alpha, depth, ply + 1, turns)
        } else {
            self.node::<PV>(next, alpha, beta, depth, ply + 1, turns)
        }
    }

    /// Searches noisy steps until the position is quiet enough for the evaluation. Within a turn that a noisy step has
    /// begun, only the most promising steps are looked at. `depth` counts down from 0.
    fn settle<const PV: bool>(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        turns: u32,
        depth: i32,
    ) -> i32 {
        const DEEPEST: i32 = -24;
        const WIDEST_WITHIN_TURN: usize = 4;
        let (game, between) = (&self.root.game, self.root.game.is_between_turns(position));
        if PV {
            self.worker.lines[ply].clear();
        }
        let (key, left) = match self.enter(position, between, ply, turns) {
            Entered::Scored(score) => return score,
            Entered::Open { key, left } => (key, left),
        };
        let remembered = self.shared.table.get(key).filter(|entry| fits(entry, left));
        if let Some(entry) = remembered.filter(|_| !PV) {
            let score = from_table(entry.score, turns);
            if cuts(entry.bound, score, alpha, beta) {
                return score;
            }
        }

        // Nobody has to play a noisy step; but a threat has to be answered, and a turn that was begun to be ended.
        let too_deep = depth <= DEEPEST || ply >= MOST_PLIES - 1;
        let threatened = between && self.is_certain(left) && game.is_threatened(position) && !too_deep;
        let mut best = -INFINITE;
        if between && !threatened {
            best = unproven(game.evaluate(position, &self.root.weights));
            if best >= beta || too_deep {
                return best;
            }
        }
        let standing = best;
        let old_alpha = alpha;
        alpha = alpha.max(best);
        let first = self.worker.candidates.len();
        let left_out = self.generate(position, first, ply, turns, left, remembered.and_then(|entry| entry.step));
        let count = self.worker.candidates.len() - first;
        if count == 0 {
            return left_out;
        }
        best = best.max(left_out);
        let mover = game.to_move(position);
        let mut best_code = None;
        for place in 0..count {
            let Candidate { step, code, .. } = self.pick(first + place);
            if between && !threatened && !game.is_noisy(position, step) {
                continue;
            }
            if !between && place >= WIDEST_WITHIN_TURN {
                // What was not looked at may be better, so a loss is not proven.
                best = best.max(1 - PROVEN);
                break;
            }
            let next = game.play(position, step);
            self.worker.codes[ply + 2] = code;
            let next_turns = turns + u32::from(game.is_between_turns(&next));
            let score = if game.to_move(&next) == mover {
                self.settle::<PV>(&next, alpha, beta, ply + 1, next_turns, depth - 1)
            } else {
                -self.settle::<PV>(&next, -beta, -alpha, ply + 1, next_turns, depth - 1)
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
                        self.lengthen_line(ply, step);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.worker.candidates.truncate(first);
        // Steps that are not noisy were not looked at either.
        if between && !threatened {
            best = best.max(standing);
        }
        if !self.worker.stopped {
            let bound = match () {
                () if best >= beta => Bound::Lower,
                () if best > old_alpha => Bound::Exact,
                () => Bound::Upper,
            };
            self.shared.table.put(key, Entry { step: best_code, score: to_table(best, turns), depth: 0, bound });
        }
        best
    }

    /// What is known of a node at once: that the search is over, that the game is, or that it is certain to be.
    #[inline]
    fn enter(&mut self, position: &G::Position, between: bool, ply: usize, turns: u32) -> Entered {
        let root = self.root;
        let game = &root.game;
        self.worker.nodes += 1;
        if self.worker.look(self.shared) {
            return Entered::Scored(DRAW);
        }
        let plain_key = game.key(position);
        let left = game.limit(position).map_or(u32::MAX, |(left, _)| left);
        if between {
            self.worker.keys[turns as usize] = plain_key;
            self.worker.deepest = self.worker.deepest.max(turns);
        }
        if between && ply > 0 {
            let mover = game.to_move(position);
            if let Some(outcome) = game.decided(position) {
                return Entered::Scored(match outcome.winner {
                    Some(winner) if winner == mover => WIN - turns as i32,
                    Some(_) => turns as i32 - WIN,
                    None => DRAW,
                });
            }
            if left == 0 {
                // The game's own result comes first, and a player without a legal turn has lost.
                return Entered::Scored(if game.result(position).is_some() { turns as i32 - WIN } else { DRAW });
            }
            let repeated = (4..=turns as usize).step_by(2).any(|back| {
                let key = self.worker.keys[turns as usize - back];
                key == plain_key
            });
            if repeated || !root.drawn.is_empty() && root.drawn.contains(&plain_key) {
                return Entered::Scored(DRAW);
            }
            if ply >= MOST_PLIES - 1 {
                return Entered::Scored(unproven(game.evaluate(position, &root.weights)));
            }
            if root.drawn.is_empty() {
                match game.outlook(position) {
                    Some(Outlook::Wins(n)) if n <= left => return Entered::Scored(WIN - (turns + n) as i32),
                    Some(Outlook::Loses(n)) if n <= left => return Entered::Scored((turns + n) as i32 - WIN),
                    _ => {}
                }
            }
        }
        let near_limit = if left <= NEAR_LIMIT { zobrist::mix(u64::from(left)) } else { 0 };
        Entered::Open { key: plain_key ^ root.salt ^ near_limit, left }
    }

    /// Whether what a game is certain of holds here: it does not count with draws by repetition and limits.
    #[inline]
    fn is_certain(&self, left: u32) -> bool {
        self.root.drawn.is_empty() && left > NEAR_LIMIT
    }

    /// Puts the steps of a node on the list, with how promising they are; gives the score that is certain if none of them
    /// is played, or of having none.
    #[inline]
    fn generate(
        &mut self,
        position: &G::Position,
        first: usize,
        ply: usize,
        turns: u32,
        left: u32,
        table_step: Option<u32>,
    ) -> i32 {
        let game = &self.root.game;
        let seat = game.to_move(position).index();
        let before = self.before(ply);
        let is_certain = self.is_certain(left);
        let Worker { history, candidates, .. } = &mut *self.worker;
        let mut add = |step| {
            let code = game.step_code(step);
            let order = if Some(code) == table_step {
                i32::MAX
            } else {
                let killer = if history.is_killer(ply, code) { 5_000 } else { 0 };
                game.hint(position, step) + history.value(seat, code, before) + killer
            };
            candidates.push(Candidate { step, code, order });
        };
        let mut certain = None;
        if is_certain && turns > 0 {
            certain = game.for_each_worthy_step(position, &mut add);
        } else {
            game.for_each_step(position, &mut add);
        }
        match certain {
            Some(Outlook::Wins(n)) => WIN - (turns + n) as i32,
            Some(Outlook::Loses(n)) => (turns + n) as i32 - WIN,
            // Without a legal turn the player to move has lost; with one, this is less than any step will score.
            None if candidates.len() == first => turns as i32 - WIN,
            None => -INFINITE,
        }
    }

    /// The best of the steps from this place on, exchanged to this place.
    #[inline]
    fn pick(&mut self, place: usize) -> Candidate<G::Step> {
        let left = &mut self.worker.candidates[place..];
        let mut best = 0;
        for other in 1..left.len() {
            if left[other].order > left[best].order {
                best = other;
            }
        }
        left.swap(0, best);
        left[0]
    }

    /// The last two steps before a node.
    #[inline]
    fn before(&self, ply: usize) -> [u32; 2] {
        [self.worker.codes[ply + 1], self.worker.codes[ply]]
    }

    /// The best line of a node: a step and the best line after it.
    fn lengthen_line(&mut self, ply: usize, step: G::Step) {
        let (upper, lower) = self.worker.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(step);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Learns from a step that cut off, and from those that were tried before it.
    fn learn(&mut self, first: usize, place: usize, depth: i32, seat: usize, before: [u32; 2], ply: usize) {
        let bonus = (24 * depth * depth + 60 * depth).min(1_800);
        let Worker { history, candidates, .. } = &mut *self.worker;
        let tried = &candidates[first..=first + place];
        let cutting = tried[place].code;
        history.learn(seat, cutting, before, bonus);
        history.set_killer(ply, cutting);
        for candidate in &tried[..place] {
            history.learn(seat, candidate.code, before, -bonus);
        }
    }
}

/// Whether a remembered result can be trusted with so many turns left before a limit.
fn fits(entry: &Entry, left: u32) -> bool {
    let score = i32::from(entry.score);
    !is_proven(score) || left <= NEAR_LIMIT || (WIN - score.abs()) as u32 <= left
}

/// Whether a remembered score is a proven result, which holds at any depth.
fn is_proof(entry: &Entry) -> bool {
    let score = i32::from(entry.score);
    score >= PROVEN && entry.bound != Bound::Upper || score <= -PROVEN && entry.bound != Bound::Lower
}

/// Whether a remembered score answers the question.
fn cuts(bound: Bound, score: i32, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}

/// Distances in the table count from the position itself.
fn to_table(score: i32, turns: u32) -> i16 {
    let turns = turns as i32;
    (match score {
        PROVEN.. => score + turns,
        _ if score <= -PROVEN => score - turns,
        _ => score,
    }) as i16
}

fn from_table(score: i16, turns: u32) -> i32 {
    let (score, turns) = (i32::from(score), turns as i32);
    match score {
        PROVEN.. => score - turns,
        _ if score <= -PROVEN => score + turns,
        _ => score,
    }
}
