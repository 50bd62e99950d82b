//! Ratings of several players from their games against each other.

use super::Tally;

/// A player's rating relative to the average of all players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating in Elo.
    pub elo: f64,
    /// Half of the 95 % confidence interval; infinite without games.
    pub margin: f64,
}

/// The maximum-likelihood ratings, with an average of 0. Each tally belongs to a pairing, from the view of its first player.
/// Adds a draw to every pairing, so that players who won or lost every game get finite ratings.
pub fn ratings(players: usize, pairings: &[[usize; 2]], tallies: &[Tally]) -> Vec<Rating> {
    const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
    let results: Vec<([usize; 2], f64, f64)> = pairings
        .iter()
        .zip(tallies)
        .filter(|(_, tally)| tally.games() > 0)
        .map(|(pairing, tally)| {
            let games = f64::from(tally.games()) + 1.0;
            (*pairing, tally.score() * f64::from(tally.games()) + 0.5, games)
        })
        .collect();
    let mut strength = vec![0.0f64; players];
    let expected = |strength: &[f64], [a, b]: [usize; 2]| 1.0 / (1.0 + (strength[b] - strength[a]).exp());
    // Newton's method, one player at a time.
    for _ in 0..10_000 {
        let mut change = 0.0f64;
        for player in 0..players {
            let (mut gradient, mut curvature) = (0.0, 0.0);
            for &(pairing, score, games) in &results {
                let p = expected(&strength, pairing);
                if pairing[0] == player {
                    gradient += score - games * p;
                } else if pairing[1] == player {
                    gradient -= score - games * p;
                } else {
                    continue;
                }
                curvature += games * p * (1.0 - p);
            }
            if curvature > 0.0 {
                let step = (gradient / curvature).clamp(-1.0, 1.0);
                strength[player] += step;
                change = change.max(step.abs());
            }
        }
        let mean = strength.iter().sum::<f64>() / players.max(1) as f64;
        strength.iter_mut().for_each(|s| *s -= mean);
        if change < 1e-9 {
            break;
        }
    }
    let margin = |player: usize| {
        // Fisher information of the player's own games, with the opponents' ratings fixed.
        let own = results.iter().filter(|(pairing, ..)| pairing.contains(&player));
        let information: f64 = own
            .map(|&(pairing, _, games)| {
                let p = expected(&strength, pairing);
                games * p * (1.0 - p)
            })
            .sum();
        1.96 * SCALE / information.sqrt()
    };
    (0..players).map(|player| Rating { elo: SCALE * strength[player], margin: margin(player) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_match_expected_scores() {
        // 76 % is 200 Elo; the added draw costs a little.
        let tally = |wins, losses| Tally { wins, losses, ..Tally::default() };
        let rated = ratings(3, &[[0, 1], [1, 2]], &[tally(7600, 2400), tally(7600, 2400)]);
        assert!((rated[0].elo - 200.0).abs() < 1.0, "{rated:?}");
        assert!(rated[1].elo.abs() < 1.0 && (rated[2].elo + 200.0).abs() < 1.0);
        assert!(rated[1].margin < rated[0].margin && rated[0].margin < 10.0);
        // Winning every game gives a high, finite rating.
        let rated = ratings(2, &[[0, 1]], &[tally(100, 0)]);
        assert!(rated[0].elo.is_finite() && rated[0].elo > 200.0);
        // Without games, the margin is infinite.
        assert!(ratings(2, &[], &[])[0].margin.is_infinite());
    }
}
