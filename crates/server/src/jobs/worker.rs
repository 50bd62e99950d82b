//! The worker's side: takes jobs, runs them and delivers their results.

use super::message::{
    DOORBELL_SUBJECT, HEARTBEAT_SUBJECT, Heartbeat, Job, Reply, VERSION, Versioned, WorkerMessage, to_json,
};
use super::queue::{JobClass, JobQueue};
use crate::bus::{Bus, BusError, BusResult};
use crate::log::log_throttled;
use crate::secret;
use async_nats::jetstream::{AckKind, Message};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{interval, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// How long a worker waits before it announces that its last thread got busy, or that one is free again. So it doesn't announce the
/// gap between two jobs.
const ANNOUNCEMENT_DELAY: Duration = Duration::from_millis(50);
/// How often a worker tells the queue that it works on a job, and asks the requester whether somebody still waits for it.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// How long a requester may take to answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);
/// How often an idle worker looks for jobs that it wasn't told of, such as those of a worker that died.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// How long a worker waits after a failure of the queue.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long a job that this worker can't take stays away from it.
const HAND_BACK_DELAY: Duration = Duration::from_secs(1);
/// How often a worker tries to deliver a result before it gives up. The queue has given the job to another worker by then.
const MAX_DELIVERY_ATTEMPTS: u32 = 30;

/// Runs the tasks of jobs.
pub trait JobRunner: Send + Sync + 'static {
    /// Runs a task on a thread of its own. Returns `None` if it was cancelled, and a sentence if the task can't be done.
    fn run(&self, kind: &str, task: Value, context: &JobContext) -> Result<Option<Value>, String>;
}

/// What a running task knows of its job.
#[derive(Default)]
pub struct JobContext {
    /// Set when nobody waits for the result any more.
    pub stop: AtomicBool,
    progress: Mutex<Option<Value>>,
}

impl JobContext {
    /// Whether to go on.
    pub fn keep_going(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// Reports how far the task has come.
    pub fn set_progress(&self, progress: Value) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    fn progress(&self) -> Option<Value> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Cancels a task that nobody looks after any more.
struct CancelOnDrop(Arc<JobContext>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// Something that whoever started a worker may want to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkerEvent {
    /// The connection was lost. The worker tries to connect again.
    Disconnected,
    /// The connection is back.
    Connected,
    /// The worker hands back this many running jobs and ends.
    Draining(usize),
}

/// Takes jobs from a queue.
#[derive(Clone)]
pub struct Worker {
    queue: JobQueue,
    runner: Arc<dyn JobRunner>,
    /// What it announces, without the jobs that run now.
    description: Heartbeat,
    busy: Arc<AtomicUsize>,
    /// Rings when its last thread gets busy, and when a thread gets free again.
    full_changed: Arc<Notify>,
    stop: CancellationToken,
}

impl Worker {
    /// A worker that runs this many jobs at once. `speed` and `engine` are as in [`Heartbeat`].
    pub fn new(queue: JobQueue, runner: Arc<dyn JobRunner>, threads: usize, speed: u64, engine: u64) -> Worker {
        let description = Heartbeat { version: VERSION, id: secret::id(), threads, busy: 0, speed, engine };
        let (busy, full_changed) = Default::default();
        Worker { queue, runner, description, busy, full_changed, stop: CancellationToken::new() }
    }

    /// Takes jobs until `stop` is ready. Then it hands the running ones back, so that other workers take them at once.
    pub async fn run(self, stop: impl Future<Output = ()>, on_event: impl Fn(WorkerEvent)) -> BusResult<()> {
        let doorbell = Arc::new(Notify::new());
        let mut rings = self.queue.bus().subscribe(DOORBELL_SUBJECT).await?;
        let ringing = doorbell.clone();
        tokio::spawn(async move {
            while rings.recv().await.is_some() {
                ringing.notify_one();
            }
        });
        let heartbeats = tokio::spawn(self.clone().send_heartbeats());
        let jobs = TaskTracker::new();
        let taking = tokio::spawn(self.clone().take_jobs(jobs.clone(), doorbell));
        let mut connected = self.queue.bus().connected();
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                Ok(()) = connected.changed() => {
                    let is_connected = *connected.borrow_and_update();
                    on_event(if is_connected { WorkerEvent::Connected } else { WorkerEvent::Disconnected });
                }
            }
        }
        on_event(WorkerEvent::Draining(self.busy.load(Ordering::Relaxed)));
        self.stop.cancel();
        // It ends after its last look into the queue.
        let _ = taking.await;
        jobs.close();
        jobs.wait().await;
        heartbeats.abort();
        self.send_heartbeat(0).await;
        // What was published is on its way before the process ends. Without a connection, it never will be.
        let _ = tokio::time::timeout(REQUEST_TIMEOUT, self.queue.bus().client().flush()).await;
        Ok(())
    }

