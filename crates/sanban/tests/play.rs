//! Games in lines: whole conversations as they are kept under `tests/play`, everything that a person may type by mistake,
//! and games that survive whatever ends the program.
//!
//! A conversation's file has the arguments and the lines that are typed, then a line of dashes, then what is printed.
//! `CONVERSATIONS=overwrite` writes what is printed now.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const LINE: &str = "----------\n";

/// A folder for kept games that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sanban-play-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn games(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.0.join("games")) else { return Vec::new() };
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "txt")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn start(folder: &Folder, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
    command.args(args).env("SANBAN_DATA", &folder.0).env("LC_ALL", "C").current_dir(&folder.0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn converse(folder: &Folder, args: &[&str], typed: &str) -> Output {
    let mut child = start(folder, args);
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn conversations_go_as_they_are_kept() {
    let mut checked = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play")).unwrap() {
        let path = entry.unwrap().path();
        let file = fs::read_to_string(&path).unwrap();
        let (asked, expected) = file.split_once(LINE).unwrap_or((&file, ""));
        let (args, typed) = asked.split_once('\n').unwrap();
        let folder = Folder::new(path.file_stem().unwrap().to_str().unwrap());
        let args: Vec<&str> = args.split(' ').skip(2).collect();
        let printed = text(&converse(&folder, &args, typed));
        if std::env::var_os("CONVERSATIONS").is_some_and(|value| value == "overwrite") {
            fs::write(&path, format!("{asked}{LINE}{printed}")).unwrap();
        } else {
            assert_eq!(printed, expected, "{}", path.display());
        }
        checked += 1;
    }
    assert!(checked >= 6, "{checked}");
}

/// Whatever is typed by mistake is answered with one sentence, changes nothing, and is asked for again once.
#[test]
fn mistakes_are_answered_and_change_nothing() {
    let mistakes = [
        "",
        " ",
        "\t",
        "?!",
        "foo",
        "hello world",
        "move",
        "quit now",
        "quit please",
        "resign now",
        "undo 3",
        "redo 1",
        "undo",
        "redo",
        "back",
        "done",
        "save",
        "save  ",
        "save /no/such/folder/game.txt",
        "save .",
        "help me",
        "moves all",
        "hint please",
        "position 3",
        "board now",
        "exit",
        "bye",
        "q",
        "h",
        "a",
        "a1a",
        "a1a1",
        "a1a2a3a4a5",
        "z9z8",
        "a0b1",
        "a1b0",
        "a99b2",
        "11",
        "--",
        "-",
        "/",
        "//",
        "@@",
        "@a9",
        "a1:",
        "a1/b2/c3/d4/e5",
        "a1 b2 c3 d4",
        "a1b2c3d4e5f6",
        "e2e4",
        "Nf3",
        "O-O",
        "0-0",
        "1-0",
        "1/2-1/2",
        "pass",
        "ação",
        "日本語",
        "\u{1b}[31mred",
        "\u{0}",
        "a1\u{200b}b2",
        "{a1b2}",
        "%s%n",
        "$(ls)",
        "`ls`",
        "'; drop table",
        "\\",
        "\"",
        "…",
        "😀",
        "save\u{0}x",
    ];
    assert!(mistakes.len() >= 60);
    for (game, person) in [("mitsudomoe", "White"), ("jesonmor", "White"), ("jinli", "Yellow")] {
        let folder = Folder::new(&format!("mistakes-{game}"));
        let long = "x".repeat(10_000);
        let typed: String = mistakes.iter().chain([&long.as_str()]).map(|line| format!("{line}\n")).collect();
        let args = ["play", game, "--first", "human", "--second", "human"];
        let output = converse(&folder, &args, &(typed + "position\nquit\n"));
        let printed = text(&output);
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let prompt = format!("{person}> ");
        let answers: Vec<&str> = printed.split(prompt.as_str()).skip(1).collect();
        assert_eq!(answers.len(), mistakes.len() + 3, "{game}: a prompt for every line\n{printed}");
        for (typed, answer) in mistakes.iter().zip(&answers) {
            let said: Vec<&str> = answer.trim_end_matches('\n').split('\n').skip(1).collect();
            assert!(said.len() == 1 && said[0].ends_with('.'), "{game}: {typed:?} is answered with {said:?}");
        }
        let start = text(&converse(&folder, &["show", game], ""));
        let position = start.lines().find_map(|line| line.strip_prefix("position: ")).unwrap();
        assert!(answers[mistakes.len() + 1].contains(position), "{game}: nothing has changed");
    }
}

/// What a program leaves behind that is killed at any moment is a game in which at most the last line is missing. 200
/// moments, spread over the whole of a line's work.
#[test]
fn a_killed_game_is_gone_on_with() {
    let folder = Folder::new("killed");
    let moves = ["a1b2", "d4", "a7b6", "c5", "g1f2/e3", "g7f6/e4", "b2c3/b2", "b6c6/a1"];
    for moment in 0..200u64 {
        let mut child = start(&folder, &["play", "jinli", "--first", "human", "--second", "human"]);
        let mut input = child.stdin.take().unwrap();
        let mut seen = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut shown = 0;
        // What has been answered has been kept.
        for typed in &moves[..(moment % 9) as usize] {
            writeln!(input, "{typed}").unwrap();
            wait_for(&mut seen, &format!("{typed}\n"));
            wait_for(&mut seen, "> ");
            shown += 1;
        }
        if let Some(next) = moves.get(shown) {
            writeln!(input, "{next}").unwrap();
        }
        std::thread::sleep(Duration::from_micros(moment * 7919 % 6000));
        child.kill().unwrap();
        child.wait().unwrap();
        if shown == 0 {
            // Nothing was shown, so nothing need be there; what is there must be sound.
            assert!(converse(&folder, &["saved"], "").status.success());
            continue;
        }
        let resumed = text(&converse(&folder, &["play", "--resume"], "moves\nquit\n"));
        let kept =
            folder.games().into_iter().max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap()).unwrap();
        // An unfinished turn is kept as what was touched: `a1 b2`.
        let record = fs::read_to_string(&kept).unwrap().replace(' ', "");
        for step in moves[..shown].iter().flat_map(|text| text.split('/')) {
            assert!(record.contains(step), "{step} is lost at moment {moment}:\n{record}\n{resumed}");
        }
    }
}

fn wait_for(output: &mut impl std::io::Read, wanted: &str) {
    let mut seen = Vec::new();
    let mut byte = [0];
    while !seen.ends_with(wanted.as_bytes()) {
        assert_eq!(output.read(&mut byte).unwrap(), 1, "{wanted:?} in {}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
}

#[test]
fn kept_games_are_listed_and_gone_on_with() {
    let folder = Folder::new("kept");
    assert_eq!(text(&converse(&folder, &["saved"], "")), "No games are kept yet.\n");
    let two = ["--first", "human", "--second", "human", "--first-name", "Ana", "--second-name", "Rui", "--seed", "1"];
    let play = |game: &str, typed: &str| {
        let args: Vec<&str> = ["play", game].into_iter().chain(two).collect();
        text(&converse(&folder, &args, typed))
    };
    assert!(
        play("jinli", "a1b2/d4\n")
            .ends_with("The game is kept as jinli-1; sanban play --resume jinli-1 goes on with it.\n")
    );
    assert!(play("jesonmor", "c1d3\nresign\n").contains("Ana (White) wins: the opponent has resigned."));
    let listed = text(&converse(&folder, &["saved"], ""));
    assert!(
        listed.contains("Jeson Mor: Ana against Rui, 1-0")
            && listed.contains("Jin Li: Ana against Rui, turns so far: 1")
    );
    let resumed = text(&converse(&folder, &["play", "--resume", "jinli-1"], "undo\nredo\na7b6/c5\nsave out.txt\n"));
    assert!(resumed.contains("Rui> a7b6/c5\n") && resumed.contains("The game is saved to out.txt."));
    let saved = fs::read_to_string(folder.0.join("out.txt")).unwrap();
    assert!(saved.contains("[Yellow \"Ana\"]") && saved.contains("1. a1b2/d4 a7b6/c5 *"), "{saved}");
    let loaded =
        text(&converse(&folder, &["play", "--load", "out.txt", "--second", "level:1", "--seed", "3"], "quit\n"));
    assert!(loaded.starts_with("Jin Li: Ana against level 1\n"), "{loaded}");
    let missing = converse(&folder, &["play", "--resume", "jinli-9"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("There is no kept game \"jinli-9\""));
}

#[test]
fn a_clock_runs_out_and_is_remembered() {
    let folder = Folder::new("clock");
    let args = ["play", "jesonmor", "--first", "human", "--second", "human", "--clock", "300ms+1s"];
    let mut child = start(&folder, &args);
    let mut input = child.stdin.take().unwrap();
    let mut seen = std::io::BufReader::new(child.stdout.take().unwrap());
    wait_for(&mut seen, "White> ");
    std::thread::sleep(Duration::from_millis(500));
    writeln!(input, "c1d3").unwrap();
    wait_for(&mut seen, "Black wins: the opponent has run out of time.");
    drop(input);
    child.wait().unwrap();
    let record = fs::read_to_string(&folder.games()[0]).unwrap();
    assert!(record.contains("[Termination \"time\"]") && record.contains("[Clock \"300ms+1s\"]"), "{record}");
}

#[test]
fn the_second_player_may_change_sides() {
    let folder = Folder::new("pie");
    let args = [
        "play",
        "jesonmor",
        "--first",
        "human",
        "--second",
        "human",
        "--first-name",
        "Ana",
        "--second-name",
        "Rui",
        "--pie",
    ];
    let printed = text(&converse(&folder, &args, "c1d3\nchange\nc9d7\n"));
    assert!(printed.contains("You may change sides now") && printed.contains("The sides are changed."));
    // Ana moved as White, and moves as Black now.
    assert!(printed.contains("Ana> c9d7\n"), "{printed}");
}

/// One sentence on standard error, and nothing done.
fn refused(output: &Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn no_file_of_something_else_is_written_over() {
    let folder = Folder::new("foreign");
    for (name, there) in
        [("latin.txt", &b"caf\xe9 notes\n"[..]), ("text.txt", b"notes\n"), ("bytes.txt", &[0, 255, 13])]
    {
        let file = folder.0.join(name);
        fs::write(&file, there).unwrap();
        let said = text(&converse(&folder, &["play", "jinli", "--second", "human"], &format!("save {name}\nquit\n")));
        assert!(said.contains("There is something else in the file"), "{said}");
        assert_eq!(fs::read(&file).unwrap(), there);
    }
}

#[test]
fn a_record_starts_no_program() {
    let folder = Folder::new("program");
    let mark = folder.0.join("started");
    let record = format!("[Game \"jesonmor\"]\n[BlackPlayer \"uci:touch {}\"]\n\n1. c1d3 *\n", mark.display());
    fs::write(folder.0.join("game.txt"), record).unwrap();
    let said = refused(&converse(&folder, &["play", "--load", "game.txt"], "quit\n"));
    assert!(said.contains("touch") && said.contains("--second"), "{said}");
    assert!(!mark.exists());
    text(&converse(&folder, &["play", "--load", "game.txt", "--second", "human"], "quit\n"));
}

#[test]
fn a_record_that_cannot_be_played_on_is_refused_in_the_words_of_its_game() {
    let folder = Folder::new("words");
    fs::write(folder.0.join("game.txt"), "[Game \"jinli\"]\n\n1. a1b2/d4 a7b6/d4 *\n").unwrap();
    let said = refused(&converse(&folder, &["play", "--load", "game.txt"], ""));
    assert!(said.contains("The square d4 is not empty"), "{said}");
}

#[test]
fn a_game_that_is_played_on_elsewhere_is_not_written_over() {
    let folder = Folder::new("twice");
    let people = ["play", "jesonmor", "--first", "human", "--second", "human"];
    // Both have the game open after its first turn.
    let mut first = start(&folder, &people);
    let mut input = first.stdin.take().unwrap();
    let mut output = first.stdout.take().unwrap();
    input.write_all(b"c1d3\n").unwrap();
    wait_for(&mut output, "c1d3");
    wait_for(&mut output, "Black> ");
    text(&converse(&folder, &["play", "--resume", "jesonmor-1"], "c9d7\ne1f3\nquit\n"));
    input.write_all(b"e9f7\nquit\n").unwrap();
    drop(input);
    let mut said = String::new();
    std::io::Read::read_to_string(&mut output, &mut said).unwrap();
    assert!(first.wait().unwrap().success());
    assert!(said.contains("jesonmor-1 was played on elsewhere") && said.contains("kept as jesonmor-2"), "{said}");
    let kept = |name: &str| fs::read_to_string(folder.0.join("games").join(name)).unwrap();
    assert!(kept("jesonmor-1.txt").contains("1. c1d3 c9d7 2. e1f3 *"));
    assert!(kept("jesonmor-2.txt").contains("1. c1d3 e9f7 *"));
}

#[test]
fn a_decided_match_is_not_played_on_and_foreign_data_is_left_alone() {
    let folder = Folder::new("matches");
    let args = "match jinli --first greedy --second random --games 200 --sprt 0,50 --seed 3 --save games.txt";
    let args: Vec<&str> = args.split(' ').collect();
    let once = text(&converse(&folder, &args, ""));
    let saved = fs::read_to_string(folder.0.join("games.txt")).unwrap();
    assert_eq!(text(&converse(&folder, &args, "")), once);
    assert_eq!(fs::read_to_string(folder.0.join("games.txt")).unwrap(), saved);

    fs::write(folder.0.join("diary.txt"), "my diary\n").unwrap();
    let tune = ["tune", "jinli", "--data", "diary.txt", "--positions", "60", "--nodes", "50", "--out", "weights.txt"];
    refused(&converse(&folder, &tune, ""));
    assert_eq!(fs::read_to_string(folder.0.join("diary.txt")).unwrap(), "my diary\n");
    assert!(!folder.0.join("weights.txt").exists());
    let nowhere =
        ["tune", "jinli", "--data", "new.txt", "--positions", "60", "--nodes", "50", "--out", "no/weights.txt"];
    refused(&converse(&folder, &nowhere, ""));
    assert!(!folder.0.join("new.txt").exists());
}
