//! `sanban puzzles`: finds puzzles.

use super::args::{JsonArgs, game_names, number};
use crate::codes;
use crate::failure::{Expected, Failure, Result};
use crate::files::{cannot_write, read_if_exists};
use crate::output::{print, print_json};
use crate::{interrupt, language, progress};
use clap::Args;
use sanban_arena::puzzles::{PuzzleCollection, PuzzleSearch};
use sanban_core::puzzle::{self, Puzzle};
use sanban_core::{Rejection, Rules, position_text};
use sanban_games::registry;
use serde_json::json;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Longer wins take too long to prove.
const MAX_TURNS_TO_WIN: u32 = 9;

#[derive(Args)]
pub struct PuzzleArgs {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,

    /// Rules, such as flex,size=6; `sanban games` lists them
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,

    /// Number of puzzles to find
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u32>(1..=100_000))]
    pub count: u32,

    /// Seed for random choices; the same seed repeats them
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Number of turns to the win, as a number or a range
    #[arg(long, value_name = "TURNS", default_value = "1-6", value_parser = turn_range)]
    pub wins_in: TurnRange,

    /// Save the puzzles to this file after every game; resumes a search saved in it
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    #[command(flatten)]
    pub json: JsonArgs,
}

/// A range of turns.
#[derive(Clone, Copy)]
pub struct TurnRange {
    pub from: u32,
    pub to: u32,
}

impl Display for TurnRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Parses one number or a range.
fn turn_range(text: &str) -> Result<TurnRange, Expected> {
    let number = |text: &str| position_text::number(text).filter(|n| (1..=MAX_TURNS_TO_WIN).contains(n));
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let turns = number(from).zip(number(to)).filter(|(from, to)| from <= to).map(|(from, to)| TurnRange { from, to });
    turns.ok_or_else(|| Expected::new("expected-turns", &[("to", &MAX_TURNS_TO_WIN.to_string())]))
}

/// Finds the missing puzzles. Ctrl-C stops with the puzzles found so far.
pub fn run(args: &PuzzleArgs) -> Result {
    let info = registry::find(&args.game)?;
    let failure = |rejection: Rejection| Failure::rejected(&rejection, info.messages);
    let rules = Rules::parse(info, &args.rules).map_err(failure)?;
    let save = args.save.as_deref();
    let saved = match save {
        Some(path) => read_saved(args, &rules, path, &read_if_exists(path)?).map_err(failure)?,
        None => PuzzleCollection::default(),
    };
    let search = PuzzleSearch {
        rules: rules.clone(),
        count: args.count as usize,
        wins_in: args.wins_in.from..=args.wins_in.to,
        seed: args.seed,
    };
    let bar = progress::bar(args.count.into(), "progress-puzzles");
    let mut write_error = None;
    let found = search.run(saved, interrupt::flag(), &mut |found| {
        bar.set_position(found.puzzles.len() as u64);
        bar.set_message(language::say_common("puzzles-games", &[("count", &found.games.to_string())]));
        write_error = save.and_then(|path| std::fs::write(path, file_text(args, &rules, found)).err());
        write_error.is_none()
    });
    bar.finish_and_clear();
    if let (Some(path), Some(error)) = (save, write_error) {
        return Err(cannot_write(path, &error));
    }
    if args.json.json {
        let puzzle = |puzzle: &Puzzle| {
            let Puzzle { position, wins_in, hardness, grade, line, .. } = puzzle;
            json!({"position": position, "wins_in": wins_in, "hardness": hardness, "grade": grade, "line": line})
        };
        let puzzles: Vec<_> = found.puzzles.iter().map(puzzle).collect();
        return print_json(&json!({"game": info.id, "rules": rules.text(), "seed": args.seed,
                                  "games": found.games, "puzzles": puzzles}));
    }
    if save.is_none() {
        return print(&file_text(args, &rules, &found));
    }
    let numbers = [found.puzzles.len().to_string(), args.count.to_string(), found.games.to_string()];
    let [count, requested, games] = &numbers;
    let numbers = [("count", count.as_str()), ("target", requested), ("games", games)];
    let mut summary = language::say_common("puzzles-found", &numbers) + "\n";
    for turns in args.wins_in.from..=args.wins_in.to {
        let count = found.puzzles.iter().filter(|puzzle| puzzle.wins_in == turns).count();
        let numbers = [("turns", &*turns.to_string()), ("count", &count.to_string())];
        summary += &(language::say_common("puzzles-turns", &numbers) + "\n");
    }
    print(&summary)
}

/// The command line that finds these puzzles, without `--count`.
fn command(args: &PuzzleArgs, rules: &Rules) -> String {
    let rules = match rules.text() {
        text if text.is_empty() => text,
        text => format!(" --rules {text}"),
    };
    format!("sanban puzzles {}{rules} --seed {} --wins-in {}", args.game, args.seed, args.wins_in)
}

/// The content of a puzzle file.
fn file_text(args: &PuzzleArgs, rules: &Rules, found: &PuzzleCollection) -> String {
    let (command, count) = (command(args, rules), args.count);
    let mut text = format!("# {command} --count {count}\n# {} games\n", found.games);
    text += "# rules | position | wins in | hardness | moves\n";
    text.extend(found.puzzles.iter().map(|puzzle| format!("{puzzle}\n")));
    text
}

/// Parses a puzzle file. Rejects files of other searches; only `--count` may differ.
fn read_saved(args: &PuzzleArgs, rules: &Rules, path: &Path, text: &str) -> Result<PuzzleCollection, Rejection> {
    if text.is_empty() {
        return Ok(PuzzleCollection::default());
    }
    let mut lines = text.lines();
    let head = lines.next().and_then(|line| line.strip_prefix("# ")).and_then(|line| line.rsplit_once(" --count "));
    let is_ours = head.is_some_and(|(head, _)| head == command(args, rules));
    let games = lines.next().and_then(|line| position_text::number(line.strip_prefix("# ")?.strip_suffix(" games")?));
    let puzzles = puzzle::puzzles(text);
    let opens = |puzzle: &Puzzle| registry::open(rules.clone(), Some(&puzzle.position)).is_ok();
    match games.filter(|_| is_ours && puzzles.iter().all(opens)) {
        Some(games) => Ok(PuzzleCollection { puzzles, games: games.into() }),
        None => Err(codes::OTHER_PUZZLE_SEARCH.with(&[&path.display().to_string()])),
    }
}
