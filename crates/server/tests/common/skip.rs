//! Skipping tests.

use std::io::Write;

/// Prints that the running test is skipped, and why. With `SANBAN_REQUIRE_ALL` set, that is a failure.
pub fn skip(why: &str) {
    assert!(std::env::var_os("SANBAN_REQUIRE_ALL").is_none(), "{why}");
    let thread = std::thread::current();
    // The test runner hides what is printed through the macros, but not this. One write, on a line of its own.
    let notice = format!("\nskipped {}: {why}\n", thread.name().unwrap_or("a test"));
    let _ = std::io::stderr().write_all(notice.as_bytes());
}
