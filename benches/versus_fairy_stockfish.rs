//! Compares perft on Jeson Mor with Debian's `fairy-stockfish` by wall clock, and measures random playouts.

#[path = "../crates/games/tests/peer/mod.rs"]
mod peer;

use peer::FairyStockfish;
use sanban_benches::{Perft, Playouts, rules};
use sanban_games::registry::visit;
use std::time::Instant;

const START: &str = "nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN w - - 0 1";

/// Repeats the work for at least a second. Returns its output per second.
fn per_second(mut work: impl FnMut() -> u64) -> f64 {
    let start = Instant::now();
    let mut output = 0;
    loop {
        output += work();
        let seconds = start.elapsed().as_secs_f64();
        if seconds >= 1.0 {
            return output as f64 / seconds;
        }
    }
}

fn main() {
    let peer = FairyStockfish::start().map(|mut peer| per_second(|| peer.divide(START, 6).values().sum()));
    if let Some(peer) = peer {
        println!("perft fairy-stockfish jesonmor: {:.0} nodes/s", peer);
    }
    for (id, text, depth) in [("jesonmor", "goal=hold", 6), ("mitsudomoe", "", 6), ("jinli", "", 4)] {
        let rules = rules(id, text);
        let ours = per_second(|| visit(&rules, Perft(depth)));
        let ratio =
            peer.map_or(String::new(), |peer| format!(", {:.1} times fairy-stockfish's on jesonmor", ours / peer));
        println!("perft sanban {id} {text}: {ours:.0} nodes/s{ratio}");
    }
    for (id, text, _) in sanban_benches::WORKLOADS {
        let rules = rules(id, text);
        let moves_per_playout = visit(&rules, Playouts(100)) as f64 / 100.0;
        let moves = per_second(|| visit(&rules, Playouts(100)));
        let playouts = moves / moves_per_playout;
        println!("playouts sanban {id} {text}: {playouts:.0} playouts/s, {moves:.0} moves/s");
    }
}
