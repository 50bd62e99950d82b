//! The page's files, for tests that need them.

#[allow(clippy::duplicate_mod, reason = "not every test has the common module")]
#[path = "../common/skip.rs"]
mod skip;

use sanban_server::embedded::{File, PAGE};

/// The page's files. Without them, the test is skipped.
pub fn files() -> Option<&'static [File]> {
    PAGE.map_err(|missing| skip::skip(&missing.notice("en"))).ok()
}
