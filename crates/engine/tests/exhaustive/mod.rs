//! The truth about positions, by trying everything: plain, slow, and sharing nothing with the search but the rules.

use sanban_core::{Game, GameExt, Heuristics, Rules, Seat};
use sanban_games::registry::{self, Visitor};
use std::collections::HashMap;

/// What is true of the player to move, looking so many turns ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code)]
pub enum Truth {
    /// Wins within so many turns, and not sooner.
    Wins(u32),
    /// Loses within so many turns, and cannot put it off.
    Loses(u32),
    /// Neither within the horizon.
    Open,
}

/// Looks so many turns ahead. `stood` has the keys of all positions of the game so far, this one last, if repetition
/// draws, else none. Nothing if more than `budget` positions would have to be looked at.
#[allow(dead_code)]
pub fn truth<G: Game>(
    game: &G,
    position: &G::Position,
    stood: &mut Vec<u64>,
    turns: u32,
    budget: &mut u64,
) -> Option<Truth> {
    *budget = budget.checked_sub(1)?;
    let me = game.to_move(position);
    if let Some(outcome) = game.position_outcome(position) {
        return Some(outcome.winner.map_or(Truth::Open, |w| if w == me { Truth::Wins(0) } else { Truth::Loses(0) }));
    }
    let repeated = stood.len() >= 3 && stood.iter().filter(|key| Some(*key) == stood.last()).count() >= 3;
    if turns == 0 || repeated || game.limit_reached(position).is_some() {
        return Some(Truth::Open);
    }
    // The nearest win of all, else the latest loss if nothing else is left.
    for ahead in 1..=turns {
        let (mut wins, mut open, mut spent) = (false, false, false);
        let mut latest = 0;
        game.for_each_move(position, |_, next| {
            if wins || spent || open && ahead < turns {
                return;
            }
            if !stood.is_empty() {
                stood.push(game.key(next));
            }
            let after = truth(game, next, stood, ahead - 1, budget);
            stood.pop();
            // A game may end by its own mover's turn, whoever wins.
            let mover_next = game.to_move(next);
            match after {
                None => spent = true,
                Some(Truth::Open) => open = true,
                Some(Truth::Wins(n)) if mover_next != me => latest = latest.max(n + 1),
                Some(Truth::Loses(n)) if mover_next == me => latest = latest.max(n + 1),
                Some(_) => wins = true,
            }
        });
        if spent {
            return None;
        }
        if wins {
            return Some(Truth::Wins(ahead));
        }
        if !open {
            return Some(Truth::Loses(latest));
        }
    }
    Some(Truth::Open)
}

/// The truth about a position's text under some rules.
#[allow(dead_code)]
pub fn truth_of_text(rules: &Rules, position: &str, turns: u32, budget: u64) -> Option<Truth> {
    struct Ask<'a>(&'a str, u32, u64);
    impl Visitor for Ask<'_> {
        type Output = Option<Truth>;

        fn visit<G: Heuristics>(mut self, rules: &Rules) -> Option<Truth> {
            let game = G::new(rules);
            let position = game.parse_position(self.0).expect("a position");
            let mut stood = if rules.is_on("repetition") { vec![game.key(&position)] } else { Vec::new() };
            truth(&game, &position, &mut stood, self.1, &mut self.2)
        }
    }
    registry::visit(rules, Ask(position, turns, budget))
}

/// What is known of a position: its winner wins within so many turns, does not within so many, and the turn that showed it.
#[derive(Clone, Copy)]
struct Known {
    within: u32,
    not_within: u32,
    telling: u64,
}

/// Whether a player can force a win, by trying everything, for longer wins than [`truth`] has time for: it remembers
/// positions, and tries first what told the result before.
///
/// It knows neither repetition nor limits. From a position in which a game begins that makes no difference as long as the
/// limit is further off than the horizon: whoever follows the shortest win gets nearer with every turn, so no position
/// stands twice.
#[allow(dead_code)]
pub struct Solver<'a, G: Game> {
    game: &'a G,
    winner: Seat,
    known: HashMap<u64, Known>,
    budget: u64,
}

#[allow(dead_code)]
impl<'a, G: Game> Solver<'a, G> {
    /// In how many turns the player to move wins, at the soonest; nothing if not within `most` turns, or if more than
    /// `budget` positions would have to be looked at. Also gives how many were.
    pub fn win(game: &'a G, position: &G::Position, most: u32, budget: u64) -> (Option<u32>, u64) {
        assert!(game.limit(position).is_none_or(|(left, _)| left > most), "the limit must be further off");
        let mut solver = Solver { game, winner: game.to_move(position), known: HashMap::new(), budget };
        let turns = (1..=most).map_while(|turns| Some((turns, solver.is_forced(position, turns)?)));
        let turns = turns.filter(|&(_, forced)| forced).map(|(turns, _)| turns).next();
        (turns, budget - solver.budget)
    }

    /// Whether the winner wins within so many turns, whatever the other does.
    fn is_forced(&mut self, position: &G::Position, turns: u32) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        if let Some(outcome) = self.game.position_outcome(position) {
            return Some(outcome.winner == Some(self.winner));
        }
        if turns == 0 {
            return Some(false);
        }
        let key = self.game.key(position);
        let unknown = Known { within: u32::MAX, not_within: 0, telling: 0 };
        let mut known = self.known.get(&key).copied().unwrap_or(unknown);
        if turns >= known.within || turns <= known.not_within {
            return Some(turns >= known.within);
        }
        // Shorter wins first: they are found more quickly, and tell what to try.
        if turns > 2 {
            if self.is_forced(position, turns - 2)? {
                return Some(true);
            }
            known = self.known.get(&key).copied().unwrap_or(unknown);
        }
        let mut nexts = Vec::new();
        self.game.for_each_move(position, |_, next| nexts.push(*next));
        if let Some(place) = nexts.iter().position(|next| self.game.key(next) == known.telling) {
            nexts.swap(0, place);
        }
        // One turn is enough for the winner to win, and for the other to get away.
        let enough = self.game.to_move(position) == self.winner;
        let mut forced = !enough;
        for next in nexts {
            if self.is_forced(&next, turns - 1)? == enough {
                forced = enough;
                known.telling = self.game.key(&next);
                break;
            }
        }
        if forced {
            known.within = turns;
        } else {
            known.not_within = turns;
        }
        self.known.insert(key, known);
        Some(forced)
    }
}
