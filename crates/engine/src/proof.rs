//! Forced wins by trying everything: what the search only thinks improbable is ruled out here for certain.
//!
//! The search of the engine proves wins, but leaves moves out that look bad, so it never proves that there is no win. This
//! leaves out only what a game is certain of. It is for short wins; how much it looks at is limited by its caller.
//!
//! It knows neither repetition nor limits. From a position in which a game begins that makes no difference as long as the
//! limit is further off than the horizon: whoever follows the shortest win gets nearer with every turn, so no position
//! stands twice.

use sanban_core::{GameExt, Heuristics, HeuristicsExt, Seat, StaticResult, Turn};
use std::collections::HashMap;
use std::rc::Rc;

/// More positions would have to be looked at than the caller allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeLimitReached;

/// What is known of a position: the winner wins within so many turns, does not within so many, and the key of the position
/// after the turn that showed it.
#[derive(Clone, Copy)]
struct Known {
    within: u32,
    not_within: u32,
    telling: u64,
}

/// Looks for the wins of one player. It remembers what it has found out from one question to the next.
pub struct Prover<G: Heuristics> {
    game: Rc<G>,
    weights: Vec<i32>,
    winner: Seat,
    known: HashMap<u64, Known>,
    /// By how many turns are left: the last two turns that won, or got away.
    telling: Vec<[Option<Turn<G::Step>>; 2]>,
    nodes: u64,
    most_nodes: u64,
}

impl<G: Heuristics> Prover<G> {
    /// Looks for wins of this player, at so many positions in all. The weights of the evaluation tell what to try first.
    pub fn new(game: G, weights: Vec<i32>, winner: Seat, most_nodes: u64) -> Self {
        Prover {
            game: Rc::new(game),
            weights,
            winner,
            known: HashMap::new(),
            telling: Vec::new(),
            nodes: 0,
            most_nodes,
        }
    }

    /// How many positions have been looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Within how many turns of either player the winner wins from a position between turns, at the soonest; nothing if not
    /// within `most`.
    pub fn soonest(&mut self, position: &G::Position, most: u32) -> Result<Option<u32>, NodeLimitReached> {
        for turns in 0..=most {
            if self.wins_within(position, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// Whether the winner can force a win within so many turns of either player from a position between turns.
    pub fn wins_within(&mut self, position: &G::Position, turns: u32) -> Result<bool, NodeLimitReached> {
        let game = Rc::clone(&self.game);
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return Err(NodeLimitReached);
        }

        // 1. What the rules say, and what the game is certain of.
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

        // 2. What is remembered.
        let key = game.key(position);
        if let Some(known) = self.known.get(&key)
            && (turns >= known.within || turns <= known.not_within)
        {
            return Ok(turns >= known.within);
        }

        // 3. Shorter wins first: they are found more quickly, and tell what to try.
        if turns > 2 && self.wins_within(position, turns - 2)? {
            return Ok(true);
        }

        // 4. One turn is enough for the winner to win, and for the other to get away: first what did so elsewhere.
        for turn in self.telling.get(turns as usize).cloned().into_iter().flatten().flatten() {
            if let Some(next) = self.played(position, &turn)
                && self.wins_within(&next, turns - 1)? == mine
            {
                return Ok(self.learn(key, turns, mine, Some((turn, game.key(&next)))));
            }
        }

        // 5. Then all turns.
        let mut nexts = self.nexts(position, turns, mine);
        if turns > 2 {
            nexts.sort_by_cached_key(|(_, next)| game.evaluate(next, &self.weights));
        }
        if let Some(known) = self.known.get(&key)
            && let Some(place) = nexts.iter().position(|(_, next)| game.key(next) == known.telling)
        {
            nexts.swap(0, place);
        }
        for (turn, next) in nexts {
            if self.wins_within(&next, turns - 1)? == mine {
                return Ok(self.learn(key, turns, mine, Some((turn, game.key(&next)))));
            }
        }
        Ok(self.learn(key, turns, !mine, None))
    }

    /// The moves of a win from a position in which it is forced within so many turns and not sooner, with replies that put it
    /// off the longest.
    pub fn line(&mut self, position: &G::Position, turns: u32) -> Result<Vec<Turn<G::Step>>, NodeLimitReached> {
        let game = Rc::clone(&self.game);
        let mut line = Vec::new();
        let (mut position, mut turns) = (*position, turns);
        while game.position_outcome(&position).is_none() {
            let mine = game.to_move(&position) == self.winner;
            let mut best: Option<(u32, Turn<G::Step>)> = None;
            for (_, turn) in game.moves(&position) {
                let next = game.after(&position, &turn);
                if mine && self.wins_within(&next, turns - 1)? {
                    best = Some((turns - 1, turn));
                    break;
                }
                let soonest = if mine { None } else { self.soonest(&next, turns - 1)? };
                if let Some(soonest) = soonest.filter(|&n| best.as_ref().is_none_or(|(most, _)| n > *most)) {
                    best = Some((soonest, turn));
                }
            }
            let (left, turn) = best.expect("a win is forced");
            position = game.after(&position, &turn);
            line.push(turn);
            turns = left;
        }
        Ok(line)
    }

    /// The position after a turn that was legal elsewhere, if it is legal here.
    fn played(&self, position: &G::Position, turn: &Turn<G::Step>) -> Option<G::Position> {
        let mut at = *position;
        for (place, &step) in turn.iter().enumerate() {
            let mut is_legal = place == 0 || !self.game.is_between_turns(&at);
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

    /// The turns that have to be tried, and where they lead.
    fn nexts(&self, position: &G::Position, turns: u32, mine: bool) -> Vec<(Turn<G::Step>, G::Position)> {
        let game = &self.game;
        let mut worthy = Vec::new();
        let left_out = game.for_each_search_step(position, |step| worthy.push(step));
        // What loses is not worth a try, unless it takes the winner too long.
        let is_lost = |n: u32| mine || n <= turns;
        let all = !matches!(left_out, None | Some(StaticResult::Loses(_)))
            || matches!(left_out, Some(StaticResult::Loses(n)) if !is_lost(n));
        let mut nexts = Vec::new();
        game.for_each_move(position, |turn, next| {
            if all || worthy.contains(&turn[0]) {
                nexts.push((turn.clone(), *next));
            }
        });
        nexts
    }

    /// Remembers whether the winner wins within so many turns, and the turn that showed it.
    fn learn(&mut self, key: u64, turns: u32, wins: bool, telling: Option<(Turn<G::Step>, u64)>) -> bool {
        let unknown = Known { within: u32::MAX, not_within: 0, telling: 0 };
        let known = self.known.entry(key).or_insert(unknown);
        if wins {
            known.within = known.within.min(turns);
        } else {
            known.not_within = known.not_within.max(turns);
        }
        if let Some((turn, next)) = telling {
            known.telling = next;
            let turns = turns as usize;
            if self.telling.len() <= turns {
                self.telling.resize(turns + 1, [None, None]);
            }
            let [first, second] = &mut self.telling[turns];
            if first.as_ref() != Some(&turn) {
                *second = first.replace(turn);
            }
        }
        wins
    }
}
