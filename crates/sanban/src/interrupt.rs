//! Ctrl-C, so that long work can be ended without losing what is done.

use std::io::Write;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether a person is asked something, so that there is no work to be ended.
static ASKING: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C sets from now on. Pressed once more, it ends the program.
pub fn flag() -> &'static AtomicBool {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler, Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(|| {
            if ASKING.load(Ordering::Relaxed) {
                // The question stays on a line of its own.
                let _ = std::io::stdout().write_all(b"\n");
                std::process::exit(130);
            }
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
    &INTERRUPTED
}

/// The flag for work that begins now, whatever was interrupted before.
pub fn anew() -> &'static AtomicBool {
    let flag = flag();
    flag.store(false, Ordering::Relaxed);
    flag
}

/// Waits for an answer, for as long as Ctrl-C ends the program.
pub fn asking<T>(answer: impl FnOnce() -> T) -> T {
    ASKING.store(true, Ordering::Relaxed);
    let answered = answer();
    ASKING.store(false, Ordering::Relaxed);
    answered
}
