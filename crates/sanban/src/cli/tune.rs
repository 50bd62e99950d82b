//! `sanban tune`: tunes evaluation weights from self-play.

use super::args::{game_names, number, random_seed};
use super::remote::{self, BusArgs};
use crate::failure::{Failure, Result};
use crate::files::{cannot_write, check_writable, read_if_exists};
use crate::output::print;
use crate::{interrupt, language, progress};
use clap::Args;
use sanban_arena::player;
use sanban_arena::selfplay::{self, PlayedPosition, SelfPlayConfig};
use sanban_arena::{codes, tuning};
use sanban_core::{Rejection, Rules};
use sanban_engine::evaluation::Evaluation;
use sanban_games::registry;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Args)]
pub struct TuneArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// Rules to play by; the same weights apply to all rules
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// File of positions, one per line; existing positions are used, so you can interrupt tuning and resume it
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,

    /// Number of positions to collect
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub positions: u64,

    /// Nodes to search per move in the games
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = number::<u64>(1..))]
    pub nodes: u64,

    /// Maximum number of random moves at the start of a game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number::<u32>(2..=100))]
    pub plies: u32,

    /// The evaluation to start from: one of the game's own, or a weights file
    #[arg(long, value_name = "EVAL")]
    pub from: Option<String>,

    /// File for the tuned weights
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Number of games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub threads: u16,

    /// Seed for random choices; the same seed repeats them
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    #[command(flatten)]
    pub bus: BusArgs,
}

/// Collects the missing positions, then fits the weights.
pub fn run(args: &TuneArgs) -> Result {
    let info = registry::find(&args.game)?;
    let failure = |rejection: Rejection| Failure::rejected(&rejection, info.messages);
    let rules = Rules::parse(info, &args.rules).map_err(failure)?;
    let evaluation = match &args.from {
        None => Evaluation::terms(&rules),
        from => player::load_evaluation(&rules, from.as_deref()).map_err(failure)?,
    };
    let Evaluation::Weights(weights) = &evaluation else { return Err(codes::NEEDS_WEIGHTS.with(&[]).into()) };
    let stop = interrupt::flag();

    let data_failure = |error: std::io::Error| cannot_write(&args.data, &error);
    // Check the output before the work, and the data before appending to it.
    check_writable(&args.out)?;
    let existing = read_if_exists(&args.data)?;
    tuning::check_samples(&rules, &existing).map_err(failure)?;
    let mut options = std::fs::OpenOptions::new();
    let mut data = options.create(true).append(true).open(&args.data).map_err(data_failure)?;
    let mut count = existing.lines().count() as u64;
    let bar = progress::bar(args.positions, "progress-positions");
    bar.set_position(count);
    if count < args.positions {
        // Different games from those of earlier runs.
        let seed = args.seed.map_or_else(random_seed, Ok)?.wrapping_add(count);
        let config = SelfPlayConfig {
            rules: &rules,
            evaluation: &evaluation,
            nodes: args.nodes,
            plies: args.plies,
            threads: args.threads,
            seed,
        };
        let mut write_error = None;
        let on_game = &mut |positions: &[PlayedPosition]| {
            count += positions.len() as u64;
            bar.set_position(count);
            let text: String = tuning::samples(positions).iter().map(|line| format!("{line}\n")).collect();
            write_error = data.write_all(text.as_bytes()).err();
            write_error.is_none() && count < args.positions && !stop.load(Ordering::Relaxed)
        };
        match &args.bus.bus {
            Some(url) => {
                // If standard error is closed, nobody can read this.
                let notify = |notice: &str| bar.suspend(|| drop(writeln!(std::io::stderr(), "sanban: {notice}")));
                remote::play_training_games(&config, 0, url, stop, on_game, &notify)?;
            }
            None => selfplay::play_games(&config, 0, &AtomicBool::new(false), on_game),
        }
        if let Some(error) = write_error {
            return Err(data_failure(error));
        }
    }
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        let counts = [("count", &*count.to_string()), ("target", &args.positions.to_string())];
        return print(&(language::say_common("tuning-incomplete", &counts) + "\n"));
    }

    let lines = std::fs::read_to_string(&args.data).map_err(data_failure)?;
    let bar = progress::bar(tuning::EPOCHS.into(), "progress-rounds");
    let fitted = tuning::fit(&rules, weights, &lines, &mut |epoch| {
        bar.set_position(epoch.into());
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let fitted = fitted.map_err(failure)?;
    std::fs::write(&args.out, &fitted.weights).map_err(|error| cannot_write(&args.out, &error))?;
    let [before, after] = fitted.loss;
    let loss = [("before", &*format!("{before:.5}")), ("after", &format!("{after:.5}"))];
    let positions = language::say_common("tuning-positions", &[("count", &count.to_string())]);
    print(&format!("{positions}\n{}\n", language::say_common("tuning-loss", &loss)))
}
