//! Faults of the machine: players pay for no time in which the server could not serve, and the server never claims what it
//! does not know.
#![cfg(unix)]

#[path = "../../../examples/common/client.rs"]
mod client;
mod common;
#[allow(dead_code)]
#[path = "../../../examples/faults/disk.rs"]
mod disk;
#[allow(dead_code)]
#[path = "../../../examples/faults/random.rs"]
mod random;

use common::skip::skip;
use common::{Client, Server, settings};
use disk::Disk;
use sanban_server::Settings;
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Executor};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The time on the clocks of most games.
const PACE: &str = "2s";
/// Longer than that.
const OUTAGE: Duration = Duration::from_secs(3);
/// The time on the clocks of games in which the wall clock steps: so much that a step would be noticed.
const LONG_PACE: &str = "5m";
/// What is left of it at least, in milliseconds, if only the time of the turn is charged.
const MIN_LEFT_MS: u64 = 290_000;
/// Longer than a test takes, and much less than a step of the wall clock.
const MAX_TEST_MS: u64 = 60_000;
/// How many heartbeats are awaited after a step of the wall clock.
const HEARTBEATS_AFTER_STEP: usize = 4;
/// How a test finds the server that runs in a process of its own.
const FOLDER_VARIABLE: &str = "SANBAN_TEST_FOLDER";

/// A game in which the first player's clock runs.
async fn start_game(mut ana: Client, mut bo: Client, pace: &str) -> (String, Client, Client) {
    let id = ana.create(json!({"game": "jesonmor", "pace": pace, "seat": "first"})).await;
    assert_eq!(bo.command(&id, json!({"type": "join"})).await.status, 200);
    assert_eq!(ana.play(&id, "a1b3", 0).await.status, 200);
    assert_eq!(bo.play(&id, "a9b7", 1).await.status, 200);
    (id, ana, bo)
}

/// Plays the first player's second turn, repeating it as the protocol says. Returns what is left on the clock.
async fn play_on(id: &str, ana: &mut Client) -> u64 {
    play_turn(id, ana, "b1a3", 2).await
}

