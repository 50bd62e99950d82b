//! The Monte Carlo tree search: it always has a legal move, is deterministic with a seed, and proves only true results.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sanban_core::{Rules, Seat, Session};
use sanban_engine::handle::{self, SearchKind};
use sanban_engine::{Score, Searcher};
use sanban_games::registry;

fn open(game: &str, rules: &str, position: Option<&str>) -> Box<dyn Session> {
    registry::open(Rules::parse(registry::find(game).unwrap(), rules).unwrap(), position).unwrap()
}

fn mcts(session: &dyn Session, seed: u64) -> Box<dyn Searcher> {
    let mut searcher = handle::open(session.rules(), SearchKind::Mcts, 64);
    searcher.set_position(session, 1, seed);
    searcher
}

/// Searches up to this many nodes in all.
fn run(searcher: &mut dyn Searcher, nodes: u64) {
    while searcher.nodes() < nodes && !searcher.is_finished() {
        searcher.run(nodes, &|| true);
    }
}

fn score(searcher: &dyn Searcher) -> i32 {
    match searcher.report().lines[0].score {
        Score::Centipawns(score) => score,
        proven => panic!("not an expected score: {proven}"),
    }
}

/// The exact result for the player to move: 1 for a win, -1 for a loss, 0 for a draw.
fn solve(session: &dyn Session) -> i32 {
    if let Some(outcome) = session.outcome() {
        return outcome.winner.map_or(0, |winner| if winner == session.to_move() { 1 } else { -1 });
    }
    let values = session.moves().into_iter().map(|text| {
        let mut next = session.fork();
        next.play(&text).unwrap();
        -solve(&*next)
    });
    values.max().expect("a game that is not over has moves")
}

#[test]
fn has_a_legal_move_under_every_limit() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for info in registry::GAMES {
        for preset in info.presets {
            let rules = Rules::preset(info, preset);
            for _ in 0..15 {
                let mut session = registry::open(rules.clone(), None).unwrap();
                for _ in 0..rng.random_range(0..40) {
                    if session.outcome().is_some() {
                        break;
                    }
                    let text = session.moves().choose(&mut rng).unwrap().clone();
                    session.play(&text).unwrap();
                }
                if session.outcome().is_some() {
                    continue;
                }
                for nodes in [0, 1, 2, 7, 60] {
                    let mut searcher = mcts(&*session, rng.random());
                    run(&mut *searcher, nodes);
                    let best = searcher.report().best().to_string();
                    assert!(session.moves().contains(&best), "{best} after {nodes}: {}", session.position_text());
                }
            }
        }
    }
}

#[test]
fn seeded_searches_are_deterministic_in_any_slices() {
    for info in registry::GAMES {
        let session = registry::open(Rules::official(info), None).unwrap();
        let search = |slices: &[u64]| {
            let mut searcher = mcts(&*session, 9);
            slices.iter().for_each(|&nodes| run(&mut *searcher, nodes));
            searcher.report()
        };
        assert_eq!(search(&[600]), search(&[1, 100, 300, 600]), "{}", info.id);
    }
}

#[test]
fn solves_hexapawn() {
    // Hexapawn is won by the player who moves second.
    let session = open("hexapawn", "", None);
    let mut searcher = mcts(&*session, 1);
    run(&mut *searcher, 100_000);
    assert!(searcher.is_finished() && score(&*searcher) < -1000);
    // From random positions, the search and the exact result agree.
    let mut checked = 0;
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..60 {
        let mut session = open("hexapawn", "", None);
        for _ in 0..rng.random_range(0..6) {
            if session.outcome().is_none() {
                let text = session.moves().choose(&mut rng).unwrap().clone();
                session.play(&text).unwrap();
            }
        }
        if session.outcome().is_none() {
            let mut searcher = mcts(&*session, rng.random());
            run(&mut *searcher, 100_000);
            assert!(searcher.is_finished());
            let value = solve(&*session);
            assert_eq!(score(&*searcher).signum(), value, "{}", session.position_text());
            let mut next = session.fork();
            next.play(searcher.report().best()).unwrap();
            assert_eq!(-solve(&*next), value, "the move keeps the result: {}", session.position_text());
            checked += 1;
        }
    }
    assert!(checked > 30);
}

#[test]
fn finds_and_proves_a_win_in_one_turn() {
    for (game, position) in [
        ("jesonmor", "nnnnnnnnn/9/9/9/4N4/9/9/9/N8 w - - 0 9"),
        ("jinli", "7/7/2r4/7/3y3/6r/6y y 0 0 9 0 20"),
        ("mitsudomoe", "x3,wW,wW/x3,wW,w/x5/bB,x4/b,bB,x2,bB w 4 4 30"),
        // The last ball vaults.
        ("mitsudomoe", "x2,bwW,wW,bww/x2,w,x,bwW/b,x3,b/bB,bB,x,w,x/wbB,x4 w 0 0 33"),
    ] {
        let mut session = open(game, "", Some(position));
        let mut searcher = mcts(&*session, 3);
        run(&mut *searcher, 1);
        let report = searcher.report();
        assert!(searcher.is_finished() && score(&*searcher) > 1000, "{game}: {report:?}");
        session.play(report.best()).unwrap();
        assert!(session.outcome().is_some_and(|o| o.winner == Some(Seat::FIRST)), "{game}: {report:?}");
    }
}

#[test]
fn searches_positions_with_repetitions() {
    let mut session = open("jesonmor", "size=5", Some("4n/5/5/5/N4 w - - 0 1"));
    for text in ["a1b3", "e5d3", "b3a1", "d3e5", "a1b3", "e5d3", "b3a1"] {
        session.play(text).unwrap();
    }
    let mut after = session.fork();
    after.play("d3e5").unwrap();
    assert_eq!(after.outcome().unwrap().reason.0, "repetition");
    let mut searcher = mcts(&*session, 4);
    run(&mut *searcher, 5000);
    assert!(session.moves().iter().any(|text| text == searcher.report().best()));
}

#[test]
fn reuses_the_subtree_of_the_played_moves() {
    for info in registry::GAMES {
        let mut session = registry::open(Rules::official(info), None).unwrap();
        let mut searcher = mcts(&*session, 5);
        run(&mut *searcher, 3000);
        let line = searcher.report().lines[0].moves.clone();
        for text in &line[..2] {
            session.play(text).unwrap();
        }
        searcher.set_position(&*session, 1, 6);
        let report = searcher.report();
        assert_eq!(report.nodes, 0, "{}", info.id);
        assert!(line.len() > 3 && report.lines[0].moves == line[2..], "{}: {report:?} after {line:?}", info.id);
        // A new game doesn't reuse the tree.
        let back = registry::open(Rules::official(info), None).unwrap();
        searcher.set_position(&*back, 1, 7);
        assert!(searcher.report().lines[0].moves.len() == 1, "{}", info.id);
    }
}
