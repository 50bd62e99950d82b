//! A position's text is rejected with reasons, or survives a round trip.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;
use sanban_games::registry;

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = common::rules(data) else { return };
    match registry::open(rules.clone(), Some(text)) {
        Ok(session) => {
            let text = session.position_text();
            let again = registry::open(rules, Some(&text)).expect("written text can be read");
            assert_eq!(again.position_text(), text);
            assert_eq!(again.outcome(), session.outcome());
            session.scene();
        }
        Err(rejection) => assert!(!rejection.because.is_empty()),
    }
});
