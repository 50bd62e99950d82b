//! Traps: choices after which the player loses at once, however the turn continues.

use crate::game::{Game, GameExt};
use crate::outcome::Seat;
use crate::progress::{PartialTurn, Touch};
use std::collections::HashMap;

/// The maximum number of positions to search. Beyond that, a choice counts as safe, so that a warning is always true.
const MAX_POSITIONS: u32 = 200_000;

/// The touches that may come next after which every way to complete the turn loses at once or lets the opponent win with the
/// next turn. `is_drawn` says whether the game is drawn when a turn leads to a position, by repetition or a limit.
pub(crate) fn losing_touches<G: Game>(
    game: &G,
    base: &G::Position,
    touches: &[Touch],
    is_drawn: &dyn Fn(&G::Position) -> bool,
) -> Vec<Touch> {
    let mut turn = PartialTurn::new(base);
    if touches.iter().any(|&touch| turn.touch(game, base, touch).is_err()) {
        return Vec::new();
    }
    let player = game.to_move(base);
    let mut search = TrapSearch { game, player, is_drawn, is_losing: HashMap::new(), budget: MAX_POSITIONS };
    let candidates = turn.candidates(game);
    let mut next = turn.next(game);
    next.retain(|&touch| {
        let is_chosen = |touches: &[Touch]| touches.get(turn.pending.len()) == Some(&touch);
        let mut chosen = candidates.iter().filter(|(_, touches)| is_chosen(touches));
        chosen.all(|(step, _)| search.is_losing(&game.play(&turn.position, *step)))
    });
    next
}

struct TrapSearch<'a, G: Game> {
    game: &'a G,
    player: Seat,
    is_drawn: &'a dyn Fn(&G::Position) -> bool,
    /// By the keys of positions within and after the turn.
    is_losing: HashMap<u64, bool>,
    budget: u32,
}

impl<G: Game> TrapSearch<'_, G> {
    /// Whether the player loses at once, in a position within or after the turn.
    fn is_losing(&mut self, position: &G::Position) -> bool {
        let key = self.game.key(position);
        if let Some(&known) = self.is_losing.get(&key) {
            return known;
        }
        let is_losing = if self.game.is_between_turns(position) {
            match self.game.position_outcome(position) {
                Some(outcome) => outcome.winner == Some(self.player.other()),
                None => !(self.is_drawn)(position) && self.opponent_wins(position),
            }
        } else {
            let mut steps = Vec::new();
            self.game.for_each_entry_step(position, |step| steps.push(step));
            steps.into_iter().all(|step| self.is_losing(&self.game.play(position, step)))
        };
        self.is_losing.insert(key, is_losing);
        is_losing
    }

    /// Whether the opponent can complete a turn that wins.
    fn opponent_wins(&mut self, position: &G::Position) -> bool {
        let mut steps = Vec::new();
        self.game.for_each_step(position, |step| steps.push(step));
        steps.into_iter().any(|step| {
            self.budget = self.budget.saturating_sub(1);
            let next = self.game.play(position, step);
            if self.budget == 0 {
                false
            } else if self.game.is_between_turns(&next) {
                let outcome = self.game.position_outcome(&next);
                outcome.is_some_and(|outcome| outcome.winner == Some(self.player.other()))
            } else {
                self.opponent_wins(&next)
            }
        })
    }
}
