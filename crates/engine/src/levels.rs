//! Opponents of graded strength: level 1 is for a person who has just learnt the rules, level 8 is the engine itself.
//!
//! A weak human doesn't play perfectly and then absurdly. It considers a few natural moves, overlooks the reply to some, and
//! plays one that seems good. A low level does the same: it samples candidate moves by their static evaluation, searches those
//! that it doesn't overlook, and samples one of them by score. Higher levels have more candidates, overlook less, search deeper,
//! and have a lower temperature. The highest search all moves and sample among the best lines. Each game sets its own parameters,
//! which the ladder command measures. Levels below 8 are limited by nodes, so they play the same on every machine.
//!
//! A game without a good evaluation can use Monte Carlo tree search for its levels instead: the lower ones search less and
//! sample their steps with a higher temperature.

use crate::alphabeta::AlphaBeta;
use crate::evaluation::Evaluator;
use crate::score::Score;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::heuristics::Level;
use sanban_core::{Game, GameExt, Heuristics, HeuristicsExt, Turn};

/// The range of levels.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// The player one level above this player's: `level:4` for `level:3`. `None` at the top, and for other players.
pub fn next_level(spec: &str) -> Option<String> {
    let next = spec.strip_prefix("level:")?.parse::<u8>().ok()? + 1;
    LEVELS.contains(&next).then(|| format!("level:{next}"))
}

/// The number of lines that a searching level samples from.
const SAMPLED_LINES: usize = 4;

/// A move with the score that a level gives it.
pub struct ScoredMove<S> {
    /// The move.
    pub turn: Turn<S>,
    /// The score for the player to move.
    pub score: Score,
}

/// A candidate move.
struct Candidate<G: Game> {
    /// The static evaluation with random noise, by which candidates are sampled.
    sample: f64,
    turn: Turn<G::Step>,
    next: G::Position,
    /// Whether the level overlooks the replies.
    is_blind_spot: bool,
}

/// A player of a level below 8.
pub struct LevelPlayer<G: Heuristics> {
    game: G,
    weights: Vec<i32>,
    level: Level,
    search: AlphaBeta<G>,
}

impl<G: Heuristics> LevelPlayer<G> {
    /// Creates a player of a level from 1 to 7.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn new(game: G, weights: Vec<i32>, level: u8) -> Self {
        let search = AlphaBeta::new(game.clone(), Evaluator::Terms(weights.clone()), 1 << 20, 1);
        LevelPlayer { game, weights, level: G::LEVELS[usize::from(level) - 1], search }
    }

    /// Clears everything learned in the last game.
    pub fn new_game(&mut self) {
        self.search.new_game();
    }

    /// The candidate moves in a position that is not over, the chosen one first, and the nodes searched. `history` is as for
    /// [`AlphaBeta::set_root`].
    pub fn choose(&mut self, position: &G::Position, history: &[u64], seed: u64) -> (Vec<ScoredMove<G::Step>>, u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut scored_moves, nodes) = if self.level.candidates == 0 {
            self.search.set_root(*position, history, SAMPLED_LINES);
            while self.search.nodes() < self.level.nodes && !self.search.is_finished() {
                self.search.run(self.level.nodes, &|| true);
            }
            let line =
                |line: crate::alphabeta::Line<G::Step>| ScoredMove { turn: line.turns[0].clone(), score: line.score };
            (self.search.lines().into_iter().map(line).collect(), self.search.nodes())
        } else {
            self.sample_candidates(position, history, &mut rng)
        };
        let chosen = sample(scored_moves.iter().map(|m| value(m.score)), self.level.temperature, &mut rng);
        scored_moves.swap(0, chosen);
        (scored_moves, nodes)
    }

    /// Samples candidate moves by their static evaluation, and searches those that it doesn't overlook.
    fn sample_candidates(
        &mut self,
        position: &G::Position,
        history: &[u64],
        rng: &mut ChaCha8Rng,
    ) -> (Vec<ScoredMove<G::Step>>, u64) {
        let game = self.game.clone();
        let mover = game.to_move(position);
        // Gumbel top-k sampling: the greatest values with noise are a softmax sample without replacement.
        let mut best: Vec<Candidate<G>> = Vec::new();
        let mut nodes = 0;
        game.for_each_move(position, |turn, next| {
            nodes += 1;
            let is_blind_spot = rng.random_bool(self.level.blind_spot);
            let static_value = match game.position_outcome(next).filter(|_| !is_blind_spot) {
                Some(outcome) => value(match outcome.winner {
                    Some(winner) if winner == mover => Score::Win(1),
                    Some(_) => Score::Loss(1),
                    None => Score::Centipawns(0),
                }),
                None => -f64::from(game.evaluate(next, &self.weights)),
            };
            let sample = static_value / self.level.temperature + gumbel_noise(rng);
            let index = best.partition_point(|candidate| candidate.sample >= sample);
            if index < self.level.candidates {
                best.truncate(self.level.candidates - 1);
                best.insert(index, Candidate { sample, turn: turn.clone(), next: *next, is_blind_spot });
            }
        });
        let share = self.level.nodes / best.len().max(1) as u64;
        let mut scored_moves = Vec::new();
        for Candidate { turn, next, is_blind_spot, .. } in best {
            let score = match game.position_outcome(&next) {
                Some(outcome) => match outcome.winner {
                    Some(winner) if winner == mover => Score::Win(1),
                    Some(_) => Score::Loss(1),
                    None => Score::Centipawns(0),
                },
                None if game.limit_reached(&next).is_some() => Score::Centipawns(0),
                None if is_blind_spot => Score::Centipawns(-game.evaluate(&next, &self.weights)),
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
                    self.search.lines()[0].score.for_opponent()
                }
            };
            scored_moves.push(ScoredMove { turn, score });
        }
        (scored_moves, nodes)
    }
}

/// A score as one number. Proven results count as a large but finite advantage, so that even they can be missed.
pub(crate) fn value(score: Score) -> f64 {
    match score {
        Score::Centipawns(n) => f64::from(n.clamp(-1500, 1500)),
        Score::Win(turns) => 2500.0 - f64::from(turns.min(50)) * 10.0,
        Score::Loss(turns) => -2500.0 + f64::from(turns.min(50)) * 10.0,
    }
}

/// Samples the index of a value from the softmax distribution.
pub(crate) fn sample(values: impl Iterator<Item = f64>, temperature: f64, rng: &mut ChaCha8Rng) -> usize {
    let samples = values.map(|value| value / temperature + gumbel_noise(rng));
    let best = samples.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(0, |(index, _)| index)
}

/// A random number of the standard Gumbel distribution.
fn gumbel_noise(rng: &mut ChaCha8Rng) -> f64 {
    -(-rng.random::<f64>().max(1e-12).ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_from_the_softmax_distribution() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut share = |temperature: f64| {
            let hits = (0..2000).filter(|_| sample([0.0, 50.0].into_iter(), temperature, &mut rng) == 1).count();
            hits as f64 / 2000.0
        };
        // For two values the softmax is the logistic function.
        assert!((share(50.0) - 0.731).abs() < 0.04);
        assert!((share(1000.0) - 0.512).abs() < 0.04);
        assert!(share(1.0) > 0.99);
    }
}
