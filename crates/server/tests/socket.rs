//! The WebSocket: updates in order, what was missed, and those who misbehave.

mod common;

use common::{Client, Server, settings};
use sanban_server::Settings;
use serde_json::{Value, json};
use std::time::Duration;

async fn begun(server: &Server, pace: &str) -> (String, Client, Client) {
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let id = ana.create(json!({"game": "jesonmor", "seat": "first", "pace": pace})).await;
    bo.command(&id, json!({"type": "join"})).await;
    (id, ana, bo)
}

#[tokio::test]
async fn everybody_who_watches_hears_everything_in_order() {
    let server = Server::start().await;
    let (id, ana, bo) = begun(&server, "5m").await;
    let (mut first, mut second, mut third) = (ana.socket().await, bo.socket().await, server.stranger().socket().await);
    let seen = first.watch(&id, 0).await;
    assert_eq!((&seen["summary"]["yours"], &seen["state"]["number"]), (&json!(0), &json!(3)));
    assert_eq!(second.watch(&id, 3).await["summary"]["yours"], 1);
    assert_eq!(third.watch(&id, 3).await["summary"]["yours"], Value::Null);
    for number in 1..=3 {
        let update = first.hear_of("update").await;
        assert_eq!(update["number"], number);
        assert_eq!(update["state"].is_null(), number < 3, "only the last one has a state");
    }
    let turns = ["a1b3", "a9b7", "b1a3"];
    for (ply, text) in turns.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut first } else { &mut second };
        let command = json!({"type": "move", "move": text, "after": ply});
        mover.say(json!({"type": "command", "game": id, "id": format!("t{ply}"), "command": command})).await;
        for socket in [&mut first, &mut second, &mut third] {
            let update = socket.hear_of("update").await;
            assert_eq!((&update["number"], &update["event"]["move"]), (&json!(4 + ply), &json!(text)));
            assert_eq!(update["state"]["moves"].as_array().unwrap().len(), ply + 1);
        }
    }
    let done = first.hear_of("done").await;
    assert_eq!((&done["id"], &done["number"]), (&json!("t2"), &json!(6)));
    // One who was away gets what it missed.
    let mut again = bo.socket().await;
    again.watch(&id, 4).await;
    assert_eq!(again.hear_of("update").await["number"], 5);
    let last = again.hear_of("update").await;
    assert_eq!((&last["number"], &last["state"]["toMove"]), (&json!(6), &json!(1)));
}

#[tokio::test]
async fn who_is_there_is_told_and_who_is_not_loses() {
    let server = Server::with(Settings { grace: Duration::from_millis(300), ..settings() }).await;
    let (id, mut ana, mut bo) = begun(&server, "5m").await;
    ana.turn(&id, "a1b3", 0).await;
    bo.turn(&id, "a9b7", 1).await;
    let (mut first, mut second) = (ana.socket().await, bo.socket().await);
    second.watch(&id, 5).await;
    first.watch(&id, 5).await;
    while second.hear_of("present").await["present"] != json!([true, true]) {}
    drop(first);
    while second.hear_of("present").await["present"] != json!([false, true]) {}
    while second.hear_of("present").await["claim"] != 1 {}
    second.say(json!({"type": "command", "game": id, "id": "c", "command": {"type": "claim"}})).await;
    let ended = second.hear_of("update").await;
    assert_eq!(ended["event"], json!({"type": "ended", "winner": 1, "reason": "abandonment"}));
}

#[tokio::test]
async fn nonsense_is_answered_and_harms_nobody() {
    let server = Server::start().await;
    let (id, ana, _) = begun(&server, "").await;
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
        socket.say_text(text).await;
        let refused = socket.hear_of("refused").await;
        assert_eq!(refused["code"], code, "{text}");
        assert!(refused["sentence"].as_str().unwrap().ends_with('.'), "{refused}");
        let named = text.contains("\"id\":\"7\"");
        assert_eq!(
            refused["id"],
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
    socket.say(json!({"type": "unwatch", "game": "nosuchgame"})).await;
    socket.say(json!({"type": "ping"})).await;
    assert_eq!(socket.hear_of("pong").await, json!({"type": "pong"}));
    let mut stranger = server.stranger().socket().await;
    stranger.say(json!({"type": "command", "game": id, "id": "c", "command": {"type": "resign"}})).await;
    assert_eq!(stranger.hear_of("refused").await["code"], "no-player");
    // One who says too much at once is not heard any more.
    socket.say_text(&"x".repeat(20_000)).await;
    while socket.hear().await.is_some() {}
    assert_eq!({ ana }.state(&id).await["result"], Value::Null);
}

#[tokio::test]
async fn too_many_messages_and_connections_are_refused() {
    let server = Server::with(Settings { connections: 2, ..settings() }).await;
    let ana = server.guest().await;
    let (mut one, _two) = (ana.socket().await, ana.socket().await);
    assert!(ana.try_socket().await.is_err());
    for _ in 0..200 {
        one.say(json!({"type": "ping"})).await;
    }
    assert_eq!(one.hear_of("refused").await["code"], "too-many-requests");
    drop(one);
    // The place is free when the server has noticed.
    let mut again = false;
    for _ in 0..100 {
        again = ana.try_socket().await.is_ok();
        if again {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(again);
}

#[tokio::test]
async fn a_slow_reader_is_dropped_and_holds_nobody_up() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let endless = json!({"game": "jesonmor", "seat": "first", "rules": "repetition=off,quiet=off"});
    let id = ana.create(endless).await;
    bo.command(&id, json!({"type": "join"})).await;
    for ply in 0..300 {
        let text = ["a1b3", "a9b7", "b3a1", "b7a9"][ply % 4];
        assert_eq!([&mut ana, &mut bo][ply % 2].turn(&id, text, ply).await.status, 200);
    }
    // A long story is told at once, to one who reads.
    let mut reader = server.stranger().socket().await;
    reader.watch(&id, 0).await;
    while reader.hear_of("update").await["number"] != 303 {}
    // Somebody with little room asks for it again and again, and reads nothing.
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
            assert_eq!(reader.hear_of("update").await["event"]["type"], "draw-offered");
            return;
        }
    }
    panic!("it was not dropped");
}

#[tokio::test]
async fn the_lobby_is_told_when_it_changes() {
    let server = Server::start().await;
    let mut watcher = server.stranger().socket().await;
    watcher.say(json!({"type": "lobby", "on": true})).await;
    assert_eq!(watcher.hear_of("lobby").await["seeks"], json!([]));
    let mut ana = server.guest().await;
    let id = ana.create(json!({"game": "jinli", "pace": "5m"})).await;
    let mut here = ana.socket().await;
    here.watch(&id, 0).await;
    loop {
        let lobby = watcher.hear_of("lobby").await;
        if lobby["seeks"][0]["id"] == id.as_str() {
            break;
        }
    }
    // Whoever wants to play at once has to be here.
    drop(here);
    while watcher.hear_of("lobby").await["seeks"] != json!([]) {}
}

#[tokio::test]
async fn everybody_is_told_to_come_back_when_the_server_ends() {
    let mut server = Server::start().await;
    let (id, ana, bo) = begun(&server, "").await;
    let (mut first, mut second) = (ana.socket().await, bo.socket().await);
    first.watch(&id, 0).await;
    second.watch(&id, 0).await;
    let stopping = server.stop();
    let (closing, also, ()) = tokio::join!(first.hear_of("closing"), second.hear_of("closing"), stopping);
    assert_eq!((&closing["code"], &also["code"]), (&json!("restarting"), &json!("restarting")));
}
