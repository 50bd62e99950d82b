//! Finds the games and their files.
//!
//! A game is a module in `src/lib.rs` that has a folder. Two things are generated from this: the macro `for_each_game`, which calls
//! another macro with the names of all games, and for each game a file with the part of its metadata that its folder decides.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let source = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("src");
    let out = env::var("OUT_DIR").expect("set by cargo");
    println!("cargo::rerun-if-changed={}", source.display());
    let modules = fs::read_to_string(source.join("lib.rs")).expect("src/lib.rs");
    let modules = modules.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let games: Vec<&str> = modules.filter(|name| source.join(name).is_dir()).collect();
    let list = format!(
        "/// Calls a macro with the names of all games, in the order in which lists show them.
        #[macro_export]
        macro_rules! for_each_game {{ ($callback:ident) => {{ $callback! {{ {} }} }}; }}",
        games.join(" ")
    );
    write(&out, "games", &list);
    for game in games {
        write(&out, game, &folder_info(game, &source.join(game)));
    }
}

fn write(out: &str, name: &str, code: &str) {
    fs::write(Path::new(out).join(name).with_extension("rs"), code).expect("a file in OUT_DIR");
}

/// The metadata that follows from a game's folder. Files that don't exist are empty.
fn folder_info(game: &str, folder: &Path) -> String {
    let include = |path: &Path| if path.exists() { format!("include_str!({path:?})") } else { "\"\"".into() };
    let by_language = |kind: &str| {
        let files = fs::read_dir(folder.join(kind)).into_iter().flatten().map(|file| file.expect("a file").path());
        let mut files: Vec<PathBuf> = files.collect();
        // English comes first, because it replaces what other languages lack.
        files.sort_by_key(|path| (path.file_stem() != Some("en".as_ref()), path.clone()));
        let entry = |path: &PathBuf| format!("({:?}, {})", path.file_stem().expect("a language"), include(path));
        files.iter().map(entry).collect::<Vec<_>>().join(", ")
    };
    format!(
        "sanban_core::GameInfo {{
            id: {game:?},
            messages: sanban_core::messages::Catalogue(&[{}]),
            rulebook: &[{}],
            lesson: {},
            puzzles: {},
            ..sanban_core::GameInfo::DEFAULT
        }}",
        by_language("messages"),
        by_language("rules"),
        include(&folder.join("lesson.txt")),
        include(&folder.join("puzzles.txt"))
    )
}
