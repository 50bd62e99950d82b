//! `sanban serve` as one of several nodes: real processes, a real database and a real bus.
#![cfg(unix)]

#[path = "../../server/tests/nats/mod.rs"]
mod nats;
#[allow(dead_code, reason = "the server's tests use the rest")]
#[path = "../../server/tests/common/postgres.rs"]
mod postgres;
#[allow(clippy::duplicate_mod, reason = "each of the others has it")]
#[path = "../../server/tests/common/skip.rs"]
mod skip;

use nats::NatsServer;
use sqlx::{Connection, PgConnection};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long the other node may take to serve the game.
const MAX_WAIT: Duration = Duration::from_secs(30);
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// A server that is killed when it is dropped.
struct Node {
    process: Child,
    address: String,
}

impl Node {
    fn start(store: &str, nats: &NatsServer) -> Node {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--set", &format!("bus={}", nats.url())]);
        command.env("SANBAN_STORE", store).env("LANG", "C.UTF-8").env_remove("LC_ALL").stdout(Stdio::piped());
        let mut process = command.spawn().expect("it starts");
        let mut output = BufReader::new(process.stdout.take().expect("an output")).lines();
        let line = output.next().expect("a line").expect("text");
        let (_, address) = line.split_once("http://").unwrap_or_else(|| panic!("{line}"));
        let address = address.chars().take_while(|c| !"/ ".contains(*c)).collect();
        // Nobody reads the rest, but the server must not wait for a reader.
        std::thread::spawn(move || output.count());
        Node { process, address }
    }

    /// Sends a request, and returns the status, the cookie if there is one, and the body.
    fn request(&self, method: &str, path: &str, cookie: &str, body: &str) -> (u16, Option<String>, String) {
        let mut stream = TcpStream::connect(&self.address).expect("somebody is there");
        let (address, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        )
        .expect("it is taken");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("text");
        let (head, body) = response.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{response}"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        (status, cookie.map(|cookie| cookie.split(';').next().unwrap_or_default().into()), body.into())
    }

    /// A new guest's cookie.
    fn guest(&self) -> String {
        self.request("POST", "/api/me", "", "{}").1.expect("a cookie")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn a_node_that_is_terminated_hands_its_games_over_and_exits_with_success() {
    let Some(server) = postgres::server() else { return };
    let Some(nats) = NatsServer::start() else { return };
    let store = server.new_database().await;
    let (mut one, other) = (Node::start(&store, &nats), Node::start(&store, &nats));
    let (ana, bo) = (one.guest(), one.guest());
    let setup = r#"{"game": "jesonmor", "opponent": "link", "seat": "first", "pace": "5m"}"#;
    let (status, _, created) = one.request("POST", "/api/games", &ana, setup);
    assert_eq!(status, 201, "{created}");
    let (_, id) = created.split_once("\"id\":\"").unwrap_or_else(|| panic!("{created}"));
    let game: String = id.chars().take_while(|c| *c != '"').collect();
    let path = format!("/api/games/{game}/commands");
    let join = r#"{"id": "join", "command": {"type": "join"}}"#;
    assert_eq!(one.request("POST", &path, &bo, join).0, 200);

    let mut database = PgConnection::connect(&store).await.expect("the database");
    let mut living_owners = async || -> Vec<String> {
        let owners = "SELECT nodes.address FROM games JOIN nodes ON nodes.id = games.owner
                      WHERE games.id = $1 AND nodes.expires > clock_timestamp()";
        sqlx::query_scalar(owners).bind(&game).fetch_all(&mut database).await.expect("the owners")
    };
    assert_eq!(living_owners().await, [one.address.clone()]);
    // The shell's built-in `kill` exists everywhere.
    let sent = Command::new("sh").args(["-c", &format!("kill -TERM {}", one.process.id())]).status();
    assert!(sent.expect("there is a shell").success());
    assert_eq!(one.process.wait().expect("it ends").code(), Some(0));
    // Not only when its lease would have run out.
    assert!(!living_owners().await.contains(&one.address));

    let started = Instant::now();
    let command = r#"{"id": "once", "command": {"type": "move", "move": "a1b3", "after": 0}}"#;
    loop {
        let (status, _, answer) = other.request("POST", &path, &ana, command);
        if status == 200 {
            break;
        }
        assert!(status == 503 && started.elapsed() < MAX_WAIT, "{status} {answer}");
        std::thread::sleep(RETRY_DELAY);
    }
}
