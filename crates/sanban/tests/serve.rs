//! `sanban serve` and `sanban site`.

#[path = "../../server/tests/page/mod.rs"]
mod page;

use sanban_server::embedded::PAGE;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

fn sanban() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
    command.env("LANG", "C.UTF-8").env_remove("LC_ALL");
    command
}

#[test]
#[cfg(unix)]
fn prints_its_address_serves_the_page_and_stops_on_signals() {
    for signal in ["INT", "TERM", "HUP"] {
        serves_until(signal);
    }
}

#[cfg(unix)]
fn serves_until(signal: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = sanban();
    server.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(folder.path()).stdout(Stdio::piped());
    let mut server = server.spawn().expect("it starts");
    let mut output = BufReader::new(server.stdout.take().expect("an output"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("Sanban is running at http://").and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("{line}"));

    let mut connection = TcpStream::connect(address).expect("somebody is there");
    connection.write_all(b"GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n").expect("it is taken");
    let mut page = String::new();
    connection.read_to_string(&mut page).expect("text");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("<title>Sanban</title>"), "{page}");
    assert_eq!(page.contains("main.js"), PAGE.is_ok(), "{page}");

    // The shell's built-in `kill` exists everywhere.
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", server.id())]).status();
    assert!(sent.expect("there is a shell").success());
    assert!(server.wait().expect("it ends").success(), "{signal}");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    let notice = PAGE.err().map_or(String::new(), |missing| missing.notice("en") + "\n");
    assert_eq!(rest, format!("Press Ctrl-C to stop.\n{notice}"));
}

#[test]
fn reports_taken_and_malformed_addresses() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = taken.local_addr().map(|address| (address, taken)).expect("an address");
    for (address, status) in [
        (taken.0.to_string(), 1),
        ("nonsense".to_string(), 2),
        ("127.0.0.1".to_string(), 2),
        ("127.0.0.1:port".to_string(), 2),
        ("127.0.0.1:99999".to_string(), 2),
        (String::new(), 2),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let output =
            sanban().args(["serve", "--addr", &address, "--data"]).arg(folder.path()).output().expect("it runs");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(status), "{address}: {error}");
        assert!(output.stdout.is_empty(), "{address}");
        assert!(
            error.starts_with("sanban: ") && error.ends_with(".\n") && error.lines().count() == 1,
            "{address}: {error}"
        );
        assert!(error.contains(&address), "{address}: {error}");
    }
}

#[test]
fn names_the_store_and_not_the_address_when_its_data_is_at_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("sanban.db"), vec![b'x'; 8192]).expect("a file");
    let output =
        sanban().args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(folder.path()).output().expect("it runs");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{error}");
    let folder = folder.path().display().to_string();
    assert!(error.starts_with("sanban: ") && error.contains(&folder) && !error.contains("127.0.0.1"), "{error}");
}

#[test]
fn writes_the_page_to_a_folder() {
    if page::files().is_none() {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    let _ = std::fs::remove_dir_all(&folder);
    let output = sanban().arg("site").arg(&folder).output().expect("it runs");
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).expect("text"), format!("Wrote the page to {}.\n", folder.display()));
    for file in ["index.html", "wasm/rules_bg.wasm", "wasm/engine_bg.wasm", "service-worker.js"] {
        assert!(folder.join(file).is_file(), "{file}");
    }

    // A file in the place of the folder.
    let in_the_way = folder.join("index.html");
    let output = sanban().arg("site").arg(&in_the_way).output().expect("it runs");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("index.html") && error.ends_with(".\n"), "{error}");
}

