//! What the engine would play, and why.

use crate::words::Words;
use sanban_arena::player::think;
use sanban_core::Session;
use sanban_engine::{Limits, Score, Thinker};
use std::time::{Duration, Instant};

/// How long it is thought about.
const TIME: Duration = Duration::from_secs(1);

/// A move that is worth the player's while.
pub struct Hint {
    /// The move.
    pub text: String,
    /// Its score for the player to move.
    score: Score,
    /// The score of the next best move, if there is one.
    next: Option<Score>,
}

/// Finds a hint in a position in which the game is not over.
pub fn find(engine: &mut dyn Thinker, session: &dyn Session, go_on: &(dyn Fn() -> bool + Sync)) -> Hint {
    engine.set(session, 2, 0);
    let limits = Limits { time: Some(TIME), ..Limits::default() };
    let report = think(engine, limits, Instant::now(), go_on, &mut |_, _| {});
    let only = session.moves().len() == 1;
    let next = report.lines.get(1).filter(|_| !only).map(|line| line.score);
    Hint { text: report.best().to_string(), score: report.lines[0].score, next }
}

/// An advantage of so many hundredths is clear.
const CLEAR: i32 = 100;

impl Hint {
    /// The hint as a sentence, with a reason where the scores show one.
    pub fn sentence(&self, words: &Words) -> String {
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
