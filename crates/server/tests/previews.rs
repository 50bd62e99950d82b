//! The paths of pages, and the previews of links to them.

mod common;
mod page;

use common::{Client, Server, settings};
use resvg::tiny_skia::Pixmap;
use sanban_core::Rules;
use sanban_games::registry;
use sanban_server::Settings;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Gets a picture: its status, its headers and its bytes.
async fn get_picture(server: &Server, path: &str) -> (u16, String, Vec<u8>) {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("the end of the headers");
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_lowercase(), bytes.split_off(end + 4))
}

/// Gets a picture that must be there, and how long it may be kept.
async fn decode(server: &Server, path: &str) -> (Pixmap, String) {
    let (status, head, bytes) = get_picture(server, path).await;
    assert_eq!(status, 200, "{path}: {head}");
    assert!(head.contains("content-type: image/png"), "{head}");
    let caching = head.lines().find_map(|line| line.strip_prefix("cache-control: ")).expect("a header").to_string();
    let picture = Pixmap::decode_png(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!((picture.width(), picture.height()), (1200, 630));
    (picture, caching)
}

/// The value of a property in a document's head.
fn property(html: &str, name: &str) -> String {
    let (_, rest) = html.split_once(&format!("<meta property=\"{name}\" content=\"")).unwrap_or_default();
    rest.split('"').next().unwrap_or_default().to_string()
}

async fn get_document(client: &mut Client, path: &str) -> String {
    let response = client.get(path).await;
    assert_eq!((response.status, response.header("content-type")), (200, Some("text/html; charset=utf-8")), "{path}");
    response.text
}

#[tokio::test]
async fn serves_the_document_at_every_page() {
    if page::files().is_none() {
        return;
    }
    let server = Server::start().await;
    let mut client = server.stranger();
    for path in
        ["/", "/index.html", "/settings", "/play/abc", "/game/abc", "/table/abc", "/analysis?game=x", "/rules/x/y"]
    {
        let html = get_document(&mut client, path).await;
        assert!(html.contains("<base href=\"/\">") && html.contains("name=\"sanban-server\""), "{path}");
        assert!(!html.contains("<!-- server -->"), "{path}");
    }
    assert_eq!(client.get("/no-such-page").await.text.lines().count(), 1, "a sentence for programs");
    client.headers.push(("accept".into(), "text/html,application/xhtml+xml".into()));
    let unknown = client.get("/no/such/page").await;
    assert_eq!(unknown.status, 404);
    assert!(unknown.text.contains("<base href=\"/\">"), "the page says that it doesn't exist");
}

#[tokio::test]
async fn previews_the_home_page_and_games() {
    if page::files().is_none() {
        return;
    }
    let server = Server::start().await;
    let origin = format!("http://{}", server.address);
    let mut client = server.stranger();
    let home = get_document(&mut client, "/").await;
    assert_eq!(property(&home, "og:title"), "Sanban: small, deep board games");
    assert_eq!(property(&home, "og:image"), format!("{origin}/previews/home.png"));
    client.language = "pt-PT".into();
    assert!(property(&get_document(&mut client, "/").await, "og:title").starts_with("Sanban: jogos"));
    for info in registry::offered() {
        for page in ["new", "rules", "learn"] {
            let html = get_document(&mut client, &format!("/{page}/{}", info.id)).await;
            assert_eq!(property(&html, "og:title"), format!("{} · Sanban", info.name));
            assert!(property(&html, "og:description").len() > 20);
            assert_eq!(property(&html, "og:image"), format!("{origin}/previews/{}.png", info.id));
        }
    }
}

#[tokio::test]
async fn links_to_pictures_over_tls_behind_a_proxy() {
    if page::files().is_none() {
        return;
    }
    let server = Server::with(Settings { proxy: true, ..settings() }).await;
    let mut client = server.stranger();
    client.headers.push(("x-forwarded-proto".into(), "https".into()));
    let html = get_document(&mut client, "/").await;
    assert!(property(&html, "og:image").starts_with("https://"));
}

#[tokio::test]
async fn draws_the_games() {
    let server = Server::start().await;
    let mut pictures = Vec::new();
    for name in registry::offered().map(|info| info.id).chain(["home"]) {
        let (picture, caching) = decode(&server, &format!("/previews/{name}.png")).await;
        assert_eq!(caching, "public, max-age=86400");
        pictures.push(picture.data().to_vec());
    }
    let count = pictures.len();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), count, "every game looks different");
    for path in ["/previews/chess.png", "/previews/home", "/previews/game/none.png", "/previews/game/none"] {
        assert_eq!(get_picture(&server, path).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn previews_an_open_game_with_its_players_and_board() {
    let server = Server::start().await;
    let info = registry::offered().next().unwrap();
    let (mut ana, mut bo) = (server.account("Ana").await, server.guest().await);
    let id = ana.create(json!({"game": info.id, "seat": "first"})).await;
    let picture = format!("/previews/game/{id}.png");
    let (start, caching) = decode(&server, &picture).await;
    assert_eq!(caching, "public, max-age=60");
    assert_eq!(bo.command(&id, json!({"type": "join"})).await.status, 200);
    let first = registry::open(Rules::official(info), None).unwrap().moves().remove(0);
    assert_eq!(ana.play(&id, &first, 0).await.status, 200);
    let (moved, _) = decode(&server, &picture).await;
    assert_ne!(start.data(), moved.data(), "the picture shows the position");
    assert_eq!(moved.data(), decode(&server, &picture).await.0.data());
    if page::files().is_some() {
        let html = get_document(&mut server.stranger(), &format!("/game/{id}")).await;
        assert_eq!(property(&html, "og:image"), format!("http://{}{picture}", server.address));
        assert!(property(&html, "og:title").contains("Ana"), "{}", property(&html, "og:title"));
        assert!(property(&html, "og:description").contains("1 turn has been played"));
    }
    assert_eq!(bo.command(&id, json!({"type": "resign"})).await.status, 200);
    assert_eq!(decode(&server, &picture).await.1, "public, max-age=86400");
}

#[tokio::test]
async fn previews_nothing_secret_of_a_game_by_link() {
    let server = Server::start().await;
    let info = registry::offered().next().unwrap();
    let (mut ana, mut bo) = (server.account("Ana").await, server.guest().await);
    let id = ana.create(json!({"game": info.id, "seat": "first", "opponent": "link"})).await;
    let picture = format!("/previews/game/{id}.png");
    let (start, _) = decode(&server, &picture).await;
    assert_eq!(bo.command(&id, json!({"type": "join"})).await.status, 200);
    let first = registry::open(Rules::official(info), None).unwrap().moves().remove(0);
    assert_eq!(ana.play(&id, &first, 0).await.status, 200);
    assert_eq!(decode(&server, &picture).await.0.data(), start.data(), "the board stays secret");
    if page::files().is_some() {
        let html = get_document(&mut server.stranger(), &format!("/game/{id}")).await;
        assert!(!property(&html, "og:title").contains("Ana") && !property(&html, "og:description").contains("turn"));
    }
}

#[tokio::test]
async fn counts_previews_against_the_request_limit() {
    let server = Server::with(Settings { requests: 1, burst: 3, ..settings() }).await;
    let statuses = async |path: &str| {
        let mut statuses = Vec::new();
        for _ in 0..6 {
            statuses.push(get_picture(&server, path).await.0);
        }
        statuses
    };
    assert!(statuses("/previews/home.png").await.contains(&429));
    assert!(statuses("/game/abc").await.contains(&429));
    assert!(!statuses("/main.js").await.contains(&429), "files are not counted");
}
