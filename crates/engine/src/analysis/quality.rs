//! How good a move was, and whether it turned the game.

use crate::score::Score;

/// The smallest loss of expected score that is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// The smallest loss of expected score that is a mistake.
pub const MISTAKE: f64 = 0.10;
/// The smallest loss of expected score that is a blunder.
pub const BLUNDER: f64 = 0.20;

/// The quality of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveQuality {
    /// The engine knows no better move.
    Best,
    /// It loses almost nothing.
    Good,
    /// It loses a little.
    Inaccuracy,
    /// It loses much.
    Mistake,
    /// It loses very much.
    Blunder,
}

impl MoveQuality {
    /// All qualities, best first.
    pub const ALL: [MoveQuality; 5] =
        [MoveQuality::Best, MoveQuality::Good, MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder];

    /// The quality of a move that is not the best, by its loss of expected score.
    pub fn of(loss: f64) -> Self {
        match loss {
            BLUNDER.. => MoveQuality::Blunder,
            MISTAKE.. => MoveQuality::Mistake,
            INACCURACY.. => MoveQuality::Inaccuracy,
            _ => MoveQuality::Good,
        }
    }

    /// The code for programs, which is never translated.
    pub fn code(self) -> &'static str {
        match self {
            MoveQuality::Best => "best",
            MoveQuality::Good => "good",
            MoveQuality::Inaccuracy => "inaccuracy",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        }
    }
}

/// How a move changed the course of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TurningPoint {
    /// A proven win is no longer proven.
    WinGivenAway,
    /// A proven win became a proven loss.
    WinToLoss,
    /// The position became a proven loss.
    IntoLoss,
    /// A blunder without a proof.
    Blunder,
}

impl TurningPoint {
    /// All kinds of turning points.
    pub const ALL: [TurningPoint; 4] =
        [TurningPoint::WinGivenAway, TurningPoint::WinToLoss, TurningPoint::IntoLoss, TurningPoint::Blunder];

    /// The turning point of a move that scores `played` where `best` was possible, if it is one. A win that only became less clear
    /// is not given away, and nothing turns in a lost position.
    pub fn of(best: Score, played: Score) -> Option<Self> {
        let loss = best.expected() - played.expected();
        match (best, played) {
            (Score::Win(_), Score::Loss(_)) => Some(TurningPoint::WinToLoss),
            (Score::Win(_), _) if loss >= MISTAKE => Some(TurningPoint::WinGivenAway),
            (_, Score::Loss(_)) if loss >= MISTAKE => Some(TurningPoint::IntoLoss),
            _ => (loss >= BLUNDER).then_some(TurningPoint::Blunder),
        }
    }

    /// The code for programs, which is never translated.
    pub fn code(self) -> &'static str {
        match self {
            TurningPoint::WinGivenAway => "win-given-away",
            TurningPoint::WinToLoss => "win-to-loss",
            TurningPoint::IntoLoss => "into-loss",
            TurningPoint::Blunder => "blunder",
        }
    }
}
