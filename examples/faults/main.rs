//! A fault harness: plays games against a server while processes are killed and stopped, clocks jump, disks fail, power is
//! lost, connections break and floods come in. After every round, what the players sent and received is compared with what
//! the store has: every acknowledged move is there, once and in order, and nobody pays for time in which the server could not
//! serve.
//!
//!     cargo run --release -p sanban-server --example faults -- --rounds 2000 --seed 1
//!
//! The faults of a round follow from the seed and the number of the round. `--from N` begins with another round than the
//! first. After a failure, the harness prints what was wrong, keeps the data and exits with status 1.
//!
//! It needs Linux and `kill`, but no special rights. A library that is loaded into the server's process causes the faults of
//! disk and wall clock (`preload.c`); without a C compiler, these are left out.

mod check;
#[path = "../common/client.rs"]
mod client;
mod disk;
mod fault;
mod games;
mod player;
#[path = "../common/proxy.rs"]
mod proxy;
mod random;
mod server;
mod timeline;

use check::{FinishedGame, Totals, check_finished, check_game, read_log};
use client::Failure;
use disk::Disk;
use fault::Fault;
use futures_util::future::try_join_all;
use games::Games;
use proxy::Proxy;
use random::Random;
use server::Machine;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timeline::Timeline;
use tokio_util::sync::CancellationToken;

/// The most that a player with days per turn may be charged for time in which the server could not serve: as with a clock.
const MAX_DAYS_OVERCHARGE_MS: i64 = check::MAX_OVERCHARGE_MS;

/// The command-line arguments.
struct Args {
    rounds: u64,
    seed: u64,
    /// The number of the first round.
    from: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == server::SERVE)
        && let Some(folder) = words.next()
    {
        // At once, without waiting for the thread that reads standard input.
        std::process::exit(server::serve(folder.into()).await);
    }
    match parse_args() {
        Ok(args) => run(&args).await,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn parse_args() -> Result<Args, Failure> {
    let mut args = Args { rounds: 20, seed: 1, from: 1 };
    let mut words = std::env::args().skip(1);
    while let Some(flag) = words.next() {
        let value = words.next().ok_or("usage: faults [--rounds N] [--seed S] [--from N]")?;
        let value = value.parse().map_err(|_| format!("{flag} takes a number, not \"{value}\""))?;
        match flag.as_str() {
            "--rounds" => args.rounds = value,
            "--seed" => args.seed = value,
            "--from" => args.from = value,
            _ => return Err(format!("{flag} is not known").into()),
        }
    }
    Ok(args)
}

async fn run(args: &Args) -> ExitCode {
    let folder = match tempfile::Builder::new().prefix("sanban-faults").tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    match run_in(folder.path(), args).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("FAILED with seed {}: {error}", args.seed);
            println!("The data and the server's log are in {}", folder.keep().display());
            ExitCode::FAILURE
        }
    }
}

async fn run_in(folder: &Path, args: &Args) -> Result<(), Failure> {
    let disk = Disk::new(folder)?;
    if !disk.has_library() {
        if std::env::var_os("SANBAN_REQUIRE_ALL").is_some() {
            return Err("there is no C compiler for the faults of disk and wall clock".into());
        }
        println!("There is no C compiler, so disk and wall clock have no faults.");
    }
    let timeline = Timeline::default();
    let machine = Machine::start(folder, disk, Proxy::start().await?, timeline).await?;
    let stop = CancellationToken::new();
    let _stop = stop.clone().drop_guard();
    let games = Games::start(machine.proxy.address, args.seed, &stop).await?;
    let mut harness =
        Harness { machine, games, totals: Totals::default(), finished: Vec::new(), counts: Counts::default() };
    harness.games.recover().await.map_err(|error| format!("before the first round: {error}"))?;
    let started = Instant::now();
    for round in args.from..args.from + args.rounds {
        let mut random = Random::new(args.seed, round);
        let faults = Fault::choose(&mut random, harness.machine.disk.has_library());
        let names: Vec<String> = faults.iter().map(Fault::to_string).collect();
        let begun = Instant::now();
        let result = harness.run_round(&faults, &mut random).await;
        println!("{round}: {} ({} ms)", names.join(" + "), begun.elapsed().as_millis());
        result.map_err(|error| format!("round {round}: {error}"))?;
    }
    Fault::Kill { down: 0 }.happen(&harness.machine, &mut Random::new(args.seed, 0)).await?;
    harness.check_finished_games().await?;
    if std::fs::read_to_string(folder.join("server.log"))?.contains("panicked at") {
        return Err("a server panicked".into());
    }
    harness.report(args, started);
    Ok(())
}

