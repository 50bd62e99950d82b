//! The WebSocket with protocol 1: updates in order, missed updates, and misbehaving clients.

mod common;

use common::{Client, Server, settings};
use sanban_server::Settings;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn start_game(server: &Server, pace: &str) -> (String, Client, Client) {
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let id = ana.create(json!({"game": "jesonmor", "seat": "first", "pace": pace})).await;
    bo.command(&id, json!({"type": "join"})).await;
    (id, ana, bo)
}

#[tokio::test]
async fn sends_updates_to_all_watchers_in_order() {
    let server = Server::start().await;
    let (id, ana, bo) = start_game(&server, "5m").await;
    let (mut first, mut second, mut third) = (ana.socket().await, bo.socket().await, server.stranger().socket().await);
    let seen = first.watch(&id, 0).await;
    assert_eq!((&seen["summary"]["yours"], &seen["state"]["number"]), (&json!(0), &json!(3)));
    assert_eq!(second.watch(&id, 3).await["summary"]["yours"], 1);
    assert_eq!(third.watch(&id, 3).await["summary"]["yours"], Value::Null);
    for number in 1..=3 {
        let update = first.receive_type("update").await;
        assert_eq!(update["number"], number);
        assert_eq!(update["state"].is_null(), number < 3, "only the last one has a state");
    }
    let turns = ["a1b3", "a9b7", "b1a3"];
    for (ply, text) in turns.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut first } else { &mut second };
        let command = json!({"type": "move", "move": text, "after": ply});
        mover.send(json!({"type": "command", "game": id, "id": format!("t{ply}"), "command": command})).await;
        for socket in [&mut first, &mut second, &mut third] {
            let update = socket.receive_type("update").await;
            assert_eq!((&update["number"], &update["event"]["move"]), (&json!(4 + ply), &json!(text)));
            assert_eq!(update["state"]["moves"].as_array().unwrap().len(), ply + 1);
        }
    }
    let done = first.receive_type("done").await;
    assert_eq!((&done["id"], &done["number"]), (&json!("t2"), &json!(6)));
    // A client that reconnects gets what it missed.
    let mut again = bo.socket().await;
    again.watch(&id, 4).await;
    assert_eq!(again.receive_type("update").await["number"], 5);
    let last = again.receive_type("update").await;
    assert_eq!((&last["number"], &last["state"]["toMove"]), (&json!(6), &json!(1)));
}

#[tokio::test]
async fn reports_presence_and_lets_players_claim() {
    let server = Server::with(Settings { grace: Duration::from_millis(300), ..settings() }).await;
    let (id, mut ana, mut bo) = start_game(&server, "5m").await;
    ana.play(&id, "a1b3", 0).await;
    bo.play(&id, "a9b7", 1).await;
    let (mut first, mut second) = (ana.socket().await, bo.socket().await);
    second.watch(&id, 5).await;
    first.watch(&id, 5).await;
    while second.receive_type("present").await["present"] != json!([true, true]) {}
    drop(first);
    // On a slow machine, one message says that the player has left and that the game can be claimed.
    let claimable = loop {
        let message = second.receive_type("present").await;
        if message["claim"] == 1 {
            break message;
        }
    };
    assert_eq!(claimable["present"], json!([false, true]));
    second.send(json!({"type": "command", "game": id, "id": "c", "command": {"type": "claim"}})).await;
    let ended = second.receive_type("update").await;
    assert_eq!(ended["event"], json!({"type": "ended", "winner": 1, "reason": "abandonment"}));
}

#[tokio::test]
async fn rejects_malformed_messages() {
    let server = Server::start().await;
    let (id, ana, _) = start_game(&server, "").await;
    let mut socket = ana.socket().await;
    for (text, code) in [
        ("", "bad-request"),
        ("nonsense", "bad-request"),
        ("[1,2]", "bad-request"),
        ("{\"type\":\"cheat\"}", "bad-request"),
        ("{\"type\":\"watch\"}", "bad-request"),
        ("{\"type\":\"watch\",\"game\":\"nosuchgame\"}", "no-such-game"),
        ("{\"type\":\"watch\",\"game\":\"x\",\"have\":-1}", "bad-request"),
        ("{\"type\":\"command\",\"game\":\"x\",\"id\":\"7\",\"command\":{\"type\":\"resign\"}}", "no-such-game"),
        ("{\"type\":\"command\",\"game\":\"x\",\"id\":\"7\",\"command\":{\"type\":\"fly\"}}", "bad-request"),
        ("{\"type\":\"command\",\"game\":\"x\",\"id\":\"\",\"command\":{\"type\":\"resign\"}}", "bad-command-id"),
    ] {
        socket.send_text(text).await;
        let rejection = socket.receive_type("refused").await;
        assert_eq!(rejection["code"], code, "{text}");
        assert!(rejection["sentence"].as_str().unwrap().ends_with('.'), "{rejection}");
        let named = text.contains("\"id\":\"7\"");
        assert_eq!(
            rejection["id"],
            if named {
                json!("7")
            } else if code == "bad-command-id" {
                json!("")
            } else {
                Value::Null
            },
            "{text}"
        );
    }
    socket.send(json!({"type": "unwatch", "game": "nosuchgame"})).await;
    socket.send(json!({"type": "ping"})).await;
    assert_eq!(socket.receive_type("pong").await, json!({"type": "pong"}));
    let mut stranger = server.stranger().socket().await;
    stranger.send(json!({"type": "command", "game": id, "id": "c", "command": {"type": "resign"}})).await;
    assert_eq!(stranger.receive_type("refused").await["code"], "no-player");
    // A message that is too large closes the connection.
    socket.send_text(&"x".repeat(20_000)).await;
    while socket.receive().await.is_some() {}
    assert_eq!({ ana }.state(&id).await["result"], Value::Null);
}

