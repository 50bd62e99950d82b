//! Ratings by Glicko-2.

use crate::store::{PlayerRating, RatingChange, Store, StoreResult};
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use utoipa::ToSchema;

/// A player's rating in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
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
    /// The lower end of the margin of error, which leaderboards sort by.
    pub fn lower_bound(self) -> f64 {
        self.rating - 2.0 * self.deviation
    }

    /// The ratings of two players after a game in which the first scored 1, ½ or 0. Each game is a rating period.
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

/// Reads the ratings of two players and computes their changes by a game in which the first had a score.
pub async fn rate_game(
    store: &dyn Store,
    kind: &str,
    players: [&str; 2],
    score: f64,
) -> StoreResult<Vec<RatingChange>> {
    let mut before = [PlayerRating::default(); 2];
    for (player, before) in players.iter().zip(&mut before) {
        *before = store.rating(player, kind).await?.unwrap_or_default();
    }
    let after = Rating::after(before.map(|before| before.rating), score);
    let change = |((player, before), rating): ((&str, PlayerRating), Rating)| RatingChange {
        player: player.to_string(),
        games: before.games + 1,
        rating,
    };
    Ok(players.into_iter().zip(before).zip(after).map(change).collect())
}

/// A player's rating before and after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RatingStep {
    pub before: u32,
    pub after: u32,
}

/// How a game changed its players' ratings; `None` if it did not.
pub async fn steps_by_game(
    store: &dyn Store,
    kind: &str,
    game: &str,
    players: [&str; 2],
) -> StoreResult<Option<[RatingStep; 2]>> {
    let [first, second] = players;
    let steps = [step(store, kind, game, first).await?, step(store, kind, game, second).await?];
    Ok(match steps {
        [Some(first), Some(second)] => Some([first, second]),
        _ => None,
    })
}

async fn step(store: &dyn Store, kind: &str, game: &str, player: &str) -> StoreResult<Option<RatingStep>> {
    let mut before = Rating::default();
    for point in store.rating_history(player).await?.into_iter().filter(|point| point.kind == kind) {
        if point.game == game {
            let round = |rating: Rating| rating.rating.round() as u32;
            return Ok(Some(RatingStep { before: round(before), after: round(point.rating) }));
        }
        before = point.rating;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_rise_and_losers_fall() {
        let start = [Rating::default(); 2];
        let [first, second] = Rating::after(start, 1.0);
        assert!(first.rating > 1500.0 && second.rating < 1500.0);
        assert!(first.deviation < 350.0, "the margin of error shrinks");
        let [first, second] = Rating::after(start, 0.5);
        assert!((first.rating - 1500.0).abs() < 1e-9 && (second.rating - 1500.0).abs() < 1e-9);
        let [first, second] = Rating::after(start, 0.0);
        assert!(first.rating < second.rating);
    }
}
