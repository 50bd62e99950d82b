//! Fault injection: kills the server at random moments, cuts connections, and repeats and delays commands during games.
//! Every acknowledged move must be stored exactly once and in order, clients must have received what the store has, and no
//! clock may run while the server is down.
//!
//! `SANBAN_FAULT_ROUNDS=500 cargo test --release --test faults -- --nocapture` sets the number of kills, and
//! `SANBAN_FAULT_SEED` the seed.
#![cfg(unix)]

use futures_util::{SinkExt, StreamExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sanban_core::Rules;
use sanban_games::registry;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The number of games in parallel.
const PARALLEL_GAMES: usize = 6;
/// The tolerance of clocks: it takes a while to notice that the server is back, especially on a busy machine.
const CLOCK_TOLERANCE_MS: u64 = 400;
const MAX_DOWNTIME_MS: u64 = 800;

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn env_number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn wall_clock_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

fn random_below(rng: &mut ChaCha8Rng, bound: u64) -> u64 {
    u64::from(rng.next_u32()) % bound
}

async fn start(folder: &std::path::Path, address: SocketAddr) -> Child {
    let mut server = Command::new(env!("CARGO_BIN_EXE_sanban"))
        .args(["serve", "--addr", &address.to_string(), "--data"])
        .arg(folder)
        .args([
            "--set",
            "requests=100000",
            "--set",
            "burst=100000",
            "--set",
            "connections=1000",
            "--set",
            "games=1000",
            "--set",
            "guests=100000",
        ])
        .env("LANG", "C.UTF-8")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = timeout(Duration::from_secs(60), lines.next_line()).await.expect("in time").unwrap();
    assert!(line.is_some_and(|line| line.contains("http://")), "the server prints its address");
    server
}

/// Sends an HTTP request until the server answers.
async fn request(address: SocketAddr, method: &str, path: &str, cookie: &mut String, body: &Value) -> Value {
    loop {
        if let Some(answer) = try_request(address, method, path, cookie, body).await {
            return answer;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

async fn try_request(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &mut String,
    body: &Value,
) -> Option<Value> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.ok()?;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    for line in head.lines() {
        if let Some(value) = line.strip_prefix("set-cookie: ") {
            *cookie = value.split(';').next()?.to_string();
        }
    }
    serde_json::from_str(body).ok()
}

/// One player's side of a game.
struct Client {
    address: SocketAddr,
    game: String,
    cookie: String,
    socket: Option<Stream>,
    /// The events received, in order and without gaps.
    received: Vec<Value>,
}

/// What the clients of a game received, to compare with the store.
struct ClientLog {
    game: String,
    /// The acknowledged event numbers and moves.
    acknowledged: Vec<(u64, String)>,
    received: [Vec<Value>; 2],
}

impl Client {
    async fn connect(&mut self) {
        while self.socket.is_none() {
            let mut request = format!("ws://{}/api/socket", self.address).into_client_request().unwrap();
            request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
            match tokio_tungstenite::connect_async(request).await {
                Ok((mut socket, _)) => {
                    let watch = json!({"type": "watch", "game": self.game, "have": self.received.len()});
                    if socket.send(Message::text(watch.to_string())).await.is_ok() {
                        self.socket = Some(socket);
                    }
                }
                Err(_) => sleep(Duration::from_millis(10)).await,
            }
        }
    }

    async fn send(&mut self, message: &Value) {
        self.connect().await;
        if let Some(socket) = &mut self.socket
            && socket.send(Message::text(message.to_string())).await.is_err()
        {
            self.socket = None;
        }
    }

    /// The next message; `None` if the connection broke or timed out.
    async fn receive(&mut self, max_wait: Duration) -> Option<Value> {
        self.connect().await;
        let socket = self.socket.as_mut()?;
        match timeout(max_wait, socket.next()).await {
            Err(_) => None,
            Ok(Some(Ok(Message::Text(text)))) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["type"] == "update" {
                    let next = self.received.len() as u64 + 1;
                    assert_eq!(message["number"], next, "updates come in order and without a gap");
                    self.received.push(message["event"].clone());
                }
                Some(message)
            }
            Ok(Some(Ok(_))) => None,
            Ok(_) => {
                self.socket = None;
                None
            }
        }
    }

    /// Sends a command until it is answered: sometimes twice, late, or on a connection that breaks at once.
    async fn send_until_answered(&mut self, id: &str, command: &Value, rng: &mut ChaCha8Rng) -> Result<u64, String> {
        let message = json!({"type": "command", "game": self.game, "id": id, "command": command});
        loop {
            if random_below(rng, 8) == 0 {
                sleep(Duration::from_millis(random_below(rng, 60))).await;
            }
            for _ in 0..=(random_below(rng, 6) / 5 + random_below(rng, 6) / 5) {
                self.send(&message).await;
            }
            if random_below(rng, 12) == 0 {
                self.socket = None;
            }
            for _ in 0..200 {
                let Some(message) = self.receive(Duration::from_millis(500)).await else { break };
                if message["id"] == id {
                    match message["type"].as_str() {
                        Some("done") => return Ok(message["number"].as_u64().unwrap()),
                        _ if message["code"] == "store-failed" || message["code"] == "too-busy" => break,
                        _ => return Err(message["code"].as_str().unwrap_or_default().to_string()),
                    }
                }
            }
        }
    }
}

/// Plays games one after the other until `stop` is set.
async fn play(
    index: u64,
    address: SocketAddr,
    seed: u64,
    stop: Arc<AtomicBool>,
    moves: Arc<AtomicU64>,
) -> Vec<ClientLog> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut logs = Vec::new();
    let info = registry::offered().cycle().nth(index as usize).unwrap();
    while !stop.load(Ordering::Relaxed) {
        let mut cookies = [String::new(), String::new()];
        for cookie in &mut cookies {
            request(address, "POST", "/api/me", cookie, &json!({})).await;
        }
        // Creating a game is not idempotent: a lost answer leaves an unused game behind.
        let setup = json!({"game": info.id, "opponent": "link", "seat": "first", "pace": "60m"});
        let created = request(address, "POST", "/api/games", &mut cookies[0], &setup).await;
        let game = created["id"].as_str().unwrap_or_else(|| panic!("{created}")).to_string();
        let mut clients =
            cookies.map(|cookie| Client { address, game: game.clone(), cookie, socket: None, received: Vec::new() });
        clients[1].send_until_answered("join", &json!({"type": "join"}), &mut rng).await.unwrap();
        let mut session = registry::open(Rules::official(info), None).unwrap();
        let mut acknowledged = Vec::new();
        while session.outcome().is_none() && !stop.load(Ordering::Relaxed) {
            let ply = session.played().len();
            let legal = session.moves();
            let text = legal[random_below(&mut rng, legal.len() as u64) as usize].clone();
            sleep(Duration::from_millis(random_below(&mut rng, 30))).await;
            let mover = &mut clients[usize::from(session.to_move().0)];
            let command = json!({"type": "move", "move": text, "after": ply});
            let number = mover.send_until_answered(&format!("turn-{ply}"), &command, &mut rng).await;
            acknowledged.push((number.unwrap_or_else(|code| panic!("{code}: {text}")), text.clone()));
            moves.fetch_add(1, Ordering::Relaxed);
            session.play(&text).unwrap();
            // The opponent receives the move sooner or later.
            let other = &mut clients[usize::from(session.to_move().0)];
            while other.received.len() < acknowledged.last().unwrap().0 as usize {
                other.receive(Duration::from_millis(200)).await;
            }
        }
        logs.push(ClientLog { game, acknowledged, received: clients.map(|client| client.received) });
    }
    logs
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_acknowledged_moves_after_kill() {
    let (rounds, seed) = (env_number("SANBAN_FAULT_ROUNDS", 8), env_number("SANBAN_FAULT_SEED", 2026));
    let folder = tempfile::tempdir().unwrap();
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut server = start(folder.path(), address).await;
    let (stop, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let games: Vec<_> = (0..PARALLEL_GAMES as u64)
        .map(|index| tokio::spawn(play(index, address, seed * 1000 + index, stop.clone(), moves.clone())))
        .collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let downtimes: Mutex<Vec<(u64, u64)>> = Mutex::default();
    for round in 1..=rounds {
        sleep(Duration::from_millis(50 + random_below(&mut rng, 500))).await;
        let killed_at = wall_clock_ms();
        server.kill().await.unwrap();
        sleep(Duration::from_millis(random_below(&mut rng, MAX_DOWNTIME_MS))).await;
        server = start(folder.path(), address).await;
        downtimes.lock().unwrap().push((killed_at, wall_clock_ms()));
        if round % 50 == 0 {
            println!("{round} rounds, {} moves", moves.load(Ordering::Relaxed));
        }
        assert!(!games.iter().any(|game| game.is_finished()), "no client has failed");
    }
    sleep(Duration::from_millis(500)).await;
    stop.store(true, Ordering::Relaxed);
    let mut logs = Vec::new();
    for game in games {
        logs.extend(game.await.unwrap());
    }
    let downtimes = downtimes.into_inner().unwrap();
    let (mut checked, mut charged) = (0, 0);
    for ClientLog { game, acknowledged, received } in &logs {
        let log = request(address, "GET", &format!("/api/games/{game}/events"), &mut String::new(), &Value::Null).await;
        let log = log["updates"].as_array().unwrap();
        let events: Vec<&Value> = log.iter().map(|update| &update["event"]).collect();
        for received in received {
            let is_same = received.iter().zip(&events).all(|(received, stored)| received == *stored);
            assert!(is_same && received.len() <= events.len(), "{game}: clients received what the store has");
        }
        let mut numbers: HashSet<u64> = HashSet::new();
        for (number, text) in acknowledged {
            // The acknowledgement of the last move has the number of the event that ends the game.
            let at = |number: u64| &log[number as usize - 1]["event"];
            let moved = if at(*number)["type"] == "ended" { at(number - 1) } else { at(*number) };
            assert_eq!(moved["move"], text.as_str(), "{game}: update {number}");
            assert!(numbers.insert(*number), "{game}: update {number} was acknowledged once");
            checked += 1;
        }
        let stored: Vec<&str> = events.iter().filter_map(|event| event["move"].as_str()).collect();
        let acknowledged: Vec<&str> = acknowledged.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(stored, acknowledged, "{game}: every move is stored once, in order");
        let mut turn_start = 0;
        for update in log {
            let (at, event) = (update["at"].as_u64().unwrap(), &update["event"]);
            if event["type"] == "moved" {
                let spent = event["spent"].as_u64().unwrap();
                let downtime: u64 =
                    downtimes.iter().map(|(from, to)| (*to).min(at).saturating_sub((*from).max(turn_start))).sum();
                let max = (at - turn_start).saturating_sub(downtime) + CLOCK_TOLERANCE_MS;
                let turn_log: Vec<&Value> =
                    log.iter().filter(|u| (turn_start..=at).contains(&u["at"].as_u64().unwrap())).collect();
                assert!(
                    spent <= max,
                    "{game}: {spent} ms were charged of {max}: {turn_log:#?}, and downtimes {downtimes:?}"
                );
                charged += spent;
            }
            if ["moved", "sat"].contains(&event["type"].as_str().unwrap()) {
                turn_start = at;
            }
        }
    }
    let downtime: u64 = downtimes.iter().map(|(from, to)| to - from).sum();
    println!(
        "{rounds} kills, {} games, {checked} moves acknowledged and found, {charged} ms charged, {downtime} ms down",
        logs.len()
    );
    assert!(checked > rounds, "enough moves were checked");
}
