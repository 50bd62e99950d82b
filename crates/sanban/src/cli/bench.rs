//! `sanban bench`: the search's node count and speed on fixed positions.

use super::args::{JsonArgs, number};
use crate::failure::Result;
use crate::output::{print, print_json};
use clap::Args;
use sanban_core::{GameInfo, Rules, Session};
use sanban_engine::handle::{Searcher, engine};
use sanban_games::registry;
use serde_json::json;
use std::time::Instant;

/// The games whose nodes count, so that a new game leaves the number as it is.
const GAMES: [&str; 3] = ["mitsudomoe", "jesonmor", "jinli"];
/// The search depth in steps.
const SEARCH_DEPTH: u32 = 12;
/// A search that doesn't reach the depth stops here.
const MAX_NODES: u64 = 400_000;
const POSITIONS_PER_GAME: usize = 4;
/// The distance between positions.
const MOVES_BETWEEN_POSITIONS: usize = 7;

#[derive(Args)]
pub struct BenchArgs {
    /// Number of search threads; with more than one, the node count varies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    pub threads: u16,

    #[command(flatten)]
    pub json: JsonArgs,
}

/// Searches the fixed positions of each game.
pub fn run(args: &BenchArgs) -> Result {
    let start = Instant::now();
    let games = GAMES.map(|id| registry::find(id).expect("a registered game"));
    let nodes: u64 = games.iter().map(|info| game_nodes(info, args.threads)).sum();
    let seconds = start.elapsed().as_secs_f64();
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
    for number in 0..POSITIONS_PER_GAME {
        // A fixed rule picks the moves, so that the positions don't depend on the search.
        for ply in 0..number.min(1) * MOVES_BETWEEN_POSITIONS {
            let moves = session.moves();
            let from = (number * 31 + ply * 17) % moves.len();
            let next = moves.iter().cycle().skip(from).take(moves.len()).find_map(|text| {
                let mut next = session.fork();
                next.play(text).ok().filter(|_| next.outcome().is_none()).map(|_| next)
            });
            session = next.expect("a move that doesn't end the game");
        }
        nodes += search(&mut *searcher, &*session);
    }
    nodes
}

fn search(searcher: &mut dyn Searcher, session: &dyn Session) -> u64 {
    searcher.new_game();
    searcher.set_position(session, 1, 0);
    while !searcher.is_finished() && searcher.report().depth < SEARCH_DEPTH && searcher.nodes() < MAX_NODES {
        searcher.run(MAX_NODES, &|| true);
    }
    searcher.nodes()
}
