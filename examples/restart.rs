//! A restart: kills a server that has many correspondence games, starts it again, and measures how long it takes until the first
//! answer. Fails if that is a second or more, if a game has changed, or if a move isn't accepted.
//!
//!     cargo build --release
//!     cargo run --release -p sanban-server --example restart -- target/release/sanban --games 5000

#[path = "common/client.rs"]
mod client;

use client::{Client, Failure, memory_mb, start_server};
use futures_util::{StreamExt, TryStreamExt, stream};
use sanban_core::Rules;
use sanban_games::registry;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The bound for the first answer.
const MAX_ANSWER: Duration = Duration::from_secs(1);
/// How many games are set up at the same time.
const PARALLEL_SETUPS: usize = 8;
/// Limits that two players with many games don't reach.
const SETTINGS: [&str; 4] = ["requests=1000000", "burst=1000000", "connections=1000", "games=1000000"];

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let usage = "usage: restart PROGRAM [--games N]";
    let program = words.next().ok_or(usage)?;
    let count: usize = match words.next().as_deref() {
        None => 5000,
        Some("--games") => words.next().ok_or(usage)?.parse()?,
        Some(_) => return Err(usage.into()),
    };
    let folder = std::env::temp_dir().join(format!("sanban-restart-{}", std::process::id()));
    let result = restart(&program, &folder, count).await;
    std::fs::remove_dir_all(&folder)?;
    result
}

async fn restart(program: &str, folder: &std::path::Path, count: usize) -> Result<(), Failure> {
    let (mut server, address) = start_server(program, folder, &SETTINGS).await?;
    let players = [Client::guest(address, None).await?, Client::guest(address, None).await?];
    let games: Vec<String> =
        stream::iter(0..count).map(|_| set_up(&players)).buffer_unordered(PARALLEL_SETUPS).try_collect().await?;
    let before = fetch(&players[0], &games).await?;
    println!("{count} games are running");
    server.kill().await?;

    let killed_at = Instant::now();
    let (server, address) = start_server(program, folder, &SETTINGS).await?;
    let mut players = players.map(|player| Client { server: address, ..player });
    let (status, _) = players[0].request("GET", &format!("/api/games/{}", games[0]), &Value::Null).await?;
    let answered_after = killed_at.elapsed();
    let memory = server.id().and_then(memory_mb).ok_or("the server has ended")?;
    println!("the first answer came after {} ms; memory: {memory} MB", answered_after.as_millis());
    if status != 200 || answered_after >= MAX_ANSWER {
        return Err("the first answer was late, or an error".into());
    }
    if fetch(&players[0], &games).await? != before {
        return Err("a game has changed".into());
    }
    play(&mut players[0], &games[0], 2).await?;
    println!("all games are as before, and a move was accepted");
    Ok(())
}

/// Creates a game with a day per turn, in which both players have moved.
async fn set_up(players: &[Client; 2]) -> Result<String, Failure> {
    let [mut first, mut second] = players.clone();
    let setup = json!({"game": game().id, "opponent": "link", "seat": "first", "pace": "1d"});
    let (status, created) = first.request("POST", "/api/games", &setup).await?;
    let id = created["id"].as_str().ok_or_else(|| format!("{status} {created}"))?.to_string();
    let join = json!({"id": "join", "command": {"type": "join"}});
    second.request("POST", &format!("/api/games/{id}/commands"), &join).await?;
    play(&mut first, &id, 0).await?;
    play(&mut second, &id, 1).await?;
    Ok(id)
}

fn game() -> &'static sanban_core::GameInfo {
    registry::offered().next().expect("there are games")
}

/// Plays the first legal move, after `after` turns in which the first legal move was played, too.
async fn play(player: &mut Client, id: &str, after: usize) -> Result<(), Failure> {
    let mut session = registry::open(Rules::official(game()), None).map_err(|_| "the game doesn't open")?;
    let mut text = session.moves()[0].clone();
    for _ in 0..after {
        session.play(&text).map_err(|_| "a move was illegal")?;
        text = session.moves()[0].clone();
    }
    let command = json!({"id": format!("move {after}"), "command": {"type": "move", "move": text, "after": after}});
    let (status, answer) = player.request("POST", &format!("/api/games/{id}/commands"), &command).await?;
    if status == 200 { Ok(()) } else { Err(format!("{status} {answer}").into()) }
}

/// The events of all games. The states that come with them have the time left, which changes.
async fn fetch(player: &Client, games: &[String]) -> Result<Vec<Vec<Value>>, Failure> {
    let fetch = |id: &String| {
        let (mut player, path) = (player.clone(), format!("/api/games/{id}/events"));
        async move {
            let (_, log) = player.request("GET", &path, &Value::Null).await?;
            let updates = log["updates"].as_array().ok_or("a game has no log")?;
            Ok(updates.iter().map(|update| json!([update["number"], update["at"], update["event"]])).collect())
        }
    };
    stream::iter(games).map(fetch).buffered(PARALLEL_SETUPS).try_collect().await
}
