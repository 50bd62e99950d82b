//! Opponents for everyone: levels from 1, for a person who has just learnt the rules, up to 7; level 8 is the engine itself.
//!
//! A weak player does not play perfectly and then throws a piece away. It thinks of a few moves that look natural,
//! overlooks the answer to some of them, and takes one that seems good. So does a level: it draws the moves that it
//! considers from all moves by their evaluation at first sight, looks a little into those that it does not overlook, and
//! draws one of them by its score. Higher levels consider more, overlook less, look further and are less easily tempted;
//! the highest search all moves together and draw among the best few. How much of each is a game's to say, since the same
//! slip costs more in one than in another; the ladder command measures it. Levels below 8 are limited by nodes, so that they are
//! the same on every machine.

use crate::alphabeta::AlphaBeta;
use crate::score::Score;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::heuristics::Level;
use sanban_core::{Game, GameExt, Heuristics, HeuristicsExt, Turn};

/// The levels there are.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// Lines among which a level that searches draws.
const LINES: usize = 4;

/// A move with the score that a level gives it.
pub struct ScoredMove<S> {
    /// The move.
    pub turn: Turn<S>,
    /// Its score for the player to move.
    pub score: Score,
}

/// A move that was drawn to be considered: how high, what it leads to, and whether the answer is overlooked.
type Drawn<G> = (f64, Turn<<G as Game>::Step>, <G as Game>::Position, bool);

/// A player of a level below 8.
pub struct LevelPlayer<G: Heuristics> {
    game: G,
    weights: Vec<i32>,
    level: Level,
    search: AlphaBeta<G>,
}

impl<G: Heuristics> LevelPlayer<G> {
    /// A player of a level from 1 to 7.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn new(game: G, weights: Vec<i32>, level: u8) -> Self {
        let search = AlphaBeta::new(game.clone(), weights.clone(), 1 << 20, 1);
        LevelPlayer { game, weights, level: G::LEVELS[usize::from(level) - 1], search }
    }

    /// Clears everything learned in the last game.
    pub fn new_game(&mut self) {
        self.search.new_game();
    }

    /// The moves that it considers in a position in which the game is not over, the chosen one first, and the nodes searched.
    /// `history` is as for [`AlphaBeta::set_root`].
    pub fn choose(&mut self, position: &G::Position, history: &[u64], seed: u64) -> (Vec<ScoredMove<G::Step>>, u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut scored_moves, nodes) = if self.level.candidates == 0 {
            self.search.set_root(*position, history, LINES);
            while self.search.nodes() < self.level.nodes && !self.search.is_finished() {
                self.search.run(self.level.nodes, &|| true);
            }
            let line =
                |line: crate::alphabeta::Line<G::Step>| ScoredMove { turn: line.turns[0].clone(), score: line.score };
            (self.search.lines().into_iter().map(line).collect(), self.search.nodes())
        } else {
            self.consider(position, history, &mut rng)
        };
        let chosen = drawn(scored_moves.iter().map(|j| value(j.score)), self.level.temperature, &mut rng);
        scored_moves.swap(0, chosen);
        (scored_moves, nodes)
    }

    /// Draws a few moves by how they look, and looks into those that it does not overlook.
    fn consider(
        &mut self,
        position: &G::Position,
        history: &[u64],
        rng: &mut ChaCha8Rng,
    ) -> (Vec<ScoredMove<G::Step>>, u64) {
        let game = self.game.clone();
        let mover = game.to_move(position);
        // The moves with the greatest sums of how they look and of chance are those that would be drawn one by one.
        let mut best: Vec<Drawn<G>> = Vec::new();
        let mut nodes = 0;
        game.for_each_move(position, |turn, next| {
            nodes += 1;
            let overlooked = rng.random_bool(self.level.blind_spot);
            let look = match game.position_outcome(next).filter(|_| !overlooked) {
                Some(outcome) => value(match outcome.winner {
                    Some(winner) if winner == mover => Score::Win(1),
                    Some(_) => Score::Loss(1),
                    None => Score::Centipawns(0),
                }),
                None => -f64::from(game.evaluate(next, &self.weights)),
            };
            let drawn = look / self.level.temperature - (-rng.random::<f64>().max(1e-12).ln()).ln();
            let place = best.partition_point(|b| b.0 >= drawn);
            if place < self.level.candidates {
                best.truncate(self.level.candidates - 1);
                best.insert(place, (drawn, turn.clone(), *next, overlooked));
            }
        });
        let share = self.level.nodes / best.len().max(1) as u64;
        let mut scored_moves = Vec::new();
        for (_, turn, next, overlooked) in best {
            let score = match game.position_outcome(&next) {
                Some(outcome) => match outcome.winner {
                    Some(winner) if winner == mover => Score::Win(1),
                    Some(_) => Score::Loss(1),
                    None => Score::Centipawns(0),
                },
                None if game.limit_reached(&next).is_some() => Score::Centipawns(0),
                None if overlooked => Score::Centipawns(-game.evaluate(&next, &self.weights)),
                None => {
                    let mut history = history.to_vec();
                    if !history.is_empty() {
                        history.push(game.key(&next));
                    }
                    self.search.set_root(next, &history, 1);
                    while self.search.nodes() < share && !self.search.is_finished() {
                        self.search.run(share, &|| true);
                    }
                    nodes += self.search.nodes();
                    self.search.lines()[0].score.reversed()
                }
            };
            scored_moves.push(ScoredMove { turn, score });
        }
        (scored_moves, nodes)
    }
}

/// A score as one number: proven results are as good as a great advantage, so that even they can be missed.
fn value(score: Score) -> f64 {
    match score {
        Score::Centipawns(n) => f64::from(n.clamp(-1500, 1500)),
        Score::Win(turns) => 2500.0 - f64::from(turns.min(50)) * 10.0,
        Score::Loss(turns) => -2500.0 + f64::from(turns.min(50)) * 10.0,
    }
}

/// Draws one of several values, the greater ones more often.
fn drawn(values: impl Iterator<Item = f64>, temperature: f64, rng: &mut ChaCha8Rng) -> usize {
    let chances = values.map(|value| value / temperature - (-rng.random::<f64>().max(1e-12).ln()).ln());
    let best = chances.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_values_are_drawn_more_often_the_colder_it_is() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut share = |temperature: f64| {
            let hits = (0..2000).filter(|_| drawn([0.0, 50.0].into_iter(), temperature, &mut rng) == 1).count();
            hits as f64 / 2000.0
        };
        // The share of the greater is that of the logistic curve.
        assert!((share(50.0) - 0.731).abs() < 0.04);
        assert!((share(1000.0) - 0.512).abs() < 0.04);
        assert!(share(1.0) > 0.99);
    }
}
