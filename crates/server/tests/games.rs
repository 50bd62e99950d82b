//! Games over HTTP: whole games, and every rejection.

mod common;

use common::{Client, Server, settings};
use sanban_core::Rules;
use sanban_games::registry;
use sanban_server::Settings;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

/// A game between two guests.
async fn start_game(server: &Server, game: Value) -> (String, Client, Client) {
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let id = ana.create(game).await;
    assert_eq!(bo.command(&id, json!({"type": "join"})).await.status, 200);
    (id, ana, bo)
}

fn jesonmor() -> Value {
    json!({"game": "jesonmor", "seat": "first"})
}

#[tokio::test]
async fn plays_and_records_whole_games_of_every_kind() {
    let server = Server::start().await;
    for info in registry::offered() {
        let (id, mut ana, mut bo) =
            start_game(&server, json!({"game": info.id, "seat": "first", "opponent": "link"})).await;
        let mut session = registry::open(Rules::official(info), None).unwrap();
        let mut ply = 0;
        while session.outcome().is_none() {
            let moves = session.moves();
            let text = &moves[(7 * ply * ply + 3 * ply) % moves.len()];
            let mover = [&mut ana, &mut bo][usize::from(session.to_move().0)].play(&id, text, ply).await;
            assert_eq!(mover.status, 200, "{mover:?}");
            session.play(text).unwrap();
            ply += 1;
        }
        let state = server.stranger().state(&id).await;
        assert_eq!(state["moves"], json!(session.played()));
        assert_eq!(state["result"], session.outcome().unwrap().score());
        assert_eq!(state["reason"], session.outcome().unwrap().reason.0);
        let record = server.stranger().get(&format!("/api/games/{id}/record")).await.text;
        assert_eq!(registry::read_record(&record).unwrap().1.played(), session.played());
        let all = server.stranger().get(&format!("/api/records?game={}", info.id)).await.text;
        assert_eq!(all, format!("{record}\n"));
        let listed = server.stranger().get(&format!("/api/games?game={}", info.id)).await.json();
        assert_eq!(listed["games"][0]["id"], id.as_str());
    }
    let exported = all_records(server.data()).await;
    assert_eq!(sanban_core::record::split(&exported).count(), registry::offered().count());
    let copy = server.data().join("copy.db");
    sanban_server::export::backup(server.data(), &copy).await.unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::rename(copy, elsewhere.path().join("sanban.db")).unwrap();
    assert_eq!(all_records(elsewhere.path()).await, exported, "the copy has every game");
}

/// What `sanban export` writes.
async fn all_records(folder: &Path) -> String {
    let text = RefCell::new(String::new());
    let write = |more: &str| {
        text.borrow_mut().push_str(more);
        Ok::<(), sanban_server::StoreError>(())
    };
    sanban_server::export::export(folder, write).await.unwrap();
    text.into_inner()
}

#[tokio::test]
async fn applies_a_repeated_command_once() {
    let mut server = Server::start().await;
    let (id, mut ana, mut bo) = start_game(&server, jesonmor()).await;
    let turn = json!({"type": "move", "move": "a1b3", "after": 0});
    let first = ana.command_as(&id, "one", turn.clone()).await.json();
    assert_eq!(ana.command_as(&id, "one", turn.clone()).await.json(), first);
    // Each player has their own ids.
    assert_eq!(bo.command_as(&id, "one", turn.clone()).await.code(), "moved-on");
    assert_eq!(ana.command_as(&id, "two", turn.clone()).await.code(), "moved-on");
    server.restart().await;
    ana.address = server.address;
    assert_eq!(ana.command_as(&id, "one", turn).await.json(), first, "also after a restart");
    assert_eq!(ana.state(&id).await["moves"], json!(["a1b3"]));
}

