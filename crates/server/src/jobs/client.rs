//! The requester's side: posts jobs and waits for their results.

use super::message::{Job, RESULT_PREFIX, Reply, Requirements, VERSION, WorkerMessage, to_json};
use super::queue::{JobClass, JobQueue};
use crate::bus::{Bus, BusError, BusMessage, BusResult, parse_version, with_version};
use crate::log::log_throttled;
use crate::secret;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// When a job is posted again that no worker has spoken of.
const REPOST_DELAY: Duration = Duration::from_secs(300);
/// The same after a lost connection: the NATS server may have restarted and lost its queue.
const REPOST_DELAY_AFTER_RECONNECT: Duration = Duration::from_secs(3);
/// How often jobs are checked for this.
const REPOST_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Posts jobs. All its jobs share one subject for results.
#[derive(Clone)]
pub struct JobClient {
    shared: Arc<Shared>,
    _task: Arc<AbortOnDrop>,
}

struct Shared {
    queue: JobQueue,
    reply_to: String,
    waiting: Mutex<HashMap<String, WaitingJob>>,
}

struct WaitingJob {
    class: JobClass,
    payload: Vec<u8>,
    repost_at: Instant,
    progress: watch::Sender<Option<Value>>,
    result: oneshot::Sender<Result<Value, String>>,
}

/// A job that somebody waits for. Dropping it cancels the job.
pub struct JobHandle {
    id: String,
    shared: Arc<Shared>,
    progress: watch::Receiver<Option<Value>>,
    result: oneshot::Receiver<Result<Value, String>>,
}

impl JobClient {
    /// Waits for results from now on.
    pub async fn new(queue: JobQueue) -> BusResult<JobClient> {
        let reply_to = format!("{RESULT_PREFIX}.{}", secret::id());
        let mut messages = queue.bus().subscribe(&reply_to).await?;
        let mut connected = queue.bus().connected();
        let shared = Arc::new(Shared { queue, reply_to, waiting: Mutex::default() });
        let answering = shared.clone();
        let task = tokio::spawn(async move {
            let mut timer = tokio::time::interval(REPOST_CHECK_INTERVAL);
            loop {
                tokio::select! {
                    message = messages.recv() => match message {
                        Some(message) => answering.answer(message).await,
                        None => return,
                    },
                    Ok(()) = connected.changed() => {
                        if *connected.borrow_and_update() {
                            answering.repost_soon();
                        }
                    }
                    _ = timer.tick() => answering.repost_overdue().await,
                }
            }
        });
        Ok(JobClient { shared, _task: Arc::new(AbortOnDrop(task)) })
    }

    /// Posts a job.
    pub async fn post(
        &self,
        class: JobClass,
        kind: &str,
        task: &impl Serialize,
        requirements: Requirements,
    ) -> BusResult<JobHandle> {
        let id = secret::id();
        let task = serde_json::to_value(task).map_err(|error| BusError::Rejected(error.to_string()))?;
        let (shared, reply_to) = (self.shared.clone(), self.shared.reply_to.clone());
        let payload =
            to_json(&Job { version: VERSION, id: id.clone(), reply_to, requirements, kind: kind.into(), task });
        let (progress_sender, progress) = watch::channel(None);
        let (result_sender, result) = oneshot::channel();
        let job = WaitingJob {
            class,
            payload: payload.clone(),
            repost_at: Instant::now() + REPOST_DELAY,
            progress: progress_sender,
            result: result_sender,
        };
        // Before it is posted, since the answer may come at once.
        shared.waiting().insert(id.clone(), job);
        let handle = JobHandle { id, shared, progress, result };
        self.shared.queue.post(class, payload).await?;
        Ok(handle)
    }
}

impl JobHandle {
    /// Waits for the result. An error is the worker's sentence about why it can't do the job.
    pub async fn result(mut self) -> Result<Value, String> {
        (&mut self.result).await.unwrap_or_else(|_| Err("the job was dropped".into()))
    }

    /// What the worker last reported of its progress.
    pub fn progress(&self) -> watch::Receiver<Option<Value>> {
        self.progress.clone()
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.shared.waiting().remove(&self.id);
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, HashMap<String, WaitingJob>> {
        // No code under this lock can leave the map half changed.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a worker's message and answers it. A job that nobody waits for is unknown: its result is confirmed and ignored.
    async fn answer(&self, BusMessage { payload, reply_to }: BusMessage) {
        let Some(reply_to) = reply_to else { return };
        let message = match parse_version(VERSION, &payload) {
            Ok(message) => message,
            Err(error) => {
                log_throttled!(warn, %error, "a worker sent a message that can't be read");
                return;
            }
        };
        let is_awaited = {
            let mut waiting = self.waiting();
            match message {
                WorkerMessage::Check { job, progress } => match waiting.get_mut(&job) {
                    Some(waiting) => {
                        waiting.repost_at = Instant::now() + REPOST_DELAY;
                        if progress.is_some() {
                            waiting.progress.send_replace(progress);
                        }
                        true
                    }
                    None => false,
                },
                WorkerMessage::Result { job, result } => finish(&mut waiting, &job, Ok(result)),
                WorkerMessage::Failure { job, why } => finish(&mut waiting, &job, Err(why)),
            }
        };
        // If it gets lost, the worker asks again.
        let _ = self.queue.bus().publish(&reply_to, with_version(VERSION, &Reply { is_awaited })).await;
    }

    fn repost_soon(&self) {
        let repost_at = Instant::now() + REPOST_DELAY_AFTER_RECONNECT;
        self.waiting().values_mut().for_each(|job| job.repost_at = job.repost_at.min(repost_at));
    }

    async fn repost_overdue(&self) {
        let now = Instant::now();
        let overdue: Vec<(String, JobClass, Vec<u8>)> = {
            let mut waiting = self.waiting();
            let overdue = waiting.iter_mut().filter(|(_, job)| job.repost_at <= now);
            let repost = |(id, job): (&String, &mut WaitingJob)| {
                job.repost_at = now + REPOST_DELAY;
                (id.clone(), job.class, job.payload.clone())
            };
            overdue.map(repost).collect()
        };
        for (id, class, payload) in overdue {
            if let Err(error) = self.queue.post(class, payload).await {
                log_throttled!(warn, %error, "cannot post a job again");
                // The next check tries it again.
                if let Some(job) = self.waiting().get_mut(&id) {
                    job.repost_at = now;
                }
            }
        }
    }
}

/// Hands the result over to who waits for it. Returns whether somebody does.
fn finish(waiting: &mut HashMap<String, WaitingJob>, job: &str, result: Result<Value, String>) -> bool {
    waiting.remove(job).is_some_and(|job| job.result.send(result).is_ok())
}

struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
