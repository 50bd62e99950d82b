//! `sanban perft`: counts move sequences.

use super::args::number;
use super::position::{PositionArgs, position_json};
use crate::failure::Result;
use crate::language;
use crate::output::{print, print_json};
use clap::Args;
use serde_json::Map;
use std::io::{IsTerminal, Write};
use std::time::Instant;

#[derive(Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Depth in moves, at most 100
    #[arg(value_parser = number::<u32>(0..=100))]
    pub depth: u32,

    /// Count each first move separately
    #[arg(long)]
    pub divide: bool,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub threads: u16,
}

pub fn run(args: &PerftArgs) -> Result {
    let session = args.position.open(true)?;
    let start = Instant::now();
    let total = session.moves().len();
    let mut done = 0;
    let shows_progress = std::io::stderr().is_terminal();
    let mut progress = |_: &str, _: u64| {
        done += 1;
        if shows_progress {
            // Failing to show progress is no failure of the command.
            let numbers = [("done", &*done.to_string()), ("all", &total.to_string())];
            let _ = write!(std::io::stderr(), "\r{}\x1b[K", language::say_common("perft-progress", &numbers));
        }
    };
    let counts = match args.depth {
        0 => Vec::new(),
        depth => session.divide(depth, args.threads.into(), &mut progress),
    };
    if shows_progress {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    let seconds = start.elapsed().as_secs_f64();
    let nodes = if args.depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum::<u64>() };
    let speed = (nodes as f64 / seconds.max(1e-9)).round() as u64;
    if args.position.json.json {
        let mut object = position_json(&*session);
        object.insert("depth".into(), args.depth.into());
        object.insert("nodes".into(), nodes.into());
        object.insert("seconds".into(), seconds.into());
        object.insert("nodes_per_second".into(), speed.into());
        if args.divide {
            let counts: Map<_, _> = counts.into_iter().map(|(text, n)| (text, n.into())).collect();
            object.insert("divide".into(), counts.into());
        }
        return print_json(&object.into());
    }
    let mut text = String::new();
    if args.divide {
        text.extend(counts.iter().map(|(m, n)| format!("{m}: {n}\n")));
    }
    print(&format!("{text}nodes: {nodes}\nseconds: {seconds:.3}\nnodes/s: {speed}\n"))
}
