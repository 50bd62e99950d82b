//! A fault harness for several nodes: plays games against three servers that share a PostgreSQL database and a NATS server, while
//! nodes are killed, stalled, drained and cut off, and the database and the bus are restarted. Throughout, some messages on
//! the bus arrive twice. After every round, what the players sent and received is compared with what the store has.
//!
//!     cargo run --release -p sanban-server --example cluster-faults -- --rounds 500 --seed 1
//!
//! The faults of a round follow from the seed and the number of the round. After a failure, the harness prints what was
//! wrong, keeps the nodes' logs and exits with status 1. It needs Linux, `initdb` and `postgres`, and `nats-server`.
//!
//! With `--previous PROGRAM`, this program as an earlier version built it, the nodes are of both versions: each of them changes its
//! version whenever it starts.

#[path = "../faults/check.rs"]
mod check;
#[path = "../common/client.rs"]
mod client;
#[path = "../faults/games.rs"]
mod games;
mod node;
#[path = "../faults/player.rs"]
mod player;
#[allow(dead_code, reason = "the harness of one server uses the rest")]
#[path = "../common/proxy.rs"]
mod proxy;
#[allow(dead_code, reason = "the harness of one server uses the rest")]
#[path = "../faults/random.rs"]
mod random;
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../common/services.rs"]
mod services;
#[allow(dead_code, reason = "the harness of one server uses the rest")]
#[path = "../faults/timeline.rs"]
mod timeline;

use check::{FinishedGame, Totals, check_finished, check_game, read_log};
use client::Failure;
use futures_util::StreamExt;
use games::Games;
use node::Node;
use proxy::Proxy;
use random::Random;
use services::{Durability, Service};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timeline::{Cause, Timeline};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

const NODES: usize = 3;
/// The most that a player with days per turn may be charged for time in which the servers could not serve. Players who weren't connected
/// yet and find another node have no witness.
const MAX_DAYS_OVERCHARGE_MS: i64 = 10_000;
/// One in so many messages on the bus arrives twice.
const DOUBLED_MESSAGES: usize = 10;

/// A fault that is to come. Times are in milliseconds, nodes are numbers.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// A node is killed, and started again later.
    Kill { node: usize, down: u64 },
    /// A node is stopped and goes on later.
    Stall { node: usize, time: u64 },
    /// A node is stopped as for an upgrade, and started again.
    Drain { node: usize },
    /// A node can't reach the database.
    NoDatabase { node: usize, time: u64 },
    /// A node can't reach the bus.
    NoBus { node: usize, time: u64 },
    /// A node can't reach either.
    Partition { node: usize, time: u64 },
    /// What a node sends over the bus and receives from it takes longer.
    SlowBus { node: usize, delay: u64, time: u64 },
    /// What a node sends to the database and receives from it takes longer.
    SlowDatabase { node: usize, delay: u64, time: u64 },
    /// The bus is killed, and started again later.
    BusRestart { down: u64 },
    /// The database is killed, and started again later.
    DatabaseRestart { down: u64 },
}

impl Fault {
    fn choose(random: &mut Random) -> Fault {
        let node = random.below(NODES);
        let mut ms = |from, to| random.ms(from..to).as_millis() as u64;
        let (down, time, delay) = (ms(0, 6000), ms(200, 6000), ms(10, 300));
        match random.below(14) {
            0..3 => Fault::Kill { node, down },
            3..5 => Fault::Stall { node, time },
            5..7 => Fault::Drain { node },
            7 => Fault::NoDatabase { node, time },
            8 => Fault::NoBus { node, time },
            9 => Fault::Partition { node, time },
            10 => Fault::SlowBus { node, delay, time },
            11 => Fault::SlowDatabase { node, delay: delay / 3, time },
            12 => Fault::BusRestart { down: down / 3 },
            _ => Fault::DatabaseRestart { down: down / 3 },
        }
    }

    fn name(self) -> String {
        let text = format!("{self:?}");
        text.split(' ').next().unwrap_or_default().to_string()
    }
}

