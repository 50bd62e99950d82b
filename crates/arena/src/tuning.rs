//! Tuning the weights of an evaluation from self-play.
//!
//! The engine plays itself from random openings, and every quiet position is kept with what a search expected of it and
//! how the game ended: a line of text each, so that gathering can be broken off and gone on with. Then the weights are
//! found with which the evaluation, read as an expected score, comes closest to both.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::heuristics::{read_weights, write_weights};
use sanban_core::rejection::{Rejection, common};
use sanban_core::{Heuristics, Rules, Seat, zobrist};
use sanban_engine::handle::{self, SearchKind, think};
use sanban_engine::score::{Score, expected};
use sanban_engine::{Limits, Searcher};
use sanban_games::registry::{self, Visitor};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How positions are gathered.
#[derive(Clone, Debug)]
pub struct Gathering<'a> {
    /// The rules to play by.
    pub rules: &'a Rules,
    /// The weights to play with, as their files write them.
    pub weights: &'a str,
    /// How many nodes a move is thought about.
    pub nodes: u64,
    /// The most random moves that open a game; at least two are played.
    pub plies: u32,
    /// How many games are played at a time.
    pub threads: u16,
    /// Makes chance repeatable.
    pub seed: u64,
}

/// Plays games until `done` says that there are enough, or `stop` is set; it is given the lines of each game.
pub fn gather(gathering: &Gathering<'_>, stop: &AtomicBool, done: &mut dyn FnMut(&[String]) -> bool) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(0);
        for _ in 0..gathering.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let kind = SearchKind::AlphaBeta { weights: gathering.weights, threads: 1 };
                let mut searcher = handle::open(gathering.rules, kind, 4);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let mut rng = ChaCha8Rng::seed_from_u64(zobrist::mix(gathering.seed) ^ number);
                    let lines = game_lines(gathering, &mut *searcher, stop, &mut rng);
                    if sender.send(lines).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for lines in receiver {
            if !stop.load(Ordering::Relaxed) && !done(&lines) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
}

/// Longer games are cut off as draws.
const MAX_TURNS: usize = 2000;

/// Plays one game and returns a line for each of its quiet positions: its text, the expected score and the result, both for
/// the player to move. Nothing if it was stopped.
fn game_lines(
    gathering: &Gathering<'_>,
    searcher: &mut dyn Searcher,
    stop: &AtomicBool,
    rng: &mut ChaCha8Rng,
) -> Vec<String> {
    let mut session = registry::open(gathering.rules.clone(), None).expect("the start");
    let mut positions = Vec::new();
    let opening = rng.random_range(2..=gathering.plies.max(2)) as usize;
    searcher.new_game();
    let winner = loop {
        if let Some(outcome) = session.outcome() {
            break outcome.winner;
        }
        if session.played().len() >= MAX_TURNS {
            break None;
        }
        let text = if session.played().len() < opening {
            session.random_move(rng)
        } else {
            let limits = Limits { time: None, nodes: Some(gathering.nodes), ..Limits::default() };
            let keep_going = &|| !stop.load(Ordering::Relaxed);
            searcher.set_position(&*session, 1, 0);
            let thought = think(searcher, limits, &|| Duration::ZERO, keep_going, &mut |_| {});
            if !thought.is_complete {
                return Vec::new();
            }
            let (mover, score) = (session.to_move(), thought.report.lines[0].score);
            if searcher.is_quiet() {
                positions.push((session.position_text(), mover, score.expected()));
            }
            // The rest of a game whose end is proven would say the same again and again.
            match score {
                Score::Win(_) => break Some(mover),
                Score::Loss(_) => break Some(mover.other()),
                Score::Centipawns(_) => {}
            }
            thought.report.best().to_string()
        };
        session.play(&text).expect("a legal move");
    };
    let line = |(position, mover, expected): &(String, Seat, f64)| {
        let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == *mover)));
        format!("{position};{expected:.4};{result}")
    };
    positions.iter().map(line).collect()
}

/// What came of fitting weights.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights, as their files write them.
    pub weights: String,
    /// How far the evaluation was from what it should say before and after, in the mean: a cross-entropy.
    pub loss: [f64; 2],
}

/// How often all positions are gone through.
pub const ROUNDS: u32 = 300;

/// How much the result of the game counts, beside what the search expected.
const RESULT_SHARE: f64 = 0.6;

