//! Copies of a server's data between SQLite and PostgreSQL.

mod common;

use common::postgres::TestServer;
use common::{Server, settings};
use sanban_server::{Copied, Settings, copy};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, PgConnection, SqliteConnection};
use std::path::Path;
use std::time::Duration;

async fn sqlite(folder: &Path) -> SqliteConnection {
    sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("sanban.db")).connect().await.unwrap()
}

type LoggedEvent = (String, i64, i64, Option<String>, Option<String>, Option<i64>, String);

async fn sqlite_log(folder: &Path) -> Vec<LoggedEvent> {
    let sql = "SELECT game, number, at, player, command, digest, event FROM events ORDER BY game, number";
    sqlx::query_as(sql).fetch_all(&mut sqlite(folder).await).await.unwrap()
}

async fn postgres_log(url: &str) -> Vec<LoggedEvent> {
    let sql = "SELECT game, number::bigint, at, player, command, digest, event FROM events ORDER BY game, number";
    sqlx::query_as(sql).fetch_all(&mut PgConnection::connect(url).await.unwrap()).await.unwrap()
}

/// Fails if the copy works, and returns why it doesn't.
async fn refusal(from: impl AsRef<Path>, to: impl AsRef<Path>) -> String {
    copy(from.as_ref(), to.as_ref(), |_, _| {}).await.unwrap_err().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_everything_to_postgres_and_back() {
    let Some(database) = common::postgres::server() else { return };
    let url = database.new_database().await;
    let mut server = Server::start().await;
    let (mut ana, mut bo, mut guest) = (server.account("Ana").await, server.account("Bo").await, server.guest().await);
    let token = ana.post("/api/tokens", json!({"label": "bot"})).await.json()["token"].as_str().unwrap().to_string();
    let rated = ana.create(json!({"game": "jesonmor", "pace": "5m", "seat": "first", "rated": true})).await;
    assert_eq!(bo.command(&rated, json!({"type": "join"})).await.status, 200);
    for (player, text, after) in [(&mut ana, "a1b3", 0), (&mut bo, "a9b7", 1)] {
        assert_eq!(player.play(&rated, text, after).await.status, 200);
    }
    assert_eq!(ana.command(&rated, json!({"type": "resign"})).await.status, 200);
    let live = ana.create(json!({"game": "jesonmor", "pace": "2s", "seat": "first"})).await;
    let slow = guest.create(json!({"game": "jesonmor", "pace": "3d", "seat": "second"})).await;
    assert_eq!(bo.command(&slow, json!({"type": "join"})).await.status, 200);
    assert_eq!(bo.command(&live, json!({"type": "join"})).await.status, 200);
    for (player, text, after) in [(&mut ana, "a1b3", 0), (&mut bo, "a9b7", 1)] {
        assert_eq!(player.play(&live, text, after).await.status, 200);
    }
    // The guest logs in to Bo's account, which then has the guest's games.
    let login = json!({"name": "Bo", "passphrase": "correct horse"});
    assert_eq!(guest.post("/api/session", login).await.status, 200);

    let in_use = refusal(server.data(), &url).await;
    assert!(in_use.contains("is in use by the server at"), "{in_use}");
    server.stop().await;
    assert!(refusal("no-such-folder", &url).await.contains("no games of a server"));
    assert!(refusal(server.data(), server.data()).await.contains("the same"));
    let mut steps = Vec::new();
    let copied = copy(server.data(), &url, |done, all| steps.push((done, all))).await.unwrap();
    assert_eq!(copied, Copied { games: 3, players: 3 });
    assert_eq!(steps.last().map(|(done, all)| done == all), Some(true));
    let log = sqlite_log(server.data()).await;
    assert_eq!(postgres_log(&url).await, log);
    assert!(refusal(server.data(), &url).await.contains("already has players or games"));

    let back = tempfile::tempdir().unwrap();
    assert_eq!(copy(&url, back.path(), |_, _| {}).await, Ok(copied));
    assert_eq!(sqlite_log(back.path()).await, log);
    assert!(refusal(&url, back.path()).await.contains("already has"));
    for table in ["players", "secrets", "api_tokens", "games", "ratings", "standings", "alive"] {
        let rows = async |folder: &Path| -> Vec<String> {
            let mut connection = sqlite(folder).await;
            let columns = "SELECT group_concat('quote(' || name || ')', ' || ') FROM pragma_table_info(?)";
            let columns: String = sqlx::query_scalar(columns).bind(table).fetch_one(&mut connection).await.unwrap();
            let sql = sqlx::AssertSqlSafe(format!("SELECT {columns} AS row FROM {table} ORDER BY row"));
            sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap()
        };
        assert_eq!(rows(back.path()).await, rows(server.data()).await, "{table}");
    }

    // A server goes on with the copy where the other one stopped, and charges nobody for the time between.
    let mut moved = Server::with(Settings { store: url.clone().try_into().unwrap(), ..settings() }).await;
    (ana.address, bo.address) = (moved.address, moved.address);
    let state = ana.state(&live).await;
    assert_eq!((&state["result"], &state["moves"]), (&Value::Null, &json!(["a1b3", "a9b7"])));
    assert!(state["clock"]["left"][0].as_u64().unwrap() > 0, "{state}");
    assert_eq!(ana.play(&live, "b1a3", 2).await.status, 200);
    assert_eq!(bo.state(&slow).await["moves"], json!([]));
    let mut bot = moved.stranger();
    bot.headers.push(("authorization".into(), format!("Bearer {token}")));
    assert_eq!(bot.get("/api/me").await.json()["name"], "Ana");
    let in_use = refusal(&url, tempfile::tempdir().unwrap().path()).await;
    assert!(in_use.contains("is in use by the server at 127.0.0.1:"), "{in_use}");
    assert_eq!(needed_games(&url).await, [live]);
    moved.stop().await;
    leaves_nothing_when_interrupted(database, server.data()).await;
}

/// The games that need an actor.
async fn needed_games(url: &str) -> Vec<String> {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::query_scalar("SELECT id FROM games WHERE needs_actor").fetch_all(&mut connection).await.unwrap()
}

async fn leaves_nothing_when_interrupted(database: &TestServer, source: &Path) {
    let (url, folder) = (database.new_database().await, tempfile::tempdir().unwrap());
    for target in [Path::new(&url), folder.path()] {
        let mut calls = 0;
        let stop = |_: u64, _: u64| {
            calls += 1;
            // As if the process ended here.
            if calls == 3 {
                std::panic::resume_unwind(Box::new("interrupted"));
            }
        };
        let copying = std::panic::AssertUnwindSafe(copy(source, target, stop));
        assert!(futures_util::FutureExt::catch_unwind(copying).await.is_err());
        tokio::time::sleep(Duration::from_millis(200)).await;
        copy(source, target, |_, _| {}).await.expect("the target is empty");
    }
}
