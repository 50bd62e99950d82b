//! Malformed requests, and requests for other hosts.

mod common;

use common::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test]
async fn answers_malformed_paths_and_queries_in_json() {
    let server = Server::start().await;
    for path in [
        "/api/players/%ff%fe",
        "/api/games/%ff%fe",
        "/api/games/%ff/events",
        "/api/games/%ff/record",
        "/api/leaders/%ff",
        "/api/games?limit=many",
        "/api/games?unknown=1",
        "/previews/%ff%fe",
        "/previews/game/%ff",
    ] {
        let response = server.stranger().get(path).await;
        assert_eq!((response.status, response.code().as_str()), (400, "bad-request"), "{path}");
        assert_eq!(response.header("content-type"), Some("application/json"), "{path}");
    }
    let response = server.stranger().get("/api/%ff%fe").await;
    assert_eq!((response.status, response.code().as_str()), (404, "no-such-address"));
}

#[tokio::test]
async fn answers_only_for_its_own_hosts() {
    let server = Server::start().await;
    let ask = async |path: &str, host: &str, more: &str| {
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{more}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer[9..12].parse::<u16>().unwrap()
    };
    let upgrade = "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let port = server.address.port();
    for (host, expected) in [(format!("localhost:{port}"), 200), (format!("evil.example:{port}"), 421)] {
        assert_eq!(ask("/api/lobby", &host, "").await, expected, "{host}");
        assert_eq!(ask("/metrics", &host, "").await, expected, "{host}");
    }
    assert_eq!(ask("/api/socket", "evil.example", upgrade).await, 421);
    assert_eq!(ask("/healthz", "evil.example", "").await, 200);
}
