//! Starts a new game: `cargo run --example new-game konane` writes its folder and its line in the list of games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name] = &arguments[..] else {
        eprintln!("Usage: cargo run --example new-game NAME");
        return ExitCode::from(2);
    };
    match create(Path::new(env!("CARGO_MANIFEST_DIR")), name) {
        Ok(folder) => {
            println!("Created {} and its line in src/lib.rs.", folder.display());
            println!("Check it: cargo test -p sanban-games --test conformance -- {name}");
            println!("Play it:  cargo run --release -- play {name}");
            println!("Then replace what is marked with CHANGE; docs/adding-a-game.md explains it.");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The words that can't be the name of a module.
const RESERVED: &str = "abstract alloc as async await become box break const continue core crate do dyn else enum extern \
                        false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return \
                        self static std struct super template test trait true try type typeof union unsafe unsized use \
                        virtual where while yield";

/// Writes the folder of a new game into a copy of this crate, and adds it to the list of games. Returns the folder.
pub fn create(crate_folder: &Path, name: &str) -> Result<PathBuf, String> {
    let is_identifier = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && !RESERVED.split(' ').any(|word| word == name);
    if !is_identifier {
        return Err(format!(
            "\"{name}\" can't be a game's name. Use lower-case letters, digits and underscores, such as konane."
        ));
    }
    let source = crate_folder.join("src");
    let folder = source.join(name);
    if folder.exists() || folder.with_extension("rs").exists() {
        return Err(format!("The name \"{name}\" is taken. Choose another one."));
    }
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("template");
    let written = copy(&template, &folder, name).and_then(|()| register(&source.join("lib.rs"), name));
    written.map_err(|why| format!("The game can't be written: {why}."))?;
    Ok(folder)
}

/// Copies a folder of the template with the game's names.
fn copy(from: &Path, to: &Path, name: &str) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target, name)?;
        } else {
            let text = fs::read_to_string(entry.path())?;
            let text = text.replace("New Game", &title_case(name).join(" "));
            fs::write(target, text.replace("Template", &title_case(name).concat()).replace("template", name))?;
        }
    }
    Ok(())
}

/// The words of a name, each with a capital.
fn title_case(name: &str) -> Vec<String> {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// Adds a module after the last one in the list of games.
fn register(list: &Path, name: &str) -> io::Result<()> {
    let text = fs::read_to_string(list)?;
    let last = text.rfind("\npub mod ").map_or(0, |at| at + 1);
    let end = text[last..].find('\n').map_or(text.len(), |length| last + length);
    fs::write(list, format!("{}\n\npub mod {name};{}", &text[..end], &text[end..]))
}
