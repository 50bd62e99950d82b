//! A node: a server in a process of its own, with a proxy to the database and one to the bus.

use crate::client::Failure;
use crate::database::user_of;
use crate::proxy::Proxy;
use sanban_server::Settings;
use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::{Instant, sleep, timeout};

/// Tells this program to serve as a node. The addresses of the database and the bus follow.
pub const SERVE: &str = "serve";
/// How long a node may take to start or to stop.
const PROCESS_TIMEOUT: Duration = Duration::from_secs(30);
const RESTART_DELAY: Duration = Duration::from_millis(50);

/// Serves until standard input ends. Returns the exit status.
pub async fn serve(database: &str, bus: &str) -> i32 {
    tracing_subscriber::fmt().with_ansi(false).with_writer(std::io::stderr).init();
    // The user is in the environment.
    let store = format!("postgres://{database}/postgres?sslmode=disable");
    let Ok(store) = store.try_into() else { return 2 };
    let settings = Settings {
        store,
        bus: format!("nats://{bus}").try_into().expect("an address"),
        grace: Duration::from_secs(30),
        games: 1000,
        guests: 100_000,
        requests: 2000,
        burst: 4000,
        connections: 500,
        ..Settings::default()
    };
    let ready = |address: SocketAddr| {
        println!("{address}");
        // The harness has gone if this fails.
        let _ = std::io::stdout().flush();
    };
    let stop = async {
        let read = || std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        let _ = tokio::task::spawn_blocking(read).await;
    };
    match sanban_server::serve(&[SocketAddr::from(([127, 0, 0, 1], 0))], settings, ready, stop).await {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{error}");
            1
        }
    }
}

/// A node.
pub struct Node {
    /// Between the node and the database.
    pub database: Proxy,
    /// Between the node and the bus.
    pub bus: Proxy,
    log: PathBuf,
    /// The user of the database that it logs in as.
    user: String,
    /// What it runs, by turns.
    programs: Vec<PathBuf>,
    /// How often it has started.
    starts: usize,
    process: Option<Process>,
}

struct Process {
    child: Child,
    /// The node stops when this is closed.
    stdin: Option<ChildStdin>,
    address: SocketAddr,
}

impl Node {
    /// A node that runs these programs by turns. Others begin with another one.
    pub async fn new(
        database: SocketAddr,
        bus: SocketAddr,
        log: &Path,
        programs: Vec<PathBuf>,
        number: usize,
    ) -> Result<Node, Failure> {
        let proxies = [Proxy::start().await?, Proxy::start().await?];
        proxies[0].set_server(database);
        proxies[1].set_server(bus);
        let [database, bus] = proxies;
        let user = user_of(number);
        Ok(Node { database, bus, log: log.into(), user, programs, starts: number, process: None })
    }

    /// Where clients reach it, if it runs.
    pub fn address(&self) -> Option<SocketAddr> {
        self.process.as_ref().map(|process| process.address)
    }

    /// Starts it. While the services are down, this takes several attempts.
    pub async fn start(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + PROCESS_TIMEOUT;
        while Instant::now() < deadline {
            let log = File::options().create(true).append(true).open(&self.log)?;
            let mut command = Command::new(&self.programs[self.starts % self.programs.len()]);
            command.arg(SERVE).arg(self.database.address.to_string()).arg(self.bus.address.to_string());
            command.env("PGUSER", &self.user);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).kill_on_drop(true);
            let mut child = command.spawn()?;
            let stdout = child.stdout.take().ok_or("the node has no output")?;
            let line = timeout(PROCESS_TIMEOUT, BufReader::new(stdout).lines().next_line()).await;
            if let Some(line) = line.map_err(|_| "the node does not start")?? {
                let stdin = child.stdin.take();
                self.starts += 1;
                self.process = Some(Process { child, stdin, address: line.parse()? });
                return Ok(());
            }
            child.wait().await?;
            sleep(RESTART_DELAY).await;
        }
        Err("the node does not start".into())
    }

    /// Kills it as `kill -9` does.
    pub async fn kill(&mut self) -> Result<(), Failure> {
        match self.process.take() {
            Some(mut process) => Ok(process.child.kill().await?),
            None => Ok(()),
        }
    }

    /// Stops it as SIGTERM does.
    pub async fn drain(&mut self) -> Result<(), Failure> {
        let Some(mut process) = self.process.take() else { return Ok(()) };
        process.stdin = None;
        let status = timeout(PROCESS_TIMEOUT, process.child.wait()).await.map_err(|_| "the node does not stop")??;
        // Its services may be out of reach.
        let is_expected = status.code().is_some_and(|code| code <= 1);
        if is_expected { Ok(()) } else { Err(format!("the node ended with {status}").into()) }
    }

    /// Sends a signal, such as `STOP`.
    pub async fn signal(&self, name: &str) -> Result<(), Failure> {
        let pid = self.process.as_ref().and_then(|process| process.child.id()).ok_or("the node has ended")?;
        let status = Command::new("sh").args(["-c", &format!("kill -s {name} {pid}")]).status().await?;
        if status.success() { Ok(()) } else { Err(format!("cannot send SIG{name}").into()) }
    }

    /// Fails if the node has ended by itself.
    pub fn check_running(&mut self) -> Result<(), Failure> {
        match self.process.as_mut().map(|process| process.child.try_wait()).transpose()?.flatten() {
            Some(status) => Err(format!("a node ended by itself with {status}").into()),
            None => Ok(()),
        }
    }
}
