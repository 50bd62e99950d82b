//! A real server on a port of its own, and clients that talk to it.

#![allow(dead_code, reason = "each test uses what it needs")]

use futures_util::{SinkExt, StreamExt};
use sanban_server::Settings;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Only what is broken takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
pub struct Server {
    pub address: SocketAddr,
    pub folder: TempDir,
    settings: Settings,
    end: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<std::io::Result<()>>>,
}

/// Settings under which tests are not held up.
pub fn settings() -> Settings {
    Settings {
        requests: 100_000,
        burst: 100_000,
        guests: 100_000,
        logins: 100_000,
        connections: 1000,
        ..Settings::default()
    }
}

impl Server {
    pub async fn start() -> Server {
        Server::with(settings()).await
    }

    pub async fn with(settings: Settings) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let address = "127.0.0.1:0".parse().unwrap();
        let mut server = Server { address, folder, settings, end: None, running: None };
        server.run().await;
        server
    }

    async fn run(&mut self) {
        let settings = Settings { data: self.folder.path().to_path_buf(), ..self.settings.clone() };
        let (tell, told) = oneshot::channel();
        let (end, ended) = oneshot::channel::<()>();
        let bind = self.address;
        let serving = async move {
            let ready = move |address| {
                // Whoever waits for it may have given up.
                let _ = tell.send(address);
            };
            sanban_server::serve(&[bind], settings, ready, async move { drop(ended.await) }).await
        };
        self.running = Some(tokio::spawn(serving));
        self.end = Some(end);
        self.address = told.await.expect("it begins");
    }

    /// Ends it as Ctrl-C does.
    pub async fn stop(&mut self) {
        drop(self.end.take());
        if let Some(running) = self.running.take() {
            tokio::time::timeout(PATIENCE, running).await.expect("it ends").unwrap().unwrap();
        }
    }

    /// Begins it again, with what it kept.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.address.set_port(0);
        self.run().await;
    }

    /// A new guest.
    pub async fn guest(&self) -> Client {
        let mut client = self.stranger();
        let answer = client.post("/api/me", json!({})).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        client
    }

    /// An account.
    pub async fn account(&self, name: &str) -> Client {
        let mut client = self.guest().await;
        let answer = client.post("/api/account", json!({"name": name, "passphrase": "correct horse"})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        client
    }

    /// Somebody whom the server does not know.
    pub fn stranger(&self) -> Client {
        Client { address: self.address, cookie: String::new(), language: "en".into(), headers: Vec::new() }
    }

    pub fn data(&self) -> &Path {
        self.folder.path()
    }
}

/// Somebody with a browser, so to speak.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: String,
    pub language: String,
    /// More headers.
    pub headers: Vec<(String, String)>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_string()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.into_iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

static NEXT: AtomicU32 = AtomicU32::new(0);

/// An id for a command that no other has.
pub fn fresh() -> String {
    format!("c{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Client {
    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.ask("POST", path, Some(body.to_string())).await
    }

    pub async fn ask(&mut self, method: &str, path: &str, body: Option<String>) -> Answer {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\naccept-language: {}\r\n",
            self.address, self.language
        );
        if !self.cookie.is_empty() {
            request += &format!("cookie: {}\r\n", self.cookie);
        }
        for (name, value) in &self.headers {
            request += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = &body {
            request += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        }
        request += "\r\n";
        request += body.as_deref().unwrap_or("");
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that has heard enough may close before all was said.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("an answer");
        let text = String::from_utf8(bytes).unwrap();
        let (head, text) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{method} {path}: {text}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let text =
            if head.to_lowercase().contains("transfer-encoding: chunked") { unchunked(text) } else { text.into() };
        let answer = Answer { status, head: head.into(), text };
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = cookie.split(';').next().unwrap().to_string();
        }
        answer
    }

    /// Sets a game up, and gives its name.
    pub async fn create(&mut self, game: Value) -> String {
        let answer = self.post("/api/games", game).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()["id"].as_str().unwrap().to_string()
    }

    /// Gives a command under an id of its own.
    pub async fn command(&mut self, game: &str, command: Value) -> Answer {
        self.command_as(game, &fresh(), command).await
    }

    pub async fn command_as(&mut self, game: &str, id: &str, command: Value) -> Answer {
        self.post(&format!("/api/games/{game}/commands"), json!({"id": id, "command": command})).await
    }

    pub async fn turn(&mut self, game: &str, text: &str, after: usize) -> Answer {
        self.command(game, json!({"type": "move", "move": text, "after": after})).await
    }

    pub async fn state(&mut self, game: &str) -> Value {
        self.get(&format!("/api/games/{game}")).await.json()["state"].take()
    }

    /// A WebSocket.
    pub async fn socket(&self) -> Socket {
        self.try_socket().await.expect("it opens")
    }

    pub async fn try_socket(&self) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
        let mut request = format!("ws://{}/api/socket", self.address).into_client_request().unwrap();
        let headers = request.headers_mut();
        if !self.cookie.is_empty() {
            headers.insert("cookie", self.cookie.parse().unwrap());
        }
        headers.insert("accept-language", self.language.parse().unwrap());
        for (name, value) in &self.headers {
            headers.insert(name.parse::<axum::http::HeaderName>().unwrap(), value.parse().unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket { stream })
    }
}

fn unchunked(mut text: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = text.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        if size == 0 {
            break;
        }
        whole += &rest[..size];
        text = &rest[size + 2..];
    }
    whole
}

/// A WebSocket of a client.
pub struct Socket {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub async fn say(&mut self, message: Value) {
        self.stream.send(Message::text(message.to_string())).await.expect("it is taken");
    }

    pub async fn say_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("it is taken");
    }

    /// What is heard next; nothing if the connection was closed.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("something is heard") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// The next message of a type; what comes before is passed over.
    pub async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await.unwrap_or_else(|| panic!("no {kind} before the end"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub async fn watch(&mut self, game: &str, have: u32) -> Value {
        self.say(json!({"type": "watch", "game": game, "have": have})).await;
        self.hear_of("watched").await
    }
}
