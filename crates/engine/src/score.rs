//! Scores for the player to move: an evaluation, or a proven win or loss with its distance.
//!
//! Inside the search a score is one number. Proven results are far outside the range of evaluations, and nearer wins are greater:
//! a win after `n` turns from the root is `WIN - n`.

use sanban_core::Seat;
use sanban_core::record::Eval;
use std::cmp::Ordering;
use std::fmt;

/// The score of a win at once.
pub(crate) const WIN: i32 = 32_000;
/// The lowest score of a proven win.
pub(crate) const PROVEN: i32 = 30_000;
/// A bound above all scores.
pub(crate) const INFINITE: i32 = 32_001;
/// The score of a draw.
pub(crate) const DRAW: i32 = 0;

/// Whether a score is a proven win or loss.
pub(crate) const fn is_proven(score: i32) -> bool {
    score.abs() >= PROVEN
}

/// Clamps an evaluation so that it is never in the range of proofs.
pub(crate) fn unproven(score: i32) -> i32 {
    score.clamp(1 - PROVEN, PROVEN - 1)
}

/// A score for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An evaluation in hundredths of a clear advantage, which scores about 64 %.
    Centipawns(i32),
    /// A proven win within this many turns of both players.
    Win(u32),
    /// A proven loss within this many turns of both players.
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

    /// The same score for the opponent.
    pub fn for_opponent(self) -> Self {
        match self {
            Score::Centipawns(n) => Score::Centipawns(-n),
            Score::Win(turns) => Score::Loss(turns),
            Score::Loss(turns) => Score::Win(turns),
        }
    }

    /// The score of the turn that led to this position, for the player who made it. A proof is one turn longer.
    pub fn before_turn(self) -> Self {
        match self.for_opponent() {
            Score::Win(turns) => Score::Win(turns + 1),
            Score::Loss(turns) => Score::Loss(turns + 1),
            score => score,
        }
    }

    /// The opponent's score after a best turn from this position. A proof is one turn shorter.
    pub fn after_turn(self) -> Self {
        match self.for_opponent() {
            Score::Win(turns) => Score::Win(turns.saturating_sub(1)),
            Score::Loss(turns) => Score::Loss(turns.saturating_sub(1)),
            score => score,
        }
    }

    /// Whether the score is a proven win or loss.
    pub fn is_proven(self) -> bool {
        !matches!(self, Score::Centipawns(_))
    }

    /// The score as records write it, from the first player's point of view.
    pub fn eval(self, to_move: Seat) -> Eval {
        let score = if to_move == Seat::FIRST { self } else { self.for_opponent() };
        match (score, score.mate()) {
            (Score::Centipawns(n), _) => Eval::Score(f64::from(n) / 100.0),
            // The number counts the winner's turns, from either point of view.
            (_, mate) => Eval::Mate(mate.unwrap_or_default().signum() * self.mate().unwrap_or_default().abs()),
        }
    }

    /// The expected score of the player to move, from 0 to 1.
    pub fn expected(self) -> f64 {
        match self {
            Score::Centipawns(n) => expected(f64::from(n)),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        }
    }

    /// The number of turns that the winner needs, negative if the player to move loses: `mate` in UCI.
    pub fn mate(self) -> Option<i32> {
        match self {
            Score::Centipawns(_) => None,
            Score::Win(turns) => Some(turns.div_ceil(2).max(1) as i32),
            Score::Loss(turns) => Some(-((turns / 2).max(1) as i32)),
        }
    }
}

impl Ord for Score {
    /// Better scores are greater: nearer wins, later losses.
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
    /// Writes the score as UCI does: `cp 35` or `mate -4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.mate()) {
            (_, Some(turns)) => write!(f, "mate {turns}"),
            (Score::Centipawns(n), None) => write!(f, "cp {n}"),
            _ => unreachable!("a proven score has a distance"),
        }
    }
}

/// The expected score of the first player for a recorded evaluation.
pub fn share(eval: Eval) -> f64 {
    match eval {
        Eval::Score(score) => expected(score * 100.0),
        Eval::Mate(turns) => f64::from(u8::from(turns > 0)),
    }
}

/// The expected score of an advantage in centipawns.
pub fn expected(centipawns: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-centipawns / 400.0))
}

/// Converts an expected score to centipawns, on the Elo scale: a hundred centipawns score about 64 %.
pub(crate) fn centipawns(expected_score: f32) -> i32 {
    let score = expected_score.clamp(0.001, 0.999);
    (400.0 * (score / (1.0 - score)).log10()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_counts_the_winners_turns() {
        let mates = |scores: &[i32]| scores.iter().map(|&s| Score::new(s).mate()).collect::<Vec<_>>();
        // A win with this turn, with the next, and by the opponent's reply.
        assert_eq!(mates(&[WIN - 1, WIN - 3, WIN - 2]), [Some(1), Some(2), Some(1)]);
        // The opponent wins with its first turn, with its second, and at once because there is no legal turn.
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
    fn eval_is_from_the_first_players_point_of_view() {
        assert_eq!(Score::Centipawns(35).eval(Seat::FIRST), Eval::Score(0.35));
        assert_eq!(Score::Centipawns(35).eval(Seat::SECOND), Eval::Score(-0.35));
        // The second player wins with its second turn, whether or not it is to move.
        assert_eq!(Score::Win(3).eval(Seat::SECOND), Eval::Mate(-2));
        assert_eq!(Score::Loss(4).eval(Seat::FIRST), Eval::Mate(-2));
        assert_eq!(Score::Loss(4).eval(Seat::SECOND), Eval::Mate(2));
    }

    #[test]
    fn before_turn_lengthens_a_proof_and_changes_the_player() {
        assert_eq!(Score::Loss(0).before_turn(), Score::Win(1));
        assert_eq!(Score::Win(1).before_turn(), Score::Loss(2));
        for score in [Score::Loss(0), Score::Win(1), Score::Centipawns(7)] {
            assert_eq!(score.before_turn().after_turn(), score);
        }
    }
}
