//! The link from one node to another: a numbered stream of messages. The bus may lose messages, and then the receiver notices
//! the gap at the latest with the next heartbeat.

use super::message::{Envelope, LinkMessage, MESSAGE_VERSION, to_bytes};
use crate::bus::Bus;
use crate::metrics::Metrics;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior};

/// How often a node sends a heartbeat over each of its links.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(200);
/// How long a link may be silent before players behind it aren't charged any more.
pub const MAX_SILENCE: Duration = Duration::from_millis(800);
/// How late a heartbeat may be before the bus counts as slow.
const MAX_HEARTBEAT_DELAY: Duration = Duration::from_millis(200);
/// How many bytes can wait for the bus. What is beyond gets lost, and the receiver starts again.
const MAX_QUEUED_BYTES: usize = 16 * 1024 * 1024;
/// How many requests of a node are remembered. A repeated one arrives soon after the first.
const REMEMBERED_REQUESTS: usize = 256;
/// For how many seconds the shortest way is remembered. Clocks of different machines drift apart by little in this time.
const LAG_WINDOW_SECONDS: usize = 60;

/// The sending end of a link.
#[derive(Clone)]
pub struct NodeLink {
    /// The id of the node at the other end.
    pub peer: Arc<str>,
    /// `None` stands for a message that was dropped.
    messages: mpsc::UnboundedSender<Option<LinkMessage>>,
    queued_bytes: Arc<AtomicUsize>,
    way_back: Arc<WayBack>,
}

/// What is known about the messages in the other direction.
struct WayBack {
    started: Instant,
    /// When the last one arrived, in milliseconds since `started`.
    last_received_ms: AtomicU64,
    /// How much longer than usual it took.
    lag_ms: AtomicU64,
}

/// The subject on which a node receives the messages of its links.
pub fn link_subject(node: &str) -> String {
    format!("sanban.node.{node}.link")
}

/// The subject on which a node receives requests for its games.
pub fn request_subject(node: &str) -> String {
    format!("sanban.node.{node}.request")
}

impl NodeLink {
    /// Opens a link. The future sends its messages and heartbeats until all clones of the link are dropped.
    pub fn open(
        from: String,
        peer: &str,
        bus: Arc<dyn Bus>,
        started: Instant,
        metrics: Arc<Metrics>,
    ) -> (NodeLink, impl Future<Output = ()> + Send + use<>) {
        let (messages, mut queue) = mpsc::unbounded_channel::<Option<LinkMessage>>();
        // Never 0, which stands for no link yet.
        let opened_ms = started.elapsed().as_millis() as u64 + 1;
        let way_back = WayBack { started, last_received_ms: AtomicU64::new(opened_ms), lag_ms: AtomicU64::new(0) };
        let link = NodeLink { peer: peer.into(), messages, queued_bytes: Arc::default(), way_back: way_back.into() };
        let (subject, queued_bytes) = (link_subject(peer), link.queued_bytes.clone());
        let send = async move {
            let mut heartbeats = tokio::time::interval(HEARTBEAT_INTERVAL);
            heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut number = 0;
            loop {
                let message = tokio::select! {
                    biased;
                    message = queue.recv() => match message {
                        Some(message) => message,
                        None => return,
                    },
                    _ = heartbeats.tick() => Some(LinkMessage::Heartbeat),
                };
                number += 1;
                let Some(message) = message else { continue };
                queued_bytes.fetch_sub(size(&message), Relaxed);
                let envelope = Envelope {
                    version: MESSAGE_VERSION,
                    from: from.clone(),
                    link: opened_ms,
                    number,
                    sent_ms: started.elapsed().as_millis() as u64,
                    message: serde_json::to_value(&message).expect("messages can be serialised"),
                };
                let payload = to_bytes(&envelope);
                metrics.bus.count_message(&payload);
                // A message that can't be sent is lost, and the receiver sees the gap.
                if bus.publish(&subject, payload).await.is_err() {
                    metrics.bus.failures.inc();
                }
            }
        };
        (link, send)
    }

    /// Notes that a message has arrived from the other end, `lag_ms` later than usual.
    pub fn record_received(&self, lag_ms: u64) {
        let WayBack { started, last_received_ms, lag_ms: last_lag_ms } = &*self.way_back;
        last_received_ms.store(started.elapsed().as_millis() as u64, Relaxed);
        last_lag_ms.store(lag_ms, Relaxed);
    }

    /// How long nothing has arrived from the other end.
    pub fn silence(&self) -> Duration {
        let last_received = Duration::from_millis(self.way_back.last_received_ms.load(Relaxed));
        self.way_back.started.elapsed().saturating_sub(last_received)
    }

    /// Whether the next heartbeat of the other end should have arrived.
    pub fn is_late(&self) -> bool {
        self.silence() > HEARTBEAT_INTERVAL + MAX_HEARTBEAT_DELAY
    }

