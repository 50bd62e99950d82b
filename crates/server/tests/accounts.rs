//! Guests, accounts and ratings.

mod common;

use common::{Client, Server, settings};
use sanban_server::Settings;
use serde_json::{Value, json};

fn credentials(name: &str) -> Value {
    json!({"name": name, "passphrase": "correct horse"})
}

/// Plays a rated game that the first player wins.
async fn rated_win(winner: &mut Client, loser: &mut Client) -> String {
    let id = winner.create(json!({"game": "jesonmor", "seat": "first", "rated": true})).await;
    assert_eq!(loser.command(&id, json!({"type": "join"})).await.status, 200);
    assert_eq!(winner.play(&id, "a1b3", 0).await.status, 200);
    assert_eq!(loser.play(&id, "a9b7", 1).await.status, 200);
    assert_eq!(loser.command(&id, json!({"type": "resign"})).await.status, 200);
    id
}

#[tokio::test]
async fn keeps_games_when_a_guest_signs_up() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    let before = ana.get("/api/me").await.json();
    assert_eq!((&before["name"], &before["account"]), (&Value::Null, &json!(false)));
    assert_eq!(ana.post("/api/me", json!({})).await.json(), before, "the same player");
    let id = ana.create(json!({"game": "jinli"})).await;
    let made = ana.post("/api/account", credentials("Ana Luísa")).await;
    assert_eq!(made.status, 201);
    assert_eq!(made.json()["id"], before["id"]);
    let summary = &server.stranger().get(&format!("/api/games/{id}")).await.json()["summary"];
    assert_eq!(summary["seats"].as_array().unwrap().iter().filter(|seat| seat["name"] == "Ana Luísa").count(), 1);
    assert_eq!(ana.post("/api/account", credentials("Other")).await.code(), "has-account");
    let mut bo = server.guest().await;
    assert_eq!(bo.post("/api/account", credentials("ANA LUÍSA")).await.code(), "name-taken");
    assert_eq!(server.stranger().post("/api/account", credentials("Eve")).await.status, 401);
    assert_eq!(bo.request("PUT", "/api/me/settings", Some("{}".into())).await.code(), "no-account");
    assert_eq!(ana.request("PUT", "/api/me/settings", Some("{\"sound\":true}".into())).await.status, 204);
    assert_eq!(ana.get("/api/me").await.json()["settings"], json!({"sound": true}));
}

#[tokio::test]
async fn moves_a_guests_games_to_the_account_at_login() {
    let server = Server::start().await;
    let mut ana = server.account("Ana").await;
    let mut elsewhere = server.guest().await;
    let id = elsewhere.create(json!({"game": "jesonmor", "seat": "first"})).await;
    let mut bo = server.guest().await;
    bo.command(&id, json!({"type": "join"})).await;
    assert_eq!(elsewhere.play(&id, "a1b3", 0).await.status, 200);
    let old = elsewhere.clone();
    let wrong = json!({"name": "Ana", "passphrase": "battery staple"});
    assert_eq!(elsewhere.post("/api/session", wrong).await.code(), "wrong-passphrase");
    assert_eq!(elsewhere.post("/api/session", credentials("Nobody")).await.code(), "wrong-passphrase");
    let entered = elsewhere.post("/api/session", credentials(" ana ")).await;
    assert_eq!((entered.status, &entered.json()["name"]), (200, &json!("Ana")));
    assert_ne!(elsewhere.cookie, old.cookie, "the guest's token is gone");
    assert_eq!({ old }.get("/api/me").await.status, 401);
    for client in [&mut elsewhere, &mut ana] {
        assert!(client.get("/api/games?player=me").await.text.contains(&id));
    }
    bo.play(&id, "a9b7", 1).await;
    assert_eq!(ana.play(&id, "b1a3", 2).await.status, 200, "the game belongs to the account");
    assert_eq!(elsewhere.request("DELETE", "/api/session", None).await.status, 204);
    assert_eq!(elsewhere.get("/api/me").await.status, 401);
    assert_eq!(ana.get("/api/me").await.status, 200, "elsewhere she stays logged in");
    assert_eq!(server.stranger().request("DELETE", "/api/session", None).await.status, 401);
    assert_eq!(bo.request("DELETE", "/api/session", None).await.code(), "no-account", "a guest would lose everything");
}

