//! Protocol 2: a client that applies what changed always has the state that protocol 1 sends whole.

mod common;

use common::{Client, Server, Socket};
use sanban_core::Rules;
use sanban_games::registry;
use serde_json::{Value, json};

/// A client's copy of a game, kept up to date as `docs/protocol.md` says.
struct Mirror {
    socket: Socket,
    summary: Value,
    state: Value,
    /// Moves of events whose changes are still to come.
    moves: Vec<Value>,
}

impl Mirror {
    async fn watch(client: &Client, game: &str) -> Mirror {
        let mut socket = client.socket_v2().await;
        let mut watched = socket.watch(game, 0).await;
        let state = watched["state"].take();
        let moves = state["moves"].as_array().unwrap().clone();
        Mirror { socket, summary: watched["summary"].take(), state, moves }
    }

    /// Receives messages up to the update with a number.
    async fn receive_until(&mut self, number: u64) {
        while self.state["number"] != number {
            let mut message = self.socket.receive().await.expect("the connection stays open");
            match message["type"].as_str().unwrap() {
                "present" => {
                    self.state["present"] = message["present"].take();
                    self.state["claim"] = message["claim"].take();
                }
                "update" => self.apply(message),
                _ => {}
            }
        }
    }

    fn apply(&mut self, mut update: Value) {
        let event = &update["event"];
        if event["type"] == "moved" {
            self.moves.push(event["move"].clone());
        } else if event["type"] == "taken-back" {
            self.moves.truncate(self.moves.len() - event["turns"].as_u64().unwrap() as usize);
        }
        self.state["number"] = update["number"].clone();
        if let Value::Object(changes) = update["changes"].take() {
            self.state["moves"] = self.moves.clone().into();
            for (field, value) in changes {
                self.state[field] = value;
            }
            self.summary["turns"] = self.moves.len().into();
            self.summary["toMove"] = self.state["toMove"].clone();
            self.summary["changed"] = update["at"].clone();
        }
        if update["summary"].is_object() {
            self.summary = update["summary"].take();
        }
    }
}

/// A state without what depends on when it was read, and without the position, which follows from the moves.
fn comparable(state: &Value) -> Value {
    let mut state = state.clone();
    state["position"].take();
    if state["clock"].is_object() {
        state["clock"]["left"].take();
    }
    state
}

