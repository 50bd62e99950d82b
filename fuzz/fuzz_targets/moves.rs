//! A game of typed moves, one per line: accepted moves are legal, and the others are rejected.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((mut session, lines)) = common::session(data) else { return };
    for line in lines.lines() {
        let moves = session.moves();
        match session.play(line) {
            Ok(text) => assert!(moves.contains(&text)),
            Err(rejection) => assert!(rejection.sentence(&[session.info().messages], "en").ends_with('.')),
        }
    }
});
