//! A reviewed game: its rated moves, accuracy, and the annotated record.

use super::PositionValue;
use super::quality::{MoveQuality, TurningPoint};
use crate::score::Score;
use sanban_core::Seat;
use sanban_core::record::{Eval, Line, Move, Record};

/// How fast accuracy falls with the mean loss: a mean loss of 0.05 leaves 82 %, one of 0.10 leaves 67 %.
const STRICTNESS: f64 = 4.0;

/// A variation that proves nothing is cut to so many moves: further on it is guesswork.
const LONGEST_VARIATION: usize = 8;

/// A move of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedMove {
    /// Its place in the game, counted so that even plies are the first player's.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// Its text.
    pub text: String,
    /// What it was worth, unless the analysis was broken off before.
    pub rated: Option<Verdict>,
}

/// What a move was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// What could have been had: the score of the player who moved, and the moves that lead to it.
    pub best: PositionValue,
    /// The score after the move, for the other player.
    pub after: Score,
    /// Whether the move ended the game, so that the score is the result.
    pub ends: bool,
    /// How much of the expected score was lost.
    pub loss: f64,
    /// How good the move was.
    pub rating: MoveQuality,
    /// How the move turned the game, if it did.
    pub turning: Option<TurningPoint>,
}

/// What the moves of a game were worth.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReview {
    /// The moves, all of them.
    pub moves: Vec<RatedMove>,
}

impl RatedMove {
    /// The evaluation after the move as records write it, unless it ended the game: then the result says it all.
    pub fn eval(&self) -> Option<Eval> {
        self.rated.as_ref().filter(|rated| !rated.ends).map(|rated| rated.after.eval(self.seat.other()))
    }

    /// The share of the points that the first player could expect after the move.
    pub fn expected(&self) -> Option<f64> {
        self.rated.as_ref().map(|rated| {
            let mine = rated.after.reversed();
            if self.seat == Seat::FIRST { mine.expected() } else { rated.after.expected() }
        })
    }
}

impl GameReview {
    /// How many moves are rated.
    pub fn rated(&self) -> usize {
        self.moves.iter().filter(|m| m.rated.is_some()).count()
    }

    /// How accurately a player played, in per cent: `100 e^(-4 m)`, where `m` is the mean loss of expected score of the
    /// player's rated moves. Nothing if there are none.
    pub fn accuracy(&self, seat: Seat) -> Option<f64> {
        let losses = self.moves.iter().filter(|m| m.seat == seat).filter_map(|m| Some(m.rated.as_ref()?.loss));
        let (sum, count) = losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1));
        (count > 0).then(|| 100.0 * (-STRICTNESS * sum / f64::from(count)).exp())
    }

    /// How many moves of a player have a rating.
    pub fn count(&self, seat: Seat, rating: MoveQuality) -> usize {
        let has = |m: &&RatedMove| m.seat == seat && m.rated.as_ref().is_some_and(|rated| rated.rating == rating);
        self.moves.iter().filter(has).count()
    }

    /// The moves that turned the game, each with what is known of it.
    pub fn turning_points(&self) -> impl Iterator<Item = (&RatedMove, &Verdict, TurningPoint)> {
        self.moves.iter().filter_map(|m| m.rated.as_ref().and_then(|rated| Some((m, rated, rated.turning?))))
    }

    /// Writes the evaluations into the record of the game, and what was better as a variation wherever the game turned.
    /// Other comments and variations stay, and so does all that is known of moves that are not rated.
    pub fn annotate(&self, record: &mut Record) {
        for (m, of_record) in self.moves.iter().zip(&mut record.line.moves) {
            let Some(rated) = &m.rated else { continue };
            of_record.set_eval(m.eval());
            if rated.turning.is_none() {
                continue;
            }
            let variations = &mut of_record.variations;
            let same = |v: &Line| v.moves.first().map(|first| &first.text) == rated.best.line.first();
            if !variations.iter().any(same) {
                let most = if rated.best.score.is_proven() { usize::MAX } else { LONGEST_VARIATION };
                let moves = rated.best.line.iter().take(most);
                let moves = moves.map(|text| Move { text: text.clone(), ..Move::default() }).collect();
                variations.push(Line { comments: Vec::new(), moves });
            }
            let ends = rated.best.score == Score::Win(1);
            if let Some(first) = variations.iter_mut().find(|v| same(v)).and_then(|v| v.moves.first_mut()) {
                let eval = rated.best.score.after_turn().eval(m.seat.other());
                first.set_eval(Some(eval).filter(|_| !ends));
            }
        }
    }
}
