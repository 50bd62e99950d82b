//! `sanban learn`: teaches a game.

use super::args::{DrawingArgs, game_names, game_or_ask};
use crate::failure::Result;
use crate::plain;
use crate::screen::{self, LessonView, Screen};
use clap::Args;
use sanban_games::lesson_session::LessonSession;

#[derive(Args)]
pub struct LearnArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: Option<String>,

    /// Use lines of text instead of the full screen; automatic without a terminal
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub drawing: DrawingArgs,
}

pub fn run(args: &LearnArgs) -> Result {
    let Some(info) = game_or_ask(args.game.as_deref())? else { return Ok(()) };
    let mut lesson = LessonSession::new(info)?;
    if args.plain || args.drawing.spoken || !screen::is_available() {
        return plain::teach(&mut lesson, args.drawing.style());
    }
    let mut view = LessonView::new(Box::new(lesson), args.drawing.style());
    Screen::open()?.show(&mut view)
}