#[tokio::test]
async fn rejects_commands_of_strangers_and_out_of_turn() {
    let server = Server::start().await;
    let (id, mut ana, mut bo) = start_game(&server, jesonmor()).await;
    let (mut eve, mut stranger) = (server.guest().await, server.stranger());
    let commands = [
        "join",
        "change-sides",
        "leave-sides",
        "offer-draw",
        "accept-draw",
        "decline-draw",
        "ask-takeback",
        "allow-takeback",
        "refuse-takeback",
        "resign",
        "claim",
        "rematch",
        "withdraw",
    ];
    for command in commands
        .map(|kind| json!({"type": kind}))
        .into_iter()
        .chain([json!({"type": "move", "move": "a1b3", "after": 0})])
    {
        let rejection = eve.command(&id, command.clone()).await;
        let expected = if command["type"] == "join" { ("no-free-seat", 409) } else { ("not-a-player", 403) };
        assert_eq!((rejection.code().as_str(), rejection.status), expected, "{command}");
        let rejection = stranger.command(&id, command.clone()).await;
        assert_eq!((rejection.code().as_str(), rejection.status), ("no-player", 401), "{command}");
        let rejection = ana.command("nosuchgame", command.clone()).await;
        assert_eq!((rejection.code().as_str(), rejection.status), ("no-such-game", 404), "{command}");
    }
    assert_eq!(bo.play(&id, "a9b7", 0).await.code(), "not-your-turn");
    let illegal = ana.play(&id, "a1a2", 0).await;
    assert_eq!(illegal.status, 422, "{illegal:?}");
    assert!(illegal.json()["sentence"].as_str().unwrap().ends_with('.'));
    let malformed = ana.play(&id, "<img src=x>", 0).await;
    assert!([400, 422].contains(&malformed.status), "{malformed:?}");
    for command in ["offer-draw", "resign"] {
        let own = ana.command(&id, json!({"type": "claim"})).await;
        assert_eq!(own.code(), "not-away", "{command}");
    }
    assert_eq!(ana.state(&id).await["moves"], json!([]), "no command changed the game");
    assert_eq!(stranger.post("/api/games", jesonmor()).await.status, 401);
}

