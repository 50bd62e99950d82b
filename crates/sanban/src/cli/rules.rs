//! `sanban rules`: prints the rules of a game.

use super::args::{DrawingArgs, game_names};
use crate::failure::Result;
use crate::output::print;
use crate::plain::line_width;
use crate::rules_text::rules_text;
use clap::Args;
use sanban_games::registry;

#[derive(Args)]
pub struct RulesArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    #[command(flatten)]
    pub drawing: DrawingArgs,
}

pub fn run(args: &RulesArgs) -> Result {
    let info = registry::find(&args.game)?;
    print(&rules_text(info, args.drawing.text_style(), line_width()))
}