    async fn send_heartbeats(self) {
        let mut timer = interval(HEARTBEAT_INTERVAL);
        loop {
            tokio::select! {
                _ = timer.tick() => {}
                () = self.full_changed.notified() => sleep(ANNOUNCEMENT_DELAY).await,
            }
            self.send_heartbeat(self.description.threads).await;
        }
    }

    async fn send_heartbeat(&self, threads: usize) {
        let heartbeat = Heartbeat { threads, busy: self.busy.load(Ordering::Relaxed), ..self.description.clone() };
        // Without a connection nobody can hear it.
        let _ = self.queue.bus().publish(HEARTBEAT_SUBJECT, to_json(&heartbeat)).await;
    }

    /// Takes a job whenever a thread is free.
    async fn take_jobs(self, jobs: TaskTracker, doorbell: Arc<Notify>) {
        let threads = Arc::new(Semaphore::new(self.description.threads));
        loop {
            let permit = tokio::select! {
                () = self.stop.cancelled() => return,
                permit = threads.clone().acquire_owned() => permit,
            };
            let Some(message) = self.next_job(&doorbell).await else { return };
            let worker = self.clone();
            jobs.spawn(async move {
                let _permit = permit;
                let threads = worker.description.threads;
                if worker.busy.fetch_add(1, Ordering::Relaxed) + 1 == threads {
                    worker.full_changed.notify_one();
                }
                worker.handle(message).await;
                if worker.busy.fetch_sub(1, Ordering::Relaxed) == threads {
                    worker.full_changed.notify_one();
                }
            });
        }
    }

    /// Waits for a job, one of the highest class first; `None` when the worker stops.
    async fn next_job(&self, doorbell: &Notify) -> Option<Message> {
        // A look into the queue is never cut short, so that no job gets lost on its way here.
        while !self.stop.is_cancelled() {
            let mut delay = POLL_INTERVAL;
            for class in JobClass::ALL {
                match self.queue.take(class).await {
                    Ok(Some(message)) => return Some(message),
                    Ok(None) => {}
                    Err(error) => {
                        tracing::debug!(%error, "cannot look for jobs");
                        delay = RETRY_DELAY;
                        break;
                    }
                }
            }
            tokio::select! {
                () = self.stop.cancelled() => {}
                () = doorbell.notified() => {}
                () = sleep(delay) => {}
            }
        }
        None
    }

    /// Runs a job to its end, or gives it back.
    async fn handle(&self, message: Message) {
        let ack = match self.read(&message) {
            Ok(job) => self.run_job(&message, job).await,
            Err(ack) => ack,
        };
        // If it gets lost, the job comes again, and its requester doesn't wait any more.
        if let Err(error) = message.ack_with(ack).await {
            tracing::debug!(%error, "cannot acknowledge a job");
        }
    }

