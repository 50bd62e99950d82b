//! `sanban worker`, and matches on workers: real processes and a real NATS server.
#![cfg(unix)]

#[path = "../../server/tests/nats/mod.rs"]
mod nats;

use nats::NatsServer;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::Duration;

fn sanban() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
    command.env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("RUST_LOG");
    command
}

/// A worker that is killed when it is dropped.
struct Worker {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts a worker and waits until it is connected.
    fn start(nats: &NatsServer) -> Worker {
        Worker::start_at(&nats.url())
    }

    fn start_at(bus: &str) -> Worker {
        let mut command = sanban();
        command.args(["worker", "--threads", "1", "--bus", bus]).stdout(Stdio::piped());
        let mut process = command.spawn().expect("it starts");
        let output = BufReader::new(process.stdout.take().expect("an output"));
        let mut worker = Worker { process, output };
        let line = worker.line();
        assert!(line.starts_with("Connected. Running up to 1 job at a time, at "), "{line}");
        worker
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", self.process.id())]).status();
        assert!(sent.expect("there is a shell").success());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

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
fn play(games: u32, file: &Path, more: &[&str]) -> String {
    finished(&start_match(games, file, more).wait())
}

/// A match that is killed if the test fails.
struct Match(Option<Child>);

impl Match {
    fn wait(mut self) -> Output {
        self.0.take().expect("it runs").wait_with_output().expect("it ends")
    }
}

impl Drop for Match {
    fn drop(&mut self) {
        if let Some(mut process) = self.0.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn start_match(games: u32, file: &Path, more: &[&str]) -> Match {
    let mut command = sanban();
    command.args(MATCH.split(' ')).arg(file).args(["--games", &games.to_string()]).args(more);
    Match(Some(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")))
}

fn finished(output: &Output) -> String {
    let [printed, error] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{printed}{error}");
    printed
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
#[ignore = "takes long; run it with `cargo test -p sanban --test workers -- --ignored`"]
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
    let sent =
        Command::new("sh").args(["-c", &format!("kill -INT {}", playing.0.as_ref().expect("it runs").id())]).status();
    assert!(sent.expect("there is a shell").success());
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
fn tunes_from_the_same_positions() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let _workers = [Worker::start(&nats), Worker::start(&nats)];
    let [local, remote] = [vec![], vec!["--bus".to_string(), nats.url()]].map(|more| {
        let [data, out] = ["data", "out"].map(|name| folder.path().join(format!("{name}{}", more.len())));
        let mut command = sanban();
        command.args("tune jesonmor --positions 200 --nodes 200 --seed 3 --data".split(' ')).arg(&data).arg("--out");
        finished(&command.arg(out).args(more).output().expect("it runs"));
        std::fs::read_to_string(data).expect("a file")
    });
    assert!(local.lines().count() >= 200);
    assert_eq!(local, remote);
}

#[test]
fn workers_and_matches_log_in_to_the_bus() {
    let Some(nats) = NatsServer::start_with(&["--user", "ana", "--pass", "p@ss"]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let bus = nats.url_with("ana:p%40ss");
    let _worker = Worker::start_at(&bus);
    play(2, &folder.path().join("games"), &["--bus", &bus]);
    let versus = "match jinli --first greedy --second greedy --games 2 --bus";
    for (bus, why) in [
        (nats.url_with("ana:secret"), "it rejects this user and password"),
        (nats.url_with("secret"), "it rejects this token"),
        (nats.url(), "it needs credentials, as in nats://USER:PASSWORD@HOST:PORT or nats://TOKEN@HOST:PORT"),
    ] {
        for command in ["worker --bus", versus] {
            let output = sanban().args(command.split(' ')).arg(&bus).output().expect("it runs");
            let error = String::from_utf8(output.stderr).expect("text");
            assert_eq!(
                (output.status.code(), error),
                (Some(1), format!("sanban: Can't use the bus {}: {why}.\n", nats.url()))
            );
        }
    }
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
    // A slow machine announces itself.
    let heartbeat = r#"{"version":1,"id":"slow","threads":1,"busy":0,"speed":1000,"engine":ENGINE}"#;
    let mut listener = NatsClient::connect(&nats);
    let heard = listener.next_message("sanban.workers");
    let engine = heard.split_once("\"engine\":").expect("a fingerprint").1.trim_end_matches('}').to_string();
    let heartbeat = heartbeat.replace("ENGINE", &engine);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let ended = stop.clone();
    let slow = std::thread::spawn(move || {
        while !ended.load(std::sync::atomic::Ordering::Relaxed) {
            listener.publish("sanban.workers", &heartbeat);
            std::thread::sleep(Duration::from_millis(500));
        }
    });
    let output = sanban().args(by_time).arg(nats.url()).output().expect("it runs");
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    slow.join().expect("it ends");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("workers of the same speed, but theirs are 1000, "), "{error}");
}

/// A minimal client of the NATS protocol, which is lines of text.
struct NatsClient(BufReader<std::net::TcpStream>);

impl NatsClient {
    fn connect(nats: &NatsServer) -> NatsClient {
        let address = nats.url().trim_start_matches("nats://").to_string();
        let mut client = NatsClient(BufReader::new(std::net::TcpStream::connect(address).expect("it listens")));
        client.send("CONNECT {\"verbose\":false}\r\n");
        client
    }

    fn send(&mut self, text: &str) {
        std::io::Write::write_all(self.0.get_mut(), text.as_bytes()).expect("it is sent");
    }

    fn publish(&mut self, subject: &str, payload: &str) {
        self.send(&format!("PUB {subject} {}\r\n{payload}\r\n", payload.len()));
    }

    /// Subscribes and waits for the first message.
    fn next_message(&mut self, subject: &str) -> String {
        self.send(&format!("SUB {subject} 1\r\n"));
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).expect("a line");
            if let Some(head) = line.strip_prefix("MSG ") {
                let size: usize = head.trim().rsplit_once(' ').expect("a size").1.parse().expect("a number");
                let mut payload = vec![0; size];
                self.0.read_exact(&mut payload).expect("a message");
                self.send("UNSUB 1\r\n");
                return String::from_utf8(payload).expect("text");
            }
        }
    }
}
