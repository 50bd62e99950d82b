//! A lesson in progress, task by task.

use crate::registry;
use sanban_core::lesson::{self, Task};
use sanban_core::local_game::LocalGame;
use sanban_core::messages;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, Rules, Touch, TurnInput, TurnInputExt};

/// The state of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LessonStatus {
    /// The learner is to move.
    ToMove,
    /// The last move was legal but not a solution, and was taken back.
    WrongMove,
    /// The task is solved.
    Solved,
}

/// A lesson in progress.
pub struct LessonSession {
    info: &'static GameInfo,
    tasks: Vec<Task<'static>>,
    task_index: usize,
    /// The board of the task.
    pub game: LocalGame,
    status: LessonStatus,
}

impl LessonSession {
    /// Starts the lesson of a game, if it has one.
    pub fn new(info: &'static GameInfo) -> Result<Self, Rejection> {
        let tasks = lesson::tasks(info.lesson);
        let first = tasks.first().ok_or_else(|| common::NO_LESSON.with(&[&info.name]))?;
        let game = board(info, first);
        Ok(LessonSession { info, tasks, task_index: 0, game, status: LessonStatus::ToMove })
    }

    /// The game.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The number of the current task, counted from 1, and the number of tasks.
    pub fn task_number(&self) -> (usize, usize) {
        (self.task_index + 1, self.tasks.len())
    }

    /// The state of the current task.
    pub fn status(&self) -> LessonStatus {
        self.status
    }

    /// The sentence to show for the current task.
    pub fn text(&self, language: &str) -> String {
        let name = self.tasks[self.task_index].name;
        let key = match self.status {
            LessonStatus::ToMove => format!("lesson-{name}"),
            LessonStatus::WrongMove => format!("lesson-{name}-other"),
            LessonStatus::Solved => format!("lesson-{name}-done"),
        };
        messages::say(&[self.info.messages], language, &key, &[])
    }

    /// Judges the turn that was just played: after a solution the opponent replies; any other turn is taken back.
    pub fn judge(&mut self) {
        let task = &self.tasks[self.task_index];
        let last = self.game.session().played().last().cloned().unwrap_or_default();
        if task.is_solved_by(&last) {
            self.status = LessonStatus::Solved;
            if let Some(reply) = task.reply {
                self.game.play(reply).expect("a test plays it after every solution");
            }
        } else {
            self.status = LessonStatus::WrongMove;
            self.game = board(self.info, task);
        }
    }

    /// Restarts the task.
    pub fn restart(&mut self) {
        self.game = board(self.info, &self.tasks[self.task_index]);
        self.status = LessonStatus::ToMove;
    }

    /// Goes to the next task. Returns false at the last one.
    pub fn advance(&mut self) -> bool {
        if self.task_index + 1 == self.tasks.len() {
            return false;
        }
        self.task_index += 1;
        self.restart();
        true
    }

    /// Goes to the previous task, if there is one.
    pub fn previous(&mut self) {
        self.task_index = self.task_index.saturating_sub(1);
        self.restart();
    }

    /// The touches that may come next and lose at once, unless a solution of the task needs them.
    pub fn losing_touches(&self) -> Vec<Touch> {
        let mut losing = self.game.losing_touches();
        if self.status == LessonStatus::Solved || losing.is_empty() {
            return Vec::new();
        }
        let task = &self.tasks[self.task_index];
        let start = board(self.info, task);
        let solutions = start.session().moves().into_iter().filter(|text| task.is_solved_by(text));
        let needed: Vec<Touch> =
            solutions.flat_map(|text| start.session().parse_move(&text).unwrap_or_default()).collect();
        losing.retain(|touch| !needed.contains(touch));
        losing
    }

    /// A move that solves the task.
    pub fn solution(&self) -> String {
        let task = &self.tasks[self.task_index];
        let moves = board(self.info, task).session().moves();
        moves.into_iter().find(|text| task.is_solved_by(text)).expect("a test solves every task")
    }
}

/// The board of a task.
fn board(info: &'static GameInfo, task: &Task<'_>) -> LocalGame {
    let rules = Rules::parse(info, task.rules).expect("a test opens every task");
    LocalGame::practice(registry::open(rules, Some(task.position)).expect("a test opens every task"))
}
