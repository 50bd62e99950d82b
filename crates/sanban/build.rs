//! Tells the program which commit it is built from.

use std::process::Command;

fn main() {
    // The log of HEAD grows with every commit and checkout.
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=SANBAN_COMMIT={}", git(&["rev-parse", "--short=9", "HEAD"]).unwrap_or_default());
}

/// The line that git prints; nothing without git, or outside of a repository.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
