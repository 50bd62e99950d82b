//! The rules as people read them: every example can be drawn, and every language has the same ones.

use sanban_core::Rules;
use sanban_core::explanation::{Block, rules};
use sanban_core::message::LANGUAGES;
use sanban_games::registry;

#[test]
fn every_example_is_legal_and_the_same_in_every_language() {
    for facts in registry::GAMES {
        let first = rules(facts, LANGUAGES[0]);
        for language in LANGUAGES {
            let blocks = rules(facts, language);
            assert!(facts.rules.iter().any(|(l, _)| *l == language), "{} in {language}", facts.id);
            assert_eq!(blocks.len(), first.len(), "{} in {language}", facts.id);
            for (block, other) in blocks.iter().zip(&first) {
                let same_kind = std::mem::discriminant(block) == std::mem::discriminant(other);
                assert!(same_kind, "{} in {language}: {block:?} for {other:?}", facts.id);
                let (Block::Board { caption, .. }, Block::Board { rules, position, moves, .. }) = (*block, *other)
                else {
                    continue;
                };
                assert!(!caption.is_empty(), "{} in {language}: {position}", facts.id);
                assert_eq!(*block, Block::Board { rules, position, moves, caption }, "{} in {language}", facts.id);
                let by = Rules::parse(facts, rules).expect(rules);
                let mut session = registry::open(by, Some(position)).expect(position);
                for text in moves.split_whitespace() {
                    assert_eq!(session.play(text).as_deref(), Ok(text), "{}: {position}", facts.id);
                }
            }
        }
        let boards = first.iter().filter(|block| matches!(block, Block::Board { .. })).count();
        assert!(boards >= if facts.teaching { 2 } else { 4 }, "{}", facts.id);
    }
}

/// Every option is explained, with the word that is typed for it.
#[test]
fn every_option_is_explained() {
    for facts in registry::GAMES {
        for (language, text) in facts.rules {
            for option in facts.options {
                assert!(text.contains(option.key), "{} says nothing of {} in {language}", facts.id, option.key);
            }
        }
    }
}
