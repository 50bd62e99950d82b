//! A request is answered, never with an error of the server. The first line of the input is the method and the path, in which
//! `GAME` stands for a game of the guest; the rest is the body.
#![no_main]

mod server;

use libfuzzer_sys::fuzz_target;
use server::{check_error, server};
use std::sync::OnceLock;

fuzz_target!(|data: &[u8]| {
    static GAME: OnceLock<String> = OnceLock::new();
    let server = server();
    let game = GAME.get_or_init(|| server.create_game());
    let (head, body) = data.split_at(data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len()));
    let Some((method, path)) = std::str::from_utf8(head).ok().and_then(|head| head.split_once(' ')) else { return };
    if !path.starts_with('/') {
        return;
    }
    let Some(response) = server.request(method, &path.replace("GAME", game), body.get(1..).unwrap_or_default()) else {
        return;
    };
    assert!(response.status < 500, "{} {}", response.status, response.body);
    check_error(&response);
});
