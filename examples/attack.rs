//! An attack: floods from one address against a server with default limits, while two players, one who plays the computer and
//! two who look for opponents go on from another address. Prints what these players notice and how much memory the server
//! takes at most, and fails if a bound is exceeded.
//!
//!     cargo build --release
//!     cargo run --release -p sanban-server --example attack -- target/release/sanban --seconds 600
//!
//! It needs Linux, where 127.0.0.1 and 127.0.0.2 are two addresses of one machine. The floods run in a process of low priority,
//! since real attackers bring their own processors.

#[path = "common/client.rs"]
mod client;
#[path = "common/copied_games.rs"]
mod copied_games;

use client::{Client, Failure, Socket, peak_memory_mb, quantile_ms, send, start_server};
use copied_games::{ENDLESS_MOVES, ENDLESS_RULES, copy_game};
use futures_util::{SinkExt, StreamExt};
use sanban_core::{Rules, Session};
use sanban_games::registry;
use serde_json::{Value, json};
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::process::Command;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 1));
const PLAYER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// The bounds: the 99th percentile of a move and of a reply by level 1, and the server's memory.
const MAX_MOVE_MS: f64 = 100.0;
const MAX_REPLY_MS: f64 = 2000.0;
const MAX_MEMORY_MB: u64 = 256;
/// Tells this program to run the floods alone.
const FLOOD: &str = "--flood";
/// How often the players move.
const MOVE_INTERVAL: Duration = Duration::from_millis(250);
/// How often the players look for opponents.
const PAIRING_INTERVAL: Duration = Duration::from_secs(2);
/// How long an open game may take to be listed.
const LISTING_TIMEOUT: Duration = Duration::from_secs(5);
/// How many finished games there are to download, and how many turns each has: more than the system buffers for a connection.
const FINISHED_GAMES: u32 = 5000;
const FINISHED_GAME_TURNS: usize = 200;
/// Limits that storing these games doesn't reach.
const STORING_LIMITS: [&str; 2] = ["requests=100000", "burst=100000"];
/// What the system receives for a slow reader before the reader takes it.
const SLOW_READER_BUFFER: u32 = 4096;
/// How long an attacker waits before the next attempt after a failed one.
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// What the players measure, in microseconds.
#[derive(Default)]
struct Stats {
    moves: Mutex<Vec<u64>>,
    replies: Mutex<Vec<u64>>,
    /// How often the lobby listed a player's open game, and how often two players were paired.
    listings: AtomicU64,
    pairings: AtomicU64,
    /// How often a player was rejected or disconnected.
    failures: AtomicU64,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let usage = "usage: attack PROGRAM [--seconds S]";
    let program = words.next().ok_or(usage)?;
    if program == FLOOD {
        return flood(words.next().ok_or(usage)?.parse()?).await;
    }
    let seconds: u64 = match words.next().as_deref() {
        None => 60,
        Some("--seconds") => words.next().ok_or(usage)?.parse()?,
        Some(_) => return Err(usage.into()),
    };
    let folder = std::env::temp_dir().join(format!("sanban-attack-{}", std::process::id()));
    store_finished_games(&program, &folder).await?;
    let (server, address) = start_server(&program, &folder, &[]).await?;
    let pid = server.id().ok_or("the server has ended")?;
    let result = attack(address, pid, Duration::from_secs(seconds)).await;
    drop(server);
    std::fs::remove_dir_all(&folder)?;
    result
}

/// Lets a server store games for those who download everything.
async fn store_finished_games(program: &str, folder: &Path) -> Result<(), Failure> {
    let (mut server, address) = start_server(program, folder, &STORING_LIMITS).await?;
    let mut players = [Client::guest(address, None).await?, Client::guest(address, None).await?];
    let setup = json!({"game": "jesonmor", "opponent": "link", "seat": "first", "rules": ENDLESS_RULES});
    let game = create(&mut players[0], &setup).await?;
    command(&mut players[1], &game, json!({"type": "join"})).await?;
    for ply in 0..FINISHED_GAME_TURNS {
        let turn = json!({"type": "move", "move": ENDLESS_MOVES[ply % 4], "after": ply});
        command(&mut players[ply % 2], &game, turn).await?;
    }
    command(&mut players[0], &game, json!({"type": "resign"})).await?;
    let (_, record) = players[0].request_text("GET", &format!("/api/games/{game}/record"), &Value::Null).await?;
    server.kill().await?;
    copy_game(folder, &game, FINISHED_GAMES).await?;
    let megabytes = record.len() * FINISHED_GAMES as usize / 1_000_000;
    println!("{FINISHED_GAMES} finished games are stored; their records have {megabytes} MB");
    Ok(())
}

