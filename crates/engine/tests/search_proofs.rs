//! Proven wins and losses are never wrong: compares the search with exhaustive search in every game, preset and option, also
//! with table entries from searches with other repetitions and limits.

mod exhaustive;

use exhaustive::{Truth, truth};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use sanban_core::{GameExt, GameInfo, Heuristics, Rules, Session, StaticResult, Turn, Values};
use sanban_engine::alphabeta::AlphaBeta;
use sanban_engine::evaluation::Evaluator;
use sanban_engine::handle;
use sanban_engine::{Score, Searcher};
use sanban_games::registry::{self, Visitor};

/// The presets of a game, and the official rules with each value of each option.
fn rulesets(info: &'static GameInfo) -> Vec<Rules> {
    let mut texts: Vec<String> = info.presets.iter().map(|p| p.name.to_string()).collect();
    for option in info.options {
        match option.values {
            Values::Words(words) => texts.extend(words.iter().map(|w| format!("{}={w}", option.key))),
            Values::Numbers { from, to, .. } => texts.extend([from, to].map(|n| format!("{}={n}", option.key))),
        }
    }
    // Small boards and short games end within the horizon.
    texts.extend(
        ["size=5", "size=5,target=3", "size=5,stones=2,target=4", "size=5,goal=hold", "size=5,goal=reach"]
            .map(String::from),
    );
    texts.iter().filter_map(|text| Rules::parse(info, text).ok()).collect()
}

fn random_turn<G: Heuristics>(game: &G, position: &G::Position, rng: &mut ChaCha8Rng) -> Option<Turn<G::Step>> {
    let mut turns = Vec::new();
    game.for_each_move(position, |turn, _| turns.push(turn.clone()));
    turns.into_iter().choose(rng)
}

/// Compares proofs near the ends of random games with the exact results. Returns the number of confirmed proofs.
struct CompareProofs {
    seed: u64,
}

impl Visitor for CompareProofs {
    type Output = u32;

    fn visit<G: Heuristics>(self, rules: &Rules) -> u32 {
        const BUDGET: u64 = 40_000;
        const MAX_NODES: u64 = 400_000;
        let game = G::new(rules);
        let weights = sanban_core::heuristics::read_weights(G::TERMS, G::INFO.default_weights());
        // One search for all positions, so that its table has entries of others.
        let mut search = AlphaBeta::new(game.clone(), Evaluator::Terms(weights.unwrap()), 1 << 20, 1);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut proven = 0;
        for _ in 0..if game.board().len() > 81 { 2 } else { 6 } {
            let mut positions = vec![game.start()];
            while positions.len() < 300 {
                let position = positions[positions.len() - 1];
                if game.limit_reached(&position).is_some() {
                    break;
                }
                let Some(turn) = random_turn(&game, &position, &mut rng) else { break };
                positions.push(game.position_after(&position, &turn));
            }
            let repetition = rules.is_on("repetition");
            let mut keys: Vec<u64> = positions.iter().map(|p| game.key(p)).collect();
            for back in 1..=8.min(positions.len()) {
                let position = positions[positions.len() - back];
                keys.truncate(positions.len() - back + 1);
                let occurrences = keys.iter().filter(|key| Some(*key) == keys.last()).count();
                let is_drawn = repetition && occurrences >= 3 || game.limit_reached(&position).is_some();
                if is_drawn || game.position_outcome(&position).is_some() {
                    continue;
                }
                let mut history = if repetition { keys.clone() } else { Vec::new() };
                // As deep as the budget allows.
                let mut known = Truth::Open;
                for turns in 1..=4 {
                    match truth(&game, &position, &mut history, turns, &mut BUDGET.clone()) {
                        Some(truth) => known = truth,
                        None => break,
                    }
                    if known != Truth::Open {
                        break;
                    }
                }
                let context = || format!("{} {}: {}", G::INFO.id, rules.text(), game.position_text(&position));
                search.set_root(position, &history, 1);
                // The search must find known results. For open positions a short search is enough to expose false proofs.
                let max_nodes = if known == Truth::Open { 20_000 } else { MAX_NODES };
                while search.nodes() < max_nodes && !search.is_finished() {
                    search.run(max_nodes, &|| true);
                }
                let line = search.lines().swap_remove(0);
                match (known, line.score) {
                    (Truth::Wins(n), Score::Win(m)) | (Truth::Loses(n), Score::Loss(m)) => {
                        // A proof may be longer than necessary, but never shorter than possible.
                        assert!(m >= n, "within {m}, but the truth is {n}: {}", context());
                        proven += 1;
                    }
                    (Truth::Wins(n) | Truth::Loses(n), other) => {
                        panic!("{known:?} but the search says {other:?} after {n}: {}", context());
                    }
                    (Truth::Open, Score::Win(n) | Score::Loss(n)) => {
                        let truth = truth(&game, &position, &mut history, n.min(4), &mut BUDGET.clone());
                        let is_checkable = n <= 4 && truth.is_some();
                        assert!(
                            !is_checkable || truth != Some(Truth::Open),
                            "proven within {n}, but not true: {}",
                            context()
                        );
                    }
                    (Truth::Open, Score::Centipawns(_)) => {}
                }
            }
        }
        proven
    }
}

#[test]
fn proofs_agree_with_exhaustive_search() {
    std::thread::scope(|scope| {
        for info in registry::GAMES {
            scope.spawn(|| {
                let proven: u32 =
                    rulesets(info).iter().map(|rules| registry::visit(rules, CompareProofs { seed: 3 })).sum();
                assert!(proven >= 15, "{}: only {proven} wins and losses were found by both", info.id);
            });
        }
    });
}

