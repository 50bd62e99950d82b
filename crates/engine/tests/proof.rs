//! The proof search finds the same wins as the simple reference.

mod exhaustive;

use exhaustive::Solver;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::heuristics::read_weights;
use sanban_core::{GameExt, Heuristics, Rules};
use sanban_engine::proof::{NodeLimitReached, Prover};
use sanban_games::registry::{self, Visitor};
use std::path::Path;

fn weights<G: Heuristics>() -> Vec<i32> {
    read_weights(G::TERMS, G::INFO.default_weights()).unwrap()
}

/// Compares the shortest wins near the ends of random games. Returns the number of wins.
struct CompareWins {
    max_turns: u32,
    budget: u64,
    games: u64,
}

impl Visitor for CompareWins {
    type Output = u32;

    fn visit<G: Heuristics>(self, rules: &Rules) -> u32 {
        let (game, weights) = (G::new(rules), weights::<G>());
        let mut wins = 0;
        for seed in 0..self.games {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut positions = vec![game.start()];
            while positions.len() < 150 {
                let position = positions[positions.len() - 1];
                let moves = game.moves(&position);
                let Some((_, turn)) = moves.choose(&mut rng) else { break };
                positions.push(game.position_after(&position, turn));
            }
            for position in positions.iter().rev().take(rng.random_range(2..8)) {
                if game.position_outcome(position).is_some()
                    || game.limit(position).is_some_and(|(left, _)| left <= self.max_turns)
                {
                    continue;
                }
                let (truth, visited) = Solver::win(&game, position, self.max_turns, self.budget);
                if visited >= self.budget {
                    continue;
                }
                let mut prover = Prover::new(game.clone(), weights.clone(), game.to_move(position), u64::MAX);
                let text = game.position_text(position);
                assert_eq!(prover.shortest_win(position, self.max_turns), Ok(truth), "{} {text}", rules.text());
                wins += u32::from(truth.is_some());
                // The line is a shortest win.
                if let Some(turns) = truth {
                    let line = prover.line(position, turns).unwrap();
                    let end = line.iter().fold(*position, |at, turn| game.position_after(&at, turn));
                    assert!(
                        line.len() as u32 == turns && game.position_outcome(&end).is_some(),
                        "{} {text}",
                        rules.text()
                    );
                    assert_eq!(game.position_outcome(&end).unwrap().winner, Some(game.to_move(position)), "{text}");
                }
            }
        }
        wins
    }
}

#[test]
fn wins_agree_with_exhaustive_search() {
    for (id, text, max_turns) in [
        ("hexapawn", "", 7),
        ("jesonmor", "size=5", 5),
        ("jesonmor", "size=5,goal=hold", 5),
        ("jesonmor", "size=5,goal=reach", 3),
        ("jesonmor", "", 3),
        ("jinli", "size=5,stones=1,target=3", 5),
        ("jinli", "size=5,stones=2,target=4,gift=on", 3),
        ("jinli", "size=5,stones=12,target=30", 4),
        ("mitsudomoe", "", 3),
        ("mitsudomoe", "open", 3),
        ("mitsudomoe", "flex", 3),
    ] {
        let rules = Rules::parse(registry::find(id).unwrap(), text).unwrap();
        let wins = registry::visit(&rules, CompareWins { max_turns, budget: 60_000, games: 25 });
        assert!(wins > 0, "{id} {text}: no win to compare");
    }
}

/// The shortest win, without and with a tight limit of nodes.
struct ShortestWin<'a>(&'a str, u32);

impl Visitor for ShortestWin<'_> {
    type Output = (Result<Option<u32>, NodeLimitReached>, Result<Option<u32>, NodeLimitReached>);

    fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
        let (game, weights) = (G::new(rules), weights::<G>());
        let position = game.parse_position(self.0).unwrap();
        let prover = |nodes| Prover::new(game.clone(), weights.clone(), game.to_move(&position), nodes);
        let shortest = |nodes| prover(nodes).shortest_win(&position, self.1);
        (shortest(u64::MAX), shortest(5))
    }
}

#[test]
fn finds_known_wins_and_respects_the_node_limit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src");
    for info in registry::offered() {
        // A game without a table of wins has nothing to check.
        let suite = std::fs::read_to_string(folder.join(info.id).join("tests/wins.txt")).unwrap_or_default();
        for line in suite.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let turns: u32 = fields[2].parse().unwrap();
            let (shortest, limited) =
                registry::visit(&Rules::parse(info, fields[0]).unwrap(), ShortestWin(fields[1], turns));
            assert_eq!((shortest, limited), (Ok(Some(turns)), Err(NodeLimitReached)), "{line}");
        }
    }
}
