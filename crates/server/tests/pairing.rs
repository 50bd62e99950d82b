//! Quick pairings, the names of guests, and the featured game.

mod common;

use common::{Client, Server, settings};
use sanban_server::Settings;
use serde_json::{Value, json};
use std::time::Duration;

async fn pair(client: &mut Client, pairing: Value) -> Value {
    let response = client.post("/api/pairings", pairing).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

#[tokio::test]
async fn pairs_two_players_who_want_the_same() {
    let server = Server::start().await;
    let (mut ana, mut bo, mut eve) = (server.guest().await, server.guest().await, server.guest().await);
    let request = json!({"game": "jinli", "pace": "5m+3s"});
    let created = pair(&mut ana, request.clone()).await;
    assert_eq!((&created["state"], &created["open"]), (&json!("waiting"), &json!(true)));
    assert_eq!(pair(&mut ana, request.clone()).await["id"], created["id"], "who waits already goes on waiting");
    for other in [
        json!({"game": "jesonmor", "pace": "5m+3s"}),
        json!({"game": "jinli", "pace": "10m+5s"}),
        json!({"game": "jinli", "pace": "1d"}),
    ] {
        assert_ne!(pair(&mut eve, other).await["id"], created["id"], "other terms");
    }
    let joined = pair(&mut bo, request.clone()).await;
    assert_eq!((&joined["id"], &joined["state"]), (&created["id"], &json!("running")));
    assert_eq!(joined["yours"].as_u64().unwrap() + created["yours"].as_u64().unwrap(), 1);
    assert_ne!(pair(&mut eve, request).await["id"], created["id"], "both seats are taken");
}

#[tokio::test]
async fn rejects_a_repeated_id_with_other_terms() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    let request = json!({"game": "jinli", "pace": "1d", "id": "one"});
    let created = pair(&mut ana, request.clone()).await;
    let other = ana.post("/api/pairings", json!({"game": "jinli", "pace": "3d", "id": "one"})).await;
    assert_eq!((other.status, other.code().as_str()), (409, "command-id-reused"));
    assert_eq!(pair(&mut ana, request).await["id"], created["id"]);
    let others = pair(&mut server.guest().await, json!({"game": "jinli", "pace": "3d"})).await;
    assert_eq!(others["state"], "waiting", "no game was created on the other terms");
}

#[tokio::test]
async fn joins_matching_games_of_the_lobby_the_oldest_first() {
    let server = Server::start().await;
    let (mut ana, mut bo, mut eve) = (server.guest().await, server.guest().await, server.guest().await);
    for other in [json!({"pie": true}), json!({"rules": "size=7"}), json!({"opponent": "link"})] {
        let mut game = json!({"game": "jesonmor", "pace": "1d"});
        game.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
        ana.create(game).await;
    }
    let oldest = ana.create(json!({"game": "jesonmor", "pace": "1d", "seat": "first"})).await;
    // The order is by time, in milliseconds.
    tokio::time::sleep(Duration::from_millis(5)).await;
    let later = bo.create(json!({"game": "jesonmor", "pace": "1d"})).await;
    let request = json!({"game": "jesonmor", "pace": "1d"});
    assert_eq!(pair(&mut eve, request.clone()).await["id"], json!(oldest));
    assert_eq!(pair(&mut eve, request.clone()).await["id"], json!(later));
    assert_eq!(pair(&mut eve, request).await["state"], "waiting");
}

#[tokio::test]
async fn finds_a_game_behind_many_on_other_terms() {
    let server = Server::start().await;
    for _ in 0..51 {
        let mut greedy = server.guest().await;
        for _ in 0..10 {
            greedy.create(json!({"game": "jinli", "pace": "2d"})).await;
        }
    }
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let request = json!({"game": "jinli", "pace": "3d"});
    let created = pair(&mut ana, request.clone()).await;
    let joined = pair(&mut bo, request).await;
    assert_eq!((&joined["id"], &joined["state"]), (&created["id"], &json!("running")));
}