/// The nodes, what they share, and the players.
struct Harness {
    nodes: Vec<Node>,
    database: Service,
    bus: Service,
    /// Between the players and the nodes.
    proxy: Proxy,
    games: Arc<Games>,
    timeline: Timeline,
    totals: Totals,
    finished: Vec<FinishedGame>,
    faults: BTreeMap<String, u64>,
    codes: BTreeMap<String, u64>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [serve, database, bus] = &words[..]
        && serve == node::SERVE
    {
        std::process::exit(node::serve(database, bus).await);
    }
    let args = match Args::parse(&words) {
        Ok(args) => args,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let folder = match tempfile::Builder::new().prefix("sanban-cluster-faults").tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    match run(folder.path(), &args).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("FAILED with seed {}: {error}", args.seed);
            println!("The nodes' logs are in {}", folder.keep().display());
            ExitCode::FAILURE
        }
    }
}

struct Args {
    rounds: u64,
    seed: u64,
    /// This program in an earlier version.
    previous: Option<PathBuf>,
}

impl Args {
    fn parse(words: &[String]) -> Result<Args, Failure> {
        let mut args = Args { rounds: 20, seed: 1, previous: None };
        for pair in words.chunks(2) {
            let [flag, value] = pair else {
                return Err("usage: cluster-faults [--rounds N] [--seed S] [--previous PROGRAM]".into());
            };
            let number = || value.parse().map_err(|_| format!("{flag} takes a number, not \"{value}\""));
            match flag.as_str() {
                "--rounds" => args.rounds = number()?,
                "--seed" => args.seed = number()?,
                "--previous" => args.previous = Some(value.into()),
                _ => return Err(format!("{flag} is not known").into()),
            }
        }
        Ok(args)
    }

    /// The programs that nodes run by turns.
    fn programs(&self) -> Result<Vec<PathBuf>, Failure> {
        Ok([std::env::current_exe()?].into_iter().chain(self.previous.clone()).collect())
    }
}

async fn run(folder: &Path, args: &Args) -> Result<(), Failure> {
    let &Args { rounds, seed, .. } = args;
    let (database, bus) = (Service::postgres(folder, Durability::ProcessesOnly).await?, Service::nats(folder).await?);
    let mut nodes = Vec::new();
    for number in 0..NODES {
        let log = folder.join(format!("node-{number}.log"));
        let mut node = Node::new(database.address, bus.address, &log, args.programs()?, number).await?;
        node.start().await?;
        nodes.push(node);
    }
    let proxy = Proxy::start().await?;
    proxy.set_servers(nodes.iter().filter_map(Node::address).collect());
    let stop = CancellationToken::new();
    let _stop = stop.clone().drop_guard();
    tokio::spawn(double_messages(bus.address, seed, stop.clone()));
    let games = Games::start(proxy.address, seed, &stop).await?;
    let mut harness = Harness {
        nodes,
        database,
        bus,
        proxy,
        games,
        timeline: Timeline::default(),
        totals: Totals::default(),
        finished: Vec::new(),
        faults: BTreeMap::new(),
        codes: BTreeMap::new(),
    };
    harness.games.recover().await.map_err(|error| format!("before the first round: {error}"))?;
    let started = Instant::now();
    for round in 1..=rounds {
        let mut random = Random::new(seed, round);
        let fault = Fault::choose(&mut random);
        let begun = Instant::now();
        let result = harness.run_round(fault, &mut random).await;
        println!("{round}: {fault:?} ({} ms)", begun.elapsed().as_millis());
        result.map_err(|error| format!("round {round}: {error}"))?;
    }
    for game in &harness.finished {
        check_finished(harness.proxy.address, game).await.map_err(|why| format!("game {}: {why}", game.id))?;
    }
    for number in 0..NODES {
        if std::fs::read_to_string(folder.join(format!("node-{number}.log")))?.contains("panicked at") {
            return Err(format!("node {number} panicked").into());
        }
    }
    harness.report(rounds, seed, started);
    Ok(())
}

impl Harness {
    async fn run_round(&mut self, fault: Fault, random: &mut Random) -> Result<(), Failure> {
        sleep(random.ms(0..300)).await;
        *self.faults.entry(fault.name()).or_default() += 1;
        let disturbance = self.timeline.begin(Cause::Other);
        self.happen(fault).await?;
        self.games.recover().await?;
        drop(disturbance);
        self.nodes.iter_mut().try_for_each(Node::check_running)?;
        self.check_games().await?;
        self.games.check_idle().await
    }

