//! `sanban uci` in a pipe, and as a player in matches.

#[path = "../../games/tests/peer/mod.rs"]
#[allow(dead_code)]
mod peer;

use sanban_games::registry;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const SANBAN: &str = env!("CARGO_BIN_EXE_sanban");

/// Runs the engine with this input.
fn uci(input: &[u8]) -> Output {
    let mut command = Command::new(SANBAN);
    let mut child = command
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    child.stdin.take().expect("its input").write_all(input).expect("it listens");
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn answers_in_a_pipe() {
    let output = text(&uci(b"uci\nisready\nposition startpos moves @c2/b1c2\nd\ngo depth 2\n"));
    assert!(output.starts_with(&format!("id name Sanban {}\n", env!("CARGO_PKG_VERSION"))), "{output}");
    assert!(output.contains("\nuciok\nreadyok\nGame: mitsudomoe\n"), "{output}");
    assert!(output.contains("\nFen: x3,bB,bB/x4,bB/x5/wW,x,wW,x2/wW,w,x3 b 4 5 2\n"), "{output}");
    assert!(output.lines().last().unwrap().starts_with("bestmove "), "{output}");
    let output = text(&uci(b"setoption name UCI_Variant value jesonmor\ngo perft 2\nisready\nquit\nisready\n"));
    assert_eq!(output.matches("readyok").count(), 1, "{output}");
    assert!(text(&uci(b"")).is_empty());
    assert!(text(&uci(b"\xff\n")).starts_with("info string Unknown command"));
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_no_error() {
    let mut command = Command::new(SANBAN);
    let mut child = command
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("its input");
    // The input stays open. Ask repeatedly: a process that another test forks may hold the pipe's other end for a moment.
    while child.try_wait().expect("it is ours").is_none() {
        let _ = input.write_all(b"uci\n");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    drop(input);
}

/// Plays a match without forfeits and returns its score.
fn score(args: &[&str]) -> [u32; 3] {
    let output = Command::new(SANBAN).arg("match").args(args).args(["--seed", "3"]).output().expect("it runs");
    let output = text(&output);
    let score = output.lines().find_map(|line| line.strip_prefix("score: ")).expect("a score");
    let score: Vec<u32> = score.split('-').map(|n| n.parse().expect("a number")).collect();
    score.try_into().expect("three numbers")
}

#[test]
fn plays_in_our_matches() {
    let it = format!("uci:{SANBAN} uci,nodes=200,hash=4");
    for (game, rules, other) in [
        ("mitsudomoe", "", "engine:nodes=50,hash=4"),
        ("mitsudomoe", "flex,size=6", "easy"),
        ("jesonmor", "", "engine:nodes=50,hash=4"),
        ("jesonmor", "size=5,goal=reach", "random"),
        ("jinli", "", "engine:nodes=50,hash=4"),
        ("jinli", "size=5,gift=on,stones=2", "random"),
    ] {
        let openings = ["--openings", "unfiltered:2"];
        let players = [game, "--rules", rules, "--first", &it, "--second", other, "--games", "2"];
        let [wins, draws, losses] = score(&[&players[..], &openings].concat());
        assert_eq!(wins + draws + losses, 2, "{game} {rules}");
        assert!(other != "random" || wins == 2, "{game} {rules}: {wins}-{draws}-{losses}");
    }
}

#[test]
fn uci_and_bestmove_give_the_same_answers() {
    for game in registry::offered().map(|info| info.id) {
        let output =
            Command::new(SANBAN).args(["bestmove", game, "--player", "engine:depth=5"]).output().expect("it runs");
        let output = text(&output);
        let lines: Vec<&str> = output.lines().collect();
        let (best, infos) = lines.split_last().expect("an answer");
        // Keep the input open until the answer.
        let mut command = Command::new(SANBAN);
        let mut child = command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        let mut input = child.stdin.take().expect("its input");
        writeln!(input, "setoption name UCI_Variant value {game}\ngo depth 5").expect("it listens");
        let mut answers = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("its output")));
        let mut output = Vec::new();
        while !output.last().is_some_and(|line: &String| line.starts_with("bestmove")) {
            output.push(answers.next().expect("an answer").expect("text"));
        }
        drop(input);
        assert!(child.wait().expect("it ends").success());
        // Ignore the times.
        let timeless = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let fields = (0..words.len()).filter(|&at| at == 0 || !["nps", "time"].contains(&words[at - 1]));
            fields.map(|at| words[at].to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            output.iter().filter(|line| line.starts_with("info depth")).map(|line| timeless(line)).collect::<Vec<_>>(),
            infos.iter().map(|line| timeless(line)).collect::<Vec<_>>()
        );
        let best = best.strip_prefix("bestmove: ").expect("a move");
        assert_eq!(output.last().unwrap().split_whitespace().nth(1), Some(best));
    }
}

#[test]
fn plays_against_fairy_stockfish() {
    let Some(program) = peer::find() else { return };
    let it = format!("uci:{SANBAN} uci,nodes=300,hash=4");
    let other = format!("uci:{},nodes=300,hash=4", program.display());
    for rules in ["goal=hold", "goal=leave"] {
        for [first, second] in [[&it, &other], [&other, &it]] {
            let players = ["jesonmor", "--rules", rules, "--first", first, "--second", second, "--games", "2"];
            assert_eq!(score(&players).iter().sum::<u32>(), 2, "{rules}");
        }
    }
}

#[cfg(unix)]
#[test]
fn match_continues_after_a_forfeit() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("crashing-engine.sh");
    let script = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; *) exit;; esac; done";
    std::fs::write(&file, script).expect("a script");
    let crashing = format!("uci:sh {}", file.display());
    let args = ["match", "jesonmor", "--first", &crashing, "--second", "greedy", "--games", "2"];
    let output = Command::new(SANBAN).args(args).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("score: 0-0-2\n"), "{output:?}");
    let error = String::from_utf8_lossy(&output.stderr);
    let sentence = format!("was forfeited. The engine sh {} failed: it exited.", file.display());
    assert_eq!(error.lines().filter(|line| line.ends_with(&sentence)).count(), 2, "{error}");
}