#[tokio::test]
async fn rejects_malformed_requests_in_the_clients_language() {
    let server = Server::start().await;
    let (id, mut ana, _) = start_game(&server, jesonmor()).await;
    let commands = format!("/api/games/{id}/commands");
    let large = format!(
        "{{\"id\": \"x\", \"command\": {{\"type\": \"move\", \"move\": \"{}\", \"after\": 0}}}}",
        "a".repeat(20_000)
    );
    for (method, path, body, status) in [
        ("POST", commands.as_str(), "", 400),
        ("POST", &commands, "nonsense", 400),
        ("POST", &commands, "{\"id\": \"x\"}", 400),
        ("POST", &commands, "{\"id\": \"\", \"command\": {\"type\": \"resign\"}}", 400),
        ("POST", &commands, &format!("{{\"id\": \"{}\", \"command\": {{\"type\": \"resign\"}}}}", "x".repeat(65)), 400),
        ("POST", &commands, "{\"id\": \"x\", \"command\": {\"type\": \"cheat\"}}", 400),
        ("POST", &commands, &large, 413),
        ("POST", "/api/games", "{}", 400),
        ("POST", "/api/games", "{\"game\": \"chess\"}", 400),
        ("POST", "/api/games", "{\"game\": \"hexapawn\"}", 400),
        ("POST", "/api/games", "{\"game\": \"jinli\", \"pace\": \"soon\"}", 400),
        ("POST", "/api/games", "{\"game\": \"jinli\", \"rules\": \"size=1000\"}", 400),
        ("POST", "/api/games", "{\"game\": \"jinli\", \"opponent\": \"uci:sh\"}", 400),
        ("POST", "/api/games", "{\"game\": \"jinli\", \"opponent\": \"engine:time=60m\"}", 400),
        ("POST", "/api/games", "{\"game\": \"jinli\", \"position\": \"x\"}", 400),
        ("POST", "/api/games", &large, 413),
        ("POST", "/api/account", "{}", 400),
        ("POST", "/api/account", "{\"name\": \"<img src=x onerror=alert(1)>\", \"passphrase\": \"12345678\"}", 400),
        ("POST", "/api/account", "{\"name\": \"Ana\", \"passphrase\": \"short\"}", 400),
        ("POST", "/api/account", &large, 413),
        ("POST", "/api/session", "[]", 400),
        ("POST", "/api/session", &large, 413),
        ("PUT", "/api/me/settings", "[1]", 400),
        ("PUT", "/api/me/settings", &large, 413),
        ("GET", "/api/games?limit=x", "", 400),
        ("GET", "/api/games?state=lost", "", 400),
        ("GET", "/api/games?before=yesterday", "", 400),
        ("GET", "/api/games?game=chess", "", 400),
        ("GET", "/api/games?player=Nobody", "", 404),
        ("GET", "/api/records?player=Nobody", "", 404),
        ("GET", "/api/games/nosuchgame", "", 404),
        ("GET", "/api/games/nosuchgame/events", "", 404),
        ("GET", "/api/games/nosuchgame/record", "", 404),
        ("GET", "/api/players/Nobody", "", 404),
        ("GET", "/api/leaders/chess", "", 404),
        ("GET", "/api/nothing", "", 404),
        ("DELETE", "/api/games", "", 405),
        ("GET", "/api/socket", "", 400),
    ] {
        for (language, other) in [("en", "pt"), ("pt-PT,pt;q=0.9", "en")] {
            ana.language = language.into();
            let body = if method == "GET" { None } else { Some(body.to_string()) };
            let response = ana.request(method, path, body.clone()).await;
            assert_eq!(response.status, status, "{method} {path} {body:?}: {response:?}");
            assert!(!response.code().is_empty());
            ana.language = other.into();
            let sentence = response.json()["sentence"].clone();
            assert_ne!(ana.request(method, path, body).await.json()["sentence"], sentence, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn blocks_requests_from_other_sites() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    for (name, value) in [
        ("origin", "https://elsewhere.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let mut tricked = Client { headers: vec![(name.into(), value.into())], ..ana.clone() };
        let rejection = tricked.post("/api/games", jesonmor()).await;
        assert_eq!((rejection.code().as_str(), rejection.status), ("wrong-origin", 403), "{name}: {value}");
        assert!(tricked.try_socket("").await.is_err(), "{name}: {value}");
    }
    let own = ("origin".to_string(), format!("http://{}", server.address));
    let mut page = Client { headers: vec![own, ("sec-fetch-site".into(), "same-origin".into())], ..ana.clone() };
    assert_eq!(page.post("/api/games", jesonmor()).await.status, 201);
    assert!(page.try_socket("").await.is_ok());
    assert_eq!(ana.get("/api/games?player=me").await.json()["games"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn lets_the_computer_play() {
    let server = Server::start().await;
    for (info, opponent) in registry::offered().zip(["level:1", "level:2", "random"].into_iter().cycle()) {
        let mut ana = server.guest().await;
        let id = ana.create(json!({"game": info.id, "seat": "second", "opponent": opponent})).await;
        let mut number = 0;
        for _ in 0..3 {
            // The computer moves first, and answers.
            let state = loop {
                let updates = ana.get(&format!("/api/games/{id}/events?after={number}&wait=30")).await.json();
                let last = updates["updates"].as_array().unwrap().last().unwrap_or_else(|| panic!("no answer")).clone();
                number = last["number"].as_u64().unwrap();
                if last["state"]["toMove"] == 1 || !last["state"]["result"].is_null() {
                    break last["state"].clone();
                }
            };
            if !state["result"].is_null() {
                break;
            }
            let session = registry::open(Rules::official(info), state["position"].as_str()).unwrap();
            let moves = state["moves"].as_array().unwrap().len();
            assert_eq!(ana.play(&id, &session.moves()[0], moves).await.status, 200);
        }
    }
}

#[tokio::test]
async fn limits_unfinished_games() {
    let server = Server::with(Settings { games: 3, computer_games: 1, ..settings() }).await;
    let mut ana = server.guest().await;
    ana.create(json!({"game": "jinli", "opponent": "level:1"})).await;
    let rejection = ana.post("/api/games", json!({"game": "jinli", "opponent": "level:1"})).await;
    assert_eq!((rejection.code().as_str(), rejection.status), ("too-many-computers", 403));
    let waiting = ana.create(jesonmor()).await;
    ana.create(jesonmor()).await;
    assert_eq!(ana.post("/api/games", jesonmor()).await.code(), "too-many-games");
    let mut bo = server.guest().await;
    let other = bo.create(jesonmor()).await;
    assert_eq!(ana.command(&other, json!({"type": "join"})).await.code(), "too-many-games");
    assert_eq!(ana.command(&waiting, json!({"type": "withdraw"})).await.status, 200);
    assert_eq!(ana.command(&other, json!({"type": "join"})).await.status, 200);
}

#[tokio::test]
async fn creates_one_game_for_a_repeated_request() {
    let server = Server::with(Settings { games: 1, ..settings() }).await;
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let game = json!({"game": "jinli", "id": "one"});
    let made = ana.post("/api/games", game.clone()).await;
    assert_eq!(made.status, 201);
    assert_eq!(ana.post("/api/games", game.clone()).await.json()["id"], made.json()["id"]);
    let other = ana.post("/api/games", json!({"game": "jesonmor", "id": "one"})).await;
    assert_eq!((other.status, other.code().as_str()), (409, "command-id-reused"));
    assert_ne!(bo.create(game).await, made.json()["id"], "idempotency keys are per player");
    assert_eq!(ana.post("/api/games", json!({"game": "jinli", "id": "two"})).await.code(), "too-many-games");
    assert_eq!(ana.post("/api/games", json!({"game": "jinli", "id": ""})).await.code(), "bad-command-id");
}

#[tokio::test(flavor = "multi_thread")]
async fn creates_one_game_for_requests_that_arrive_at_once() {
    let server = Server::start().await;
    let ana = server.guest().await;
    for round in 0..20 {
        let requests: Vec<_> = (0..4)
            .map(|_| {
                let mut ana = ana.clone();
                let game = json!({"game": "jinli", "opponent": "link", "id": format!("round {round}")});
                tokio::spawn(async move { ana.create(game).await })
            })
            .collect();
        let mut games = Vec::new();
        for request in requests {
            games.push(request.await.unwrap());
        }
        games.dedup();
        assert_eq!(games.len(), 1, "round {round}");
    }
}

#[tokio::test]
async fn rejects_other_commands_with_the_same_id() {
    let mut server = Server::start().await;
    let (id, mut ana, _) = start_game(&server, json!({"game": "jesonmor", "seat": "first"})).await;
    let turn = |text: &str| json!({"type": "move", "move": text, "after": 0});
    assert_eq!(ana.command_as(&id, "one", turn("a1b3")).await.status, 200);
    for restarts in [false, true] {
        if restarts {
            server.restart().await;
            ana.address = server.address;
        }
        for other in [turn("b1a3"), json!({"type": "resign"})] {
            let response = ana.command_as(&id, "one", other).await;
            assert_eq!((response.status, response.code().as_str()), (409, "command-id-reused"));
        }
        assert_eq!(ana.command_as(&id, "one", turn("a1b3")).await.status, 200, "the same is answered alike");
    }
    assert_eq!(ana.state(&id).await["result"], Value::Null);
}

#[tokio::test]
async fn limits_rematches_but_not_repeated_commands() {
    let server = Server::with(Settings { games: 2, computer_games: 1, ..settings() }).await;
    let mut ana = server.guest().await;
    let first = ana.create(json!({"game": "jinli", "seat": "first", "opponent": "level:1"})).await;
    assert_eq!(ana.command(&first, json!({"type": "resign"})).await.status, 200);
    ana.create(json!({"game": "jinli", "seat": "first", "opponent": "level:1"})).await;
    assert_eq!(ana.command(&first, json!({"type": "rematch"})).await.code(), "too-many-computers");
    let mut bo = server.guest().await;
    let other = bo.create(jesonmor()).await;
    let joined = ana.command_as(&other, "join", json!({"type": "join"})).await;
    assert_eq!(joined.status, 200);
    assert_eq!(ana.command_as(&other, "join", json!({"type": "join"})).await.json(), joined.json());
}

#[tokio::test]
async fn restarts_the_search_when_the_position_changes() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    let id = ana.create(json!({"game": "jesonmor", "seat": "first", "opponent": "level:8"})).await;
    assert_eq!(ana.play(&id, "a1b3", 0).await.status, 200);
    assert_eq!(ana.command(&id, json!({"type": "ask-takeback"})).await.status, 200);
    assert_eq!(ana.play(&id, "e1d3", 0).await.status, 200);
    let started = std::time::Instant::now();
    let moves = loop {
        let moves = ana.state(&id).await["moves"].as_array().unwrap().len();
        if moves > 1 {
            break moves;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "it does not answer");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(moves, 2);
}

#[tokio::test]
async fn hides_games_by_link_from_lists() {
    let server = Server::start().await;
    let mut ids = Vec::new();
    for opponent in ["anyone", "link"] {
        let (id, ..) = start_game(&server, json!({"game": "jinli", "seat": "first", "opponent": opponent})).await;
        ids.push(id);
    }
    let mut stranger = server.stranger();
    let started = std::time::Instant::now();
    while !stranger.get("/api/lobby").await.text.contains(&ids[0]) {
        assert!(started.elapsed() < Duration::from_secs(30), "the lobby does not show it");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for path in ["/api/lobby", "/api/games?state=running"] {
        let text = stranger.get(path).await.text;
        assert!(text.contains(&ids[0]) && !text.contains(&ids[1]), "{path}: {text}");
    }
    assert_eq!(stranger.get(&format!("/api/games/{}", ids[1])).await.status, 200);
}

#[tokio::test]
async fn cancels_live_seeks_of_absent_players() {
    let server = Server::with(Settings { grace: Duration::from_secs(1), ..settings() }).await;
    let mut ana = server.guest().await;
    let slow = ana.create(json!({"game": "jinli", "pace": "3d"})).await;
    let linked = ana.create(json!({"game": "jinli", "pace": "5m", "opponent": "link"})).await;
    let mut socket = ana.socket().await;
    let live = ana.create(json!({"game": "jinli", "pace": "5m"})).await;
    socket.watch(&live, 0).await;
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert_eq!(ana.get("/api/games?player=me&state=waiting").await.json()["games"].as_array().unwrap().len(), 3);
    drop(socket);
    let started = std::time::Instant::now();
    loop {
        let waiting = ana.get("/api/games?player=me&state=waiting").await.text;
        assert!(waiting.contains(&slow) && waiting.contains(&linked));
        if !waiting.contains(&live) {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "it still waits");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until a game of the player is over, and fails with a message if it stays open.
async fn wait_until_over(client: &mut Client, game: &str, message: &str) {
    let started = std::time::Instant::now();
    while !client.get("/api/games?player=me&state=over").await.text.contains(game) {
        assert!(started.elapsed() < Duration::from_secs(30), "{message}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn cancels_games_abandoned_in_the_first_turns() {
    let server = Server::with(Settings { grace: Duration::from_secs(1), ..settings() }).await;
    let mut ana = server.guest().await;
    let game = ana.create(json!({"game": "jinli", "pace": "5m", "opponent": "level:1", "seat": "first"})).await;
    wait_until_over(&mut ana, &game, "it is still there").await;
}

#[tokio::test]
async fn cancels_abandoned_seeks_despite_spectators() {
    let server = Server::with(Settings { grace: Duration::from_secs(1), ..settings() }).await;
    let (mut ana, bo) = (server.guest().await, server.guest().await);
    let game = ana.create(json!({"game": "jinli", "pace": "5m"})).await;
    let mut socket = bo.socket().await;
    socket.watch(&game, 0).await;
    wait_until_over(&mut ana, &game, "it still waits").await;
}

#[tokio::test]
async fn allows_the_creation_key_as_a_command_id() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    let request = json!({"game": "jesonmor", "opponent": "level:1", "seat": "first", "id": "1"});
    let game = ana.create(request.clone()).await;
    assert_eq!(ana.create(request.clone()).await, game);
    let moved = json!({"id": "1", "command": {"type": "move", "move": "a1b3", "after": 0}});
    assert_eq!(ana.post(&format!("/api/games/{game}/commands"), moved).await.status, 200);
    assert!(ana.get(&format!("/api/games/{game}")).await.text.contains("a1b3"));
    // A guest who has signed up is the same player.
    assert_eq!(ana.post("/api/account", json!({"name": "Ana", "passphrase": "a long passphrase"})).await.status, 201);
    assert_eq!(ana.create(request).await, game);
}

#[tokio::test]
async fn rejects_rated_games_with_little_time() {
    let server = Server::start().await;
    let mut ana = server.account("Ana").await;
    let game = |pace: &str| json!({"game": "jinli", "rated": true, "pace": pace});
    assert_eq!(ana.post("/api/games", game("5s")).await.code(), "rated-needs-time");
    assert_eq!(ana.post("/api/games", game("30s")).await.status, 201);
}

#[tokio::test]
async fn sends_right_content_types_and_headers() {
    let server = Server::start().await;
    for path in ["/api/lobby", "/api/records", "/api/nothing"] {
        let response = server.stranger().get(path).await;
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(response.header("x-frame-options"), Some("DENY"), "{path}");
    }
    for path in ["/api/games?limit=0", "/api/records?limit=0"] {
        assert_eq!(server.stranger().get(path).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn limits_requests_with_retry_after() {
    let server = Server::with(Settings { requests: 1, burst: 5, ..settings() }).await;
    let mut ana = server.stranger();
    let mut answers = Vec::new();
    for _ in 0..12 {
        answers.push(ana.get("/api/lobby").await);
    }
    assert_eq!(answers[0].status, 200);
    let rejection = answers.iter().find(|response| response.status == 429).expect("one too many");
    assert_eq!(rejection.code(), "too-many-requests");
    assert!(rejection.header("retry-after").unwrap().parse::<u32>().unwrap() >= 1);
    // A proxy is trusted only if the settings say so.
    ana.headers = vec![("x-forwarded-for".into(), "192.0.2.9".into())];
    let mut report = 200;
    for _ in 0..12 {
        report = ana.get("/api/lobby").await.status.max(report);
    }
    assert_eq!(report, 429);
    let trusting = Server::with(Settings { requests: 1, burst: 5, proxy: true, ..settings() }).await;
    for last in 0..12 {
        // The proxy appends to the header or adds another one.
        for report in [&[format!("10.0.0.1, 192.0.2.{last}")][..], &["10.0.0.1".into(), format!("192.0.3.{last}")]] {
            let headers = report.iter().map(|report| ("x-forwarded-for".into(), report.clone())).collect();
            let mut ana = Client { headers, ..trusting.stranger() };
            assert_eq!(ana.get("/api/lobby").await.status, 200, "{report:?}");
        }
    }
}

#[tokio::test]
async fn rejects_bodies_that_do_not_arrive() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    ana.headers =
        [("content-type", "application/json"), ("content-length", "100")].map(|(a, b)| (a.into(), b.into())).into();
    let rejection = ana.request("POST", "/api/games", None).await;
    assert_eq!((rejection.status, rejection.code().as_str()), (400, "bad-request"), "{}", rejection.text);
}

#[tokio::test]
async fn charges_no_time_across_a_restart() {
    let mut server = Server::start().await;
    let (id, mut ana, mut bo) = start_game(&server, json!({"game": "jesonmor", "seat": "first", "pace": "10s"})).await;
    ana.play(&id, "a1b3", 0).await;
    bo.play(&id, "a9b7", 1).await;
    server.stop().await;
    // Longer than the time on the clock.
    tokio::time::sleep(Duration::from_secs(11)).await;
    server.restart().await;
    ana.address = server.address;
    let state = ana.state(&id).await;
    assert_eq!(state["result"], Value::Null, "{state}");
    assert!(state["clock"]["left"][0].as_u64().unwrap() > 5_000, "{state}");
    assert_eq!(ana.play(&id, "b1a3", 2).await.status, 200);
}

#[tokio::test]
async fn ends_games_when_time_runs_out() {
    let server = Server::start().await;
    let (id, mut ana, mut bo) = start_game(&server, json!({"game": "jesonmor", "seat": "first", "pace": "1s"})).await;
    ana.play(&id, "a1b3", 0).await;
    let number = bo.play(&id, "a9b7", 1).await.json()["number"].as_u64().unwrap();
    let updates = bo.get(&format!("/api/games/{id}/events?after={number}&wait=30")).await.json();
    assert_eq!(updates["updates"][0]["event"], json!({"type": "ended", "winner": 1, "reason": "time"}));
    assert_eq!(ana.play(&id, "b1a3", 2).await.code(), "round-over");
}

#[tokio::test]
async fn lists_no_private_games() {
    let server = Server::start().await;
    let mut ana = server.guest().await;
    let private = ana.create(json!({"game": "jinli", "opponent": "link"})).await;
    let open = ana.create(json!({"game": "jinli", "opponent": "anyone"})).await;
    let mut eve = server.guest().await;
    let waiting = eve.get("/api/games?state=waiting").await.text;
    assert!(waiting.contains(&open) && !waiting.contains(&private));
    let mut lobby = String::new();
    // The lobby is refreshed a moment later.
    for _ in 0..100 {
        lobby = eve.get("/api/lobby").await.text;
        if lobby.contains(&open) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(lobby.contains(&open) && !lobby.contains(&private), "{lobby}");
    let mine = ana.get("/api/games?player=me").await.json();
    assert_eq!(mine["games"].as_array().unwrap().len(), 2);
    let first = ana.get("/api/games?player=me&limit=1").await.json();
    let next = first["next"].as_str().unwrap();
    let second = ana.get(&format!("/api/games?player=me&limit=1&before={next}")).await.json();
    assert_ne!(first["games"][0]["id"], second["games"][0]["id"]);
    assert_eq!(second["games"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn documents_every_route() {
    let server = Server::start().await;
    let document = server.stranger().get("/api/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap();
    let report = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md")).unwrap();
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let line = format!("`{} {path}", method.to_uppercase());
            assert!(report.contains(&line), "docs/protocol.md tells of {line}`");
        }
    }
    assert!(server.stranger().get("/healthz").await.text.starts_with("ok"));
    let metrics = server.stranger().get("/metrics").await.text;
    assert!(metrics.contains("sanban_turns_total 0") && metrics.ends_with("# EOF\n"), "{metrics}");
}
