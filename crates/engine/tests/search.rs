//! The engine's search through its interface: legal moves under any limit, deterministic results, interruptions, threads, no
//! allocations per node, and small games that are played out as proven.

use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::heuristics::read_weights;
use sanban_core::{GameExt, GameInfo, Heuristics, Rules, Seat, Session, Turn, Values};
use sanban_engine::alphabeta::{AlphaBeta, Line};
use sanban_engine::evaluation::{Evaluation, Evaluator};
use sanban_engine::handle::{self, SearchKind};
use sanban_engine::levels::LEVELS;
use sanban_engine::{Report, Score, Searcher};
use sanban_games::registry::{self, Visitor};
use std::sync::atomic::{AtomicU32, Ordering};

/// The presets of a game, the official rules with each value of each option, and the largest boards.
fn rulesets(info: &'static GameInfo) -> Vec<Rules> {
    let mut texts: Vec<String> = info.presets.iter().map(|p| p.name.to_string()).collect();
    for option in info.options {
        match option.values {
            Values::Words(words) => texts.extend(words.iter().map(|w| format!("{}={w}", option.key))),
            Values::Numbers { from, to, .. } => texts.extend([from, to].map(|n| format!("{}={n}", option.key))),
        }
    }
    texts.extend(["flex,size=8", "size=25,goal=hold", "size=9,gift=on,stones=20"].map(String::from));
    texts.iter().filter_map(|text| Rules::parse(info, text).ok()).collect()
}

fn engine<G: Heuristics>(game: &G) -> AlphaBeta<G> {
    let weights = read_weights(G::TERMS, G::INFO.default_weights());
    AlphaBeta::new(game.clone(), Evaluator::Terms(weights.unwrap()), 1 << 20, 1)
}

/// A random turn, chosen step by step. Turns are not equally likely, but there is no need to list them.
fn random_turn<G: Heuristics>(game: &G, position: &G::Position, rng: &mut ChaCha8Rng) -> Turn<G::Step> {
    let mut turn = Turn::new();
    let mut position = *position;
    loop {
        let mut steps = Vec::new();
        game.for_each_step(&position, |step| steps.push(step));
        let step = steps.into_iter().choose(rng).expect("a step from which the turn can be completed");
        turn.push(step);
        position = game.play(&position, step);
        if game.is_between_turns(&position) {
            return turn;
        }
    }
}

/// Undecided positions of random games.
fn random_positions<G: Heuristics>(game: &G, count: usize, rng: &mut ChaCha8Rng) -> Vec<G::Position> {
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = game.start();
        let until = rng.random_range(0..60);
        for ply in 0..=until {
            if game.position_outcome(&position).is_some() || game.limit_reached(&position).is_some() {
                break;
            }
            // The last position of the game, and a few before it.
            if ply == until || rng.random_bool(0.05) {
                found.push(position);
            }
            position = game.position_after(&position, &random_turn(game, &position, rng));
        }
    }
    found.truncate(count);
    found
}

/// Whether the turns are complete and legal in sequence.
fn are_legal<G: Heuristics>(game: &G, position: &G::Position, turns: &[Turn<G::Step>]) -> bool {
    let mut position = *position;
    turns.iter().all(|turn| {
        let steps = turn.iter().all(|&step| {
            let mut legal = false;
            game.for_each_step(&position, |other| legal |= other == step);
            position = if legal { game.play(&position, step) } else { position };
            legal
        });
        steps && game.is_between_turns(&position)
    })
}

/// Searches random positions with all kinds of limits. Returns the number of positions.
struct CheckLimits {
    seed: u64,
    count: usize,
}

impl Visitor for CheckLimits {
    type Output = usize;

