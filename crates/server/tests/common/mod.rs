//! A real server on its own port, and clients.

#![allow(dead_code, reason = "each test uses what it needs")]

pub mod postgres;
pub mod skip;

#[allow(unused_imports, reason = "each test uses what it needs")]
pub use skip::skip;

use futures_util::{SinkExt, StreamExt};
use sanban_server::{ServeError, Settings};
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

/// Long enough for the slowest machine.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// A running server.
pub struct Server {
    pub address: SocketAddr,
    pub folder: TempDir,
    settings: Settings,
    end: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<Result<(), ServeError>>>,
}

/// Settings with limits that tests don't reach.
pub fn settings() -> Settings {
    Settings {
        requests: 100_000,
        burst: 100_000,
        guests: 100_000,
        seeks: 100_000,
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
        let (ready_sender, report) = oneshot::channel();
        let (end, ended) = oneshot::channel::<()>();
        let bind = self.address;
        let serving = async move {
            let ready = move |address| {
                // The test may have ended.
                let _ = ready_sender.send(address);
            };
            sanban_server::serve(&[bind], settings, ready, async move { drop(ended.await) }).await
        };
        self.running = Some(tokio::spawn(serving));
        self.end = Some(end);
        self.address = report.await.expect("it begins");
    }

    /// Stops it as Ctrl-C does.
    pub async fn stop(&mut self) {
        drop(self.end.take());
        if let Some(running) = self.running.take() {
            tokio::time::timeout(TEST_TIMEOUT, running).await.expect("it ends").unwrap().unwrap();
        }
    }

    /// Waits until it ends by itself, and says why.
    pub async fn failure(&mut self) -> ServeError {
        let running = self.running.take().expect("it runs");
        tokio::time::timeout(TEST_TIMEOUT, running).await.expect("it ends").unwrap().unwrap_err()
    }

    /// Restarts it with the same data.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.address.set_port(0);
        self.run().await;
    }

    /// A new guest.
    pub async fn guest(&self) -> Client {
        let mut client = self.stranger();
        let response = client.post("/api/me", json!({})).await;
        assert_eq!(response.status, 200, "{response:?}");
        client
    }

    /// A new guest who comes from an address, for a server behind a proxy.
    pub async fn guest_at(&self, address: &str) -> Client {
        let mut client = self.stranger();
        client.headers.push(("x-forwarded-for".into(), address.into()));
        let response = client.post("/api/me", json!({})).await;
        assert_eq!(response.status, 200, "{response:?}");
        client
    }

    /// A client that has registered under this name.
    pub async fn account(&self, name: &str) -> Client {
        let mut client = self.guest().await;
        let response = client.post("/api/account", json!({"name": name, "passphrase": "correct horse"})).await;
        assert_eq!(response.status, 201, "{response:?}");
        client
    }

    /// The same from an address, for a server behind a proxy.
    pub async fn account_at(&self, name: &str, address: &str) -> Client {
        let mut client = self.guest_at(address).await;
        let response = client.post("/api/account", json!({"name": name, "passphrase": "correct horse"})).await;
        assert_eq!(response.status, 201, "{response:?}");
        client
    }

    /// A client without a session.
    pub fn stranger(&self) -> Client {
        Client { address: self.address, cookie: String::new(), language: "en".into(), headers: Vec::new() }
    }

    pub fn data(&self) -> &Path {
        self.folder.path()
    }
}

/// A client with a cookie, like a browser.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: String,
    pub language: String,
    /// Further headers.
    pub headers: Vec<(String, String)>,
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_string()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.into_iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

static NEXT_COMMAND_ID: AtomicU32 = AtomicU32::new(0);

/// A new id for a command.
pub fn next_command_id() -> String {
    format!("c{}", NEXT_COMMAND_ID.fetch_add(1, Ordering::Relaxed))
}

impl Client {
    pub async fn get(&mut self, path: &str) -> Response {
        self.request("GET", path, None).await
    }

    /// The response; `None` if the server has gone.
    pub async fn try_get(&mut self, path: &str) -> Option<String> {
        let mut stream = TcpStream::connect(self.address).await.ok()?;
        let (address, cookie) = (self.address, &self.cookie);
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: {cookie}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await.ok()?;
        Some(text)
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Response {
        self.request("POST", path, Some(body.to_string())).await
    }

    pub async fn request(&mut self, method: &str, path: &str, body: Option<String>) -> Response {
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
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = tokio::time::timeout(TEST_TIMEOUT, stream.read_to_end(&mut bytes)).await.expect("an answer");
        let text = String::from_utf8(bytes).unwrap();
        let (head, text) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{method} {path}: {text}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let text =
            if head.to_lowercase().contains("transfer-encoding: chunked") { decode_chunks(text) } else { text.into() };
        let response = Response { status, head: head.into(), text };
        if let Some(cookie) = response.header("set-cookie") {
            self.cookie = cookie.split(';').next().unwrap().to_string();
        }
        response
    }

    /// Creates a game, and returns its id.
    pub async fn create(&mut self, game: Value) -> String {
        let response = self.post("/api/games", game).await;
        assert_eq!(response.status, 201, "{response:?}");
        response.json()["id"].as_str().unwrap().to_string()
    }

    /// Sends a command with a new id.
    pub async fn command(&mut self, game: &str, command: Value) -> Response {
        self.command_as(game, &next_command_id(), command).await
    }

    pub async fn command_as(&mut self, game: &str, id: &str, command: Value) -> Response {
        self.post(&format!("/api/games/{game}/commands"), json!({"id": id, "command": command})).await
    }

    pub async fn play(&mut self, game: &str, text: &str, after: usize) -> Response {
        self.command(game, json!({"type": "move", "move": text, "after": after})).await
    }

    pub async fn state(&mut self, game: &str) -> Value {
        self.get(&format!("/api/games/{game}")).await.json()["state"].take()
    }

    /// A WebSocket with protocol 1.
    pub async fn socket(&self) -> Socket {
        self.try_socket("").await.expect("it opens")
    }

    /// A WebSocket with protocol 2.
    pub async fn socket_v2(&self) -> Socket {
        self.try_socket("?protocol=2").await.expect("it opens")
    }

    pub async fn try_socket(&self, query: &str) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
        let mut request = format!("ws://{}/api/socket{query}", self.address).into_client_request().unwrap();
        let headers = request.headers_mut();
        if !self.cookie.is_empty() {
            headers.insert("cookie", self.cookie.parse().unwrap());
        }
        headers.insert("accept-language", self.language.parse().unwrap());
        for (name, value) in &self.headers {
            headers.insert(name.parse::<axum::http::HeaderName>().unwrap(), value.parse().unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket { stream, received_bytes: 0 })
    }
}

fn decode_chunks(mut text: &str) -> String {
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
    pub received_bytes: usize,
}

impl Socket {
    pub async fn send(&mut self, message: Value) {
        self.stream.send(Message::text(message.to_string())).await.expect("the server reads it");
    }

    pub async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("the server reads it");
    }

    /// The next message; `None` if the connection is closed.
    pub async fn receive(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(TEST_TIMEOUT, self.stream.next()).await.expect("a message arrives") {
                Some(Ok(Message::Text(text))) => {
                    self.received_bytes += text.len();
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// The next message of a type. Skips others.
    pub async fn receive_type(&mut self, kind: &str) -> Value {
        loop {
            let message = self.receive().await.unwrap_or_else(|| panic!("no {kind} before the end"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub async fn watch(&mut self, game: &str, have: u32) -> Value {
        self.send(json!({"type": "watch", "game": game, "have": have})).await;
        self.receive_type("watched").await
    }
}
