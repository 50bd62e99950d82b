//! A game of typed moves, one a line: what is accepted is legal, and the rest is refused.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((mut session, lines)) = common::session(data) else { return };
    for line in lines.lines() {
        let moves = session.moves();
        match session.play(line) {
            Ok(text) => assert!(moves.contains(&text)),
            Err(refusal) => assert!(refusal.sentence(session.info().messages, "en").ends_with('.')),
        }
    }
});
