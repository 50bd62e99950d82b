//! Progress of long work, on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of so many units with a name, and room for a message. Nothing is shown unless standard error is a terminal.
pub fn bar(units: u64, name: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(units), ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}} of {{len}} {name}, {{msg}} (eta {{eta}})"));
    bar.with_style(style.expect("a template that is right").progress_chars("=> "))
}
