//! The bus within one process.

use super::{Bus, BusError, BusMessage, BusResult, Subscription};
use crate::log::log_throttled;
use crate::secret;
use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Connects the nodes of one process.
pub struct LocalBus {
    subscribers: Mutex<HashMap<String, Vec<mpsc::UnboundedSender<BusMessage>>>>,
    /// False while there are nodes in other processes.
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

    fn note_other_nodes(&self, are_there: bool) {
        if are_there {
            log_throttled!(error, "another server uses the same database, but the setting \"bus\" is empty");
        }
        self.connected.send_replace(!are_there);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn publishes_to_all_subscribers_of_a_subject_in_order() {
        let bus = LocalBus::default();
        let (mut one, mut other) = (bus.subscribe("news").await.unwrap(), bus.subscribe("news").await.unwrap());
        let mut apart = bus.subscribe("news.local").await.unwrap();
        for text in [b"first", b"later"] {
            bus.publish("news", text.to_vec()).await.unwrap();
        }
        for subscription in [&mut one, &mut other] {
            for text in [b"first", b"later"] {
                let message = subscription.recv().await.unwrap();
                assert_eq!((message.payload.as_slice(), message.reply_to), (text.as_slice(), None));
            }
        }
        assert!(apart.try_recv().is_err(), "it is another subject");
        drop(one);
        bus.publish("news", b"last".to_vec()).await.unwrap();
        assert_eq!(other.recv().await.unwrap().payload, b"last");
        assert_eq!(bus.subscribers()["news"].len(), 1, "subscriptions that were dropped are forgotten");
    }

    #[tokio::test]
    async fn requests_are_answered_by_their_receiver() {
        let bus = LocalBus::default();
        let mut requests = bus.subscribe("double").await.unwrap();
        let answer = async {
            while let Some(BusMessage { payload, reply_to: Some(reply_to) }) = requests.recv().await {
                bus.publish(&reply_to, vec![2 * payload[0]]).await.unwrap();
            }
        };
        let ask = async {
            let answers = tokio::join!(
                bus.request("double", vec![3], TIMEOUT),
                bus.request("double", vec![4], TIMEOUT),
                bus.request("double", vec![5], TIMEOUT)
            );
            assert_eq!(answers, (Ok(vec![6]), Ok(vec![8]), Ok(vec![10])));
        };
        tokio::select! {
            () = ask => {}
            () = answer => unreachable!("somebody asks"),
        }
        assert_eq!(bus.subscribers().len(), 1, "the subjects of the answers are forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn requests_without_an_answer_fail() {
        let bus = LocalBus::default();
        assert_eq!(bus.request("nobody", vec![], TIMEOUT).await, Err(BusError::NoReceiver));
        let _silent = bus.subscribe("silent").await.unwrap();
        assert_eq!(bus.request("silent", vec![], TIMEOUT).await, Err(BusError::Timeout));
        assert_eq!(bus.subscribers().len(), 1, "the subjects of the answers are forgotten");
    }

    #[test]
    fn is_not_connected_to_nodes_in_other_processes() {
        let bus = LocalBus::default();
        let connected = bus.connected();
        assert!(*connected.borrow());
        bus.note_other_nodes(true);
        assert!(!*connected.borrow());
        bus.note_other_nodes(false);
        assert!(*connected.borrow());
    }
}
