//! A load test: many games in parallel with a move at fixed intervals, rematches, and spectators that follow from game to
//! game. Prints latencies and throughput.
//!
//!     cargo run --release -- serve --addr 127.0.0.1:8090 --data DIR --set requests=1000000 --set burst=1000000 \
//!       --set connections=100000 --set guests=1000000 --set games=100000
//!     cargo run --release --example load -- 127.0.0.1:8090 --games 1000 --watchers 3000 --every 2 --seconds 300 --pid PID
//!
//! With `--initial-turns 400`, games first play up to 400 turns at full speed, so that they are as advanced as on a server that has
//! been running for long.

#[path = "common/client.rs"]
mod client;

use client::{Client, Failure, Socket, memory_mb, quantile_ms, send};
use futures_util::StreamExt;
use sanban_core::Rules;
use sanban_games::registry;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::time::{interval_at, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// The command-line arguments.
struct Args {
    address: SocketAddr,
    games: usize,
    watchers: usize,
    move_interval: Duration,
    /// The most turns that games have played before the measurement.
    initial_turns: usize,
    duration: Duration,
    /// The server's process, to report its memory.
    pid: Option<u32>,
}

/// The measurements.
#[derive(Default)]
struct Stats {
    /// The latencies of acknowledgements in microseconds.
    latencies: Mutex<Vec<u64>>,
    updates: AtomicU64,
    finished: AtomicU64,
    errors: AtomicU64,
    ready: AtomicU64,
    is_over: AtomicBool,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let args = Arc::new(parse_args()?);
    let stats = Arc::new(Stats::default());
    println!("Setting up {} games and {} watchers", args.games, args.watchers);
    let mut tasks = Vec::new();
    let mut ids = Vec::new();
    for index in 0..args.games {
        let (game, players) = create_game(args.address, index).await?;
        ids.push(game.clone());
        let (args, stats) = (args.clone(), stats.clone());
        tasks.push(tokio::spawn(async move {
            if let Err(error) = play(&args, &stats, index, game, players).await {
                eprintln!("game {index}: {error}");
                stats.errors.fetch_add(1, Relaxed);
            }
        }));
    }
    for index in 0..args.watchers {
        let (args, stats, game) = (args.clone(), stats.clone(), ids[index % ids.len()].clone());
        tasks.push(tokio::spawn(async move {
            if let Err(error) = spectate(&args, &stats, &game).await {
                eprintln!("watcher {index}: {error}");
                stats.errors.fetch_add(1, Relaxed);
            }
        }));
        if index % 100 == 0 {
            sleep(Duration::from_millis(20)).await;
        }
    }
    let all = (args.games + args.watchers) as u64;
    while stats.ready.load(Relaxed) + stats.errors.load(Relaxed) < all {
        sleep(Duration::from_millis(100)).await;
    }
    stats.latencies.lock().map_err(|_| "poisoned")?.clear();
    let start = Instant::now();
    println!("seconds | moves | p50 ms | p99 ms | max ms | updates received | games over | errors | memory MB");
    while start.elapsed() < args.duration {
        sleep(Duration::from_secs(10).min(args.duration - start.elapsed().min(args.duration))).await;
        report(&args, &stats, start)?;
    }
    stats.is_over.store(true, Relaxed);
    for task in tasks {
        // Don't wait for spectators without updates.
        let _ = timeout(Duration::from_secs(10), task).await;
    }
    match stats.errors.load(Relaxed) {
        0 => Ok(()),
        errors => Err(format!("{errors} errors").into()),
    }
}

fn parse_args() -> Result<Args, Failure> {
    let mut words = std::env::args().skip(1);
    let address = words.next().ok_or(
        "usage: load HOST:PORT [--games N] [--watchers N] [--every S] [--initial-turns N] [--seconds S] [--pid N]",
    )?;
    let mut args = Args {
        address: address.parse()?,
        games: 100,
        watchers: 300,
        move_interval: Duration::from_secs(2),
        initial_turns: 0,
        duration: Duration::from_secs(60),
        pid: None,
    };
    while let Some(flag) = words.next() {
        let value: u32 = words.next().ok_or("a number")?.parse()?;
        match flag.as_str() {
            "--games" => args.games = value as usize,
            "--watchers" => args.watchers = value as usize,
            "--initial-turns" => args.initial_turns = value as usize,
            "--every" => args.move_interval = Duration::from_secs(value.into()),
            "--seconds" => args.duration = Duration::from_secs(value.into()),
            "--pid" => args.pid = Some(value),
            _ => return Err(format!("{flag} is not known").into()),
        }
    }
    Ok(args)
}

/// Prints a line of measurements.
fn report(args: &Args, stats: &Stats, start: Instant) -> Result<(), Failure> {
    let mut times = stats.latencies.lock().map_err(|_| "poisoned")?.clone();
    times.sort_unstable();
    println!(
        "{} | {} | {:.1} | {:.1} | {:.1} | {} | {} | {} | {}",
        start.elapsed().as_secs(),
        times.len(),
        quantile_ms(&times, 0.5),
        quantile_ms(&times, 0.99),
        quantile_ms(&times, 1.0),
        stats.updates.load(Relaxed),
        stats.finished.load(Relaxed),
        stats.errors.load(Relaxed),
        args.pid.and_then(memory_mb).map_or("?".into(), |memory| memory.to_string())
    );
    Ok(())
}

fn game_of(index: usize) -> &'static sanban_core::GameInfo {
    registry::offered().cycle().nth(index).expect("a game is offered")
}

