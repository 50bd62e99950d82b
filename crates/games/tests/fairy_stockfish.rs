//! Jeson Mor against Debian's `fairy-stockfish`, whose variant `jesonmor` plays `goal=hold`.

mod peer;

use peer::FairyStockfish;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::Rules;
use sanban_games::{jesonmor, registry};
use std::collections::BTreeMap;

#[test]
fn perft_agrees_with_fairy_stockfish() {
    let Some(mut peer) = FairyStockfish::start() else { return };
    let rules = Rules::parse(&jesonmor::INFO, "goal=hold,quiet=off,repetition=off").unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut finished = 0;
    for number in 0..250 {
        let mut session = registry::open(rules.clone(), None).unwrap();
        // Every fifth game is played to its end, where both count no moves.
        let plies = if number % 5 == 0 { usize::MAX } else { rng.random_range(0..80) };
        for _ in 0..plies {
            let Some(text) = session.moves().choose(&mut rng).cloned() else { break };
            session.play(&text).unwrap();
        }
        let fen = session.position_text();
        let depth = if number % 10 == 1 { 3 } else { 2 };
        let ours: BTreeMap<String, u64> = session.divide(depth, 1, &mut |_, _| {}).into_iter().collect();
        finished += u32::from(ours.is_empty());
        assert_eq!(ours, peer.divide(&fen, depth), "{fen} at depth {depth}");
    }
    assert!(finished >= 40, "{finished} finished games");
}
