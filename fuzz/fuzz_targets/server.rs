//! Shared by the targets of the server: a real server in the fuzzer's process, so that its code counts as covered and its
//! panics are found.
#![allow(dead_code, reason = "each target uses what it needs")]

use sanban_server::Settings;
use serde_json::Value;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, mpsc};
use ureq::Agent;
use ureq::http::{Method, Request};

/// A running server and a guest.
pub struct Server {
    pub address: SocketAddr,
    pub data: PathBuf,
    pub runtime: tokio::runtime::Runtime,
    agent: Agent,
    cookie: Mutex<String>,
}

/// A response: its status, its body, and whether the body is JSON.
pub struct Response {
    pub status: u16,
    pub body: String,
    pub is_json: bool,
}

/// The server of this process.
pub fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(Server::start)
}

impl Server {
    fn start() -> Server {
        let data = tempfile::tempdir().expect("a folder").keep();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
        // Limits that the fuzzer doesn't reach, so that requests get past them.
        let settings = Settings {
            data: data.clone(),
            requests: 1_000_000,
            burst: 1_000_000,
            guests: 1_000_000,
            logins: 1_000_000,
            seeks: 1_000_000,
            connections: 10_000,
            ..Settings::default()
        };
        let (sender, receiver) = mpsc::channel();
        let ready = move |address| sender.send(address).expect("the fuzzer waits");
        runtime.spawn(async move {
            let addresses = ["127.0.0.1:0".parse().expect("an address")];
            let served = sanban_server::serve(&addresses, settings, ready, std::future::pending()).await;
            panic!("the server has ended: {served:?}");
        });
        let address = receiver.recv().expect("the server starts");
        let agent = Agent::config_builder().http_status_as_error(false).allow_non_standard_methods(true).build().into();
        let server = Server { address, data, runtime, agent, cookie: Mutex::default() };
        server.request("POST", "/api/me", "{}").expect("a guest");
        server
    }

    /// Sends a request as the guest. `None` if it is not a valid HTTP request, or the connection broke.
    pub fn request(&self, method: &str, path: &str, body: impl AsRef<[u8]>) -> Option<Response> {
        let request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).ok()?)
            .uri(format!("http://{}{path}", self.address))
            .header("cookie", &*self.cookie.lock().expect("one thread"))
            .header("content-type", "application/json")
            .body(body.as_ref())
            .ok()?;
        // The server may have closed the connection after the last request, and the fuzzer's timer interrupts system calls. A
        // panic of the server ends the process.
        let mut response = self.agent.run(request).ok()?;
        // A log-out or a log-in replaces the token.
        if let Some(cookie) = response.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok()) {
            *self.cookie.lock().expect("one thread") = cookie.split(';').next().unwrap_or_default().to_string();
        }
        let is_json = response.headers().get("content-type").is_some_and(|kind| kind.as_bytes().ends_with(b"json"));
        Some(Response { status: response.status().as_u16(), is_json, body: response.body_mut().read_to_string().ok()? })
    }

    pub fn cookie(&self) -> String {
        self.cookie.lock().expect("one thread").clone()
    }

    /// Creates a game against the computer and returns its id.
    pub fn create_game(&self) -> String {
        let setup = r#"{"game": "jinli", "opponent": "level:1", "seat": "first", "pace": ""}"#;
        let response = self.request("POST", "/api/games", setup).expect("a response");
        let game: Value = serde_json::from_str(&response.body).expect("JSON");
        game["id"].as_str().unwrap_or_else(|| panic!("{game}")).to_string()
    }
}

/// Checks that an error says what is wrong.
pub fn check_error(response: &Response) {
    let Response { status, body, is_json } = response;
    if *status >= 400 && *is_json {
        let error: Value = serde_json::from_str(body).expect("JSON");
        assert!(error["code"].as_str().is_some_and(|code| !code.is_empty()), "{status} {body}");
        assert!(error["sentence"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{status} {body}");
    }
}
