//! Puts a server under load and tells how it bears it: many games at once with a move every so often each, a rematch when one is
//! over, and spectators who only listen and follow from game to game.
//!
//!     cargo run --release -- serve --addr 127.0.0.1:8090 --data DIR --set requests=1000000 --set burst=1000000 \
//!       --set connections=100000 --set guests=1000000 --set games=100000
//!     cargo run --release --example load -- 127.0.0.1:8090 --games 1000 --watchers 3000 --every 2 --seconds 300 --pid PID
//!
//! With `--begun 400` up to so many turns of each game have been made, without waiting, before it is measured: then games are as far as they
//! are on a server that has been running for long.

use futures_util::{SinkExt, StreamExt};
use sanban_core::Rules;
use sanban_games::registry;
use serde_json::{Value, json};
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{interval_at, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Failure = Box<dyn Error + Send + Sync>;
type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What is asked for.
struct Wanted {
    address: String,
    games: usize,
    watchers: usize,
    every: Duration,
    /// Up to how many turns have been made in games when it begins.
    begun: usize,
    time: Duration,
    /// The server's process, whose memory is told.
    pid: Option<u32>,
}

/// What has been seen.
#[derive(Default)]
struct Seen {
    /// How long acknowledgements took, in microseconds.
    acknowledged: Mutex<Vec<u64>>,
    updates: AtomicU64,
    finished: AtomicU64,
    errors: AtomicU64,
    ready: AtomicU64,
    ends: AtomicBool,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let wanted = Arc::new(read_arguments()?);
    let seen = Arc::new(Seen::default());
    println!("{} games and {} watchers are being set up", wanted.games, wanted.watchers);
    let mut tasks = Vec::new();
    let mut ids = Vec::new();
    for place in 0..wanted.games {
        let (game, cookies) = set_up(&wanted.address, place).await?;
        ids.push(game.clone());
        let (wanted, seen) = (wanted.clone(), seen.clone());
        tasks.push(tokio::spawn(async move {
            if let Err(error) = play(&wanted, &seen, place, game, cookies).await {
                eprintln!("game {place}: {error}");
                seen.errors.fetch_add(1, Relaxed);
            }
        }));
    }
    for place in 0..wanted.watchers {
        let (wanted, seen, game) = (wanted.clone(), seen.clone(), ids[place % ids.len()].clone());
        tasks.push(tokio::spawn(async move {
            if let Err(error) = listen(&wanted, &seen, &game).await {
                eprintln!("watcher {place}: {error}");
                seen.errors.fetch_add(1, Relaxed);
            }
        }));
        if place % 100 == 0 {
            sleep(Duration::from_millis(20)).await;
        }
    }
    let all = (wanted.games + wanted.watchers) as u64;
    while seen.ready.load(Relaxed) + seen.errors.load(Relaxed) < all {
        sleep(Duration::from_millis(100)).await;
    }
    seen.acknowledged.lock().map_err(|_| "poisoned")?.clear();
    let begun = Instant::now();
    println!("seconds | moves | p50 ms | p99 ms | longest ms | updates heard | games over | errors | memory MB");
    while begun.elapsed() < wanted.time {
        sleep(Duration::from_secs(10).min(wanted.time - begun.elapsed().min(wanted.time))).await;
        tell(&wanted, &seen, begun)?;
    }
    seen.ends.store(true, Relaxed);
    for task in tasks {
        // A watcher who hears nothing need not be waited for.
        let _ = timeout(Duration::from_secs(10), task).await;
    }
    match seen.errors.load(Relaxed) {
        0 => Ok(()),
        errors => Err(format!("{errors} errors").into()),
    }
}

fn read_arguments() -> Result<Wanted, Failure> {
    let mut args = std::env::args().skip(1);
    let address = args
        .next()
        .ok_or("usage: load HOST:PORT [--games N] [--watchers N] [--every S] [--begun N] [--seconds S] [--pid N]")?;
    let mut wanted = Wanted {
        address,
        games: 100,
        watchers: 300,
        every: Duration::from_secs(2),
        begun: 0,
        time: Duration::from_secs(60),
        pid: None,
    };
    while let Some(flag) = args.next() {
        let value: u32 = args.next().ok_or("a number")?.parse()?;
        match flag.as_str() {
            "--games" => wanted.games = value as usize,
            "--watchers" => wanted.watchers = value as usize,
            "--begun" => wanted.begun = value as usize,
            "--every" => wanted.every = Duration::from_secs(value.into()),
            "--seconds" => wanted.time = Duration::from_secs(value.into()),
            "--pid" => wanted.pid = Some(value),
            _ => return Err(format!("{flag} is not known").into()),
        }
    }
    Ok(wanted)
}

/// Tells what has been seen since the beginning.
fn tell(wanted: &Wanted, seen: &Seen, begun: Instant) -> Result<(), Failure> {
    let mut times = seen.acknowledged.lock().map_err(|_| "poisoned")?.clone();
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, |&t| t as f64 / 1000.0);
    let memory = wanted.pid.and_then(|pid| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().split(' ').next()?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1000)
    });
    println!(
        "{} | {} | {:.1} | {:.1} | {:.1} | {} | {} | {} | {}",
        begun.elapsed().as_secs(),
        times.len(),
        at(0.5),
        at(0.99),
        times.last().map_or(0.0, |&t| t as f64 / 1000.0),
        seen.updates.load(Relaxed),
        seen.finished.load(Relaxed),
        seen.errors.load(Relaxed),
        memory.map_or("?".into(), |memory| memory.to_string())
    );
    Ok(())
}

