//! How good a move was, and whether it turned the game.

use crate::score::Score;

/// A loss of this much of the expected score is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// A loss of this much of the expected score is a mistake.
pub const MISTAKE: f64 = 0.10;
/// A loss of this much of the expected score is a blunder.
pub const BLUNDER: f64 = 0.20;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveQuality {
    /// Nothing better is known.
    Best,
    /// Next to nothing was lost.
    Good,
    /// A little was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// Very much was lost.
    Blunder,
}

impl MoveQuality {
    /// All ratings, the best first.
    pub const ALL: [MoveQuality; 5] =
        [MoveQuality::Best, MoveQuality::Good, MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder];

    /// The rating of a move that is not the best and loses so much of the expected score.
    pub fn of(loss: f64) -> Self {
        match loss {
            BLUNDER.. => MoveQuality::Blunder,
            MISTAKE.. => MoveQuality::Mistake,
            INACCURACY.. => MoveQuality::Inaccuracy,
            _ => MoveQuality::Good,
        }
    }

    /// The word that programs read: never translated.
    pub fn word(self) -> &'static str {
        match self {
            MoveQuality::Best => "best",
            MoveQuality::Good => "good",
            MoveQuality::Inaccuracy => "inaccuracy",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        }
    }
}

/// How a move turned the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TurningPoint {
    /// A proven win was there, and is no longer.
    WinGivenAway,
    /// A proven win has become a proven loss.
    WinToLoss,
    /// Now the loss is proven.
    IntoLoss,
    /// Nothing is proven, but very much was lost.
    Blunder,
}

impl TurningPoint {
    /// All of them.
    pub const ALL: [TurningPoint; 4] =
        [TurningPoint::WinGivenAway, TurningPoint::WinToLoss, TurningPoint::IntoLoss, TurningPoint::Blunder];

    /// How a move turned the game that scores `played` where `best` was to be had, if it did. A win that is only less
    /// clear than it was is not yet given away, and where all was lost anyway nothing turns.
    pub fn of(best: Score, played: Score) -> Option<Self> {
        let loss = best.expected() - played.expected();
        match (best, played) {
            (Score::Win(_), Score::Loss(_)) => Some(TurningPoint::WinToLoss),
            (Score::Win(_), _) if loss >= MISTAKE => Some(TurningPoint::WinGivenAway),
            (_, Score::Loss(_)) if loss >= MISTAKE => Some(TurningPoint::IntoLoss),
            _ => (loss >= BLUNDER).then_some(TurningPoint::Blunder),
        }
    }

    /// The word that programs read: never translated.
    pub fn word(self) -> &'static str {
        match self {
            TurningPoint::WinGivenAway => "win-given-away",
            TurningPoint::WinToLoss => "win-to-loss",
            TurningPoint::IntoLoss => "into-loss",
            TurningPoint::Blunder => "blunder",
        }
    }
}
