//! Whole games as text, in the manner of PGN.
//!
//! The reader accepts what other programs write: move numbers, glyphs, any line ends, both kinds of comments, and moves in any
//! playable spelling. The writer is canonical: a canonical record survives a round trip byte for byte.

mod eval;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use eval::Eval;
pub use reader::split;
pub use writer::{move_number, numbered};

use crate::outcome::{Outcome, Seat};
use crate::rejection::{Rejection, common};
use crate::session::Session;

/// The deepest nesting of variations, so that no text can exhaust the stack.
pub const MAX_VARIATION_DEPTH: usize = 64;

/// A game, finished or not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The tags. The writer sorts them.
    pub tags: Vec<(String, String)>,
    /// Whether the player in the second seat makes the first move.
    pub second_begins: bool,
    /// The moves of the game, with comments and variations.
    pub line: Line,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that has not ended.
    pub result: String,
}

/// A sequence of moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves in order, each with the variations that could replace it.
    pub moves: Vec<Move>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Move {
    /// The move's text.
    pub text: String,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Alternatives to the move.
    pub variations: Vec<Line>,
}

impl Record {
    /// A game without moves that has not ended.
    pub fn unfinished() -> Record {
        Record { result: "*".to_string(), ..Record::default() }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, replacing its old value. Control characters become spaces, so that a value is one line.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = value.replace(char::is_control, " ");
        match self.tags.iter_mut().find(|(n, _)| n == name) {
            Some((_, v)) => *v = value,
            None => self.tags.push((name.to_string(), value)),
        }
    }

    /// The record of the game that was played in `session`; see [`Record::complete`]. `comment` gives the comment after each
    /// turn.
    pub fn of_game(
        session: &dyn Session,
        players: &[&str],
        ending: Option<(&str, &str)>,
        comment: impl Fn(usize) -> Option<String>,
    ) -> Record {
        let turn = |(turn, text): (usize, &String)| Move {
            text: text.clone(),
            comments: comment(turn).into_iter().collect(),
            ..Move::default()
        };
        let moves = session.played().iter().enumerate().map(turn).collect();
        let mut record = Record { line: Line { comments: Vec::new(), moves }, ..Record::unfinished() };
        record.complete(session, players, ending);
        record
    }

    /// Completes a record of the moves of `session`: sets the players' names by seat, how the game ended (the result and the
    /// reason), and the tags that follow from the game. Trusts that the moves are those of the session.
    pub fn complete(&mut self, session: &dyn Session, players: &[&str], ending: Option<(&str, &str)>) {
        for (seat, name) in [Seat::FIRST, Seat::SECOND].into_iter().zip(players) {
            self.set_tag(&session.info().player_tag(seat), name);
        }
        let (result, reason) = ending.unwrap_or(("*", ""));
        self.result = result.to_string();
        self.set_or_remove_tag("Termination", reason);
        self.fill_tags(&*session.fork_at(0), session.outcome());
    }

    /// Plays the record in `session`, which is at the record's first position, and makes it canonical. Every move, also of
    /// variations, must be legal and gets its canonical text. Sets the tags and the result that follow from the game.
    /// Leaves the session at the end of the game.
    pub fn check(&mut self, session: &mut dyn Session) -> Result<(), Rejection> {
        let start = session.fork();
        check_line(&mut self.line, session, usize::from(start.to_move() == Seat::SECOND))?;
        self.fill_tags(&*start, session.outcome());
        Ok(())
    }

    /// Sets the tags that follow from the game: `start` is the game at the record's first position, `outcome` how it ended by
    /// the rules after the last move. Trusts that the moves are canonical. A result that the rules don't decide stays.
    pub(crate) fn fill_tags(&mut self, start: &dyn Session, outcome: Option<Outcome>) {
        let info = start.info();
        self.set_or_remove_tag("Game", info.id);
        self.set_or_remove_tag("Rules", &start.rules().text());
        let position = if start.is_at_start() { String::new() } else { start.position_text() };
        self.set_or_remove_tag("Position", &position);
        let players = [Seat::FIRST, Seat::SECOND].map(|seat| info.player_tag(seat));
        self.tags.sort_by_key(|(name, _)| players.iter().position(|p| p == name).unwrap_or(players.len()));

        self.second_begins = start.to_move() == Seat::SECOND;
        if let Some(outcome) = outcome {
            self.result = outcome.score().to_string();
            self.set_tag("Termination", outcome.reason.0);
        } else if self.result == "*" {
            self.set_or_remove_tag("Termination", "");
        }
        let result = self.result.clone();
        self.set_or_remove_tag("Result", &result);
    }

    /// Sets a tag; an empty value removes it.
    fn set_or_remove_tag(&mut self, name: &str, value: &str) {
        self.set_tag(name, value);
        self.tags.retain(|(n, v)| n != name || !v.is_empty());
    }
}

/// Plays the moves of a line and makes their texts canonical. `ply` is that of the first move; even plies are the first
/// player's.
fn check_line(line: &mut Line, session: &mut dyn Session, ply: usize) -> Result<(), Rejection> {
    for (ply, m) in (ply..).zip(&mut line.moves) {
        for variation in &mut m.variations {
            check_line(variation, &mut *session.fork(), ply)?;
        }
        m.text = session
            .play(&m.text)
            .map_err(|rejection| common::MOVE_REJECTED.with(&[&move_number(ply), &m.text]).because(vec![rejection]))?;
    }
    Ok(())
}
