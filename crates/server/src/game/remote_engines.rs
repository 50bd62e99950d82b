//! Searches on workers: computer moves and reviews that the server hands to other machines.

use super::fair_queue::FairQueue;
use super::review::ReviewView;
use crate::jobs::tasks::{self, MoveTask, ReviewTask};
use crate::jobs::{JobClass, JobClient, JobQueue, Requirements, WorkerList};
use crate::log::log_throttled;
use crate::metrics::{JobMetrics, Metrics};
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::time::sleep;

/// How long to wait before the next attempt to connect.
const RECONNECT_DELAY: Duration = Duration::from_secs(2);
/// How often the workers and the queue are counted.
const COUNT_INTERVAL: Duration = Duration::from_millis(500);

/// Hands searches to workers, if there are any.
#[derive(Clone)]
pub struct RemoteEngines {
    /// Unset until the bus is connected.
    connection: Arc<OnceLock<Connection>>,
    /// As many permits as the workers have threads. Players take turns here, before their jobs are in the queue of all servers.
    turns: FairQueue,
    metrics: JobMetrics,
}

struct Connection {
    client: JobClient,
    workers: WorkerList,
}

impl RemoteEngines {
    /// Has no workers until [`RemoteEngines::run`] has connected.
    pub fn new(metrics: &Metrics) -> RemoteEngines {
        RemoteEngines { connection: Arc::default(), turns: FairQueue::new(0), metrics: metrics.jobs.clone() }
    }

    /// Connects to the bus and counts its workers until the server stops. The server works without, so this waits for the bus
    /// however long it takes.
    pub async fn run(self, url: String) {
        let (queue, connection) = loop {
            match connect(&url).await {
                Ok(connected) => break connected,
                Err(error) => log_throttled!(warn, %error, "cannot connect to the workers' bus"),
            }
            sleep(RECONNECT_DELAY).await;
        };
        tracing::info!("connected to the workers' bus");
        let connection = self.connection.get_or_init(|| connection);
        loop {
            let workers = connection.workers.alive();
            self.turns.set_permits(workers.iter().map(|worker| worker.threads).sum());
            self.metrics.workers.set(workers.len() as i64);
            self.metrics.free_threads.set(connection.workers.free_threads() as i64);
            if let Ok(length) = queue.length().await {
                self.metrics.queued.set(length as i64);
            }
            sleep(COUNT_INTERVAL).await;
        }
    }

    /// The connection, if a worker is alive.
    fn connection(&self) -> Option<&Connection> {
        self.connection.get().filter(|connection| connection.workers.threads() > 0)
    }

    /// Whether a worker is alive.
    pub fn has_workers(&self) -> bool {
        self.connection().is_some()
    }

    /// Whether a worker has a free thread.
    pub fn has_free_thread(&self) -> bool {
        self.connection().is_some_and(|connection| connection.workers.free_threads() > 0)
    }

    /// Counts a search that the server begins at once, since all workers are busy.
    pub fn count_busy(&self) {
        self.metrics.workers_busy.inc();
    }

    /// Counts a search that the server takes over.
    pub fn count_fallback(&self) {
        self.metrics.fallen_back.inc();
    }

    /// Lets a worker choose a move; `None` if none can. Dropping the future cancels the search.
    pub async fn choose_move(&self, task: &MoveTask, owner: &str) -> Option<String> {
        let chosen = self.run_job(JobClass::Move, tasks::MOVE, task, owner, &|_| {}).await?;
        serde_json::from_value(chosen).ok()
    }

    /// Lets a worker review a game; `None` if none can. Calls `on_rated` with the number of rated moves.
    pub async fn review(
        &self,
        task: &ReviewTask,
        owner: &str,
        on_rated: &(dyn Fn(usize) + Send + Sync),
    ) -> Option<ReviewView> {
        let on_progress = |progress: &Value| {
            if let Some(rated) = progress["rated"].as_u64() {
                on_rated(rated as usize);
            }
        };
        let review = self.run_job(JobClass::Review, tasks::REVIEW, task, owner, &on_progress).await?;
        serde_json::from_value(review).ok()
    }

    async fn run_job(
        &self,
        class: JobClass,
        kind: &str,
        task: &(impl serde::Serialize + Sync),
        owner: &str,
        on_progress: &(dyn Fn(&Value) + Send + Sync),
    ) -> Option<Value> {
        let _turn = self.turns.acquire(owner).await;
        let Connection { client, .. } = self.connection()?;
        let job = match client.post(class, kind, task, Requirements::default()).await {
            Ok(job) => job,
            Err(error) => {
                log_throttled!(warn, %error, "cannot post a job");
                return None;
            }
        };
        self.metrics.sent.inc();
        let mut progress = job.progress();
        let result = job.result();
        tokio::pin!(result);
        let result = loop {
            tokio::select! {
                result = &mut result => break result,
                Ok(()) = progress.changed() => {
                    if let Some(progress) = &*progress.borrow_and_update() {
                        on_progress(progress);
                    }
                }
            }
        };
        match result {
            Ok(result) => {
                self.metrics.answered.inc();
                Some(result)
            }
            Err(why) => {
                log_throttled!(warn, %why, "a worker rejected a job");
                None
            }
        }
    }
}

async fn connect(url: &str) -> crate::bus::BusResult<(JobQueue, Connection)> {
    let queue = JobQueue::connect(url, "sanban serve").await?;
    let workers = WorkerList::listen(&**queue.bus()).await?;
    let client = JobClient::new(queue.clone()).await?;
    Ok((queue, Connection { client, workers }))
}
