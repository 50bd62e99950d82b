//! `sanban bestmove`: the move that a player would make.

use super::args::random_seed;
use super::position::{PositionArgs, position_json};
use crate::failure::{Failure, Result};
use crate::output::{print, print_json};
use clap::Args;
use sanban_arena::Player;
use sanban_arena::uci::info::info_lines;
use sanban_core::Rejection;
use sanban_engine::Spec;

#[derive(Args)]
pub struct BestmoveArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// The player: a classic player of the game, or a search such as engine:time=100ms or mcts:nodes=5000
    #[arg(long, value_name = "SPEC")]
    pub player: String,

    /// Seed for random choices; the same seed repeats them
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

pub fn run(args: &BestmoveArgs) -> Result {
    let session = args.position.open(false)?;
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let info = session.info();
    let failure = |rejection: Rejection| Failure::rejected(&rejection, info.messages);
    let player = Spec::parse(&args.player, info).map_err(failure)?;
    let as_json = args.position.json.json;
    let mut info = Vec::new();
    let mut player = Player::new(&player, session.rules()).map_err(failure)?;
    let best = player.choose(&*session, seed, &|| true, &mut |report, elapsed| {
        for line in info_lines(report, elapsed) {
            if !as_json {
                // If the pipe is closed, printing the move does nothing either.
                let _ = print(&format!("{line}\n"));
            }
            info.push(line);
        }
    });
    let best = best.map_err(failure)?;
    if as_json {
        let mut object = position_json(&*session);
        object.insert("player".into(), args.player.clone().into());
        object.insert("seed".into(), seed.into());
        object.insert("info".into(), info.into());
        object.insert("bestmove".into(), best.into());
        return print_json(&object.into());
    }
    print(&format!("bestmove: {best}\n"))
}
