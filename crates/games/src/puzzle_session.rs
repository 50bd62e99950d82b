//! A puzzle in progress: the solver must find a forced win against a defence.
//!
//! The puzzle knows its first move and one winning line. Whether another move still wins in time needs a search, which the
//! caller runs when the status is [`PuzzleStatus::NeedsCheck`].

use crate::registry;
use sanban_core::local_game::LocalGame;
use sanban_core::puzzle::Puzzle;
use sanban_core::{GameInfo, Rejection, Rules, Seat, TurnInput, TurnInputExt};

/// The state of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleStatus {
    /// The solver is to move.
    ToMove,
    /// The first move was not the solution's, and was taken back.
    WrongMove,
    /// The first move was the solution's up to its finishing steps, but doesn't win in time, and was taken back.
    WrongFinish,
    /// A later move doesn't win in time, and was taken back.
    TooSlow,
    /// The caller must find out whether the solver's move still wins in time.
    NeedsCheck,
    /// The caller must choose a move for the opponent.
    OpponentToReply,
    /// The solver has won in time.
    Solved,
    /// The solver gave up, and the board shows the main line.
    SolutionShown,
}

/// A puzzle in progress.
pub struct PuzzleSession {
    info: &'static GameInfo,
    puzzle: Puzzle,
    /// The board.
    pub game: LocalGame,
    status: PuzzleStatus,
    /// The move that was taken back last.
    wrong_move: String,
}

impl PuzzleSession {
    /// Opens a puzzle of a game.
    pub fn new(info: &'static GameInfo, puzzle: Puzzle) -> Result<Self, Rejection> {
        let game = board(info, &puzzle)?;
        Ok(PuzzleSession { info, puzzle, game, status: PuzzleStatus::ToMove, wrong_move: String::new() })
    }

    /// The game that the puzzle is from.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The task, with its main line.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The state of the puzzle.
    pub fn status(&self) -> PuzzleStatus {
        self.status
    }

    /// The move that was taken back last.
    pub fn wrong_move(&self) -> &str {
        &self.wrong_move
    }

    /// The seat of the solver.
    pub fn solver(&self) -> Seat {
        self.game.session().fork_at(0).to_move()
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
            None if self.is_on_known_line() => PuzzleStatus::OpponentToReply,
            None if self.turns_left() > 0 && self.has_right_first_move() => PuzzleStatus::NeedsCheck,
            _ => return self.take_back(),
        };
    }

    /// Tells the result of the check: whether the solver's move still wins in time.
    pub fn resolve_check(&mut self, wins: bool) {
        if self.status == PuzzleStatus::NeedsCheck {
            self.status = PuzzleStatus::OpponentToReply;
            if !wins {
                self.take_back();
            }
        }
    }

    fn take_back(&mut self) {
        self.wrong_move = self.game.session().played().last().cloned().unwrap_or_default();
        self.status = match self.game.session().played().len() {
            1 if self.has_right_first_move() => PuzzleStatus::WrongFinish,
            1 => PuzzleStatus::WrongMove,
            _ => PuzzleStatus::TooSlow,
        };
        self.game.undo();
    }

    /// Whether the first move was the solution's, up to finishing steps.
    fn has_right_first_move(&self) -> bool {
        let session = self.game.session();
        let Some(first) = session.played().first() else { return false };
        self.puzzle.is_begun_by(&*session.fork_at(0), first) == Ok(true)
    }

    /// Whether all moves so far follow the known line.
    fn is_on_known_line(&self) -> bool {
        self.puzzle.line.starts_with(self.game.session().played())
    }

    /// The next move of the known line, if all moves so far follow it.
    pub fn known_move(&self) -> Option<&str> {
        let next = self.puzzle.line.get(self.game.session().played().len());
        next.filter(|_| self.is_on_known_line()).map(String::as_str)
    }

    /// Plays the opponent's reply.
    pub fn reply(&mut self, text: &str) -> Result<(), Rejection> {
        self.game.play(text)?;
        self.status = PuzzleStatus::ToMove;
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
    pub fn restart(&mut self) {
        self.game = board(self.info, &self.puzzle).expect("it was opened before");
        self.status = PuzzleStatus::ToMove;
        self.wrong_move.clear();
    }

    /// Plays the next move of the solution. Restarts it if the moves so far don't follow it or it is finished. Returns whether
    /// there are more moves.
    pub fn show_next_move(&mut self) -> bool {
        if self.known_move().is_none() {
            self.restart();
        }
        if let Some(next) = self.known_move().map(str::to_string) {
            // A bad move in the file just ends the line.
            let _ = self.game.play(&next);
        }
        self.status = PuzzleStatus::SolutionShown;
        self.known_move().is_some()
    }
}

/// The board of a puzzle.
fn board(info: &'static GameInfo, puzzle: &Puzzle) -> Result<LocalGame, Rejection> {
    Ok(LocalGame::practice(registry::open(Rules::parse(info, &puzzle.rules)?, Some(&puzzle.position))?))
}
