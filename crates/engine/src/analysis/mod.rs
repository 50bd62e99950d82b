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

/// The value of a position, with the line that leads to it.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionValue {
    /// The score for the player to move.
    pub score: Score,
    /// The principal variation; empty if the game is over.
    pub line: Vec<String>,
}

/// An analysis in progress. It has no engine of its own: the caller searches [`Analysis::next_position`] and passes the report to
/// [`Analysis::add_report`], until there is no position left.
pub struct Analysis {
    /// The position before each move, and the one after the last.
    positions: Vec<Box<dyn Session>>,
    review: GameReview,
    /// The number of moves that still need searches. They are the first of the game.
    moves_left: usize,
    /// The value of the position after the last of these moves.
    value_after: Option<PositionValue>,
    /// The reports of the searches for this step of the analysis, in their order.
    reports: Vec<Report>,
    next_position: Option<Box<dyn Session>>,
}

impl Analysis {
    /// Starts the analysis of a game.
    pub fn new(game: &dyn Session) -> Self {
        let positions: Vec<Box<dyn Session>> = (0..=game.played().len()).map(|turns| game.fork_at(turns)).collect();
        let first = usize::from(positions[0].to_move() == Seat::SECOND);
        let mut moves = Vec::new();
        for ((ply, before), text) in (first..).zip(&positions).zip(game.played()) {
            moves.push(RatedMove { ply, seat: before.to_move(), text: text.clone(), rating: None });
        }
        let moves_left = moves.len();
        let review = GameReview { moves };
        let mut analysis =
            Analysis { positions, review, moves_left, value_after: None, reports: Vec::new(), next_position: None };
        analysis.advance();
        analysis
    }

    /// The position to search next; `None` if the analysis is complete.
    pub fn next_position(&self) -> Option<&dyn Session> {
        self.next_position.as_deref()
    }

    /// Continues with the report of a search of [`Analysis::next_position`]. Returns the index of the move whose rating this
    /// completes, if it does.
    pub fn add_report(&mut self, report: Report) -> Option<usize> {
        let moves_left = self.moves_left;
        self.reports.push(report);
        self.advance();
        (self.moves_left < moves_left).then_some(self.moves_left)
    }

    /// The review so far.
    pub fn review(&self) -> &GameReview {
        &self.review
    }

    /// Advances to the next position without a report. A move needs several searches: after each of them, its rating starts over
    /// with the reports so far.
    fn advance(&mut self) {
        self.next_position = None;
        while self.next_position.is_none() && self.moves_left > 0 {
            let mut reports = self.reports.iter().cloned();
            let mut search = |session: &dyn Session| {
                let report = reports.next();
                if report.is_none() {
                    self.next_position = Some(session.fork());
                }
                report
            };
            let last = self.moves_left - 1;
            let Some(value_after) = &self.value_after else {
                self.value_after = evaluate(&*self.positions[last + 1], &mut search);
                self.reports.clear();
                continue;
            };
            let ends_game = self.positions[last + 1].outcome().is_some();
            let text = &self.review.moves[last].text;
            let rating = rate(&*self.positions[last], text, value_after.clone(), ends_game, &mut search);
            let best = rating.as_ref().map(|rating| rating.best.clone());
            self.review.moves[last].rating = rating;
            if self.next_position.is_none() {
                self.value_after = best;
                self.moves_left = last;
                self.reports.clear();
            }
        }
    }
}

/// Rates the moves of a game from the last to the first. `search` returns its report of a position, or `None` to abort; earlier
/// moves then stay unrated. Calls `done` with the index of each rated move.
pub fn analyse(
    game: &dyn Session,
    search: &mut dyn FnMut(&dyn Session) -> Option<Report>,
    done: &mut dyn FnMut(usize),
) -> GameReview {
    let mut analysis = Analysis::new(game);
    while let Some(report) = analysis.next_position().and_then(&mut *search) {
        if let Some(index) = analysis.add_report(report) {
            done(index);
        }
    }
    analysis.review
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
pub fn extend_pv(
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
        played = more_exact(best.score, played);
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
        extend_pv(position, &mut best, search);
    }
    let quality = if is_best { MoveQuality::Best } else { MoveQuality::of(loss) };
    Some(MoveRating { best, score_after: played.after_turn(), ends_game, loss, quality, turning_point })
}

/// The more exact of two scores of the same move: a proof, or the shorter of two proofs; otherwise the second score.
fn more_exact(one: Score, other: Score) -> Score {
    match (one, other) {
        (Score::Win(a), Score::Win(b)) => Score::Win(a.min(b)),
        (Score::Loss(a), Score::Loss(b)) => Score::Loss(a.min(b)),
        (Score::Win(_) | Score::Loss(_), Score::Centipawns(_)) => one,
        _ => other,
    }
}
