//! The data folder of a running server: who may use it, and what happens when somebody else does.

mod common;

use common::{Server, settings};
use sanban_server::{ServeError, Settings};
use sqlx::{ConnectOptions, SqliteConnection};
use std::future::pending;
use std::path::Path;

async fn connect(folder: &Path) -> SqliteConnection {
    sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("sanban.db")).connect().await.unwrap()
}

#[tokio::test]
async fn a_second_server_gives_up_and_names_the_first() {
    let mut server = Server::start().await;
    let (mut ana, game) = (server.guest().await, serde_json::json!({"game": "jesonmor", "pace": "5m"}));
    let game = ana.create(game).await;
    let second = Settings { data: server.data().to_path_buf(), ..settings() };
    let address = "127.0.0.1:0".parse().unwrap();
    let error = sanban_server::serve(&[address], second, |_| panic!("it serves"), pending()).await.unwrap_err();
    assert!(matches!(error, ServeError::Store(_)), "{error:?}");
    let error = error.to_string();
    for part in [&server.data().display().to_string(), &format!("process {} on ", std::process::id())] {
        assert!(error.contains(part), "{error} lacks {part}");
    }
    assert_eq!(ana.get(&format!("/api/games/{game}")).await.status, 200, "the first serves as before");
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_was_superseded_writes_nothing_and_stops() {
    let mut server = Server::start().await;
    server.guest().await;
    let mut database = connect(server.data()).await;
    let sql = "UPDATE epoch SET number = number + 1, run = 'another server'";
    sqlx::query(sql).execute(&mut database).await.unwrap();
    // It notices with its next write, at the latest with the regular one.
    let failure = server.failure().await;
    assert!(failure.to_string().contains("another server"), "{failure}");
    assert!(tokio::net::TcpStream::connect(server.address).await.is_err(), "it has stopped serving");
    let guests: u32 = sqlx::query_scalar("SELECT count(*) FROM players").fetch_one(&mut database).await.unwrap();
    assert_eq!(guests, 1);
}
