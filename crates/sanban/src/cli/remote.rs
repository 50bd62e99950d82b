//! Games on workers, for `match`, `ladder`, `tune` and `selfplay`.

use super::bench;
use super::worker::{GAMES, SELF_PLAY};
use crate::codes;
use crate::failure::{Failure, Result};
use crate::language::say_common;
use clap::Args;
use sanban_arena::remote::{GamesTask, SelfPlayTask, check_training_games};
use sanban_arena::selfplay::positions_file::GAMES_PER_CHUNK;
use sanban_arena::selfplay::{PlayedPosition, SelfPlayConfig};
use sanban_arena::{Contest, GameResult, Tally};
use sanban_core::rejection::Rejection;
use sanban_server::bus::{BusError, without_credentials};
use sanban_server::jobs::{Heartbeat, JobClass, JobClient, JobQueue, Requirements, WorkerList};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

/// How long to listen for workers. They announce themselves every second.
const DISCOVERY_TIME: Duration = Duration::from_millis(1500);
/// How long to wait for the first of them.
const DISCOVERY_TIMEOUT: Duration = Duration::from_secs(4);
/// How often Ctrl-C and the workers are checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// How long to wait before a job is posted again that could not be posted.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How far the fastest worker may be ahead of the slowest where players think by time.
const MAX_SPEED_RATIO: f64 = 1.1;
/// How many jobs are posted ahead for each thread, so that a slow one holds up no others.
const JOBS_PER_THREAD: usize = 8;

#[derive(Args)]
pub struct BusArgs {
    /// Play the games on the workers of this NATS server, such as nats://127.0.0.1:4222
    #[arg(long, value_name = "URL")]
    pub bus: Option<String>,
}

/// The failure of a bus at an address.
pub fn bus_failure(url: &str) -> impl Fn(BusError) -> Failure {
    let shown = without_credentials(url);
    move |error| codes::NO_BUS.with(&[&shown, &error.to_string()]).into()
}

/// The workers of a bus.
struct Workers {
    runtime: Runtime,
    client: JobClient,
    list: WorkerList,
}

impl Workers {
    /// Connects, and waits until the workers have announced themselves.
    fn find(url: &str) -> Result<Workers> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| Failure::from(codes::NO_RUNTIME.with(&[&error.to_string()])))?;
        let connect = async {
            let queue = JobQueue::connect(url, "sanban match").await?;
            let list = WorkerList::listen(&**queue.bus()).await?;
            Ok((JobClient::new(queue).await?, list))
        };
        let (client, list) = runtime.block_on(connect).map_err(bus_failure(url))?;
        let began = Instant::now();
        runtime.block_on(async {
            while list.alive().is_empty() && began.elapsed() < DISCOVERY_TIMEOUT {
                sleep(CHECK_INTERVAL).await;
            }
            sleep(DISCOVERY_TIME.saturating_sub(began.elapsed())).await;
        });
        Ok(Workers { runtime, client, list })
    }

    /// Which workers may play: those with this program's search and, where players think by time, about the same speed.
    fn requirements(&self, by_time: bool) -> Result<Requirements> {
        let (engine, alive) = (bench::fingerprint(), self.list.alive());
        if alive.is_empty() {
            return Err(codes::NO_WORKERS.with(&[]).into());
        }
        let fitting: Vec<&Heartbeat> = alive.iter().filter(|worker| worker.engine == engine).collect();
        if fitting.is_empty() {
            return Err(codes::OTHER_ENGINES.with(&[]).into());
        }
        let mut speed = None;
        if by_time {
            let mut speeds: Vec<u64> = fitting.iter().map(|worker| worker.speed).collect();
            speeds.sort_unstable();
            speed = speed_range(&speeds);
            if speed.is_none() {
                let speeds: Vec<String> = speeds.iter().map(u64::to_string).collect();
                return Err(codes::UNEQUAL_SPEEDS.with(&[&speeds.join(", ")]).into());
            }
        }
        Ok(Requirements { engine: Some(engine), speed })
    }

    /// Runs tasks on the workers and hands their results over in order, with the index of the task, until `on_result` returns
    /// false or `stop` is set. In the latter case the results that are complete are handed over, too.
    fn run<T: Serialize, R: DeserializeOwned>(
        &self,
        (kind, requirements): (&'static str, Requirements),
        mut tasks: impl Iterator<Item = T>,
        stop: &AtomicBool,
        on_result: &mut dyn FnMut(usize, R) -> Result<bool>,
        notify: &dyn Fn(&str),
    ) -> Result {
        self.runtime.block_on(async {
            let mut jobs: JoinSet<(usize, Result<serde_json::Value, String>)> = JoinSet::new();
            let (mut posted, mut handed_over, mut has_more, mut has_workers) = (0, 0, true, true);
            let mut done: BTreeMap<usize, R> = BTreeMap::new();
            while (has_more || !jobs.is_empty()) && !stop.load(Ordering::Relaxed) {
                while has_more && posted - handed_over < self.list.threads().max(1) * JOBS_PER_THREAD {
                    let Some(task) = tasks.next() else {
                        has_more = false;
                        break;
                    };
                    let (client, index) = (self.client.clone(), posted);
                    posted += 1;
                    let task = serde_json::to_value(task).expect("tasks have text keys");
                    jobs.spawn(async move {
                        loop {
                            match client.post(JobClass::Game, kind, &task, requirements).await {
                                Ok(job) => return (index, job.result().await),
                                Err(error @ BusError::TooLarge) => return (index, Err(error.to_string())),
                                // The connection comes back.
                                Err(_) => sleep(RETRY_DELAY).await,
                            }
                        }
                    });
                }
                let fits = |worker: &Heartbeat| requirements.are_met_by(worker);
                if std::mem::replace(&mut has_workers, self.list.alive().iter().any(fits)) != has_workers {
                    notify(&say_common(if has_workers { "match-workers-back" } else { "match-workers-gone" }, &[]));
                }
                let Ok(Some(finished)) = timeout(CHECK_INTERVAL, jobs.join_next()).await else { continue };
                let (index, result) = finished.expect("no task is aborted");
                let result = result.and_then(|result| serde_json::from_value(result).map_err(|e| e.to_string()));
                done.insert(index, result.map_err(|why| Failure::from(codes::JOB_FAILED.with(&[&why])))?);
                while let Some(result) = done.remove(&handed_over) {
                    handed_over += 1;
                    if !on_result(handed_over - 1, result)? {
                        return Ok(());
                    }
                }
            }
            // Interrupted: what is complete counts, even if an earlier game isn't.
            for (index, result) in done {
                on_result(index, result)?;
            }
            Ok(())
        })
    }
}

