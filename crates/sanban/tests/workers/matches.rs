//! Matches and ladders on workers.

use super::nats::NatsServer;
use super::{AnnouncedWorker, Running, Worker, fingerprint, finished, sanban};
use std::path::Path;
use std::time::Duration;

/// The records in a file, in the order of their numbers, and the numbers in the order of the file.
fn records(file: &Path) -> (Vec<String>, Vec<u32>) {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let records: Vec<String> = text.split("[Game ").skip(1).map(|rest| format!("[Game {}", rest.trim_end())).collect();
    let number = |record: &String| {
        let round = record.split_once("[Round \"").expect("a number").1;
        round.split_once('"').expect("a tag").0.parse::<u32>().expect("a number")
    };
    let numbers = records.iter().map(number).collect();
    let mut sorted = records;
    sorted.sort_by_key(number);
    (sorted, numbers)
}

const MATCH: &str = "match jinli --first engine:nodes=1200 --second level:3 --openings random:2 --seed 5 --save";

/// Plays a match to its end. Returns what it prints.
pub fn play(games: u32, file: &Path, more: &[&str]) -> String {
    finished(&start_match(games, file, more).wait())
}

fn start_match(games: u32, file: &Path, more: &[&str]) -> Running {
    Running::start(sanban().args(MATCH.split(' ')).arg(file).args(["--games", &games.to_string()]).args(more))
}

fn wait_for_games(file: &Path, count: usize) {
    while records(file).0.len() < count {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills a worker in the middle of a match and compares the result with that of one machine.
fn survives_a_kill(games: u32) {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let [local, remote] = ["local", "remote"].map(|name| folder.path().join(name));
    let expected = play(games, &local, &[]);
    let (mut victim, _other) = (Worker::start(&nats), Worker::start(&nats));
    let playing = start_match(games, &remote, &["--bus", &nats.url()]);
    wait_for_games(&remote, games as usize / 4);
    victim.process.kill().expect("it runs");
    victim.process.wait().expect("it ends");
    assert!(records(&remote).0.len() < games as usize, "the worker was killed too late");
    let printed = finished(&playing.wait());
    assert_eq!(printed, expected);
    let (played, numbers) = records(&remote);
    assert_eq!(played.len(), games as usize);
    assert!(played == records(&local).0, "the records differ");
    assert_eq!(numbers, (1..=games).collect::<Vec<_>>(), "the file is in order");
}

#[test]
fn matches_survive_the_death_of_a_worker() {
    survives_a_kill(24);
}

#[test]
#[ignore = "takes a minute or more; CI runs it with `cargo test --workspace --test workers -- --ignored`"]
fn long_matches_survive_the_death_of_a_worker() {
    survives_a_kill(200);
}

#[test]
fn stopped_workers_hand_their_jobs_to_others_at_once() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games");
    for signal in ["INT", "TERM"] {
        let _ = std::fs::remove_file(&file);
        let (mut stopped, _other) = (Worker::start(&nats), Worker::start(&nats));
        let playing = start_match(12, &file, &["--bus", &nats.url()]);
        wait_for_games(&file, 2);
        stopped.signal(signal);
        let line = stopped.line();
        assert!(line == "Stopping. Handing 1 job back.\n" || line == "Stopping. No job is running.\n", "{line}");
        assert!(stopped.process.wait().expect("it ends").success(), "{signal}");
        finished(&playing.wait());
        assert_eq!(records(&file).0.len(), 12);
    }
}

#[test]
fn interrupted_matches_resume_with_or_without_workers() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let [local, remote] = ["local", "remote"].map(|name| folder.path().join(name));
    let expected = play(16, &local, &[]);
    let _worker = Worker::start(&nats);
    let playing = start_match(16, &remote, &["--bus", &nats.url()]);
    wait_for_games(&remote, 4);
    playing.interrupt();
    finished(&playing.wait());
    let count = records(&remote).0.len();
    assert!((4..16).contains(&count), "{count} games are saved");
    // More games here, and the rest on the worker again.
    assert_eq!(play(16, &remote, &["--bus", &nats.url()]), expected);
    assert!(records(&remote).0 == records(&local).0, "the records differ");
}

