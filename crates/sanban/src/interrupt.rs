//! Ctrl-C stops long work without losing its results.

use std::io::Write;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether the program waits for input, so that there is no work to stop.
static IS_PROMPTING: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C sets from now on. A second Ctrl-C exits the program.
pub fn flag() -> &'static AtomicBool {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler, Ctrl-C exits the program.
        let _ = ctrlc::set_handler(|| {
            if IS_PROMPTING.load(Ordering::Relaxed) {
                // End the line of the prompt.
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

/// The same flag, cleared for new work.
pub fn reset_flag() -> &'static AtomicBool {
    let flag = flag();
    flag.store(false, Ordering::Relaxed);
    flag
}

/// Reads input. Meanwhile Ctrl-C exits the program.
pub fn while_prompting<T>(read: impl FnOnce() -> T) -> T {
    IS_PROMPTING.store(true, Ordering::Relaxed);
    let answer = read();
    IS_PROMPTING.store(false, Ordering::Relaxed);
    answer
}
