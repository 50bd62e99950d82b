//! Tells the program which commit it is built from.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A copy of the sources inside another repository has no commit of its own.
    let is_ours = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix == "crates/sanban/");
    let commit = git(&["rev-parse", "--short=9", "HEAD"]).filter(|_| is_ours);
    println!("cargo::rustc-env=SANBAN_COMMIT={}", commit.unwrap_or_default());
    // The log of HEAD grows with every commit and checkout.
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// The line that git prints; nothing without git, or outside of a repository.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
