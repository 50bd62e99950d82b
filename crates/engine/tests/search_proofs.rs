//! A proven win or loss is never wrong: the search against trying everything, in every game, preset and option, and where
//! what the table remembers meets positions that have stood before or limits that are near.

mod exhaustive;

use exhaustive::{Truth, truth};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use sanban_core::{GameExt, GameInfo, Heuristics, Rules, Session, StaticResult, Turn, Values};
use sanban_engine::alphabeta::AlphaBeta;
use sanban_engine::handle::{self, SearchKind};
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
    // Small boards and short games come to an end within the horizon.
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

/// Plays random games, and compares what the search proves at their ends with the truth; gives how often both found a win
/// or a loss.
struct Compare {
    seed: u64,
}

impl Visitor for Compare {
    type Output = u32;

    fn visit<G: Heuristics>(self, rules: &Rules) -> u32 {
        const BUDGET: u64 = 40_000;
        const MOST_NODES: u64 = 400_000;
        let game = G::new(rules);
        let weights = sanban_core::heuristics::read_weights(G::TERMS, G::INFO.default_weights());
        // One search for all positions, so that its table is full of others.
        let mut search = AlphaBeta::new(game.clone(), weights.unwrap(), 1 << 20, 1);
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
                positions.push(game.after(&position, &turn));
            }
            let repetition = rules.is_on("repetition");
            let mut stood: Vec<u64> = positions.iter().map(|p| game.key(p)).collect();
            for back in 1..=8.min(positions.len()) {
                let position = positions[positions.len() - back];
                stood.truncate(positions.len() - back + 1);
                let times = stood.iter().filter(|key| Some(*key) == stood.last()).count();
                let over = repetition && times >= 3 || game.limit_reached(&position).is_some();
                if over || game.position_outcome(&position).is_some() {
                    continue;
                }
                let mut history = if repetition { stood.clone() } else { Vec::new() };
                // As deep as can be tried in full.
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
                // What trying everything has found must be found; where it found nothing, a glance shows false claims.
                let most_nodes = if known == Truth::Open { 20_000 } else { MOST_NODES };
                while search.nodes() < most_nodes && !search.is_finished() {
                    search.run(most_nodes, &|| true);
                }
                let line = search.lines().swap_remove(0);
                match (known, line.score) {
                    (Truth::Wins(n), Score::Win(m)) | (Truth::Loses(n), Score::Loss(m)) => {
                        // A proof may be longer than needed, and is never shorter than can be.
                        assert!(m >= n, "within {m}, but the truth is {n}: {}", context());
                        proven += 1;
                    }
                    (Truth::Wins(n) | Truth::Loses(n), other) => {
                        panic!("{known:?} but the search says {other:?} after {n}: {}", context());
                    }
                    (Truth::Open, Score::Win(n) | Score::Loss(n)) => {
                        let truth = truth(&game, &position, &mut history, n.min(4), &mut BUDGET.clone());
                        let short = n <= 4 && truth.is_some();
                        assert!(!short || truth != Some(Truth::Open), "proven within {n}, but not true: {}", context());
                    }
                    (Truth::Open, Score::Centipawns(_)) => {}
                }
            }
        }
        proven
    }
}

#[test]
fn proofs_agree_with_trying_everything() {
    std::thread::scope(|scope| {
        for info in registry::GAMES {
            scope.spawn(|| {
                let proven: u32 = rulesets(info).iter().map(|rules| registry::visit(rules, Compare { seed: 3 })).sum();
                assert!(proven >= 15, "{}: only {proven} wins and losses were found by both", info.id);
            });
        }
    });
}

/// What a game is certain of without search is true, and so is what it says of the steps that it leaves out.
struct Certain {
    seed: u64,
}

