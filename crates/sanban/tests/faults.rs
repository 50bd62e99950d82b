//! The real server is killed at random moments, connections are cut, and commands are repeated and delayed, while games are played.
//! Every move that was acknowledged must be there once, in its place; clients must have heard what the store has; and no clock
//! may be charged for time in which the server was down.
//!
//! `SANBAN_FAULT_ROUNDS=500 cargo test --release --test faults -- --nocapture` kills it as often as wanted, and
//! `SANBAN_FAULT_SEED` makes other choices.
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

/// How many games are played at a time.
const GAMES: usize = 6;
/// What clocks may differ by, for each time that the server went: it takes a while to notice that it is there, the more so on a busy
/// machine. It stays away for much longer.
const TOLERANCE: u64 = 150;
/// How long it stays away at most.
const AWAY: u64 = 800;

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn wall() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

fn below(chance: &mut ChaCha8Rng, most: u64) -> u64 {
    u64::from(chance.next_u32()) % most
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
        .expect("it starts");
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = timeout(Duration::from_secs(60), lines.next_line()).await.expect("in time").unwrap();
    assert!(line.is_some_and(|line| line.contains("http://")), "it tells its address");
    server
}

/// Asks over HTTP, again and again while nobody answers.
async fn ask(address: SocketAddr, method: &str, path: &str, cookie: &mut String, body: &Value) -> Value {
    loop {
        if let Some(answer) = try_ask(address, method, path, cookie, body).await {
            return answer;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

async fn try_ask(address: SocketAddr, method: &str, path: &str, cookie: &mut String, body: &Value) -> Option<Value> {
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
        if let Some(given) = line.strip_prefix("set-cookie: ") {
            *cookie = given.split(';').next()?.to_string();
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
    /// What has been heard of the game, in order and without a gap.
    heard: Vec<Value>,
}

/// What the clients of a game were told, to be compared with the store.
struct Told {
    game: String,
    /// The numbers that were acknowledged, with the moves.
    acknowledged: Vec<(u64, String)>,
    heard: [Vec<Value>; 2],
}

impl Client {
    async fn connect(&mut self) {
        while self.socket.is_none() {
            let mut request = format!("ws://{}/api/socket", self.address).into_client_request().unwrap();
            request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
            match tokio_tungstenite::connect_async(request).await {
                Ok((mut socket, _)) => {
                    let watch = json!({"type": "watch", "game": self.game, "have": self.heard.len()});
                    if socket.send(Message::text(watch.to_string())).await.is_ok() {
                        self.socket = Some(socket);
                    }
                }
                Err(_) => sleep(Duration::from_millis(10)).await,
            }
        }
    }

    async fn say(&mut self, message: &Value) {
        self.connect().await;
        if let Some(socket) = &mut self.socket
            && socket.send(Message::text(message.to_string())).await.is_err()
        {
            self.socket = None;
        }
    }

    /// The next message; nothing if the connection broke or nothing came for a while.
    async fn hear(&mut self, patience: Duration) -> Option<Value> {
        self.connect().await;
        let socket = self.socket.as_mut()?;
        match timeout(patience, socket.next()).await {
            Err(_) => None,
            Ok(Some(Ok(Message::Text(text)))) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["type"] == "update" {
                    let next = self.heard.len() as u64 + 1;
                    assert_eq!(message["number"], next, "updates come in order and without a gap");
                    self.heard.push(message["event"].clone());
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

    /// Gives a command until it is answered: now and then twice, late, or on a connection that is cut at once.
    async fn insist(&mut self, id: &str, command: &Value, chance: &mut ChaCha8Rng) -> Result<u64, String> {
        let order = json!({"type": "command", "game": self.game, "id": id, "command": command});
        loop {
            if below(chance, 8) == 0 {
                sleep(Duration::from_millis(below(chance, 60))).await;
            }
            for _ in 0..=(below(chance, 6) / 5 + below(chance, 6) / 5) {
                self.say(&order).await;
            }
            if below(chance, 12) == 0 {
                self.socket = None;
            }
            for _ in 0..200 {
                let Some(message) = self.hear(Duration::from_millis(500)).await else { break };
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

/// Plays games one after the other until it is told to stop.
async fn play(place: u64, address: SocketAddr, seed: u64, stop: Arc<AtomicBool>, moves: Arc<AtomicU64>) -> Vec<Told> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut all = Vec::new();
    let info = registry::offered().nth(place as usize % 3).unwrap();
    while !stop.load(Ordering::Relaxed) {
        let mut cookies = [String::new(), String::new()];
        for cookie in &mut cookies {
            ask(address, "POST", "/api/me", cookie, &json!({})).await;
        }
        // Commands can be repeated, creating a game cannot: one that nobody has heard of stays behind.
        let setup = json!({"game": info.id, "opponent": "link", "seat": "first", "pace": "60m"});
        let made = ask(address, "POST", "/api/games", &mut cookies[0], &setup).await;
        let game = made["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_string();
        let mut clients =
            cookies.map(|cookie| Client { address, game: game.clone(), cookie, socket: None, heard: Vec::new() });
        clients[1].insist("join", &json!({"type": "join"}), &mut chance).await.unwrap();
        let mut session = registry::open(Rules::official(info), None).unwrap();
        let mut acknowledged = Vec::new();
        while session.outcome().is_none() && !stop.load(Ordering::Relaxed) {
            let ply = session.played().len();
            let legal = session.moves();
            let text = legal[below(&mut chance, legal.len() as u64) as usize].clone();
            sleep(Duration::from_millis(below(&mut chance, 30))).await;
            let mover = &mut clients[usize::from(session.to_move().0)];
            let command = json!({"type": "move", "move": text, "after": ply});
            let number = mover.insist(&format!("turn-{ply}"), &command, &mut chance).await;
            acknowledged.push((number.unwrap_or_else(|code| panic!("{code}: {text}")), text.clone()));
            moves.fetch_add(1, Ordering::Relaxed);
            session.play(&text).unwrap();
            // The other side hears of it, sooner or later.
            let other = &mut clients[usize::from(session.to_move().0)];
            while other.heard.len() < acknowledged.last().unwrap().0 as usize {
                other.hear(Duration::from_millis(200)).await;
            }
        }
        all.push(Told { game, acknowledged, heard: clients.map(|client| client.heard) });
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_was_acknowledged_is_lost() {
    let (rounds, seed) = (number("SANBAN_FAULT_ROUNDS", 8), number("SANBAN_FAULT_SEED", 2026));
    let folder = tempfile::tempdir().unwrap();
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut server = start(folder.path(), address).await;
    let (stop, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let tables: Vec<_> = (0..GAMES as u64)
        .map(|place| tokio::spawn(play(place, address, seed * 1000 + place, stop.clone(), moves.clone())))
        .collect();
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let down: Mutex<Vec<(u64, u64)>> = Mutex::default();
    for round in 1..=rounds {
        sleep(Duration::from_millis(50 + below(&mut chance, 500))).await;
        let begun = wall();
        server.kill().await.unwrap();
        sleep(Duration::from_millis(below(&mut chance, AWAY))).await;
        server = start(folder.path(), address).await;
        down.lock().unwrap().push((begun, wall()));
        if round % 50 == 0 {
            println!("{round} rounds, {} moves", moves.load(Ordering::Relaxed));
        }
        assert!(!tables.iter().any(|table| table.is_finished()), "no client has given up");
    }
    sleep(Duration::from_millis(500)).await;
    stop.store(true, Ordering::Relaxed);
    let mut told = Vec::new();
    for table in tables {
        told.extend(table.await.unwrap());
    }
    let down = down.into_inner().unwrap();
    let (mut checked, mut charged) = (0, 0);
    for Told { game, acknowledged, heard } in &told {
        let log = ask(address, "GET", &format!("/api/games/{game}/events"), &mut String::new(), &Value::Null).await;
        let log = log["updates"].as_array().unwrap();
        let events: Vec<&Value> = log.iter().map(|update| &update["event"]).collect();
        for heard in heard {
            let same = heard.iter().zip(&events).all(|(heard, kept)| heard == *kept);
            assert!(same && heard.len() <= events.len(), "{game}: a client has heard what the store has");
        }
        let mut numbers: HashSet<u64> = HashSet::new();
        for (number, text) in acknowledged {
            // A move that ends the game is acknowledged with the event that says so.
            let at = |number: u64| &log[number as usize - 1]["event"];
            let moved = if at(*number)["type"] == "ended" { at(number - 1) } else { at(*number) };
            assert_eq!(moved["move"], text.as_str(), "{game}: update {number}");
            assert!(numbers.insert(*number), "{game}: update {number} was acknowledged once");
            checked += 1;
        }
        let kept: Vec<&str> = events.iter().filter_map(|event| event["move"].as_str()).collect();
        let acknowledged: Vec<&str> = acknowledged.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(kept, acknowledged, "{game}: every move is there once, in order");
        let mut turn_began = 0;
        for update in log {
            let (at, event) = (update["at"].as_u64().unwrap(), &update["event"]);
            if event["type"] == "moved" {
                let spent = event["spent"].as_u64().unwrap();
                let away: u64 =
                    down.iter().map(|(from, to)| (*to).min(at).saturating_sub((*from).max(turn_began))).sum();
                let most = (at - turn_began).saturating_sub(away) + TOLERANCE;
                let of_turn: Vec<&Value> =
                    log.iter().filter(|u| (turn_began..=at).contains(&u["at"].as_u64().unwrap())).collect();
                assert!(
                    spent <= most,
                    "{game}: {spent} ms were charged of {most}: {of_turn:#?}, and it was down {down:?}"
                );
                charged += spent;
            }
            if ["moved", "sat"].contains(&event["type"].as_str().unwrap()) {
                turn_began = at;
            }
        }
    }
    let away: u64 = down.iter().map(|(from, to)| to - from).sum();
    println!(
        "{rounds} kills, {} games, {checked} moves acknowledged and found, {charged} ms charged, {away} ms down",
        told.len()
    );
    assert!(checked > rounds, "there was something to lose");
}
