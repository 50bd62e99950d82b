//! Exercises: the tasks of a lesson and the puzzles of a game, which the screen and line mode show alike.

use crate::language::{current, say, say_common};
use sanban_core::local_game::LocalGame;
use sanban_core::puzzle::{self, GRADES, Puzzle};
use sanban_core::{GameInfo, Rejection, Touch, TurnInput};
use sanban_engine::handle::prover;
use sanban_games::lesson_session::{LessonSession, LessonStatus};
use sanban_games::puzzle_session::{PuzzleSession, PuzzleStatus};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The positions to visit when an unexpected move in a puzzle is checked.
const MAX_PROOF_NODES: u64 = 500_000;

/// A series of tasks on a board.
pub trait Exercise {
    fn info(&self) -> &'static GameInfo;
    /// The board of the current task.
    fn game(&self) -> &LocalGame;
    fn game_mut(&mut self) -> &mut LocalGame;
    fn title(&self) -> String;
    /// The text before the first task.
    fn welcome(&self) -> String;
    /// The text after the last task.
    fn ending(&self) -> String;
    /// The number of the current task, counted from 1, and the number of tasks.
    fn task_number(&self) -> (usize, usize);
    /// One line about the current task.
    fn heading(&self) -> String;
    /// What to do, or how it went.
    fn text(&self) -> String;
    fn is_solved(&self) -> bool;
    /// Judges the turn that was just played.
    fn judge(&mut self);
    fn restart(&mut self);
    /// Goes to the next task. Returns false at the last one.
    fn advance(&mut self) -> bool;
    /// Goes to the previous task, if there is one.
    fn previous(&mut self);
    /// The touches to warn of.
    fn losing_touches(&self) -> Vec<Touch>;
    /// The move to play now.
    fn solution(&self) -> String;
}

impl Exercise for LessonSession {
    fn info(&self) -> &'static GameInfo {
        LessonSession::info(self)
    }

    fn game(&self) -> &LocalGame {
        &self.game
    }

    fn game_mut(&mut self) -> &mut LocalGame {
        &mut self.game
    }

    fn title(&self) -> String {
        say(self.info(), "lesson-title", &[])
    }

    fn welcome(&self) -> String {
        say(self.info(), "lesson-welcome", &[])
    }

    fn ending(&self) -> String {
        say(self.info(), "lesson-end", &[])
    }

    fn task_number(&self) -> (usize, usize) {
        LessonSession::task_number(self)
    }

    fn heading(&self) -> String {
        let (number, count) = LessonSession::task_number(self);
        say_common("learn-task", &[("number", &number.to_string()), ("count", &count.to_string())])
    }

    fn text(&self) -> String {
        LessonSession::text(self, current())
    }

    fn is_solved(&self) -> bool {
        self.status() == LessonStatus::Solved
    }

    fn judge(&mut self) {
        LessonSession::judge(self);
    }

    fn restart(&mut self) {
        LessonSession::restart(self);
    }

    fn advance(&mut self) -> bool {
        LessonSession::advance(self)
    }

    fn previous(&mut self) {
        LessonSession::previous(self);
    }

    fn losing_touches(&self) -> Vec<Touch> {
        LessonSession::losing_touches(self)
    }

    fn solution(&self) -> String {
        LessonSession::solution(self)
    }
}

/// The solved puzzles of a game, by their positions.
pub type SolvedPuzzles = Rc<RefCell<BTreeSet<String>>>;

/// The puzzles of a game, one after the other.
pub struct PuzzleSeries {
    puzzles: Vec<Puzzle>,
    index: usize,
    session: PuzzleSession,
    solved: SolvedPuzzles,
}

impl PuzzleSeries {
    /// Opens the easiest puzzle that isn't solved yet. `None` if the game has no puzzles.
    pub fn new(info: &'static GameInfo, solved: SolvedPuzzles) -> Result<Option<Self>, Rejection> {
        let puzzles = puzzle::puzzles(info.puzzles);
        let index = puzzles.iter().position(|puzzle| !solved.borrow().contains(&puzzle.position)).unwrap_or(0);
        let Some(first) = puzzles.get(index).cloned() else { return Ok(None) };
        Ok(Some(PuzzleSeries { session: PuzzleSession::new(info, first)?, puzzles, index, solved }))
    }

    fn open(&mut self, index: usize) {
        if let Ok(session) = PuzzleSession::new(self.session.info(), self.puzzles[index].clone()) {
            (self.index, self.session) = (index, session);
        }
    }

    /// Whether the solver's move still wins in time.
    fn still_wins(&self) -> bool {
        let session = self.session.game.session();
        let mut prover = prover(session.rules(), self.session.solver(), MAX_PROOF_NODES);
        prover.wins_within(session, 2 * self.session.turns_left()).unwrap_or(false)
    }

