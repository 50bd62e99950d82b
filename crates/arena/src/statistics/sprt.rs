//! The sequential probability ratio test (SPRT).

use super::Tally;

/// A sequential test of two hypotheses: the Elo difference is at most `lower`, or at least `upper`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub lower: f64,
    /// The Elo difference of the alternative hypothesis.
    pub upper: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The null hypothesis is accepted.
    Lower,
    /// The alternative hypothesis is accepted.
    Upper,
    /// More games are needed.
    Undecided,
}

impl Sprt {
    /// The log likelihood ratio that decides the test with error rates of 5 %: ln(0.95 / 0.05).
    pub const BOUND: f64 = 2.944_438_979_166_440_5;

    /// The log likelihood ratio of `upper` to `lower`, from the normal distribution of the pair scores.
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let pairs = f64::from(tally.pairs.iter().sum::<u32>());
        if pairs == 0.0 {
            return 0.0;
        }
        // Regularise, so that the first few pairs don't look too certain.
        let counts: Vec<(f64, f64)> =
            tally.pairs.iter().enumerate().map(|(half, &n)| (half as f64 / 4.0, f64::from(n) + 0.1)).collect();
        let total: f64 = counts.iter().map(|c| c.1).sum();
        let mean = counts.iter().map(|(score, n)| score * n).sum::<f64>() / total;
        let variance = counts.iter().map(|(score, n)| (score - mean).powi(2) * n).sum::<f64>() / total;
        let score = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (lower, upper) = (score(self.lower), score(self.upper));
        pairs * (upper - lower) * (2.0 * mean - lower - upper) / (2.0 * variance)
    }

    /// The verdict on a tally.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        match self.log_likelihood_ratio(tally) {
            ratio if ratio >= Self::BOUND => Verdict::Upper,
            ratio if ratio <= -Self::BOUND => Verdict::Lower,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decides_once_the_ratio_reaches_the_bound() {
        let sprt = Sprt { lower: 0.0, upper: 10.0 };
        let pairs = |pairs| Tally { pairs, ..Tally::default() };
        assert_eq!(sprt.verdict(&pairs([0; 5])), Verdict::Undecided);
        assert_eq!(sprt.verdict(&pairs([10, 20, 60, 22, 11])), Verdict::Undecided);
        assert_eq!(sprt.verdict(&pairs([100, 500, 1000, 600, 150])), Verdict::Upper);
        assert_eq!(sprt.verdict(&pairs([150, 600, 1000, 500, 100])), Verdict::Lower);
        // One pair proves nothing, however far apart the hypotheses are.
        assert_eq!(Sprt { lower: 0.0, upper: 500.0 }.verdict(&pairs([0, 0, 0, 0, 1])), Verdict::Undecided);
        // Computed by hand: mean 0.5, variance 0.125, 100 pairs.
        let ratio = sprt.log_likelihood_ratio(&pairs([25, 0, 50, 0, 25]));
        let upper = 1.0 / (1.0 + 10f64.powf(-10.0 / 400.0));
        let expected = 100.0 * (upper - 0.5) * (0.5 - upper) / (2.0 * 0.125);
        assert!((ratio - expected).abs() < 1e-3, "{ratio} {expected}");
    }
}