/// Fits weights to lines of positions, beginning with the given ones. `done` hears of each round, and ends it early by
/// returning false.
pub fn fit(rules: &Rules, weights: &str, lines: &str, done: &mut dyn FnMut(u32) -> bool) -> Result<Fitted, Rejection> {
    struct Fit<'a, 'b>(&'a str, &'a str, &'b mut dyn FnMut(u32) -> bool);
    impl Visitor for Fit<'_, '_> {
        type Output = Result<Fitted, Rejection>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            let Fit(weights, lines, done) = self;
            let game = G::new(rules);
            let weights = read_weights(G::TERMS, weights).expect("weights of this game");
            let mut samples = Samples::default();
            samples.add_all(&game, lines)?;
            let start: Vec<f64> = weights.iter().map(|&w| f64::from(w)).collect();
            let (fitted, loss) = samples.fit(start, done);
            let rounded: Vec<i32> = fitted.iter().map(|w| w.round() as i32).collect();
            Ok(Fitted { weights: write_weights(G::TERMS, &rounded), loss })
        }
    }
    registry::visit(rules, Fit(weights, lines, done))
}

/// Whether lines are positions of this game.
pub fn check(rules: &Rules, lines: &str) -> Result<(), Rejection> {
    struct Check<'a>(&'a str);
    impl Visitor for Check<'_> {
        type Output = Result<(), Rejection>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            let game = G::new(rules);
            let mut samples = Samples::default();
            samples.add_all(&game, self.0)
        }
    }
    registry::visit(rules, Check(lines))
}

/// The terms of many positions, and what their sums should be.
#[derive(Default)]
struct Samples {
    terms: Vec<(u16, f32)>,
    /// Where each position's terms end, and what is expected of it.
    positions: Vec<(usize, f32)>,
}

impl Samples {
    fn add_all<G: Heuristics>(&mut self, game: &G, lines: &str) -> Result<(), Rejection> {
        for (number, line) in lines.lines().enumerate() {
            self.add(game, line).ok_or_else(|| common::BAD_SAMPLE.with(&[&(number + 1)]))?;
        }
        Ok(())
    }

    fn add<G: Heuristics>(&mut self, game: &G, line: &str) -> Option<()> {
        let mut parts = line.split(';');
        let position = game.parse_position(parts.next()?).ok()?;
        let expected: f64 = parts.next()?.parse().ok()?;
        let result: f64 = parts.next()?.parse().ok()?;
        let mut counts: HashMap<usize, i32> = HashMap::new();
        game.for_each_term(&position, |place, count| *counts.entry(place).or_insert(0) += count);
        self.terms.extend(counts.iter().filter(|(_, n)| **n != 0).map(|(&place, &n)| (place as u16, n as f32)));
        // Terms in the order of their places make rounds the same whatever the map's order was.
        let begin = self.positions.last().map_or(0, |p| p.0);
        self.terms[begin..].sort_by_key(|term| term.0);
        let target = RESULT_SHARE * result + (1.0 - RESULT_SHARE) * expected;
        self.positions.push((self.terms.len(), target as f32));
        Some(())
    }

    /// Adam on all positions at once, with a slight pull of every weight towards zero.
    fn fit(&self, mut weights: Vec<f64>, done: &mut dyn FnMut(u32) -> bool) -> (Vec<f64>, [f64; 2]) {
        const PULL: f64 = 2e-7;
        let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
        let mut losses = [0.0; 2];
        let count = self.positions.len().max(1) as f64;
        for round in 0..=ROUNDS {
            let mut slope = vec![0.0; weights.len()];
            let (mut loss, mut begin) = (0.0, 0);
            for &(end, target) in &self.positions {
                let terms = &self.terms[begin..end];
                begin = end;
                let sum: f64 = terms.iter().map(|&(place, n)| weights[usize::from(place)] * f64::from(n)).sum();
                let (said, target) = (expected(sum).clamp(1e-9, 1.0 - 1e-9), f64::from(target));
                loss -= target * said.ln() + (1.0 - target) * (1.0 - said).ln();
                for &(place, n) in terms {
                    slope[usize::from(place)] += (said - target) * f64::from(n);
                }
            }
            losses[usize::from(round > 0)] = loss / count;
            if round == ROUNDS || !done(round) {
                break;
            }
            let rate = 4.0 * (1.0 - f64::from(round) / f64::from(ROUNDS)) + 0.05;
            for place in 0..weights.len() {
                let g = slope[place] / count + PULL * weights[place];
                mean[place] = 0.9 * mean[place] + 0.1 * g;
                square[place] = 0.999 * square[place] + 0.001 * g * g;
                let at = f64::from(round + 1);
                let (m, s) = (mean[place] / (1.0 - 0.9f64.powf(at)), square[place] / (1.0 - 0.999f64.powf(at)));
                weights[place] -= rate * m / (s.sqrt() + 1e-8);
            }
        }
        (weights, losses)
    }
}
