//! Changing and deleting accounts, everything stored about a player, and API tokens.

mod common;

use common::{Client, Server, settings};
use sanban_server::Settings;
use serde_json::{Value, json};

fn credentials(name: &str, passphrase: &str) -> Value {
    json!({"name": name, "passphrase": passphrase})
}

async fn log_in(server: &Server, name: &str, passphrase: &str) -> Result<Client, String> {
    let mut client = server.stranger();
    let response = client.post("/api/session", credentials(name, passphrase)).await;
    if response.status == 200 { Ok(client) } else { Err(response.code()) }
}

async fn put(client: &mut Client, path: &str, body: Value) -> common::Response {
    client.request("PUT", path, Some(body.to_string())).await
}

/// A client that uses an API token of an account.
async fn bot(server: &Server, owner: &mut Client) -> (Client, Value) {
    let created = owner.post("/api/tokens", json!({"label": " my bot "})).await;
    assert_eq!(created.status, 201, "{created:?}");
    let created = created.json();
    let mut bot = server.stranger();
    bot.headers.push(("authorization".into(), format!("Bearer {}", created["token"].as_str().unwrap())));
    (bot, created)
}

#[tokio::test]
async fn rejects_common_passphrases() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    for (passphrase, code) in [
        ("password", "common-passphrase"),
        ("        ", "common-passphrase"),
        ("ana ana ana", "common-passphrase"),
        ("1234567", "bad-passphrase"),
    ] {
        let rejection = ana.post("/api/account", credentials("Ana", passphrase)).await;
        assert_eq!((rejection.status, rejection.code().as_str()), (400, code), "{passphrase:?}");
    }
    assert_eq!(ana.post("/api/account", credentials("Ana", "correct horse")).await.status, 201);
}

#[tokio::test]
async fn changes_the_passphrase_and_ends_other_sessions() {
    let server = Server::start().await;
    let mut ana = server.account("Ana").await;
    let mut elsewhere = log_in(&server, "Ana", "correct horse").await.unwrap();
    let (mut here_socket, mut there_socket) = (ana.socket().await, elsewhere.socket().await);
    let path = "/api/account/passphrase";
    let rejection = put(&mut ana, path, json!({"current": "wrong horse", "new": "battery staple"})).await;
    assert_eq!((rejection.status, rejection.code().as_str()), (403, "wrong-passphrase"));
    let rejection = put(&mut ana, path, json!({"current": "correct horse", "new": "password"})).await;
    assert_eq!(rejection.code(), "common-passphrase");
    assert_eq!(elsewhere.get("/api/me").await.status, 200, "nothing has changed");
    assert_eq!(put(&mut ana, path, json!({"current": "correct horse", "new": "battery staple"})).await.status, 204);
    assert_eq!(ana.get("/api/me").await.json()["name"], "Ana", "this session stays");
    assert_eq!(elsewhere.get("/api/me").await.status, 401);
    assert_eq!(there_socket.receive_type("closing").await["code"], "changed");
    here_socket.send(json!({"type": "ping"})).await;
    here_socket.receive_type("pong").await;
    assert_eq!(log_in(&server, "Ana", "correct horse").await.err().as_deref(), Some("wrong-passphrase"));
    assert!(log_in(&server, "Ana", "battery staple").await.is_ok());
    let mut guest = server.guest().await;
    assert_eq!(put(&mut guest, path, json!({"current": "x", "new": "battery staple"})).await.code(), "no-account");
}

#[tokio::test]
async fn logs_out_everywhere() {
    let server = Server::start().await;
    let mut ana = server.account("Ana").await;
    let mut elsewhere = log_in(&server, "Ana", "correct horse").await.unwrap();
    let (mut bot, _) = bot(&server, &mut ana).await;
    let mut sockets = [ana.socket().await, elsewhere.socket().await];
    let mut bot_socket = bot.socket().await;
    let mut bo = server.account("Bo").await;
    assert_eq!(ana.request("DELETE", "/api/sessions", None).await.status, 204);
    for socket in &mut sockets {
        assert_eq!(socket.receive_type("closing").await["code"], "changed");
    }
    assert_eq!((ana.get("/api/me").await.status, elsewhere.get("/api/me").await.status), (401, 401));
    assert_eq!(bo.get("/api/me").await.status, 200);
    assert_eq!(bot.get("/api/me").await.json()["name"], "Ana", "API tokens stay");
    bot_socket.send(json!({"type": "ping"})).await;
    bot_socket.receive_type("pong").await;
}

