//! Matches: every opening twice with sides changed, the same under a seed however many games are played at a time.

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

/// The tally and the records in the order of the games.
fn played(contest: &Contest) -> (Tally, Vec<String>) {
    let mut games = Vec::new();
    let tally = contest.run(&[], &AtomicBool::new(false), &mut |played, _| {
        games.push((played.number, played.record.text()));
        true
    });
    games.sort();
    (tally.unwrap()[0], games.into_iter().map(|(_, text)| text).collect())
}

#[test]
fn a_seed_repeats_a_match_at_any_concurrency() {
    for info in registry::GAMES {
        let mut contest = contest(info.id, info.classics.last().unwrap(), "mcts:nodes=20");
        let one = played(&contest);
        contest.concurrency = 3;
        assert_eq!(played(&contest), one, "{}", info.id);
        contest.seed = 8;
        assert_ne!(played(&contest).1, one.1, "{}", info.id);
    }
}

#[test]
fn pairs_share_their_opening_and_change_sides() {
    let (tally, games) = played(&contest("jinli", "greedy", "random"));
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
fn a_match_can_be_stopped() {
    let mut seen = 0;
    let tally = contest("jinli", "greedy", "random").run(&[], &AtomicBool::new(false), &mut |_, _| {
        seen += 1;
        seen < 4
    });
    assert!(seen == 4 && tally.unwrap()[0].games() == seen, "{seen}");
}

#[test]
fn games_with_other_openings_are_of_another_match() {
    let one = contest("jinli", "greedy", "random");
    let saved: String = played(&one).1.join("\n");
    assert_eq!(one.read_saved(&saved).unwrap().len(), 12);
    let mut other = contest("jinli", "greedy", "random");
    other.openings = Openings::Unfiltered(6);
    assert_eq!(other.read_saved(&saved).unwrap_err().code.id, "not-of-match");
    let mut other = contest("jinli", "greedy", "random");
    other.position = Some("r5r/7/7/7/7/7/y5y y 10 10 9 0 1".to_string());
    assert_eq!(other.read_saved(&saved).unwrap_err().code.id, "not-of-match");
}

#[test]
fn openings_that_outlast_every_game_are_refused() {
    let mut long = contest("jinli", "greedy", "random");
    long.rules = Rules::parse(long.rules.info(), "size=5,target=1").unwrap();
    for openings in [Openings::Unfiltered(5000), Openings::Random(5000)] {
        long.openings = openings;
        let refused = long.run(&[], &AtomicBool::new(false), &mut |_, _| true).unwrap_err();
        assert_eq!(refused.code.id, "openings-too-long");
    }
}

#[test]
fn nothing_is_known_before_the_first_game() {
    let tally = Tally::default();
    assert_eq!((tally.elo(), tally.superiority()), ((0.0, f64::INFINITY), 0.5));
}
