//! A whole server on PostgreSQL.

mod common;

use common::{Server, settings};
use sanban_server::Settings;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use std::time::Duration;

/// Longer than the time on the clocks of the games.
const OUTAGE: Duration = Duration::from_secs(3);

#[tokio::test(flavor = "multi_thread")]
async fn serves_games_from_postgres_and_goes_on_after_a_restart() {
    let Some(database) = common::postgres::server() else { return };
    let url = database.new_database().await;
    let mut server = Server::with(Settings { store: url.clone().try_into().unwrap(), ..settings() }).await;
    let (mut ana, mut bo) = (server.account("Ana").await, server.guest().await);
    let id = ana.create(json!({"game": "jesonmor", "pace": "2s", "seat": "first"})).await;
    let mut socket = bo.socket_v2().await;
    socket.watch(&id, 0).await;
    assert_eq!(bo.command(&id, json!({"type": "join"})).await.status, 200);
    assert_eq!(ana.play(&id, "a1b3", 0).await.status, 200);
    while socket.receive_type("update").await["update"]["turns"].as_array().is_some_and(Vec::is_empty) {}
    assert_eq!(bo.play(&id, "a9b7", 1).await.status, 200);
    assert_eq!(ana.get("/healthz").await.text.trim(), "ok");
    let metrics = ana.get("/metrics").await.text;
    assert!(metrics.contains("sanban_store_healthy 1.0\n") && !metrics.contains("sanban_database_bytes"), "{metrics}");
    assert!(std::fs::read_dir(server.data()).unwrap().next().is_none(), "the data folder isn't used");

    // The clock of the first player runs. Nobody is charged while no server runs, or while the player can't be back yet.
    server.stop().await;
    tokio::time::sleep(OUTAGE).await;
    server.restart().await;
    (ana.address, bo.address) = (server.address, server.address);
    let state = server.stranger().state(&id).await;
    assert_eq!((&state["clock"]["running"], &state["result"]), (&Value::Null, &Value::Null));
    assert_eq!(state["moves"], json!(["a1b3", "a9b7"]));
    assert_eq!(ana.play(&id, "b1a3", 2).await.status, 200);
    let state = bo.state(&id).await;
    assert_eq!(state["moves"], json!(["a1b3", "a9b7", "b1a3"]));
    assert!(state["clock"]["left"][0].as_u64().unwrap() > 0, "{state}");
    let mut connection = PgConnection::connect(&url).await.unwrap();
    let interruptions = sqlx::query_scalar("SELECT count(*) FROM events WHERE event LIKE '{\"type\":\"interrupted\"%'");
    let interruptions: i64 = interruptions.fetch_one(&mut connection).await.unwrap();
    assert_eq!(interruptions, 1);

    // Commands work beside the server.
    assert_eq!(bo.play(&id, "b9a7", 3).await.status, 200);
    assert_eq!(sanban_server::export::close_account(&url, "ana").await.as_deref(), Ok("Ana"));
    while bo.state(&id).await["result"] == Value::Null {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(ana.get("/api/me").await.status, 401);
    let records = std::sync::Mutex::new(String::new());
    let write = |text: &str| {
        *records.lock().unwrap() += text;
        Ok::<(), sanban_server::StoreError>(())
    };
    sanban_server::export::export(&url, write).await.unwrap();
    assert!(records.lock().unwrap().contains("[Game \"jesonmor\"]"));
    let backup = sanban_server::export::backup(&url, std::path::Path::new("nowhere")).await.unwrap_err().to_string();
    assert!(backup.contains("pg_dump"), "{backup}");
    server.stop().await;
}