/// Checks static results, and the results of steps that are left out, with exhaustive search. Returns the number of checks.
struct CheckStaticResults {
    seed: u64,
}

impl Visitor for CheckStaticResults {
    type Output = u32;

    fn visit<G: Heuristics>(self, rules: &Rules) -> u32 {
        let game = G::new(rules);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut checked = 0;
        let mut check = |position: &G::Position, claim: StaticResult, turns: u32| {
            let truth = truth(&game, position, &mut Vec::new(), turns, &mut 60_000);
            let holds = match (truth, claim) {
                (Some(Truth::Wins(n)), StaticResult::Wins(_)) | (Some(Truth::Loses(n)), StaticResult::Loses(_)) => {
                    n <= turns
                }
                (Some(_), _) => false,
                (None, _) => return,
            };
            assert!(holds, "{claim:?} but {truth:?}: {} {}", rules.text(), game.position_text(position));
            checked += 1;
        };
        for _ in 0..40 {
            let mut position = game.start();
            for _ in 0..60 {
                let Some(turn) = random_turn(&game, &position, &mut rng) else { break };
                let before = position;
                position = game.position_after(&position, &turn);
                // Static results ignore limits, so limits must be far away.
                if game.limit(&position).is_some_and(|(left, _)| left < 20)
                    || game.position_outcome(&position).is_some()
                {
                    break;
                }
                if let Some(claim @ (StaticResult::Wins(n) | StaticResult::Loses(n))) = game.static_result(&position)
                    && n <= 5
                {
                    check(&position, claim, n);
                }
                if game.static_result(&before).is_none() && turn.len() == 1 {
                    let mut is_searched = false;
                    let left_out = game.for_each_search_step(&before, |step| is_searched |= step == turn[0]);
                    if let (false, Some(StaticResult::Loses(n))) = (is_searched, left_out)
                        && n <= 7
                    {
                        // The opponent, to move now, wins with one turn less.
                        check(&position, StaticResult::Wins(n - 1), n - 1);
                    }
                }
            }
        }
        checked
    }
}

#[test]
fn static_results_are_true() {
    for info in registry::offered() {
        let mut checked = 0;
        for (at, rules) in rulesets(info).iter().enumerate() {
            checked += registry::visit(rules, CheckStaticResults { seed: at as u64 });
        }
        // Some games know no such results.
        assert!(checked == 0 || checked >= 100, "{}: {checked}", info.id);
    }
}

fn open(game: &str, rules: &str, position: &str, moves: &[&str]) -> Box<dyn Session> {
    let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
    let mut session = registry::open(rules, Some(position)).unwrap();
    moves.iter().for_each(|text| drop(session.play(text).unwrap()));
    session
}

fn searcher(session: &dyn Session) -> Box<dyn Searcher> {
    handle::engine(session.rules(), 1, 1)
}

fn search(searcher: &mut dyn Searcher, session: &dyn Session, nodes: u64) -> Score {
    searcher.set_position(session, 1, 0);
    while searcher.nodes() < nodes && !searcher.is_finished() {
        searcher.run(nodes, &|| true);
    }
    searcher.report().lines[0].score
}

/// A win that takes longer than the limit allows is no win, even if the table has the same board with more turns left.
#[test]
fn proofs_respect_near_limits() {
    // White goes to the centre and leaves it: three turns.
    let board = |quiet: u32| format!("n4/5/5/2N2/N4 w - - {quiet} 60");
    for order in [[0, 98], [98, 0], [97, 98], [98, 97]] {
        let first = open("jesonmor", "size=5", &board(order[0]), &[]);
        let mut searcher = searcher(&*first);
        for quiet in order {
            let score = search(&mut *searcher, &*open("jesonmor", "size=5", &board(quiet), &[]), 50_000);
            // After 97 quiet plies the third turn leaves the centre just in time: a result comes before a draw.
            let is_won = matches!(score, Score::Win(_));
            assert_eq!(is_won, quiet <= 97, "{quiet} quiet plies, {order:?}: {score}");
        }
    }
    // Jin Li's limit counts turns: with one turn left, Red can't lose any more.
    for turn in [10, 400] {
        let position = format!("r5r/7/7/7/3y3/2y4/7 r 0 0 9 0 {turn}");
        let session = open("jinli", "", &position, &[]);
        let score = search(&mut *searcher(&*session), &*session, 50_000);
        assert_eq!(matches!(score, Score::Loss(_)), turn == 10, "turn {turn}: {score}");
    }
}

/// The third occurrence of a position is a draw, whatever the table has for it.
#[test]
fn proofs_respect_repetitions() {
    // White wins by going to b3 and further, but has gone there and back twice.
    let start = "4n/5/5/5/N4 w - - 0 1";
    let fresh = open("jesonmor", "size=5", start, &[]);
    let mut searcher = searcher(&*fresh);
    let won = search(&mut *searcher, &*fresh, 100_000);
    let shuffle = ["a1b3", "e5d3", "b3a1", "d3e5"];
    let mut moves: Vec<&str> = shuffle.to_vec();
    moves.extend(["a1b3", "e5d3", "b3a1"]);
    let session = open("jesonmor", "size=5", start, &moves);
    // Black can repeat the start for the third time, so it has not lost, whatever the table says.
    let score = search(&mut *searcher, &*session, 100_000);
    let mut drawn = session.fork();
    drawn.play("d3e5").unwrap();
    assert_eq!(drawn.outcome().unwrap().reason.0, "repetition");
    assert!(!matches!(score, Score::Loss(_)), "{won} at first, then {score}");
}
