//! How strong players are, by Glicko-2.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A rating of one player in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// How strong.
    pub rating: f64,
    /// How sure that is.
    pub deviation: f64,
    /// How much it varies.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Rating::from(Glicko2Rating::new())
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        Rating { rating: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
    }
}

impl Rating {
    /// The ratings of two players after a game of which the first has this score: 1, ½ or 0. Each game is a period of its own.
    pub fn after(ratings: [Rating; 2], score: f64) -> [Rating; 2] {
        let [first, second] =
            ratings.map(|Rating { rating, deviation, volatility }| Glicko2Rating { rating, deviation, volatility });
        let outcome = match score {
            s if s > 0.5 => Outcomes::WIN,
            s if s < 0.5 => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        };
        let (first, second) = glicko2(&first, &second, &outcome, &Glicko2Config::new());
        [first.into(), second.into()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_rises_and_who_loses_falls() {
        let start = [Rating::default(); 2];
        let [first, second] = Rating::after(start, 1.0);
        assert!(first.rating > 1500.0 && second.rating < 1500.0);
        assert!(first.deviation < 350.0, "more is known now");
        let [first, second] = Rating::after(start, 0.5);
        assert!((first.rating - 1500.0).abs() < 1e-9 && (second.rating - 1500.0).abs() < 1e-9);
        let [first, second] = Rating::after(start, 0.0);
        assert!(first.rating < second.rating);
    }
}