#[test]
fn reports_bad_settings_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("sanban.toml");
    for (file, set, status, message) in [
        ("grace = \"soon\"", "games=5", 2, "use a duration"),
        ("speed = 9", "games=5", 2, "speed"),
        ("", "games", 2, "NAME=VALUE"),
        ("", "games=many", 2, "many"),
        ("", "colour=red", 2, "colour"),
    ] {
        std::fs::write(&config, file).expect("a file");
        let mut command = sanban();
        command.args(["serve", "--addr", "127.0.0.1:0", "--set", set, "--config"]).arg(&config);
        let output = command.arg("--data").arg(folder.path()).output().expect("it runs");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(status), "{file} {set}: {error}");
        assert!(error.starts_with("sanban: ") && error.lines().count() == 1 && error.contains(message), "{error}");
    }
    let output = sanban().args(["serve", "--addr", "nowhere"]).env("SANBAN_GRASE", "1s").output().expect("it runs");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("SANBAN_GRASE") && error.contains("SANBAN_GRACE"), "{error}");
    let output = sanban().args(["serve", "--config", "there/is/none"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn backs_up_and_exports_server_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let output = sanban().args(args).arg("--data").arg(folder.path()).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    let file = folder.path().join("copy.db");
    for args in [&["export"][..], &["backup", file.to_str().expect("text")], &["account", "close", "Ana"]] {
        let (status, error) = run(args);
        assert_eq!(status, Some(1), "{error}");
        assert!(error.contains("no games of a server"), "{error}");
    }
}

#[test]
fn closes_accounts() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = sanban();
    server.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(folder.path()).stdout(Stdio::piped());
    let mut server = server.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("Sanban is running at http://").and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("{line}"));
    let post = |path: &str, cookie: &str, body: &str| {
        let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: {cookie}\r\n");
        let kind = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
        let mut connection = TcpStream::connect(address).expect("somebody is there");
        connection.write_all((head + &kind + body).as_bytes()).expect("it is taken");
        let mut response = String::new();
        connection.read_to_string(&mut response).expect("text");
        response
    };
    let guest = post("/api/me", "", "{}");
    let cookie = guest.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    let account = r#"{"name": "Ana", "passphrase": "correct horse"}"#;
    let signed_up = post("/api/account", cookie.expect("a session"), account);
    assert!(signed_up.starts_with("HTTP/1.1 201 "), "{signed_up}");
    let close = |name: &str| {
        let output = sanban().args(["account", "close", name, "--data"]).arg(folder.path()).output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    assert_eq!(close("ana"), (Some(0), "Closed the account Ana.\n".into(), String::new()));
    let logged_in = post("/api/session", "", account);
    assert!(logged_in.starts_with("HTTP/1.1 403 "), "{logged_in}");
    let (status, _, error) = close("Ana");
    assert!(status == Some(1) && error.contains("no such player"), "{error}");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}

#[test]
fn copies_server_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, target) = (folder.path().join("source"), folder.path().join("target"));
    let copy = |from: &str, to: &std::path::Path| {
        let output = sanban().args(["copy", "--from", from, "--to"]).arg(to).output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, _, error) = copy(source.to_str().expect("text"), &target);
    assert!(status == Some(1) && error.contains("no games of a server"), "{error}");
    assert!(!source.exists() && !target.exists(), "nothing is created");
    let (status, _, error) = copy("postgres://ana:secret@127.0.0.1:1/games", &target);
    assert!(status == Some(1) && error.contains("127.0.0.1:1") && !error.contains("secret"), "{error}");
    let mut server = sanban();
    server.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(&source).stdout(Stdio::piped());
    let mut server = server.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
    let (status, _, error) = copy(source.to_str().expect("text"), &target);
    assert!(status == Some(1) && error.contains("is in use by the server at"), "{error}");
    server.kill().and_then(|()| server.wait()).expect("it ends");
    let (status, output, error) = copy(source.to_str().expect("text"), &target);
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert_eq!(output, "Copied 0 games and 0 players. The copy was compared with the source.\n");
}

#[test]
fn rejects_stores_that_it_does_not_know() {
    for (args, part) in [
        (["--set", "store=mysql://ana:secret@127.0.0.1/games"], "use postgres://"),
        (["--data", "postgres://ana:secret@127.0.0.1/games"], "store=postgres://"),
    ] {
        let output = sanban().args(["serve", "--addr", "127.0.0.1:0"]).args(args).output().expect("it runs");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(part) && !error.contains("secret"), "{error}");
    }
}

#[test]
fn says_whether_the_page_is_included() {
    let output = sanban().arg("--version").output().expect("it runs");
    let version = String::from_utf8(output.stdout).expect("text");
    let page = if PAGE.is_ok() { "with the web page" } else { "without the web page" };
    let ending = format!(", {page})\n");
    assert!(version.starts_with("sanban 0.") && version.ends_with(&ending), "{version}");
    if let Err(missing) = PAGE {
        let output = sanban().args(["site", "no-such-folder"]).output().expect("it runs");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), error), (Some(1), format!("sanban: {}\n", missing.notice("en"))));
    }
}
