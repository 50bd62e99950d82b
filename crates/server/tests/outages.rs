//! Nodes that lose the database, or everything they share with others.
#![cfg(unix)]

mod common;
mod nats;
#[allow(dead_code, reason = "the fault harness uses the rest")]
#[path = "../../../examples/common/proxy.rs"]
mod proxy;
mod site;

use common::{Server, Socket, postgres};
use proxy::Proxy;
use sanban_server::Settings;
use serde_json::{Value, json};
use site::{BUS_CREDENTIALS, Site, at, eventually, play_until_done};
use std::time::{Duration, Instant};

/// How long the database is gone. The clocks show less.
const OUTAGE: Duration = Duration::from_secs(3);
/// Longer than a node takes to notice that it is cut off.
const CUT: Duration = Duration::from_secs(50);

#[tokio::test(flavor = "multi_thread")]
async fn without_the_database_moves_are_refused_and_no_clock_runs() {
    let Some(site) = Site::start().await else { return };
    let node = site.node().await;
    let (mut ana, mut bo) = (node.guest().await, node.guest().await);
    let game = ana.create(json!({"game": "jesonmor", "pace": "2s", "seat": "first"})).await;
    assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);
    // The first turn of each side is free.
    assert_eq!(ana.play(&game, "a1b3", 0).await.status, 200);
    assert_eq!(bo.play(&game, "a9b7", 1).await.status, 200);

    let (database, server) = (site.settings.store.database().unwrap(), postgres::server().unwrap());
    server.set_reachable(database, false).await;
    let health = eventually("the node notices", async || {
        let health = node.stranger().get("/healthz").await;
        (health.status != 200).then_some(health)
    })
    .await;
    assert_eq!((health.status, health.code().as_str()), (503, "store-failed"));
    let third = json!({"type": "move", "move": "b1a3", "after": 2});
    let started = Instant::now();
    while started.elapsed() < OUTAGE {
        let refused = ana.command_as(&game, "third", third.clone()).await;
        // When its lease has expired, the node can't be sure that it still has the game.
        let documented = ["store-failed", "outcome-unknown", "node-unreachable"];
        assert_eq!(refused.status, 503, "{refused:?}");
        assert!(documented.contains(&refused.code().as_str()), "{refused:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(node.stranger().get("/healthz").await.status, 503);

    server.set_reachable(database, true).await;
    play_until_done(&mut ana, &game, "third", "b1a3", 2).await;
    play_until_done(&mut bo, &game, "fourth", "b9a7", 3).await;
    let state = ana.state(&game).await;
    assert_eq!((&state["moves"], &state["result"]), (&json!(["a1b3", "a9b7", "b1a3", "b9a7"]), &Value::Null));
    eventually("the node is well again", async || (node.stranger().get("/healthz").await.text == "ok\n").then_some(()))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_cut_off_closes_its_sockets_and_others_take_its_games() {
    let Some(site) = Site::start().await else { return };
    let (database, server) = (site.settings.store.database().unwrap(), postgres::server().unwrap());
    let proxy = Proxy::start().await.unwrap();
    proxy.set_server(site.nats.url().trim_start_matches("nats://").parse().unwrap());
    let store = server.new_user(database, "cut_off").await.try_into().unwrap();
    let bus = format!("nats://{BUS_CREDENTIALS}@{}", proxy.address).try_into().unwrap();
    let one = Server::with(Settings { store, bus, ..site.settings.clone() }).await;
    let other = site.node().await;

    // Each node owns a game, and all players are connected to the one that is cut off.
    let mut games = Vec::new();
    let mut sockets = Vec::new();
    for owner in [&one, &other] {
        let (mut ana, mut bo) = (owner.guest().await, owner.guest().await);
        let game = ana.create(json!({"game": "jesonmor", "pace": "", "seat": "first"})).await;
        assert_eq!(bo.command(&game, json!({"type": "join"})).await.status, 200);
        let mut socket = at(&ana, &one).socket_v2().await;
        socket.watch(&game, 0).await;
        sockets.push(socket);
        games.push((game, ana));
    }
    server.lock_out("cut_off").await;
    let all_closed = async {
        for socket in &mut sockets {
            wait_until_closed(socket).await;
        }
    };
    tokio::select! {
        () = all_closed => {}
        () = proxy.cut(CUT) => panic!("the node did not close its sockets while it was cut off"),
    }
    for (game, ana) in &games {
        play_until_done(&mut at(ana, &other), game, "once", "a1b3", 0).await;
    }
}

async fn wait_until_closed(socket: &mut Socket) {
    while socket.receive().await.is_some() {}
}
