//! Tells the program which commit it is built from: `SANBAN_COMMIT`, or else what git says.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SANBAN_COMMIT");
    let commit = std::env::var("SANBAN_COMMIT").ok().filter(|commit| !commit.is_empty()).or_else(git_commit);
    println!("cargo::rustc-env=SANBAN_COMMIT={}", commit.unwrap_or_default());
}

fn git_commit() -> Option<String> {
    // A copy of the sources inside another repository has no commit of its own.
    git(&["rev-parse", "--show-prefix"]).filter(|prefix| prefix == "crates/sanban/")?;
    // The log of HEAD grows with every commit and checkout.
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=9", "HEAD"])
}

/// The line that git prints; nothing without git, or outside of a repository.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