/// Lets the players play during the floods, and reports every ten seconds what they notice.
async fn attack(address: SocketAddr, pid: u32, duration: Duration) -> Result<(), Failure> {
    let stats = Arc::new(Stats::default());
    let guest = || Client::guest(address, Some(PLAYER));
    let (pair, single) = ([guest().await?, guest().await?], guest().await?);
    let seekers = [guest().await?, guest().await?];
    let players = [
        tokio::spawn(keep_playing(stats.clone(), move |stats| play_person(pair.clone(), stats))),
        tokio::spawn(keep_playing(stats.clone(), move |stats| play_computer(single.clone(), stats))),
        tokio::spawn(keep_playing(stats.clone(), move |stats| find_opponents(seekers.clone(), stats))),
    ];
    sleep(Duration::from_secs(2)).await;
    let mut flood = Command::new("nice");
    flood.args(["-n", "19"]).arg(std::env::current_exe()?).args([FLOOD, &address.to_string()]);
    let mut flood = flood.kill_on_drop(true).spawn()?;
    println!(
        "seconds | moves | p50 ms | p99 ms | max ms | replies | p50 ms | p99 ms | max ms | listings | pairings | failures | most memory MB"
    );
    let start = Instant::now();
    let mut max_memory = 0;
    while start.elapsed() < duration {
        sleep(Duration::from_secs(10).min(duration - start.elapsed().min(duration))).await;
        max_memory = peak_memory_mb(pid).ok_or("the server has ended")?;
        report(&stats, start, max_memory)?;
    }
    let has_flooded = flood.try_wait()?.is_none();
    flood.kill().await?;
    players.iter().for_each(tokio::task::JoinHandle::abort);
    let p99 = |times: &Mutex<Vec<u64>>| quantile_ms(&sorted(times), 0.99);
    let (move_ms, reply_ms, failures) = (p99(&stats.moves), p99(&stats.replies), stats.failures.load(Relaxed));
    let has_found_opponents = [&stats.listings, &stats.pairings].iter().all(|count| count.load(Relaxed) > 0);
    let has_measured = has_flooded && !sorted(&stats.moves).is_empty() && !sorted(&stats.replies).is_empty();
    let has_measured = has_measured && has_found_opponents;
    println!(
        "p99 of a move: {move_ms:.1} ms; of a reply: {reply_ms:.1} ms; most memory: {max_memory} MB; failures: {failures}"
    );
    let holds = move_ms < MAX_MOVE_MS && reply_ms < MAX_REPLY_MS && max_memory < MAX_MEMORY_MB && failures == 0;
    if has_measured && holds { Ok(()) } else { Err("a bound is exceeded".into()) }
}

/// Runs all floods until the process is killed.
async fn flood(address: SocketAddr) -> Result<(), Failure> {
    let attacker = Client::new(address, Some(ATTACKER));
    let guests = invite_guests(address).await;
    let mut tasks = Vec::new();
    let mut flood = |count: usize, start: &dyn Fn() -> tokio::task::JoinHandle<()>| {
        tasks.extend((0..count).map(|_| start()));
    };
    flood(5, &|| repeat(attacker.clone(), flood_pings));
    flood(10, &|| repeat(attacker.clone(), flood_pongs));
    flood(5, &|| repeat(attacker.clone(), flood_texts));
    flood(5, &|| repeat(attacker.clone(), never_read));
    flood(10, &|| repeat(attacker.clone(), flood_requests));
    flood(10, &|| repeat(attacker.clone(), flood_files));
    flood(8, &|| repeat(attacker.clone(), read_records_slowly));
    flood(50, &|| repeat(attacker.clone(), send_head_slowly));
    for guest in &guests {
        flood(1, &|| repeat(guest.clone(), open_games));
        flood(1, &|| repeat(guest.clone(), occupy_computers));
    }
    eprintln!("{} floods, with {} guests", tasks.len(), guests.len());
    for task in tasks {
        task.await?;
    }
    Ok(())
}

