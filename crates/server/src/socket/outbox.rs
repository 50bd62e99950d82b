//! The queue of messages to one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// How many messages can be queued. A client that reads more slowly is dropped, and catches up on a new connection.
const MAX_QUEUED_MESSAGES: usize = 256;

static NEXT_CONNECTION_ID: AtomicU64 = AtomicU64::new(0);

/// The sending end of the queue.
#[derive(Clone, Debug)]
pub struct Outbox {
    /// The id of the connection.
    pub id: u64,
    sender: mpsc::UnboundedSender<Arc<str>>,
    queued: Arc<AtomicUsize>,
    closed: CancellationToken,
}

/// The receiving end, which the connection sends from.
pub struct Outgoing {
    receiver: mpsc::UnboundedReceiver<Arc<str>>,
    queued: Arc<AtomicUsize>,
}

impl Outbox {
    /// Creates both ends.
    pub fn new() -> (Outbox, Outgoing) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let queued: Arc<AtomicUsize> = Arc::default();
        let outgoing = Outgoing { receiver, queued: queued.clone() };
        (
            Outbox { id: NEXT_CONNECTION_ID.fetch_add(1, Relaxed), sender, queued, closed: CancellationToken::new() },
            outgoing,
        )
    }

    /// Queues a message. Returns whether there was room.
    pub fn send(&self, text: Arc<str>) -> bool {
        self.send_all([text])
    }

    /// Queues messages together, however many they are, if there was room for the first.
    pub fn send_all(&self, texts: impl IntoIterator<Item = Arc<str>>) -> bool {
        if self.queued.load(Relaxed) >= MAX_QUEUED_MESSAGES {
            self.close();
        }
        if self.is_closed() {
            return false;
        }
        for text in texts {
            self.queued.fetch_add(1, Relaxed);
            if self.sender.send(text).is_err() {
                return false;
            }
        }
        true
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
        let text = self.receiver.recv().await?;
        self.queued.fetch_sub(1, Relaxed);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn stops_sending_to_slow_readers() {
        let (outbox, mut outgoing) = Outbox::new();
        let text = |n: usize| Arc::from(n.to_string());
        assert!(outbox.send_all((0..10 * MAX_QUEUED_MESSAGES).map(text)), "a long history is queued at once");
        assert!(!outbox.send(text(0)), "but nothing more after it");
        assert!(outbox.is_closed());
        for n in 0..10 * MAX_QUEUED_MESSAGES {
            assert_eq!(outgoing.next().await.as_deref(), Some(n.to_string().as_str()));
        }
        assert!(!outbox.send(text(0)), "it has missed a message, so it has to reconnect");
        let (outbox, mut outgoing) = Outbox::new();
        for n in 0..10 * MAX_QUEUED_MESSAGES {
            assert!(outbox.send(text(n)));
            outgoing.next().await;
        }
        drop(outgoing);
        assert!(!outbox.send(text(0)));
        assert!(!outbox.is_closed(), "a client that has gone is not slow");
    }
}
