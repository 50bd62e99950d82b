//! Tuning of evaluation weights from self-play (Texel tuning).
//!
//! The engine plays itself from random openings. Each quiet position becomes a sample: a line of text with the position, the
//! search's expected score and the game's result. Samples can be collected in several runs. Then the weights are fitted so
//! that the evaluation, read as an expected score, comes closest to both.

use crate::codes;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::heuristics::{read_weights, write_weights};
use sanban_core::rejection::Rejection;
use sanban_core::{Heuristics, Rules, Seat, zobrist};
use sanban_engine::handle::{self, SearchKind, think};
use sanban_engine::score::{Score, expected};
use sanban_engine::{Limits, Searcher};
use sanban_games::registry::{self, Visitor};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How to collect samples.
#[derive(Clone, Debug)]
pub struct SamplingConfig<'a> {
    /// The rules to play by.
    pub rules: &'a Rules,
    /// The weights to play with, in the format of weight files.
    pub weights: &'a str,
    /// The search's nodes per move.
    pub nodes: u64,
    /// The most random moves at the start of a game; the least is 2.
    pub plies: u32,
    /// How many games run in parallel.
    pub threads: u16,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Plays games until `on_game` returns false or `stop` is set. `on_game` receives the samples of each game.
pub fn collect_samples(config: &SamplingConfig<'_>, stop: &AtomicBool, on_game: &mut dyn FnMut(&[String]) -> bool) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(0);
        for _ in 0..config.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut searcher = sampling_searcher(config);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let lines = play_game(config, number, &mut *searcher, stop);
                    if sender.send(lines).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for lines in receiver {
            if !stop.load(Ordering::Relaxed) && !on_game(&lines) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
}

/// Plays the games with these numbers. Returns the samples of each; `None` if `stop` is set before the last one ends.
/// [`collect_samples`] plays the numbers from 0 on.
pub fn collect_from_games(
    config: &SamplingConfig<'_>,
    numbers: std::ops::Range<u64>,
    stop: &AtomicBool,
) -> Option<Vec<Vec<String>>> {
    let mut searcher = sampling_searcher(config);
    let samples = numbers.map(|number| play_game(config, number, &mut *searcher, stop)).collect();
    (!stop.load(Ordering::Relaxed)).then_some(samples)
}

fn sampling_searcher(config: &SamplingConfig<'_>) -> Box<dyn Searcher> {
    handle::open(config.rules, SearchKind::AlphaBeta { weights: config.weights, threads: 1 }, 4)
}

/// Longer games are adjudicated as draws.
const MAX_TURNS: usize = 2000;

/// Plays a game and returns the samples of its quiet positions: position, expected score and result, both for the player to
/// move. Returns nothing if it was stopped.
fn play_game(config: &SamplingConfig<'_>, number: u64, searcher: &mut dyn Searcher, stop: &AtomicBool) -> Vec<String> {
    let rng = &mut ChaCha8Rng::seed_from_u64(zobrist::mix(config.seed) ^ number);
    let mut session = registry::open(config.rules.clone(), None).expect("the start");
    let mut positions = Vec::new();
    let opening = rng.random_range(2..=config.plies.max(2)) as usize;
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
            let limits = Limits { time: None, nodes: Some(config.nodes), ..Limits::default() };
            let keep_going = &|| !stop.load(Ordering::Relaxed);
            searcher.set_position(&*session, 1, 0);
            let result = think(searcher, limits, &|| Duration::ZERO, keep_going, &mut |_| {});
            if !result.is_complete {
                return Vec::new();
            }
            let (mover, score) = (session.to_move(), result.report.lines[0].score);
            if searcher.is_quiet() {
                positions.push((session.position_text(), mover, score.expected()));
            }
            // Stop at a proven result: the rest of the game would add nothing new.
            match score {
                Score::Win(_) => break Some(mover),
                Score::Loss(_) => break Some(mover.other()),
                Score::Centipawns(_) => {}
            }
            result.report.best().to_string()
        };
        session.play(&text).expect("a legal move");
    };
    let line = |(position, mover, expected): &(String, Seat, f64)| {
        let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == *mover)));
        format!("{position};{expected:.4};{result}")
    };
    positions.iter().map(line).collect()
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct FitResult {
    /// The weights in the format of weight files.
    pub weights: String,
    /// The mean cross-entropy before and after.
    pub loss: [f64; 2],
}

