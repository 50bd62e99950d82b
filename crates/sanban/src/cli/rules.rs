//! `sanban rules`: prints the rules of a game.

use super::args::{DrawingArgs, game_names, game_or_ask};
use crate::failure::Result;
use crate::output::print;
use crate::plain::line_width;
use crate::rules_text::rules_text;
use clap::Args;

#[derive(Args)]
pub struct RulesArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: Option<String>,

    #[command(flatten)]
    pub drawing: DrawingArgs,
}

pub fn run(args: &RulesArgs) -> Result {
    let Some(info) = game_or_ask(args.game.as_deref())? else { return Ok(()) };
    print(&rules_text(info, args.drawing.style(), line_width()))
}
