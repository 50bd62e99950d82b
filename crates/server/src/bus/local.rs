//! The bus within one process.

use super::{Bus, BusError, BusMessage, BusResult, Subscription};
use crate::secret;
use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Connects the nodes of one process.
pub struct LocalBus {
    subscribers: Mutex<HashMap<String, Vec<mpsc::UnboundedSender<BusMessage>>>>,
    connected: watch::Sender<bool>,
}

impl Default for LocalBus {
    fn default() -> Self {
        LocalBus { subscribers: Mutex::default(), connected: watch::Sender::new(true) }
    }
}

impl LocalBus {
    fn subscribers(&self) -> MutexGuard<'_, HashMap<String, Vec<mpsc::UnboundedSender<BusMessage>>>> {
        // No code under this lock can leave the map half changed.
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many have received the message.
    fn send(&self, subject: &str, message: &BusMessage) -> usize {
        let mut subscribers = self.subscribers();
        let Some(receivers) = subscribers.get_mut(subject) else { return 0 };
        receivers.retain(|receiver| receiver.send(message.clone()).is_ok());
        let count = receivers.len();
        if count == 0 {
            subscribers.remove(subject);
        }
        count
    }
}

#[async_trait]
impl Bus for LocalBus {
    async fn publish(&self, subject: &str, payload: Vec<u8>) -> BusResult<()> {
        self.send(subject, &BusMessage { payload, reply_to: None });
        Ok(())
    }

    async fn request(&self, subject: &str, payload: Vec<u8>, timeout: Duration) -> BusResult<Vec<u8>> {
        let reply_to = format!("reply.{}", secret::id());
        let mut answers = self.subscribe(&reply_to).await?;
        let received = self.send(subject, &BusMessage { payload, reply_to: Some(reply_to.clone()) });
        let answer = tokio::time::timeout(timeout, answers.recv());
        let answer =
            if received == 0 { Err(BusError::NoReceiver) } else { answer.await.map_err(|_| BusError::Timeout) };
        self.subscribers().remove(&reply_to);
        answer?.map(|message| message.payload).ok_or(BusError::Disconnected)
    }

    async fn subscribe(&self, subject: &str) -> BusResult<Subscription> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.subscribers().entry(subject.to_string()).or_default().push(sender);
        Ok(receiver)
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.connected.subscribe()
    }
}