#[test]
fn matches_survive_a_restart_of_the_bus() {
    let Some(mut nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let [local, remote] = ["local", "remote"].map(|name| folder.path().join(name));
    let expected = play(12, &local, &[]);
    let mut worker = Worker::start(&nats);
    let playing = start_match(12, &remote, &["--bus", &nats.url()]);
    wait_for_games(&remote, 2);
    nats.kill();
    assert_eq!(worker.line(), "Lost the connection to the bus. Trying to connect again.\n");
    nats.start_again();
    assert_eq!(worker.line(), "Connected again.\n");
    assert_eq!(finished(&playing.wait()), expected);
    assert!(records(&remote).0 == records(&local).0, "the records differ");
}

#[test]
fn sequential_tests_stop_at_the_same_game() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let [local, remote] = ["local", "remote"].map(|name| folder.path().join(name));
    let sprt = ["--sprt", "0,400"];
    let expected = play(1000, &local, &sprt);
    let (_one, _two) = (Worker::start(&nats), Worker::start(&nats));
    assert_eq!(play(1000, &remote, &[&sprt[..], &["--bus", &nats.url()]].concat()), expected);
    assert!(records(&remote).0.len() < 1000 && records(&remote).0 == records(&local).0);
}

#[test]
fn ladders_have_the_same_result_on_workers() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let _workers = [Worker::start(&nats), Worker::start(&nats)];
    let [local, remote] = [vec![], vec!["--bus".to_string(), nats.url()]].map(|more| {
        let file = folder.path().join(format!("games{}", more.len()));
        let mut command = sanban();
        command.args("ladder jinli --games 4 --most 3 --openings random:2 --seed 7 --save".split(' ')).arg(&file);
        let printed = finished(&command.args(more).output().expect("it runs"));
        (printed, records(&file).0)
    });
    assert_eq!(local.0, remote.0);
    // Two pairs of levels, and three pairs for each classic player.
    assert!(local.1.len() > 8 && local.1 == remote.1, "the records differ");
}

#[test]
fn explains_what_cannot_be_played() {
    let Some(nats) = NatsServer::start() else { return };
    let run = |line: &str| {
        let output = sanban().args(line.split(' ')).output().expect("it runs");
        assert!(output.stdout.is_empty());
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    let bus = &nats.url();
    let versus = |spec: &str| format!("match jinli --first {spec} --second greedy --games 2 --bus {bus}");
    for (line, status, words) in [
        (versus("greedy"), 1, "No worker is connected to the bus."),
        (versus("uci:sanban"), 2, "uci:sanban can't play on workers, since they don't start other programs."),
        (versus("engine:eval=./a.txt"), 2, "engine:eval=./a.txt can't play on workers, since they don't read files."),
        (versus("engine:threads=2"), 2, "engine:threads=2 can't play on workers, where every player has one thread."),
        ("worker --bus nats://127.0.0.1:1".into(), 1, "Can't use the bus nats://127.0.0.1:1: "),
        ("worker --bus nonsense:x".into(), 1, "Can't use the bus nonsense:x: "),
    ] {
        let (code, error) = run(&line);
        assert_eq!(code, Some(status), "{line}: {error}");
        assert!(error.starts_with(&format!("sanban: {words}")) && error.lines().count() == 1, "{line}: {error}");
    }
}

#[test]
fn needs_workers_of_one_speed_where_players_think_by_time() {
    let Some(nats) = NatsServer::start() else { return };
    let _worker = Worker::start(&nats);
    let by_time = ["match", "jinli", "--first", "mcts:time=2ms", "--second", "greedy", "--games", "2", "--bus"];
    finished(&sanban().args(by_time).arg(nats.url()).output().expect("it runs"));
    let _slow = AnnouncedWorker::start(&nats, 1000, &fingerprint(&nats));
    let output = sanban().args(by_time).arg(nats.url()).output().expect("it runs");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("workers of the same speed, but theirs are 1000, "), "{error}");
}
