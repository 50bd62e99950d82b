//! Positions are small, and perft doesn't allocate.

use sanban_core::{Heuristics, Rules, perft};
use sanban_games::registry::{self, Visitor};
use sanban_games::{jesonmor, jinli, mitsudomoe};

#[test]
fn positions_are_small() {
    assert_eq!(size_of::<mitsudomoe::Position<u32, 25>>(), 96);
    assert_eq!(size_of::<jinli::Position<u64>>(), 48);
    assert_eq!(size_of::<jesonmor::Position<u128>>(), 48);
}

struct Allocations(u32);

impl Visitor for Allocations {
    type Output = u64;

    fn visit<G: Heuristics>(self, rules: &Rules) -> u64 {
        let game = G::new(rules);
        let start = game.start();
        let mut nodes = 0;
        let counted = allocation_counter::measure(|| nodes = perft::perft(&game, &start, self.0));
        assert!(nodes > 1000, "{}: too few nodes", G::INFO.id);
        counted.count_total
    }
}

#[test]
fn perft_does_not_allocate() {
    for (game, rules, depth) in [
        ("mitsudomoe", "", 4),
        ("mitsudomoe", "flex,size=8", 3),
        ("jesonmor", "", 3),
        ("jesonmor", "size=25", 3),
        ("jinli", "", 2),
        ("jinli", "size=5,stones=1,gift=on", 3),
    ] {
        let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
        assert_eq!(registry::visit(&rules, Allocations(depth)), 0, "{game} {}", rules.text());
    }
}
