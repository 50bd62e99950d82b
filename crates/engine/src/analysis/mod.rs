//! What the moves of a game were worth.
//!
//! A move is rated by how much it loses of the expected score, the share of the points that a player can expect: that of
//! the best move less that of the move played.
//!
//! | rating | loss |
//! | --- | --- |
//! | best | none: the engine knows nothing better |
//! | good | less than [`INACCURACY`], or a win that takes longer |
//! | inaccuracy | from [`INACCURACY`] on |
//! | mistake | from [`MISTAKE`] on |
//! | blunder | from [`BLUNDER`] on |
//!
//! Positions are searched from the end of the game to its beginning, so that what the search remembers of the moves
//! played helps it to judge the earlier ones. Where a move seems to have lost something, the position after the better one
//! is searched as well, and the two are compared on an equal footing: the search sees further after a move than before it,
//! and would find fault with moves for what nobody could have avoided.

mod quality;
mod review;
#[cfg(test)]
mod tests;

pub use quality::{BLUNDER, INACCURACY, MISTAKE, MoveQuality, TurningPoint};
pub use review::{GameReview, RatedMove, Verdict};

use crate::handle::Report;
use crate::score::Score;
use sanban_core::{Seat, Session};
use sanban_games::registry;

/// What a position is worth, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionValue {
    /// The score of the player to move.
    pub score: Score,
    /// The moves that lead to it; none if the game is over.
    pub line: Vec<String>,
}

/// Rates the moves of a game from the last to the first. `search` gives what it finds in a position, or
/// nothing to break off: then the moves before are not rated. `done` hears of each rated move by its place.
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
        moves.push(RatedMove { ply, seat: session.to_move(), text: text.clone(), rated: None });
        session.play(text).expect("the game's own move");
        positions.push(session.fork());
    }
    let mut after = if moves.is_empty() { None } else { value(&*session, search) };
    for at in (0..moves.len()).rev() {
        let Some(found) = after else { break };
        let ends = positions[at + 1].outcome().is_some();
        let rated = rate(&*positions[at], &moves[at].text, found, ends, search);
        after = rated.as_ref().map(|rated| rated.best.clone());
        moves[at].rated = rated;
        if after.is_some() {
            done(at);
        }
    }
    GameReview { moves }
}

/// What the end of the game is worth to the player to move, if it is over.
pub fn end(session: &dyn Session) -> Option<Score> {
    session.outcome().map(|outcome| match outcome.winner {
        Some(winner) if winner == session.to_move() => Score::Win(0),
        Some(_) => Score::Loss(0),
        None => Score::Centipawns(0),
    })
}

/// What a position is worth; nothing if the search was broken off.
fn value(session: &dyn Session, search: &mut dyn FnMut(&dyn Session) -> Option<Report>) -> Option<PositionValue> {
    if let Some(score) = end(session) {
        return Some(PositionValue { score, line: Vec::new() });
    }
    let best = search(session)?.lines.swap_remove(0);
    // A search does not know of all draws, so that its line may go on where the game is over.
    let mut ahead = session.fork();
    let line = best.moves.into_iter().take_while(|text| ahead.play(text).is_ok()).collect();
    Some(PositionValue { score: best.score, line })
}

/// Adds the moves up to the end of a line that is proven to lead there. A search that remembers a proof does not go through
/// it again, so its line may be short. What cannot be found again is left out.
pub fn lengthen(
    position: &dyn Session,
    found: &mut PositionValue,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
) {
    let (Score::Win(turns) | Score::Loss(turns)) = found.score else { return };
    let mut at = position.fork();
    if found.line.iter().any(|text| at.play(text).is_err()) {
        return;
    }
    while at.outcome().is_none() && found.line.len() < turns as usize {
        let Some(next) = value(&*at, search).filter(|next| next.score.is_proven()) else { return };
        for text in next.line {
            found.line.push(at.play(&text).expect("a legal move"));
        }
    }
}

/// Rates a move that was played in a position; nothing if the search was broken off.
fn rate(
    position: &dyn Session,
    text: &str,
    after: PositionValue,
    ends: bool,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
) -> Option<Verdict> {
    let mut best = value(position, search)?;
    let mut played = after.score.before_turn();
    let is_choice = best.line.first().is_some_and(|choice| choice == text);
    if is_choice || matches!(best.score, Score::Loss(_)) {
        // What is proven of the position is proven of this move: it is the one that wins, or no move is any better.
        played = sharper(best.score, played);
    } else if !best.score.is_proven() && best.score.expected() - played.expected() >= INACCURACY {
        let mut instead = position.fork();
        let choice = instead.play(&best.line[0]).expect("a legal move");
        let found = value(&*instead, search)?;
        best = PositionValue { score: found.score.before_turn(), line: [vec![choice], found.line].concat() };
    }
    let is_best = is_choice || best.score <= played;
    if is_best {
        best = PositionValue { score: played, line: [vec![text.to_string()], after.line].concat() };
    }
    let loss = best.score.expected() - played.expected();
    let turning = TurningPoint::of(best.score, played).filter(|_| !is_best);
    if turning.is_some() {
        lengthen(position, &mut best, search);
    }
    let rating = if is_best { MoveQuality::Best } else { MoveQuality::of(loss) };
    Some(Verdict { best, after: played.after_turn(), ends, loss, rating, turning })
}

/// The more exact of two scores of the same move: a proof, and the shorter one of two. Otherwise the second.
fn sharper(one: Score, other: Score) -> Score {
    match (one, other) {
        (Score::Win(a), Score::Win(b)) => Score::Win(a.min(b)),
        (Score::Loss(a), Score::Loss(b)) => Score::Loss(a.min(b)),
        (Score::Win(_) | Score::Loss(_), Score::Centipawns(_)) => one,
        _ => other,
    }
}
