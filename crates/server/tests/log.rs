//! The log: request ids, throttled lines, and no secrets.

mod common;
mod nats;

use common::{Server, settings};
use futures_util::SinkExt;
use nats::NatsServer;
use sanban_server::Settings;
use sanban_server::bus::NatsBus;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use tokio_tungstenite::tungstenite::Message;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;

/// Everything that was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;

    fn make_writer(&self) -> Log {
        self.clone()
    }
}

impl Log {
    /// Logs what this thread does, and so the whole server of the test.
    fn start(level: LevelFilter) -> (Log, tracing::subscriber::DefaultGuard) {
        let log = Log::default();
        let output = tracing_subscriber::fmt::layer().json().with_writer(log.clone());
        let subscriber = tracing_subscriber::registry().with(level).with(output);
        (log, tracing::subscriber::set_default(subscriber))
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// The lines with a message.
    fn lines(&self, message: &str) -> Vec<Value> {
        let lines = self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
        lines.into_iter().filter(|line| line["fields"]["message"] == message).collect()
    }
}

#[tokio::test]
async fn logs_requests_under_the_id_that_they_get_back() {
    let (log, _guard) = Log::start(LevelFilter::DEBUG);
    let server = Server::with(Settings { proxy: true, ..settings() }).await;
    let mut client = server.stranger();
    let generated = client.get("/api/games/secretgameid2345/record").await;
    let generated = generated.header("x-request-id").expect("an id").to_string();
    client.headers.push(("x-request-id".into(), "from-the-proxy".into()));
    assert_eq!(client.get("/healthz").await.header("x-request-id"), Some("from-the-proxy"));
    assert!(client.get("/").await.header("x-request-id").is_some());
    let lines = log.lines("answered");
    let find = |id: &str, route: &str| lines.iter().find(|l| l["span"]["id"] == id && l["span"]["route"] == route);
    let line = find(&generated, "/api/games/{id}/record").unwrap_or_else(|| panic!("{generated} in {lines:?}"));
    assert_eq!((&line["fields"]["status"], &line["span"]["method"]), (&json!(404), &json!("GET")));
    assert_eq!(line["level"], "DEBUG");
    assert!(line["fields"]["ms"].as_f64().is_some_and(|ms| ms >= 0.0));
    assert!(find("from-the-proxy", "/healthz").is_some(), "{lines:?}");
    assert!(find("from-the-proxy", "page").is_some(), "{lines:?}");
}

#[tokio::test]
async fn logs_the_start_and_the_stop_at_info() {
    let (log, _guard) = Log::start(LevelFilter::INFO);
    let mut server = Server::start().await;
    server.guest().await;
    server.stop().await;
    let serving = &log.lines("serving")[0];
    assert_eq!(serving["fields"]["data"], json!(server.data()));
    assert_eq!(serving["fields"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(log.lines("migrated the database").len(), 1);
    assert_eq!(log.lines("stopped").len(), 1);
    assert!(log.lines("answered").is_empty());
}

#[tokio::test]
async fn throttles_repeated_store_errors() {
    let (log, _guard) = Log::start(LevelFilter::INFO);
    let server = Server::start().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.data().join("sanban.db"));
    let mut database = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let sql = "CREATE TRIGGER fail BEFORE INSERT ON players BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    sqlx::query(sql).execute(&mut database).await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..20 {
        let response = server.stranger().post("/api/me", json!({})).await;
        assert_eq!((response.status, response.code().as_str()), (503, "store-failed"));
        ids.push(response.header("x-request-id").unwrap().to_string());
    }
    let lines = log.lines("the store failed");
    assert!((1..=2).contains(&lines.len()), "{lines:?}");
    assert_eq!((&lines[0]["level"], &lines[0]["fields"]["suppressed"]), (&json!("ERROR"), &json!(0)));
    assert!(lines[0]["fields"]["error"].as_str().unwrap().contains("the disk is full"));
    assert_eq!(lines[0]["span"]["id"], json!(ids[0]));
    let metrics = server.stranger().get("/metrics").await.text;
    let line = "sanban_http_requests_total{route=\"/api/me\",method=\"POST\",status=\"503\"} 20\n";
    assert!(metrics.contains(line), "{metrics}");
    let failures = metrics.lines().find_map(|line| line.strip_prefix("sanban_store_failures_total "));
    assert!(failures.unwrap().parse::<u32>().unwrap() >= 20, "{metrics}");
}

#[tokio::test]
async fn logs_no_secrets() {
    let (log, _guard) = Log::start(LevelFilter::TRACE);
    let mut server = Server::start().await;
    let mut secrets = vec!["correct horse".to_string(), "wrong stable".into()];
    let mut ana = server.guest().await;
    secrets.push(ana.cookie.clone());
    let credentials = json!({"name": "Ana", "passphrase": "correct horse"});
    assert_eq!(ana.post("/api/account", credentials.clone()).await.status, 201);
    secrets.push(ana.cookie.clone());
    let token = ana.post("/api/tokens", json!({"label": "bot"})).await;
    assert_eq!(token.status, 201, "{token:?}");
    let token = token.json()["token"].as_str().expect("the token").to_string();
    let mut bot = server.stranger();
    bot.headers.push(("authorization".into(), format!("Bearer {token}")));
    assert_eq!(bot.get("/api/me").await.status, 200);
    secrets.push(token);
    let mut eve = server.guest().await;
    secrets.push(eve.cookie.clone());
    let wrong = json!({"name": "Ana", "passphrase": "wrong stable"});
    assert_eq!(eve.post("/api/session", wrong).await.status, 403);
    assert_eq!(eve.post("/api/session", credentials).await.status, 200);
    secrets.push(eve.cookie.clone());
    let mut bo = server.guest().await;
    let game = ana.create(json!({"game": "jesonmor", "pace": "5m", "opponent": "link"})).await;
    secrets.push(game.clone());
    assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);
    for path in ["/api/games/", "/game/", "/previews/game/"] {
        bo.get(&format!("{path}{game}")).await;
    }
    bo.get(&format!("/api/games/{game}/record")).await;
    bo.get(&format!("/api/{game}")).await;
    let mut socket = bo.socket_v2().await;
    socket.watch(&game, 0).await;
    for _ in 0..300 {
        // The server disconnects it.
        let _ = socket.stream.feed(Message::text(json!({"type": "unwatch", "game": game}).to_string())).await;
    }
    let _ = socket.stream.flush().await;
    while socket.receive().await.is_some() {}
    bo.command(&game, json!({"type": "resign"})).await;
    server.stop().await;

    let text = log.text();
    // It did log these things.
    for message in ["created an account", "a login failed", "created a game", "a game has started or ended"] {
        assert!(!log.lines(message).is_empty(), "{message} in {text}");
    }
    let flooding = log.lines("dropped a connection for flooding");
    assert!(flooding[0]["level"] == "WARN" && flooding[0]["fields"]["request"].is_string(), "{flooding:?}");
    for secret in secrets {
        let secret = secret.strip_prefix("sanban=").unwrap_or(&secret);
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[tokio::test]
async fn throttles_what_the_bus_reports_again_and_again() {
    let Some(mut nats) = NatsServer::start() else { return };
    let (log, _guard) = Log::start(LevelFilter::INFO);
    let _bus = NatsBus::connect(&nats.url(), "a").await.unwrap();
    nats.kill();
    // The client logs every attempt to connect, if it may.
    while log.text().matches("event: client error").count() < 4 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(log.lines("the bus reports a problem").len(), 1, "{}", log.text());
}
