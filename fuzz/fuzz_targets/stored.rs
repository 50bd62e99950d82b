//! A damaged game in the store fails alone: its requests are answered with an error, and the rest of the server works. The
//! first line of the input is the summary of a game, and each further line an event.
#![no_main]

mod server;

use libfuzzer_sys::fuzz_target;
use server::{check_error, server};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::sync::Mutex;

/// The connection that damages the store, and the number of games so far.
static STORE: Mutex<Option<(SqliteConnection, u32)>> = Mutex::new(None);

/// Stores a game of these rows.
async fn store(
    connection: &mut SqliteConnection,
    id: &str,
    state: &str,
    summary: &str,
    events: &[&str],
) -> sqlx::Result<()> {
    let mut transaction = connection.begin().await?;
    sqlx::query("INSERT INTO games (id, kind, state, open, computer, changed, summary, begun) VALUES (?, 'jinli', ?, 0, 0, 1, ?, 1)")
        .bind(id)
        .bind(state)
        .bind(summary)
        .execute(&mut *transaction)
        .await?;
    for (number, event) in (1..).zip(events) {
        sqlx::query("INSERT INTO events (game, number, at, event) VALUES (?, ?, ?, ?)")
            .bind(id)
            .bind(number)
            .bind(1_700_000_000_000_i64 + number)
            .bind(event)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

async fn remove(connection: &mut SqliteConnection, id: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM events WHERE game = ?").bind(id).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM games WHERE id = ?").bind(id).execute(&mut *connection).await?;
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    let (Some(kind), Ok(text)) = (data.first(), std::str::from_utf8(data.get(1..).unwrap_or_default())) else { return };
    let server = server();
    let mut store_guard = STORE.lock().expect("one thread");
    let (connection, number) = store_guard.get_or_insert_with(|| {
        let options = SqliteConnectOptions::new().filename(server.data.join("sanban.db")).pragma("synchronous", "OFF");
        (server.runtime.block_on(options.connect()).expect("the store"), 0)
    });
    *number += 1;
    let id = format!("{number:016}");
    let state = ["over", "running", "waiting"][usize::from(kind % 3)];
    let mut lines = text.lines();
    let summary = lines.next().unwrap_or_default().replace("GAME", &id);
    let events: Vec<&str> = lines.collect();
    server.runtime.block_on(store(connection, &id, state, &summary, &events)).expect("rows");
    for path in [
        format!("games/{id}"),
        format!("games/{id}/events"),
        format!("games/{id}/record"),
        "games".into(),
        "lobby".into(),
    ] {
        let Some(response) = server.request("GET", &format!("/api/{path}"), "") else { continue };
        assert!(response.status != 500, "{path}: {}", response.body);
        check_error(&response);
    }
    let command = r#"{"id": "x", "command": {"type": "move", "move": "a1b2/c3", "after": 0}}"#;
    if let Some(response) = server.request("POST", &format!("/api/games/{id}/commands"), command) {
        assert!(response.status != 500, "{}", response.body);
        check_error(&response);
    }
    server.runtime.block_on(remove(connection, &id)).expect("rows");
    if let Some(health) = server.request("GET", "/healthz", "") {
        assert_eq!(health.status, 200, "{}", health.body);
    }
});