#[tokio::test]
async fn changes_lead_to_the_same_state_as_full_updates() {
    let server = Server::start().await;
    let mut kinds_seen = std::collections::HashSet::new();
    for (round, pace) in ["", "5m+3s", "3d"].into_iter().enumerate() {
        let (mut ana, mut bo) = (server.guest().await, server.guest().await);
        let id = ana.create(json!({"game": "jesonmor", "seat": "first", "pace": pace, "pie": true})).await;
        let mut mirrors = [Mirror::watch(&ana, &id).await, Mirror::watch(&bo, &id).await];
        let mut full = server.stranger().socket().await;
        full.watch(&id, 0).await;
        let info = registry::find("jesonmor").unwrap();
        let mut rng = 12_345 + round as u64;
        let mut random = move |below: usize| {
            rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (rng >> 33) as usize % below
        };
        bo.command(&id, json!({"type": "join"})).await;
        for step in 0..150 {
            let state = ana.state(&id).await;
            let moves: Vec<&str> = state["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
            let mut session = registry::open(Rules::official(info), None).unwrap();
            for text in &moves {
                session.play(text).unwrap();
            }
            // Moves after which the game goes on, so that there is time for everything else.
            let goes_on = |text: &String| {
                let mut next = session.fork();
                next.play(text).is_ok() && next.outcome().is_none()
            };
            let legal: Vec<String> = session.moves().into_iter().filter(goes_on).collect();
            let command = match random(12) {
                // The swap of two guests, who look alike.
                _ if step == 0 => json!({"type": "move", "move": legal[0], "after": 0}),
                _ if step == 1 => json!({"type": "change-sides"}),
                0 => json!({"type": "offer-draw"}),
                1 => json!({"type": "decline-draw"}),
                2 => json!({"type": "ask-takeback"}),
                3 => json!({"type": "allow-takeback"}),
                4 => json!({"type": "refuse-takeback"}),
                5 => json!({"type": "change-sides"}),
                _ if legal.is_empty() => json!({"type": "resign"}),
                _ => json!({"type": "move", "move": legal[random(legal.len())], "after": moves.len()}),
            };
            let first = random(2);
            for (place, client) in [&mut ana, &mut bo].into_iter().enumerate() {
                // Either may move; anything else comes from one of them, or a draw would be agreed at once.
                if !["move", "change-sides"].contains(&command["type"].as_str().unwrap()) && place != first {
                    continue;
                }
                let response = client.command(&id, command.clone()).await;
                if response.status == 200 {
                    kinds_seen.insert(command["type"].as_str().unwrap().to_string());
                    let number = response.json()["number"].as_u64().unwrap();
                    let state = loop {
                        let update = full.receive_type("update").await;
                        if update["number"] == number {
                            break update["state"].clone();
                        }
                    };
                    for mirror in &mut mirrors {
                        mirror.receive_until(number).await;
                        assert_eq!(comparable(&mirror.state), comparable(&state), "after {command}");
                    }
                }
            }
            for (mirror, client) in mirrors.iter().zip([&mut ana, &mut bo]) {
                let summary = client.get(&format!("/api/games/{id}")).await.json()["summary"].take();
                assert_eq!(mirror.summary, summary, "after {command}");
            }
        }
        for command in [json!({"type": "resign"}), json!({"type": "rematch"})] {
            // Both ask for the rematch.
            for client in [&mut ana, &mut bo] {
                client.command(&id, command.clone()).await;
            }
        }
        let last = ana.state(&id).await;
        mirrors[0].receive_until(last["number"].as_u64().unwrap()).await;
        assert!(last["next"].is_string());
        assert_eq!(comparable(&mirrors[0].state), comparable(&last));
    }
    for kind in
        ["move", "change-sides", "offer-draw", "decline-draw", "ask-takeback", "allow-takeback", "refuse-takeback"]
    {
        assert!(kinds_seen.contains(kind), "no {kind} was tried: {kinds_seen:?}");
    }
}

#[tokio::test]
async fn sends_a_fifth_of_the_bytes_in_a_game_of_200_turns() {
    let server = Server::start().await;
    for info in registry::offered() {
        let game = info.id;
        let mut session = registry::open(Rules::official(info), None).unwrap();
        let (mut ana, mut bo) = (server.guest().await, server.guest().await);
        let id = ana.create(json!({"game": game, "seat": "first", "pace": "60m+30s"})).await;
        bo.command(&id, json!({"type": "join"})).await;
        let (mut one, mut two) = (ana.socket().await, ana.socket_v2().await);
        one.watch(&id, u32::MAX).await;
        two.watch(&id, 0).await;
        (one.received_bytes, two.received_bytes) = (0, 0);
        let mut turns = 0;
        while turns < 200 && session.outcome().is_none() {
            // The longest way to play: a move after which the game goes on, if there is one.
            let moves = session.moves();
            let goes_on = |text: &&String| {
                let mut next = session.fork();
                next.play(text).unwrap();
                next.outcome().is_none()
            };
            let chosen = moves.iter().rev().find(goes_on).unwrap_or(&moves[0]).clone();
            let mover = if turns % 2 == 0 { &mut ana } else { &mut bo };
            assert_eq!(mover.play(&id, &chosen, turns).await.status, 200);
            session.play(&chosen).unwrap();
            turns += 1;
            one.receive_type("update").await;
            two.receive_type("update").await;
        }
        let ratio = one.received_bytes as f64 / two.received_bytes as f64;
        println!(
            "{game}: {turns} turns, {} and {} bytes a turn, ratio {ratio:.1}",
            one.received_bytes / turns,
            two.received_bytes / turns
        );
        assert!(turns < 200 || ratio >= 5.0, "{game}: {ratio:.2}");
    }
}

#[tokio::test]
async fn lobby_changes_lead_to_the_current_lobby() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    let mut watcher = server.stranger().socket_v2().await;
    watcher.send(json!({"type": "lobby", "on": true})).await;
    let mut lobby = watcher.receive_type("lobby").await;
    let mut games = Vec::new();
    let mut changes = 0;
    for step in 0..12 {
        match step % 4 {
            0 | 1 => games.push(ana.create(json!({"game": "jinli", "seat": "first", "pace": "3d"})).await),
            2 => {
                let mut bo = server.guest().await;
                bo.command(&games[step / 4 * 2], json!({"type": "join"})).await;
            }
            _ => {
                ana.command(&games[step / 4 * 2 + 1], json!({"type": "withdraw"})).await;
            }
        }
        loop {
            let expected = ana.get("/api/lobby").await.json();
            let has_all = ["seeks", "running"].iter().all(|list| {
                let ids = |lobby: &Value| {
                    let mut ids: Vec<String> =
                        lobby[list].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap().into()).collect();
                    ids.sort();
                    ids
                };
                ids(&expected) == ids(&lobby)
            });
            let started: usize = (0..=step).filter(|step| step % 4 == 2).count();
            let cancelled: usize = (0..=step).filter(|step| step % 4 == 3).count();
            let is_current = expected["running"].as_array().unwrap().len() == started
                && expected["seeks"].as_array().unwrap().len() == games.len() - started - cancelled;
            if has_all && is_current {
                break;
            }
            if !is_current {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                continue;
            }
            let message = watcher.receive().await.unwrap();
            assert_eq!(message["type"], "lobby-changes", "the whole lobby is sent once");
            changes += 1;
            for list in ["seeks", "running"] {
                let games = lobby[list].as_array_mut().unwrap();
                let removed = message[list]["removed"].as_array().unwrap();
                let set = message[list]["set"].as_array().unwrap();
                games.retain(|game| !removed.contains(&game["id"]) && set.iter().all(|new| new["id"] != game["id"]));
                games.extend(set.iter().cloned());
            }
        }
    }
    assert!(changes >= 6, "{changes} changes");
}