impl Visitor for Certain {
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
                position = game.after(&position, &turn);
                // The claims say nothing about limits, so those must be far.
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
                    let mut worthy = false;
                    let left_out = game.for_each_search_step(&before, |step| worthy |= step == turn[0]);
                    if let (false, Some(StaticResult::Loses(n))) = (worthy, left_out)
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
fn what_is_certain_is_true() {
    for info in registry::offered() {
        let mut checked = 0;
        for (at, rules) in rulesets(info).iter().enumerate() {
            checked += registry::visit(rules, Certain { seed: at as u64 });
        }
        let claims = ["jesonmor", "jinli"].contains(&info.id);
        assert!(checked >= 100 || !claims, "{}: {checked}", info.id);
    }
}

fn open(game: &str, rules: &str, position: &str, moves: &[&str]) -> Box<dyn Session> {
    let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
    let mut session = registry::open(rules, Some(position)).unwrap();
    moves.iter().for_each(|text| drop(session.play(text).unwrap()));
    session
}

fn searcher(session: &dyn Session) -> Box<dyn Searcher> {
    let weights = session.info().evaluations[0].1;
    handle::open(session.rules(), SearchKind::AlphaBeta { weights, threads: 1 }, 1)
}

fn search(searcher: &mut dyn Searcher, session: &dyn Session, nodes: u64) -> Score {
    searcher.set_position(session, 1, 0);
    while searcher.nodes() < nodes && !searcher.is_finished() {
        searcher.run(nodes, &|| true);
    }
    searcher.report().lines[0].score
}

/// A win that takes longer than the limit allows is none, also if the table has just seen the same board with time left;
/// and the other way round.
#[test]
fn limits_that_are_near_are_not_forgotten() {
    // White goes to the centre and out again: three turns.
    let board = |quiet: u32| format!("n4/5/5/2N2/N4 w - - {quiet} 60");
    for order in [[0, 98], [98, 0], [97, 98], [98, 97]] {
        let first = open("jesonmor", "size=5", &board(order[0]), &[]);
        let mut searcher = searcher(&*first);
        for quiet in order {
            let score = search(&mut *searcher, &*open("jesonmor", "size=5", &board(quiet), &[]), 50_000);
            // With 97 quiet plies behind, the third turn leaves the centre just in time: a result comes before a draw.
            let is_won = matches!(score, Score::Win(_));
            assert_eq!(is_won, quiet <= 97, "{quiet} quiet plies, {order:?}: {score}");
        }
    }
    // Jin Li's limit counts turns: red is to move with one turn left and cannot lose any more.
    for turn in [10, 400] {
        let position = format!("r5r/7/7/7/3y3/2y4/7 r 0 0 9 0 {turn}");
        let session = open("jinli", "", &position, &[]);
        let score = search(&mut *searcher(&*session), &*session, 50_000);
        assert_eq!(matches!(score, Score::Loss(_)), turn == 10, "turn {turn}: {score}");
    }
}

/// A position that would stand for the third time is a draw, whatever the table remembers of it.
#[test]
fn positions_that_stood_before_are_not_forgotten() {
    // White wins by going to b3 and on, but has gone to b3 and back again twice.
    let start = "4n/5/5/5/N4 w - - 0 1";
    let fresh = open("jesonmor", "size=5", start, &[]);
    let mut searcher = searcher(&*fresh);
    let won = search(&mut *searcher, &*fresh, 100_000);
    let shuffle = ["a1b3", "e5d3", "b3a1", "d3e5"];
    let mut moves: Vec<&str> = shuffle.to_vec();
    moves.extend(["a1b3", "e5d3", "b3a1"]);
    let session = open("jesonmor", "size=5", start, &moves);
    // Black repeats the start for the third time if it wants to, so it has not lost, whatever the table says of it.
    let score = search(&mut *searcher, &*session, 100_000);
    let mut drawn = session.fork();
    drawn.play("d3e5").unwrap();
    assert_eq!(drawn.outcome().unwrap().reason.0, "repetition");
    assert!(!matches!(score, Score::Loss(_)), "{won} at first, then {score}");
}
