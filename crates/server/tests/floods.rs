//! Clients that send too much or read nothing are disconnected before they take much memory.

mod common;

use common::{Client, Server, settings};
use futures_util::{SinkExt, StreamExt};
use sanban_server::Settings;
use serde_json::json;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// How much a client can send before it notices that it was disconnected, including what the system buffers.
const MAX_SENT_BYTES: usize = 16_000_000;
/// How much may be queued for one client: the limit of the outbox and the largest message.
const MAX_QUEUED_BYTES: u64 = 256 * 1024 + 64 * 1024;

/// A WebSocket with small system buffers, which reads only when the test does.
async fn unread_socket(server: &Server) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(server.address).await.unwrap();
    tokio_tungstenite::client_async(format!("ws://{}/api/socket", server.address), stream).await.unwrap().0
}

/// A frame from a client, with the mask 0.
fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).ok().filter(|length| *length < 126).unwrap();
    [&[opcode, 0x80 | length, 0, 0, 0, 0], payload].concat()
}

async fn metric(server: &Server, name: &str) -> u64 {
    let metrics = server.stranger().get("/metrics").await.text;
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {metrics}")).parse().unwrap()
}

/// Sends bytes again and again and reads nothing. Returns how many were sent until the server closed the connection.
async fn flood(server: &Server, bytes: &[u8]) -> usize {
    let mut stream = unread_socket(server).await.into_inner();
    let chunk = bytes.repeat(64 * 1024 / bytes.len() + 1);
    let mut sent = 0;
    while sent < MAX_SENT_BYTES {
        let write = tokio::time::timeout(Duration::from_secs(30), stream.write_all(&chunk));
        match write.await {
            Ok(Ok(())) => sent += chunk.len(),
            Ok(Err(_)) => return sent,
            Err(_) => panic!("the server keeps a connection that it doesn't read"),
        }
    }
    panic!("the server read everything");
}

#[tokio::test]
async fn disconnects_floods_of_every_kind() {
    let server = Server::start().await;
    let [text, ping, pong] = [0x81, 0x89, 0x8a];
    let floods = [
        frame(ping, &[b'x'; 125]),
        frame(pong, &[b'x'; 125]),
        frame(ping, b""),
        frame(text, br#"{"type":"ping"}"#),
        frame(text, b"{}"),
    ];
    for (count, bytes) in (1..).zip(floods) {
        flood(&server, &bytes).await;
        assert_eq!(metric(&server, "sanban_flooding_connections_total").await, count, "{bytes:?}");
        assert_eq!(metric(&server, "sanban_queued_bytes").await, 0, "{bytes:?}");
    }
    assert_eq!(metric(&server, "sanban_connections").await, 0);
}

#[tokio::test]
async fn answers_pings_within_the_limits() {
    let server = Server::start().await;
    let mut socket = unread_socket(&server).await;
    for n in 0..100u8 {
        socket.send(Message::Ping(vec![n].into())).await.unwrap();
    }
    let mut answers = 0;
    while answers < 100 {
        match socket.next().await.unwrap().unwrap() {
            Message::Pong(payload) => {
                assert_eq!(payload[0], answers);
                answers += 1;
            }
            Message::Ping(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn says_why_it_disconnects() {
    let server = Server::start().await;
    let mut socket = unread_socket(&server).await;
    for _ in 0..300 {
        // The server may have closed the connection already.
        let _ = socket.feed(Message::Ping(Default::default())).await;
    }
    let _ = socket.flush().await;
    let mut closing = None;
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => closing = Some(text.to_string()),
            Some(Ok(Message::Close(frame))) => {
                assert_eq!(frame.unwrap().code, CloseCode::Policy);
                break;
            }
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(closing.as_deref(), Some(r#"{"type":"closing","code":"flooding"}"#));
}

/// A long game that two guests can continue without end.
async fn long_game(server: &Server, turns: usize) -> (String, [Client; 2]) {
    let mut players = [server.guest().await, server.guest().await];
    let endless = json!({"game": "jesonmor", "seat": "first", "rules": "repetition=off,quiet=off"});
    let id = players[0].create(endless).await;
    players[1].command(&id, json!({"type": "join"})).await;
    for ply in 0..turns {
        play(&id, &mut players, ply).await;
    }
    (id, players)
}

async fn play(id: &str, players: &mut [Client; 2], ply: usize) {
    let text = ["a1b3", "a9b7", "b3a1", "b7a9"][ply % 4];
    assert_eq!(players[ply % 2].play(id, text, ply).await.status, 200);
}

#[tokio::test]
async fn bounds_the_bytes_queued_for_slow_readers() {
    let server = Server::start().await;
    let (id, mut players) = long_game(&server, 1000).await;
    let mut socket = unread_socket(&server).await;
    let watch = json!({"type": "watch", "game": id, "have": 1_000_000}).to_string();
    socket.send(Message::text(watch)).await.unwrap();
    let (mut largest, mut ply) = (0, 1000);
    // Each update carries the whole game. First they fill the system's buffers.
    while metric(&server, "sanban_slow_connections_total").await == 0 {
        assert!(ply < 5000, "it was not dropped");
        play(&id, &mut players, ply).await;
        largest = largest.max(metric(&server, "sanban_queued_bytes").await);
        ply += 1;
    }
    assert!(largest > 100_000, "it did queue much: {largest}");
    assert!(largest <= MAX_QUEUED_BYTES, "{largest}");
    while metric(&server, "sanban_queued_bytes").await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn limits_the_messages_of_an_address() {
    let limited = Settings { requests: 1, burst: 20, proxy: true, ..settings() };
    let server = Server::with(limited).await;
    let ana = server.guest_at("192.0.2.1").await;
    let mut sockets = [ana.socket().await, ana.socket().await, ana.socket().await];
    for socket in &mut sockets {
        for _ in 0..50 {
            socket.send(json!({"type": "ping"})).await;
        }
    }
    // Each stays within the limits of a connection.
    let rejection = sockets[2].receive_type("refused").await;
    assert_eq!(rejection["code"], "too-many-requests");
    let mut other = server.guest_at("192.0.2.2").await.socket().await;
    other.send(json!({"type": "ping"})).await;
    assert_eq!(other.receive().await, Some(json!({"type": "pong"})));
}
