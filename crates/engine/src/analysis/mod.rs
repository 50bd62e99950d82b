//! Rates the moves of a game.
//!
//! The rating of a move depends on its loss of expected score: that of the best move minus that of the move played.
//!
//! | rating | loss |
//! | --- | --- |
//! | best | none: the engine knows no better move |
//! | good | less than [`INACCURACY`], or a slower win |
//! | inaccuracy | at least [`INACCURACY`] |
//! | mistake | at least [`MISTAKE`] |
//! | blunder | at least [`BLUNDER`] |
//!
//! The analysis runs from the end of the game to its start, so that the transposition table helps with the earlier positions.
//! If a move seems to lose something, the position after the better move is searched as well. That makes the comparison fair:
//! the search sees further after a move than before it, and would otherwise blame moves for unavoidable problems.

mod quality;
mod review;
#[cfg(test)]
mod tests;

pub use quality::{BLUNDER, INACCURACY, MISTAKE, MoveQuality, TurningPoint};
pub use review::{GameReview, MoveRating, RatedMove};

use crate::handle::Report;
use crate::score::Score;
use sanban_core::{Seat, Session};
use sanban_games::registry;

/// The value of a position, with the line that leads to it.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionValue {
    /// The score for the player to move.
    pub score: Score,
    /// The principal variation; empty if the game is over.
    pub line: Vec<String>,
}

/// Rates the moves of a game from the last to the first. `search` returns its report of a position, or `None` to abort; earlier
/// moves then stay unrated. Calls `done` with the index of each rated move.
pub fn analyse(
    game: &dyn Session,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
    done: &mut dyn FnMut(usize),
) -> GameReview {
    let mut session = registry::open(game.rules().clone(), Some(game.start_text())).expect("the game's own position");
    let mut positions = vec![session.fork()];
    let mut moves = Vec::new();
    let first = usize::from(session.to_move() == Seat::SECOND);
    for (ply, text) in (first..).zip(game.played()) {
        moves.push(RatedMove { ply, seat: session.to_move(), text: text.clone(), rating: None });
        session.play(text).expect("the game's own move");
        positions.push(session.fork());
    }
    let mut after = if moves.is_empty() { None } else { evaluate(&*session, search) };
    for at in (0..moves.len()).rev() {
        let Some(value_after) = after else { break };
        let ends_game = positions[at + 1].outcome().is_some();
        let rating = rate(&*positions[at], &moves[at].text, value_after, ends_game, search);
        after = rating.as_ref().map(|rating| rating.best.clone());
        moves[at].rating = rating;
        if after.is_some() {
            done(at);
        }
    }
    GameReview { moves }
}

/// The score of a finished game for the player to move; `None` if it is not over.
pub fn end(session: &dyn Session) -> Option<Score> {
    session.outcome().map(|outcome| match outcome.winner {
        Some(winner) if winner == session.to_move() => Score::Win(0),
        Some(_) => Score::Loss(0),
        None => Score::Centipawns(0),
    })
}

/// The value of a position; `None` if the search was aborted.
fn evaluate(session: &dyn Session, search: &mut dyn FnMut(&dyn Session) -> Option<Report>) -> Option<PositionValue> {
    if let Some(score) = end(session) {
        return Some(PositionValue { score, line: Vec::new() });
    }
    let best = search(session)?.lines.swap_remove(0);
    // The search doesn't know all draws, so its line may continue after the end of the game.
    let mut ahead = session.fork();
    let line = best.moves.into_iter().take_while(|text| ahead.play(text).is_ok()).collect();
    Some(PositionValue { score: best.score, line })
}

/// Completes the line of a proven win or loss to the end of the game, as far as searches find it again. A proof from the
/// transposition table may come with a short line.
pub fn lengthen(
    position: &dyn Session,
    value: &mut PositionValue,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
) {
    let (Score::Win(turns) | Score::Loss(turns)) = value.score else { return };
    let mut at = position.fork();
    if value.line.iter().any(|text| at.play(text).is_err()) {
        return;
    }
    while at.outcome().is_none() && value.line.len() < turns as usize {
        let Some(next) = evaluate(&*at, search).filter(|next| next.score.is_proven()) else { return };
        for text in next.line {
            value.line.push(at.play(&text).expect("a legal move"));
        }
    }
}

/// Rates a move that was played in a position; `None` if the search was aborted.
fn rate(
    position: &dyn Session,
    text: &str,
    after: PositionValue,
    ends_game: bool,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
) -> Option<MoveRating> {
    let mut best = evaluate(position, search)?;
    let mut played = after.score.before_turn();
    let is_choice = best.line.first().is_some_and(|choice| choice == text);
    if is_choice || matches!(best.score, Score::Loss(_)) {
        // A proof of the position also holds for this move: it is the winning move, or all moves lose.
        played = sharper(best.score, played);
    } else if !best.score.is_proven() && best.score.expected() - played.expected() >= INACCURACY {
        let mut instead = position.fork();
        let choice = instead.play(&best.line[0]).expect("a legal move");
        let alternative = evaluate(&*instead, search)?;
        best =
            PositionValue { score: alternative.score.before_turn(), line: [vec![choice], alternative.line].concat() };
    }
    let is_best = is_choice || best.score <= played;
    if is_best {
        best = PositionValue { score: played, line: [vec![text.to_string()], after.line].concat() };
    }
    let loss = best.score.expected() - played.expected();
    let turning_point = TurningPoint::of(best.score, played).filter(|_| !is_best);
    if turning_point.is_some() {
        lengthen(position, &mut best, search);
    }
    let quality = if is_best { MoveQuality::Best } else { MoveQuality::of(loss) };
    Some(MoveRating { best, score_after: played.after_turn(), ends_game, loss, quality, turning_point })
}

/// The more exact of two scores of the same move: a proof, or the shorter of two proofs; otherwise the second score.
fn sharper(one: Score, other: Score) -> Score {
    match (one, other) {
        (Score::Win(a), Score::Win(b)) => Score::Win(a.min(b)),
        (Score::Loss(a), Score::Loss(b)) => Score::Loss(a.min(b)),
        (Score::Win(_) | Score::Loss(_), Score::Centipawns(_)) => one,
        _ => other,
    }
}