#[tokio::test]
async fn deletes_an_account_and_keeps_its_games() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.account("Ana").await, server.account("Bo").await);
    let rated = json!({"game": "jesonmor", "seat": "first", "rated": true});
    let over = ana.create(rated.clone()).await;
    bo.command(&over, json!({"type": "join"})).await;
    ana.play(&over, "a1b3", 0).await;
    bo.play(&over, "a9b7", 1).await;
    bo.command(&over, json!({"type": "resign"})).await;
    let running = ana.create(rated).await;
    bo.command(&running, json!({"type": "join"})).await;
    ana.play(&running, "a1b3", 0).await;
    bo.play(&running, "a9b7", 1).await;
    let waiting = ana.create(json!({"game": "jinli"})).await;
    let (mut token, _) = bot(&server, &mut ana).await;
    let mut socket = ana.socket().await;

    let wrong = ana.post("/api/account/deletion", json!({"passphrase": "wrong horse"})).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (403, "wrong-passphrase"));
    assert_eq!(ana.post("/api/account/deletion", json!({"passphrase": "correct horse"})).await.status, 204);
    assert_eq!(ana.cookie, "sanban=", "the cookie is removed");
    assert_eq!(socket.receive_type("closing").await["code"], "changed");
    assert_eq!(token.get("/api/me").await.code(), "bad-token");
    assert_eq!(log_in(&server, "Ana", "correct horse").await.err().as_deref(), Some("wrong-passphrase"));
    assert_eq!(server.stranger().get("/api/players/Ana").await.status, 404);

    let game = bo.get(&format!("/api/games/{over}")).await.json();
    let seat = &game["summary"]["seats"][0];
    assert_eq!((&seat["name"], &seat["account"]), (&Value::Null, &json!(false)), "{game}");
    assert!(seat["guest"].is_string());
    assert_eq!(game["state"]["result"], "1-0");
    let record = bo.get(&format!("/api/games/{over}/record")).await.text;
    assert!(!record.contains("Ana"), "{record}");
    assert_eq!(bo.state(&running).await["result"], "0-1", "a running game is resigned");
    assert_eq!(bo.state(&waiting).await["result"], "none", "an open game is cancelled");
    let leaders = bo.get("/api/leaders/jesonmor").await.text;
    assert!(leaders.contains("Bo") && !leaders.contains("Ana"), "{leaders}");
    let mut eve = server.guest().await;
    let taken = eve.post("/api/account", credentials("Ana", "correct horse")).await;
    assert_eq!(taken.code(), "name-taken", "nobody else gets the name");
}

#[tokio::test]
async fn shows_everything_stored_about_a_player() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.account("Ana").await, server.guest().await);
    put(&mut ana, "/api/me/settings", json!({"theme": "pond"})).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        let id = ana.create(json!({"game": "jesonmor", "seat": "first"})).await;
        bo.command(&id, json!({"type": "join"})).await;
        ana.play(&id, "a1b3", 0).await;
        ids.push(id);
    }
    let (mut bot, created) = bot(&server, &mut ana).await;
    for client in [&mut ana, &mut bot] {
        let response = client.get("/api/me/data").await;
        assert_eq!(response.header("content-disposition"), Some("attachment; filename=\"sanban-data.json\""));
        let data = response.json();
        assert_eq!((&data["player"]["name"], &data["player"]["settings"]["theme"]), (&json!("Ana"), &json!("pond")));
        assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(data["tokens"][0], json!({"id": created["id"], "label": "my bot", "since": created["since"]}));
        assert_eq!(data["ratings"], json!([]));
        let games = data["games"].as_array().unwrap();
        let mut found: Vec<&str> = games.iter().map(|game| game["summary"]["id"].as_str().unwrap()).collect();
        found.sort();
        ids.sort();
        assert_eq!(found, ids);
        for game in games {
            assert_eq!(game["summary"]["yours"], 0);
            assert_eq!(game["updates"].as_array().unwrap().len(), 4);
            assert_eq!(game["updates"][3]["event"]["move"], "a1b3");
        }
    }
    assert_eq!(server.guest().await.get("/api/me/data").await.json()["games"], json!([]), "a guest, too");
    assert_eq!(server.stranger().get("/api/me/data").await.status, 401);
}