/// Plays a turn after `after` turns, repeating it as the protocol says. Returns what is left on the player's clock.
async fn play_turn(id: &str, player: &mut Client, text: &str, after: usize) -> u64 {
    let command = json!({"type": "move", "move": text, "after": after});
    loop {
        let response = player.command_as(id, &format!("turn {after}"), command.clone()).await;
        if response.status == 200 {
            let state: Value = player.state(id).await;
            assert_eq!(state["result"], Value::Null, "{state}");
            return state["clock"]["left"][after % 2].as_u64().unwrap();
        }
        assert_eq!(response.status, 503, "{response:?}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pays_while_the_store_does_not_answer() {
    let server = Server::start().await;
    let (id, mut ana, _) = start_game(server.guest().await, server.guest().await, PACE).await;
    let mut database = connect(server.data()).await;
    database.execute("BEGIN IMMEDIATE").await.unwrap();
    tokio::time::sleep(OUTAGE).await;
    database.execute("ROLLBACK").await.unwrap();
    assert!(play_on(&id, &mut ana).await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_wait_for_players_after_a_restart() {
    let mut server = Server::start().await;
    let (id, mut ana, _) = start_game(server.guest().await, server.guest().await, PACE).await;
    server.restart().await;
    ana.address = server.address;
    // Reading as somebody else is no return.
    let mut eve = server.stranger();
    let state = eve.state(&id).await;
    assert_eq!((&state["clock"]["running"], &state["result"]), (&Value::Null, &Value::Null));
    tokio::time::sleep(OUTAGE).await;
    assert_eq!(eve.state(&id).await["result"], Value::Null, "the clock waits for the player");
    let mut socket = ana.socket_v2().await;
    let watched = socket.watch(&id, 0).await;
    assert_eq!(watched["state"]["result"], Value::Null);
    while socket.receive_type("watched").await["state"]["clock"]["running"] != 0 {}
    assert!(play_on(&id, &mut ana).await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pays_while_the_process_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path().into(), &[]);
    let (id, mut ana, _) = start_game(server.guest().await, server.guest().await, PACE).await;
    server.signal("STOP");
    tokio::time::sleep(OUTAGE).await;
    server.signal("CONT");
    assert!(play_on(&id, &mut ana).await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_outcome_is_reported_as_unknown_and_ends_the_server() {
    let folder = tempfile::tempdir().unwrap();
    // Files can grow to 300 kB. After that, the system fails to write the log.
    let mut server = ServerProcess::start_after(folder.path().into(), "ulimit -f 300; trap '' XFSZ");
    let mut last = None;
    for number in 0..1000 {
        let response = server.stranger().post("/api/me", json!({})).await;
        if response.status != 200 {
            last = Some((number, response));
            break;
        }
    }
    let (created, response) = last.expect("the log can't grow for ever");
    assert_eq!((response.status, response.code().as_str()), (503, "outcome-unknown"));
    assert!(!server.child.wait().unwrap().success(), "it ends with an error");
    let mut database = connect(folder.path()).await;
    let stored: u32 = sqlx::query_scalar("SELECT count(*) FROM players").fetch_one(&mut database).await.unwrap();
    assert!([created, created + 1].contains(&stored), "{created} acknowledged and {stored} stored");
}

#[tokio::test(flavor = "multi_thread")]
async fn does_not_start_on_data_that_it_cannot_write() {
    let mut server = Server::start().await;
    server.stop().await;
    // No file can be written any more, as on a full or read-only disk.
    let mut second = ServerProcess::start_after(server.data().into(), "ulimit -f 0; trap '' XFSZ");
    assert_eq!((second.address.as_str(), second.child.wait().unwrap().code()), ("", Some(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_fsync_failed_is_reported_as_unknown_and_applied_once() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = disk_with_faults(folder.path()) else { return };
    let mut server = ServerProcess::start(disk.data(), &disk.variables());
    let (id, mut ana, _) = start_game(server.guest().await, server.guest().await, PACE).await;
    // Just after the server has stored its uptime, so that the move is what is written next.
    let log = disk.data().join("sanban.db-wal");
    let modified = || std::fs::metadata(&log).unwrap().modified().unwrap();
    let before = modified();
    while modified() == before {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    disk.set(|control| control.sync_failures = 1).unwrap();
    let command = json!({"type": "move", "move": "b1a3", "after": 2});
    let response = ana.command_as(&id, "a move", command.clone()).await;
    assert_eq!((response.status, response.code().as_str()), (503, "outcome-unknown"));
    assert_eq!(server.child.wait().unwrap().code(), Some(1), "it does not guess what is on the disk");
    disk.heal().unwrap();
    let server = ServerProcess::start(disk.data(), &disk.variables());
    ana.address = server.address.parse().unwrap();
    assert_eq!(ana.command_as(&id, "a move", command).await.status, 200);
    let state = ana.state(&id).await;
    assert_eq!(state["moves"], json!(["a1b3", "a9b7", "b1a3"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_could_not_be_stored_costs_no_time_until_it_is_repeated() {
    let server = Server::start().await;
    let mut database = connect(server.data()).await;
    let (id, mut ana, _) = start_game(server.guest().await, server.guest().await, PACE).await;
    // Only events can't be stored. The server stores its uptime, and time goes on.
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no events'); END";
    database.execute(refuse).await.unwrap();
    let command = json!({"type": "move", "move": "b1a3", "after": 2});
    let response = ana.command_as(&id, "a move", command.clone()).await;
    assert_eq!((response.status, response.code().as_str()), (503, "store-failed"));
    tokio::time::sleep(OUTAGE).await;
    database.execute("DROP TRIGGER refuse").await.unwrap();
    let response = ana.command_as(&id, "a move", command).await;
    assert_eq!(response.status, 200, "{response:?}");
    let state = ana.state(&id).await;
    assert_eq!((&state["moves"], &state["result"]), (&json!(["a1b3", "a9b7", "b1a3"]), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pays_for_steps_of_the_wall_clock() {
    for step_ms in [3_600_000, -3_600_000] {
        let folder = tempfile::tempdir().unwrap();
        let Some(disk) = disk_with_faults(folder.path()) else { return };
        let mut server = ServerProcess::start(disk.data(), &disk.variables());
        let (id, mut ana, mut bo) = start_game(server.guest().await, server.guest().await, LONG_PACE).await;
        // In a turn that the same server ends.
        step_to(&disk, step_ms).await;
        assert!(play_on(&id, &mut ana).await > MIN_LEFT_MS);
        assert!(play_turn(&id, &mut bo, "b7d8", 3).await > MIN_LEFT_MS);
        // And in one that is interrupted.
        step_to(&disk, 2 * step_ms).await;
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let server = ServerProcess::start(disk.data(), &disk.variables());
        ana.address = server.address.parse().unwrap();
        assert!(play_turn(&id, &mut ana, "a3b5", 4).await > MIN_LEFT_MS);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_move_with_the_wall_clock_once() {
    for step_ms in [3_600_000, -3_600_000] {
        let folder = tempfile::tempdir().unwrap();
        let Some(disk) = disk_with_faults(folder.path()) else { return };
        let server = ServerProcess::start(disk.data(), &disk.variables());
        let _game = start_game(server.guest().await, server.guest().await, "1d").await;
        let before = time_until_deadline(&disk).await;
        step_to(&disk, step_ms).await;
        let mut last_heartbeat = time_of_heartbeat(&disk).await;
        for _ in 0..HEARTBEATS_AFTER_STEP {
            let after = time_until_deadline(&disk).await;
            assert!(after.abs_diff(before) < MAX_TEST_MS, "{before} ms before, and {after} ms after");
            last_heartbeat = next_heartbeat(&disk, last_heartbeat).await;
        }
    }
}

/// Lets the wall clock step, and waits until the server has stored the step.
async fn step_to(disk: &Disk, offset_ms: i64) {
    disk.set(|control| control.wall_offset_ms = offset_ms).unwrap();
    let is_stored = |until: i64| (until - jiff::Timestamp::now().as_millisecond() - offset_ms).abs() < 600_000;
    while !is_stored(time_of_heartbeat(disk).await) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Until when the server ran, as it has stored.
async fn time_of_heartbeat(disk: &Disk) -> i64 {
    let mut database = connect(&disk.data()).await;
    sqlx::query_scalar("SELECT until FROM alive").fetch_one(&mut database).await.unwrap()
}

/// Waits until the server has stored a later time.
async fn next_heartbeat(disk: &Disk, last: i64) -> i64 {
    loop {
        let time = time_of_heartbeat(disk).await;
        if time != last {
            return time;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// From the last heartbeat to the deadline of the only game, in milliseconds.
async fn time_until_deadline(disk: &Disk) -> i64 {
    let mut database = connect(&disk.data()).await;
    sqlx::query_scalar("SELECT deadline - (SELECT until FROM alive) FROM games WHERE deadline IS NOT NULL")
        .fetch_one(&mut database)
        .await
        .unwrap()
}

/// A disk and a wall clock that can fail. Without a C compiler, the test is skipped.
fn disk_with_faults(folder: &std::path::Path) -> Option<Disk> {
    let disk = Disk::new(folder).unwrap();
    if !disk.has_library() {
        skip("faults of the disk need Linux and a C compiler");
    }
    disk.has_library().then_some(disk)
}

async fn connect(folder: &std::path::Path) -> sqlx::SqliteConnection {
    sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("sanban.db")).connect().await.unwrap()
}

/// A server in a process of its own.
struct ServerProcess {
    child: Child,
    /// Empty if it didn't start.
    address: String,
}

impl ServerProcess {
    /// Starts it with environment variables.
    fn start(folder: PathBuf, variables: &[(&str, PathBuf)]) -> ServerProcess {
        ServerProcess::spawn(Command::new(std::env::current_exe().unwrap()).envs(variables.iter().cloned()), folder)
    }

    /// Starts it from a shell after a command.
    fn start_after(folder: PathBuf, command: &str) -> ServerProcess {
        let shell = format!("{command}; exec \"$0\" \"$@\"");
        ServerProcess::spawn(Command::new("bash").arg("-c").arg(shell).arg(std::env::current_exe().unwrap()), folder)
    }

    fn spawn(command: &mut Command, folder: PathBuf) -> ServerProcess {
        command.args(["--exact", "serves_in_a_process_of_its_own", "--ignored", "--nocapture"]);
        let mut child =
            command.env(FOLDER_VARIABLE, folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.map_while(Result::ok).find_map(|line| Some(line.split_once("serving at ")?.1.to_string()));
        ServerProcess { child, address: address.unwrap_or_default() }
    }

    /// A client with the session of a new guest.
    async fn guest(&self) -> Client {
        let mut client = self.stranger();
        assert_eq!(client.post("/api/me", json!({})).await.status, 200);
        client
    }

    fn stranger(&self) -> Client {
        let address = self.address.parse().unwrap();
        Client { address, cookie: String::new(), language: "en".into(), headers: Vec::new() }
    }

    fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What [`ServerProcess`] runs. It ends with its standard input.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "another test starts it"]
async fn serves_in_a_process_of_its_own() {
    let Some(folder) = std::env::var_os(FOLDER_VARIABLE) else { return };
    let settings = Settings { data: folder.into(), ..settings() };
    let ready = |address| {
        println!("serving at {address}");
        std::io::stdout().flush().unwrap();
    };
    let stop = async {
        let read = || std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        tokio::task::spawn_blocking(read).await.unwrap().unwrap();
    };
    if let Err(error) = sanban_server::serve(&["127.0.0.1:0".parse().unwrap()], settings, ready, stop).await {
        // One line and no backtrace: the disk of one test is full.
        eprintln!("{error}");
        std::process::exit(1);
    }
}
