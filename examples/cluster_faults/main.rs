//! A fault harness for several nodes: plays games against three servers that share a PostgreSQL database and a NATS server, while
//! nodes are killed, stalled, drained and cut off, and the database and the bus are restarted. Throughout, some messages on
//! the bus arrive twice. After every round, what the players sent and what they and a spectator of each game received is compared
//! with what the nodes answer, and that with what the database has. A trigger in the database records which node wrote each event.
//!
//!     cargo run --release -p sanban-server --example cluster-faults -- --rounds 500 --seed 1
//!
//! The faults of a round follow from the seed and the number of the round. `--from N` begins with another round than the first.
//! After a failure, the harness prints what was wrong, keeps the nodes' logs and exits with status 1. It needs Linux, `initdb` and
//! `postgres`, and `nats-server`.
//!
//! With `--previous PROGRAM`, this program as an earlier version built it, the nodes are of both versions: each of them changes its
//! version whenever it starts.

#[path = "../faults/check.rs"]
mod check;
#[path = "../common/client.rs"]
mod client;
mod database;
mod fault;
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
use database::{Database, Victim};
use fault::Fault;
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

/// The nodes, what they share, and the players.
struct Harness {
    nodes: Vec<Node>,
    postgres: Service,
    bus: Service,
    database: Database,
    /// Between the players and the nodes.
    proxy: Proxy,
    games: Arc<Games>,
    timeline: Timeline,
    totals: Totals,
    finished: Vec<FinishedGame>,
    faults: BTreeMap<String, u64>,
    codes: BTreeMap<String, u64>,
    takeovers: Takeovers,
}

/// The games that other nodes took over from nodes that were killed.
#[derive(Default)]
struct Takeovers {
    games: u64,
    /// The longest time from the death of the node until another one wrote into the log of the game.
    longest_until_written: Duration,
    /// The longest time until a player knew that another node had accepted a move.
    longest_until_moved: Duration,
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
    /// The number of the first round.
    from: u64,
    /// This program in an earlier version.
    previous: Option<PathBuf>,
}