#[tokio::test]
async fn marks_accounts_with_tokens_as_bots() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.account("Ana").await, server.guest().await);
    let id = ana.create(json!({"game": "jesonmor", "seat": "first", "pace": "3d"})).await;
    assert_eq!(ana.get(&format!("/api/games/{id}")).await.json()["summary"]["seats"][0]["bot"], false);
    let (mut bot, created) = bot(&server, &mut ana).await;
    assert_eq!(bot.get("/api/me").await.json()["bot"], true);
    assert_eq!(bo.command(&id, json!({"type": "join"})).await.status, 200);
    assert_eq!(bot.play(&id, "a1b3", 0).await.status, 200, "it plays with the token");
    let is_bot = |summary: &Value| summary["seats"][0]["bot"] == true && summary["seats"][1]["bot"] == false;
    assert!(is_bot(&bo.get(&format!("/api/games/{id}")).await.json()["summary"]));
    assert!(is_bot(&bo.get("/api/games?player=me").await.json()["games"][0]));
    assert_eq!(bo.get("/api/players/Ana").await.json()["bot"], true);
    let mut socket = bot.socket().await;
    assert_eq!(socket.watch(&id, 0).await["summary"]["yours"], 0);

    let list = ana.get("/api/tokens").await.json();
    assert_eq!(list["tokens"], json!([{"id": created["id"], "label": "my bot", "since": created["since"]}]));
    let path = format!("/api/tokens/{}", created["id"].as_str().unwrap());
    assert_eq!(server.account("Eve").await.request("DELETE", &path, None).await.code(), "no-such-token");
    assert_eq!(ana.request("DELETE", &path, None).await.status, 204);
    assert_eq!(socket.receive_type("closing").await["code"], "changed");
    let rejection = bot.get("/api/me").await;
    assert_eq!((rejection.status, rejection.code().as_str()), (401, "bad-token"));
    assert!(bot.try_socket("").await.is_err());
    assert_eq!(ana.get("/api/me").await.json()["bot"], false);
}

#[tokio::test]
async fn tokens_cannot_manage_the_account() {
    let server = Server::start().await;
    let mut ana = server.account("Ana").await;
    let (mut bot, _) = bot(&server, &mut ana).await;
    for (method, path, body) in [
        ("GET", "/api/tokens", None),
        ("POST", "/api/tokens", Some(json!({"label": "more"}))),
        ("DELETE", "/api/tokens/x", None),
        ("PUT", "/api/account/passphrase", Some(json!({"current": "correct horse", "new": "battery staple"}))),
        ("POST", "/api/account/deletion", Some(json!({"passphrase": "correct horse"}))),
        ("DELETE", "/api/sessions", None),
        ("DELETE", "/api/session", None),
    ] {
        let rejection = bot.request(method, path, body.map(|body| body.to_string())).await;
        assert_eq!((rejection.status, rejection.code().as_str()), (403, "needs-session"), "{method} {path}");
    }
    for label in ["", "  ", &"x".repeat(41)] {
        assert_eq!(ana.post("/api/tokens", json!({"label": label})).await.code(), "bad-label");
    }
    for _ in 1..10 {
        assert_eq!(ana.post("/api/tokens", json!({"label": "x"})).await.status, 201);
    }
    assert_eq!(ana.post("/api/tokens", json!({"label": "x"})).await.code(), "too-many-tokens");
    let mut guest = server.guest().await;
    assert_eq!(guest.post("/api/tokens", json!({"label": "x"})).await.code(), "no-account");
}

#[tokio::test]
async fn limits_guesses_of_the_current_passphrase() {
    let server = Server::with(Settings { logins: 3, ..settings() }).await;
    let mut ana = server.account("Ana").await;
    let mut codes = Vec::new();
    for _ in 0..4 {
        codes.push(ana.post("/api/account/deletion", json!({"passphrase": "wrong horse"})).await.code());
    }
    assert_eq!(codes, ["wrong-passphrase", "wrong-passphrase", "too-many-logins", "too-many-logins"]);
}

#[tokio::test]
async fn closes_an_account_for_the_operator() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.account("Ana").await, server.guest().await);
    let waiting = ana.create(json!({"game": "jesonmor", "seat": "first", "pace": "3d"})).await;
    let running = ana.create(json!({"game": "jesonmor", "seat": "first", "pace": "3d"})).await;
    assert_eq!(bo.command(&running, json!({"type": "join"})).await.status, 200);
    assert_eq!(ana.play(&running, "a1b3", 0).await.status, 200);
    assert_eq!(bo.play(&running, "a9b7", 1).await.status, 200);
    let (mut socket, mut other) = (ana.socket().await, bo.socket().await);
    // The server goes on running.
    assert_eq!(sanban_server::export::close_account(server.data(), "ANA").await.as_deref(), Ok("Ana"));
    let again = sanban_server::export::close_account(server.data(), "Ana").await;
    assert_eq!(again.unwrap_err().to_string(), "there is no such player");
    assert_eq!(ana.get("/api/me").await.status, 401);
    assert_eq!(log_in(&server, "Ana", "correct horse").await.err().as_deref(), Some("wrong-passphrase"));
    assert_eq!(socket.receive_type("closing").await["code"], "changed");
    for (game, result) in [(waiting, "none"), (running, "0-1")] {
        let summary = loop {
            let summary = bo.get(&format!("/api/games/{game}")).await.json()["summary"].take();
            if !summary["result"].is_null() && summary["seats"][0]["name"].is_null() {
                break summary;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        };
        assert_eq!(summary["result"], result);
    }
    other.send(json!({"type": "ping"})).await;
    assert_eq!(other.receive().await, Some(json!({"type": "pong"})), "others stay connected");
}
