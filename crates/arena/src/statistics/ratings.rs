//! Ratings of several players from the games between them.

use super::Tally;

/// A player's rating in Elo and half of its 95 % interval, both against the average of all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// How far off it may be; infinite where nothing is known.
    pub margin: f64,
}

/// The ratings that explain the results best, on a scale on which their average is 0. A tally belongs to a pairing and is
/// told from the side of its first player. A draw is added to every pairing, so that a player who has won or lost
/// everything has a rating too.
pub fn ratings(players: usize, pairings: &[[usize; 2]], tallies: &[Tally]) -> Vec<Rating> {
    const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
    let played: Vec<([usize; 2], f64, f64)> = pairings
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
            let (mut slope, mut bend) = (0.0, 0.0);
            for &(pairing, score, games) in &played {
                let p = expected(&strength, pairing);
                if pairing[0] == player {
                    slope += score - games * p;
                } else if pairing[1] == player {
                    slope -= score - games * p;
                } else {
                    continue;
                }
                bend += games * p * (1.0 - p);
            }
            if bend > 0.0 {
                let step = (slope / bend).clamp(-1.0, 1.0);
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
        // The information that the player's own games give, the others' ratings taken as they are.
        let known = played.iter().filter(|(pairing, ..)| pairing.contains(&player));
        let information: f64 = known
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
    fn ratings_explain_the_results() {
        // 76 % is 200 Elo; the added draw takes a little off.
        let tally = |wins, losses| Tally { wins, losses, ..Tally::default() };
        let rated = ratings(3, &[[0, 1], [1, 2]], &[tally(7600, 2400), tally(7600, 2400)]);
        assert!((rated[0].elo - 200.0).abs() < 1.0, "{rated:?}");
        assert!(rated[1].elo.abs() < 1.0 && (rated[2].elo + 200.0).abs() < 1.0);
        assert!(rated[1].margin < rated[0].margin && rated[0].margin < 10.0);
        // Who has won everything is far ahead, but not infinitely.
        let rated = ratings(2, &[[0, 1]], &[tally(100, 0)]);
        assert!(rated[0].elo.is_finite() && rated[0].elo > 200.0);
        // Nothing is known of who has not played.
        assert!(ratings(2, &[], &[])[0].margin.is_infinite());
    }
}