fn sorted(times: &Mutex<Vec<u64>>) -> Vec<u64> {
    let mut times = times.lock().map(|times| times.clone()).unwrap_or_default();
    times.sort_unstable();
    times
}

fn report(stats: &Stats, start: Instant, memory: u64) -> Result<(), Failure> {
    let columns = |times: &Mutex<Vec<u64>>| {
        let times = sorted(times);
        let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| quantile_ms(&times, share));
        format!("{} | {p50:.1} | {p99:.1} | {max:.1}", times.len())
    };
    let (moves, replies, failures) = (columns(&stats.moves), columns(&stats.replies), stats.failures.load(Relaxed));
    let [listings, pairings] = [&stats.listings, &stats.pairings].map(|count| count.load(Relaxed));
    println!("{} | {moves} | {replies} | {listings} | {pairings} | {failures} | {memory}", start.elapsed().as_secs());
    Ok(())
}

/// Repeats an attack until the run is over, also after the server has stopped it.
fn repeat<F, A>(client: Client, attack: A) -> tokio::task::JoinHandle<()>
where
    A: Fn(Client) -> F + Send + 'static,
    F: Future<Output = Result<(), Failure>> + Send,
{
    tokio::spawn(async move {
        loop {
            let _ = attack(client.clone()).await;
            sleep(RETRY_DELAY).await;
        }
    })
}

/// As many guests as the limits allow within a second.
async fn invite_guests(address: SocketAddr) -> Vec<Client> {
    let mut guests = Vec::new();
    while let Ok(guest) = Client::guest(address, Some(ATTACKER)).await {
        guests.push(guest);
    }
    guests
}

/// Sends WebSocket pings of the largest size, and reads nothing.
async fn flood_pings(client: Client) -> Result<(), Failure> {
    let mut socket = client.socket().await?;
    loop {
        socket.send(Message::Ping(vec![0; 125].into())).await?;
    }
}

/// Sends WebSocket pongs that nobody asked for.
async fn flood_pongs(client: Client) -> Result<(), Failure> {
    let mut socket = client.socket().await?;
    loop {
        socket.send(Message::Pong(vec![0; 125].into())).await?;
    }
}

/// Sends messages that have to be answered, and reads nothing.
async fn flood_texts(client: Client) -> Result<(), Failure> {
    let mut socket = client.socket().await?;
    loop {
        send(&mut socket, &json!({"type": "ping"})).await?;
    }
}

/// Asks for everything that the server sends by itself, and reads nothing.
async fn never_read(client: Client) -> Result<(), Failure> {
    let mut socket = client.socket().await?;
    send(&mut socket, &json!({"type": "lobby", "on": true})).await?;
    let (_, lobby) = client.clone().request("GET", "/api/lobby", &Value::Null).await?;
    let games = ["seeks", "running"].into_iter().flat_map(|list| lobby[list].as_array().cloned().unwrap_or_default());
    for game in games.take(60) {
        send(&mut socket, &json!({"type": "watch", "game": game["id"], "have": 0})).await?;
    }
    // The server pings, and closes a connection that stays silent.
    sleep(Duration::from_secs(60)).await;
    Ok(())
}

/// Sends requests on one connection without waiting for the answers.
async fn flood_requests(client: Client) -> Result<(), Failure> {
    let (mut reader, mut writer) = client.connect().await?.into_split();
    let request = format!("GET /api/lobby HTTP/1.1\r\nhost: {}\r\n\r\n", client.server);
    let drain = tokio::spawn(async move { tokio::io::copy(&mut reader, &mut tokio::io::sink()).await });
    while writer.write_all(request.as_bytes()).await.is_ok() {}
    drain.abort();
    Ok(())
}

/// Fetches the page's largest file again and again.
async fn flood_files(client: Client) -> Result<(), Failure> {
    let mut stream = client.connect().await?;
    let request = format!("GET /wasm/engine_bg.wasm HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", client.server);
    stream.write_all(request.as_bytes()).await?;
    tokio::io::copy(&mut stream, &mut tokio::io::sink()).await?;
    Ok(())
}

/// Asks for all records, and reads a few bytes a second.
async fn read_records_slowly(client: Client) -> Result<(), Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(SLOW_READER_BUFFER)?;
    socket.bind(SocketAddr::new(ATTACKER, 0))?;
    let mut stream = socket.connect(client.server).await?;
    stream.write_all(format!("GET /api/records HTTP/1.1\r\nhost: {}\r\n\r\n", client.server).as_bytes()).await?;
    let mut bytes = [0; 16];
    while stream.read(&mut bytes).await? > 0 {
        sleep(Duration::from_secs(1)).await;
    }
    Ok(())
}

