//! The workloads that all benches share.
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::{GameExt, Heuristics, Rules, perft};
use sanban_games::registry::{self, Visitor};

/// The workloads: a game, its rules, and a perft depth that takes a while.
pub const WORKLOADS: [(&str, &str, u32); 3] = [("mitsudomoe", "", 4), ("jesonmor", "goal=hold", 4), ("jinli", "", 3)];

pub fn rules(id: &str, rules: &str) -> Rules {
    Rules::parse(registry::find(id).expect("a game"), rules).expect("its rules")
}

/// Perft from the start.
pub struct Perft(pub u32);

impl Visitor for Perft {
    type Output = u64;

    fn visit<G: Heuristics>(self, rules: &Rules) -> u64 {
        let game = G::new(rules);
        perft::perft(&game, &game.start(), self.0)
    }
}

/// This many games of random steps from the start. Returns the number of moves.
pub struct Playouts(pub u32);

impl Visitor for Playouts {
    type Output = u64;

    fn visit<G: Heuristics>(self, rules: &Rules) -> u64 {
        let game = G::new(rules);
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut moves = 0;
        let mut steps = Vec::with_capacity(1024);
        for _ in 0..self.0 {
            let mut position = game.start();
            loop {
                steps.clear();
                game.for_each_step(&position, |step| steps.push(step));
                if steps.is_empty() {
                    break;
                }
                position = game.play(&position, steps[rng.random_range(..steps.len())]);
                if game.is_between_turns(&position) {
                    moves += 1;
                    if game.limit_reached(&position).is_some() {
                        break;
                    }
                }
            }
        }
        moves
    }
}
