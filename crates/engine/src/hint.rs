//! Hints in stages: which piece to look at, which move, and why.

use crate::handle::Report;
use crate::phrasing::Phrasing;
use crate::score::Score;
use sanban_core::{Phrase, Seat, Session, Touch};

/// The number of lines to search for a hint: the best move and the next best.
pub const LINE_COUNT: usize = 2;

/// The most effects of a move that a hint names.
const MAX_EFFECTS: usize = 2;

/// A suggested move.
pub struct Hint {
    /// The move.
    pub text: String,
    mover: Seat,
    /// What the move begins with.
    first: Option<Touch>,
    /// The phrases of the move's steps.
    steps: Vec<Phrase>,
    /// What the move achieves by the rules of the game.
    effects: Vec<Phrase>,
    /// The score for the player to move.
    pub score: Score,
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
        let text = report.best().to_string();
        Hint {
            mover: session.to_move(),
            first: session.parse_move(&text).ok().and_then(|touches| touches.first().copied()),
            steps: session.describe_move(&text),
            effects: session.move_reasons(&text),
            text,
            score: report.lines[0].score,
            next,
        }
    }

    /// The three stages of the hint as sentences: what to look at, the move, and why it is good.
    pub fn stages(&self, phrasing: &Phrasing) -> [String; 3] {
        let piece = match self.first {
            Some(Touch::Square(square)) => phrasing.say("hint-look", &[("square", &square.to_string())]),
            Some(Touch::Supply) => phrasing.say("hint-supply", &[]),
            None => phrasing.say("hint-pass", &[]),
        };
        let words = phrasing.move_in_words(&self.steps, self.mover);
        let words = if words.is_empty() { &self.text } else { &words };
        [piece, phrasing.say("hint-move", &[("move", words)]), self.reason(phrasing)]
    }

    /// Why the move is good: what it achieves on the board, and what the search found.
    fn reason(&self, phrasing: &Phrasing) -> String {
        let effects = self.effects.iter().take(MAX_EFFECTS).map(|effect| phrasing.phrase(effect, self.mover));
        let mut clauses: Vec<String> = effects.collect();
        let searched = self.search_reason();
        // What the rules show says more than a vague score.
        if clauses.is_empty() || self.score.is_proven() && self.score.mate() != Some(1) || searched == "others-lose" {
            let turns = |score: Score| score.mate().unwrap_or(0).unsigned_abs().to_string();
            let proven = self.next.filter(|_| searched == "others-lose").unwrap_or(self.score);
            clauses.push(phrasing.say(&format!("hint-{searched}"), &[("turns", &turns(proven))]));
        }
        phrasing.say("hint-why", &[("reasons", &clauses.join("; "))])
    }

    /// The reason that the scores of the best two moves show.
    fn search_reason(&self) -> &'static str {
        match (self.score, self.next) {
            (_, None) => "only",
            (Score::Win(_), _) => "wins",
            (Score::Loss(_), _) => "loses",
            (Score::Centipawns(_), Some(Score::Loss(_))) => "others-lose",
            (Score::Centipawns(n), Some(Score::Centipawns(other))) if n - other >= CLEAR_ADVANTAGE => "much-better",
            (Score::Centipawns(n), _) if n >= CLEAR_ADVANTAGE => "ahead",
            (Score::Centipawns(n), _) if n <= -CLEAR_ADVANTAGE => "behind",
            (Score::Centipawns(_), _) => "even",
        }
    }
}