/// Starts the server again whenever it ends. Returns if it must not.
async fn keep_running(machine: &Machine, may_end: bool) -> Result<(), Failure> {
    loop {
        if machine.restart_if_ended().await? && !may_end {
            return Err("the server ended by itself".into());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// How often things happened.
#[derive(Default)]
struct Counts {
    faults: BTreeMap<String, u64>,
    /// The answers that asked players to repeat a command.
    codes: BTreeMap<String, u64>,
}

/// The server, its players, and what was found.
struct Harness {
    machine: Machine,
    games: Arc<Games>,
    totals: Totals,
    finished: Vec<FinishedGame>,
    counts: Counts,
}

impl Harness {
    async fn run_round(&mut self, faults: &[Fault], random: &mut Random) -> Result<(), Failure> {
        tokio::time::sleep(random.ms(0..300)).await;
        let machine = &self.machine;
        let happening = (0..).zip(faults).map(|(index, fault)| {
            let mut random = Random::new(random.below(u32::MAX as usize) as u64, index);
            *self.counts.faults.entry(fault.name()).or_default() += 1;
            async move {
                tokio::time::sleep(random.ms(0..200)).await;
                fault.happen(machine, &mut random).await
            }
        });
        let happening: Vec<_> = happening.collect();
        try_join_all(happening).await?;
        let may_end = faults.iter().any(|fault| fault.may_end_server());
        tokio::select! {
            recovered = self.games.recover() => recovered?,
            failed = keep_running(machine, may_end) => failed?,
        }
        self.check_games().await?;
        self.games.check_idle().await
    }

    /// Checks the games that were played since the last check.
    async fn check_games(&mut self) -> Result<(), Failure> {
        let (address, open) = (self.machine.proxy.address, self.games.open().clone());
        for game in open {
            match check_game(address, &game, &self.machine.timeline, &mut self.totals).await {
                Ok(None) => {}
                Ok(Some(finished)) => {
                    for (code, count) in game.transient_codes() {
                        *self.counts.codes.entry(code).or_default() += count;
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

    /// Checks that finished games have not changed.
    async fn check_finished_games(&self) -> Result<(), Failure> {
        for game in &self.finished {
            let check = check_finished(self.machine.proxy.address, game).await;
            check.map_err(|why| format!("game {}: {why}", game.id))?;
        }
        Ok(())
    }

    fn report(&self, args: &Args, started: Instant) {
        let Totals { games, moves, largest_overcharge_ms, largest_days_overcharge_ms, ended_on_time } = &self.totals;
        let list = |counts: &BTreeMap<String, u64>| {
            let parts: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
            parts.join(", ")
        };
        println!("rounds: {} with seed {}, from {}", args.rounds, args.seed, args.from);
        println!("faults: {}", list(&self.counts.faults));
        println!("games: {games} finished, {ended_on_time} of them on time");
        println!("moves: {moves} acknowledged, all stored once and in order");
        println!("repeated after: {}", list(&self.counts.codes));
        println!("largest overcharge: {largest_overcharge_ms} ms, with days per turn {largest_days_overcharge_ms} ms");
        println!("longest outage: {} ms", self.machine.timeline.longest_outage().as_millis());
        println!("seconds: {}", started.elapsed().as_secs());
    }
}
