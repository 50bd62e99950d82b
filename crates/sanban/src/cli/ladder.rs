//! `sanban ladder`: the strength of the levels and the classic players.

use super::args::{game_names, number};
use super::contest::{ContestArgs, contest, contestants, ranking, run as run_contest};
use crate::failure::{Failure, Result};
use crate::language;
use crate::output::print;
use clap::Args;
use sanban_arena::Tally;
use sanban_arena::statistics::ratings::ratings;
use sanban_core::Rules;
use sanban_engine::levels::LEVELS;
use sanban_games::registry;

/// The classic players meet levels 1 to this.
const MAX_LEVEL_FOR_CLASSICS: usize = 5;

#[derive(Args)]
pub struct LadderArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// Rules, such as flex,size=6; `sanban games` lists them
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// Number of games between neighbouring levels, and between each classic player and each level it meets
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u32>(1..=1_000_000))]
    pub games: u32,

    /// The highest level; level 8 takes a long time, because it thinks for one second per move
    #[arg(long, value_name = "LEVEL", default_value_t = 8, value_parser = number::<u8>(2..=8))]
    pub most: u8,

    #[command(flatten)]
    pub course: ContestArgs,
}

/// Measures how far the levels are apart, and where the classic players stand among them.
pub fn run(args: &LadderArgs) -> Result {
    let info = registry::find(&args.game)?;
    let rules = Rules::parse(info, &args.rules).map_err(|rejection| Failure::rejected(&rejection, info.messages))?;
    let levels: Vec<u8> = LEVELS.filter(|level| *level <= args.most).collect();
    let names: Vec<String> = levels.iter().map(|level| format!("level:{level}")).collect();
    let names: Vec<String> = names.into_iter().chain(info.classics.iter().map(ToString::to_string)).collect();
    let contestants = contestants(&names.iter().collect::<Vec<_>>(), info)?;
    // Each level plays the one below it; the classic players play the lower levels.
    let neighbours = (1..levels.len()).map(|level| [level, level - 1]);
    let classics = levels.len()..contestants.len();
    let classic_pairings =
        classics.flat_map(|classic| (0..levels.len().min(MAX_LEVEL_FOR_CLASSICS)).map(move |level| [classic, level]));
    let pairings: Vec<[usize; 2]> = neighbours.chain(classic_pairings).collect();
    let contest = contest(&rules, None, contestants, pairings, args.games, &args.course)?;
    let tallies = run_contest(&contest, &args.course, None)?;
    let mut text = table_head("ladder-columns");
    for ([player, other], tally) in contest.pairings.iter().zip(&tallies) {
        let Tally { wins, draws, losses, .. } = tally;
        let name = |place: usize| &contest.contestants[place].0;
        let (share, error) = (100.0 * tally.score(), 196.0 * tally.standard_error());
        text += &format!(
            "| {} | {} | {wins}-{draws}-{losses} | {share:.0} ± {error:.0} % |\n",
            name(*player),
            name(*other)
        );
    }
    text += &format!("\n{}", table_head("ladder-ranking"));
    let lowest = ratings(contest.contestants.len(), &contest.pairings, &tallies)[0].elo;
    for (player, rating) in ranking(&contest, &tallies) {
        text += &format!("| {} | {:.0} ± {:.0} |\n", contest.contestants[player].0, rating.elo - lowest, rating.margin);
    }
    print(&text)
}

/// The head of a Markdown table. The message with this key names its columns.
fn table_head(key: &str) -> String {
    let columns = language::say_common(key, &[]);
    let columns: Vec<&str> = columns.split('|').collect();
    format!("| {} |\n|{}\n", columns.join(" | "), " --- |".repeat(columns.len()))
}
