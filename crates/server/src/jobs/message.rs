//! The messages between requesters and workers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of all messages. A worker rejects jobs of other versions, and both sides ignore messages of later ones.
pub(super) const VERSION: u32 = 1;
/// The subject on which workers say that they are alive.
pub(super) const HEARTBEAT_SUBJECT: &str = "sanban.workers";
/// The subject on which requesters say that they have posted a job, so that idle workers look at once.
pub(super) const DOORBELL_SUBJECT: &str = "sanban.jobs-posted";
/// How the subjects begin on which requesters wait for results.
pub(super) const RESULT_PREFIX: &str = "sanban.results";

/// The version alone, to read before the rest.
#[derive(Deserialize)]
pub(super) struct Versioned {
    pub version: u32,
}

/// A job in the queue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub version: u32,
    pub id: String,
    /// The subject that takes the result.
    pub reply_to: String,
    pub requirements: Requirements,
    /// What kind of task it is, such as `move`.
    pub kind: String,
    pub task: Value,
}

/// Which workers may take a job.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Requirements {
    /// The fingerprint of the search, if the result must be the same on every worker.
    pub engine: Option<u64>,
    /// The least and the greatest speed in nodes per second, if players think by time.
    pub speed: Option<[u64; 2]>,
}

impl Requirements {
    /// Whether a worker meets them.
    pub fn are_met_by(&self, worker: &Heartbeat) -> bool {
        self.engine.is_none_or(|engine| engine == worker.engine)
            && self.speed.is_none_or(|[least, most]| (least..=most).contains(&worker.speed))
    }
}

/// What a worker sends to the requester of a job. The requester answers with a [`Reply`]. Both travel with a version, which the first
/// programs left out and ignore.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum WorkerMessage {
    /// Asks whether somebody still waits, and reports how far the job has come.
    Check { job: String, progress: Option<Value> },
    /// The job is done.
    Result { job: String, result: Value },
    /// The job can't be done.
    Failure { job: String, why: String },
}

/// The requester's answer. For a result or a failure, it confirms that it has arrived.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Reply {
    /// Whether somebody still waits for the result.
    pub is_awaited: bool,
}

/// What a worker announces every second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    /// The version of the messages.
    pub version: u32,
    /// The worker's id.
    pub id: String,
    /// How many jobs it runs at once; 0 if it is about to leave.
    pub threads: usize,
    /// How many jobs it is running.
    pub busy: usize,
    /// The speed of its search in nodes per second, measured at its start.
    pub speed: u64,
    /// The fingerprint of its search. Workers with the same one find the same moves within the same node limits.
    pub engine: u64,
}

pub(super) fn to_json(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("messages have text keys")
}
