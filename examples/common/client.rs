//! A client of the server for the examples that measure and attack it.

#![allow(dead_code, reason = "each example uses what it needs")]

use futures_util::SinkExt;
use serde_json::Value;
use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::process::{Child, Command};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

pub type Failure = Box<dyn Error + Send + Sync>;
pub type Socket = WebSocketStream<TcpStream>;

/// A visitor of the server, who keeps the cookie that the server gave.
#[derive(Clone)]
pub struct Client {
    pub server: SocketAddr,
    /// The address to come from, if it matters.
    pub source: Option<IpAddr>,
    pub cookie: String,
}

impl Client {
    /// A visitor without a cookie.
    pub fn new(server: SocketAddr, source: Option<IpAddr>) -> Client {
        Client { server, source, cookie: String::new() }
    }

    /// A visitor who is a guest.
    pub async fn guest(server: SocketAddr, source: Option<IpAddr>) -> Result<Client, Failure> {
        let mut client = Client::new(server, source);
        let (status, answer) = client.request("POST", "/api/me", &Value::Object(Default::default())).await?;
        if status == 200 { Ok(client) } else { Err(answer.to_string().into()) }
    }

    /// Opens a connection.
    pub async fn connect(&self) -> Result<TcpStream, Failure> {
        let socket = if self.server.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        if let Some(source) = self.source {
            socket.bind(SocketAddr::new(source, 0))?;
        }
        Ok(socket.connect(self.server).await?)
    }

    /// Sends a request on a connection of its own. Returns the status and the body.
    pub async fn request(&mut self, method: &str, path: &str, body: &Value) -> Result<(u16, Value), Failure> {
        let (status, body) = self.request_text(method, path, body).await?;
        Ok((status, serde_json::from_str(&body).unwrap_or_default()))
    }

    /// The same, with the body as text.
    pub async fn request_text(&mut self, method: &str, path: &str, body: &Value) -> Result<(u16, String), Failure> {
        let body = body.to_string();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.server,
            self.cookie,
            body.len()
        );
        let mut stream = self.connect().await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("the answer has no end of its head")?;
        for line in head.lines() {
            if let Some(value) = line.strip_prefix("set-cookie: ") {
                self.cookie = value.split(';').next().unwrap_or_default().to_string();
            }
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("the answer has no status")?;
        Ok((status, body.to_string()))
    }

    /// Opens a WebSocket.
    pub async fn socket(&self) -> Result<Socket, Failure> {
        self.socket_at("/api/socket").await
    }

    /// Opens a WebSocket at a path, which may have parameters.
    pub async fn socket_at(&self, path: &str) -> Result<Socket, Failure> {
        let mut request = format!("ws://{}{path}", self.server).into_client_request()?;
        if !self.cookie.is_empty() {
            request.headers_mut().insert("cookie", self.cookie.parse()?);
        }
        Ok(tokio_tungstenite::client_async(request, self.connect().await?).await?.0)
    }
}

/// Sends a message as text.
pub async fn send(socket: &mut Socket, message: &Value) -> Result<(), Failure> {
    Ok(socket.send(Message::text(message.to_string())).await?)
}

/// Starts a server on a free port, with default settings except for these: `name=value`. It is killed when it is dropped.
pub async fn start_server(program: &str, folder: &Path, settings: &[&str]) -> Result<(Child, SocketAddr), Failure> {
    let mut command = Command::new(program);
    command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(folder);
    command.args(settings.iter().flat_map(|setting| ["--set", setting]));
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true).spawn()?;
    let mut lines = BufReader::new(server.stdout.take().ok_or("no output")?).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some((_, rest)) = line.split_once("http://") {
            return Ok((server, rest.trim_end_matches('/').parse()?));
        }
    }
    Err("the server didn't start".into())
}

/// The memory of a process, in megabytes.
pub fn memory_mb(pid: u32) -> Option<u64> {
    status_mb(pid, "VmRSS:")
}

/// The most memory that a process has had, in megabytes.
pub fn peak_memory_mb(pid: u32) -> Option<u64> {
    status_mb(pid, "VmHWM:")
}

/// A size in the status of a process, in megabytes.
fn status_mb(pid: u32, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().split(' ').next()?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1000)
}

/// A share of sorted latencies in microseconds, in milliseconds.
pub fn quantile_ms(sorted: &[u64], share: f64) -> f64 {
    sorted.get((sorted.len() as f64 * share) as usize).or(sorted.last()).map_or(0.0, |&time| time as f64 / 1000.0)
}
