//! `sanban worker`, and games on workers: real processes and a real NATS server.
#![cfg(unix)]

mod matches;
#[path = "../../../server/tests/nats/mod.rs"]
mod nats;
mod training;

use nats::NatsServer;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

fn sanban() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanban"));
    command.env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("RUST_LOG");
    command
}

/// A worker that is killed when it is dropped.
struct Worker {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts a worker and waits until it is connected.
    fn start(nats: &NatsServer) -> Worker {
        Worker::start_at(&nats.url())
    }

    fn start_at(bus: &str) -> Worker {
        let mut command = sanban();
        command.args(["worker", "--threads", "1", "--bus", bus]).stdout(Stdio::piped());
        let mut process = command.spawn().expect("it starts");
        let output = BufReader::new(process.stdout.take().expect("an output"));
        let mut worker = Worker { process, output };
        let line = worker.line();
        assert!(line.starts_with("Connected. Running up to 1 job at a time, at "), "{line}");
        worker
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line
    }

    fn signal(&self, signal: &str) {
        send_signal(&self.process, signal);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A command that is killed if the test fails.
struct Running(Option<Child>);

impl Running {
    fn start(command: &mut Command) -> Running {
        Running(Some(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")))
    }

    /// Presses Ctrl-C.
    fn interrupt(&self) {
        send_signal(self.0.as_ref().expect("it runs"), "INT");
    }

    fn wait(mut self) -> Output {
        self.0.take().expect("it runs").wait_with_output().expect("it ends")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut process) = self.0.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn send_signal(process: &Child, signal: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", process.id())]).status();
    assert!(sent.expect("there is a shell").success());
}

fn finished(output: &Output) -> String {
    let [printed, error] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{printed}{error}");
    printed
}

#[test]
fn workers_and_matches_log_in_to_the_bus() {
    let Some(nats) = NatsServer::start_with(&["--user", "ana", "--pass", "p@ss"]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let bus = nats.url_with("ana:p%40ss");
    let _worker = Worker::start_at(&bus);
    matches::play(2, &folder.path().join("games"), &["--bus", &bus]);
    let versus = "match jinli --first greedy --second greedy --games 2 --bus";
    for (bus, why) in [
        (nats.url_with("ana:secret"), "it rejects this user and password"),
        (nats.url_with("secret"), "it rejects this token"),
        (nats.url(), "it needs credentials, as in nats://USER:PASSWORD@HOST:PORT or nats://TOKEN@HOST:PORT"),
    ] {
        for command in ["worker --bus", versus] {
            let output = sanban().args(command.split(' ')).arg(&bus).output().expect("it runs");
            let error = String::from_utf8(output.stderr).expect("text");
            assert_eq!(
                (output.status.code(), error),
                (Some(1), format!("sanban: Can't use the bus {}: {why}.\n", nats.url()))
            );
        }
    }
}

/// A worker that only announces itself.
struct AnnouncedWorker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl AnnouncedWorker {
    fn start(nats: &NatsServer, speed: u64, engine: &str) -> AnnouncedWorker {
        let heartbeat =
            format!(r#"{{"version":1,"id":"announced","threads":1,"busy":0,"speed":{speed},"engine":{engine}}}"#);
        let mut client = NatsClient::connect(nats);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                client.publish("sanban.workers", &heartbeat);
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        AnnouncedWorker { stop, thread: Some(thread) }
    }
}

impl Drop for AnnouncedWorker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The fingerprint of the search, as a worker announces it.
fn fingerprint(nats: &NatsServer) -> String {
    let heard = NatsClient::connect(nats).next_message("sanban.workers");
    heard.split_once("\"engine\":").expect("a fingerprint").1.trim_end_matches('}').to_string()
}

/// A minimal client of the NATS protocol, which is lines of text.
struct NatsClient(BufReader<std::net::TcpStream>);

impl NatsClient {
    fn connect(nats: &NatsServer) -> NatsClient {
        let address = nats.url().trim_start_matches("nats://").to_string();
        let mut client = NatsClient(BufReader::new(std::net::TcpStream::connect(address).expect("it listens")));
        client.send("CONNECT {\"verbose\":false}\r\n");
        client
    }

    fn send(&mut self, text: &str) {
        std::io::Write::write_all(self.0.get_mut(), text.as_bytes()).expect("it is sent");
    }

    fn publish(&mut self, subject: &str, payload: &str) {
        self.send(&format!("PUB {subject} {}\r\n{payload}\r\n", payload.len()));
    }

    /// Subscribes and waits for the first message.
    fn next_message(&mut self, subject: &str) -> String {
        self.subscribe(subject);
        self.wait_for_message()
    }

    /// Subscribes, and waits until the server knows it.
    fn subscribe(&mut self, subject: &str) {
        self.send(&format!("SUB {subject} 1\r\nPING\r\n"));
        let mut line = String::new();
        while !line.starts_with("PONG") {
            line.clear();
            self.0.read_line(&mut line).expect("a line");
        }
    }

    /// Waits for the first message of the subscription, and ends it.
    fn wait_for_message(&mut self) -> String {
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).expect("a line");
            if let Some(head) = line.strip_prefix("MSG ") {
                let size: usize = head.trim().rsplit_once(' ').expect("a size").1.parse().expect("a number");
                let mut payload = vec![0; size];
                self.0.read_exact(&mut payload).expect("a message");
                self.send("UNSUB 1\r\n");
                return String::from_utf8(payload).expect("text");
            }
        }
    }
}
