//! The Portuguese interface contains no English, in help or in error messages.

use std::process::Command;

/// Words that never occur in Portuguese text.
const ENGLISH: &[&str] = &[
    "the",
    "of",
    "with",
    "and",
    "or",
    "is",
    "to",
    "that",
    "cannot",
    "not",
    "must",
    "there",
    "default",
    "possible",
    "values",
    "aliases",
    "usage",
    "options",
    "commands",
    "arguments",
    "print",
    "examples",
    "required",
    "invalid",
    "unexpected",
    "player",
    "points",
    "against",
    "share",
    "stronger",
    "undecided",
    "players",
    "presets",
    "classics",
    "such",
    "no such",
];

/// The output of a command on standard output and standard error.
fn output_text(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sanban")).args(args).env("LC_ALL", "pt_PT.UTF-8").output();
    let output = output.expect("it runs");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("text")
}

/// Checks that the output has no English, except for command lines and option names.
fn assert_portuguese(args: &[&str]) -> String {
    let output = output_text(args);
    assert!(!output.is_empty(), "{args:?}");
    for line in output.lines().filter(|line| !line.starts_with("  sanban ")) {
        let words = line.split(|c: char| c.is_whitespace() || ",;:.()[]<>|".contains(c));
        let english = words.filter(|word| ENGLISH.contains(&word.to_lowercase().as_str()));
        assert_eq!(english.collect::<Vec<_>>(), Vec::<&str>::new(), "{args:?}: {line}");
    }
    output
}

#[test]
fn help_is_portuguese() {
    let help = assert_portuguese(&["--help"]);
    let commands = help.split("Comandos:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    // Lines with more indent continue the line before.
    let commands = commands.lines().filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15 && commands.contains(&"play"), "{commands:?}");
    for command in commands {
        let help = assert_portuguese(&["help", command]);
        assert!(help.contains("Utilização: sanban "), "{help}");
        if command != "help" {
            assert_eq!(assert_portuguese(&[command, "--help"]), help);
            assert_portuguese(&[command, "-h"]);
        }
    }
}

#[test]
fn command_line_errors_are_portuguese() {
    for args in [
        &["nonsense"][..],
        &["mvoes"],
        &["moves"],
        &["moves", "chess"],
        &["moves", "jinli", "--posit", "x"],
        &["moves", "jinli", "--xyz"],
        &["moves", "jinli", "extra"],
        &["moves", "jinli", "--position"],
        &["moves", "jinli", "--json", "--json"],
        &["moves", "jinli", "--json=x"],
        &["games", "--lang"],
        &["perft", "jinli", "many"],
        &["perft", "jinli", "101"],
        &["show", "jinli", "--color", "blue"],
        &["bestmove", "jinli", "--player", "greedy", "--seed", "x"],
        &["bestmove", "jinli", "--player", "engine:eval=other"],
        &["bestmove", "jinli", "--player", "engine:eval=./missing.txt"],
        &["bestmove", "jinli", "--player", "uci:./missing"],
        &["match", "jinli", "--first", "greedy", "--games", "2"],
        &["match", "jinli", "--players", "greedy", "random", "--first", "greedy", "--second", "random", "--games", "2"],
        &["match", "jinli", "--first", "greedy", "--second", "random", "--games", "2", "--sprt", "5"],
        &["match", "jinli", "--first", "greedy", "--second", "random", "--games", "2", "--openings", "missing.txt"],
        &["tune", "jinli", "--nodes", "0"],
        &["analyse", "jinli", "--time", "5"],
        &["play", "jinli", "--load", "missing.txt"],
        &["play", "--load", "missing.txt"],
    ] {
        let sentence = assert_portuguese(args);
        assert!(sentence.starts_with("sanban: ") && sentence.trim_end().ends_with(['.', '?']), "{args:?}: {sentence}");
    }
}

#[test]
fn output_is_portuguese_except_for_parsed_parts() {
    let contest = |games: &str, args: &[&str]| {
        assert_portuguese(&[&["match", "jinli", "--seed", "7", "--games", games], args].concat())
    };
    let text = contest("100", &["--first", "greedy", "--second", "random", "--sprt", "0,500"]);
    assert!(text.starts_with("score: ") && text.contains(" Elo mais forte (llr "), "{text}");
    let text = contest("2", &["--players", "greedy", "random"]);
    assert!(text.contains("jogador") && text.contains("pontos"), "{text}");
    let text = assert_portuguese(&["ladder", "jinli", "--games", "2", "--most", "2", "--seed", "7"]);
    assert!(text.starts_with("| jogador | contra | resultado | percentagem |\n| --- | --- | --- | --- |\n"), "{text}");
    let text = assert_portuguese(&["games"]);
    assert!(text.contains("\n  jogadores:     brancas, pretas\n"), "{text}");
}