    /// The opponent's reply: that of the known line, or the longest defence.
    fn reply(&self) -> Option<String> {
        let session = self.session.game.session();
        if let Some(known) = self.session.known_move() {
            return Some(known.to_string());
        }
        let mut prover = prover(session.rules(), self.session.solver(), MAX_PROOF_NODES);
        let line = prover.line(session, 2 * self.session.turns_left()).unwrap_or_default();
        line.into_iter().next().or_else(|| session.moves().into_iter().next())
    }
}

impl Exercise for PuzzleSeries {
    fn info(&self) -> &'static GameInfo {
        self.session.info()
    }

    fn game(&self) -> &LocalGame {
        &self.session.game
    }

    fn game_mut(&mut self) -> &mut LocalGame {
        &mut self.session.game
    }

    fn title(&self) -> String {
        say_common("puzzle-title", &[("game", self.info().name)])
    }

    fn welcome(&self) -> String {
        say_common("puzzle-welcome", &[])
    }

    fn ending(&self) -> String {
        say_common("puzzle-end", &[])
    }

    fn task_number(&self) -> (usize, usize) {
        (self.index + 1, self.puzzles.len())
    }

    fn heading(&self) -> String {
        let numbers =
            [self.index + 1, self.puzzles.len(), self.session.puzzle().grade.into(), usize::from(*GRADES.end())];
        let [number, count, grade, most] = numbers.map(|number| number.to_string());
        say_common("puzzle-heading", &[("number", &number), ("count", &count), ("grade", &grade), ("most", &most)])
    }

    fn text(&self) -> String {
        let solver = say(self.info(), self.info().players[self.session.solver().index()], &[]);
        let turns = self.session.turns_left().to_string();
        let goal = say_common("puzzle-goal", &[("player", &solver), ("turns", &turns)]);
        let wrong = |key: &str| say_common(key, &[("move", self.session.wrong_move())]) + " " + &goal;
        match self.session.status() {
            PuzzleStatus::Solved => say_common("puzzle-solved", &[]),
            PuzzleStatus::WrongMove | PuzzleStatus::WrongFinish => wrong("puzzle-wrong"),
            PuzzleStatus::TooSlow => wrong("puzzle-slow"),
            _ => goal,
        }
    }

    fn is_solved(&self) -> bool {
        self.session.status() == PuzzleStatus::Solved
    }

    fn judge(&mut self) {
        self.session.judge();
        if self.session.status() == PuzzleStatus::NeedsCheck {
            let wins = self.still_wins();
            self.session.resolve_check(wins);
        }
        if self.session.status() == PuzzleStatus::OpponentToReply
            && let Some(reply) = self.reply()
        {
            // The reply is legal.
            let _ = self.session.reply(&reply);
        }
        if self.is_solved() {
            self.solved.borrow_mut().insert(self.session.puzzle().position.clone());
        }
    }

    fn restart(&mut self) {
        self.session.restart();
    }

    fn advance(&mut self) -> bool {
        let has_next = self.index + 1 < self.puzzles.len();
        if has_next {
            self.open(self.index + 1);
        }
        has_next
    }

    fn previous(&mut self) {
        self.open(self.index.saturating_sub(1));
    }

    fn losing_touches(&self) -> Vec<Touch> {
        Vec::new()
    }

    fn solution(&self) -> String {
        self.session.known_move().unwrap_or(&self.session.puzzle().line[0]).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_core::TurnInputExt;
    use sanban_games::registry;

    fn series(solved: &SolvedPuzzles) -> PuzzleSeries {
        let info = registry::find("jesonmor").expect("a game");
        let series = PuzzleSeries::new(info, solved.clone()).unwrap_or_else(|rejection| panic!("{rejection:?}"));
        series.expect("the game has puzzles")
    }

    #[test]
    fn solved_puzzles_are_remembered() {
        let solved = SolvedPuzzles::default();
        let mut first = series(&solved);
        let position = first.session.puzzle().position.clone();
        while !first.is_solved() {
            let solution = first.solution();
            first.game_mut().play(&solution).unwrap_or_else(|rejection| panic!("{rejection:?}"));
            first.judge();
        }
        assert!(solved.borrow().contains(&position));
        assert_eq!(series(&solved).task_number().0, 2);
        assert!(first.advance());
        assert!(!first.is_solved());
    }

    #[test]
    fn wrong_moves_are_taken_back() {
        let mut series = series(&SolvedPuzzles::default());
        let solution = series.solution();
        let wrong = series.game().session().moves().into_iter().find(|text| *text != solution).expect("another move");
        series.game_mut().play(&wrong).unwrap_or_else(|rejection| panic!("{rejection:?}"));
        series.judge();
        assert!(series.game().session().played().is_empty() && series.text().contains(&wrong), "{}", series.text());
    }
}