#[tokio::test]
async fn limits_messages_and_connections() {
    let server = Server::with(Settings { connections: 2, ..settings() }).await;
    let ana = server.guest().await;
    let (mut one, _two) = (ana.socket().await, ana.socket().await);
    assert!(ana.try_socket("").await.is_err());
    for _ in 0..200 {
        one.send(json!({"type": "ping"})).await;
    }
    assert_eq!(one.receive_type("refused").await["code"], "too-many-requests");
    drop(one);
    // The slot is free once the server has noticed.
    let mut again = false;
    for _ in 0..100 {
        again = ana.try_socket("").await.is_ok();
        if again {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(again);
}

#[tokio::test]
async fn drops_slow_readers_without_delaying_others() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let endless = json!({"game": "jesonmor", "seat": "first", "rules": "repetition=off,quiet=off"});
    let id = ana.create(endless).await;
    bo.command(&id, json!({"type": "join"})).await;
    for ply in 0..300 {
        let text = ["a1b3", "a9b7", "b3a1", "b7a9"][ply % 4];
        assert_eq!([&mut ana, &mut bo][ply % 2].play(&id, text, ply).await.status, 200);
    }
    // A client that reads gets a long history at once.
    let mut reader = server.stranger().socket().await;
    reader.watch(&id, 0).await;
    while reader.receive_type("update").await["number"] != 303 {}
    // A client with a small buffer asks for it again and again, and reads nothing.
    let stream = tokio::net::TcpSocket::new_v4().unwrap();
    stream.set_recv_buffer_size(4096).unwrap();
    let stream = stream.connect(server.address).await.unwrap();
    let url = format!("ws://{}/api/socket", server.address);
    let (mut slow, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    let watch = json!({"type": "watch", "game": id, "have": 0}).to_string();
    for _ in 0..2000 {
        if futures_util::SinkExt::send(&mut slow, tokio_tungstenite::tungstenite::Message::text(&watch)).await.is_err()
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        let metrics = server.stranger().get("/metrics").await.text;
        if metrics.contains("sanban_slow_connections_total 1") {
            assert_eq!(ana.command(&id, json!({"type": "offer-draw"})).await.status, 200);
            assert_eq!(reader.receive_type("update").await["event"]["type"], "draw-offered");
            return;
        }
    }
    panic!("it was not dropped");
}

#[tokio::test]
async fn sends_the_lobby_when_it_changes() {
    let server = Server::start().await;
    let mut watcher = server.stranger().socket().await;
    watcher.send(json!({"type": "lobby", "on": true})).await;
    assert_eq!(watcher.receive_type("lobby").await["seeks"], json!([]));
    let mut ana = server.guest().await;
    let id = ana.create(json!({"game": "jinli", "pace": "5m"})).await;
    let mut here = ana.socket().await;
    here.watch(&id, 0).await;
    loop {
        let lobby = watcher.receive_type("lobby").await;
        if lobby["seeks"][0]["id"] == id.as_str() {
            break;
        }
    }
    // The creator of a live game has to be connected.
    drop(here);
    while watcher.receive_type("lobby").await["seeks"] != json!([]) {}
}

#[tokio::test]
async fn tells_clients_to_reconnect_at_shutdown() {
    let mut server = Server::start().await;
    let (id, ana, bo) = start_game(&server, "").await;
    let (mut first, mut second) = (ana.socket().await, bo.socket().await);
    first.watch(&id, 0).await;
    second.watch(&id, 0).await;
    let stopping = server.stop();
    let (closing, also, ()) = tokio::join!(first.receive_type("closing"), second.receive_type("closing"), stopping);
    assert_eq!((&closing["code"], &also["code"]), (&json!("restarting"), &json!("restarting")));
}

#[tokio::test]
async fn returns_measured_network_delay() {
    let server = Server::start().await;
    let (id, mut ana, mut bo) = start_game(&server, "5m").await;
    let mut socket = ana.socket().await;
    // Its client answers the server's first ping only now: a round trip far over the 500 ms that are returned at most.
    tokio::time::sleep(Duration::from_secs(2)).await;
    socket.watch(&id, 0).await;
    socket.send(json!({"type": "ping"})).await;
    socket.receive_type("pong").await;
    assert_eq!(ana.play(&id, "a1b3", 0).await.status, 200);
    let began = Instant::now();
    assert_eq!(bo.play(&id, "a9b7", 1).await.status, 200);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(ana.play(&id, "b1a3", 2).await.status, 200);
    let took_ms = began.elapsed().as_millis() as u64;
    let charged_ms = 300_000 - ana.state(&id).await["clock"]["left"][0].as_u64().unwrap();
    assert!(charged_ms + 500 <= took_ms + 1, "{charged_ms} ms were charged of {took_ms} ms");
}
