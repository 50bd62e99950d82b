//! Matches play every opening twice with sides swapped, and a seed reproduces them at any concurrency.

use sanban_arena::{Contest, Openings, Tally};
use sanban_core::Rules;
use sanban_engine::Spec;
use sanban_games::registry;
use std::sync::atomic::AtomicBool;

fn contest(game: &str, first: &str, second: &str) -> Contest {
    let info = registry::find(game).unwrap();
    let spec = |text: &str| (text.to_string(), Spec::parse(text, info).unwrap());
    Contest {
        rules: Rules::official(info),
        position: None,
        contestants: vec![spec(first), spec(second)],
        pairings: vec![[0, 1]],
        games: 12,
        openings: Openings::Unfiltered(3),
        seed: 7,
        concurrency: 1,
    }
}

/// Plays a match. Returns the tally and the records in order.
fn play(contest: &Contest) -> (Tally, Vec<String>) {
    let mut games = Vec::new();
    let tally = contest.run(&[], &AtomicBool::new(false), &mut |result, _| {
        games.push((result.number, result.record.text()));
        true
    });
    games.sort();
    (tally.unwrap()[0], games.into_iter().map(|(_, text)| text).collect())
}

#[test]
fn seed_reproduces_a_match_at_any_concurrency() {
    for info in registry::GAMES {
        let mut contest = contest(info.id, info.classics.last().unwrap(), "mcts:nodes=20");
        let one = play(&contest);
        contest.concurrency = 3;
        assert_eq!(play(&contest), one, "{}", info.id);
        contest.seed = 8;
        assert_ne!(play(&contest).1, one.1, "{}", info.id);
    }
}

#[test]
fn paired_games_share_the_opening_and_swap_sides() {
    let (tally, games) = play(&contest("jinli", "greedy", "random"));
    assert_eq!(tally.games(), 12);
    assert_eq!(tally.pairs.iter().sum::<u32>(), 6);
    for pair in games.chunks(2) {
        let [one, other] = [&pair[0], &pair[1]].map(|text| registry::read_record(text).unwrap().0);
        assert_eq!(one.text(), pair[0], "records are canonical");
        let opening = |record: &sanban_core::record::Record| {
            record.line.moves.iter().take(3).map(|m| m.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(opening(&one), opening(&other));
        assert_eq!(one.tag("Yellow"), Some("greedy"));
        assert_eq!(other.tag("Yellow"), Some("random"));
        assert_ne!(one.result, "*");
    }
    let wins = games.iter().filter(|text| text.contains("[Yellow \"greedy\"]") == text.contains("[Result \"1-0\"]"));
    assert_eq!(wins.count() as u32, tally.wins, "the score is the first contestant's");
    assert!(tally.wins > tally.losses, "greedy beats random");
}

#[test]
fn callback_stops_a_match() {
    let mut seen = 0;
    let tally = contest("jinli", "greedy", "random").run(&[], &AtomicBool::new(false), &mut |_, _| {
        seen += 1;
        seen < 4
    });
    assert!(seen == 4 && tally.unwrap()[0].games() == seen, "{seen}");
}

#[test]
fn rejects_saved_games_with_other_openings() {
    let one = contest("jinli", "greedy", "random");
    let saved: String = play(&one).1.join("\n");
    assert_eq!(one.read_saved(&saved).unwrap().len(), 12);
    let mut other = contest("jinli", "greedy", "random");
    other.openings = Openings::Unfiltered(6);
    assert_eq!(other.read_saved(&saved).unwrap_err().code.id, "not-of-match");
    let mut other = contest("jinli", "greedy", "random");
    other.position = Some("r5r/7/7/7/7/7/y5y y 10 10 9 0 1".to_string());
    assert_eq!(other.read_saved(&saved).unwrap_err().code.id, "not-of-match");
}

#[test]
fn rejects_openings_longer_than_every_game() {
    let mut long = contest("jinli", "greedy", "random");
    long.rules = Rules::parse(long.rules.info(), "size=5,target=1").unwrap();
    for openings in [Openings::Unfiltered(5000), Openings::Random(5000)] {
        long.openings = openings;
        let rejection = long.run(&[], &AtomicBool::new(false), &mut |_, _| true).unwrap_err();
        assert_eq!(rejection.code.id, "openings-too-long");
    }
}

#[test]
fn empty_tally_has_infinite_margin() {
    let tally = Tally::default();
    assert_eq!((tally.elo(), tally.superiority()), ((0.0, f64::INFINITY), 0.5));
}
