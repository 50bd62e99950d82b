//! Property tests of the parsers with random and mutated text: they never panic, and what they accept is valid.

use proptest::prelude::*;
use sanban_core::record::Record;
use sanban_core::{Rules, Session};
use sanban_games::registry;

/// Games with rules and a position.
const SEEDS: [(&str, &str, &str); 8] = [
    ("mitsudomoe", "", "x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w 5 5 1"),
    ("mitsudomoe", "flex", "x3,bw,wW/x,wW,x,bB,bB/x,w,bwW,b,w/bB,bw,b,x2/x5 w 1 0 20"),
    ("mitsudomoe", "open", "wW,x3,w/wW,x2,bB,x/x2,wW,x2/bB,x4/bB,b,x3 w 4 4 21"),
    ("jesonmor", "", "nn1nnn1nn/9/3n1n3/9/9/9/3N1N3/9/NN1NNN1NN w - - 4 3"),
    ("jesonmor", "size=11", "11/11/11/11/11/5N5/11/11/11/11/nnnnnnnnnnn b - - 4 3"),
    ("jinli", "", "3o3/3oo2/2r3o/1oyr1o1/o1oo1y1/2o1o2/3o3 y 4 4 2 3 13"),
    ("jinli", "gift=on", "r5r/7/7/3o3/7/7/y5y y 10 0 0 0 2 lift"),
    ("hexapawn", "", "p1p/1p1/P1P w"),
];

const RECORD: &str = "[Game \"jinli\"]\n[Rules \"size=5\"]\n[Date \"2026.11.15\"]\n[Yellow \"Ana\"]\n[Result \"*\"]\n\n\
                      {First.} 1. a1b2/c3 (1. a1a2/b2 {[%eval 0.35]} a5a4/e5) a5b4/e5 2. e1d2/a1 $1 *\n";

/// A change of a text: the index, the kind and the character.
type Change = (usize, u8, char);

fn apply_changes(text: &str, changes: &[Change]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for &(at, kind, c) in changes {
        let at = at % (chars.len() + 1);
        match kind % 4 {
            0 => chars.insert(at, c),
            1 if at < chars.len() => chars[at] = c,
            2 if at < chars.len() => drop(chars.remove(at)),
            3 => chars = [&chars[at..], &chars[..at]].concat(),
            _ => {}
        }
    }
    chars.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let alphabet = "wbWBxnNyropP0123456789/,- @=[]{}()\"\\.*;$é\u{0}\n";
    let letters: Vec<char> = alphabet.chars().collect();
    prop::collection::vec((any::<usize>(), any::<u8>(), prop::sample::select(letters)), 0..6)
}

fn open(game: &str, rules: &str, position: &str) -> Option<Box<dyn Session>> {
    let rules = Rules::parse(registry::find(game).unwrap(), rules).unwrap();
    match registry::open(rules, Some(position)) {
        Ok(session) => Some(session),
        Err(rejection) => {
            assert!(!rejection.because.is_empty(), "a rejection has reasons");
            rejection.sentence(&[registry::find(game).unwrap().messages], "en");
            None
        }
    }
}

/// Checks that an accepted position survives a round trip and can be played.
fn check_session(game: &str, rules: &str, session: &dyn Session) {
    let text = session.position_text();
    let again = open(game, rules, &text).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(again.position_text(), text);
    assert_eq!(again.moves(), session.moves());
    assert_eq!(again.outcome(), session.outcome());
    for text in session.moves().iter().take(3) {
        let mut next = session.fork();
        next.ignore_draws();
        assert_eq!(next.play(text).as_ref(), Ok(text));
        next.scene();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
fn accepted_positions_survive_a_round_trip(seed in prop::sample::select(SEEDS.to_vec()), changes in changes()) {
        let (game, rules, position) = seed;
        if let Some(session) = open(game, rules, &apply_changes(position, &changes)) {
check_session(game, rules, &*session);
        }
    }

    #[test]
fn random_positions_never_panic(seed in prop::sample::select(SEEDS.to_vec()), text in "\\PC{0,80}") {
        let (game, rules, _) = seed;
        open(game, rules, &text);
    }

    #[test]
fn accepted_moves_are_legal(seed in prop::sample::select(SEEDS.to_vec()), pick in any::<usize>(), changes in changes()) {
        let (game, rules, position) = seed;
        let mut session = open(game, rules, position).unwrap();
        let moves = session.moves();
        let text = apply_changes(&moves[pick % moves.len()], &changes);
        match session.play(&text) {
            Ok(played) => prop_assert!(moves.contains(&played), "{text}"),
            Err(rejection) => prop_assert!(rejection.sentence(&[session.info().messages], "en").ends_with('.')),
        }
    }

    #[test]
fn random_moves_never_panic(seed in prop::sample::select(SEEDS.to_vec()), text in "\\PC{0,40}") {
        let (game, rules, position) = seed;
        let _ = open(game, rules, position).unwrap().canonical_move(&text);
    }

    #[test]
fn accepted_rules_survive_a_round_trip(game in prop::sample::select(registry::GAMES.to_vec()), text in "[a-z=,0-9 é-]{0,30}") {
        if let Ok(rules) = Rules::parse(game, &text) {
            prop_assert_eq!(Rules::parse(game, &rules.text()).unwrap(), rules);
        }
    }

    #[test]
fn accepted_records_survive_a_round_trip(changes in changes()) {
        let text = apply_changes(RECORD, &changes);
        if let Ok(record) = Record::parse(&text) {
            let written = record.text();
            prop_assert_eq!(Record::parse(&written).map(|r| r.text()), Ok(written));
        }
        if let Ok((record, _)) = registry::read_record(&text) {
            let written = record.text();
            prop_assert_eq!(registry::read_record(&written).unwrap().0.text(), written);
        }
    }

    #[test]
fn random_records_never_panic(text in "\\PC{0,120}") {
        let _ = registry::read_record(&text);
    }
}
