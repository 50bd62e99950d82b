//! Jobs: work that a server or a command hands to workers over NATS.
//!
//! A requester posts a job to a JetStream work queue and names the subject on which it waits for the result. A worker takes the
//! job, asks now and then whether somebody still waits, and sends the result as a request. It acknowledges the job once the
//! requester has confirmed the result. If a worker dies, the queue hands its jobs to another one after [`ACK_WAIT`].
//!
//! | file | holds |
//! | --- | --- |
//! | `message` | what requesters and workers send each other; everything is JSON with a version |
//! | `queue` | the queue, with one subject and one consumer per class |
//! | `client` | the requester's side |
//! | `worker` | the worker's side |
//! | `workers` | which workers are alive |
//! | `tasks` | the tasks of the server: computer moves and reviews |

mod client;
mod message;
mod queue;
pub mod tasks;
mod worker;
mod workers;

pub use client::{JobClient, JobHandle};
pub use message::{Heartbeat, Requirements};
pub use queue::{ACK_WAIT, JobClass, JobQueue};
pub use worker::{JobContext, JobRunner, Worker, WorkerEvent};
pub use workers::WorkerList;
