//! A whole site on this machine, to try it and to test it: PostgreSQL, NATS, several servers, workers, and a proxy that spreads
//! connections over the servers at random. It needs Linux, and the programs of PostgreSQL and NATS.
//!
//!     cargo build --release
//!     cargo run --release -p sanban-server --example cluster -- serve --addr 127.0.0.1:8080 --data DIR --nodes 2 --workers 1
//!
//! It takes the arguments of `sanban serve` that a test of the page uses, and passes the environment on to the servers. Ctrl-C stops
//! everything. The data stays in the folder, for the next time.

#[path = "common/client.rs"]
mod client;
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "common/proxy.rs"]
mod proxy;
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "common/services.rs"]
mod services;

use client::Failure;
use proxy::Proxy;
use services::{Durability, Service};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

const USAGE: &str = "usage: cluster serve [--addr HOST:PORT] [--data DIR] [--nodes N] [--workers N] [--set NAME=VALUE]";
/// How long a server may take to start, with the attempts that fail.
const START_TIMEOUT: Duration = Duration::from_secs(20);
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long a server may take to stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

struct Args {
    address: String,
    data: Option<PathBuf>,
    nodes: usize,
    workers: usize,
    settings: Vec<String>,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let args = parse_args()?;
    let temporary = tempfile::Builder::new().prefix("sanban-cluster").tempdir()?;
    let folder = args.data.as_deref().unwrap_or(temporary.path());
    let (database, bus) = (Service::postgres(folder, Durability::Machine).await?, Service::nats(folder).await?);
    let program = program()?;
    let mut nodes = Vec::new();
    for _ in 0..args.nodes {
        let started = Instant::now();
        nodes.push(loop {
            match start_node(&program, &database, &bus, &args.settings).await {
                Ok(node) => break node,
                // The database may still recover from its last end.
                Err(_) if started.elapsed() < START_TIMEOUT => sleep(RETRY_DELAY).await,
                Err(error) => return Err(error),
            }
        });
    }
    let mut processes: Vec<Child> = Vec::new();
    for _ in 0..args.workers {
        let mut command = guarded(&program);
        command.args(["worker", "--threads", "1", "--bus", &format!("nats://{}", bus.address)]);
        processes.push(command.stdout(Stdio::null()).spawn()?);
    }
    let proxy = Proxy::listen(&args.address).await?;
    proxy.set_servers(nodes.iter().map(|(_, address)| *address).collect());
    for (_, address) in &nodes {
        println!("a server is at {address}");
    }
    println!("The site is at http://{}/. Press Ctrl-C to stop it.", proxy.address);
    tokio::signal::ctrl_c().await?;
    // One after the other, as in an upgrade.
    for mut process in nodes.into_iter().map(|(node, _)| node).chain(processes) {
        drop(process.stdin.take());
        timeout(STOP_TIMEOUT, process.wait()).await.map_err(|_| "a server does not stop")??;
    }
    Ok(())
}

fn parse_args() -> Result<Args, Failure> {
    let mut args = Args { address: "127.0.0.1:8080".into(), data: None, nodes: 2, workers: 0, settings: Vec::new() };
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() != Some("serve") {
        return Err(USAGE.into());
    }
    while let Some(flag) = words.next() {
        let value = words.next().ok_or(USAGE)?;
        match flag.as_str() {
            "--addr" => args.address = value,
            "--data" => args.data = Some(std::path::absolute(value)?),
            "--nodes" => args.nodes = value.parse()?,
            "--workers" => args.workers = value.parse()?,
            "--set" => args.settings.push(value),
            _ => return Err(USAGE.into()),
        }
    }
    Ok(args)
}

/// A command that runs a program until this process stops it, or ends.
fn guarded(program: &Path) -> Command {
    let mut command = Command::from(services::guarded("TERM"));
    command.arg(program);
    command
}

/// The program `sanban`: what the variable `SANBAN` names, or what was built beside this one.
fn program() -> Result<PathBuf, Failure> {
    if let Some(program) = std::env::var_os("SANBAN") {
        return Ok(program.into());
    }
    let own = std::env::current_exe()?;
    let program = own.parent().and_then(Path::parent).ok_or("this program is in no folder")?.join("sanban");
    if program.exists() { Ok(program) } else { Err(format!("build {} first", program.display()).into()) }
}

/// Starts a server, and returns it with its address.
async fn start_node(
    program: &Path,
    database: &Service,
    bus: &Service,
    settings: &[String],
) -> Result<(Child, SocketAddr), Failure> {
    let mut command = guarded(program);
    let store = format!("postgres://postgres@{}/postgres?sslmode=disable", database.address);
    command.args(["serve", "--addr", "127.0.0.1:0", "--set", &format!("bus=nats://{}", bus.address)]);
    command.args(settings.iter().flat_map(|setting| ["--set", setting])).env("SANBAN_STORE", store);
    let mut node = command.stdout(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(node.stdout.take().ok_or("the server has no output")?).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some((_, rest)) = line.split_once("http://") {
            let address: String = rest.chars().take_while(|c| !"/ ".contains(*c)).collect();
            // Nobody reads the rest, but the server must not wait for a reader.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok((node, address.parse()?));
        }
    }
    Err("a server does not start".into())
}
