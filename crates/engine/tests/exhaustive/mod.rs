//! The truth about positions, by trying everything: plain, slow, and sharing nothing with the search but the rules.

use sanban_core::{Game, Knowledge, Rules};
use sanban_games::registry::{self, Visitor};

/// What is true of the player to move, looking so many turns ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
pub fn truth<G: Game>(
    game: &G,
    position: &G::Position,
    stood: &mut Vec<u64>,
    turns: u32,
    budget: &mut u64,
) -> Option<Truth> {
    *budget = budget.checked_sub(1)?;
    let me = game.to_move(position);
    if let Some(outcome) = game.result(position) {
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

        fn visit<G: Knowledge>(mut self, rules: &Rules) -> Option<Truth> {
            let game = G::new(rules);
            let position = game.parse_position(self.0).expect("a position");
            let mut stood = if rules.is_on("repetition") { vec![game.key(&position)] } else { Vec::new() };
            truth(&game, &position, &mut stood, self.1, &mut self.2)
        }
    }
    registry::visit(rules, Ask(position, turns, budget))
}
