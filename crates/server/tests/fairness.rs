//! What one player or address takes doesn't come out of what others get.

mod common;
#[path = "../../../examples/common/copied_games.rs"]
mod copied_games;

use common::{Client, Server, settings};
use copied_games::{ENDLESS_MOVES, ENDLESS_RULES, copy_game};
use sanban_server::Settings;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// The seeks of the lobby, once it has a number of them.
async fn seeks(server: &Server, count: usize) -> Vec<String> {
    let mut stranger = server.stranger();
    loop {
        let lobby = stranger.get("/api/lobby").await.json();
        let seeks: Vec<String> = lobby["seeks"].as_array().unwrap().iter().map(id).collect();
        if seeks.len() == count {
            return seeks;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

fn id(summary: &Value) -> String {
    summary["id"].as_str().unwrap().to_string()
}

#[tokio::test]
async fn lists_everybodys_open_games() {
    let server = Server::with(Settings { proxy: true, ..settings() }).await;
    let open = json!({"game": "jinli", "pace": "3d"});
    let mut others = vec![server.guest_at("198.51.100.1").await.create(open.clone()).await];
    others.push(server.guest_at("198.51.100.2").await.create(open.clone()).await);
    others.push(server.account("Ana").await.create(open.clone()).await);
    // The lobby has room for 50: one address has many guests, and one account has ten games.
    for _ in 0..60 {
        server.guest_at("192.0.2.1").await.create(open.clone()).await;
    }
    let mut greedy = server.account("Greedy one").await;
    for _ in 0..10 {
        greedy.create(open.clone()).await;
    }
    let seeks = seeks(&server, 50).await;
    for other in others {
        assert!(seeks.contains(&other), "{seeks:?}");
    }
}

/// Creates more open games at one address than the lobby considers, after some of other players. Returns those.
async fn fill_the_lobby(server: &Server) -> [(Client, String); 3] {
    let open = json!({"game": "jinli", "pace": "3d"});
    let mut others = [
        server.guest_at("198.51.100.1").await,
        server.guest_at("198.51.100.2").await,
        server.account_at("Ana", "198.51.100.3").await,
    ]
    .map(|client| (client, String::new()));
    for (client, game) in &mut others {
        *game = client.create(open.clone()).await;
    }
    for n in 0..102 {
        let mut greedy = match n % 30 {
            0 => server.account_at(&format!("Greedy {n}"), "192.0.2.1").await,
            _ => server.guest_at("192.0.2.1").await,
        };
        for _ in 0..10 {
            greedy.create(open.clone()).await;
        }
    }
    others
}

#[tokio::test]
async fn lists_others_besides_a_thousand_open_games_of_one_address() {
    let mut server = Server::with(Settings { proxy: true, ..settings() }).await;
    let mut others = fill_the_lobby(&server).await;
    let listed = seeks(&server, 50).await;
    for (_, other) in &others {
        assert!(listed.contains(other), "{listed:?}");
    }
    server.restart().await;
    for (client, other) in &mut others {
        client.address = server.address;
        assert_eq!(client.get("/api/me").await.status, 200);
        // A new version of the lobby.
        let left = client.create(json!({"game": "jinli", "pace": "2d"})).await;
        assert_eq!(client.command(&left, json!({"type": "withdraw"})).await.status, 200);
        wait_until_listed(&server, other).await;
    }
    let listed = seeks(&server, 50).await;
    for (_, other) in &others {
        assert!(listed.contains(other), "{listed:?}");
    }
}

async fn wait_until_listed(server: &Server, game: &str) {
    while !seeks(server, 50).await.iter().any(|seek| seek == game) {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn limits_open_games_of_an_address() {
    let server = Server::with(Settings { proxy: true, seeks: 50, ..settings() }).await;
    let open = |pace: &str| json!({"game": "jinli", "pace": pace});
    // A class, and somebody who joins one of its games.
    let mut class = Vec::new();
    for _ in 0..40 {
        let mut pupil = server.guest_at("192.0.2.1").await;
        class.push(pupil.create(open("3d")).await);
    }
    // Everybody else at the address at once.
    let mut greedy = Vec::new();
    for _ in 0..20 {
        greedy.push(server.guest_at("192.0.2.1").await);
    }
    let create = |mut client: Client| async move { client.post("/api/games", open("2d")).await };
    let responses = futures_util::future::join_all(greedy.iter().cloned().map(create)).await;
    let created: Vec<_> = responses.iter().filter(|response| response.status == 201).collect();
    let rejected: Vec<_> = responses.iter().filter(|response| response.status == 403).collect();
    assert_eq!((created.len(), rejected.len()), (10, 10));
    assert_eq!(rejected[0].code(), "too-many-seeks-at-address");
    assert!(rejected[0].text.contains("50 open games"), "{:?}", rejected[0]);
    let mut account = server.account_at("Eager", "192.0.2.1").await;
    assert_eq!(account.post("/api/games", open("2d")).await.code(), "too-many-seeks-at-address");
    assert_eq!(account.post("/api/pairings", open("1d")).await.code(), "too-many-seeks-at-address");
    // What doesn't wait in the lobby doesn't count, and neither does another address.
    account.create(json!({"game": "jinli", "opponent": "link"})).await;
    let mut other = server.guest_at("192.0.2.2").await;
    other.create(open("2d")).await;
    assert_eq!(other.command(&class[0], json!({"type": "join"})).await.status, 200);
    account.create(open("2d")).await;
}

#[tokio::test]
async fn counts_the_open_games_of_guests_who_have_logged_in() {
    let server = Server::with(Settings { proxy: true, seeks: 15, ..settings() }).await;
    let open = json!({"game": "jinli", "pace": "3d"});
    server.account_at("Eager", "192.0.2.1").await;
    let mut counts = Vec::new();
    for _ in 0..3 {
        let mut guest = server.guest_at("192.0.2.1").await;
        let mut count = 0;
        while guest.post("/api/games", open.clone()).await.status == 201 {
            count += 1;
        }
        counts.push(count);
        let session = guest.post("/api/session", json!({"name": "Eager", "passphrase": "correct horse"})).await;
        assert_eq!(session.status, 200, "{session:?}");
    }
    assert_eq!(counts, [10, 5, 0]);
}

#[tokio::test]
async fn limits_open_games_of_a_player() {
    let server = Server::start().await;
    let greedy = server.guest().await;
    let create = |mut client: Client| async move {
        client.post("/api/games", json!({"game": "jinli", "pace": "3d"})).await.status
    };
    // All at once.
    let statuses = futures_util::future::join_all((0..30).map(|_| create(greedy.clone()))).await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 10, "{statuses:?}");
    let mut greedy = greedy;
    let rejection = greedy.post("/api/pairings", json!({"game": "jesonmor", "pace": "3d"})).await;
    assert_eq!((rejection.status, rejection.code().as_str()), (403, "too-many-seeks"));
    greedy.create(json!({"game": "jinli", "opponent": "link"})).await;
    let games = greedy.get("/api/games?player=me&state=waiting&limit=100").await.json();
    let open = games["games"].as_array().unwrap().iter().find(|game| game["open"] == true).unwrap();
    assert_eq!(greedy.command(&id(open), json!({"type": "withdraw"})).await.status, 200);
    greedy.create(json!({"game": "jinli", "pace": "3d"})).await;
}

#[tokio::test]
async fn fits_a_class_behind_one_address() {
    let server = Server::with(Settings::default()).await;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        let (mut one, mut other) = (server.guest().await, server.guest().await);
        let id = one.create(json!({"game": "jesonmor", "seat": "first"})).await;
        assert_eq!(other.command(&id, json!({"type": "join"})).await.status, 200);
        for client in [&one, &other] {
            let mut socket = client.socket_v2().await;
            socket.watch(&id, 0).await;
            sockets.push(socket);
        }
        one.play(&id, "a1b3", 0).await;
    }
    assert_eq!(sockets.len(), 40);
    for socket in &mut sockets {
        while socket.receive_type("update").await["event"]["move"] != "a1b3" {}
    }
}

/// A client at an address behind the proxy, that asks for all records and reads only the status.
async fn slow_download(server: &Server, address: &str) -> (u16, TcpStream) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let request =
        format!("GET /api/records HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {address}\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    (std::str::from_utf8(&head[9..]).unwrap().parse().unwrap(), stream)
}

#[tokio::test]
async fn slow_downloads_block_nobody_else() {
    let mut server = Server::with(Settings { proxy: true, ..settings() }).await;
    let (mut ana, mut bo) = (server.guest().await, server.guest().await);
    let game = ana.create(json!({"game": "jesonmor", "seat": "first", "rules": ENDLESS_RULES})).await;
    bo.command(&game, json!({"type": "join"})).await;
    for ply in 0..200 {
        let text = ENDLESS_MOVES[ply % 4];
        assert_eq!([&mut ana, &mut bo][ply % 2].play(&game, text, ply).await.status, 200);
    }
    ana.command(&game, json!({"type": "resign"})).await;
    server.stop().await;
    // So many that all records are larger than what the system buffers.
    copy_game(server.data(), &game, 5000).await.unwrap();
    server.restart().await;
    let mut held = Vec::new();
    let mut statuses = Vec::new();
    for n in 0..3 {
        for _ in 0..3 {
            let (status, stream) = slow_download(&server, &format!("192.0.2.{n}")).await;
            statuses.push(status);
            held.push(stream);
        }
    }
    assert_eq!(statuses, [200, 200, 429].repeat(3), "two for each address");
    let mut other = server.stranger();
    other.headers.push(("x-forwarded-for".into(), "198.51.100.1".into()));
    let few = other.get("/api/records?limit=3").await;
    assert_eq!((few.status, few.text.matches("[Game ").count()), (200, 3), "{few:?}");
    assert_eq!(other.get("/api/games").await.status, 200);
}

#[tokio::test]
async fn limits_the_pages_files_by_address() {
    let server = Server::with(Settings { proxy: true, requests: 1, burst: 2, ..settings() }).await;
    let mut client = server.stranger();
    client.headers.push(("x-forwarded-for".into(), "192.0.2.1".into()));
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(client.get("/nothing-here.js").await.status);
    }
    assert_eq!(statuses[..20], [404; 20]);
    let rejection = client.get("/nothing-here.js").await;
    assert!(statuses.contains(&429) || rejection.status == 429, "{statuses:?}");
    client.headers[0].1 = "192.0.2.2".into();
    assert_eq!(client.get("/nothing-here.js").await.status, 404);
}
