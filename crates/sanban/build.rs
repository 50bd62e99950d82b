//! Sets `SANBAN_COMMIT` to the commit of the build: from the environment, or else from git.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SANBAN_COMMIT");
    let commit = std::env::var("SANBAN_COMMIT").ok().filter(|commit| !commit.is_empty()).or_else(git_commit);
    println!("cargo::rustc-env=SANBAN_COMMIT={}", commit.unwrap_or_default());
}

fn git_commit() -> Option<String> {
    // Ignore the commit of another repository that contains these sources.
    git(&["rev-parse", "--show-prefix"]).filter(|prefix| prefix == "crates/sanban/")?;
    // HEAD's log changes with every commit and checkout.
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=9", "HEAD"])
}

/// The output of a git command; `None` without git or outside a repository.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
