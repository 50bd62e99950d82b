//! Several servers that share a PostgreSQL database and a NATS server: any player at any node, takeovers, and what happens when a
//! part is gone. The servers are real, and so are the database and the bus.
#![cfg(unix)]

mod common;
mod nats;
#[allow(dead_code, reason = "the fault harness uses the rest")]
#[path = "../../../examples/common/proxy.rs"]
mod proxy;
mod site;

use common::{Client, Server, postgres};
use proxy::Proxy;
use sanban_server::Settings;
use serde_json::{Value, json};
use site::{BUS_CREDENTIALS, Site, at, eventually, metric, play_until_done};
use std::time::Duration;

/// How old a lease may be.
const LEASE_SECONDS: f64 = 3.0;

#[tokio::test(flavor = "multi_thread")]
async fn players_at_different_nodes_play_and_everybody_sees_the_same() {
    let Some(site) = Site::start().await else { return };
    let [one, other] = site.nodes().await;
    let (mut ana, mut bo) = (one.guest().await, other.guest().await);
    let game = ana.create(json!({"game": "jesonmor", "pace": "5m", "seat": "first"})).await;
    assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);

    // Watchers of both versions at both nodes.
    let mut sockets = Vec::new();
    for client in [&ana, &bo] {
        let (mut first, mut second) = (client.socket().await, client.socket_v2().await);
        first.watch(&game, 0).await;
        second.watch(&game, 0).await;
        sockets.extend([first, second]);
    }
    for (after, text) in ["a1b3", "a9b7", "b1a3", "b9a7"].into_iter().enumerate() {
        let mover = if after % 2 == 0 { &mut ana } else { &mut bo };
        assert_eq!(mover.play(&game, text, after).await.status, 200);
    }
    // Three events set the game up.
    for socket in &mut sockets {
        let mut moves = Vec::new();
        while moves.len() < 4 {
            let update = socket.receive_type("update").await;
            if update["event"]["type"] == "moved" {
                moves.push((update["number"].as_u64().unwrap(), update["event"]["move"].clone()));
            }
        }
        let expected: Vec<_> = (4..).zip(["a1b3", "a9b7", "b1a3", "b9a7"].map(Value::from)).collect();
        assert_eq!(moves, expected);
    }
    let states = [ana.state(&game).await, at(&ana, &other).state(&game).await, bo.state(&game).await];
    for state in &states {
        assert_eq!(state["moves"], json!(["a1b3", "a9b7", "b1a3", "b9a7"]));
        assert_eq!(state["present"], json!([true, true]), "they are connected to different nodes");
    }
    let records =
        [ana.get(&format!("/api/games/{game}/record")).await, bo.get(&format!("/api/games/{game}/record")).await];
    assert_eq!(records[0].text, records[1].text);
    // A rejection is the same at both nodes, also in words.
    for language in ["en", "pt"] {
        bo.language = language.into();
        let [here, there] = [bo.play(&game, "a7b9", 9).await, at(&bo, &one).play(&game, "a7b9", 9).await];
        assert_eq!((here.status, here.json()), (409, there.json()));
    }
    assert!(metric(&other, "sanban_bus_messages_total").await > 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drained_node_hands_its_games_over() {
    let Some(site) = Site::start().await else { return };
    let [mut one, other] = site.nodes().await;
    let (mut ana, mut bo) = (one.guest().await, other.guest().await);
    let game = ana.create(json!({"game": "jesonmor", "pace": "2s", "seat": "first"})).await;
    assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);
    assert_eq!(ana.play(&game, "a1b3", 0).await.status, 200);
    assert_eq!(bo.play(&game, "a9b7", 1).await.status, 200);
    let mut socket = ana.socket_v2().await;
    socket.watch(&game, 0).await;
    one.stop().await;
    while let Some(message) = socket.receive().await {
        if message["type"] == "closing" {
            assert_eq!(message["code"], "restarting", "sockets are told to reconnect");
        }
    }
    let mut ana = at(&ana, &other);
    play_until_done(&mut ana, &game, "once", "b1a3", 2).await;
    let state = ana.state(&game).await;
    assert_eq!((&state["moves"], &state["result"]), (&json!(["a1b3", "a9b7", "b1a3"]), &Value::Null));
    assert!(state["clock"]["left"][0].as_u64().unwrap() > 500, "{state}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_and_pairings_span_all_nodes() {
    let Some(site) = Site::start().await else { return };
    let [one, other] = site.nodes().await;
    let (mut ana, mut bo) = (one.guest().await, other.guest().await);
    // A live game is listed while its creator is connected, wherever that is.
    let game = ana.create(json!({"game": "jinli", "pace": "5m", "seat": "first"})).await;
    let mut socket = ana.socket_v2().await;
    socket.watch(&game, 0).await;
    let lists = async |client: &mut Client| {
        let lobby = client.get("/api/lobby").await.json();
        lobby["seeks"].as_array().unwrap().iter().any(|seek| seek["id"] == game.as_str())
    };
    eventually("the lobby of the other node lists the game", async || lists(&mut bo).await.then_some(())).await;
    let third = site.node().await;
    let mut joined = third.guest().await;
    eventually("a node that joins lists it, too", async || lists(&mut joined).await.then_some(())).await;
    drop(socket);
    eventually("it leaves the list with its creator", async || (!lists(&mut bo).await).then_some(())).await;
    // Two players who ask at once at different nodes meet.
    for _ in 0..5 {
        let pairing = json!({"game": "jinli", "pace": "3d"});
        let (mut cy, mut di) = (one.guest().await, other.guest().await);
        let (first, second) =
            tokio::join!(cy.post("/api/pairings", pairing.clone()), di.post("/api/pairings", pairing));
        assert_eq!(first.json()["id"], second.json()["id"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_node_shares_the_lobby_by_the_addresses_of_all_players() {
    let Some(mut site) = Site::start().await else { return };
    site.settings.proxy = true;
    let [one, other] = site.nodes().await;
    eventually("the nodes know each other", async || (metric(&other, "sanban_bus_nodes").await == 1.0).then_some(()))
        .await;
    let open = json!({"game": "jinli", "pace": "3d"});
    let mut games = Vec::new();
    for address in ["198.51.100.1", "198.51.100.2"] {
        games.push(other.guest_at(address).await.create(open.clone()).await);
    }
    let mut last = String::new();
    for _ in 0..60 {
        last = other.guest_at("192.0.2.1").await.create(open.clone()).await;
    }
    let mut reader = one.stranger();
    let seeks = eventually("the first node lists the last game", async || {
        let lobby = reader.get("/api/lobby").await.json();
        let seeks: Vec<Value> = lobby["seeks"].as_array().unwrap().iter().map(|seek| seek["id"].clone()).collect();
        seeks.contains(&json!(last)).then_some(seeks)
    })
    .await;
    assert_eq!(seeks.len(), 50);
    for game in games {
        assert!(seeks.contains(&json!(game)), "{seeks:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn log_outs_close_connections_at_all_nodes() {
    let Some(site) = Site::start().await else { return };
    let [one, other] = site.nodes().await;
    let mut ana = one.account("Ana").await;
    eventually("the nodes know each other", async || (metric(&one, "sanban_bus_nodes").await == 1.0).then_some(()))
        .await;
    let mut socket = at(&ana, &other).socket_v2().await;
    assert_eq!(ana.request("DELETE", "/api/session", None).await.status, 204);
    assert_eq!(socket.receive_type("closing").await["code"], "changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_bus_nodes_serve_their_own_games_and_say_so() {
    let Some(mut site) = Site::start().await else { return };
    let [one, other] = site.nodes().await;
    let (mut ana, mut bo) = (one.guest().await, other.guest().await);
    let game = ana.create(json!({"game": "jesonmor", "pace": "", "seat": "first"})).await;
    assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);
    site.nats.kill();
    let health = eventually("the node notices", async || {
        let health = one.stranger().get("/healthz").await;
        assert_eq!(health.status, 200);
        (health.text != "ok\n").then_some(health.text)
    })
    .await;
    assert_eq!(health, "ok, without the bus\n");
    assert_eq!(ana.play(&game, "a1b3", 0).await.status, 200, "the owner serves it");
    let rejected = bo.play(&game, "a9b7", 1).await;
    assert_eq!((rejected.status, rejected.code().as_str()), (503, "node-unreachable"));
    site.nats.start_again();
    play_until_done(&mut bo, &game, "once", "a9b7", 1).await;
    assert_eq!(ana.state(&game).await["moves"], json!(["a1b3", "a9b7"]));
    eventually("the node is well again", async || (one.stranger().get("/healthz").await.text == "ok\n").then_some(()))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_share_a_database_but_no_bus_say_so() {
    let Some(mut site) = Site::start().await else { return };
    site.settings.bus = Default::default();
    let one = site.node().await;
    assert_eq!(one.stranger().get("/healthz").await.text, "ok\n", "a server alone needs no bus");
    let mut other = site.node().await;
    for node in [&one, &other] {
        eventually("the node notices", async || {
            let health = node.stranger().get("/healthz").await;
            assert_eq!(health.status, 200);
            (health.text == "ok, without the bus\n").then_some(())
        })
        .await;
        assert_eq!(metric(node, "sanban_bus_connected").await, 0.0);
    }
    let game = one.guest().await.create(json!({"game": "jesonmor", "pace": ""})).await;
    let refused = other.guest().await.command(&game, json!({"type": "join"})).await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "node-unreachable"));
    other.stop().await;
    eventually("the node is alone again", async || (one.stranger().get("/healthz").await.text == "ok\n").then_some(()))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_say_when_the_bus_or_the_database_is_gone() {
    let Some(mut site) = Site::start().await else { return };
    let node = site.node().await;
    let is_connected = async || metric(&node, "sanban_bus_connected").await == 1.0;
    let has_lease = async || metric(&node, "sanban_bus_lease_age_seconds").await < LEASE_SECONDS;
    assert!(is_connected().await && has_lease().await);
    site.nats.kill();
    eventually("the node has no bus", async || (!is_connected().await).then_some(())).await;
    site.nats.start_again();
    eventually("the bus is back", async || is_connected().await.then_some(())).await;
    let (database, server) = (site.settings.store.database().unwrap(), postgres::server().unwrap());
    server.set_reachable(database, false).await;
    eventually("the lease gets too old", async || (!has_lease().await).then_some(())).await;
    server.set_reachable(database, true).await;
    eventually("the lease is renewed", async || has_lease().await.then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_the_bytes_of_requests_and_answers() {
    const REQUESTS: usize = 200;
    /// At least: the ids of the game and of the node, and the names of the fields.
    const REQUEST_BYTES: usize = 100;
    let Some(site) = Site::start().await else { return };
    let [one, other] = site.nodes().await;
    let (mut ana, mut bo) = (one.guest().await, other.guest().await);
    let game = ana.create(json!({"game": "jesonmor", "pace": "", "seat": "first"})).await;
    assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);
    let bytes = async |node: &Server| metric(node, "sanban_bus_bytes_total").await as usize;
    let before = [bytes(&one).await, bytes(&other).await];
    let mut answered = 0;
    for _ in 0..REQUESTS {
        answered += bo.get(&format!("/api/games/{game}/record")).await.text.len();
    }
    let sent = [bytes(&one).await - before[0], bytes(&other).await - before[1]];
    assert!(sent[0] >= answered, "the owner has sent {sent:?} bytes, and answered {answered}");
    assert!(sent[1] >= REQUESTS * REQUEST_BYTES, "the other node has sent {sent:?} bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_node_knows_the_reviews_of_all() {
    let Some(site) = Site::start().await else { return };
    let [one, other] = site.nodes().await;
    let (mut ana, mut bo) = (one.guest().await, other.guest().await);
    let game = ana.create(json!({"game": "jesonmor", "pace": "", "seat": "first"})).await;
    assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);
    assert_eq!(ana.play(&game, "a1b3", 0).await.status, 200);
    assert_eq!(bo.command(&game, json!({"type": "resign"})).await.status, 200);
    eventually("the nodes know each other", async || (metric(&one, "sanban_bus_nodes").await == 1.0).then_some(()))
        .await;
    let path = format!("/api/games/{game}/review");
    assert_eq!(ana.post(&path, json!({})).await.status, 202);
    let review = eventually("the other node has the review", async || {
        let response = bo.get(&path).await;
        (response.status == 200 && response.json()["state"] == "complete").then(|| response.json()["review"].clone())
    })
    .await;
    assert_eq!(review, ana.get(&path).await.json()["review"]);
    assert_eq!(review["moves"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pays_for_a_slow_bus() {
    const DELAY: Duration = Duration::from_millis(600);
    let Some(site) = Site::start().await else { return };
    let proxy = Proxy::start().await.unwrap();
    proxy.set_server(site.nats.url().trim_start_matches("nats://").parse().unwrap());
    let bus = format!("nats://{BUS_CREDENTIALS}@{}", proxy.address).try_into().unwrap();
    let slow = Settings { bus, ..site.settings.clone() };
    let (one, other) = (site.node().await, Server::with(slow).await);
    let (mut ana, mut bo) = (one.guest().await, other.guest().await);
    let game = ana.create(json!({"game": "jesonmor", "pace": "5m", "seat": "first"})).await;
    assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);
    let mut socket = bo.socket_v2().await;
    socket.watch(&game, 0).await;
    // The first turn of each side is free.
    assert_eq!(ana.play(&game, "a1b3", 0).await.status, 200);
    assert_eq!(bo.play(&game, "a9b7", 1).await.status, 200);
    proxy.set_delay(DELAY);
    assert_eq!(ana.play(&game, "b1a3", 2).await.status, 200);
    while socket.receive_type("update").await["event"]["move"] != "b1a3" {}
    play_until_done(&mut bo, &game, "once", "b9a7", 3).await;
    let updates = ana.get(&format!("/api/games/{game}/events?after=0")).await.json()["updates"].clone();
    let moves: Vec<&Value> = updates
        .as_array()
        .unwrap()
        .iter()
        .map(|update| &update["event"])
        .filter(|event| event["type"] == "moved")
        .collect();
    let spent = moves[3]["spent"].as_u64().unwrap();
    assert!(spent < 2 * DELAY.as_millis() as u64, "the bus took at least as long, there and back: {moves:?}");
}