#[tokio::test]
async fn pairs_players_who_ask_at_once() {
    let server = Server::start().await;
    for pace in ["", "5m+3s"] {
        let mut clients = Vec::new();
        for _ in 0..8 {
            clients.push(server.guest().await);
        }
        let requests = clients.into_iter().map(|mut client| {
            tokio::spawn(async move { pair(&mut client, json!({"game": "jinli", "pace": pace})).await })
        });
        let games = futures_util::future::join_all(requests.collect::<Vec<_>>()).await;
        let mut ids: Vec<String> = games.into_iter().map(|game| game.unwrap()["id"].to_string()).collect();
        ids.sort();
        for two in ids.chunks(2) {
            assert_eq!(two[0], two[1], "{ids:?}");
        }
        ids.dedup();
        assert_eq!(ids.len(), 4, "two players to a game");
    }
}

#[tokio::test]
async fn leads_to_one_game_for_a_repeated_request() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let request = |id: &str| json!({"game": "jinli", "pace": "5m+3s", "id": id});
    let created = pair(&mut ana, request("tap")).await["id"].clone();
    let joined = pair(&mut bo, request("tap")).await;
    assert_eq!(joined["id"], created);
    for client in [&mut ana, &mut bo] {
        assert_eq!(pair(client, request("tap")).await["id"], created, "also when the game has begun");
    }
    assert_ne!(pair(&mut ana, request("another tap")).await["id"], created);
    assert_eq!(ana.post("/api/pairings", request("")).await.code(), "bad-command-id");
}

#[tokio::test]
async fn does_not_pair_with_players_who_have_left() {
    let server = Server::with(Settings { grace: Duration::from_secs(30), ..settings() }).await;
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let request = json!({"game": "jinli", "pace": "5m+3s"});
    let left = pair(&mut ana, request.clone()).await["id"].as_str().unwrap().to_string();
    let mut socket = ana.socket().await;
    socket.watch(&left, 0).await;
    // Longer than players may take to open their game.
    tokio::time::sleep(Duration::from_secs(11)).await;
    drop(socket);
    while server.stranger().get("/api/lobby").await.text.contains(&left) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let own = pair(&mut bo, request.clone()).await;
    assert_eq!((own["id"] == json!(left), &own["state"]), (false, &json!("waiting")));
    let mut socket = ana.socket().await;
    socket.watch(&left, 0).await;
    let mut eve = server.guest().await;
    assert_eq!(pair(&mut eve, request).await["id"], json!(left), "she is back, and has waited longer");
}

#[tokio::test]
async fn rejects_pairings_that_cannot_be() {
    let server = Server::with(Settings { games: 1, ..settings() }).await;
    let (mut guest, mut ana, mut bo) = (server.guest().await, server.account("Ana").await, server.account("Bo").await);
    assert_eq!(server.stranger().post("/api/pairings", json!({"game": "jinli"})).await.status, 401);
    assert_eq!(guest.post("/api/pairings", json!({"game": "chess"})).await.status, 400);
    assert_eq!(guest.post("/api/pairings", json!({"game": "jinli", "pace": "x"})).await.code(), "bad-pace");
    let rated = json!({"game": "jinli", "rated": true});
    assert_eq!(guest.post("/api/pairings", rated.clone()).await.code(), "rated-needs-account");
    let created = pair(&mut ana, rated.clone()).await;
    assert_eq!(pair(&mut guest, json!({"game": "jinli"})).await["state"], "waiting", "a casual game");
    assert_eq!(pair(&mut bo, rated.clone()).await["id"], created["id"]);
    assert_eq!(bo.post("/api/pairings", rated).await.code(), "too-many-games");
}

