//! The queue of jobs: a JetStream work queue with one subject and one pull consumer per class.

use super::message::{DOORBELL_SUBJECT, VERSION};
use crate::bus::{Bus, BusError, BusResult, NatsBus, parse_version, with_version};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Message};
use futures_util::StreamExt;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::timeout;

const STREAM: &str = "SANBAN_JOBS";
/// How long a job may wait. Requesters post it again before that, as long as they wait for it.
const MAX_JOB_AGE: Duration = Duration::from_secs(60 * 60);
/// How many jobs may wait. Beyond that, the oldest are discarded.
const MAX_JOBS: i64 = 100_000;
/// How many jobs of a class may run at once.
const MAX_RUNNING_JOBS: i64 = 20_000;
/// After this time without a sign of life, a job goes to another worker.
pub const ACK_WAIT: Duration = Duration::from_secs(5);
/// How long an operation on the queue may take.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(3);

/// The class of a job. Workers take jobs of a higher class first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobClass {
    /// Moves of computer players: a person waits for each of them.
    Move,
    /// Reviews of games.
    Review,
    /// Games of matches, and training games.
    Game,
}

impl JobClass {
    /// All classes, the highest first.
    pub const ALL: [JobClass; 3] = [JobClass::Move, JobClass::Review, JobClass::Game];

    fn name(self) -> &'static str {
        match self {
            JobClass::Move => "move",
            JobClass::Review => "review",
            JobClass::Game => "game",
        }
    }

    fn subject(self) -> String {
        format!("sanban.jobs.{}", self.name())
    }
}

/// The queue of jobs on a NATS server with JetStream.
#[derive(Clone)]
pub struct JobQueue {
    bus: Arc<NatsBus>,
    context: jetstream::Context,
    /// The consumers in the order of [`JobClass::ALL`]; `None` if the queue has to be set up again. The queue is in memory,
    /// so a restart of the NATS server removes it.
    consumers: Arc<Mutex<Option<Vec<PullConsumer>>>>,
}

impl JobQueue {
    /// Connects to a NATS server and sets the queue up. `name` is how the server's monitoring shows the connection.
    pub async fn connect(url: &str, name: &str) -> BusResult<JobQueue> {
        let queue = JobQueue::new(Arc::new(NatsBus::connect(url, name).await?));
        queue.consumers().await?;
        Ok(queue)
    }

    /// The queue over a connection. It is set up when it is first used.
    pub fn new(bus: Arc<NatsBus>) -> JobQueue {
        let mut context = jetstream::new(bus.client().clone());
        context.set_timeout(OPERATION_TIMEOUT);
        JobQueue { bus, context, consumers: Arc::default() }
    }

    /// The bus that carries the results.
    pub fn bus(&self) -> &Arc<NatsBus> {
        &self.bus
    }

    /// Adds a job.
    pub(super) async fn post(&self, class: JobClass, payload: Vec<u8>) -> BusResult<()> {
        self.consumers().await?;
        self.check_size(&payload)?;
        let posted = async {
            let stored = self.context.publish(class.subject(), payload.into()).await;
            stored.map_err(rejected)?.await.map_err(rejected)
        };
        self.check(limited(posted).await).await?;
        // A worker that misses this looks soon anyway.
        let _ = self.bus.client().publish(DOORBELL_SUBJECT, Vec::new().into()).await;
        Ok(())
    }

    /// Takes the next job of a class, if there is one.
    pub(super) async fn take(&self, class: JobClass) -> BusResult<Option<Message>> {
        let consumers = self.consumers().await?;
        let taken = async {
            let mut batch = consumers[class as usize].fetch().max_messages(1).messages().await.map_err(rejected)?;
            batch.next().await.transpose().map_err(rejected)
        };
        self.check(limited(taken).await).await
    }

    /// How many jobs there are, waiting or running.
    pub async fn length(&self) -> BusResult<u64> {
        let stream = limited(async { self.context.get_stream(STREAM).await.map_err(rejected) }).await?;
        Ok(stream.cached_info().state.messages)
    }

    /// Rejects messages that the NATS server wouldn't take.
    fn check_size(&self, payload: &[u8]) -> BusResult<()> {
        if payload.len() > self.bus.client().max_payload() { Err(BusError::TooLarge) } else { Ok(()) }
    }

    /// After a failure, the queue is set up again.
    async fn check<T>(&self, result: BusResult<T>) -> BusResult<T> {
        if result.is_err() {
            *self.consumers.lock().await = None;
        }
        result
    }

    /// The consumers. Creates them and the stream if they don't exist.
    async fn consumers(&self) -> BusResult<Vec<PullConsumer>> {
        if !*self.bus.connected().borrow() {
            return Err(BusError::Disconnected);
        }
        let mut consumers = self.consumers.lock().await;
        if let Some(consumers) = &*consumers {
            return Ok(consumers.clone());
        }
        let created = limited(self.set_up()).await?;
        Ok(consumers.insert(created).clone())
    }

    async fn set_up(&self) -> BusResult<Vec<PullConsumer>> {
        let config = stream::Config {
            name: STREAM.into(),
            subjects: JobClass::ALL.map(JobClass::subject).into(),
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::Memory,
            discard: DiscardPolicy::Old,
            max_age: MAX_JOB_AGE,
            max_messages: MAX_JOBS,
            num_replicas: 1,
            ..stream::Config::default()
        };
        let stream = self.context.get_or_create_stream(config).await.map_err(rejected)?;
        let mut consumers = Vec::new();
        for class in JobClass::ALL {
            let config = pull::Config {
                durable_name: Some(class.name().into()),
                filter_subject: class.subject(),
                ack_policy: AckPolicy::Explicit,
                ack_wait: ACK_WAIT,
                max_ack_pending: MAX_RUNNING_JOBS,
                ..pull::Config::default()
            };
            consumers.push(stream.create_consumer(config).await.map_err(rejected)?);
        }
        Ok(consumers)
    }

    /// Sends a request with a version and reads the answer.
    pub(super) async fn request<A: serde::de::DeserializeOwned>(
        &self,
        subject: &str,
        message: &impl serde::Serialize,
        timeout: Duration,
    ) -> BusResult<A> {
        let payload = with_version(VERSION, message);
        self.check_size(&payload)?;
        let answer = self.bus.request(subject, payload, timeout).await?;
        parse_version(VERSION, &answer).map_err(rejected)
    }
}

fn rejected(error: impl Display) -> BusError {
    BusError::Rejected(error.to_string())
}

async fn limited<T>(operation: impl Future<Output = BusResult<T>>) -> BusResult<T> {
    timeout(OPERATION_TIMEOUT, operation).await.unwrap_or(Err(BusError::Timeout))
}
