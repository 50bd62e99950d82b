//! The example `new-game`. The conformance suite runs for its template.

#[allow(dead_code)]
#[path = "../examples/new-game.rs"]
mod new_game;

use new_game::create;
use std::fs;
use std::path::Path;
use std::process::Command;

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// A folder with this crate's list of games.
fn crate_copy() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::copy(Path::new(CRATE).join("src/lib.rs"), folder.path().join("src/lib.rs")).unwrap();
    folder
}

#[test]
fn creates_a_folder_and_a_line_in_the_list() {
    let folder = crate_copy();
    let game = create(folder.path(), "three_men").unwrap();
    assert_eq!(game, folder.path().join("src/three_men"));
    let code = fs::read_to_string(game.join("mod.rs")).unwrap();
    for part in ["name: \"Three Men\",", "..folder_info!(\"three_men\")", "impl Game for ThreeMen {"] {
        assert!(code.contains(part), "{part} in:\n{code}");
    }
    assert!(!code.contains("emplate") && !code.contains("New Game"), "{code}");
    assert!(fs::read_to_string(game.join("rules/en.txt")).unwrap().starts_with("# Three Men\n"));
    let list = fs::read_to_string(folder.path().join("src/lib.rs")).unwrap();
    let before = fs::read_to_string(Path::new(CRATE).join("src/lib.rs")).unwrap();
    assert_eq!(list.replace("\n\npub mod three_men;", ""), before);
    create(folder.path(), "konane").unwrap();
    let list = fs::read_to_string(folder.path().join("src/lib.rs")).unwrap();
    assert!(list.contains("pub mod three_men;\n\npub mod konane;\n"), "{list}");
}

#[test]
fn rejects_names_that_are_taken_or_not_identifiers() {
    let folder = crate_copy();
    for name in ["", "Konane", "1st", "a-b", "a/b", "..", "é", "match", "core", "template", "_a"] {
        assert!(create(folder.path(), name).unwrap_err().contains("can't be a game's name"), "{name}");
    }
    create(folder.path(), "konane").unwrap();
    assert!(create(folder.path(), "konane").unwrap_err().contains("is taken"));
    assert!(create(Path::new(CRATE), "jinli").unwrap_err().contains("is taken"));
    assert!(create(Path::new(CRATE), "registry").unwrap_err().contains("is taken"));
}

#[test]
fn writes_formatted_code() {
    let folder = crate_copy();
    for name in ["go", "konane", "a_game_with_a_long_name_of_many_words"] {
        let code = create(folder.path(), name).unwrap().join("mod.rs");
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--check", "--edition", "2024", "--config-path"]).arg(Path::new(CRATE).join("../.."));
        match rustfmt.arg(&code).output() {
            Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout)),
            Err(_) => return println!("skipped writes_formatted_code: rustfmt is not installed"),
        }
    }
}