    /// How much later than usual a message of the other end may arrive, in milliseconds.
    pub fn delay_ms(&self) -> u64 {
        let lag_ms = self.way_back.lag_ms.load(Relaxed);
        // Soon something arrives, or the link counts as silent.
        if self.is_late() { lag_ms.max(2 * MAX_SILENCE.as_millis() as u64) } else { lag_ms }
    }

    /// Queues a message.
    pub fn send(&self, message: LinkMessage) {
        let has_room = self.queued_bytes.load(Relaxed) < MAX_QUEUED_BYTES;
        if has_room {
            self.queued_bytes.fetch_add(size(&message), Relaxed);
        }
        // A link that is closed has no receiver either.
        let _ = self.messages.send(has_room.then_some(message));
    }
}

/// About how many bytes a message takes.
fn size(message: &LinkMessage) -> usize {
    match message {
        LinkMessage::Deliver { text, connections, .. } => text.len() + 8 * connections.len(),
        _ => 0,
    }
}

/// How a message arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    InOrder,
    /// It has arrived before.
    Repeated,
    /// Messages before it were lost.
    AfterGap,
}

/// What the receiving end of a link knows.
pub struct IncomingLink {
    /// When the sender opened the link.
    link: u64,
    /// The number of the next message.
    next: u64,
    /// How far our clock was ahead of the sender's when messages arrived, in milliseconds: the difference of the clocks plus the time on
    /// the way. The least of each of the last seconds, with the second.
    offsets: VecDeque<(u64, i64)>,
}

impl IncomingLink {
    pub fn new() -> IncomingLink {
        IncomingLink { link: 0, next: 1, offsets: VecDeque::new() }
    }

    /// Takes the number of a message, and of the link over which it was sent.
    pub fn receive(&mut self, link: u64, number: u64) -> Arrival {
        if link < self.link {
            return Arrival::Repeated;
        }
        if link > self.link {
            let is_first = self.link == 0;
            (self.link, self.next) = (link, number + 1);
            return if is_first && number == 1 { Arrival::InOrder } else { Arrival::AfterGap };
        }
        let arrival = match number.cmp(&self.next) {
            Ordering::Less => return Arrival::Repeated,
            Ordering::Equal => Arrival::InOrder,
            Ordering::Greater => Arrival::AfterGap,
        };
        self.next = number + 1;
        arrival
    }

    /// How much longer a message took than the fastest of the last minute, in milliseconds. Clocks of different machines can't be
    /// compared, but a delay that comes and goes shows.
    pub fn lag(&mut self, sent_ms: u64, received_ms: u64) -> u64 {
        let (second, offset) = (received_ms / 1000, received_ms as i64 - sent_ms as i64);
        match self.offsets.back_mut() {
            Some((last, least)) if *last == second => *least = offset.min(*least),
            _ => self.offsets.push_back((second, offset)),
        }
        if self.offsets.len() > LAG_WINDOW_SECONDS {
            self.offsets.pop_front();
        }
        let fastest = self.offsets.iter().map(|(_, offset)| *offset).min().unwrap_or(offset);
        (offset - fastest) as u64
    }
}

/// The numbers of the last requests of a node.
#[derive(Default)]
pub struct RecentRequests(VecDeque<u64>);

impl RecentRequests {
    /// Takes the number of a request. Returns whether it is new.
    pub fn add(&mut self, number: u64) -> bool {
        if self.0.contains(&number) {
            return false;
        }
        self.0.push_back(number);
        if self.0.len() > REMEMBERED_REQUESTS {
            self.0.pop_front();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_lost_messages() {
        let mut link = IncomingLink::new();
        let arrivals = [1, 2, 4, 5, 5, 3, 6].map(|number| link.receive(7, number));
        let [in_order, repeated] = [Arrival::InOrder, Arrival::Repeated];
        assert_eq!(arrivals, [in_order, in_order, Arrival::AfterGap, in_order, repeated, repeated, in_order]);
        assert_eq!(link.receive(9, 1), Arrival::AfterGap, "the sender had taken this node for dead");
        assert_eq!([link.receive(9, 2), link.receive(7, 7)], [in_order, repeated], "a late message of the old link");
    }

    #[test]
    fn measures_delays_without_comparing_clocks() {
        let mut link = IncomingLink::new();
        assert_eq!(link.lag(1_000_000, 5000), 0);
        assert_eq!(link.lag(1_000_500, 5500), 0);
        assert_eq!(link.lag(1_001_000, 6400), 400);
        assert_eq!(link.lag(1_001_500, 6499), 0, "the fastest yet");
        assert_eq!(link.lag(1_002_000, 7000), 1);
        for message in 0..10_000 {
            assert_eq!(link.lag(1_002_000 + message, 7300 + message), 301, "however many are late");
        }
    }
}
