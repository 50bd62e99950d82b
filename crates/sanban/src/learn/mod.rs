//! Learning a game by playing it: its lesson, task by task.

mod plain;

use crate::cli::Learn;
use crate::commands::Done;
use crate::screen::{self, LessonView, Screen};
use sanban_games::lesson_session::Lesson;
use sanban_games::registry;

/// Teaches a game.
pub fn learn(args: &Learn) -> Done {
    let info = registry::find(&args.game)?;
    let lesson = Lesson::new(info);
    if args.plain || !screen::is_possible() {
        return plain::run(lesson, args.drawing.look());
    }
    let mut view = LessonView::new(lesson, screen::look(args.drawing.ascii, args.drawing.is_coloured()));
    Screen::open()?.show(&mut view)
}

/// Teaches a game in lines of text.
pub use plain::run as in_lines;