impl Args {
    fn parse(words: &[String]) -> Result<Args, Failure> {
        let mut args = Args { rounds: 20, seed: 1, from: 1, previous: None };
        for pair in words.chunks(2) {
            let [flag, value] = pair else {
                return Err("usage: cluster-faults [--rounds N] [--seed S] [--from N] [--previous PROGRAM]".into());
            };
            let number = || value.parse().map_err(|_| format!("{flag} takes a number, not \"{value}\""));
            match flag.as_str() {
                "--rounds" => args.rounds = number()?,
                "--seed" => args.seed = number()?,
                "--from" => args.from = number()?,
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
    let &Args { rounds, seed, from, .. } = args;
    let (postgres, bus) = (Service::postgres(folder, Durability::ProcessesOnly).await?, Service::nats(folder).await?);
    let database = Database::new(postgres.address);
    database.create_users(NODES).await?;
    let mut nodes = Vec::new();
    for number in 0..NODES {
        let log = folder.join(format!("node-{number}.log"));
        let mut node = Node::new(postgres.address, bus.address, &log, args.programs()?, number).await?;
        node.start().await?;
        nodes.push(node);
    }
    database.record_appends().await?;
    let proxy = Proxy::start().await?;
    proxy.set_servers(nodes.iter().filter_map(Node::address).collect());
    let stop = CancellationToken::new();
    let _stop = stop.clone().drop_guard();
    tokio::spawn(double_messages(bus.address, seed, stop.clone()));
    let games = Games::start(proxy.address, seed, &stop).await?;
    let mut harness = Harness {
        nodes,
        postgres,
        bus,
        database,
        proxy,
        games,
        timeline: Timeline::default(),
        totals: Totals::default(),
        finished: Vec::new(),
        faults: BTreeMap::new(),
        codes: BTreeMap::new(),
        takeovers: Takeovers::default(),
    };
    harness.games.recover().await.map_err(|error| format!("before the first round: {error}"))?;
    let started = Instant::now();
    for round in from..from + rounds {
        let mut random = Random::new(seed, round);
        let fault = Fault::choose(&mut random);
        let begun = Instant::now();
        let result = harness.run_round(fault, &mut random).await;
        println!("{round}: {fault:?} ({} ms)", begun.elapsed().as_millis());
        result.map_err(|error| format!("round {round}: {error}"))?;
    }
    for game in &harness.finished {
        check_finished(harness.proxy.address, game).await.map_err(|why| format!("game {}: {why}", game.id))?;
        harness.compare_logs(&game.id, true).await?;
    }
    for number in 0..NODES {
        if std::fs::read_to_string(folder.join(format!("node-{number}.log")))?.contains("panicked at") {
            return Err(format!("node {number} panicked").into());
        }
    }
    harness.report(args, started);
    Ok(())
}

impl Harness {
    async fn run_round(&mut self, fault: Fault, random: &mut Random) -> Result<(), Failure> {
        sleep(random.ms(0..300)).await;
        *self.faults.entry(fault.name()).or_default() += 1;
        let disturbance = self.timeline.begin(Cause::Other);
        let victim = self.happen(fault).await?;
        self.games.recover().await?;
        drop(disturbance);
        self.nodes.iter_mut().try_for_each(Node::check_running)?;
        if let Some(victim) = victim {
            self.measure_takeovers(&victim).await?;
        }
        self.check_games().await?;
        self.database.check_owners().await?;
        self.games.check_idle().await
    }

    /// Lets a fault happen, and repairs what it broke. Returns the node that it killed.
    async fn happen(&mut self, fault: Fault) -> Result<Option<Victim>, Failure> {
        let ms = Duration::from_millis;
        let mut victim = None;
        match fault {
            Fault::Kill { node, down } => {
                let address = self.nodes[node].address().ok_or("the node does not run")?;
                victim = Some(self.database.victim(address).await?);
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
                self.postgres.kill()?;
                sleep(ms(down)).await;
                self.postgres.start().await?;
            }
        }
        self.spread();
        Ok(victim)
    }

    /// Measures how long it took until other nodes served the games of a node that was killed.
    async fn measure_takeovers(&mut self, victim: &Victim) -> Result<(), Failure> {
        let open = self.games.open().clone();
        for game in open.iter().filter(|game| victim.games.contains(&game.id)) {
            let Some(written) = self.database.first_append_after(victim, &game.id).await? else { continue };
            let choices = game.players.each_ref().map(|player| player.history().choices.clone());
            let acknowledged = choices.iter().flat_map(BTreeMap::values).filter_map(|choice| choice.acknowledged);
            // Moves that the victim had accepted have smaller numbers.
            let by_others = acknowledged.filter(|(number, _)| *number >= written.number);
            let Some(moved_at) = by_others.map(|(_, at)| at).min() else { continue };
            let Takeovers { games, longest_until_written, longest_until_moved } = &mut self.takeovers;
            *games += 1;
            *longest_until_written = written.time.max(*longest_until_written);
            *longest_until_moved = moved_at.duration_since(victim.killed_at).max(*longest_until_moved);
        }
        Ok(())
    }

    /// Compares what every node says of a game with what the database has.
    async fn compare_logs(&self, game: &str, is_over: bool) -> Result<(), Failure> {
        for address in self.nodes.iter().filter_map(Node::address) {
            let log = read_log(address, game).await;
            self.database.compare_log(game, &log, is_over).await?;
        }
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
            let checked = check_game(address, &game, &self.timeline, &mut self.totals).await;
            self.compare_logs(&game.id, matches!(checked, Ok(Some(_)))).await?;
            match checked {
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

    fn report(&self, args: &Args, started: Instant) {
        let Args { rounds, seed, from, .. } = args;
        let Takeovers { games: taken, longest_until_written, longest_until_moved } = &self.takeovers;
        let Totals { games, moves, largest_overcharge_ms, largest_days_overcharge_ms, ended_on_time } = &self.totals;
        let list = |counts: &BTreeMap<String, u64>| {
            let parts: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
            parts.join(", ")
        };
        let missing: Vec<&str> = Fault::KINDS.into_iter().filter(|kind| !self.faults.contains_key(*kind)).collect();
        println!("rounds: {rounds} from {from} with seed {seed}, {NODES} nodes");
        println!("faults: {}", list(&self.faults));
        println!("faults that did not occur: {}", if missing.is_empty() { "none".into() } else { missing.join(", ") });
        println!("games: {games} finished, {ended_on_time} of them on time");
        println!("moves: {moves} acknowledged, all stored once and in order");
        println!("repeated after: {}", list(&self.codes));
        println!("largest overcharge: {largest_overcharge_ms} ms, with days per turn {largest_days_overcharge_ms} ms");
        println!(
            "games of killed nodes: {taken} taken over, written by another node after at most {} ms, and the first move \
             acknowledged after at most {} ms",
            longest_until_written.as_millis(),
            longest_until_moved.as_millis()
        );
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
