//! Exit statuses and error messages: 2 for malformed input, 1 for questions without an answer.

use std::process::{Command, Output};

fn sanban(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sanban")).args(args).output().expect("it runs")
}

/// Checks for one sentence on standard error, nothing on standard output, and this exit status.
fn assert_fails(args: &[&str], status: i32) {
    let output = sanban(args);
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(status), "{args:?}: {error}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(error.starts_with("sanban: ") && error.trim_end().ends_with(['.', '?']), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    assert!(!error.contains("panicked") && error.len() < 700, "{args:?}: {error}");
}

#[test]
fn malformed_input_has_exit_status_2() {
    let long = "a1".repeat(700);
    let start = "x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3";
    let position = |text: &'static str| ["moves", "mitsudomoe", "--position", text];
    for args in [
        // The command line.
        &["nonsense"][..],
        &["moves"],
        &["moves", "chess"],
        &["moves", "jinli", "--colour"],
        &["moves", "jinli", "extra"],
        &["moves", "jinli", "--position"],
        &["moves", "jinli", "--moves"],
        &["play", "--resume", "--clock", "5m"],
        &["perft", "jinli"],
        &["perft", "jinli", "many"],
        &["perft", "jinli", "-1"],
        &["perft", "jinli", "101"],
        &["perft", "jinli", "1", "--threads", "0"],
        &["show", "jinli", "--pieces", "0"],
        &["show", "jinli", "--color", "blue"],
        &["value", "jinli"],
        &["value", "jinli", "--player", "hard"],
        &["bestmove", "jinli"],
        &["bestmove", "jinli", "--player", ""],
        &["bestmove", "jinli", "--player", "mcts:time=100"],
        &["bestmove", "jinli", "--player", "mcts:depth=3"],
        &["match", "jinli", "--first", "greedy", "--second", "random"],
        &["match", "jinli", "--first", "greedy", "--second", "hard", "--games", "2"],
        &["match", "jinli", "--first", "greedy", "--second", "random", "--games", "2", "--openings", "book"],
        &["bestmove", "jinli", "--player", "greedy", "--seed", "x"],
        &["puzzles", "jinli", "--wins-in", "0-3"],
        &["puzzles", "jinli", "--wins-in", "3-2"],
        &["puzzles", "jinli", "--wins-in", "10"],
        &["puzzles", "jinli", "--count", "0"],
        &["puzzles", "jinli", "--rules", "size=4"],
        &["analyse"],
        &["analyse", "chess"],
        &["analyse", "jinli", "--time", "5"],
        &["analyse", "jinli", "--depth", "0"],
        &["analyse", "jinli", "--nodes", "0"],
        &["analyse", "jinli", "--lines", "0"],
        &["analyse", "jinli", "--threads", "0"],
        &["analyse", "jinli", "--hash", "0"],
        &["analyse", "jinli", "--game", "1"],
        &["analyse", "jinli", "--save", "x.txt"],
        &["analyse", "jinli", "--svg", "x.svg"],
        &["completions", "tcsh"],
        &["man"],
        // Rules.
        &["moves", "jinli", "--rules", "wild"],
        &["moves", "jinli", "--rules", "size"],
        &["moves", "jinli", "--rules", "size=4"],
        &["moves", "jinli", "--rules", "size=5,size=6"],
        &["moves", "jinli", "--rules", "colour=red"],
        &["moves", "mitsudomoe", "--rules", "size=6,flex"],
        &["moves", "mitsudomoe", "--rules", "open,flex"],
        &["moves", "jesonmor", "--rules", "size=8"],
        &["moves", "hexapawn", "--rules", "size=4"],
        // Positions.
        &position("nonsense"),
        &position(""),
        &position("x5/x5/x5/x5/x5 w 5 5 1"),
        &position("x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 x 5 5 1"),
        &position("x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w 5 5 0"),
        &position("x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w 5 5 99999999999"),
        &position("x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x9999999999 w 5 5 1"),
        &position("x3,bB,bB/x4,bB/wbwbwbwbwbwbwbwbwbwbwb,x4/wW,x4/wW,wW,x3 w 5 5 1"),
        &["moves", "mitsudomoe", "--rules", "size=6", "--position", &format!("{start} w 5 5 1")],
        &["moves", "jesonmor", "--position", "nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN w - - 0"],
        &["moves", "jesonmor", "--position", "nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNQ w - - 0 1"],
        &["moves", "jinli", "--position", "r5r/7/7/7/7/7/y5y y 10 10 0 0 1 lift"],
        &["moves", "jinli", "--position", "r5r/7/7/7/7/7/y5y y 21 0 0 0 1"],
        // Moves.
        &["show", "jesonmor", "--moves", "xyz"],
        &["show", "jesonmor", "--moves", "c1d10"],
        &["show", "jesonmor", "--moves", "c1"],
        &["show", "jesonmor", "--moves", "c1d3 ♞"],
        &["show", "jesonmor", "--moves", "\u{1b}[31m"],
        &["show", "jesonmor", "--moves", "/"],
        &["show", "jesonmor", "--moves", &long],
        &["show", "jesonmor", "--rules", "size=25", "--moves", "a123b"],
    ] {
        assert_fails(args, 2);
    }
}

