//! A reviewed game: its rated moves, accuracy, and the annotated record.

use super::PositionValue;
use super::quality::{MoveQuality, TurningPoint};
use crate::score::Score;
use sanban_core::Seat;
use sanban_core::record::{Eval, Line, Move, Record};

/// How fast accuracy falls with the mean loss: a mean loss of 0.05 leaves 82 %, one of 0.10 leaves 67 %.
const ACCURACY_DECAY: f64 = 4.0;

/// The maximum length of a variation without a proof, in moves.
const MAX_UNPROVEN_VARIATION: usize = 8;

/// A move of a reviewed game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedMove {
    /// The ply. Even plies are the first player's.
    pub ply: usize,
    /// The player who made it.
    pub seat: Seat,
    /// The move's text.
    pub text: String,
    /// The rating, unless the analysis was aborted before.
    pub rating: Option<MoveRating>,
}

/// The rating of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRating {
    /// The value of the best move, for the player who moved.
    pub best: PositionValue,
    /// The score after the move, for the opponent.
    pub score_after: Score,
    /// Whether the move ended the game, so that the score is the result.
    pub ends_game: bool,
    /// The loss of expected score.
    pub loss: f64,
    /// The quality of the move.
    pub quality: MoveQuality,
    /// How the move changed the course of the game, if it did.
    pub turning_point: Option<TurningPoint>,
}

/// A game with rated moves.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReview {
    /// All moves, rated or not.
    pub moves: Vec<RatedMove>,
}

impl RatedMove {
    /// The evaluation after the move as records write it; `None` if the move ended the game.
    pub fn eval(&self) -> Option<Eval> {
        self.rating.as_ref().filter(|rating| !rating.ends_game).map(|rating| rating.score_after.eval(self.seat.other()))
    }

    /// The expected score of the first player after the move.
    pub fn expected(&self) -> Option<f64> {
        self.rating.as_ref().map(|rating| {
            let mine = rating.score_after.for_opponent();
            if self.seat == Seat::FIRST { mine.expected() } else { rating.score_after.expected() }
        })
    }
}

impl GameReview {
    /// The number of rated moves.
    pub fn rated_count(&self) -> usize {
        self.moves.iter().filter(|m| m.rating.is_some()).count()
    }

    /// A player's accuracy in per cent: `100 e^(-4 m)`, where `m` is the mean loss of expected score of the player's rated moves;
    /// `None` if there are none.
    pub fn accuracy(&self, seat: Seat) -> Option<f64> {
        let losses = self.moves.iter().filter(|m| m.seat == seat).filter_map(|m| Some(m.rating.as_ref()?.loss));
        let (sum, count) = losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1));
        (count > 0).then(|| 100.0 * (-ACCURACY_DECAY * sum / f64::from(count)).exp())
    }

    /// The number of a player's moves of a quality.
    pub fn count(&self, seat: Seat, quality: MoveQuality) -> usize {
        let has = |m: &&RatedMove| m.seat == seat && m.rating.as_ref().is_some_and(|rating| rating.quality == quality);
        self.moves.iter().filter(has).count()
    }

    /// The turning points with their moves and ratings.
    pub fn turning_points(&self) -> impl Iterator<Item = (&RatedMove, &MoveRating, TurningPoint)> {
        self.moves.iter().filter_map(|m| m.rating.as_ref().and_then(|rating| Some((m, rating, rating.turning_point?))))
    }

    /// Writes the evaluations into the record of the game, and adds the better line as a variation at turning points. Other
    /// comments and variations stay, as do all annotations of unrated moves.
    pub fn annotate(&self, record: &mut Record) {
        for (m, recorded) in self.moves.iter().zip(&mut record.line.moves) {
            let Some(rating) = &m.rating else { continue };
            recorded.set_eval(m.eval());
            if rating.turning_point.is_none() {
                continue;
            }
            let variations = &mut recorded.variations;
            let is_best = |v: &Line| v.moves.first().map(|first| &first.text) == rating.best.line.first();
            if !variations.iter().any(is_best) {
                let max_length = if rating.best.score.is_proven() { usize::MAX } else { MAX_UNPROVEN_VARIATION };
                let moves = rating.best.line.iter().take(max_length);
                let moves = moves.map(|text| Move { text: text.clone(), ..Move::default() }).collect();
                variations.push(Line { comments: Vec::new(), moves });
            }
            let ends = rating.best.score == Score::Win(1);
            if let Some(first) = variations.iter_mut().find(|v| is_best(v)).and_then(|v| v.moves.first_mut()) {
                let eval = rating.best.score.after_turn().eval(m.seat.other());
                first.set_eval(Some(eval).filter(|_| !ends));
            }
        }
    }
}
