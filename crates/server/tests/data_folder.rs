//! The data folder of a running server: who may use it, and what happens when somebody else does.

mod common;

use common::{Server, settings};
use sanban_server::{ServeError, Settings};
use serde_json::json;
use sqlx::{ConnectOptions, SqliteConnection};
use std::future::pending;
use std::path::Path;

async fn connect(folder: &Path) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("sanban.db"));
    options.create_if_missing(true).connect().await.unwrap()
}

#[tokio::test]
async fn a_second_server_gives_up_and_names_the_first() {
    let mut server = Server::start().await;
    let (mut ana, game) = (server.guest().await, json!({"game": "jesonmor", "pace": "5m"}));
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

/// Damages the files of a running server, and expects that it ends without acknowledging anything into nothing.
async fn ends_when(what: &str, damage: impl Fn(&Path)) {
    let mut server = Server::start().await;
    let mut ana = server.guest().await;
    let game = ana.create(json!({"game": "jesonmor", "opponent": "link"})).await;
    damage(server.data());
    let response = ana.command(&game, json!({"type": "withdraw"})).await;
    // A read may fail before.
    assert!(response.status == 503 && ["store-lost", "store-failed"].contains(&&*response.code()), "{response:?}");
    let failure = server.failure().await.to_string();
    assert!(failure.contains("sanban.db") && failure.ends_with(what), "{failure}");
}

#[tokio::test]
async fn stops_when_its_files_are_deleted() {
    ends_when("was deleted", |folder| std::fs::remove_file(folder.join("sanban.db")).unwrap()).await;
    ends_when("was deleted", |folder| std::fs::remove_file(folder.join("sanban.db-wal")).unwrap()).await;
}

#[tokio::test]
async fn stops_when_its_files_are_replaced_or_truncated() {
    ends_when("was replaced", |folder| {
        std::fs::copy(folder.join("sanban.db"), folder.join("copy")).unwrap();
        std::fs::rename(folder.join("copy"), folder.join("sanban.db")).unwrap();
    })
    .await;
    let truncate = |file: &'static str| {
        move |folder: &Path| {
            let file = std::fs::OpenOptions::new().write(true).open(folder.join(file)).unwrap();
            file.set_len(100).unwrap();
            // Closing it would release the server's locks, since this is the same process.
            std::mem::forget(file);
        }
    };
    ends_when("was truncated", truncate("sanban.db-wal")).await;
    ends_when("was truncated", truncate("sanban.db")).await;
}

#[tokio::test]
async fn is_unhealthy_when_its_database_is_overwritten() {
    let mut server = Server::start().await;
    let mut ana = server.guest().await;
    assert_eq!(ana.get("/healthz").await.status, 200);
    let path = server.data().join("sanban.db");
    overwrite(&path, &vec![0; std::fs::metadata(&path).unwrap().len() as usize]);
    let health = ana.get("/healthz").await;
    assert_eq!((health.status, health.code().as_str()), (503, "store-lost"));
    assert!(server.failure().await.to_string().contains("sanban.db"));
}

/// Writes over the beginning of a file.
fn overwrite(path: &Path, bytes: &[u8]) {
    let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    std::io::Write::write_all(&mut file, bytes).unwrap();
    // Closing it would release the server's locks, since this is the same process.
    std::mem::forget(file);
}

#[tokio::test]
async fn stops_when_its_log_is_overwritten() {
    ends_when("was overwritten", |folder| overwrite(&folder.join("sanban.db-wal"), &[0; 32])).await;
    // The header of another log.
    let other = tempfile::tempdir().unwrap();
    let mut database = connect(other.path()).await;
    sqlx::raw_sql("PRAGMA journal_mode = WAL; CREATE TABLE games (id)").execute(&mut database).await.unwrap();
    let header = std::fs::read(other.path().join("sanban.db-wal")).unwrap()[..32].to_vec();
    ends_when("was overwritten", |folder| overwrite(&folder.join("sanban.db-wal"), &header)).await;
}

#[tokio::test]
async fn is_unhealthy_when_its_log_is_overwritten() {
    let mut server = Server::start().await;
    let mut ana = server.guest().await;
    assert_eq!(ana.get("/healthz").await.status, 200);
    overwrite(&server.data().join("sanban.db-wal"), &[0; 32]);
    let health = ana.get("/healthz").await;
    assert_eq!((health.status, health.code().as_str()), (503, "store-lost"));
    assert!(server.failure().await.to_string().ends_with("sanban.db-wal was overwritten"));
}

/// The names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn one_file_holds_everything_after_every_clean_stop() {
    let mut server = Server::start().await;
    for stops in 1..=20u32 {
        let mut ana = server.guest().await;
        // Some requests are under way when it stops.
        let readers: Vec<_> = (0..8)
            .map(|_| {
                let mut reader = ana.clone();
                tokio::spawn(async move { while reader.try_get("/api/games?player=me").await.is_some() {} })
            })
            .collect();
        ana.create(json!({"game": "jesonmor", "pace": "5m"})).await;
        server.stop().await;
        assert_eq!(files(server.data()), ["sanban.db", "sanban.lock"], "stop {stops}");
        for reader in readers {
            reader.await.unwrap();
        }
        let copy = tempfile::tempdir().unwrap();
        std::fs::copy(server.data().join("sanban.db"), copy.path().join("sanban.db")).unwrap();
        let mut database = connect(copy.path()).await;
        let games: u32 = sqlx::query_scalar("SELECT count(*) FROM games").fetch_one(&mut database).await.unwrap();
        assert_eq!(games, stops);
        server.restart().await;
    }
}

#[tokio::test]
#[cfg(unix)]
async fn takes_permissions_on_old_files_away() {
    use std::os::unix::fs::PermissionsExt;
    let mut server = Server::start().await;
    server.stop().await;
    // As after a kill: with the log of an older server. The umask of the test may be narrower.
    let mut other = connect(server.data()).await;
    sqlx::raw_sql("UPDATE alive SET until = until").execute(&mut other).await.unwrap();
    let names = ["sanban.db", "sanban.db-wal", "sanban.db-shm"];
    for name in names {
        std::fs::set_permissions(server.data().join(name), PermissionsExt::from_mode(0o664)).unwrap();
    }
    server.restart().await;
    let mode = |name: &str| std::fs::metadata(server.data().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(names.map(mode), [0o600; 3]);
    drop(other);
}

#[tokio::test]
#[cfg(unix)]
async fn only_the_owner_can_read_what_is_stored() {
    use std::os::unix::fs::PermissionsExt;
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("data");
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let (tell, ready) = tokio::sync::oneshot::channel();
    let settings = Settings { data: folder.clone(), ..settings() };
    let address = ["127.0.0.1:0".parse().unwrap()];
    let served = tokio::spawn(async move {
        sanban_server::serve(&address, settings, |_| tell.send(()).unwrap(), async { drop(ended.await) }).await
    });
    ready.await.unwrap();
    sanban_server::export::backup(&folder, &folder.join("backup.db")).await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let names = files(&folder);
    assert_eq!(names, ["backup.db", "sanban.db", "sanban.db-shm", "sanban.db-wal", "sanban.lock"]);
    for name in names {
        assert_eq!(mode(&folder.join(&name)), 0o600, "{name}");
    }
    drop(end);
    served.await.unwrap().unwrap();
}
