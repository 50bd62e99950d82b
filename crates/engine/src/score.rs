//! What a position is worth to the player to move: an evaluation, or a proven win or loss and how far off it is.
//!
//! Inside the search a score is one number. Proven results lie far outside of what evaluations reach, and nearer wins
//! are greater: a win after `n` turns from the root is `WIN - n`.

use sanban_core::Seat;
use sanban_core::record::Eval;
use std::cmp::Ordering;
use std::fmt;

/// A win on the spot.
pub(crate) const WIN: i32 = 32_000;
/// Scores from here on are proven wins.
pub(crate) const PROVEN: i32 = 30_000;
/// More than any score.
pub(crate) const INFINITE: i32 = 32_001;
/// Nobody wins.
pub(crate) const DRAW: i32 = 0;

/// Whether a score is a proven win or loss.
pub(crate) const fn is_proven(score: i32) -> bool {
    score.abs() >= PROVEN
}

/// An evaluation as a score that cannot be taken for a proof.
pub(crate) fn unproven(score: i32) -> i32 {
    score.clamp(1 - PROVEN, PROVEN - 1)
}

/// The score of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// In hundredths of a clear advantage, which scores about 64 %.
    Centipawns(i32),
    /// A proven win within so many turns of either player.
    Win(u32),
    /// A proven loss within so many turns of either player.
    Loss(u32),
}

impl Score {
    pub(crate) fn new(score: i32) -> Self {
        match score {
            PROVEN.. => Score::Win((WIN - score) as u32),
            _ if score <= -PROVEN => Score::Loss((WIN + score) as u32),
            _ => Score::Centipawns(score),
        }
    }

    /// The same score for the other player.
    pub fn reversed(self) -> Self {
        match self {
            Score::Centipawns(n) => Score::Centipawns(-n),
            Score::Win(turns) => Score::Loss(turns),
            Score::Loss(turns) => Score::Win(turns),
        }
    }

    /// The score of the turn that led here, for the player who made it: what is proven was a turn further off.
    pub fn before(self) -> Self {
        match self.reversed() {
            Score::Win(turns) => Score::Win(turns + 1),
            Score::Loss(turns) => Score::Loss(turns + 1),
            score => score,
        }
    }

    /// The score of the other player after a turn that keeps this one: what is proven is a turn nearer.
    pub fn after(self) -> Self {
        match self.reversed() {
            Score::Win(turns) => Score::Win(turns.saturating_sub(1)),
            Score::Loss(turns) => Score::Loss(turns.saturating_sub(1)),
            score => score,
        }
    }

    /// Whether it is a proven win or loss.
    pub fn is_proven(self) -> bool {
        !matches!(self, Score::Centipawns(_))
    }

    /// As records write it, from the first player's side, if it is this player's to move.
    pub fn eval(self, to_move: Seat) -> Eval {
        let score = if to_move == Seat::FIRST { self } else { self.reversed() };
        match (score, score.mate()) {
            (Score::Centipawns(n), _) => Eval::Score(f64::from(n) / 100.0),
            // Whose turns are counted does not depend on the side that is looked from.
            (_, mate) => Eval::Mate(mate.unwrap_or_default().signum() * self.mate().unwrap_or_default().abs()),
        }
    }

    /// The share of the points that the player to move can expect.
    pub fn expected(self) -> f64 {
        match self {
            Score::Centipawns(n) => expected(f64::from(n)),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        }
    }

    /// How many turns of its own the winner needs, negative if the player to move loses: what UCI calls `mate`.
    pub fn mate(self) -> Option<i32> {
        match self {
            Score::Centipawns(_) => None,
            Score::Win(turns) => Some(turns.div_ceil(2).max(1) as i32),
            Score::Loss(turns) => Some(-((turns / 2).max(1) as i32)),
        }
    }
}

impl Ord for Score {
    /// By what is better for the player to move: a nearer win, a later loss.
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |score: &Score| match *score {
            Score::Win(turns) => (1, -i64::from(turns)),
            Score::Centipawns(n) => (0, i64::from(n)),
            Score::Loss(turns) => (-1, i64::from(turns)),
        };
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Score {
    /// As UCI writes it: `cp 35` or `mate -4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.mate()) {
            (_, Some(turns)) => write!(f, "mate {turns}"),
            (Score::Centipawns(n), None) => write!(f, "cp {n}"),
            _ => unreachable!("what is proven has a distance"),
        }
    }
}

/// The share of the points that the first player can expect where a record notes this.
pub fn share(eval: Eval) -> f64 {
    match eval {
        Eval::Score(score) => expected(score * 100.0),
        Eval::Mate(turns) => f64::from(u8::from(turns > 0)),
    }
}

/// The share of the points that an advantage of so many hundredths scores.
pub fn expected(centipawns: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-centipawns / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_the_turns_of_the_winner() {
        let mates = |scores: &[i32]| scores.iter().map(|&s| Score::new(s).mate()).collect::<Vec<_>>();
        // I win with this turn, with my next, and when the opponent's turn after my first fills my goal.
        assert_eq!(mates(&[WIN - 1, WIN - 3, WIN - 2]), [Some(1), Some(2), Some(1)]);
        // The opponent wins with its first turn, with its second, and at once because I cannot move.
        assert_eq!(mates(&[2 - WIN, 4 - WIN, -WIN]), [Some(-1), Some(-2), Some(-1)]);
        assert_eq!(Score::new(35).to_string(), "cp 35");
        assert_eq!(Score::new(4 - WIN).to_string(), "mate -2");
    }

    #[test]
    fn better_scores_are_greater() {
        let ascending =
            [Score::Loss(2), Score::Loss(4), Score::Centipawns(-5), Score::Centipawns(5), Score::Win(3), Score::Win(1)];
        assert!(ascending.is_sorted() && ascending[0] < ascending[1] && ascending[4] < ascending[5]);
    }

    #[test]
    fn records_are_written_from_the_first_player_s_side() {
        assert_eq!(Score::Centipawns(35).eval(Seat::FIRST), Eval::Score(0.35));
        assert_eq!(Score::Centipawns(35).eval(Seat::SECOND), Eval::Score(-0.35));
        // The second player wins with its own second turn from here, whoever is to move.
        assert_eq!(Score::Win(3).eval(Seat::SECOND), Eval::Mate(-2));
        assert_eq!(Score::Loss(4).eval(Seat::FIRST), Eval::Mate(-2));
        assert_eq!(Score::Loss(4).eval(Seat::SECOND), Eval::Mate(2));
    }

    #[test]
    fn a_turn_earlier_a_proof_is_further_off_and_the_other_player_s() {
        assert_eq!(Score::Loss(0).before(), Score::Win(1));
        assert_eq!(Score::Win(1).before(), Score::Loss(2));
        for score in [Score::Loss(0), Score::Win(1), Score::Centipawns(7)] {
            assert_eq!(score.before().after(), score);
        }
    }
}
