//! `sanban replay`: shows a recorded game.

use super::args::{DrawingArgs, number};
use crate::failure::Result;
use crate::screen::{self, ReplayView, Screen};
use crate::{plain, record_file};
use clap::{Args, ValueHint};
use std::path::PathBuf;

#[derive(Args)]
pub struct ReplayArgs {
    /// The record file, or the name of a saved game
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Number of the game in the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..))]
    pub game: u32,

    /// Use lines of text instead of the full screen; automatic without a terminal
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub drawing: DrawingArgs,
}

pub fn run(args: &ReplayArgs) -> Result {
    let mut games = record_file::read(&record_file::texts(&args.file)?, Some(args.game), &args.file)?;
    let game = games.remove(0);
    if args.plain || args.drawing.spoken || !screen::is_available() {
        return plain::replay(&game, args.drawing.style());
    }
    let style = args.drawing.style();
    let mut view = ReplayView::new(game, style)?;
    Screen::open()?.show(&mut view)
}