fn kind(place: usize) -> &'static sanban_core::GameInfo {
    registry::offered().nth(place % 3).expect("there are three games")
}

/// Sets a game up between two guests.
async fn set_up(address: &str, place: usize) -> Result<(String, [String; 2]), Failure> {
    let mut cookies = [String::new(), String::new()];
    for cookie in &mut cookies {
        ask(address, "POST", "/api/me", cookie, &json!({})).await?;
    }
    let setup = json!({"game": kind(place).id, "opponent": "link", "seat": "first", "pace": "60m"});
    let made = ask(address, "POST", "/api/games", &mut cookies[0], &setup).await?;
    let game = made["id"].as_str().ok_or_else(|| made.to_string())?.to_string();
    let join = json!({"id": "join", "command": {"type": "join"}});
    ask(address, "POST", &format!("/api/games/{game}/commands"), &mut cookies[1], &join).await?;
    Ok((game, cookies))
}

/// Plays games of one pair, one after the other.
async fn play(
    wanted: &Wanted,
    seen: &Seen,
    place: usize,
    mut game: String,
    cookies: [String; 2],
) -> Result<(), Failure> {
    let mut chance = place as u64;
    let mut sockets = [connect(wanted, &cookies[0], &game).await?, connect(wanted, &cookies[1], &game).await?];
    // Those that are to be far already are not all equally far.
    let mut hurry = (wanted.begun as f64 * (place as f64 * 0.618).fract()) as usize;
    if hurry == 0 {
        seen.ready.fetch_add(1, Relaxed);
    }
    while !seen.ends.load(Relaxed) {
        let mut session = registry::open(Rules::official(kind(place)), None).map_err(|_| "a game")?;
        // Not all at the same moment.
        let offset = wanted.every.mul_f64((place as f64 * 0.618).fract());
        let mut ticks = interval_at(tokio::time::Instant::now() + offset, wanted.every);
        while session.outcome().is_none() && !seen.ends.load(Relaxed) {
            match hurry {
                0 => {
                    ticks.tick().await;
                }
                1 => {
                    hurry = 0;
                    seen.ready.fetch_add(1, Relaxed);
                    ticks = interval_at(tokio::time::Instant::now() + offset, wanted.every);
                    ticks.tick().await;
                }
                // Not faster than everybody can be told.
                _ => {
                    hurry -= 1;
                    sleep(Duration::from_millis(500)).await;
                }
            }
            let ply = session.played().len();
            let moves = session.moves();
            chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let text = moves[(chance >> 33) as usize % moves.len()].clone();
            let mover = usize::from(session.to_move().0);
            let command = json!({"type": "move", "move": text, "after": ply});
            let order = json!({"type": "command", "game": game, "id": format!("turn-{ply}"), "command": command});
            let begun = Instant::now();
            sockets[mover].send(Message::text(order.to_string())).await?;
            hear_until(seen, &mut sockets[mover], |told| told["type"] == "done").await?;
            let took = begun.elapsed().as_micros() as u64;
            seen.acknowledged.lock().map_err(|_| "poisoned")?.push(took);
            hear_until(seen, &mut sockets[1 - mover], |told| told["event"]["type"] == "moved").await?;
            session.play(&text).map_err(|_| "a legal move")?;
        }
        if session.outcome().is_some() {
            seen.finished.fetch_add(1, Relaxed);
            let mut next = String::new();
            for socket in &mut sockets {
                let rematch = json!({"type": "command", "game": game, "id": "rematch", "command": {"type": "rematch"}});
                socket.send(Message::text(rematch.to_string())).await?;
            }
            for socket in &mut sockets {
                let told = hear_until(seen, socket, |told| told["event"]["type"] == "rematch").await?;
                next = told["event"]["game"].as_str().ok_or("the next game")?.to_string();
                follow(socket, &game, &next).await?;
            }
            game = next;
            // The sides are swapped.
            sockets.reverse();
        }
    }
    Ok(())
}

