//! The numbers of positions in `tests/perft.txt`.

use crate::{Subject, read_fields};
use sanban_core::{Game, Rules, perft};
use sanban_games::registry::Visitor;

/// Larger counts are skipped, so that a file may hold more than a test run has time for.
const MAX_NODES: u64 = 50_000_000;

struct Perft<'a> {
    position: Option<&'a str>,
    depth: u32,
}

impl Visitor for Perft<'_> {
    type Output = u64;

    fn visit<G: Game>(self, rules: &Rules) -> u64 {
        let game = G::new(rules);
        let position = self.position.map_or(game.start(), |text| game.parse_position(text).expect("a position"));
        perft::perft(&game, &position, self.depth)
    }
}

pub fn check<S: Subject>() {
    let lines = read_fields::<S, 3>("tests/perft.txt");
    assert!(S::INFO.draft || !lines.is_empty(), "tests/perft.txt has counts");
    for line in lines {
        let [rules, position, counts] = &line;
        let rules = Rules::parse(S::INFO, rules).expect("rules");
        for count in counts.split(',') {
            let (depth, nodes) = count.split_once(':').expect("depth: count");
            let (depth, nodes) = (depth.trim().parse().unwrap(), nodes.trim().parse::<u64>().unwrap());
            if nodes <= MAX_NODES {
                let position = Some(position.as_str()).filter(|&position| position != "start");
                assert_eq!(S::visit(&rules, Perft { position, depth }), nodes, "{line:?} at depth {depth}");
            }
        }
    }
}
