//! A puzzle in progress: the solver must find a forced win against a defence.
//!
//! The puzzle knows its first move and one winning line. Whether another move still wins in time needs a search, which the
//! caller runs when the status is [`PuzzleStatus::Doubt`].

use crate::registry;
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::player::Player;
use sanban_core::puzzle::Puzzle;
use sanban_core::{GameInfo, Rejection, Rules, Seat, TurnInput};
use std::time::Duration;

/// The state of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleStatus {
    /// The solver is to move.
    Asked,
    /// The first move was not the solution's, and was taken back.
    Wrong,
    /// The first move was the solution's up to its finishing steps, but doesn't win in time, and was taken back.
    Loose,
    /// A later move doesn't win in time, and was taken back.
    Late,
    /// The caller must find out whether the solver's move still wins in time.
    Doubt,
    /// The opponent is to reply.
    Answer,
    /// The solver has won in time.
    Solved,
    /// The solution is shown.
    Shown,
}

/// A puzzle in progress.
pub struct PuzzleSession {
    info: &'static GameInfo,
    puzzle: Puzzle,
    /// The board.
    pub game: LocalGame,
    status: PuzzleStatus,
    missed: String,
}

impl PuzzleSession {
    /// Opens a puzzle of a game.
    pub fn new(info: &'static GameInfo, puzzle: Puzzle) -> Result<Self, Rejection> {
        let game = board(info, &puzzle)?;
        Ok(PuzzleSession { info, puzzle, game, status: PuzzleStatus::Asked, missed: String::new() })
    }

    /// The game.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The state of the puzzle.
    pub fn status(&self) -> PuzzleStatus {
        self.status
    }

    /// The move that was taken back last.
    pub fn missed(&self) -> &str {
        &self.missed
    }

    /// The seat of the solver.
    pub fn solver(&self) -> Seat {
        self.game.session().fork_from_start().to_move()
    }

    /// How many turns the solver has left.
    pub fn turns_left(&self) -> u32 {
        let made = self.game.session().played().len().div_ceil(2) as u32;
        self.puzzle.wins_in.saturating_sub(made)
    }

    /// Judges the solver's last move.
    pub fn judge(&mut self) {
        let winner = self.game.outcome().map(|outcome| outcome.winner);
        self.status = match winner {
            Some(winner) if winner == Some(self.solver()) => PuzzleStatus::Solved,
            None if self.is_on_known_line() => PuzzleStatus::Answer,
            None if self.turns_left() > 0 && self.has_right_first_move() => PuzzleStatus::Doubt,
            _ => return self.take_back(),
        };
    }

    /// Resolves a doubt: whether the solver's move still wins in time.
    pub fn decide(&mut self, wins: bool) {
        if self.status == PuzzleStatus::Doubt {
            self.status = PuzzleStatus::Answer;
            if !wins {
                self.take_back();
            }
        }
    }

    fn take_back(&mut self) {
        self.missed = self.game.session().played().last().cloned().unwrap_or_default();
        self.status = match self.game.session().played().len() {
            1 if self.has_right_first_move() => PuzzleStatus::Loose,
            1 => PuzzleStatus::Wrong,
            _ => PuzzleStatus::Late,
        };
        self.game.undo();
    }

    /// Whether the first move was the solution's, up to finishing steps.
    fn has_right_first_move(&self) -> bool {
        let session = self.game.session();
        let Some(first) = session.played().first() else { return false };
        self.puzzle.is_begun_by(&*session.fork_from_start(), first) == Ok(true)
    }

    /// Whether all moves so far follow the known line.
    fn is_on_known_line(&self) -> bool {
        self.puzzle.line.starts_with(self.game.session().played())
    }

    /// The next move of the known line, if all moves so far follow it.
    pub fn known(&self) -> Option<&str> {
        let next = self.puzzle.line.get(self.game.session().played().len());
        next.filter(|_| self.is_on_known_line()).map(String::as_str)
    }

    /// Plays the opponent's reply.
    pub fn answer(&mut self, text: &str) -> Result<(), Rejection> {
        self.game.play(text)?;
        self.status = PuzzleStatus::Asked;
        // A reply that ends the game without a win for the solver means that the solver's move was too slow.
        match self.game.outcome().map(|outcome| outcome.winner) {
            Some(winner) if winner == Some(self.solver()) => self.status = PuzzleStatus::Solved,
            Some(_) => {
                self.game.undo();
                self.take_back();
            }
            None => {}
        }
        Ok(())
    }

    /// Restarts the puzzle.
    pub fn again(&mut self) {
        self.game = board(self.info, &self.puzzle).expect("it was opened before");
        self.status = PuzzleStatus::Asked;
        self.missed.clear();
    }

    /// Plays the next move of the solution. Restarts it if the moves so far don't follow it or it is finished. Returns whether
    /// there are more moves.
    pub fn show(&mut self) -> bool {
        if self.known().is_none() {
            self.again();
        }
        if let Some(next) = self.known().map(str::to_string) {
            // A bad move in the file just ends the line.
            let _ = self.game.play(&next);
        }
        self.status = PuzzleStatus::Shown;
        self.known().is_some()
    }
}

/// The board of a puzzle, with a person on both sides.
fn board(info: &'static GameInfo, puzzle: &Puzzle) -> Result<LocalGame, Rejection> {
    Ok(LocalGame::new(LocalGameConfig {
        session: registry::open(Rules::parse(info, &puzzle.rules)?, Some(&puzzle.position))?,
        date: String::new(),
        seats: [Player::person(None), Player::person(None)],
        pie: false,
        control: None,
        seed: 0,
        timer: || Duration::ZERO,
    }))
}
