//! Finding puzzles on the command line.

use crate::cli::Puzzles;
use crate::commands::{Done, print, print_json, unwritable};
use crate::contests::saved_text;
use crate::failure::Failure;
use crate::{interrupt, language, progress};
use sanban_arena::puzzles::{PuzzleCollection, PuzzleSearch};
use sanban_core::puzzle::{self, Puzzle};
use sanban_core::rejection::common;
use sanban_core::{Rejection, Rules, position_text};
use sanban_games::registry;
use serde_json::json;
use std::path::Path;

/// Finds puzzles as far as they are missing. Ctrl-C ends it with what has been found.
pub fn find(args: &Puzzles) -> Done {
    let info = registry::find(&args.game)?;
    let refused = |rejection: Rejection| Failure::refused(&rejection, info.messages);
    let rules = Rules::parse(info, &args.rules).map_err(refused)?;
    let save = args.save.as_deref();
    let before = match save {
        Some(path) => read(args, &rules, path, &saved_text(path)?).map_err(refused)?,
        None => PuzzleCollection::default(),
    };
    let search = PuzzleSearch {
        rules: rules.clone(),
        count: args.count as usize,
        wins_in: args.wins_in.from..=args.wins_in.to,
        seed: args.seed,
    };
    let bar = progress::bar(args.count.into(), "progress.puzzles");
    let mut unsaved = None;
    let found = search.run(before, interrupt::flag(), &mut |found| {
        bar.set_position(found.puzzles.len() as u64);
        bar.set_message(language::say_common("puzzles.games", &[("count", &found.games.to_string())]));
        unsaved = save.and_then(|path| std::fs::write(path, text(args, &rules, found)).err());
        unsaved.is_none()
    });
    bar.finish_and_clear();
    if let (Some(path), Some(error)) = (save, unsaved) {
        return Err(unwritable(path, &error));
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
        return print(&text(args, &rules, &found));
    }
    let numbers = [found.puzzles.len().to_string(), args.count.to_string(), found.games.to_string()];
    let [count, wanted, games] = &numbers;
    let told = [("count", count.as_str()), ("wanted", wanted), ("games", games)];
    let mut told = language::say_common("puzzles.found", &told) + "\n";
    for turns in args.wins_in.from..=args.wins_in.to {
        let count = found.puzzles.iter().filter(|puzzle| puzzle.wins_in == turns).count();
        let numbers = [("turns", &*turns.to_string()), ("count", &count.to_string())];
        told += &(language::say_common("puzzles.turns", &numbers) + "\n");
    }
    print(&told)
}

/// The command line that finds these puzzles, but for their number.
fn command(args: &Puzzles, rules: &Rules) -> String {
    let rules = match rules.text() {
        text if text.is_empty() => text,
        text => format!(" --rules {text}"),
    };
    format!("sanban puzzles {}{rules} --seed {} --wins-in {}", args.game, args.seed, args.wins_in)
}

/// The text of a file of puzzles.
fn text(args: &Puzzles, rules: &Rules, found: &PuzzleCollection) -> String {
    let (command, count) = (command(args, rules), args.count);
    let mut text = format!("# {command} --count {count}\n# {} games\n", found.games);
    text += "# rules | position | wins in | hardness | moves\n";
    text.extend(found.puzzles.iter().map(|puzzle| format!("{puzzle}\n")));
    text
}

/// Reads back what this command, or one that wanted more or fewer, has kept in a file.
fn read(args: &Puzzles, rules: &Rules, path: &Path, text: &str) -> Result<PuzzleCollection, Rejection> {
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
        None => Err(common::NOT_OF_PUZZLES.with(&[&path.display().to_string()])),
    }
}
