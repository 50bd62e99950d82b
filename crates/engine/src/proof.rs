//! Forced wins by exhaustive search.
//!
//! The engine's search proves wins but prunes moves that look bad, so it never proves that there is no win. This search skips
//! only moves that the game proves to be bad. It is meant for short wins, and its caller limits the number of nodes.
//!
//! It ignores repetition and limits. From the start of a game that makes no difference as long as the limit is beyond the
//! horizon: the shortest win gets closer with every turn, so no position repeats.

use sanban_core::{GameExt, Heuristics, HeuristicsExt, Seat, StaticResult, Turn};
use std::collections::HashMap;
use std::rc::Rc;

/// The search needs more nodes than the caller allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeLimitReached;

/// The known results of a position.
#[derive(Clone, Copy)]
struct ProofEntry {
    /// The winner wins within this many turns.
    within: u32,
    /// The winner doesn't win within this many turns.
    not_within: u32,
    /// The key of the position after the turn that decided it.
    refutation_key: u64,
}

impl ProofEntry {
    const UNKNOWN: ProofEntry = ProofEntry { within: u32::MAX, not_within: 0, refutation_key: 0 };
}

/// Searches for forced wins of one player. It keeps its results from one query to the next.
pub struct Prover<G: Heuristics> {
    game: Rc<G>,
    weights: Vec<i32>,
    winner: Seat,
    entries: HashMap<u64, ProofEntry>,
    /// By the number of turns left: the last two turns that won or refuted a win.
    killers: Vec<[Option<Turn<G::Step>>; 2]>,
    nodes: u64,
    max_nodes: u64,
}

impl<G: Heuristics> Prover<G> {
    /// Creates a search for this player's wins that visits at most `max_nodes` positions. The evaluation's weights order the moves.
    pub fn new(game: G, weights: Vec<i32>, winner: Seat, max_nodes: u64) -> Self {
        Prover {
            game: Rc::new(game),
            weights,
            winner,
            entries: HashMap::new(),
            killers: Vec::new(),
            nodes: 0,
            max_nodes,
        }
    }

