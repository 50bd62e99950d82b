//! A WebSocket answers every message and stays open. Each line of the input is a message, in which `GAME` stands for a game of
//! the guest. A line with a leading 1, 2 or 3 byte is a binary message, a ping or a pong.
#![no_main]

mod server;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use server::server;
use socket2::{Domain, Socket, Type};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use tungstenite::{Message, client::IntoClientRequest};

/// Fewer than a connection may send at once.
const MAX_MESSAGES: usize = 40;

/// Connects from one of many local addresses, since ports of one address would run out.
fn connect(address: SocketAddr) -> TcpStream {
    static CONNECTIONS: AtomicU32 = AtomicU32::new(0);
    let number = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
    let source = Ipv4Addr::from_bits(Ipv4Addr::new(127, 0, 1, 1).to_bits() + number % 200);
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.bind(&SocketAddr::from((source, 0)).into()).expect("a local address");
    socket.connect(&address.into()).expect("the server listens");
    socket.into()
}

fuzz_target!(|data: &[u8]| {
    static GAME: OnceLock<String> = OnceLock::new();
    let server = server();
    let game = GAME.get_or_init(|| server.create_game());
    let version = 1 + data.first().unwrap_or(&0) % 2;
    let mut request =
        format!("ws://{}/api/socket?protocol={version}", server.address).into_client_request().expect("a request");
    request.headers_mut().insert("cookie", server.cookie().parse().expect("a header"));
    let (mut socket, _) = tungstenite::client(request, connect(server.address)).expect("a WebSocket");
    for line in data.get(1..).unwrap_or_default().split(|byte| *byte == b'\n').take(MAX_MESSAGES) {
        let message = match line {
            [1, rest @ ..] => Message::Binary(rest.to_vec().into()),
            [2, rest @ ..] if rest.len() < 126 => Message::Ping(rest.to_vec().into()),
            [3, rest @ ..] if rest.len() < 126 => Message::Pong(rest.to_vec().into()),
            _ => Message::text(String::from_utf8_lossy(line).replace("GAME", game)),
        };
        socket.send(message).expect("the server reads");
    }
    socket.send(Message::text(r#"{"type": "ping"}"#)).expect("the server reads");
    loop {
        let Message::Text(text) = socket.read().expect("the connection stays open") else { continue };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        match message["type"].as_str().expect("a type") {
            "pong" if message.get("id").is_none() => break,
            "refused" => assert!(message["sentence"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{text}"),
            _ => {}
        }
    }
});
