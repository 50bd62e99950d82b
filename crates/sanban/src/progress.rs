//! Progress bars.

use crate::language::say_common;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar on standard error, hidden unless that is a terminal. The message with this key labels it.
pub fn bar(units: u64, key: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(units), ProgressDrawTarget::stderr_with_hz(5));
    // The bar fills in the placeholders. The total is a number, which selects the plural.
    let numbers = [("done", "{pos}"), ("all", &*units.to_string()), ("left", "{eta}"), ("message", "{msg}")];
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {}", say_common(key, &numbers)));
    bar.with_style(style.expect("the template is valid").progress_chars("=> "))
}