#[tokio::test]
async fn gives_guests_names() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.guest().await, server.account("Bo").await);
    let me = ana.get("/api/me").await.json();
    let name = me["guest"].as_str().unwrap().to_string();
    assert_eq!(name.split(' ').count(), 3, "{name}");
    assert_eq!(bo.get("/api/me").await.json()["guest"], Value::Null);
    let id = ana.create(json!({"game": "jinli", "seat": "first", "pace": "1d"})).await;
    bo.command(&id, json!({"type": "join"})).await;
    let seats = [json!(name), Value::Null];
    let mut lists = vec![ana.get(&format!("/api/games/{id}")).await.json()["summary"].take()];
    lists.push(ana.get("/api/games?player=me").await.json()["games"][0].take());
    for summary in lists {
        assert_eq!([&summary["seats"][0]["guest"], &summary["seats"][1]["guest"]], [&seats[0], &seats[1]]);
        assert_eq!(summary["seats"][0]["name"], Value::Null, "programs know guests by it");
    }
    let record = ana.get(&format!("/api/games/{id}/record")).await.text;
    assert!(record.contains(&format!("[Yellow \"{name}\"]")), "{record}");
    let taken = json!({"name": name, "passphrase": "correct horse"});
    assert_eq!(server.guest().await.post("/api/account", taken).await.code(), "name-taken");
    ana.post("/api/account", json!({"name": "Ana", "passphrase": "correct horse"})).await;
    let summary = ana.get("/api/games?player=me").await.json()["games"][0].take();
    assert_eq!((&summary["seats"][0]["name"], &summary["seats"][0]["guest"]), (&json!("Ana"), &Value::Null));
}

/// Waits until the featured game is the expected one.
async fn wait_for_featured(client: &mut Client, expected: &Value) {
    for _ in 0..500 {
        if client.get("/api/featured").await.json()["game"]["id"] == *expected {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{expected} is not featured: {}", client.get("/api/featured").await.text);
}

/// Starts a live game between two players, who stay connected.
async fn start_live(first: &mut Client, second: &mut Client) -> (Value, Vec<common::Socket>) {
    let id = first.create(json!({"game": "jesonmor", "seat": "first", "pace": "10m"})).await;
    second.command(&id, json!({"type": "join"})).await;
    let mut sockets = Vec::new();
    for client in [first, second] {
        let mut socket = client.socket_v2().await;
        socket.watch(&id, 0).await;
        sockets.push(socket);
    }
    (json!(id), sockets)
}

#[tokio::test]
async fn features_the_strongest_game_then_the_most_watched() {
    let server = Server::start().await;
    let mut reader = server.stranger();
    wait_for_featured(&mut reader, &Value::Null).await;
    let (mut ana, mut bo) = (server.account("Ana").await, server.account("Bo").await);
    let rated = ana.create(json!({"game": "jesonmor", "seat": "first", "rated": true})).await;
    bo.command(&rated, json!({"type": "join"})).await;
    ana.play(&rated, "a1b3", 0).await;
    bo.play(&rated, "a9b7", 1).await;
    bo.command(&rated, json!({"type": "resign"})).await;

    let mut guests = Vec::new();
    for _ in 0..4 {
        guests.push(server.guest().await);
    }
    let [one, other, third, fourth] = guests.as_mut_slice() else { unreachable!() };
    let (watched, _sockets) = start_live(one, other).await;
    wait_for_featured(&mut reader, &watched).await;
    let (latest, _more) = start_live(third, fourth).await;
    wait_for_featured(&mut reader, &latest).await;
    let mut spectator = server.stranger().socket_v2().await;
    spectator.watch(watched.as_str().unwrap(), 0).await;
    wait_for_featured(&mut reader, &watched).await;

    let (strongest, _most) = start_live(&mut ana, &mut bo).await;
    wait_for_featured(&mut reader, &strongest).await;
    ana.command(strongest.as_str().unwrap(), json!({"type": "resign"})).await;
    wait_for_featured(&mut reader, &watched).await;
    spectator.send(json!({"type": "unwatch", "game": watched})).await;
    wait_for_featured(&mut reader, &latest).await;
}