#[test]
fn question_without_answer_has_exit_status_1() {
    for args in [
        &["show", "jesonmor", "--moves", "c1c3"][..],
        &["show", "jesonmor", "--moves", "a9b7"],
        &["show", "mitsudomoe", "--moves", "@e1/a1b2"],
        &["show", "mitsudomoe", "--moves", "@c2"],
        &["show", "jinli", "--moves", "--"],
        &["show", "jinli", "--moves=--"],
        &["value", "jinli", "--player", "random"],
        &["bestmove", "jesonmor", "--player", "greedy", "--position", "NNNNNNNNN/9/9/9/9/9/9/9/9 b - - 0 1"],
        &["analyse", "jesonmor", "--position", "NNNNNNNNN/9/9/9/9/9/9/9/9 b - - 0 1"],
        &["analyse", "jesonmor", "--moves", "c1c3"],
        &[
            "match",
            "jesonmor",
            "--first",
            "greedy",
            "--second",
            "random",
            "--games",
            "2",
            "--moves",
            "c1d3 c9d7 d3e5 a9b7 e5c4",
        ],
        // A file instead of a folder.
        &["man", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")],
    ] {
        assert_fails(args, 1);
    }
}

#[test]
fn accepts_finished_positions() {
    let finished = ["jesonmor", "--position", "NNNNNNNNN/9/9/9/9/9/9/9/9 b - - 0 1"];
    let output = sanban(&[&["moves"], &finished[..]].concat());
    assert!(output.status.success() && output.stdout.is_empty());
    let output = sanban(&[&["perft"], &finished[..], &["3"]].concat());
    assert!(output.status.success() && output.stdout.starts_with(b"nodes: 0\n"));
    let output = sanban(&[&["show"], &finished[..]].concat());
    assert!(output.status.success() && output.stdout.ends_with(b"result: white (last knight captured)\n"));
}

#[test]
fn accepts_a_pass_as_a_value() {
    let blocked = ["--rules", "size=5", "--position", "yyoo1/ooo2/oooo1/5/r3r y 0 0 2 3 40"];
    for moves in [&["--moves", "--"][..], &["--moves=--"], &["--moves", "-- e1d2"]] {
        let output = sanban(&[&["show", "jinli"], &blocked[..], moves].concat());
        assert!(output.status.success(), "{moves:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_no_error() {
    use std::process::Stdio;
    for args in [&["moves", "jesonmor"][..], &["games"], &["show", "mitsudomoe"], &["--help"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
        let mut child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

#[test]
fn every_subcommand_has_help_with_examples() {
    let commands = [
        "games",
        "moves",
        "show",
        "perft",
        "value",
        "bestmove",
        "match",
        "ladder",
        "tune",
        "bench",
        "uci",
        "analyse",
        "completions",
        "man",
    ];
    for command in commands {
        let output = sanban(&[command, "--help"]);
        let help = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && help.contains("Examples:\n  sanban "), "{command}: {help}");
    }
    let bare = sanban(&[]);
    assert!(bare.status.success() && bare.stdout == sanban(&["--help"]).stdout);
}

#[test]
fn completions_and_man_pages_list_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = String::from_utf8(sanban(&["completions", shell]).stdout).expect("text");
        assert!(!script.contains("hexapawn"), "{shell} completes draft games");
        assert!(script.contains("bestmove"), "{shell}");
        // The completions of other shells contain only options and subcommands.
        assert!(script.contains("jesonmor") || !["bash", "zsh"].contains(&shell), "{shell}");
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    assert!(sanban(&["man", folder.to_str().unwrap()]).status.success());
    let page = std::fs::read_to_string(folder.join("sanban-perft.1")).expect("a page");
    assert!(page.contains("divide"));
}

#[test]
fn json_is_one_object() {
    for args in [
        &["games"][..],
        &["moves", "jinli"],
        &["show", "mitsudomoe", "--moves", "@c2/b1c2"],
        &["perft", "jinli", "2", "--divide"],
        &["value", "mitsudomoe", "--player", "smart"],
        &["bestmove", "jinli", "--player", "greedy", "--seed", "7"],
        &["bestmove", "jinli", "--player", "mcts:nodes=50", "--seed", "7"],
        &["match", "jinli", "--first", "greedy", "--second", "random", "--games", "4", "--seed", "7"],
        &["analyse", "jinli", "--depth", "2"],
    ] {
        let output = sanban(&[args, &["--json"]].concat());
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(value.is_object(), "{args:?}");
    }
}

#[test]
fn resumes_a_saved_puzzle_search() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("puzzles.txt");
    let file = file.to_str().expect("a path in Unicode");
    let find = |count: &str, seed: &str, save: &[&str]| {
        let args = ["puzzles", "jinli", "--rules", "size=5,stones=2,target=4", "--wins-in", "1-3"];
        sanban(&[&args[..], &["--count", count, "--seed", seed], save].concat())
    };
    let _ = std::fs::remove_file(file);
    assert!(find("1", "1", &["--save", file]).status.success());
    let one = std::fs::read_to_string(file).expect("a file");
    let output = find("3", "1", &["--save", file]);
    let output = String::from_utf8(output.stdout).expect("text");
    assert!(output.starts_with("3 of 3 puzzles found in ") && output.contains("\nwin in 3: "), "{output}");
    let three = std::fs::read_to_string(file).expect("a file");
    assert_eq!((one.lines().count(), three.lines().count()), (4, 6), "{three}");
    assert!(one.lines().skip(3).all(|puzzle| three.contains(puzzle)), "{one}{three}");
    // Files of other searches, and other files, are not overwritten.
    let failure = |output: Output| (output.status.code(), String::from_utf8(output.stderr).expect("text"));
    let (status, sentence) = failure(find("3", "2", &["--save", file]));
    assert!(status == Some(1) && sentence.contains("use the same game"), "{sentence}");
    std::fs::write(file, "my diary\n").expect("it is written");
    assert_eq!(failure(find("3", "1", &["--save", file])).0, Some(1));
    assert_eq!(std::fs::read_to_string(file).expect("a file"), "my diary\n");
}

/// In a locale without Unicode, every command prints ASCII.
#[test]
fn prints_ascii_in_the_c_locale() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("ascii");
    std::fs::create_dir_all(&folder).expect("a folder");
    let record = folder.join("game.txt");
    std::fs::write(&record, "[Game \"jesonmor\"]\n\n1. e1d3 a9b7 2. d3e5 b7a9 3. e5d7 1-0\n").expect("written");
    let record = record.to_str().expect("a path");
    for language in ["en", "pt"] {
        for args in [
            &["--help"][..],
            &["play", "--help"],
            &["games"],
            &["show", "mitsudomoe"],
            &["show", "jesonmor"],
            &["show", "jinli"],
            &["rules", "mitsudomoe"],
            &["rules", "jesonmor"],
            &["rules", "jinli"],
            &["learn", "mitsudomoe"],
            &["learn", "jesonmor"],
            &["learn", "jinli"],
            &["play", "mitsudomoe"],
            &["play", "jinli", "--first", "random", "--second", "random"],
            &["replay", record],
            &["analyse", record, "--nodes", "100"],
            &["analyse", "jinli", "--nodes", "100"],
            &["match", "jinli", "--first", "random", "--second", "random", "--games", "2"],
            &["moves", "jinli", "--moves", "a1b9"],
            &["saved"],
        ] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
            command.args(args).args(["--lang", language]).stdin(std::process::Stdio::null());
            let output = command.env("LC_ALL", "C").env("SANBAN_DATA", &folder).output().expect("it runs");
            for text in [output.stdout, output.stderr] {
                let text = String::from_utf8(text).expect("text");
                let other: Vec<&str> = text.lines().filter(|line| !line.is_ascii()).collect();
                assert!(other.is_empty(), "{args:?} in {language}: {other:?}");
            }
        }
    }
}
