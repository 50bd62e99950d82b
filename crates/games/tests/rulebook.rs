//! The rulebooks: every example is legal, and all languages have the same examples.

use sanban_core::Rules;
use sanban_core::messages::LANGUAGES;
use sanban_core::rulebook::{Block, rules};
use sanban_games::registry;

#[test]
fn examples_are_legal_and_the_same_in_every_language() {
    for info in registry::GAMES {
        let first = rules(info, LANGUAGES[0]);
        for language in LANGUAGES {
            let blocks = rules(info, language);
            assert!(info.rules.iter().any(|(l, _)| *l == language), "{} in {language}", info.id);
            assert_eq!(blocks.len(), first.len(), "{} in {language}", info.id);
            for (block, other) in blocks.iter().zip(&first) {
                let same_kind = std::mem::discriminant(block) == std::mem::discriminant(other);
                assert!(same_kind, "{} in {language}: {block:?} for {other:?}", info.id);
                let (Block::Board { caption, .. }, Block::Board { rules, position, moves, .. }) = (*block, *other)
                else {
                    continue;
                };
                assert!(!caption.is_empty(), "{} in {language}: {position}", info.id);
                assert_eq!(*block, Block::Board { rules, position, moves, caption }, "{} in {language}", info.id);
                let by = Rules::parse(info, rules).expect(rules);
                let mut session = registry::open(by, Some(position)).expect(position);
                for text in moves.split_whitespace() {
                    assert_eq!(session.play(text).as_deref(), Ok(text), "{}: {position}", info.id);
                }
            }
        }
        let boards = first.iter().filter(|block| matches!(block, Block::Board { .. })).count();
        assert!(boards >= if info.draft { 2 } else { 4 }, "{}", info.id);
    }
}

#[test]
fn rulebooks_mention_every_option() {
    for info in registry::GAMES {
        for (language, text) in info.rules {
            for option in info.options {
                assert!(text.contains(option.key), "{} doesn't mention {} in {language}", info.id, option.key);
            }
        }
    }
}