#[tokio::test]
async fn changes_ratings_by_rated_games_only() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.account("Ana").await, server.account("Bo").await);
    let mut guest = server.guest().await;
    let rated = json!({"game": "jesonmor", "rated": true});
    assert_eq!(guest.post("/api/games", rated.clone()).await.code(), "rated-needs-account");
    let computer = json!({"game": "jesonmor", "rated": true, "opponent": "level:1"});
    assert_eq!(ana.post("/api/games", computer).await.code(), "rated-needs-person");
    let id = ana.create(rated).await;
    assert_eq!(guest.command(&id, json!({"type": "join"})).await.code(), "rated-needs-account");
    ana.command(&id, json!({"type": "withdraw"})).await;
    for _ in 0..3 {
        rated_win(&mut ana, &mut bo).await;
    }
    let profile = server.stranger().get("/api/players/ana").await.json();
    let rating = &profile["ratings"][0];
    assert_eq!((&profile["won"], &profile["lost"], &rating["games"]), (&json!(3), &json!(0), &json!(3)));
    assert!(rating["rating"].as_u64().unwrap() > 1500);
    assert_eq!(rating["curve"].as_array().unwrap().len(), 3);
    let leaders = server.stranger().get("/api/leaders/jesonmor").await.json();
    let names: Vec<&Value> = leaders["leaders"].as_array().unwrap().iter().map(|leader| &leader["name"]).collect();
    assert_eq!(names, ["Ana", "Bo"]);
    assert_eq!(server.stranger().get("/api/leaders/jinli").await.json()["leaders"], json!([]));
    // Seats show the ratings now.
    let id = ana.create(json!({"game": "jesonmor", "seat": "first"})).await;
    let summary = ana.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(summary["summary"]["seats"][0]["rating"], rating["rating"]);
    bo.command(&id, json!({"type": "join"})).await;
    ana.play(&id, "a1b3", 0).await;
    bo.play(&id, "a9b7", 1).await;
    ana.command(&id, json!({"type": "resign"})).await;
    assert_eq!(server.stranger().get("/api/players/Ana").await.json()["ratings"][0]["games"], 3, "a casual game");
}

#[tokio::test]
async fn says_how_a_game_changed_the_ratings() {
    let mut server = Server::start().await;
    let (mut ana, mut bo) = (server.account("Ana").await, server.account("Bo").await);
    rated_win(&mut ana, &mut bo).await;
    let id = ana.create(json!({"game": "jesonmor", "seat": "second", "rated": true})).await;
    let (mut new, mut old) = (bo.socket_v2().await, bo.socket().await);
    for socket in [&mut new, &mut old] {
        assert_eq!(socket.watch(&id, 0).await["state"]["ratings"], Value::Null);
    }
    bo.command(&id, json!({"type": "join"})).await;
    bo.play(&id, "a1b3", 0).await;
    ana.play(&id, "a9b7", 1).await;
    bo.command(&id, json!({"type": "resign"})).await;
    let mut ended = Vec::new();
    for (socket, field) in [(&mut new, "changes"), (&mut old, "state")] {
        let update = loop {
            let update = socket.receive_type("update").await;
            if update["event"]["type"] == "ended" {
                break update;
            }
        };
        ended.push(update[field]["ratings"].clone());
    }
    let profile = |name: &str| format!("/api/players/{name}");
    let curves = [
        server.stranger().get(&profile("Bo")).await.json()["ratings"][0]["curve"].take(),
        server.stranger().get(&profile("Ana")).await.json()["ratings"][0]["curve"].take(),
    ];
    let steps = json!(curves.map(|curve| json!({"before": curve[0][1], "after": curve[1][1]})));
    assert_eq!(ended, [steps.clone(), steps.clone()], "in both versions");
    assert!(steps[0]["before"].as_u64() > steps[0]["after"].as_u64() && steps[0]["before"].as_u64() < Some(1500));
    server.restart().await;
    ana.address = server.address;
    assert_eq!(ana.state(&id).await["ratings"], steps, "after a restart");
    let casual = ana.create(json!({"game": "jesonmor", "seat": "first"})).await;
    assert_eq!(ana.state(&casual).await["ratings"], Value::Null);
}

#[tokio::test]
async fn limits_login_attempts() {
    let server = Server::with(Settings { logins: 2, ..settings() }).await;
    let mut eve = server.guest().await;
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.push(eve.post("/api/session", credentials("Ana")).await);
    }
    assert_eq!(answers[0].code(), "wrong-passphrase");
    assert_eq!((answers[3].status, answers[3].code().as_str()), (429, "too-many-logins"));
    assert!(answers[3].header("retry-after").is_some());
}

