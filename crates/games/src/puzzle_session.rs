//! PuzzleSession a puzzle: a win that is to be found, against a defence.
//!
//! How it has to begin is known, and so is one line that wins. Whether another way still wins in time is for whoever can
//! think to say: that is asked as a [doubt](PuzzleStatus::Doubt).

use crate::registry;
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::player::Player;
use sanban_core::puzzle::Puzzle;
use sanban_core::{GameInfo, Rejection, Rules, Seat};
use std::time::Duration;

/// How a puzzle stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleStatus {
    /// The solver is to move.
    Asked,
    /// The solver's first turn did not begin as the solution does, and was taken back.
    Wrong,
    /// The solver's first turn began as the solution does but does not win in time, and was taken back.
    Loose,
    /// A later turn of the solver does not win in time, and was taken back.
    Late,
    /// Whether the solver's turn still wins in time is not known yet.
    Doubt,
    /// The other side is to answer.
    Answer,
    /// It is won in time.
    Solved,
    /// The solution is being shown, or has been.
    Shown,
}

/// A puzzle being solved.
pub struct PuzzleSession {
    info: &'static GameInfo,
    puzzle: Puzzle,
    /// The board.
    pub playing: LocalGame,
    status: PuzzleStatus,
    missed: String,
}

impl PuzzleSession {
    /// A puzzle of a game, or why it is refused.
    pub fn new(info: &'static GameInfo, puzzle: Puzzle) -> Result<Self, Rejection> {
        let playing = board(info, &puzzle)?;
        Ok(PuzzleSession { info, puzzle, playing, status: PuzzleStatus::Asked, missed: String::new() })
    }

    /// The game.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// How it stands.
    pub fn status(&self) -> PuzzleStatus {
        self.status
    }

    /// The turn that was taken back last.
    pub fn missed(&self) -> &str {
        &self.missed
    }

    /// Who is to win.
    pub fn solver(&self) -> Seat {
        self.playing.session().fork_from_start().to_move()
    }

    /// How many turns of its own the solver has left.
    pub fn turns_left(&self) -> u32 {
        let made = self.playing.session().played().len().div_ceil(2) as u32;
        self.puzzle.wins_in.saturating_sub(made)
    }

    /// Looks at the turn that the solver has just made.
    pub fn judge(&mut self) {
        let winner = self.playing.outcome().map(|outcome| outcome.winner);
        self.status = match winner {
            Some(winner) if winner == Some(self.solver()) => PuzzleStatus::Solved,
            None if self.follows() => PuzzleStatus::Answer,
            None if self.turns_left() > 0 && self.begins_well() => PuzzleStatus::Doubt,
            _ => return self.take_back(),
        };
    }

    /// Whether the turn that was in doubt still wins in time.
    pub fn decide(&mut self, wins: bool) {
        if self.status == PuzzleStatus::Doubt {
            self.status = PuzzleStatus::Answer;
            if !wins {
                self.take_back();
            }
        }
    }

    fn take_back(&mut self) {
        self.missed = self.playing.session().played().last().cloned().unwrap_or_default();
        self.status = match self.playing.session().played().len() {
            1 if self.begins_well() => PuzzleStatus::Loose,
            1 => PuzzleStatus::Wrong,
            _ => PuzzleStatus::Late,
        };
        self.playing.undo();
    }

    /// Whether the first turn is as the solution begins.
    fn begins_well(&self) -> bool {
        let session = self.playing.session();
        let Some(first) = session.played().first() else { return false };
        self.puzzle.is_begun_by(&*session.fork_from_start(), first) == Ok(true)
    }

    /// Whether the play is that of the known line so far.
    fn follows(&self) -> bool {
        self.puzzle.line.starts_with(self.playing.session().played())
    }

    /// The next move of the known line, if the play is that of the line so far.
    pub fn known(&self) -> Option<&str> {
        let next = self.puzzle.line.get(self.playing.session().played().len());
        next.filter(|_| self.follows()).map(String::as_str)
    }

    /// The other side answers.
    pub fn answer(&mut self, text: &str) -> Result<(), Rejection> {
        self.playing.play(text)?;
        self.status = PuzzleStatus::Asked;
        // An answer that ends the game leaves nothing to be won.
        match self.playing.outcome().map(|outcome| outcome.winner) {
            Some(winner) if winner == Some(self.solver()) => self.status = PuzzleStatus::Solved,
            Some(_) => {
                self.playing.undo();
                self.take_back();
            }
            None => {}
        }
        Ok(())
    }

    /// Sets it up again.
    pub fn again(&mut self) {
        self.playing = board(self.info, &self.puzzle).expect("it was opened before");
        self.status = PuzzleStatus::Asked;
        self.missed.clear();
    }

    /// Plays the next move of the solution, from the beginning if something else was played or all of it. Whether there is
    /// more.
    pub fn show(&mut self) -> bool {
        if self.known().is_none() {
            self.again();
        }
        if let Some(next) = self.known().map(str::to_string) {
            // A line that breaks off is no reason to.
            let _ = self.playing.play(&next);
        }
        self.status = PuzzleStatus::Shown;
        self.known().is_some()
    }
}

/// The board of a puzzle, with a person at both sides.
fn board(info: &'static GameInfo, puzzle: &Puzzle) -> Result<LocalGame, Rejection> {
    Ok(LocalGame::new(LocalGameConfig {
        session: registry::open(Rules::parse(info, &puzzle.rules)?, Some(&puzzle.position))?,
        date: String::new(),
        seats: [Player::person(None), Player::person(None)],
        pie: false,
        control: None,
        seed: 0,
        // There is no clock.
        timer: || Duration::ZERO,
    }))
}
