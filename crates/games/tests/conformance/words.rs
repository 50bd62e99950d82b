//! Moves, their effects, endings, goals and rules in words.

use crate::rules::rulesets;
use crate::{Subject, open};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sanban_core::ending::Ending;
use sanban_core::messages::CORE;
use sanban_core::{Outcome, Reason, Rules, Seat, Session, speech};

/// How many turns of a random game are checked.
const MAX_TURNS: usize = 60;

pub fn check<S: Subject>() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for rules in rulesets::<S>() {
        check_rules(&rules);
        check_random_game(open::<S>(&rules, None).unwrap(), &mut rng);
    }
    let info = S::INFO;
    for option in info.options {
        for value in option.values.all().filter(|value| value != option.default) {
            let rules = Rules::parse(info, &format!("{}={value}", option.key)).unwrap();
            check_rules(&rules);
            let words = languages(&rules).map(|language| speech::rules(&rules, language));
            assert!(info.draft || words.into_iter().all(|words| !words.contains('=')), "{} in words", rules.text());
        }
    }
    let official = open::<S>(&Rules::official(info), None).unwrap();
    let reasons = CORE.entries("en").into_iter().chain(info.messages.entries("en"));
    for reason in reasons.filter_map(|(key, _)| key.strip_prefix("reason-")) {
        check_ending(&*official, Reason(reason.replace('-', " ").leak()));
    }
}

/// The languages that the game has texts in.
fn languages(rules: &Rules) -> impl Iterator<Item = &'static str> + use<> {
    rules.info().messages.0.iter().map(|(language, _)| *language)
}

fn assert_complete(text: &str, context: &str) {
    assert!(!text.trim().is_empty() && !text.contains('{'), "{text:?}: {context}");
}

/// Whether a text says more than squares.
fn has_word(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1)
}

fn check_rules(rules: &Rules) {
    for language in languages(rules) {
        assert_complete(&speech::goal(rules, language), &format!("the goal of {:?} in {language}", rules.text()));
    }
}

/// Every move is described step by step, and its effects are clauses.
fn check_random_game(mut session: Box<dyn Session>, rng: &mut ChaCha8Rng) {
    let (info, rules) = (session.info(), session.rules().clone());
    for _ in 0..MAX_TURNS {
        if session.outcome().is_some() {
            return;
        }
        let text = session.random_move(rng);
        let (steps, reasons, mover) = (session.describe_move(&text), session.move_reasons(&text), session.to_move());
        for language in languages(&rules) {
            let context = format!("{text} in {} in {language}", session.position_text());
            assert_complete(&speech::move_in_words(info, language, &steps, mover), &context);
            for step in &steps {
                assert!(has_word(&step.say(info, language, mover)), "only squares describe a step: {context}");
            }
            for reason in &reasons {
                assert_complete(&reason.say(info, language, mover), &context);
            }
        }
        session.play(&text).unwrap();
        assert_eq!(session.describe_last_move(), steps, "{text}");
    }
}

/// Every reason has a sentence for the winner, the loser and others, and no sentence names the player whom it addresses.
fn check_ending(session: &dyn Session, reason: Reason) {
    let rules = session.rules();
    for language in languages(rules) {
        let names = ["Ana".to_string(), "Rui".to_string()];
        for outcome in [Outcome::win(Seat::SECOND, reason), Outcome::draw(reason)] {
            for reader in [None, Some(Seat::FIRST), Some(Seat::SECOND)] {
                let ending = Ending::new(rules, language, outcome, &names, reader, &session.scene());
                let context = format!("{reason} in {language} for {reader:?}: {}", ending.sentence());
                assert_complete(&ending.headline, &context);
                assert_complete(&ending.reason, &context);
                assert_eq!(ending.headline.contains("Rui"), outcome.winner.is_some() && reader.is_none(), "{context}");
            }
        }
    }
}