/// Sends the head of a request, one byte a second.
async fn send_head_slowly(client: Client) -> Result<(), Failure> {
    let mut stream = client.connect().await?;
    for byte in b"GET / HTTP/1.1\r\nhost: somewhere.example.org\r\n".iter().cycle() {
        stream.write_all(&[*byte]).await?;
        sleep(Duration::from_secs(1)).await;
    }
    Ok(())
}

/// Opens games that anybody may join.
async fn open_games(mut client: Client) -> Result<(), Failure> {
    let game = json!({"game": first_game(), "opponent": "anyone", "pace": "1d"});
    client.request("POST", "/api/games", &game).await?;
    Ok(())
}

/// Lets the strongest level think, again and again.
async fn occupy_computers(mut client: Client) -> Result<(), Failure> {
    let game = json!({"game": first_game(), "opponent": "level:8", "seat": "second"});
    let (_, created) = client.request("POST", "/api/games", &game).await?;
    let id = created["id"].as_str().ok_or("no game")?;
    sleep(Duration::from_secs(2)).await;
    let resign = json!({"id": "resign", "command": {"type": "resign"}});
    client.request("POST", &format!("/api/games/{id}/commands"), &resign).await?;
    Ok(())
}

fn first_game() -> &'static str {
    registry::offered().next().map_or("", |info| info.id)
}

/// Plays one game after the other, and counts those that fail.
async fn keep_playing<G: Future<Output = Result<(), Failure>>>(stats: Arc<Stats>, play_game: impl Fn(Arc<Stats>) -> G) {
    loop {
        if let Err(error) = play_game(stats.clone()).await {
            eprintln!("a game failed: {error}");
            stats.failures.fetch_add(1, Relaxed);
            sleep(Duration::from_secs(1)).await;
        }
    }
}

/// Plays a game between two people, and measures how long the server takes to acknowledge a move.
async fn play_person(mut players: [Client; 2], stats: Arc<Stats>) -> Result<(), Failure> {
    let setup = json!({"game": first_game(), "opponent": "link", "seat": "first", "pace": "30m"});
    let game = create(&mut players[0], &setup).await?;
    let join = json!({"id": "join", "command": {"type": "join"}});
    players[1].request("POST", &format!("/api/games/{game}/commands"), &join).await?;
    let mut sockets = [watch(&players[0], &game).await?, watch(&players[1], &game).await?];
    let mut session = start()?;
    let mut seed = 1;
    while session.outcome().is_none() {
        sleep(MOVE_INTERVAL).await;
        let text = random_move(&*session, &mut seed);
        let mover = usize::from(session.to_move().0);
        let sent = Instant::now();
        send_move(&mut sockets[mover], &game, &*session, &text).await?;
        receive_until(&mut sockets[mover], |message| message["type"] == "done").await?;
        record(&stats.moves, sent);
        receive_until(&mut sockets[1 - mover], |message| message["event"]["type"] == "moved").await?;
        session.play(&text).map_err(|_| "a move was illegal")?;
    }
    Ok(())
}

/// Plays a game against level 1, and measures how long it takes to reply.
async fn play_computer(mut player: Client, stats: Arc<Stats>) -> Result<(), Failure> {
    let game = create(&mut player, &json!({"game": first_game(), "opponent": "level:1", "seat": "first"})).await?;
    let mut socket = watch(&player, &game).await?;
    let mut session = start()?;
    let mut seed = 2;
    while session.outcome().is_none() {
        sleep(MOVE_INTERVAL).await;
        let text = random_move(&*session, &mut seed);
        send_move(&mut socket, &game, &*session, &text).await?;
        session.play(&text).map_err(|_| "a move was illegal")?;
        let own = session.played().len() as u64;
        receive_until(&mut socket, |message| message["event"]["move"] == text).await?;
        if session.outcome().is_some() {
            break;
        }
        let sent = Instant::now();
        let reply = receive_until(&mut socket, |message| message["event"]["type"] == "moved").await?;
        record(&stats.replies, sent);
        let text = reply["event"]["move"].as_str().ok_or("a reply without a move")?;
        session.play(text).map_err(|_| format!("reply {text} after {own} moves was illegal"))?;
    }
    Ok(())
}

