//! The `sanban` program.
//!
//! | to find | look in |
//! | --- | --- |
//! | the commands, one file each | `cli` |
//! | the menus of `sanban` without a command | `menu` |
//! | games, lessons and replays on the full screen | `screen` |
//! | the same in line mode | `plain` |
//! | boards as text | `board_text` |
//! | PNG boards and evaluation curves | `pictures` |
//! | a game in progress, and saved games | `terminal_game`, `saved_games` |
//! | lessons and puzzles | `exercise` |

mod board_text;
mod cli;
mod codes;
mod exercise;
mod failure;
mod files;
mod interrupt;
mod language;
mod locale;
mod menu;
mod output;
mod pictures;
mod plain;
mod progress;
mod record_file;
mod rules_text;
mod saved_games;
mod screen;
mod terminal_game;
mod wrap;

use clap::{CommandFactory, FromArgMatches};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is closed, nobody can read this.
            let _ = writeln!(std::io::stderr(), "sanban: {}", locale::encode(&failure.sentence));
            ExitCode::from(failure.status)
        }
    }
}

fn run() -> failure::Result {
    language::init(std::env::args_os());
    let mut command = cli::help::translate(cli::Cli::command(), language::current());
    let matches = match command.try_get_matches_from_mut(cli::args::join_moves(std::env::args_os())) {
        Ok(matches) => matches,
        // `--help` and `--version` arrive as errors.
        Err(answer) if !answer.use_stderr() => {
            let is_coloured =
                std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
            let text = answer.render();
            return output::print(&if is_coloured { text.ansi().to_string() } else { text.to_string() });
        }
        Err(error) => return Err(error.into()),
    };
    let Some(command_line) = cli::Cli::from_arg_matches(&matches)?.command else {
        let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        return if on_terminal { menu::run() } else { output::print(&command.render_help().to_string()) };
    };
    cli::run(command_line)
}