/// Watches the next game instead of the last one.
async fn follow(socket: &mut Stream, last: &str, next: &str) -> Result<(), Failure> {
    socket.send(Message::text(json!({"type": "unwatch", "game": last}).to_string())).await?;
    socket.send(Message::text(watch(next))).await?;
    Ok(())
}

/// Hears until a message comes that it waits for.
async fn hear_until(seen: &Seen, socket: &mut Stream, is_it: impl Fn(&Value) -> bool) -> Result<Value, Failure> {
    loop {
        let message = timeout(Duration::from_secs(30), socket.next()).await.map_err(|_| "nothing was heard")?;
        let Message::Text(text) = message.ok_or("it was closed")?? else { continue };
        let told: Value = serde_json::from_str(&text)?;
        match told["type"].as_str() {
            Some("update") => {
                seen.updates.fetch_add(1, Relaxed);
            }
            Some("refused") => return Err(told["sentence"].as_str().unwrap_or_default().into()),
            _ => {}
        }
        if is_it(&told) {
            return Ok(told);
        }
    }
}

/// Watches a game, and the next one when it is over.
async fn listen(wanted: &Wanted, seen: &Seen, game: &str) -> Result<(), Failure> {
    let mut game = game.to_string();
    let mut socket = connect(wanted, "", &game).await?;
    seen.ready.fetch_add(1, Relaxed);
    while !seen.ends.load(Relaxed) {
        match timeout(Duration::from_secs(15), socket.next()).await {
            Err(_) => socket.send(Message::text(json!({"type": "ping"}).to_string())).await?,
            Ok(Some(Ok(Message::Text(text)))) => {
                if text.starts_with("{\"type\":\"update\"") {
                    seen.updates.fetch_add(1, Relaxed);
                }
                if text.contains("\"type\":\"rematch\"") {
                    let told: Value = serde_json::from_str(&text)?;
                    let next = told["event"]["game"].as_str().ok_or("the next game")?.to_string();
                    follow(&mut socket, &game, &next).await?;
                    game = next;
                }
            }
            Ok(Some(Ok(_))) => {}
            Ok(Some(Err(error))) => return Err(error.into()),
            Ok(None) => return Err("it was closed".into()),
        }
    }
    Ok(())
}

async fn connect(wanted: &Wanted, cookie: &str, game: &str) -> Result<Stream, Failure> {
    let mut request = format!("ws://{}/api/socket", wanted.address).into_client_request()?;
    if !cookie.is_empty() {
        request.headers_mut().insert("cookie", cookie.parse()?);
    }
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await?;
    socket.send(Message::text(watch(game))).await?;
    Ok(socket)
}

fn watch(game: &str) -> String {
    // What was before is of no interest here.
    json!({"type": "watch", "game": game, "have": u32::MAX}).to_string()
}

async fn ask(address: &str, method: &str, path: &str, cookie: &mut String, body: &Value) -> Result<Value, Failure> {
    let body = body.to_string();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("an answer")?;
    for line in head.lines() {
        if let Some(given) = line.strip_prefix("set-cookie: ") {
            *cookie = given.split(';').next().unwrap_or_default().to_string();
        }
    }
    Ok(serde_json::from_str(body)?)
}
