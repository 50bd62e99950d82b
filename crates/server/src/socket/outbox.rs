//! The queue of messages to one connection.

use prometheus_client::metrics::gauge::Gauge;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// How many messages can be queued. A client that reads more slowly is dropped, and catches up on a new connection.
const MAX_QUEUED_MESSAGES: usize = 256;
/// How many bytes can be queued before the last message.
const MAX_QUEUED_BYTES: usize = 256 * 1024;

static NEXT_CONNECTION_ID: AtomicU64 = AtomicU64::new(0);

/// The sending end of the queue.
#[derive(Clone, Debug)]
pub struct Outbox {
    /// The id of the connection.
    pub id: u64,
    sender: mpsc::UnboundedSender<Queued>,
    size: Arc<QueueSize>,
    closed: CancellationToken,
}

/// The receiving end, which the connection sends from.
pub struct Outgoing {
    receiver: mpsc::UnboundedReceiver<Queued>,
}

/// How much is queued for a connection.
#[derive(Debug)]
struct QueueSize {
    messages: AtomicUsize,
    bytes: AtomicUsize,
    /// The bytes queued for all connections.
    all_bytes: Gauge,
}

/// A message that counts until it is taken from the queue, or dropped with it.
#[derive(Debug)]
struct Queued {
    text: Arc<str>,
    size: Arc<QueueSize>,
}

impl Queued {
    fn new(text: Arc<str>, size: Arc<QueueSize>) -> Queued {
        size.messages.fetch_add(1, Relaxed);
        size.bytes.fetch_add(text.len(), Relaxed);
        size.all_bytes.inc_by(text.len() as i64);
        Queued { text, size }
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        self.size.messages.fetch_sub(1, Relaxed);
        self.size.bytes.fetch_sub(self.text.len(), Relaxed);
        self.size.all_bytes.dec_by(self.text.len() as i64);
    }
}

impl Outbox {
    /// Creates both ends. `all_bytes` follows how many bytes are queued for all connections.
    pub fn new(all_bytes: Gauge) -> (Outbox, Outgoing) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let size = Arc::new(QueueSize { messages: AtomicUsize::new(0), bytes: AtomicUsize::new(0), all_bytes });
        let id = NEXT_CONNECTION_ID.fetch_add(1, Relaxed);
        (Outbox { id, sender, size, closed: CancellationToken::new() }, Outgoing { receiver })
    }

    /// Queues a message. Returns whether there was room.
    pub fn send(&self, text: Arc<str>) -> bool {
        self.send_with_history(text, Vec::new())
    }

    /// Queues a message, and the history after it, however many messages that is, if all of its bytes fit. Returns whether
    /// there was room for the first message.
    pub fn send_with_history(&self, text: Arc<str>, history: Vec<Arc<str>>) -> bool {
        if self.size.messages.load(Relaxed) >= MAX_QUEUED_MESSAGES || self.size.bytes.load(Relaxed) >= MAX_QUEUED_BYTES
        {
            self.close();
        }
        if self.is_closed() || !self.queue(text) {
            return false;
        }
        let history_bytes: usize = history.iter().map(|text| text.len()).sum();
        if self.size.bytes.load(Relaxed) + history_bytes > MAX_QUEUED_BYTES {
            return true;
        }
        history.into_iter().all(|text| self.queue(text))
    }

    fn queue(&self, text: Arc<str>) -> bool {
        self.sender.send(Queued::new(text, self.size.clone())).is_ok()
    }

    /// Drops the client, so that it connects again: it reads too slowly, or has missed something.
    pub fn close(&self) {
        self.closed.cancel();
    }

    pub fn is_closed(&self) -> bool {
        self.closed.is_cancelled()
    }

    /// Waits until the client is dropped.
    pub async fn closed(&self) {
        self.closed.cancelled().await;
    }
}

impl Outgoing {
    /// The next message; `None` when the outbox is dropped.
    pub async fn next(&mut self) -> Option<Arc<str>> {
        Some(self.receiver.recv().await?.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(n: usize) -> Arc<str> {
        Arc::from(n.to_string())
    }

    #[tokio::test]
    async fn stops_sending_to_slow_readers() {
        let (outbox, mut outgoing) = Outbox::new(Gauge::default());
        let history = (1..10 * MAX_QUEUED_MESSAGES).map(text).collect();
        assert!(outbox.send_with_history(text(0), history), "a long history is queued at once");
        assert!(!outbox.send(text(0)), "but nothing more after it");
        assert!(outbox.is_closed());
        for n in 0..10 * MAX_QUEUED_MESSAGES {
            assert_eq!(outgoing.next().await.as_deref(), Some(n.to_string().as_str()));
        }
        assert!(!outbox.send(text(0)), "it has missed a message, so it has to reconnect");
        let (outbox, mut outgoing) = Outbox::new(Gauge::default());
        for n in 0..10 * MAX_QUEUED_MESSAGES {
            assert!(outbox.send(text(n)));
            outgoing.next().await;
        }
        drop(outgoing);
        assert!(!outbox.send(text(0)));
        assert!(!outbox.is_closed(), "a client that has gone is not slow");
    }

    #[tokio::test]
    async fn limits_the_queued_bytes() {
        let all_bytes = Gauge::default();
        let (outbox, mut outgoing) = Outbox::new(all_bytes.clone());
        let message: Arc<str> = "x".repeat(60_000).into();
        let queued = (0..100).take_while(|_| outbox.send(message.clone())).count();
        assert_eq!(queued, MAX_QUEUED_BYTES / message.len() + 1);
        assert!(outbox.is_closed());
        assert_eq!(all_bytes.get(), (queued * message.len()) as i64);
        outgoing.next().await;
        drop(outgoing);
        assert_eq!(all_bytes.get(), 0, "what is never sent doesn't count");
    }

    #[tokio::test]
    async fn leaves_out_a_history_that_does_not_fit() {
        let (outbox, mut outgoing) = Outbox::new(Gauge::default());
        let history = vec!["x".repeat(1000).into(); MAX_QUEUED_BYTES / 1000 + 1];
        assert!(outbox.send_with_history(text(7), history));
        assert!(!outbox.is_closed());
        assert!(outbox.send(text(8)));
        assert_eq!(outgoing.next().await, Some(text(7)));
        assert_eq!(outgoing.next().await, Some(text(8)));
    }
}
