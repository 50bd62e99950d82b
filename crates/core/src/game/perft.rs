//! Perft: counts move trees, to test and benchmark move generators.

use crate::game::{Game, GameExt};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// The number of move sequences of this depth from a position between turns. It counts the moves of the last ply without
/// playing them, and uses no hash table.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(position),
        _ => {
            let mut nodes = 0;
            game.for_each_step(position, |step| {
                let next = game.play(position, step);
                nodes += perft(game, &next, if game.is_between_turns(&next) { depth - 1 } else { depth });
            });
            nodes
        }
    }
}

/// Perft for each move of a position; `depth` is at least 1. Calls `done` with each count as soon as it is known.
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    threads: usize,
    done: &mut dyn FnMut(&str, u64),
) -> Vec<(String, u64)> {
    let moves = game.moves(position);
    let mut counts = vec![0; moves.len()];
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, moves.len().max(1)) {
            let (sender, next, moves) = (sender.clone(), &next, &moves);
            scope.spawn(move || {
                while let Some((at, (_, turn))) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, moves.get(at)?)))
                {
                    let nodes = perft(game, &game.position_after(position, turn), depth - 1);
                    // The receiver lives as long as this scope.
                    let _ = sender.send((at, nodes));
                }
            });
        }
        drop(sender);
        for (at, nodes) in receiver {
            counts[at] = nodes;
            done(&moves[at].0, nodes);
        }
    });
    moves.into_iter().map(|(text, _)| text).zip(counts).collect()
}
