//! Learning a game by playing it: its lesson, task by task.

use crate::registry;
use sanban_core::lesson::{self, Task};
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::messages::{self, COMMON};
use sanban_core::player::Player;
use sanban_core::{GameInfo, Rules};
use std::time::Duration;

/// How a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LessonStatus {
    /// It is asked.
    Asked,
    /// A legal move was made that is not what is asked, and taken back.
    Missed,
    /// It is solved.
    Solved,
}

/// A lesson being given.
pub struct Lesson {
    info: &'static GameInfo,
    tasks: Vec<Task<'static>>,
    at: usize,
    /// The board of the task.
    pub playing: LocalGame,
    status: LessonStatus,
}

impl Lesson {
    /// The lesson of a game, from its first task.
    pub fn new(info: &'static GameInfo) -> Self {
        let tasks = lesson::tasks(info.lesson);
        let playing = board(info, &tasks[0]);
        Lesson { info, tasks, at: 0, playing, status: LessonStatus::Asked }
    }

    /// The game.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Which task it is, from 1 on, and how many there are.
    pub fn number(&self) -> (usize, usize) {
        (self.at + 1, self.tasks.len())
    }

    /// How the task stands.
    pub fn status(&self) -> LessonStatus {
        self.status
    }

    /// What is to be said of the task now, in a language.
    pub fn text(&self, language: &str) -> String {
        let name = self.tasks[self.at].name;
        let key = match self.status {
            LessonStatus::Asked => format!("lesson.{name}"),
            LessonStatus::Missed => format!("lesson.{name}.other"),
            LessonStatus::Solved => format!("lesson.{name}.done"),
        };
        messages::say(&[self.info.messages, COMMON], language, &key, &[])
    }

    /// Looks at the turn that was just made: if it is what was asked, the other side answers; if not, it is taken back.
    pub fn judge(&mut self) {
        let task = &self.tasks[self.at];
        let made = self.playing.session().played().last().cloned().unwrap_or_default();
        if task.is_solved_by(&made) {
            self.status = LessonStatus::Solved;
            if let Some(reply) = task.reply {
                self.playing.play(reply).expect("a test plays it after every solution");
            }
        } else {
            self.status = LessonStatus::Missed;
            self.playing = board(self.info, task);
        }
    }

    /// Shows the task again from its beginning.
    pub fn again(&mut self) {
        self.playing = board(self.info, &self.tasks[self.at]);
        self.status = LessonStatus::Asked;
    }

    /// Goes to the next task. Whether there is one.
    pub fn advance(&mut self) -> bool {
        if self.at + 1 == self.tasks.len() {
            return false;
        }
        self.at += 1;
        self.again();
        true
    }

    /// Goes back to the task before, if there is one.
    pub fn previous(&mut self) {
        self.at = self.at.saturating_sub(1);
        self.again();
    }

    /// A move that solves the task.
    pub fn solution(&self) -> String {
        let task = &self.tasks[self.at];
        let moves = board(self.info, task).session().moves();
        moves.into_iter().find(|text| task.is_solved_by(text)).expect("a test solves every task")
    }
}

/// The board of a task, with a person at both sides.
fn board(info: &'static GameInfo, task: &Task<'_>) -> LocalGame {
    let rules = Rules::parse(info, task.rules).expect("a test opens every task");
    LocalGame::new(LocalGameConfig {
        session: registry::open(rules, Some(task.position)).expect("a test opens every task"),
        date: String::new(),
        seats: [Player::person(None), Player::person(None)],
        pie: false,
        control: None,
        seed: 0,
        // There is no clock.
        timer: || Duration::ZERO,
    })
}