    /// The number of visited positions.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The smallest number of turns, of both players, within which the winner wins from a position between turns; `None` if it
    /// takes more than `max_turns`.
    pub fn shortest_win(&mut self, position: &G::Position, max_turns: u32) -> Result<Option<u32>, NodeLimitReached> {
        for turns in 0..=max_turns {
            if self.wins_within(position, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// Whether the winner can force a win within this many turns, of both players, from a position between turns.
    pub fn wins_within(&mut self, position: &G::Position, turns: u32) -> Result<bool, NodeLimitReached> {
        let game = Rc::clone(&self.game);
        self.nodes += 1;
        if self.nodes > self.max_nodes {
            return Err(NodeLimitReached);
        }

        // 1. Results by the rules, and proven results of the game.
        let immediate_outcome =
            if turns == 0 { game.position_outcome(position) } else { game.immediate_outcome(position) };
        if turns == 0 || immediate_outcome.is_some() {
            return Ok(immediate_outcome.is_some_and(|outcome| outcome.winner == Some(self.winner)));
        }
        let mine = game.to_move(position) == self.winner;
        match game.static_result(position) {
            Some(StaticResult::Wins(n)) if mine && n <= turns => return Ok(true),
            Some(StaticResult::Loses(n)) if !mine && n <= turns => return Ok(true),
            Some(StaticResult::Wins(_)) if !mine => return Ok(false),
            Some(StaticResult::Loses(_)) if mine => return Ok(false),
            _ => {}
        }
        if mine && turns < game.min_turns_to_win(position) {
            return Ok(false);
        }

        // 2. Stored results.
        let key = game.key(position);
        if let Some(entry) = self.entries.get(&key)
            && (turns >= entry.within || turns <= entry.not_within)
        {
            return Ok(turns >= entry.within);
        }

        // 3. Iterative deepening: shorter wins are found more quickly, and improve the move ordering.
        if turns > 2 && self.wins_within(position, turns - 2)? {
            return Ok(true);
        }

        // 4. One turn is enough for the winner to win, or for the opponent to escape. First try the turns that did so elsewhere.
        for turn in self.killers.get(turns as usize).cloned().into_iter().flatten().flatten() {
            if let Some(next) = self.play_if_legal(position, &turn)
                && self.wins_within(&next, turns - 1)? == mine
            {
                return Ok(self.store(key, turns, mine, Some((turn, game.key(&next)))));
            }
        }

        // 5. Then try all turns.
        let mut nexts = self.successors(position, turns, mine);
        if turns > 2 {
            nexts.sort_by_cached_key(|(_, next)| game.evaluate(next, &self.weights));
        }
        if let Some(entry) = self.entries.get(&key)
            && let Some(index) = nexts.iter().position(|(_, next)| game.key(next) == entry.refutation_key)
        {
            nexts.swap(0, index);
        }
        for (turn, next) in nexts {
            if self.wins_within(&next, turns - 1)? == mine {
                return Ok(self.store(key, turns, mine, Some((turn, game.key(&next)))));
            }
        }
        Ok(self.store(key, turns, !mine, None))
    }

    /// The moves of a shortest win, with the replies that delay it longest. The win is forced within exactly this many turns.
    pub fn line(&mut self, position: &G::Position, turns: u32) -> Result<Vec<Turn<G::Step>>, NodeLimitReached> {
        let game = Rc::clone(&self.game);
        let mut line = Vec::new();
        let (mut position, mut turns) = (*position, turns);
        while game.position_outcome(&position).is_none() {
            let mine = game.to_move(&position) == self.winner;
            let mut best: Option<(u32, Turn<G::Step>)> = None;
            for (_, turn) in game.moves(&position) {
                let next = game.position_after(&position, &turn);
                if mine && self.wins_within(&next, turns - 1)? {
                    best = Some((turns - 1, turn));
                    break;
                }
                let shortest = if mine { None } else { self.shortest_win(&next, turns - 1)? };
                if let Some(shortest) = shortest.filter(|&n| best.as_ref().is_none_or(|(longest, _)| n > *longest)) {
                    best = Some((shortest, turn));
                }
            }
            let (left, turn) = best.expect("a win is forced");
            position = game.position_after(&position, &turn);
            line.push(turn);
            turns = left;
        }
        Ok(line)
    }

    /// The position after a turn from elsewhere, if it is legal here.
    fn play_if_legal(&self, position: &G::Position, turn: &Turn<G::Step>) -> Option<G::Position> {
        let mut at = *position;
        for (index, &step) in turn.iter().enumerate() {
            let mut is_legal = index == 0 || !self.game.is_between_turns(&at);
            if is_legal {
                is_legal = false;
                self.game.for_each_step(&at, |legal| is_legal |= legal == step);
            }
            if !is_legal {
                return None;
            }
            at = self.game.play(&at, step);
        }
        self.game.is_between_turns(&at).then_some(at)
    }

    /// The turns that must be searched, with the positions after them.
    fn successors(&self, position: &G::Position, turns: u32, mine: bool) -> Vec<(Turn<G::Step>, G::Position)> {
        let game = &self.game;
        let mut search_steps = Vec::new();
        let left_out = game.for_each_search_step(position, |step| search_steps.push(step));
        // Losing steps can be skipped, unless the winner needs too many turns to punish them.
        let is_lost = |n: u32| mine || n <= turns;
        let all = !matches!(left_out, None | Some(StaticResult::Loses(_)))
            || matches!(left_out, Some(StaticResult::Loses(n)) if !is_lost(n));
        let mut nexts = Vec::new();
        game.for_each_move(position, |turn, next| {
            if all || search_steps.contains(&turn[0]) {
                nexts.push((turn.clone(), *next));
            }
        });
        nexts
    }

    /// Stores whether the winner wins within this many turns, with the turn that decided it and the key after it. Returns `wins`.
    fn store(&mut self, key: u64, turns: u32, wins: bool, deciding_turn: Option<(Turn<G::Step>, u64)>) -> bool {
        let entry = self.entries.entry(key).or_insert(ProofEntry::UNKNOWN);
        if wins {
            entry.within = entry.within.min(turns);
        } else {
            entry.not_within = entry.not_within.max(turns);
        }
        if let Some((turn, next)) = deciding_turn {
            entry.refutation_key = next;
            let turns = turns as usize;
            if self.killers.len() <= turns {
                self.killers.resize(turns + 1, [None, None]);
            }
            let [first, second] = &mut self.killers[turns];
            if first.as_ref() != Some(&turn) {
                *second = first.replace(turn);
            }
        }
        wins
    }
}
