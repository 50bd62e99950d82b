//! The bus: messages between the nodes that share a store. [`LocalBus`] connects nodes within a process, and [`NatsBus`] those
//! of a site.
//!
//! A message may get lost, and those who need to know notice it by numbers of their own. Messages from one sender to one
//! subject arrive in order.

mod address;
mod local;
mod nats;
mod version;

pub use address::{NatsAddress, without_credentials};
pub use local::LocalBus;
pub use nats::NatsBus;
pub(crate) use version::{parse_version, with_version};

use async_trait::async_trait;
use std::fmt;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Why a message could not be sent or was not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BusError {
    /// The bus can't be reached now.
    Disconnected,
    /// Nobody receives requests for this subject.
    NoReceiver,
    /// There was no answer in time, or the connection broke. The request may have arrived.
    Timeout,
    /// The message is larger than the bus allows.
    TooLarge,
    /// The address or the credentials are wrong, or the bus rejected the message.
    Rejected(String),
}

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BusError::Disconnected => f.write_str("the bus can't be reached"),
            BusError::NoReceiver => f.write_str("nobody receives the request"),
            BusError::Timeout => f.write_str("there was no answer in time"),
            BusError::TooLarge => f.write_str("the message is larger than the bus allows"),
            BusError::Rejected(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for BusError {}

/// The result of an operation on the bus.
pub type BusResult<T> = Result<T, BusError>;

/// A message that arrived.
#[derive(Clone, Debug)]
pub struct BusMessage {
    /// The content.
    pub payload: Vec<u8>,
    /// Where to publish the answer, if it is a request.
    pub reply_to: Option<String>,
}

/// Receives the messages of a subject until it is dropped. `None` means that the bus has closed.
pub type Subscription = mpsc::UnboundedReceiver<BusMessage>;

/// Carries messages between nodes.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Sends a message to everybody who has subscribed to a subject.
    async fn publish(&self, subject: &str, payload: Vec<u8>) -> BusResult<()>;
    /// Sends a request to a subject and waits for the answer.
    async fn request(&self, subject: &str, payload: Vec<u8>, timeout: Duration) -> BusResult<Vec<u8>>;
    /// Receives the messages of a subject from now on.
    async fn subscribe(&self, subject: &str) -> BusResult<Subscription>;
    /// Whether the bus is connected.
    fn connected(&self) -> watch::Receiver<bool>;
    /// Takes note whether there are nodes outside this process, which not every bus can reach.
    fn note_other_nodes(&self, _are_there: bool) {}
}