    /// Lets a fault happen, and repairs what it broke.
    async fn happen(&mut self, fault: Fault) -> Result<(), Failure> {
        let ms = Duration::from_millis;
        match fault {
            Fault::Kill { node, down } => {
                self.nodes[node].kill().await?;
                self.spread();
                sleep(ms(down)).await;
                self.nodes[node].start().await?;
            }
            Fault::Stall { node, time } => {
                self.nodes[node].signal("STOP").await?;
                sleep(ms(time)).await;
                self.nodes[node].signal("CONT").await?;
            }
            Fault::Drain { node } => {
                self.nodes[node].drain().await?;
                self.spread();
                self.nodes[node].start().await?;
            }
            Fault::NoDatabase { node, time } => self.nodes[node].database.cut(ms(time)).await,
            Fault::NoBus { node, time } => self.nodes[node].bus.cut(ms(time)).await,
            Fault::Partition { node, time } => {
                let Node { database, bus, .. } = &self.nodes[node];
                tokio::join!(database.cut(ms(time)), bus.cut(ms(time)));
            }
            Fault::SlowBus { node, delay, time } => slow_down(&self.nodes[node].bus, ms(delay), ms(time)).await,
            Fault::SlowDatabase { node, delay, time } => {
                slow_down(&self.nodes[node].database, ms(delay), ms(time)).await
            }
            Fault::BusRestart { down } => {
                self.bus.kill()?;
                sleep(ms(down)).await;
                self.bus.start().await?;
            }
            Fault::DatabaseRestart { down } => {
                self.database.kill()?;
                sleep(ms(down)).await;
                self.database.start().await?;
            }
        }
        self.spread();
        Ok(())
    }

    /// Spreads the players over the nodes that run.
    fn spread(&self) {
        self.proxy.set_servers(self.nodes.iter().filter_map(Node::address).collect());
    }

    /// Checks the games that were played since the last check.
    async fn check_games(&mut self) -> Result<(), Failure> {
        let (address, open) = (self.proxy.address, self.games.open().clone());
        for game in open {
            match check_game(address, &game, &self.timeline, &mut self.totals).await {
                Ok(None) => {}
                Ok(Some(finished)) => {
                    for (code, count) in game.transient_codes() {
                        *self.codes.entry(code).or_default() += count;
                    }
                    self.games.open().retain(|open| open.id != game.id);
                    self.finished.push(finished);
                }
                Err(why) => {
                    for update in read_log(address, &game.id).await {
                        println!("{} {} {}", update["number"], update["at"], update["event"]);
                    }
                    return Err(format!("game {} ({}, {}): {why}", game.id, game.info.id, game.pace).into());
                }
            }
        }
        Ok(())
    }

    fn report(&self, rounds: u64, seed: u64, started: Instant) {
        let Totals { games, moves, largest_overcharge_ms, largest_days_overcharge_ms, ended_on_time } = &self.totals;
        let list = |counts: &BTreeMap<String, u64>| {
            let parts: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
            parts.join(", ")
        };
        println!("rounds: {rounds} with seed {seed}, {NODES} nodes");
        println!("faults: {}", list(&self.faults));
        println!("games: {games} finished, {ended_on_time} of them on time");
        println!("moves: {moves} acknowledged, all stored once and in order");
        println!("repeated after: {}", list(&self.codes));
        println!("largest overcharge: {largest_overcharge_ms} ms, with days per turn {largest_days_overcharge_ms} ms");
        println!("seconds: {}", started.elapsed().as_secs());
    }
}

async fn slow_down(proxy: &Proxy, delay: Duration, time: Duration) {
    proxy.set_delay(delay);
    sleep(time).await;
    proxy.set_delay(Duration::ZERO);
}

/// Sends some of the messages on the bus a second time.
async fn double_messages(bus: SocketAddr, seed: u64, stop: CancellationToken) {
    let options = async_nats::ConnectOptions::new().no_echo().max_reconnects(None);
    let Ok(client) = options.connect(format!("nats://{bus}")).await else { return };
    let Ok(mut messages) = client.subscribe("sanban.node.>").await else { return };
    let mut random = Random::new(seed, 0);
    while let Some(Some(message)) = stop.run_until_cancelled(messages.next()).await {
        if random.one_in(DOUBLED_MESSAGES) {
            // What can't be sent twice was sent once.
            let _ = match message.reply {
                Some(reply) => client.publish_with_reply(message.subject, reply, message.payload).await,
                None => client.publish(message.subject, message.payload).await,
            };
        }
    }
}