/// Creates a game between two guests.
async fn create_game(address: SocketAddr, index: usize) -> Result<(String, [Client; 2]), Failure> {
    let mut players = [Client::guest(address, None).await?, Client::guest(address, None).await?];
    let setup = json!({"game": game_of(index).id, "opponent": "link", "seat": "first", "pace": "60m"});
    let (_, created) = players[0].request("POST", "/api/games", &setup).await?;
    let game = created["id"].as_str().ok_or_else(|| created.to_string())?.to_string();
    let join = json!({"id": "join", "command": {"type": "join"}});
    players[1].request("POST", &format!("/api/games/{game}/commands"), &join).await?;
    Ok((game, players))
}

/// Plays games between two guests, one after the other.
async fn play(args: &Args, stats: &Stats, index: usize, mut game: String, players: [Client; 2]) -> Result<(), Failure> {
    let mut random = index as u64;
    let mut sockets = [connect(&players[0], &game).await?, connect(&players[1], &game).await?];
    // The games start at different stages.
    let mut fast_turns = (args.initial_turns as f64 * (index as f64 * 0.618).fract()) as usize;
    if fast_turns == 0 {
        stats.ready.fetch_add(1, Relaxed);
    }
    while !stats.is_over.load(Relaxed) {
        let mut session = registry::open(Rules::official(game_of(index)), None).map_err(|_| "a game")?;
        // Spread the moves over the interval.
        let offset = args.move_interval.mul_f64((index as f64 * 0.618).fract());
        let mut ticks = interval_at(tokio::time::Instant::now() + offset, args.move_interval);
        while session.outcome().is_none() && !stats.is_over.load(Relaxed) {
            match fast_turns {
                0 => {
                    ticks.tick().await;
                }
                1 => {
                    fast_turns = 0;
                    stats.ready.fetch_add(1, Relaxed);
                    ticks = interval_at(tokio::time::Instant::now() + offset, args.move_interval);
                    ticks.tick().await;
                }
                // Leave time for all spectators to receive the move.
                _ => {
                    fast_turns -= 1;
                    sleep(Duration::from_millis(500)).await;
                }
            }
            let ply = session.played().len();
            let moves = session.moves();
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let text = moves[(random >> 33) as usize % moves.len()].clone();
            let mover = usize::from(session.to_move().0);
            let command = json!({"type": "move", "move": text, "after": ply});
            let order = json!({"type": "command", "game": game, "id": format!("turn-{ply}"), "command": command});
            let sent = Instant::now();
            send(&mut sockets[mover], &order).await?;
            receive_until(stats, &mut sockets[mover], |message| message["type"] == "done").await?;
            let latency = sent.elapsed().as_micros() as u64;
            stats.latencies.lock().map_err(|_| "poisoned")?.push(latency);
            receive_until(stats, &mut sockets[1 - mover], |message| message["event"]["type"] == "moved").await?;
            session.play(&text).map_err(|_| "a legal move")?;
        }
        if session.outcome().is_some() {
            stats.finished.fetch_add(1, Relaxed);
            let mut next = String::new();
            for socket in &mut sockets {
                let rematch = json!({"type": "command", "game": game, "id": "rematch", "command": {"type": "rematch"}});
                send(socket, &rematch).await?;
            }
            for socket in &mut sockets {
                let message = receive_until(stats, socket, |message| message["event"]["type"] == "rematch").await?;
                next = message["event"]["game"].as_str().ok_or("the next game")?.to_string();
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
async fn follow(socket: &mut Socket, last: &str, next: &str) -> Result<(), Failure> {
    send(socket, &json!({"type": "unwatch", "game": last})).await?;
    send(socket, &watch(next)).await
}

/// Receives messages until one matches.
async fn receive_until(stats: &Stats, socket: &mut Socket, matches: impl Fn(&Value) -> bool) -> Result<Value, Failure> {
    loop {
        let message = timeout(Duration::from_secs(30), socket.next()).await.map_err(|_| "timed out")?;
        let Message::Text(text) = message.ok_or("the connection was closed")?? else { continue };
        let message: Value = serde_json::from_str(&text)?;
        match message["type"].as_str() {
            Some("update") => {
                stats.updates.fetch_add(1, Relaxed);
            }
            Some("refused") => return Err(message["sentence"].as_str().unwrap_or_default().into()),
            _ => {}
        }
        if matches(&message) {
            return Ok(message);
        }
    }
}

/// Watches a game and its rematches.
async fn spectate(args: &Args, stats: &Stats, game: &str) -> Result<(), Failure> {
    let mut game = game.to_string();
    let mut socket = connect(&Client::new(args.address, None), &game).await?;
    stats.ready.fetch_add(1, Relaxed);
    while !stats.is_over.load(Relaxed) {
        match timeout(Duration::from_secs(15), socket.next()).await {
            Err(_) => send(&mut socket, &json!({"type": "ping"})).await?,
            Ok(Some(Ok(Message::Text(text)))) => {
                if text.starts_with("{\"type\":\"update\"") {
                    stats.updates.fetch_add(1, Relaxed);
                }
                if text.contains("\"type\":\"rematch\"") {
                    let message: Value = serde_json::from_str(&text)?;
                    let next = message["event"]["game"].as_str().ok_or("the next game")?.to_string();
                    follow(&mut socket, &game, &next).await?;
                    game = next;
                }
            }
            Ok(Some(Ok(_))) => {}
            Ok(Some(Err(error))) => return Err(error.into()),
            Ok(None) => return Err("the connection was closed".into()),
        }
    }
    Ok(())
}

/// Opens a WebSocket that watches a game.
async fn connect(client: &Client, game: &str) -> Result<Socket, Failure> {
    let mut socket = client.socket().await?;
    send(&mut socket, &watch(game)).await?;
    Ok(socket)
}

fn watch(game: &str) -> Value {
    // Skip all earlier updates.
    json!({"type": "watch", "game": game, "have": u32::MAX})
}
