//! The rejections in `tests/rejections.txt`: an input for every code of the game.

use crate::{Subject, open, read_fields};
use sanban_core::Rules;
use std::collections::BTreeSet;

pub fn check<S: Subject>() {
    let info = S::INFO;
    let mut seen = BTreeSet::new();
    for line in read_fields::<S, 4>("tests/rejections.txt") {
        let [code, rules, position, text] = &line;
        let rules = Rules::parse(info, rules).expect("rules");
        let opened = open::<S>(&rules, Some(position.as_str()).filter(|&position| position != "start"));
        let rejection = match (opened, text.as_str()) {
            (Err(rejection), "") => rejection.because.into_iter().find(|r| r.code.id == code),
            (Ok(session), text) if !text.is_empty() => session.canonical_move(text).err(),
            (opened, _) => panic!("{line:?}: {:?}", opened.map(|s| s.position_text())),
        };
        let rejection = rejection.unwrap_or_else(|| panic!("not rejected: {line:?}"));
        assert_eq!(rejection.code.id, code, "{line:?}");
        let sentence = rejection.sentence(&[info.messages], "en");
        assert!(!sentence.contains('{') && sentence.contains(' '), "{line:?}: {sentence}");
        seen.insert(code.clone());
    }
    for code in info.codes {
        assert!(seen.contains(code.id), "no line for {}", code.id);
    }
}
