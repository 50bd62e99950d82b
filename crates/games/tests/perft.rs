//! The perft tables, `tests/perft.txt` in each game's folder.

use sanban_core::{Rules, perft};
use sanban_games::registry::{self, Visitor};
use std::path::Path;

/// Larger counts are skipped, so that a table may hold more than a test run has time for.
const MAX_NODES: u64 = 50_000_000;

struct PerftVisitor<'a> {
    position: Option<&'a str>,
    depth: u32,
}

impl Visitor for PerftVisitor<'_> {
    type Output = u64;

    fn visit<G: sanban_core::Game>(self, rules: &Rules) -> u64 {
        let game = G::new(rules);
        let position = self.position.map_or(game.start(), |text| game.parse_position(text).expect("a position"));
        perft::perft(&game, &position, self.depth)
    }
}

#[test]
fn perft_matches_the_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for info in registry::GAMES {
        let path = folder.join(info.id).join("tests/perft.txt");
        let table = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for line in table.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [rules, position, counts] = fields[..] else { panic!("three fields in {line:?}") };
            let rules = Rules::parse(info, rules).expect("rules");
            for count in counts.split(',') {
                let (depth, nodes) = count.split_once(':').expect("depth: count");
                let (depth, nodes) = (depth.trim().parse().unwrap(), nodes.trim().parse::<u64>().unwrap());
                if nodes <= MAX_NODES {
                    let position = (position != "start").then_some(position);
                    let found = registry::visit(&rules, PerftVisitor { position, depth });
                    assert_eq!(found, nodes, "{}: {line} at depth {depth}", info.id);
                }
            }
        }
    }
}
