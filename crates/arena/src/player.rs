//! Choosing a move, whoever the player is.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sanban_core::Session;
use sanban_core::message::{Refusal, common};
use sanban_engine::{Limits, Report, Spec, Thinker, thinker};
use std::time::{Duration, Instant};

/// The move of a player in the position of a session. `tell` hears from time to time what a search has found, and after
/// how long; the last time when the move is settled.
pub fn choose(
    player: &Spec,
    session: &dyn Session,
    seed: u64,
    tell: &mut dyn FnMut(&Report, Duration),
) -> Result<String, Refusal> {
    if let Some(outcome) = session.outcome() {
        return Err(common::GAME_OVER.with(&[&outcome.reason]));
    }
    match player {
        Spec::Classic(name) => session.classic_move(name, &mut ChaCha8Rng::seed_from_u64(seed)),
        Spec::Mcts(limits) => {
            let mut thinker = thinker::mcts(session, limits.hash, seed);
            Ok(think(&mut *thinker, *limits, tell).line.swap_remove(0))
        }
    }
}

/// Lets a search think as long as it may.
fn think(thinker: &mut dyn Thinker, limits: Limits, tell: &mut dyn FnMut(&Report, Duration)) -> Report {
    /// Nodes between two looks at the clock: well below a millisecond's worth of the slowest game.
    const SLICE: u64 = 16;
    let begun = Instant::now();
    let mut next_report = Duration::from_millis(100);
    loop {
        let left = limits.nodes.map_or(SLICE, |most| most - thinker.nodes());
        thinker.run(left.min(SLICE));
        let elapsed = begun.elapsed();
        let out_of_nodes = limits.nodes.is_some_and(|most| thinker.nodes() >= most);
        let done = out_of_nodes || thinker.is_settled() || limits.time.is_some_and(|most| elapsed >= most);
        if done || elapsed >= next_report {
            next_report = elapsed * 2;
            let report = thinker.report();
            tell(&report, elapsed);
            if done {
                return report;
            }
        }
    }
}
