//! A bot that plays on a Sanban server through its WebSocket (see `docs/protocol.md`). It joins an open seek of its game, or
//! creates one, and plays the engine's moves.
//!
//!     cargo run --release --example bot -- 127.0.0.1:8080 jinli level:3

use futures_util::{SinkExt, StreamExt};
use sanban_core::{Rules, Session};
use sanban_engine::evaluation::Evaluation;
use sanban_engine::handle;
use sanban_engine::spec::Spec;
use sanban_games::registry;
use serde_json::{Value, json};
use std::error::Error;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Failure = Box<dyn Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let usage = "usage: bot HOST:PORT GAME [PLAYER]";
    let (address, game) = (args.next().ok_or(usage)?, args.next().ok_or(usage)?);
    let player = args.next().unwrap_or("level:3".into());
    let info = registry::find(&game).map_err(|rejection| rejection.sentence(&[], "en"))?;
    let player = Spec::parse(&player, info).map_err(|rejection| rejection.sentence(&[info.messages], "en"))?;

    let mut bot = Bot { address, cookie: String::new(), player };
    bot.request("POST", "/api/me", &json!({})).await?;
    let id = bot.find_game(&game).await?;
    println!("playing http://{}/#/table/{id}", bot.address);
    // Reconnect after a failure; the server resends the missed updates.
    let mut received = 0;
    loop {
        match bot.play(&id, &mut received).await {
            Ok(result) => {
                println!("{result}");
                return Ok(());
            }
            Err(error) => {
                eprintln!("{error}; connecting again");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

struct Bot {
    address: String,
    /// The session cookie.
    cookie: String,
    player: Spec,
}

impl Bot {
    /// Joins an open seek of the game, or creates one.
    async fn find_game(&mut self, game: &str) -> Result<String, Failure> {
        let lobby = self.request("GET", "/api/lobby", &Value::Null).await?;
        for seek in lobby["seeks"].as_array().into_iter().flatten() {
            if seek["game"] == game && seek["rated"] == false {
                let id = seek["id"].as_str().ok_or("an id")?;
                let join = json!({"id": "join", "command": {"type": "join"}});
                self.request("POST", &format!("/api/games/{id}/commands"), &join).await?;
                return Ok(id.into());
            }
        }
        let created = self.request("POST", "/api/games", &json!({"game": game, "opponent": "anyone"})).await?;
        Ok(created["id"].as_str().ok_or("an id")?.into())
    }

    /// Plays until the game or the connection ends. `received` counts the received updates.
    async fn play(&self, id: &str, received: &mut u64) -> Result<String, Failure> {
        let mut request = format!("ws://{}/api/socket", self.address).into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await?;
        let watch = json!({"type": "watch", "game": id, "have": *received});
        socket.send(Message::text(watch.to_string())).await?;
        let mut summary = Value::Null;
        // The number of the last state that the bot answered.
        let mut answered = 0;
        loop {
            let message = match tokio::time::timeout(Duration::from_secs(15), socket.next()).await {
                Ok(message) => message.ok_or("the server closed the connection")??,
                Err(_) => {
                    socket.send(Message::text(json!({"type": "ping"}).to_string())).await?;
                    continue;
                }
            };
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            match message["type"].as_str() {
                Some("watched") => summary = message["summary"].clone(),
                Some("update") => {
                    *received = message["number"].as_u64().ok_or("a number")?;
                    if message["event"]["type"] == "sides-changed" {
                        // Ask for a new summary with the changed seat.
                        let watch = json!({"type": "watch", "game": id, "have": *received});
                        socket.send(Message::text(watch.to_string())).await?;
                        continue;
                    }
                }
                // The game has moved on or has not started: wait for the next update.
                Some("refused") if message["code"] == "moved-on" || message["code"] == "not-begun" => continue,
                Some("refused") => return Err(message["sentence"].as_str().unwrap_or_default().into()),
                _ => continue,
            }
            let state = &message["state"];
            if let Some(result) = state["result"].as_str() {
                return Ok(format!("{result} ({})", state["reason"].as_str().unwrap_or("called off")));
            }
            // Before the third event, a seat is still free.
            let number = state["number"].as_u64().unwrap_or(0);
            if state["toMove"] != summary["yours"] || number < 3 || number <= answered {
                continue;
            }
            answered = number;
            let after = state["moves"].as_array().map_or(0, Vec::len);
            let chosen = self.choose(&summary, state)?;
            // The id is an idempotency key: the server plays a turn only once.
            let command = json!({"type": "move", "move": chosen, "after": after});
            let order =
                json!({"type": "command", "game": id, "id": format!("turn-{after}-{received}"), "command": command});
            socket.send(Message::text(order.to_string())).await?;
        }
    }

    /// Chooses a move.
    fn choose(&self, summary: &Value, state: &Value) -> Result<String, Failure> {
        let info = registry::find(summary["game"].as_str().unwrap_or_default()).map_err(|_| "a game")?;
        let rules = Rules::parse(info, summary["rules"].as_str().unwrap_or_default()).map_err(|_| "rules")?;
        let session: Box<dyn Session> = registry::open(rules, state["position"].as_str()).map_err(|_| "a position")?;
        let searcher = handle::for_player(&self.player, session.rules(), &Evaluation::Default);
        let (mut searcher, limits) = searcher.ok_or("only levels and engines play here")?;
        let (seed, start) = (seed(state), std::time::Instant::now());
        let elapsed = &|| start.elapsed();
        let result = handle::choose_move(&mut *searcher, &*session, seed, limits, elapsed, &|| true, &mut |_| {});
        Ok(result.report.best().to_string())
    }

    /// Sends an HTTP request.
    async fn request(&mut self, method: &str, path: &str, body: &Value) -> Result<Value, Failure> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            self.cookie,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("an answer")?;
        for line in head.lines() {
            if let Some(cookie) = line.strip_prefix("set-cookie: ") {
                self.cookie = cookie.split(';').next().unwrap_or_default().to_string();
            }
        }
        let answer: Value = serde_json::from_str(body)?;
        match answer["sentence"].as_str() {
            Some(sentence) => Err(sentence.into()),
            None => Ok(answer),
        }
    }
}

/// The seed for a move, the same for the same state.
fn seed(state: &Value) -> u64 {
    state["number"].as_u64().unwrap_or_default()
}