    fn visit<G: Heuristics>(self, rules: &Rules) -> usize {
        let game = G::new(rules);
        let mut search = engine(&game);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        for position in random_positions(&game, self.count, &mut rng) {
            let context = || format!("{} {}: {}", G::INFO.id, rules.text(), game.position_text(&position));
            let check = |lines: &[Line<G::Step>], max_lines: usize, limit: u64| {
                assert!((1..=max_lines).contains(&lines.len()), "{} lines, {limit}: {}", lines.len(), context());
                for (place, line) in lines.iter().enumerate() {
                    assert!(
                        !line.turns.is_empty() && are_legal(&game, &position, &line.turns),
                        "{limit}: {}",
                        context()
                    );
                    let others = &lines[..place];
                    assert!(
                        others.iter().all(|o| o.turns[0] != line.turns[0]),
                        "reported twice, {limit}: {}",
                        context()
                    );
                    let scores = || lines.iter().map(|l| l.score.to_string()).collect::<Vec<_>>();
                    let is_sorted = others.iter().all(|o| o.score >= line.score);
                    assert!(is_sorted, "{:?}, {limit}: {}", scores(), context());
                }
            };
            search.set_root(position, &[], 1);
            check(&search.lines(), 1, 0);
            search.run(u64::MAX, &|| false);
            check(&search.lines(), 1, 0);
            for nodes in [1, 2, 10, 100] {
                search.set_root(position, &[], 1);
                while search.nodes() < nodes && !search.is_finished() {
                    search.run(nodes, &|| true);
                }
                check(&search.lines(), 1, nodes);
            }
            for nodes in [1, 20, 150, 1500] {
                search.set_root(position, &[], 3);
                while search.nodes() < nodes && !search.is_finished() {
                    search.run(nodes, &|| true);
                }
                check(&search.lines(), 3, nodes);
            }
        }
        self.count
    }
}

#[test]
fn has_legal_moves_under_every_limit() {
    let mut positions = 0;
    for info in registry::GAMES {
        for (seed, rules) in rulesets(info).iter().enumerate() {
            positions += registry::visit(rules, CheckLimits { seed: seed as u64, count: 50 });
        }
    }
    assert!(positions >= 2000, "{positions}");
}

fn open(game: &str, rules: &str) -> Box<dyn Session> {
    registry::open(Rules::parse(registry::find(game).unwrap(), rules).unwrap(), None).unwrap()
}

fn searcher(rules: &Rules, threads: usize) -> Box<dyn Searcher> {
    handle::open(rules, SearchKind::AlphaBeta { evaluation: &Evaluation::Default, threads }, 4)
}

fn run(searcher: &mut dyn Searcher, nodes: u64) -> Report {
    while searcher.nodes() < nodes && !searcher.is_finished() {
        searcher.run(nodes, &|| true);
    }
    searcher.report()
}

/// Plays up to this many random moves, without ending the game.
fn play_random_moves(session: &mut Box<dyn Session>, moves: u32, rng: &mut ChaCha8Rng) {
    for _ in 0..moves {
        let mut next = session.fork();
        next.play(session.moves().iter().choose(rng).expect("a move")).unwrap();
        if next.outcome().is_some() {
            return;
        }
        *session = next;
    }
}

#[test]
fn searches_are_deterministic() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for info in registry::GAMES {
        let rules = Rules::official(info);
        let mut reused = searcher(&rules, 1);
        for lines in [1, 1, 1, 3, 3] {
            let mut session = registry::open(rules.clone(), None).unwrap();
            play_random_moves(&mut session, 12, &mut rng);
            let nodes = |searcher: &mut dyn Searcher| {
                searcher.set_position(&*session, lines, 0);
                run(searcher, 60_000)
            };
            let depth = |searcher: &mut dyn Searcher| {
                searcher.set_position(&*session, lines, 0);
                while searcher.report().depth < 6 && !searcher.is_finished() {
                    searcher.run(u64::MAX, &|| true);
                }
                searcher.report()
            };
            for search in [&nodes as &dyn Fn(&mut dyn Searcher) -> Report, &depth] {
                let found = search(&mut *searcher(&rules, 1));
                assert_eq!(found, search(&mut *searcher(&rules, 1)), "{}", info.id);
                // A new game clears everything learned before.
                reused.new_game();
                assert_eq!(found, search(&mut *reused), "{}", info.id);
            }
        }
    }
}

