//! Progress of long work, on a terminal only.

use crate::language::say_common;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of so many units, whose name has this key, and room for a message. Nothing is shown unless standard error is a terminal.
pub fn bar(units: u64, key: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(units), ProgressDrawTarget::stderr_with_hz(5));
    // The words in braces are the bar's to fill in.
    let numbers = [("done", "{pos}"), ("all", "{len}"), ("left", "{eta}"), ("message", "{msg}")];
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {}", say_common(key, &numbers)));
    bar.with_style(style.expect("a template that is right").progress_chars("=> "))
}