#[tokio::test]
async fn passes_preset_messages_to_version_2_only() {
    let server = Server::start().await;
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let id = ana.create(json!({"game": "jesonmor", "seat": "first"})).await;
    let [mut first, mut second, mut spectator] =
        [ana.socket_v2().await, bo.socket_v2().await, server.stranger().socket_v2().await];
    let mut old = server.stranger().socket().await;
    for socket in [&mut first, &mut second, &mut spectator, &mut old] {
        socket.watch(&id, 0).await;
    }
    let say = |message: &str| json!({"type": "say", "game": id, "message": message});
    first.send(say("hello")).await;
    assert_eq!(first.receive_type("refused").await["code"], "not-begun");
    bo.command(&id, json!({"type": "join"})).await;
    first.send(say("good-luck")).await;
    let expected = json!({"type": "said", "game": id, "seat": 0, "message": "good-luck"});
    for socket in [&mut first, &mut second, &mut spectator] {
        assert_eq!(socket.receive_type("said").await, expected);
    }
    first.send(say("hello")).await;
    let refused = first.receive_type("refused").await;
    assert_eq!((&refused["code"], &refused["game"]), (&json!("too-many-requests"), &json!(id)), "one at a time");
    second.send(say("thanks")).await;
    assert_eq!(first.receive_type("said").await["seat"], 1, "each player has a limit of their own");
    second.send(say("you lose")).await;
    assert_eq!(second.receive_type("refused").await["code"], "bad-request", "nothing else can be said");
    spectator.send(say("hello")).await;
    assert_eq!(spectator.receive_type("refused").await["code"], "no-player");
    let mut eve = server.guest().await.socket_v2().await;
    eve.send(say("hello")).await;
    assert_eq!(eve.receive_type("refused").await["code"], "not-a-player");
    // Version 1 gets updates and no messages.
    ana.play(&id, "a1b3", 0).await;
    loop {
        let message = old.receive().await.unwrap();
        assert_ne!(message["type"], "said");
        if message["event"]["type"] == "moved" {
            break;
        }
    }
    let events = ana.get(&format!("/api/games/{id}/events")).await.text;
    assert!(!events.contains("good-luck"), "messages are not stored");
}

#[tokio::test]
async fn summaries_carry_the_start_position() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    let mut session = registry::open(Rules::official(registry::find("jesonmor").unwrap()), None).unwrap();
    session.play("a1b3").unwrap();
    let position = session.position_text();
    let id = ana.create(json!({"game": "jesonmor", "seat": "first", "position": position})).await;
    let usual = ana.create(json!({"game": "jesonmor", "seat": "first"})).await;
    let mut socket = ana.socket_v2().await;
    assert_eq!(socket.watch(&id, 0).await["summary"]["position"], json!(position));
    assert_eq!(socket.watch(&usual, 0).await["summary"]["position"], Value::Null);
    let games = ana.get("/api/games?player=me").await.json();
    let listed = games["games"].as_array().unwrap().iter().find(|game| game["id"] == json!(id)).unwrap().clone();
    assert_eq!(listed["position"], json!(position));
}

#[tokio::test]
async fn rejects_unknown_versions() {
    let server = Server::start().await;
    assert!(server.guest().await.try_socket("?protocol=3").await.is_err());
    assert!(server.guest().await.try_socket("?protocol=1").await.is_ok());
}
