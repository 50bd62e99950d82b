//! `sanban completions` and `sanban man`: files for the shell and the manual.

use super::Cli;
use crate::failure::Result;
use crate::files::cannot_write;
use crate::output::print;
use clap::CommandFactory;
use std::path::Path;

/// Prints the completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sanban", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Writes the man pages into a folder.
pub fn man(folder: &Path) -> Result {
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| cannot_write(folder, &error))
}