#[test]
fn continues_after_interruptions() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for info in registry::GAMES {
        for lines in [1, 1, 1, 3, 3] {
            let mut session = registry::open(Rules::official(info), None).unwrap();
            play_random_moves(&mut session, 8, &mut rng);
            let mut whole = searcher(session.rules(), 1);
            whole.set_position(&*session, lines, 0);
            let depth = run(&mut *whole, 100_000).depth;
            let mut interrupted = searcher(session.rules(), 1);
            interrupted.set_position(&*session, lines, 0);
            // As the table fills, repeating an interrupted iteration gets faster.
            let mut slices = 0;
            while interrupted.report().depth < depth && !interrupted.is_finished() {
                slices += 1;
                assert!(slices < 1000, "{}: depth {} of {depth}", info.id, interrupted.report().depth);
                let checks = AtomicU32::new(0);
                let max_checks = slices / 10 + rng.random_range(0..10);
                interrupted.run(u64::MAX, &|| checks.fetch_add(1, Ordering::Relaxed) < max_checks);
                for line in interrupted.report().lines {
                    session.canonical_move(&line.moves[0]).expect("a legal move");
                }
            }
        }
    }
}

/// The number of allocations of a repeated search, and its nodes.
struct Allocations;

impl Visitor for Allocations {
    type Output = (u64, u64);

    fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
        const NODES: u64 = 120_000;
        let game = G::new(rules);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let position = random_positions(&game, 1, &mut rng)[0];
        let mut search = engine(&game);
        let mut run_search = || {
            search.new_game();
            search.set_root(position, &[], 1);
            while search.nodes() < NODES && !search.is_finished() {
                search.run(NODES, &|| true);
            }
            search.nodes()
        };
        run_search();
        let mut nodes = 0;
        let counted = allocation_counter::measure(|| nodes = run_search());
        (counted.count_total, nodes)
    }
}

#[test]
fn nodes_do_not_allocate() {
    for (game, rules) in
        [("mitsudomoe", ""), ("mitsudomoe", "flex,size=8"), ("jesonmor", ""), ("jesonmor", "size=25"), ("jinli", "")]
    {
        let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
        let (allocations, nodes) = registry::visit(&rules, Allocations);
        assert!(nodes >= 100_000, "{game} {}: only {nodes} nodes", rules.text());
        // A few per iteration, for its lines and its thread scope.
        assert!(allocations <= 200, "{game} {}: {allocations}", rules.text());
    }
}

/// Small games that are won from the start, with their winners.
const SOLVED: [(&str, &str, Seat); 4] = [
    ("jesonmor", "size=5", Seat::SECOND),
    ("jinli", "size=5,stones=1,target=3", Seat::FIRST),
    ("jinli", "size=5,stones=1,target=5", Seat::FIRST),
    ("jinli", "size=5,stones=2,target=3", Seat::FIRST),
];
/// The maximum nodes to prove each of them.
const MAX_NODES: u64 = 3_000_000;

/// Searches until a result is proven.
fn prove(searcher: &mut dyn Searcher, session: &dyn Session, nodes: u64) -> Report {
    searcher.set_position(session, 1, 0);
    while searcher.nodes() < nodes && !searcher.is_finished() && !searcher.report().lines[0].score.is_proven() {
        searcher.run(nodes, &|| true);
    }
    searcher.report()
}

#[test]
fn proves_small_games_on_one_and_two_threads() {
    for (game, rules, winner) in SOLVED {
        let session = open(game, rules);
        for threads in [1, 2] {
            let mut searcher = searcher(session.rules(), threads);
            let score = prove(&mut *searcher, &*session, MAX_NODES).lines[0].score;
            let proven = if winner == session.to_move() {
                matches!(score, Score::Win(_))
            } else {
                matches!(score, Score::Loss(_))
            };
            assert!(proven, "{game} {rules} on {threads}: {score}");
        }
    }
}

