//! How stored scores apply to the position being searched.

use super::negamax::NEAR_LIMIT;
use super::transposition_table::{Bound, TtEntry};
use crate::score::{PROVEN, WIN, is_proven};

/// Whether a stored result holds with this many turns left before a limit.
pub(super) fn is_usable(entry: &TtEntry, left: u32) -> bool {
    let score = i32::from(entry.score);
    !is_proven(score) || left <= NEAR_LIMIT || (WIN - score.abs()) as u32 <= left
}

/// Whether a stored score is a proven result, which holds at any depth.
pub(super) fn is_proof(entry: &TtEntry) -> bool {
    let score = i32::from(entry.score);
    score >= PROVEN && entry.bound != Bound::Upper || score <= -PROVEN && entry.bound != Bound::Lower
}

/// Whether a stored score lies outside the window.
pub(super) fn causes_cutoff(bound: Bound, score: i32, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}

/// Converts a score from distance to the root to distance to the position, as the table stores it.
pub(super) fn score_to_tt(score: i32, turns: u32) -> i16 {
    let turns = turns as i32;
    (match score {
        PROVEN.. => score + turns,
        _ if score <= -PROVEN => score - turns,
        _ => score,
    }) as i16
}

/// Converts a stored score to distance to the root.
pub(super) fn score_from_tt(score: i16, turns: u32) -> i32 {
    let (score, turns) = (i32::from(score), turns as i32);
    match score {
        PROVEN.. => score - turns,
        _ if score <= -PROVEN => score + turns,
        _ => score,
    }
}
