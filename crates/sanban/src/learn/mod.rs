//! Learning a game by playing it: its lesson, task by task.

mod plain;

use crate::cli::Learn;
use crate::commands::Done;
use crate::language::say;
use crate::play::{Playing, Seated, Setup};
use crate::screen::{self, LessonView, Screen};
use sanban_core::lesson::{self, Task};
use sanban_core::{Facts, Rules};
use sanban_games::registry;

/// Teaches a game.
pub fn learn(args: &Learn) -> Done {
    let facts = registry::find(&args.game)?;
    let lesson = Lesson::new(facts);
    if args.plain || !screen::is_possible() {
        return plain::run(lesson, args.drawing.look());
    }
    let mut view = LessonView::new(lesson, screen::look(args.drawing.ascii, args.drawing.is_coloured()));
    Screen::open()?.show(&mut view)
}

/// Teaches a game in lines of text.
pub use plain::run as in_lines;

/// How a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// It is asked.
    Asked,
    /// A legal move was made that is not what is asked, and taken back.
    Missed,
    /// It is solved.
    Solved,
}

/// A lesson being given.
pub struct Lesson {
    facts: &'static Facts,
    tasks: Vec<Task<'static>>,
    at: usize,
    /// The board of the task.
    pub playing: Playing,
    stands: Stands,
}

impl Lesson {
    /// The lesson of a game, from its first task.
    pub fn new(facts: &'static Facts) -> Self {
        let tasks = lesson::tasks(facts.lesson);
        let playing = board(facts, &tasks[0]);
        Lesson { facts, tasks, at: 0, playing, stands: Stands::Asked }
    }

    /// The game.
    pub fn facts(&self) -> &'static Facts {
        self.facts
    }

    /// Which task it is, from 1 on, and how many there are.
    pub fn number(&self) -> (usize, usize) {
        (self.at + 1, self.tasks.len())
    }

    /// How the task stands.
    pub fn stands(&self) -> Stands {
        self.stands
    }

    /// What is to be said of the task now.
    pub fn text(&self) -> String {
        let name = self.tasks[self.at].name;
        let key = match self.stands {
            Stands::Asked => format!("lesson.{name}"),
            Stands::Missed => format!("lesson.{name}.other"),
            Stands::Solved => format!("lesson.{name}.done"),
        };
        say(self.facts, &key, &[])
    }

    /// Looks at the turn that was just made: if it is what was asked, the other side answers; if not, it is taken back.
    pub fn judge(&mut self) {
        let task = &self.tasks[self.at];
        let made = self.playing.session().played().last().cloned().unwrap_or_default();
        if task.is_solved_by(&made) {
            self.stands = Stands::Solved;
            if let Some(reply) = task.reply {
                self.playing.play(reply).expect("a test plays it after every solution");
            }
        } else {
            self.stands = Stands::Missed;
            self.playing = board(self.facts, task);
        }
    }

    /// Shows the task again from its beginning.
    pub fn again(&mut self) {
        self.playing = board(self.facts, &self.tasks[self.at]);
        self.stands = Stands::Asked;
    }

    /// Goes to the next task. Whether there is one.
    pub fn next(&mut self) -> bool {
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
        let moves = board(self.facts, task).session().moves();
        moves.into_iter().find(|text| task.is_solved_by(text)).expect("a test solves every task")
    }
}

/// The board of a task, with a person at both sides.
fn board(facts: &'static Facts, task: &Task<'_>) -> Playing {
    let seat = || Seated::parse("human", None, facts).expect("a person");
    let setup = Setup {
        rules: Rules::parse(facts, task.rules).expect("a test opens every task"),
        position: Some(task.position.to_string()),
        seats: [seat(), seat()],
        pie: false,
        control: None,
        seed: 0,
    };
    Playing::new(setup).expect("a test opens every task")
}