/// Plays games in which the winner proves its win on every turn.
fn play_out_wins(
    start: &dyn Session,
    winner: Seat,
    engine: &mut dyn Searcher,
    max_nodes: u64,
    opponents: &[(&str, usize)],
) {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut other = searcher(start.rules(), 1);
    for &(opponent, games) in opponents {
        for _ in 0..games {
            let mut session = start.fork();
            let context = format!("{} {}, {opponent}", session.info().id, session.rules().text());
            while session.outcome().is_none() {
                let text = if session.to_move() == winner {
                    let report = prove(engine, &*session, max_nodes);
                    let score = report.lines[0].score;
                    assert!(matches!(score, Score::Win(_)), "{context}: {score}");
                    report.best().to_string()
                } else if opponent == "engine" {
                    prove(&mut *other, &*session, 50_000).best().to_string()
                } else {
                    session.classic_move(opponent, &mut rng).unwrap()
                };
                session.play(&text).unwrap();
            }
            assert_eq!(session.outcome().unwrap().winner, Some(winner), "{context}");
        }
    }
}

#[test]
fn proven_wins_are_won_against_any_opponent() {
    for (game, rules, winner) in SOLVED {
        let start = open(game, rules);
        let mut engine = searcher(start.rules(), 1);
        play_out_wins(&*start, winner, &mut *engine, MAX_NODES, &[("random", 14), ("greedy", 14), ("engine", 2)]);
    }
}

/// The board of 7×7 takes millions of nodes, and a table that holds them for the rest of the game.
#[test]
fn jeson_mor_on_7x7_is_won_by_the_second_player_against_any_opponent() {
    const MAX_NODES: u64 = 30_000_000;
    let start = open("jesonmor", "size=7");
    let kind = SearchKind::AlphaBeta { evaluation: &Evaluation::Default, threads: 2 };
    let mut engine = handle::open(start.rules(), kind, 256);
    let score = prove(&mut *engine, &*start, MAX_NODES).lines[0].score;
    assert!(matches!(score, Score::Loss(_)), "{score}");
    play_out_wins(&*start, Seat::SECOND, &mut *engine, MAX_NODES, &[("random", 4), ("greedy", 4)]);
}

#[test]
fn levels_play_legally_and_deterministically() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for info in registry::offered() {
        for preset in info.presets {
            let rules = Rules::preset(info, preset);
            for level in 1..*LEVELS.end() {
                // Monte Carlo levels are slow in debug builds; the lower ones show the same.
                let kinds = [SearchKind::Level(level), SearchKind::MctsLevel(level)];
                for kind in kinds.into_iter().take(if level <= 3 { 2 } else { 1 }) {
                    let fresh = || handle::open(&rules, kind, 1);
                    let mut reused = fresh();
                    for round in 0..if level < 7 { 5 } else { 2 } {
                        let mut session = registry::open(rules.clone(), None).unwrap();
                        let moves = rng.random_range(0..40);
                        play_random_moves(&mut session, moves, &mut rng);
                        let seed = rng.random();
                        let choose = |searcher: &mut dyn Searcher| {
                            searcher.new_game();
                            searcher.set_position(&*session, 1, seed);
                            run(searcher, u64::MAX).best().to_string()
                        };
                        let chosen = choose(&mut *reused);
                        session.canonical_move(&chosen).expect("a legal move");
                        if round == 0 {
                            assert_eq!(chosen, choose(&mut *reused), "{} level {level}", info.id);
                            assert_eq!(chosen, choose(&mut *fresh()), "{} level {level}", info.id);
                        }
                    }
                }
            }
        }
    }
}

/// `race` is the simple evaluation that the tuned one is compared with.
#[test]
fn mitsudomoe_has_a_race_evaluation() {
    let session = open("mitsudomoe", "");
    let search = |name| {
        let evaluation = &Evaluation::named(name, session.rules()).expect("an evaluation of this name");
        let mut searcher = handle::open(session.rules(), SearchKind::AlphaBeta { evaluation, threads: 1 }, 1);
        searcher.set_position(&*session, 1, 0);
        run(&mut *searcher, 5_000)
    };
    let (race, tuned) = (search("race"), search(session.info().evaluations[0].0));
    session.canonical_move(race.best()).expect("a legal move");
    assert_ne!(race.lines[0].score, tuned.lines[0].score);
}
