//! Match results and the Elo difference that they suggest.

/// The result of a match from one contestant's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games with the same opening, by half points scored: 0 to 4 (pentanomial).
    pub pairs: [u32; 5],
}

impl Tally {
    /// Adds a game with this many half points.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1.
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// The standard error of the score. Two games with the same opening are not independent, so it counts pairs, and single
    /// games only without pairs.
    pub fn standard_error(&self) -> f64 {
        let counts: Vec<(f64, u32)> = if self.pairs.iter().sum::<u32>() > 0 {
            self.pairs.iter().enumerate().map(|(half_points, &n)| (half_points as f64 / 4.0, n)).collect()
        } else {
            vec![(1.0, self.wins), (0.5, self.draws), (0.0, self.losses)]
        };
        let n = f64::from(counts.iter().map(|c| c.1).sum::<u32>().max(1));
        let mean = counts.iter().map(|(score, n)| score * f64::from(*n)).sum::<f64>() / n;
        let variance = counts.iter().map(|(score, n)| (score - mean).powi(2) * f64::from(*n)).sum::<f64>() / n;
        (variance / n).sqrt()
    }

    /// The Elo difference and half of its 95 % confidence interval, from the slope of the Elo curve at the score. Infinite if
    /// all games were won or lost.
    pub fn elo(&self) -> (f64, f64) {
        let score = self.score();
        if self.games() == 0 {
            return (0.0, f64::INFINITY);
        }
        if score == 0.0 || score == 1.0 {
            return ((score - 0.5) * f64::INFINITY, f64::INFINITY);
        }
        let slope = 400.0 / (std::f64::consts::LN_10 * score * (1.0 - score));
        (400.0 * (score / (1.0 - score)).log10(), 1.96 * self.standard_error() * slope)
    }

    /// The likelihood of superiority (LOS): the probability that this contestant is the stronger one.
    pub fn superiority(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        let (ahead, error) = (self.score() - 0.5, self.standard_error());
        if error > 0.0 { normal(ahead / error) } else { f64::midpoint(1.0, ahead.signum() * f64::from(ahead != 0.0)) }
    }
}

/// The cumulative normal distribution: a continued fraction in the tails, a series near the middle.
fn normal(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() > 4.0 {
        let fraction = (1..60).rev().fold(x.abs(), |f, n| x.abs() + f64::from(n) / f);
        let tail = density / fraction;
        return if x > 0.0 { 1.0 - tail } else { tail };
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..100 {
        term *= x * x / f64::from(2 * n + 1);
        sum += term;
    }
    0.5 + density * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_distribution_matches_known_values() {
        for (x, p) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (3.0, 0.998_650_102), (5.0, 0.999_999_713)]
        {
            assert!((normal(x) - p).abs() < 1e-8, "{x}: {}", normal(x));
        }
    }

    #[test]
    fn converts_scores_to_elo() {
        let equal = Tally { wins: 10, draws: 0, losses: 10, pairs: [5, 0, 0, 0, 5] };
        assert_eq!(equal.score(), 0.5);
        assert_eq!(equal.elo().0, 0.0);
        assert_eq!(equal.superiority(), 0.5);
        // All pairs are split: the first mover always wins, so the players are equal beyond doubt.
        let split = Tally { wins: 10, draws: 0, losses: 10, pairs: [0, 0, 10, 0, 0] };
        assert_eq!((split.elo().1, split.superiority()), (0.0, 0.5));
        let ahead = Tally { wins: 75, draws: 0, losses: 25, pairs: [5, 0, 15, 0, 30] };
        assert!((ahead.elo().0 - 190.848).abs() < 0.01);
        assert!((ahead.elo().1 - 86.137).abs() < 0.01 && ahead.superiority() > 0.999);
        let all = Tally { wins: 2, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 1] };
        assert_eq!((all.elo().0, all.superiority()), (f64::INFINITY, 1.0));
    }
}
