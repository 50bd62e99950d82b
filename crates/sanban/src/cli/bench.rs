//! `sanban bench`: the search's node count and speed on fixed positions.

use super::args::{JsonArgs, number};
use crate::failure::Result;
use crate::output::{print, print_json};
use clap::Args;
use sanban_core::{GameInfo, Rules, Session};
use sanban_engine::handle::{Searcher, engine};
use sanban_games::registry;
use serde_json::json;
use std::time::{Duration, Instant};

/// The games whose nodes count, so that a new game leaves the number as it is.
const GAMES: [&str; 3] = ["mitsudomoe", "jesonmor", "jinli"];
/// The search depth in steps.
const SEARCH_DEPTH: u32 = 12;
/// A search that doesn't reach the depth stops here.
const MAX_NODES: u64 = 400_000;
const POSITIONS_PER_GAME: usize = 4;
/// The distance between positions.
const MOVES_BETWEEN_POSITIONS: usize = 7;

/// The same for a short measurement.
const MAX_SHORT_NODES: u64 = 20_000;
/// How long the speed is measured. The fastest of many short runs counts, since other programs only make it slower.
const MEASURING_TIME: Duration = Duration::from_millis(1500);

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
    let nodes: u64 = games.iter().map(|info| game_nodes(info, args.threads, MAX_NODES).0).sum();
    let seconds = start.elapsed().as_secs_f64();
    let speed = (nodes as f64 / seconds) as u64;
    if args.json.json {
        return print_json(&json!({"nodes": nodes, "seconds": seconds, "nodes_per_second": speed}));
    }
    print(&format!("nodes: {nodes}\nseconds: {seconds:.3}\nnodes/s: {speed}\n"))
}

/// The result of a short measurement.
pub struct Speed {
    /// The node count, which is the search's fingerprint.
    pub nodes: u64,
    /// The speed of one thread.
    pub nodes_per_second: u64,
}

/// Measures the search on one thread, for a second or two.
pub fn measure_speed() -> Speed {
    let start = Instant::now();
    let (nodes, mut best) = short_run();
    while start.elapsed() < MEASURING_TIME {
        best = best.min(short_run().1);
    }
    Speed { nodes, nodes_per_second: (nodes as f64 / best.as_secs_f64()) as u64 }
}

/// The search's fingerprint, as in [`Speed`].
pub fn fingerprint() -> u64 {
    short_run().0
}

/// Searches all positions briefly. Returns the nodes, and the time that the searches took.
fn short_run() -> (u64, Duration) {
    let games = GAMES.map(|id| game_nodes(registry::find(id).expect("a registered game"), 1, MAX_SHORT_NODES));
    games.iter().fold((0, Duration::ZERO), |(nodes, time), game| (nodes + game.0, time + game.1))
}

/// Searches the positions of a game. Returns the nodes, and the time that the searches took.
fn game_nodes(info: &'static GameInfo, threads: u16, max_nodes: u64) -> (u64, Duration) {
    let rules = Rules::official(info);
    let mut searcher = engine(&rules, threads, 16);
    let (mut nodes, mut time) = (0, Duration::ZERO);
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
        let start = Instant::now();
        nodes += search(&mut *searcher, &*session, max_nodes);
        time += start.elapsed();
    }
    (nodes, time)
}

fn search(searcher: &mut dyn Searcher, session: &dyn Session, max_nodes: u64) -> u64 {
    searcher.new_game();
    searcher.set_position(session, 1, 0);
    while !searcher.is_finished() && searcher.report().depth < SEARCH_DEPTH && searcher.nodes() < max_nodes {
        searcher.run(max_nodes, &|| true);
    }
    searcher.nodes()
}
