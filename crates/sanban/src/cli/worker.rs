//! `sanban worker`: takes jobs from the bus.

use super::args::number;
use super::bench;
use super::remote::bus_failure;
use super::serve::shutdown_signal;
use crate::codes;
use crate::failure::{Failure, Result};
use crate::language::{catalogues, current, say_common};
use crate::output::print;
use clap::Args;
use sanban_arena::remote::{GamesTask, SelfPlayTask};
use sanban_core::messages::Catalogue;
use sanban_core::rejection::Rejection;
use sanban_server::jobs::tasks::{self, MoveTask, ReviewTask};
use sanban_server::jobs::{JobContext, JobQueue, JobRunner, Worker, WorkerEvent};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The kind of jobs with a [`GamesTask`].
pub const GAMES: &str = "games";
/// The kind of jobs with a [`SelfPlayTask`].
pub const SELF_PLAY: &str = "selfplay";

/// How long searches may take to notice that the worker stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Args)]
pub struct WorkerArgs {
    /// Address of the NATS server that hands out the jobs, such as nats://127.0.0.1:4222
    #[arg(long, value_name = "URL")]
    pub bus: String,

    /// Number of jobs to run at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    pub threads: Option<u16>,
}

/// Takes jobs until Ctrl-C, SIGTERM or SIGHUP.
pub fn run(args: &WorkerArgs) -> Result {
    init_log();
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::from(codes::NO_RUNTIME.with(&[&error.to_string()])))?;
    let served = runtime.block_on(async {
        let stop = shutdown_signal().map_err(|error| Failure::from(codes::NO_RUNTIME.with(&[&error.to_string()])))?;
        let queue = JobQueue::connect(&args.bus, "sanban worker").await.map_err(bus_failure(&args.bus))?;
        // Nothing else runs yet, so that it is the machine's speed.
        let speed = bench::measure_speed();
        let counts = [("threads", &*threads.to_string()), ("speed", &speed.nodes_per_second.to_string())];
        say("worker-connected", &counts);
        let worker = Worker::new(queue, Arc::new(Runner), threads, speed.nodes_per_second, speed.nodes);
        let on_event = |event| match event {
            WorkerEvent::Disconnected => say("worker-disconnected", &[]),
            WorkerEvent::Connected => say("worker-connected-again", &[]),
            WorkerEvent::Draining(jobs) => say("worker-draining", &[("jobs", &jobs.to_string())]),
        };
        worker.run(stop, on_event).await.map_err(bus_failure(&args.bus))
    });
    runtime.shutdown_timeout(STOP_TIMEOUT);
    served
}

fn say(key: &str, args: &[(&str, &str)]) {
    // A closed output doesn't stop the worker.
    let _ = print(&(say_common(key, args) + "\n"));
}

/// Starts logging to standard error. `RUST_LOG` sets the levels; the default is `warn`, without the bus's client, whose errors
/// this program reports itself.
fn init_log() {
    let levels = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let levels = levels
        .unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN).with_target("async_nats", LevelFilter::OFF));
    tracing_subscriber::registry()
        .with(levels)
        .with(tracing_subscriber::fmt::layer().with_writer(std::io::stderr))
        .init();
}

/// Runs the tasks that a worker may run. None of them starts a program or reads a file.
struct Runner;

impl JobRunner for Runner {
    fn run(&self, kind: &str, task: Value, context: &JobContext) -> Result<Option<Value>, String> {
        match kind {
            tasks::MOVE => Ok(parse::<MoveTask>(task)?.run(context)?.map(Value::String)),
            tasks::REVIEW => Ok(parse::<ReviewTask>(task)?.run(context)?.map(|review| json!(review))),
            GAMES => {
                let records = parse::<GamesTask>(task)?.play(&context.stop).map_err(sentence)?;
                Ok(records.map(|records| json!(records)))
            }
            SELF_PLAY => {
                let games = parse::<SelfPlayTask>(task)?.play(&context.stop).map_err(sentence)?;
                Ok(games.map(|games| json!(games)))
            }
            _ => Err(say_common("worker-unknown-task", &[("kind", kind)])),
        }
    }
}

fn parse<T: DeserializeOwned>(task: Value) -> Result<T, String> {
    serde_json::from_value(task).map_err(|error| error.to_string())
}

fn sentence(rejection: Rejection) -> String {
    rejection.sentence(&catalogues(Catalogue::EMPTY), current())
}
