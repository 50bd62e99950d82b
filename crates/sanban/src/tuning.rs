//! Tuning on the command line.

use crate::cli::Tune;
use crate::commands::{Done, print, random_seed, try_writing, unwritable};
use crate::contests::saved_text;
use crate::failure::Failure;
use crate::{interrupt, language, progress};
use sanban_arena::player;
use sanban_arena::tuning::{self, SamplingConfig};
use sanban_core::{Rejection, Rules};
use sanban_games::registry;
use std::io::Write;
use std::sync::atomic::Ordering;

/// Gathers positions as far as they are missing, and fits the weights to them.
pub fn tune(args: &Tune) -> Done {
    let info = registry::find(&args.game)?;
    let refused = |rejection: Rejection| Failure::refused(&rejection, info.messages);
    let rules = Rules::parse(info, &args.rules).map_err(refused)?;
    let weights = player::weights(info, args.from.as_deref()).map_err(refused)?;
    let stop = interrupt::flag();

    let cannot_keep = |error: std::io::Error| unwritable(&args.data, &error);
    // Nothing is gathered that could not be used, and nothing is written to a file of something else.
    try_writing(&args.out).map_err(|error| unwritable(&args.out, &error))?;
    let before = saved_text(&args.data)?;
    tuning::check_samples(&rules, &before).map_err(refused)?;
    let mut options = std::fs::OpenOptions::new();
    let mut data = options.create(true).append(true).open(&args.data).map_err(cannot_keep)?;
    let mut count = before.lines().count() as u64;
    let bar = progress::bar(args.positions, "progress.positions");
    bar.set_position(count);
    if count < args.positions {
        // Games that were played before are not played again.
        let seed = args.seed.map_or_else(random_seed, Ok)?.wrapping_add(count);
        let config = SamplingConfig {
            rules: &rules,
            weights: &weights,
            nodes: args.nodes,
            plies: args.plies,
            threads: args.threads,
            seed,
        };
        let mut unkept = None;
        let enough = std::sync::atomic::AtomicBool::new(false);
        tuning::collect_samples(&config, &enough, &mut |lines| {
            count += lines.len() as u64;
            bar.set_position(count);
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            unkept = data.write_all(text.as_bytes()).err();
            unkept.is_none() && count < args.positions && !stop.load(Ordering::Relaxed)
        });
        if let Some(error) = unkept {
            return Err(cannot_keep(error));
        }
    }
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        let told = [("count", &*count.to_string()), ("wanted", &args.positions.to_string())];
        return print(&(language::say_common("tuning-goes-on", &told) + "\n"));
    }

    let lines = std::fs::read_to_string(&args.data).map_err(cannot_keep)?;
    let bar = progress::bar(tuning::EPOCHS.into(), "progress.rounds");
    let fitted = tuning::fit(&rules, &weights, &lines, &mut |epoch| {
        bar.set_position(epoch.into());
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let fitted = fitted.map_err(refused)?;
    std::fs::write(&args.out, &fitted.weights).map_err(|error| unwritable(&args.out, &error))?;
    let [before, after] = fitted.loss;
    let loss = [("before", &*format!("{before:.5}")), ("after", &format!("{after:.5}"))];
    let positions = language::say_common("tuning.positions", &[("count", &count.to_string())]);
    print(&format!("{positions}\n{}\n", language::say_common("tuning.loss", &loss)))
}
