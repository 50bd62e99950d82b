//! Tuning of evaluation weights from self-play (Texel tuning).
//!
//! The engine plays itself from random openings. Each quiet position becomes a sample: a line of text with the position, the
//! search's expected score and the game's result. Samples can be collected in several runs. Then the weights are fitted so
//! that the evaluation, read as an expected score, comes closest to both.

use crate::codes;
use crate::selfplay::PlayedPosition;
use sanban_core::heuristics::{read_weights, write_weights};
use sanban_core::rejection::Rejection;
use sanban_core::{Heuristics, Rules};
use sanban_engine::score::expected;
use sanban_games::registry::{self, Visitor};
use std::collections::HashMap;

/// The samples of a game's positions.
pub fn samples(positions: &[PlayedPosition]) -> Vec<String> {
    let line = |p: &PlayedPosition| format!("{};{:.4};{}", p.text, p.score.expected(), p.result);
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