#[tokio::test]
async fn sets_cookies_for_the_server_only() {
    let server = Server::with(Settings { secure: true, ..settings() }).await;
    let response = server.stranger().post("/api/me", json!({})).await;
    let cookie = response.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let plain = Server::start().await.stranger().post("/api/me", json!({})).await;
    assert!(!plain.header("set-cookie").unwrap().contains("Secure"));
    let mut forged = server.stranger();
    forged.cookie = format!("sanban={}", "a".repeat(40));
    assert_eq!(forged.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn cancels_games_with_one_person_on_both_sides() {
    let server = Server::start().await;
    let mut ana = server.account("Ana").await;
    let mut guest = server.guest().await;
    for pace in ["5m", ""] {
        let id = ana.create(json!({"game": "jesonmor", "seat": "first", "pace": pace})).await;
        guest.command(&id, json!({"type": "join"})).await;
        ana.play(&id, "a1b3", 0).await;
    }
    assert_eq!(guest.post("/api/session", credentials("Ana")).await.status, 200);
    let games = ana.get("/api/games?player=me").await.json();
    for game in games["games"].as_array().unwrap() {
        let shown = ana.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).await.json();
        assert_eq!(shown["state"]["result"], "none", "{shown}");
    }
}

#[tokio::test]
async fn closes_connections_when_their_player_changes() {
    let server = Server::start().await;
    let mut ana = server.account("Ana").await;
    let mut guest = server.guest().await;
    let mut sockets = [guest.socket().await, server.stranger().socket().await, ana.socket().await];
    guest.post("/api/session", credentials("Ana")).await;
    assert_eq!(sockets[0].receive_type("closing").await["code"], "changed", "the player has changed");
    assert_eq!(sockets[0].receive().await, None);
    sockets[0] = guest.socket().await;
    for socket in &mut sockets[1..] {
        socket.send(json!({"type": "ping"})).await;
        socket.receive_type("pong").await;
    }
    guest.request("DELETE", "/api/session", None).await;
    assert_eq!(
        sockets[0].receive_type("closing").await["code"],
        "changed",
        "logging out ends the other tabs' sessions"
    );
    sockets[2].send(json!({"type": "ping"})).await;
    sockets[2].receive_type("pong").await;
    assert_eq!(ana.get("/api/me").await.status, 200);
}

#[tokio::test]
async fn replaces_the_guests_token_at_sign_up() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    let planted = ana.clone();
    assert_eq!(ana.post("/api/account", credentials("Ana")).await.status, 201);
    assert_eq!(ana.get("/api/me").await.json()["name"], "Ana");
    assert_eq!({ planted }.get("/api/me").await.status, 401, "the guest's old token doesn't open the account");
    let again = ana.post("/api/me", json!({})).await;
    assert!(again.header("set-cookie").unwrap().contains("Max-Age="), "every visit renews the cookie");
}

#[tokio::test]
async fn limits_new_guests_by_address() {
    let server = Server::with(Settings { guests: 3, ..settings() }).await;
    for _ in 0..3 {
        assert_eq!(server.stranger().post("/api/me", json!({})).await.status, 200);
    }
    let rejection = server.stranger().post("/api/me", json!({})).await;
    assert_eq!((rejection.status, rejection.code().as_str()), (429, "too-many-guests"));
    assert_eq!(rejection.header("retry-after"), Some("60"));
}

#[tokio::test]
async fn rejects_names_that_look_like_others() {
    let server = Server::start().await;
    server.account("Ana").await;
    let mut eve = server.guest().await;
    for (name, code) in [
        ("ANA", "name-taken"),
        ("Ａｎａ", "name-taken"),
        ("𝐀𝐧𝐚", "name-taken"),
        ("Аna", "mixed-scripts"),
        ("Аnа", "mixed-scripts"),
        ("An\u{200b}a", "bad-name"),
        ("admin", "name-taken"),
        ("Level 3", "name-taken"),
    ] {
        let rejection = eve.post("/api/account", credentials(name)).await;
        assert_eq!(rejection.code(), code, "{name}");
    }
    // The same letters, composed and decomposed.
    assert_eq!(server.guest().await.post("/api/account", credentials("Zoé")).await.status, 201);
    assert_eq!(eve.post("/api/account", credentials("Zoe\u{301}")).await.code(), "name-taken");
    assert_eq!(eve.post("/api/session", credentials("ZOE\u{301}")).await.json()["name"], "Zoé");
}

#[tokio::test]
async fn keeps_old_names_that_would_be_rejected_now() {
    let mut server = Server::start().await;
    server.account("Ana").await;
    let mut old = server.account("Someone").await;
    server.stop().await;
    // As older versions stored it.
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(server.data().join("sanban.db"));
    let mut connection = sqlx::ConnectOptions::connect(&file).await.unwrap();
    sqlx::query("UPDATE players SET name = 'Ａdmin', folded = 'ａdmin', skeleton = NULL WHERE name = 'Someone'")
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    server.restart().await;
    old.address = server.address;
    assert_eq!(old.get("/api/me").await.json()["name"], "Ａdmin");
    let mut elsewhere = server.stranger();
    assert_eq!(elsewhere.post("/api/session", credentials("ＡDMIN")).await.json()["name"], "Ａdmin");
    assert_eq!(elsewhere.get("/api/players/%EF%BC%A1dmin").await.json()["name"], "Ａdmin");
}
