//! The rulebook: every example is legal, and all languages have the same examples.

use crate::{Subject, open};
use sanban_core::Rules;
use sanban_core::messages::LANGUAGES;
use sanban_core::rulebook::{self, Block};

/// The fewest drawn boards in a rulebook that players are offered.
const MIN_BOARDS: usize = 4;

pub fn check<S: Subject>() {
    let info = S::INFO;
    let languages: Vec<&str> = info.rulebook.iter().map(|(language, _)| *language).collect();
    assert!(info.draft || languages == LANGUAGES, "rulebook in {languages:?}");
    let first = rulebook::read(info, LANGUAGES[0]);
    for (language, text) in info.rulebook {
        let blocks = rulebook::read(info, language);
        for option in info.options {
            assert!(text.contains(option.key), "{} is not mentioned in {language}", option.key);
        }
        assert_eq!(blocks.len(), first.len(), "{} in {language}", info.id);
        for (block, other) in blocks.iter().zip(&first) {
            let same_kind = std::mem::discriminant(block) == std::mem::discriminant(other);
            assert!(same_kind, "{} in {language}: {block:?} for {other:?}", info.id);
            let (Block::Board { caption, .. }, Block::Board { rules, position, moves, .. }) = (*block, *other) else {
                continue;
            };
            assert!(!caption.is_empty(), "{} in {language}: {position}", info.id);
            assert_eq!(*block, Block::Board { rules, position, moves, caption }, "{} in {language}", info.id);
            let by = Rules::parse(info, rules).expect(rules);
            let mut session = open::<S>(&by, Some(position)).expect(position);
            for text in moves.split_whitespace() {
                assert_eq!(session.play(text).as_deref(), Ok(text), "{}: {position}", info.id);
            }
        }
    }
    let boards = first.iter().filter(|block| matches!(block, Block::Board { .. })).count();
    assert!(boards >= if info.draft { 0 } else { MIN_BOARDS }, "{boards} boards");
}
