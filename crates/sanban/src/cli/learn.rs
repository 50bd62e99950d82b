//! `sanban learn`: teaches a game.

use super::args::{DrawingArgs, game_names};
use crate::failure::Result;
use crate::plain;
use crate::screen::{self, LessonView, Screen};
use clap::Args;
use sanban_games::lesson_session::LessonSession;
use sanban_games::registry;

#[derive(Args)]
pub struct LearnArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// Use lines of text instead of the full screen; automatic without a terminal
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub drawing: DrawingArgs,
}

pub fn run(args: &LearnArgs) -> Result {
    let lesson = LessonSession::new(registry::find(&args.game)?)?;
    if args.plain || !screen::is_available() {
        return plain::teach(lesson, args.drawing.text_style());
    }
    let mut view = LessonView::new(lesson, screen::detect_style(args.drawing.ascii, args.drawing.is_coloured()));
    Screen::open()?.show(&mut view)
}
