//! `sanban completions` and `sanban man`: files for the shell and the manual.

use super::Cli;
use crate::failure::Result;
use crate::files::cannot_write;
use crate::output::print;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use std::path::Path;

/// Prints the completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut without_hidden_values(Cli::command()), "sanban", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Removes the hidden values of arguments, such as draft games: the script for bash would complete them.
fn without_hidden_values(command: Command) -> Command {
    let visible = |arg: Arg| {
        let mut values = arg.get_possible_values();
        let count = values.len();
        values.retain(|value| !value.is_hide_set());
        if values.len() < count { arg.value_parser(PossibleValuesParser::new(values)) } else { arg }
    };
    command.mut_args(visible).mut_subcommands(without_hidden_values)
}

/// Writes the man pages into a folder.
pub fn man(folder: &Path) -> Result {
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| cannot_write(folder, &error))
}