    /// Parses a job that this worker can take; otherwise how to answer the queue.
    fn read(&self, message: &Message) -> Result<Job, AckKind> {
        let version = serde_json::from_slice::<Versioned>(&message.payload).ok().map(|versioned| versioned.version);
        if let Some(version) = version.filter(|version| *version != VERSION) {
            // A newer worker may know it.
            log_throttled!(warn, version, known = VERSION, "handed back a job of another version");
            return Err(AckKind::Nak(Some(HAND_BACK_DELAY)));
        }
        let job: Job = serde_json::from_slice(&message.payload).map_err(|error| {
            log_throttled!(warn, %error, "dropped a job that can't be read");
            AckKind::Term
        })?;
        if job.requirements.are_met_by(&self.description) { Ok(job) } else { Err(AckKind::Nak(Some(HAND_BACK_DELAY))) }
    }

    /// Runs a job. Returns how to answer the queue.
    async fn run_job(&self, message: &Message, job: Job) -> AckKind {
        let Job { id, reply_to, kind, task, .. } = job;
        let check = |progress| WorkerMessage::Check { job: id.clone(), progress };
        match self.ask(&reply_to, &check(None)).await {
            Ok(true) => {}
            Ok(false) | Err(BusError::NoReceiver) => return AckKind::Term,
            Err(_) => return AckKind::Nak(Some(HAND_BACK_DELAY)),
        }
        let context = Arc::new(JobContext::default());
        let _cancel = CancelOnDrop(context.clone());
        let (runner, running_context) = (self.runner.clone(), context.clone());
        let mut running = tokio::task::spawn_blocking(move || runner.run(&kind, task, &running_context));
        let mut timer = interval(CHECK_INTERVAL);
        timer.tick().await;
        let finished = loop {
            tokio::select! {
                finished = &mut running => break finished,
                // The next worker need not wait until the search has noticed.
                () = self.stop.cancelled() => return AckKind::Nak(None),
                _ = timer.tick() => {
                    // If it gets lost, the next one arrives in time.
                    let _ = message.ack_with(AckKind::Progress).await;
                    if let Ok(false) | Err(BusError::NoReceiver) = self.ask(&reply_to, &check(context.progress())).await {
                        context.stop.store(true, Ordering::Relaxed);
                        // The thread is free when the search has ended.
                        let _ = running.await;
                        return AckKind::Term;
                    }
                }
            }
        };
        let failure = |why| WorkerMessage::Failure { job: id.clone(), why };
        let answer = match finished {
            Ok(Ok(Some(result))) => WorkerMessage::Result { job: id.clone(), result },
            Ok(Ok(None)) => return AckKind::Nak(None),
            Ok(Err(why)) => failure(why),
            Err(error) => failure(error.to_string()),
        };
        match self.deliver(message, &reply_to, &answer).await {
            Err(too_large) => {
                let delivered = self.deliver(message, &reply_to, &failure(too_large.to_string())).await;
                delivered.unwrap_or(AckKind::Term)
            }
            Ok(ack) => ack,
        }
    }

    /// Sends a result until the requester confirms it or has gone. Returns how to answer the queue. Fails if it is too large.
    async fn deliver(&self, message: &Message, reply_to: &str, answer: &WorkerMessage) -> BusResult<AckKind> {
        for _ in 0..MAX_DELIVERY_ATTEMPTS {
            match self.ask(reply_to, answer).await {
                Ok(_) => return Ok(AckKind::Ack),
                Err(BusError::NoReceiver) => return Ok(AckKind::Term),
                Err(BusError::TooLarge) => return Err(BusError::TooLarge),
                Err(error) => tracing::debug!(%error, "cannot deliver a result"),
            }
            let _ = message.ack_with(AckKind::Progress).await;
            tokio::select! {
                () = self.stop.cancelled() => break,
                () = sleep(RETRY_DELAY) => {}
            }
        }
        Ok(AckKind::Nak(None))
    }

    /// Sends a message to a requester. Returns whether somebody waits for the job.
    async fn ask(&self, reply_to: &str, message: &WorkerMessage) -> BusResult<bool> {
        let reply: Reply = self.queue.request(reply_to, message, REQUEST_TIMEOUT).await?;
        Ok(reply.is_awaited)
    }
}