/// Opens a game, finds it in the lobby, and pairs two players on the same terms again and again.
async fn find_opponents(mut players: [Client; 2], stats: Arc<Stats>) -> Result<(), Failure> {
    // Terms on which the attacker opens no games.
    let open = json!({"game": first_game(), "opponent": "anyone", "pace": "14d"});
    let pairing = json!({"game": first_game(), "pace": "7d"});
    loop {
        let game = create(&mut players[0], &open).await?;
        timeout(LISTING_TIMEOUT, wait_until_listed(&mut players[1], &game))
            .await
            .map_err(|_| "a game isn't listed")??;
        stats.listings.fetch_add(1, Relaxed);
        end(&mut players[0], &game, "withdraw").await?;
        let (_, created) = players[0].request("POST", "/api/pairings", &pairing).await?;
        let (_, joined) = players[1].request("POST", "/api/pairings", &pairing).await?;
        let game = joined["id"].as_str().ok_or_else(|| joined.to_string())?;
        if created["id"] != joined["id"] || joined["state"] != "running" {
            return Err(format!("two players weren't paired: {created} and {joined}").into());
        }
        stats.pairings.fetch_add(1, Relaxed);
        end(&mut players[0], game, "resign").await?;
        sleep(PAIRING_INTERVAL).await;
    }
}

async fn wait_until_listed(client: &mut Client, game: &str) -> Result<(), Failure> {
    loop {
        let (_, lobby) = client.request("GET", "/api/lobby", &Value::Null).await?;
        if lobby["seeks"].as_array().is_some_and(|seeks| seeks.iter().any(|seek| seek["id"] == game)) {
            return Ok(());
        }
        sleep(Duration::from_millis(250)).await;
    }
}

/// Ends a game with a command.
async fn end(client: &mut Client, game: &str, kind: &str) -> Result<(), Failure> {
    command(client, game, json!({"type": kind})).await
}

/// Sends a command, whose content is its id, too.
async fn command(client: &mut Client, game: &str, command: Value) -> Result<(), Failure> {
    let request = json!({"id": command.to_string(), "command": command});
    let (status, answer) = client.request("POST", &format!("/api/games/{game}/commands"), &request).await?;
    if status == 200 { Ok(()) } else { Err(answer.to_string().into()) }
}

fn record(times: &Mutex<Vec<u64>>, since: Instant) {
    if let Ok(mut times) = times.lock() {
        times.push(since.elapsed().as_micros() as u64);
    }
}

fn start() -> Result<Box<dyn Session>, Failure> {
    let info = registry::offered().next().ok_or("no game is offered")?;
    registry::open(Rules::official(info), None).map_err(|_| "the game doesn't start".into())
}

fn random_move(session: &dyn Session, seed: &mut u64) -> String {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    let moves = session.moves();
    moves[(*seed >> 33) as usize % moves.len()].clone()
}

async fn create(client: &mut Client, setup: &Value) -> Result<String, Failure> {
    let (_, created) = client.request("POST", "/api/games", setup).await?;
    Ok(created["id"].as_str().ok_or_else(|| created.to_string())?.to_string())
}

async fn watch(client: &Client, game: &str) -> Result<Socket, Failure> {
    let mut socket = client.socket().await?;
    send(&mut socket, &json!({"type": "watch", "game": game, "have": u32::MAX})).await?;
    Ok(socket)
}

async fn send_move(socket: &mut Socket, game: &str, session: &dyn Session, text: &str) -> Result<(), Failure> {
    let ply = session.played().len();
    let command = json!({"type": "move", "move": text, "after": ply});
    send(socket, &json!({"type": "command", "game": game, "id": format!("turn-{ply}"), "command": command})).await
}

/// Receives messages until one matches.
async fn receive_until(socket: &mut Socket, matches: impl Fn(&Value) -> bool) -> Result<Value, Failure> {
    loop {
        let message = timeout(Duration::from_secs(120), socket.next()).await.map_err(|_| "timed out")?;
        let Message::Text(text) = message.ok_or("the connection was closed")?? else { continue };
        let message: Value = serde_json::from_str(&text)?;
        if message["type"] == "refused" {
            return Err(message["sentence"].as_str().unwrap_or_default().into());
        }
        if matches(&message) {
            return Ok(message);
        }
    }
}
