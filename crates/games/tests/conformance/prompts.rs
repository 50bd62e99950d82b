//! The prompts at every step of a turn, and the warnings of choices that lose at once.

use crate::rules::rulesets;
use crate::{Subject, open, read_fields};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use sanban_core::{Rules, Session, Touch};
use std::collections::BTreeMap;

/// How many turns of a random game are checked.
const MAX_TURNS: usize = 20;
/// How many moves and replies are played to check the warnings of a position.
const MAX_REPLIES: usize = 5_000;

pub fn check<S: Subject>() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for rules in rulesets::<S>() {
        check_random_game(open::<S>(&rules, None).unwrap(), &mut rng);
    }
    // Positions in which the game is about to end.
    for [rules, position, _] in read_fields::<S, 3>("tests/wins.txt").into_iter().step_by(4) {
        let rules = if rules == "official" { Rules::official(S::INFO) } else { Rules::parse(S::INFO, &rules).unwrap() };
        check_random_game(open::<S>(&rules, Some(&position)).unwrap(), &mut rng);
    }
}

fn check_random_game(mut session: Box<dyn Session>, rng: &mut ChaCha8Rng) {
    for _ in 0..MAX_TURNS {
        check_random_turn(&*session, rng);
        check_warnings(&*session);
        if session.outcome().is_some() {
            return;
        }
        let text = session.random_move(rng);
        session.play(&text).unwrap();
    }
}

/// Enters a random turn touch by touch. Every step of it has a prompt in all languages of the game.
fn check_random_turn(session: &dyn Session, rng: &mut ChaCha8Rng) {
    let info = session.info();
    let mut touches: Vec<Touch> = Vec::new();
    loop {
        let progress = session.progress(&touches);
        let context = || format!("{} {} after {touches:?}", session.rules().text(), session.position_text());
        let is_complete = progress.next.is_empty() && !touches.is_empty();
        if session.outcome().is_some() || is_complete {
            assert_eq!(progress.prompt, None, "nothing is left to do: {}", context());
            return;
        }
        let key = progress.prompt.unwrap_or_else(|| panic!("no prompt: {}", context()));
        for (language, _) in info.messages.0 {
            let sentence = info.messages.find(language, key, &[("player", "A"), ("opponent", "B")]);
            assert!(sentence.is_some(), "{language} has no message {key}: {}", context());
        }
        if progress.next.contains(&Touch::Supply) {
            let counters = &progress.scene.counters[progress.scene.to_move.index()];
            assert!(counters.iter().any(|counter| counter.name == info.supply), "no supply is counted: {}", context());
        }
        let Some(&touch) = progress.next.choose(rng) else { return };
        touches.push(touch);
    }
}

/// Compares the warnings before the first touch with all moves and all replies.
fn check_warnings(session: &dyn Session) {
    let moves = session.moves();
    if session.outcome().is_some() || moves.len() * moves.len() > MAX_REPLIES {
        return;
    }
    let opponent = session.to_move().other();
    let mut is_losing: BTreeMap<Touch, bool> = BTreeMap::new();
    for text in &moves {
        let mut after = session.fork();
        after.play(text).unwrap();
        let wins = |reply: &String| {
            let mut end = after.fork();
            end.play(reply).unwrap();
            end.outcome().is_some_and(|outcome| outcome.winner == Some(opponent))
        };
        let loses = match after.outcome() {
            Some(outcome) => outcome.winner == Some(opponent),
            None => after.moves().iter().any(wins),
        };
        let first = session.parse_move(text).unwrap().first().copied();
        let Some(first) = first else { continue };
        is_losing.entry(first).and_modify(|losing| *losing &= loses).or_insert(loses);
    }
    let expected: Vec<Touch> = is_losing.into_iter().filter(|(_, losing)| *losing).map(|(touch, _)| touch).collect();
    assert_eq!(session.losing_touches(&[]), expected, "{} {}", session.rules().text(), session.position_text());
}
