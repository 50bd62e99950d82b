//! Forced wins that the search must find: `tests/wins.txt` in each game's folder. Exhaustive search verifies each of them.

mod exhaustive;

use exhaustive::Solver;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::heuristics::read_weights;
use sanban_core::{GameExt, Heuristics, Rules};
use sanban_engine::Score;
use sanban_engine::alphabeta::AlphaBeta;
use sanban_engine::evaluation::Evaluator;
use sanban_games::registry::{self, Visitor};
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

/// The maximum nodes for the search to prove a win.
const MAX_NODES: u64 = 400_000;
/// The maximum nodes when a position is collected, so that later versions of the search may need a few more.
const MAX_NODES_WHEN_COLLECTED: u64 = 200_000;
/// The minimum nodes for a win to be worth testing.
const MIN_NODES: u64 = 100;
/// The maximum positions for the exhaustive search.
const BUDGET: u64 = 300_000;
/// The shortest win in turns of both players: three turns of the winner. Some games are won by the opponent's turn, after an even
/// number of turns.
const MIN_TURNS: u32 = 5;
/// The longest win in turns of both players.
const MAX_TURNS: u32 = 11;

fn engine<G: Heuristics>(game: &G) -> AlphaBeta<G> {
    let weights = read_weights(G::TERMS, G::INFO.default_weights());
    AlphaBeta::new(game.clone(), Evaluator::Terms(weights.unwrap()), 4 << 20, 1)
}

/// Searches until a win is proven or the nodes are used up.
fn score<G: Heuristics>(search: &mut AlphaBeta<G>, nodes: u64) -> Score {
    loop {
        search.run(nodes, &|| true);
        let score = search.lines()[0].score;
        if search.nodes() >= nodes || search.is_finished() || matches!(score, Score::Win(_)) {
            return score;
        }
    }
}

/// The shortest win by exhaustive search, and the score and nodes of the engine's search.
struct Solve<'a>(&'a str, u32);

impl Visitor for Solve<'_> {
    type Output = (Option<u32>, Score, u64);

    fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
        let game = G::new(rules);
        let position = game.parse_position(self.0).expect("a position");
        let (truth, _) = Solver::win(&game, &position, self.1, BUDGET);
        let mut search = engine(&game);
        search.set_root(position, &[], 1);
        (truth, score(&mut search, MAX_NODES), search.nodes())
    }
}

#[test]
fn finds_every_forced_win() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src");
    for info in registry::offered() {
        let path = folder.join(info.id).join("tests/wins.txt");
        // A game without knowledge of its own needs no table of wins.
        if !info.has_evaluation() && !path.exists() {
            continue;
        }
        let suite = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let lines: BTreeSet<&str> = suite.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        assert!(lines.len() >= 30, "{}: only {} positions", info.id, lines.len());
        let mut all_nodes = 0;
        for line in lines {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [rules, position, turns] = fields[..] else { panic!("three fields in {line:?}") };
            let rules = Rules::parse(info, rules).expect("rules");
            let turns: u32 = turns.parse().expect("turns");
            assert!(turns >= MIN_TURNS, "three turns of the winner at least: {line}");
            let (truth, score, nodes) = registry::visit(&rules, Solve(position, turns));
            assert_eq!(truth, Some(turns), "{}: {line}", info.id);
            // The first proof need not be the shortest.
            assert!(matches!(score, Score::Win(n) if n >= turns), "{}: {line}: {score}", info.id);
            all_nodes += nodes;
        }
        println!("{}: {all_nodes} nodes", info.id);
    }
}

/// Plays games and prints long forced wins near their ends.
struct Collect {
    count: usize,
    seed: u64,
}

impl Visitor for Collect {
    type Output = ();

    fn visit<G: Heuristics>(self, rules: &Rules) {
        let game = G::new(rules);
        let name = if rules.text().is_empty() { "official".to_string() } else { rules.text() };
        let mut search = engine(&game);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut seen = HashSet::new();
        for _ in 0..2000 {
            if seen.len() >= self.count {
                break;
            }
            let mut positions = vec![game.start()];
            let opening = rng.random_range(2..10);
            let nodes = rng.random_range(200..3000);
            search.new_game();
            let winner = loop {
                let position = positions[positions.len() - 1];
                if let Some(outcome) = game.position_outcome(&position) {
                    break outcome.winner;
                }
                if positions.len() > 250 || game.limit_reached(&position).is_some() {
                    break None;
                }
                if positions.len() <= opening || rng.random_bool(0.1) {
                    let mut turns = Vec::new();
                    game.for_each_move(&position, |turn, _| turns.push(turn.clone()));
                    let turn = turns.into_iter().choose(&mut rng).expect("a move");
                    positions.push(game.position_after(&position, &turn));
                } else {
                    search.set_root(position, &[], 1);
                    while search.nodes() < nodes && !search.is_finished() {
                        search.run(nodes, &|| true);
                    }
                    positions.push(game.position_after(&position, &search.lines()[0].turns[0]));
                }
            };
            // The longest win that exhaustive search can verify; one per game, so that positions differ.
            let ends = positions.iter().rev().take(14).filter(|p| Some(game.to_move(p)) == winner);
            let mut found = None;
            for position in ends {
                if game.position_outcome(position).is_some()
                    || game.limit(position).is_some_and(|(left, _)| left <= MAX_TURNS)
                {
                    continue;
                }
                let turns = match Solver::win(&game, position, MAX_TURNS, BUDGET) {
                    (Some(turns), _) if turns >= MIN_TURNS => turns,
                    (Some(_), _) => continue,
                    (None, _) => break,
                };
                search.new_game();
                search.set_root(*position, &[], 1);
                let score = score(&mut search, MAX_NODES_WHEN_COLLECTED);
                if search.nodes() < MIN_NODES {
                    continue;
                } else if matches!(score, Score::Win(_)) {
                    found = Some((game.position_text(position), turns));
                } else {
                    eprintln!("not found: {name} | {} | {turns}: {score}", game.position_text(position));
                }
            }
            if let Some((text, turns)) = found
                && seen.insert(text.clone())
            {
                println!("{name} | {text} | {turns}");
            }
        }
    }
}

/// Prints the contents of new `wins.txt` files.
#[test]
#[ignore = "takes minutes; prints new wins.txt files"]
fn collect_forced_wins() {
    for info in registry::offered() {
        println!("# {}", info.id);
        // Most with the official rules, some with the presets and the combinations that the game names for its tests.
        let presets = info.presets.iter().map(|preset| Rules::preset(info, preset));
        let path = format!("{}/../games/src/{}/tests/rulesets.txt", env!("CARGO_MANIFEST_DIR"), info.id);
        let named = std::fs::read_to_string(path).unwrap_or_default();
        let named = named.lines().filter(|line| !line.starts_with('#')).map(|line| Rules::parse(info, line).unwrap());
        let others = presets.chain(named).filter(|rules| !rules.text().is_empty());
        for (seed, rules) in [Rules::official(info)].into_iter().chain(others).enumerate() {
            registry::visit(&rules, Collect { count: if seed == 0 { 28 } else { 4 }, seed: seed as u64 });
        }
    }
}