/// The number of passes over all samples.
pub const EPOCHS: u32 = 300;

/// The weight of the game's result in a sample's target; the rest is the expected score.
const RESULT_WEIGHT: f64 = 0.6;

/// Fits weights to samples, starting from the given weights. Calls `on_epoch` for each epoch; the fit ends early when it
/// returns false.
pub fn fit(
    rules: &Rules,
    weights: &str,
    lines: &str,
    on_epoch: &mut dyn FnMut(u32) -> bool,
) -> Result<FitResult, Rejection> {
    struct Fit<'a, 'b>(&'a str, &'a str, &'b mut dyn FnMut(u32) -> bool);
    impl Visitor for Fit<'_, '_> {
        type Output = Result<FitResult, Rejection>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            let Fit(weights, lines, on_epoch) = self;
            let game = G::new(rules);
            let weights = read_weights(G::TERMS, weights).expect("weights of this game");
            let mut samples = Samples::default();
            samples.add_all(&game, lines)?;
            let start: Vec<f64> = weights.iter().map(|&w| f64::from(w)).collect();
            let (fitted, loss) = samples.fit(start, on_epoch);
            let rounded: Vec<i32> = fitted.iter().map(|w| w.round() as i32).collect();
            Ok(FitResult { weights: write_weights(G::TERMS, &rounded), loss })
        }
    }
    registry::visit(rules, Fit(weights, lines, on_epoch))
}

/// Checks that all lines are samples of this game.
pub fn check_samples(rules: &Rules, lines: &str) -> Result<(), Rejection> {
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

/// Samples as evaluation terms and targets.
#[derive(Default)]
struct Samples {
    terms: Vec<(u16, f32)>,
    /// Where each position's terms end, and its target.
    positions: Vec<(usize, f32)>,
}

impl Samples {
    fn add_all<G: Heuristics>(&mut self, game: &G, lines: &str) -> Result<(), Rejection> {
        for (number, line) in lines.lines().enumerate() {
            self.add(game, line).ok_or_else(|| codes::BAD_SAMPLE.with(&[&(number + 1)]))?;
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
        // Sort, because the order of the map's entries varies between runs.
        let begin = self.positions.last().map_or(0, |p| p.0);
        self.terms[begin..].sort_by_key(|term| term.0);
        let target = RESULT_WEIGHT * result + (1.0 - RESULT_WEIGHT) * expected;
        self.positions.push((self.terms.len(), target as f32));
        Some(())
    }

    /// Full-batch Adam with slight weight decay.
    fn fit(&self, mut weights: Vec<f64>, on_epoch: &mut dyn FnMut(u32) -> bool) -> (Vec<f64>, [f64; 2]) {
        const WEIGHT_DECAY: f64 = 2e-7;
        let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
        let mut losses = [0.0; 2];
        let count = self.positions.len().max(1) as f64;
        for epoch in 0..=EPOCHS {
            let mut gradient = vec![0.0; weights.len()];
            let (mut loss, mut begin) = (0.0, 0);
            for &(end, target) in &self.positions {
                let terms = &self.terms[begin..end];
                begin = end;
                let sum: f64 = terms.iter().map(|&(place, n)| weights[usize::from(place)] * f64::from(n)).sum();
                let (predicted, target) = (expected(sum).clamp(1e-9, 1.0 - 1e-9), f64::from(target));
                loss -= target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln();
                for &(place, n) in terms {
                    gradient[usize::from(place)] += (predicted - target) * f64::from(n);
                }
            }
            losses[usize::from(epoch > 0)] = loss / count;
            if epoch == EPOCHS || !on_epoch(epoch) {
                break;
            }
            let rate = 4.0 * (1.0 - f64::from(epoch) / f64::from(EPOCHS)) + 0.05;
            for place in 0..weights.len() {
                let g = gradient[place] / count + WEIGHT_DECAY * weights[place];
                mean[place] = 0.9 * mean[place] + 0.1 * g;
                square[place] = 0.999 * square[place] + 0.001 * g * g;
                let step = f64::from(epoch + 1);
                let (m, s) = (mean[place] / (1.0 - 0.9f64.powf(step)), square[place] / (1.0 - 0.999f64.powf(step)));
                weights[place] -= rate * m / (s.sqrt() + 1e-8);
            }
        }
        (weights, losses)
    }
}
