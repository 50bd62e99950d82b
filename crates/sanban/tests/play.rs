//! Line mode: whole conversations from `tests/play`, typing mistakes, and saved games.
//!
//! A conversation file holds the arguments and the typed lines, a line of dashes, and the expected output.
//! `CONVERSATIONS=overwrite` updates the files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const SEPARATOR: &str = "----------\n";

/// A temporary data folder.
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
    command.args(args).env("SANBAN_DATA", &folder.0).env("LC_ALL", "C.UTF-8").current_dir(&folder.0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn converse(folder: &Folder, args: &[&str], typed: &str) -> Output {
    let mut child = start(folder, args);
    // The program may exit before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn conversations_match_their_files() {
    let mut checked = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play")).unwrap() {
        let path = entry.unwrap().path();
        let file = fs::read_to_string(&path).unwrap();
        let (input, expected) = file.split_once(SEPARATOR).unwrap_or((&file, ""));
        let (args, typed) = input.split_once('\n').unwrap();
        let folder = Folder::new(path.file_stem().unwrap().to_str().unwrap());
        let args: Vec<&str> = args.split(' ').skip(2).collect();
        let printed = text(&converse(&folder, &args, typed));
        if std::env::var_os("CONVERSATIONS").is_some_and(|value| value == "overwrite") {
            fs::write(&path, format!("{input}{SEPARATOR}{printed}")).unwrap();
        } else {
            assert_eq!(printed, expected, "{}", path.display());
        }
        checked += 1;
    }
    assert!(checked >= 6, "{checked}");
}

/// Black is about to win by leaving the centre. Only d3 can capture there.
#[test]
fn warns_of_squares_that_lose_at_once() {
    let folder = Folder::new("losing");
    let position = "9/9/9/9/4n4/9/3N5/9/N8 w - - 0 1";
    let args = ["play", "jesonmor", "--position", position, "--second", "level:1"];
    let printed = text(&converse(&folder, &args, "d3\nquit\n"));
    assert!(printed.contains("These squares lose at once: a1."), "{printed}");
    assert!(printed.contains("These squares lose at once: b2, b4, c1, c5, e1, f2, f4."), "{printed}");
}

#[test]
fn answers_mistakes_with_one_sentence_and_no_change() {
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
            let answer: Vec<&str> = answer.trim_end_matches('\n').split('\n').skip(1).collect();
            assert!(answer.len() == 1 && answer[0].ends_with('.'), "{game}: {typed:?} gets {answer:?}");
        }
        let start = text(&converse(&folder, &["show", game], ""));
        let position = start.lines().find_map(|line| line.strip_prefix("position: ")).unwrap();
        assert!(answers[mistakes.len() + 1].contains(position), "{game}: the position is unchanged");
    }
}

/// Kills the program at 200 different moments. At most the last line may be lost.
#[test]
fn killed_game_can_be_resumed() {
    let folder = Folder::new("killed");
    let moves = ["a1b2", "d4", "a7b6", "c5", "g1f2/e3", "g7f6/e4", "b2c3/b2", "b6c6/a1"];
    for moment in 0..200u64 {
        let mut child = start(&folder, &["play", "jinli", "--first", "human", "--second", "human"]);
        let mut input = child.stdin.take().unwrap();
        let mut seen = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut answered = 0;
        // An answered line has been saved.
        for typed in &moves[..(moment % 9) as usize] {
            writeln!(input, "{typed}").unwrap();
            wait_for(&mut seen, &format!("{typed}\n"));
            wait_for(&mut seen, "> ");
            answered += 1;
        }
        if let Some(next) = moves.get(answered) {
            writeln!(input, "{next}").unwrap();
        }
        std::thread::sleep(Duration::from_micros(moment * 7919 % 6000));
        child.kill().unwrap();
        child.wait().unwrap();
        if answered == 0 {
            // Nothing needs to be saved yet, but the saved games must be readable.
            assert!(converse(&folder, &["saved"], "").status.success());
            continue;
        }
        let resumed = text(&converse(&folder, &["play", "--resume"], "moves\nquit\n"));
        let newest =
            folder.games().into_iter().max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap()).unwrap();
        // An unfinished turn is saved as its touches: `a1 b2`.
        let record = fs::read_to_string(&newest).unwrap().replace(' ', "");
        for step in moves[..answered].iter().flat_map(|text| text.split('/')) {
            assert!(record.contains(step), "{step} is lost at moment {moment}:\n{record}\n{resumed}");
        }
    }
}

