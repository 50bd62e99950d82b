//! The one binary of Sanban: three small, deep board games in the terminal.

mod analyse;
mod bench;
mod board;
mod cli;
mod commands;
mod contests;
mod curve;
mod explain;
mod failure;
mod help;
mod interrupt;
mod language;
mod learn;
mod live;
mod menu;
mod picture;
mod play;
mod png;
mod progress;
mod puzzles;
mod recorded;
mod replay;
mod screen;
mod serve;
mod tuning;

use clap::{CommandFactory, FromArgMatches};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody is left to be told if standard error is closed.
            let _ = writeln!(std::io::stderr(), "sanban: {}", failure.sentence);
            ExitCode::from(failure.status)
        }
    }
}

fn run() -> Result<(), failure::Failure> {
    language::choose(std::env::args_os());
    let mut command = help::translated(cli::Cli::command(), language::chosen());
    let matches = match command.try_get_matches_from_mut(cli::join_moves(std::env::args_os())) {
        Ok(matches) => matches,
        // Help or the version was asked for, and is the answer.
        Err(answer) if !answer.use_stderr() => {
            let coloured = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
            let text = answer.render();
            return commands::print(&if coloured { text.ansi().to_string() } else { text.to_string() });
        }
        Err(error) => return Err(error.into()),
    };
    let Some(chosen) = cli::Cli::from_arg_matches(&matches)?.command else {
        let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        return if on_terminal { menu::run() } else { commands::print(&command.render_help().to_string()) };
    };
    commands::run(chosen)
}
