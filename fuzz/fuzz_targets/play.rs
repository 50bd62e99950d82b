//! A game entered touch by touch: the entry protocol is consistent.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((mut session, choices)) = common::session(data) else { return };
    let mut touches = Vec::new();
    for byte in choices.bytes().take(400) {
        let progress = session.progress(&touches);
        assert!(progress.rejection.is_none());
        // A turn that may end or continue ends with an odd choice.
        match progress.complete {
            Some(text) if progress.next.is_empty() || byte % 2 == 1 => {
                assert_eq!(session.play(&text).as_ref(), Ok(&text));
                touches.clear();
            }
            _ if progress.next.is_empty() => {
                assert!(session.outcome().is_some() && touches.is_empty());
                break;
            }
            _ => touches.push(progress.next[usize::from(byte) / 2 % progress.next.len()]),
        }
    }
});
