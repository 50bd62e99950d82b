//! Exhaustive search as a reference: simple, slow, and independent of the engine except for the rules.

use sanban_core::{Game, GameExt, Heuristics, Rules, Seat};
use sanban_games::registry::{self, Visitor};
use std::collections::HashMap;

/// The exact result for the player to move within a horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code)]
pub enum Truth {
    /// Wins within exactly this many turns.
    Wins(u32),
    /// Loses within exactly this many turns with the longest defence.
    Loses(u32),
    /// Neither wins nor loses within the horizon.
    Open,
}

/// Searches all moves for `turns` turns. `history` has the keys of all positions of the game so far, this one last; it is empty
/// where repetition doesn't draw. Returns `None` if that takes more than `budget` positions.
#[allow(dead_code)]
pub fn truth<G: Game>(
    game: &G,
    position: &G::Position,
    history: &mut Vec<u64>,
    turns: u32,
    budget: &mut u64,
) -> Option<Truth> {
    *budget = budget.checked_sub(1)?;
    let me = game.to_move(position);
    if let Some(outcome) = game.position_outcome(position) {
        return Some(outcome.winner.map_or(Truth::Open, |w| if w == me { Truth::Wins(0) } else { Truth::Loses(0) }));
    }
    let repeated = history.len() >= 3 && history.iter().filter(|key| Some(*key) == history.last()).count() >= 3;
    if turns == 0 || repeated || game.limit_reached(position).is_some() {
        return Some(Truth::Open);
    }
    // The nearest win, or else the latest loss if all moves lose.
    for ahead in 1..=turns {
        let (mut wins, mut is_open, mut is_over_budget) = (false, false, false);
        let mut latest = 0;
        game.for_each_move(position, |_, next| {
            if wins || is_over_budget || is_open && ahead < turns {
                return;
            }
            if !history.is_empty() {
                history.push(game.key(next));
            }
            let after = truth(game, next, history, ahead - 1, budget);
            history.pop();
            // The same player may be to move again, and a turn may lose the game for its mover.
            let mover_next = game.to_move(next);
            match after {
                None => is_over_budget = true,
                Some(Truth::Open) => is_open = true,
                Some(Truth::Wins(n)) if mover_next != me => latest = latest.max(n + 1),
                Some(Truth::Loses(n)) if mover_next == me => latest = latest.max(n + 1),
                Some(_) => wins = true,
            }
        });
        if is_over_budget {
            return None;
        }
        if wins {
            return Some(Truth::Wins(ahead));
        }
        if !is_open {
            return Some(Truth::Loses(latest));
        }
    }
    Some(Truth::Open)
}

/// The exact result of a position's text.
#[allow(dead_code)]
pub fn truth_of_text(rules: &Rules, position: &str, turns: u32, budget: u64) -> Option<Truth> {
    struct TruthVisitor<'a>(&'a str, u32, u64);
    impl Visitor for TruthVisitor<'_> {
        type Output = Option<Truth>;

        fn visit<G: Heuristics>(mut self, rules: &Rules) -> Option<Truth> {
            let game = G::new(rules);
            let position = game.parse_position(self.0).expect("a position");
            let mut history = if rules.is_on("repetition") { vec![game.key(&position)] } else { Vec::new() };
            truth(&game, &position, &mut history, self.1, &mut self.2)
        }
    }
    registry::visit(rules, TruthVisitor(position, turns, budget))
}

/// The known results of a position.
#[derive(Clone, Copy)]
struct SolverEntry {
    /// The winner wins within this many turns.
    within: u32,
    /// The winner doesn't win within this many turns.
    not_within: u32,
    /// The key of the position after the turn that decided it.
    refutation_key: u64,
}

/// Searches exhaustively for forced wins, with a table, for longer wins than [`truth`] has time for.
///
/// It ignores repetition and limits. From the start of a game that makes no difference as long as the limit is beyond the
/// horizon: the shortest win gets closer with every turn, so no position repeats.
#[allow(dead_code)]
pub struct Solver<'a, G: Game> {
    game: &'a G,
    winner: Seat,
    entries: HashMap<u64, SolverEntry>,
    budget: u64,
}

#[allow(dead_code)]
impl<'a, G: Game> Solver<'a, G> {
    /// The smallest number of turns within which the player to move wins; `None` if it takes more than `max_turns` or more than
    /// `budget` positions. Also returns the number of visited positions.
    pub fn win(game: &'a G, position: &G::Position, max_turns: u32, budget: u64) -> (Option<u32>, u64) {
        assert!(game.limit(position).is_none_or(|(left, _)| left > max_turns), "the limit is beyond the horizon");
        let mut solver = Solver { game, winner: game.to_move(position), entries: HashMap::new(), budget };
        let turns = (1..=max_turns).map_while(|turns| Some((turns, solver.is_forced(position, turns)?)));
        let turns = turns.filter(|&(_, forced)| forced).map(|(turns, _)| turns).next();
        (turns, budget - solver.budget)
    }

    /// Whether the winner can force a win within this many turns.
    fn is_forced(&mut self, position: &G::Position, turns: u32) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        if let Some(outcome) = self.game.position_outcome(position) {
            return Some(outcome.winner == Some(self.winner));
        }
        if turns == 0 {
            return Some(false);
        }
        let key = self.game.key(position);
        let unknown = SolverEntry { within: u32::MAX, not_within: 0, refutation_key: 0 };
        let mut entry = self.entries.get(&key).copied().unwrap_or(unknown);
        if turns >= entry.within || turns <= entry.not_within {
            return Some(turns >= entry.within);
        }
        // Iterative deepening: shorter wins are found more quickly, and improve the move ordering.
        if turns > 2 {
            if self.is_forced(position, turns - 2)? {
                return Some(true);
            }
            entry = self.entries.get(&key).copied().unwrap_or(unknown);
        }
        let mut nexts = Vec::new();
        self.game.for_each_move(position, |_, next| nexts.push(*next));
        if let Some(index) = nexts.iter().position(|next| self.game.key(next) == entry.refutation_key) {
            nexts.swap(0, index);
        }
        // One turn is enough for the winner to win, or for the opponent to escape.
        let is_winner_to_move = self.game.to_move(position) == self.winner;
        let mut is_forced = !is_winner_to_move;
        for next in nexts {
            if self.is_forced(&next, turns - 1)? == is_winner_to_move {
                is_forced = is_winner_to_move;
                entry.refutation_key = self.game.key(&next);
                break;
            }
        }
        if is_forced {
            entry.within = turns;
        } else {
            entry.not_within = turns;
        }
        self.entries.insert(key, entry);
        Some(is_forced)
    }
}