fn wait_for(output: &mut impl std::io::Read, pattern: &str) {
    let mut seen = Vec::new();
    let mut byte = [0];
    while !seen.ends_with(pattern.as_bytes()) {
        assert_eq!(output.read(&mut byte).unwrap(), 1, "{pattern:?} in {}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
}

#[test]
fn saved_games_can_be_listed_and_resumed() {
    let folder = Folder::new("kept");
    assert_eq!(text(&converse(&folder, &["saved"], "")), "You have no saved games yet.\n");
    // A game without a turn isn't saved.
    let printed = text(&converse(&folder, &["play", "jinli"], "quit\n"));
    assert!(!printed.contains("Saved") && folder.games().is_empty(), "{printed}");
    let two = ["--first", "human", "--second", "human", "--first-name", "Ana", "--second-name", "Rui", "--seed", "1"];
    let play = |game: &str, typed: &str| {
        let args: Vec<&str> = ["play", game].into_iter().chain(two).collect();
        text(&converse(&folder, &args, typed))
    };
    assert!(play("jinli", "a1b2/d4\n").ends_with("Saved. Resume with: sanban play --resume jinli-1\n"));
    assert!(play("jesonmor", "c1d3\nresign\n").contains("Ana (White) won. Black resigned."));
    let listed = text(&converse(&folder, &["saved"], ""));
    assert!(
        listed.contains("Jeson Mor: Ana against Rui, 1-0") && listed.contains("Jin Li: Ana against Rui, 1 turn so far")
    );
    let resumed = text(&converse(&folder, &["play", "--resume", "jinli-1"], "undo\nredo\na7b6/c5\nsave out.txt\n"));
    assert!(resumed.contains("Rui> a7b6/c5\n") && resumed.contains("Saved to out.txt."));
    let saved = fs::read_to_string(folder.0.join("out.txt")).unwrap();
    assert!(saved.contains("[Yellow \"Ana\"]") && saved.contains("1. a1b2/d4 a7b6/c5 *"), "{saved}");
    let loaded =
        text(&converse(&folder, &["play", "--load", "out.txt", "--second", "level:1", "--seed", "3"], "quit\n"));
    assert!(loaded.starts_with("Jin Li: Ana against Level 1\n"), "{loaded}");
    let missing = converse(&folder, &["play", "--resume", "jinli-9"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("There's no saved game \"jinli-9\""));
}

/// `save` writes who plays, so that the game goes on with the same players.
#[test]
fn loaded_game_keeps_its_computer_opponent() {
    let folder = Folder::new("opponent");
    let args = ["play", "jinli", "--second", "level:1", "--seed", "1"];
    let first = text(&converse(&folder, &args, "a1b2/d4\nsave game.txt\nquit\n"));
    let loaded = text(&converse(&folder, &["play", "--load", "game.txt"], "quit\n"));
    assert_eq!(first.lines().next(), loaded.lines().next());
    assert!(loaded.to_lowercase().lines().next().unwrap().ends_with("level 1"), "{loaded}");
}

#[test]
fn saved_games_can_be_replayed_and_analysed_by_name() {
    let folder = Folder::new("by-name");
    text(&converse(&folder, &["play", "jesonmor", "--second", "human"], "e1d3\na9b7\n"));
    assert!(text(&converse(&folder, &["replay", "jesonmor-1"], "")).contains("1. e1d3"));
    assert!(text(&converse(&folder, &["analyse", "jesonmor-1", "--nodes", "100"], "")).contains("e1d3"));
    assert_eq!(converse(&folder, &["replay", "jesonmor-2"], "").status.code(), Some(1));
}

#[test]
fn toss_decides_which_colour_begins() {
    let folder = Folder::new("colour");
    let mut seen = [0, 0];
    for seed in 0..12 {
        let seed = seed.to_string();
        let args = ["play", "jinli", "--first", "human", "--second", "human", "--toss-colour", "--seed", &seed];
        let printed = text(&converse(&folder, &args, "position\n"));
        let (colour, position) = match printed.contains("Coin toss: Red begins.") {
            true => (1, "r5r/7/7/7/7/7/y5y r 10 10 0 0 1"),
            false => (0, "r5r/7/7/7/7/7/y5y y 10 10 0 0 1"),
        };
        assert!(printed.contains(position) && printed.contains("Coin toss: "), "{printed}");
        seen[colour] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
    // In the other games, the first player begins.
    assert_eq!(converse(&folder, &["play", "jesonmor", "--toss-colour"], "").status.code(), Some(2));
}

#[test]
fn plays_on_if_the_data_folder_is_unwritable() {
    let folder = Folder::new("unwritable");
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
    command.args(["play", "jesonmor", "--second", "human"]).env("SANBAN_DATA", &file).env("LC_ALL", "C.UTF-8");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"e1d3\na9b7\nd3e5\nb7a9\ne5d7\nquit\n").unwrap();
    let printed = text(&child.wait_with_output().unwrap());
    // Once before the game, and once after it.
    assert_eq!(printed.matches("this game isn't saved").count(), 2, "{printed}");
    assert!(printed.contains("game over> "), "{printed}");
}

/// The square of a ring from the supply is enough, as it is for the mouse.
#[test]
fn typed_square_places_a_ring_from_the_supply() {
    let folder = Folder::new("supply");
    let printed = text(&converse(&folder, &["play", "mitsudomoe", "--second", "human"], "c2\nb1\nc2\nposition\n"));
    assert!(printed.contains("White @c2") && printed.contains("b 4 5 2"), "{printed}");
}

#[test]
fn records_a_flag_fall() {
    let folder = Folder::new("clock");
    let args = ["play", "jesonmor", "--first", "human", "--second", "human", "--clock", "300ms+1s"];
    let mut child = start(&folder, &args);
    let mut input = child.stdin.take().unwrap();
    let mut seen = std::io::BufReader::new(child.stdout.take().unwrap());
    wait_for(&mut seen, "White> ");
    std::thread::sleep(Duration::from_millis(500));
    writeln!(input, "c1d3").unwrap();
    wait_for(&mut seen, "Black won. White ran out of time.");
    drop(input);
    child.wait().unwrap();
    let record = fs::read_to_string(&folder.games()[0]).unwrap();
    assert!(record.contains("[Termination \"time\"]") && record.contains("[Clock \"300ms+1s\"]"), "{record}");
}

#[test]
fn pie_rule_lets_the_second_player_change_sides() {
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
    assert!(printed.contains("You can swap sides now") && printed.contains("The sides are swapped."));
    // Ana moved as White and now moves as Black.
    assert!(printed.contains("Ana> c9d7\n"), "{printed}");
}

/// The error message of a failed command.
fn error_text(output: &Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn saving_does_not_overwrite_other_files() {
    let folder = Folder::new("foreign");
    for (name, content) in
        [("latin.txt", &b"caf\xe9 notes\n"[..]), ("text.txt", b"notes\n"), ("bytes.txt", &[0, 255, 13])]
    {
        let file = folder.0.join(name);
        fs::write(&file, content).unwrap();
        let printed =
            text(&converse(&folder, &["play", "jinli", "--second", "human"], &format!("save {name}\nquit\n")));
        assert!(printed.contains("already contains something else"), "{printed}");
        assert_eq!(fs::read(&file).unwrap(), content);
    }
}

#[test]
fn loading_a_record_starts_no_program() {
    let folder = Folder::new("program");
    let mark = folder.0.join("started");
    let record = format!("[Game \"jesonmor\"]\n[BlackPlayer \"uci:touch {}\"]\n\n1. c1d3 *\n", mark.display());
    fs::write(folder.0.join("game.txt"), record).unwrap();
    let printed = error_text(&converse(&folder, &["play", "--load", "game.txt"], "quit\n"));
    assert!(printed.contains("touch") && printed.contains("--second"), "{printed}");
    assert!(!mark.exists());
    text(&converse(&folder, &["play", "--load", "game.txt", "--second", "human"], "quit\n"));
}

#[test]
fn loading_a_record_reads_no_evaluation() {
    let folder = Folder::new("evaluation");
    let record = "[Game \"jesonmor\"]\n[BlackPlayer \"engine:nodes=50,eval=./weights.txt\"]\n\n1. c1d3 *\n";
    fs::write(folder.0.join("game.txt"), record).unwrap();
    let printed = error_text(&converse(&folder, &["play", "--load", "game.txt"], "quit\n"));
    assert!(printed.contains("./weights.txt") && printed.contains("--second"), "{printed}");
    text(&converse(&folder, &["play", "--load", "game.txt", "--second", "human"], "quit\n"));
}

#[test]
fn training_games_continue_in_their_file() {
    let folder = Folder::new("selfplay");
    let run = |out: &str, positions: &str, threads: &str| {
        let args = ["selfplay", "jinli", "--nodes", "40", "--out", out, "--positions", positions, "--threads", threads];
        text(&converse(&folder, &args, ""))
    };
    run("once.positions", "4000", "1");
    assert!(run("twice.positions", "100", "2").starts_with("The file has "));
    let read = |name: &str| fs::read(folder.0.join(name)).unwrap();
    let part = read("twice.positions");
    // As if it had been killed while it wrote.
    fs::write(folder.0.join("twice.positions"), [&part[..], &part[40..90]].concat()).unwrap();
    run("twice.positions", "4000", "2");
    let whole = read("once.positions");
    assert!(part.len() < whole.len() && read("twice.positions") == whole);
    // Nothing is left to do.
    run("twice.positions", "4000", "2");
    assert!(read("twice.positions") == whole);
    let other = ["selfplay", "jinli", "--nodes", "41", "--out", "once.positions"];
    assert!(error_text(&converse(&folder, &other, "")).contains("other games or settings"));
    assert!(read("once.positions") == whole);
    fs::write(folder.0.join("notes.txt"), "mine").unwrap();
    error_text(&converse(&folder, &["selfplay", "jinli", "--out", "notes.txt"], ""));
    assert_eq!(read("notes.txt"), b"mine");
    let network = ["bestmove", "jinli", "--player", "engine:nodes=5,eval=./once.positions"];
    let printed = error_text(&converse(&folder, &network, ""));
    assert!(printed.contains("Can't use the evaluation ./once.positions"), "{printed}");
}

#[test]
fn rejects_a_broken_record_with_the_games_message() {
    let folder = Folder::new("words");
    fs::write(folder.0.join("game.txt"), "[Game \"jinli\"]\n\n1. a1b2/d4 a7b6/d4 *\n").unwrap();
    let printed = error_text(&converse(&folder, &["play", "--load", "game.txt"], ""));
    assert!(printed.contains("The square d4 isn't empty"), "{printed}");
}

#[test]
fn does_not_overwrite_a_game_continued_elsewhere() {
    let folder = Folder::new("twice");
    let people = ["play", "jesonmor", "--first", "human", "--second", "human"];
    // Both processes have the game open after its first turn.
    let mut first = start(&folder, &people);
    let mut input = first.stdin.take().unwrap();
    let mut output = first.stdout.take().unwrap();
    input.write_all(b"c1d3\n").unwrap();
    wait_for(&mut output, "c1d3");
    wait_for(&mut output, "Black> ");
    text(&converse(&folder, &["play", "--resume", "jesonmor-1"], "c9d7\ne1f3\nquit\n"));
    input.write_all(b"e9f7\nquit\n").unwrap();
    drop(input);
    let mut printed = String::new();
    std::io::Read::read_to_string(&mut output, &mut printed).unwrap();
    assert!(first.wait().unwrap().success());
    assert!(
        printed.contains("jesonmor-1 was continued elsewhere") && printed.contains("--resume jesonmor-2"),
        "{printed}"
    );
    let saved = |name: &str| fs::read_to_string(folder.0.join("games").join(name)).unwrap();
    assert!(saved("jesonmor-1.txt").contains("1. c1d3 c9d7 2. e1f3 *"));
    assert!(saved("jesonmor-2.txt").contains("1. c1d3 e9f7 *"));
}

#[test]
fn keeps_decided_matches_and_foreign_data() {
    let folder = Folder::new("matches");
    let args = "match jinli --first greedy --second random --games 200 --sprt 0,50 --seed 3 --save games.txt";
    let args: Vec<&str> = args.split(' ').collect();
    let once = text(&converse(&folder, &args, ""));
    let saved = fs::read_to_string(folder.0.join("games.txt")).unwrap();
    assert_eq!(text(&converse(&folder, &args, "")), once);
    assert_eq!(fs::read_to_string(folder.0.join("games.txt")).unwrap(), saved);

    fs::write(folder.0.join("diary.txt"), "my diary\n").unwrap();
    let tune = ["tune", "jinli", "--data", "diary.txt", "--positions", "60", "--nodes", "50", "--out", "weights.txt"];
    error_text(&converse(&folder, &tune, ""));
    assert_eq!(fs::read_to_string(folder.0.join("diary.txt")).unwrap(), "my diary\n");
    assert!(!folder.0.join("weights.txt").exists());
    let nowhere =
        ["tune", "jinli", "--data", "new.txt", "--positions", "60", "--nodes", "50", "--out", "no/weights.txt"];
    error_text(&converse(&folder, &nowhere, ""));
    assert!(!folder.0.join("new.txt").exists());
}
