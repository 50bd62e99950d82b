//! A real NATS server, for tests that need one.

#![allow(dead_code, reason = "each test uses what it needs")]

#[allow(clippy::duplicate_mod, reason = "some tests have it from `common`, too")]
#[path = "../common/skip.rs"]
mod skip;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Runs the server until standard input closes: when the test ends it, and also when the test is killed.
const WRAPPER: &str = r#"nats-server "$@" & server=$!; read -r _; kill -9 $server; wait $server"#;

/// A NATS server with JetStream on a free port. It ends when it is dropped.
pub struct NatsServer {
    process: Child,
    folder: TempDir,
    port: u16,
    /// More options of the server.
    options: Vec<String>,
}

impl NatsServer {
    /// Starts a server. If it isn't installed, the test is skipped.
    pub fn start() -> Option<NatsServer> {
        NatsServer::start_with(&[])
    }

    /// Starts a server with options, such as those that make it ask for a password.
    pub fn start_with(options: &[&str]) -> Option<NatsServer> {
        // Debian installs it for the administrator.
        let installed = ["nats-server", "/usr/sbin/nats-server"];
        if !installed.iter().any(|program| Command::new(program).arg("--version").output().is_ok()) {
            skip::skip("nats-server is not installed");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        // It chooses the port, so that no other test can take it first.
        let options: Vec<String> = options.iter().map(|option| option.to_string()).collect();
        let (process, port) = run(&folder, "-1", &options);
        Some(NatsServer { process, folder, port, options })
    }

    /// The address for clients.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The address for clients that log in.
    pub fn url_with(&self, credentials: &str) -> String {
        format!("nats://{credentials}@127.0.0.1:{}", self.port)
    }

    /// Kills the server. What it had in memory is lost.
    pub fn kill(&mut self) {
        drop(self.process.stdin.take());
        self.process.wait().unwrap();
    }

    /// Starts a server that was killed, at the same address.
    pub fn start_again(&mut self) {
        (self.process, self.port) = run(&self.folder, &self.port.to_string(), &self.options);
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// Starts a server and waits until clients can connect. Returns its port.
fn run(folder: &TempDir, port: &str, options: &[String]) -> (Child, u16) {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", WRAPPER, "nats", "-js", "-a", "127.0.0.1", "-p", port, "-sd"]).arg(folder.path()).args(options);
    command.env("PATH", format!("{path}:/usr/sbin"));
    let mut process =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("there is a shell");
    let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
    let mut port = None;
    for line in log.by_ref() {
        let line = line.unwrap();
        let address = line.split_once("Listening for client connections on ").map(|(_, address)| address);
        port = address.and_then(|address| address.rsplit_once(':')?.1.trim().parse().ok()).or(port);
        if line.contains("Server is ready") {
            break;
        }
    }
    // Nobody reads the rest, but the server must not wait for a reader.
    std::thread::spawn(move || log.count());
    (process, port.expect("the server says where it listens"))
}
