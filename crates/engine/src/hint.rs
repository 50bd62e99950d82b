//! What the engine would play, and why.

use crate::handle::Report;
use crate::phrasing::Phrasing;
use crate::score::Score;
use sanban_core::Session;

/// How many lines a search tells for a hint: the best move, and the one it is better than.
pub const LINES: usize = 2;

/// A move that is worth the player's while.
pub struct Hint {
    /// The move.
    pub text: String,
    /// Its score for the player to move.
    score: Score,
    /// The score of the next best move, if there is one.
    next: Option<Score>,
}

/// An advantage of so many hundredths is clear.
const CLEAR: i32 = 100;

impl Hint {
    /// What a search found in the position of a session, with [`LINES`] lines.
    pub fn new(report: &Report, session: &dyn Session) -> Self {
        let only = session.moves().len() == 1;
        let next = report.lines.get(1).filter(|_| !only).map(|line| line.score);
        Hint { text: report.best().to_string(), score: report.lines[0].score, next }
    }

    /// The hint as a sentence, with a reason where the scores show one.
    pub fn sentence(&self, words: &Phrasing) -> String {
        let turns = |score: Score| score.mate().unwrap_or(0).unsigned_abs().to_string();
        let (key, against) = match (self.score, self.next) {
            (_, None) => ("only", String::new()),
            (Score::Win(_), _) => ("wins", turns(self.score)),
            (Score::Loss(_), _) => ("loses", turns(self.score)),
            (Score::Centipawns(_), Some(Score::Loss(n))) => ("others-lose", turns(Score::Loss(n))),
            (Score::Centipawns(n), Some(Score::Centipawns(other))) if n - other >= CLEAR => {
                ("much-better", String::new())
            }
            (Score::Centipawns(n), _) if n >= CLEAR => ("ahead", String::new()),
            (Score::Centipawns(n), _) if n <= -CLEAR => ("behind", String::new()),
            (Score::Centipawns(_), _) => ("even", String::new()),
        };
        let score = words.score(self.score);
        let reason = words.say(&format!("hint.{key}"), &[("turns", &against)]);
        // A proof is its own reason.
        let told = if self.score.is_proven() { "play.hint-proven" } else { "play.hint" };
        words.say(told, &[("move", &self.text), ("score", &score), ("reason", &reason)])
    }
}
