//! Hints: the engine's suggestion, with a reason.

use crate::handle::Report;
use crate::phrasing::Phrasing;
use crate::score::Score;
use sanban_core::Session;

/// The number of lines to search for a hint: the best move and the next best.
pub const LINE_COUNT: usize = 2;

/// A suggested move.
pub struct Hint {
    /// The move.
    pub text: String,
    /// The score for the player to move.
    score: Score,
    /// The score of the next best move, if there is one.
    next: Option<Score>,
}

/// The centipawns of a clear advantage.
const CLEAR_ADVANTAGE: i32 = 100;

impl Hint {
    /// Makes a hint from a search of the session's position with [`LINE_COUNT`] lines.
    pub fn new(report: &Report, session: &dyn Session) -> Self {
        let is_only_move = session.moves().len() == 1;
        let next = report.lines.get(1).filter(|_| !is_only_move).map(|line| line.score);
        Hint { text: report.best().to_string(), score: report.lines[0].score, next }
    }

    /// The hint as a sentence, with a reason where the scores show one.
    pub fn sentence(&self, phrasing: &Phrasing) -> String {
        let turns = |score: Score| score.mate().unwrap_or(0).unsigned_abs().to_string();
        let (key, against) = match (self.score, self.next) {
            (_, None) => ("only", String::new()),
            (Score::Win(_), _) => ("wins", turns(self.score)),
            (Score::Loss(_), _) => ("loses", turns(self.score)),
            (Score::Centipawns(_), Some(Score::Loss(n))) => ("others-lose", turns(Score::Loss(n))),
            (Score::Centipawns(n), Some(Score::Centipawns(other))) if n - other >= CLEAR_ADVANTAGE => {
                ("much-better", String::new())
            }
            (Score::Centipawns(n), _) if n >= CLEAR_ADVANTAGE => ("ahead", String::new()),
            (Score::Centipawns(n), _) if n <= -CLEAR_ADVANTAGE => ("behind", String::new()),
            (Score::Centipawns(_), _) => ("even", String::new()),
        };
        let score = phrasing.score(self.score);
        let reason = phrasing.say(&format!("hint-{key}"), &[("turns", &against)]);
        // A proof needs no other reason.
        let key = if self.score.is_proven() { "hint-move-proven" } else { "hint-move" };
        phrasing.say(key, &[("move", &self.text), ("score", &score), ("reason", &reason)])
    }
}
