//! What is on its way to one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use tokio::sync::mpsc;

/// How many messages may wait for a reader before there is no room for more. One who is slower is dropped, and can catch up on a
/// new connection.
const MOST: usize = 256;

static NEXT: AtomicU64 = AtomicU64::new(0);

/// The way to a connection, for whoever has something to tell.
#[derive(Clone, Debug)]
pub struct Outbox {
    /// Which connection it is.
    pub id: u64,
    sender: mpsc::UnboundedSender<Arc<str>>,
    waiting: Arc<AtomicUsize>,
    slow: Arc<AtomicBool>,
}

/// The end from which it is sent.
pub struct Outgoing {
    receiver: mpsc::UnboundedReceiver<Arc<str>>,
    waiting: Arc<AtomicUsize>,
}

impl Outbox {
    /// A new one, and its other end.
    pub fn new() -> (Outbox, Outgoing) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let waiting: Arc<AtomicUsize> = Arc::default();
        let outgoing = Outgoing { receiver, waiting: waiting.clone() };
        (Outbox { id: NEXT.fetch_add(1, Relaxed), sender, waiting, slow: Arc::default() }, outgoing)
    }

    /// Tells something. Whether there was room for it.
    pub fn tell(&self, text: Arc<str>) -> bool {
        self.tell_all([text])
    }

    /// Tells all of something at once, however much it is, if there was room when it began.
    pub fn tell_all(&self, texts: impl IntoIterator<Item = Arc<str>>) -> bool {
        if self.waiting.load(Relaxed) >= MOST {
            self.slow.store(true, Relaxed);
        }
        if self.is_slow() {
            return false;
        }
        for text in texts {
            self.waiting.fetch_add(1, Relaxed);
            if self.sender.send(text).is_err() {
                return false;
            }
        }
        true
    }

    /// Whether it has been told more than it reads.
    pub fn is_slow(&self) -> bool {
        self.slow.load(Relaxed)
    }
}

impl Outgoing {
    /// The next message; nothing when there will be none.
    pub async fn next(&mut self) -> Option<Arc<str>> {
        let text = self.receiver.recv().await?;
        self.waiting.fetch_sub(1, Relaxed);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reader_who_is_too_slow_is_told_no_more() {
        let (outbox, mut outgoing) = Outbox::new();
        let text = |n: usize| Arc::from(n.to_string());
        assert!(outbox.tell_all((0..10 * MOST).map(text)), "a long story may be told at once");
        assert!(!outbox.tell(text(0)), "but nothing more");
        assert!(outbox.is_slow());
        for n in 0..10 * MOST {
            assert_eq!(outgoing.next().await.as_deref(), Some(n.to_string().as_str()));
        }
        assert!(!outbox.tell(text(0)), "it has missed something, so it has to begin anew");
        let (outbox, mut outgoing) = Outbox::new();
        for n in 0..10 * MOST {
            assert!(outbox.tell(text(n)));
            outgoing.next().await;
        }
        drop(outgoing);
        assert!(!outbox.tell(text(0)));
        assert!(!outbox.is_slow(), "one who has gone is not slow");
    }
}
