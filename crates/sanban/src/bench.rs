//! The search's fingerprint and its speed.

use crate::cli::Bench;
use crate::commands::{Done, print, print_json};
use sanban_core::{GameInfo, Rules, Session};
use sanban_engine::handle::{Searcher, engine};
use sanban_games::registry;
use serde_json::json;
use std::time::Instant;

/// How deep each position is searched, in steps.
const DEPTH: u32 = 12;
/// A search that gets no deeper stops here.
const MOST_NODES: u64 = 400_000;
/// How many positions of each game, and how many moves they are apart.
const POSITIONS: usize = 4;
const APART: usize = 7;

/// Searches the fixed positions of every game, and tells how many nodes that took.
pub fn run(args: &Bench) -> Done {
    let begun = Instant::now();
    let nodes: u64 = registry::offered().map(|info| game_nodes(info, args.threads)).sum();
    let seconds = begun.elapsed().as_secs_f64();
    let speed = (nodes as f64 / seconds) as u64;
    if args.json.json {
        return print_json(&json!({"nodes": nodes, "seconds": seconds, "nodes_per_second": speed}));
    }
    print(&format!("nodes: {nodes}\nseconds: {seconds:.3}\nnodes/s: {speed}\n"))
}

fn game_nodes(info: &'static GameInfo, threads: u16) -> u64 {
    let rules = Rules::official(info);
    let mut searcher = engine(&rules, threads, 16);
    let mut nodes = 0;
    let mut session = registry::open(rules, None).expect("the start");
    for number in 0..POSITIONS {
        // Positions that no change of the search changes: a little further on, by a rule of their own.
        for ply in 0..number.min(1) * APART {
            let moves = session.moves();
            let from = (number * 31 + ply * 17) % moves.len();
            let goes_on = moves.iter().cycle().skip(from).take(moves.len()).find_map(|text| {
                let mut next = session.fork();
                next.play(text).ok().filter(|_| next.outcome().is_none()).map(|_| next)
            });
            session = goes_on.expect("a way to go on");
        }
        nodes += search(&mut *searcher, &*session);
    }
    nodes
}

fn search(searcher: &mut dyn Searcher, session: &dyn Session) -> u64 {
    searcher.new_game();
    searcher.set_position(session, 1, 0);
    while !searcher.is_finished() && searcher.report().depth < DEPTH && searcher.nodes() < MOST_NODES {
        searcher.run(MOST_NODES, &|| true);
    }
    searcher.nodes()
}
