//! The page's files, for tests that need them.

use sanban_server::embedded::{File, PAGE};
use std::io::Write;

/// The page's files. Without them, prints that the test is skipped and why; with `SANBAN_REQUIRE_ALL` set, that is a failure.
pub fn files() -> Option<&'static [File]> {
    let missing = match PAGE {
        Ok(files) => return Some(files),
        Err(missing) => missing.notice("en"),
    };
    assert!(std::env::var_os("SANBAN_REQUIRE_ALL").is_none(), "{missing}");
    let thread = std::thread::current();
    // The test runner hides what is printed through the macros, but not this. One write, on a line of its own.
    let notice = format!("\nskipped {}: {missing}\n", thread.name().unwrap_or("a test"));
    let _ = std::io::stderr().write_all(notice.as_bytes());
    None
}