/// The least and the greatest speed that any worker may have beside workers of these speeds, the slowest first; `None` if these
/// differ too much already.
fn speed_range(speeds: &[u64]) -> Option<[u64; 2]> {
    let (slowest, fastest) = (*speeds.first()? as f64, *speeds.last()? as f64);
    let range = [(fastest / MAX_SPEED_RATIO).ceil() as u64, (slowest * MAX_SPEED_RATIO) as u64];
    (fastest <= slowest * MAX_SPEED_RATIO).then_some(range)
}

/// Plays a contest on the workers of a bus, as [`Contest::run`] does. Results arrive in the order of their numbers.
pub fn run_contest(
    contest: &Contest,
    url: &str,
    finished: &[GameResult],
    stop: &AtomicBool,
    on_result: &mut dyn FnMut(&GameResult, &[Tally]) -> bool,
    notify: &dyn Fn(&str),
) -> Result<Vec<Tally>> {
    let failure = |rejection: Rejection| Failure::rejected(&rejection, contest.rules.info().messages);
    contest.check_remote().map_err(failure)?;
    let workers = Workers::find(url)?;
    let requirements = workers.requirements(contest.contestants.iter().any(|(_, spec)| spec.thinks_by_time()))?;
    let pairs = contest.unfinished_pairs(finished);
    let mut standings = contest.standings(finished);
    let tasks = pairs.iter().map(|numbers| GamesTask::new(contest, numbers));
    let on_records = &mut |index: usize, records: Vec<String>| {
        for result in contest.read_results(&records, &pairs[index]).map_err(failure)? {
            standings.add(&result);
            if !on_result(&result, standings.tallies()) {
                return Ok(false);
            }
        }
        Ok(true)
    };
    workers.run((GAMES, requirements), tasks, stop, on_records, notify)?;
    Ok(standings.tallies().to_vec())
}

/// Plays training games on the workers of a bus, as [`sanban_arena::selfplay::play_games`] does. Games arrive in the order of
/// their numbers.
pub fn play_training_games(
    config: &SelfPlayConfig<'_>,
    first: u64,
    url: &str,
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&[PlayedPosition]) -> bool,
    notify: &dyn Fn(&str),
) -> Result {
    let workers = Workers::find(url)?;
    let requirements = workers.requirements(false)?;
    let tasks = (first..).step_by(GAMES_PER_CHUNK as usize);
    let tasks = tasks.map(|first| SelfPlayTask::new(config, first, GAMES_PER_CHUNK));
    let mut next = 0;
    let on_games = &mut |index: usize, games: Vec<Vec<PlayedPosition>>| {
        // After an interruption, games may be missing before these.
        if index != next {
            return Ok(false);
        }
        next += 1;
        check_training_games(config.rules, &games, GAMES_PER_CHUNK)?;
        Ok(games.iter().all(|positions| on_game(positions)))
    };
    workers.run((SELF_PLAY, requirements), tasks, stop, on_games, notify)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_may_differ_by_ten_percent() {
        assert_eq!(speed_range(&[1_000_000, 1_090_000]), Some([990_910, 1_100_000]));
        assert_eq!(speed_range(&[1_000_000, 1_050_000, 1_110_000]), None);
        // Workers that join later.
        let fits = |speed: u64, speeds: &[u64]| {
            let [least, most] = speed_range(speeds).expect("they fit each other");
            (least..=most).contains(&speed)
        };
        assert!(fits(1_090_000, &[1_000_000]) && fits(920_000, &[1_000_000]));
        assert!(!fits(1_110_000, &[1_000_000]) && !fits(900_000, &[1_000_000]));
        assert!(!fits(1_110_000, &[1_000_000, 1_090_000]) && !fits(980_000, &[1_000_000, 1_090_000]));
    }
}
