//! `sanban analyse`: analyses a position live, or reviews recorded games.

mod live_analysis;
mod review;

use super::args::{duration, number};
use super::position::PositionArgs;
use crate::codes;
use crate::failure::Result;
use crate::locale::has_unicode;
use crate::record_file;
use clap::{Args, ValueHint};
use sanban_engine::Limits;
use sanban_games::registry;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(mut_arg("game", |arg| {
    let either = "The game to analyse a position of, a file of game records, or a saved game";
    arg.value_name("GAME|FILE").value_parser(clap::value_parser!(String)).value_hint(ValueHint::FilePath).help(either)
}))]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Number of best lines to show for a position [default: 3]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=100))]
    pub lines: Option<u16>,

    /// Time to think about a position [default: 5s] or about each move of a record [default: 300ms]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Search depth in steps; turns off the default time limit
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    pub depth: Option<u32>,

    /// Number of nodes to search; turns off the default time limit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,

    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    pub threads: u16,

    /// Memory for the search, in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = number::<u32>(1..=65_536))]
    pub hash: u32,

    /// Analyse only the game with this number in the file
    #[arg(long = "game", id = "number", value_name = "N", value_parser = number::<u32>(1..))]
    pub number: Option<u32>,

    /// Save the records with evaluations and better lines; can be the same file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Draw the evaluation curve as a picture; with several games, one file each, such as curve-2.svg
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Draw with plain ASCII characters
    #[arg(long)]
    pub ascii: bool,
}

impl AnalyseArgs {
    /// The search limits. Without any on the command line, this time.
    fn limits(&self, default_time: Duration) -> Limits {
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        let time = self.time.or((!is_limited).then_some(default_time));
        Limits { time, nodes: self.nodes, depth: self.depth, hash: self.hash }
    }

    /// Whether to draw with ASCII characters only.
    fn is_ascii(&self) -> bool {
        self.ascii || !has_unicode()
    }
}

/// Analyses a position, or recorded games if the argument is no game's name but a file.
pub fn run(args: &AnalyseArgs) -> Result {
    let target = &args.position.game;
    match registry::find(target) {
        Ok(info) => {
            let options =
                [("--game", args.number.is_some()), ("--save", args.save.is_some()), ("--svg", args.svg.is_some())];
            match options.iter().find(|(_, is_given)| *is_given) {
                Some((option, _)) => Err(codes::ONLY_FOR_RECORD.with(&[option, &info.id]).into()),
                None => live_analysis::run(args),
            }
        }
        Err(_) if record_file::exists(target) => {
            let options = [
                ("--rules", !args.position.start.rules.is_empty()),
                ("--position", args.position.start.position.is_some()),
                ("--moves", !args.position.start.moves.is_empty()),
                ("--lines", args.lines.is_some()),
            ];
            match options.iter().find(|(_, is_given)| *is_given) {
                Some((option, _)) => Err(codes::ONLY_FOR_POSITION.with(&[option, target]).into()),
                None => review::run(args),
            }
        }
        Err(_) => {
            let games: Vec<&str> = registry::offered().map(|info| info.id).collect();
            Err(codes::NO_GAME_OR_FILE.with(&[target, &games.join(", ")]).into())
        }
    }
}
