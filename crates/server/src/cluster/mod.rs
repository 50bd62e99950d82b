//! The nodes of a site. They share a store and a bus, and each game has one owner among them.
//!
//! A node sends what the others need to know over a link to each of them ([`link`]). A game of another node is a
//! [`RemoteGame`](remote_game) here: it takes the same messages as the game's actor, and passes them on to the owner, which
//! [answers](requests). When a node dies, the others take its games over ([`takeover`]).

mod lease;
mod link;
mod message;
mod remote_game;
mod requests;
mod takeover;

pub use lease::Lease;
pub use link::NodeLink;
pub use message::LinkMessage;

use crate::bus::{Bus, BusError, BusMessage, BusResult, Subscription};
use crate::error::{self, ApiError};
use crate::game::{ConnectionId, GameHandle, Games, NodeChange, Reviews};
use crate::identity::{Identities, IdentityChange};
use crate::lobby::LobbyFeed;
use crate::log::log_throttled;
use crate::metrics::Metrics;
use crate::store::{LEASE_TIME, Store};
use crate::tasks::Tasks;
use link::{Arrival, IncomingLink, MAX_SILENCE, RecentRequests, link_subject, request_subject};
use message::{Answer, Envelope, MESSAGE_VERSION, Question, Request, from_bytes, to_bytes};
use remote_game::{GameProgress, RemoteMessage};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long the owner of a game may take to answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(4);
/// How long after the end of its lease a node without the bus counts as cut off.
const CUT_OFF_DELAY: Duration = Duration::from_secs(1);
/// How long answers usually take at most.
const ANSWER_TIME: Duration = Duration::from_millis(200);
/// How often a node looks for others that have come or gone.
const DISCOVERY_INTERVAL: Duration = Duration::from_millis(500);
/// How often a node looks for links that have fallen silent.
const SILENCE_CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// How often games are told that a node is still silent. Their clocks wait for its players so long.
const SILENCE_REPORT_INTERVAL: Duration = Duration::from_secs(5);
/// How long the last messages may take to be sent when the node ends.
const GOODBYE_DELAY: Duration = Duration::from_millis(100);

/// Tells the other nodes what happens here. In a process of its own, nobody listens.
#[derive(Clone, Default)]
pub struct Announcer(Option<mpsc::UnboundedSender<LinkMessage>>);

impl Announcer {
    pub fn announce(&self, message: impl FnOnce() -> LinkMessage) {
        if let Some(sender) = &self.0 {
            // The server is ending if nobody receives it.
            let _ = sender.send(message());
        }
    }
}

/// The other nodes of the site.
#[derive(Clone)]
pub struct Cluster {
    shared: Arc<Shared>,
}

struct Shared {
    /// The id of this node.
    node: String,
    bus: Arc<dyn Bus>,
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    tasks: Tasks,
    /// The tasks that send over links, which end last.
    sending: Tasks,
    started: Instant,
    lease: Arc<Lease>,
    next_request: AtomicU64,
    /// Until the node starts.
    inbox: Mutex<Option<Inbox>>,
    /// What this node tells the others, until it starts.
    announcements: Mutex<Option<mpsc::UnboundedReceiver<LinkMessage>>>,
    peers: Mutex<HashMap<String, Peer>>,
    /// The games of other nodes that are followed here.
    remote_games: Mutex<HashMap<String, RemoteEntry>>,
}

/// Another node.
struct Peer {
    link: NodeLink,
    incoming: IncomingLink,
    requests: RecentRequests,
    /// Whether it knows the waiting games and the reviews of this node.
    is_greeted: bool,
    /// When the games here were last told that it is silent.
    silence_reported: Instant,
    /// Answers to requests that were sent before this moment may be lost.
    lost_answers: watch::Sender<Option<Instant>>,
    /// Cancelled when it has been silent for too long or is forgotten. Nobody waits for its answers then.
    silenced: CancellationToken,
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.silenced.cancel();
    }
}

/// What other nodes send to this one.
struct Inbox {
    links: Subscription,
    requests: Subscription,
}

struct RemoteEntry {
    owner: String,
    messages: mpsc::UnboundedSender<RemoteMessage>,
}

/// What a node needs to take part.
pub struct ClusterParts {
    pub games: Games,
    pub lobby: LobbyFeed,
    pub identities: Identities,
    pub reviews: Reviews,
}

impl Cluster {
    /// A node with this id.
    pub fn new(
        node: String,
        bus: Arc<dyn Bus>,
        store: Arc<dyn Store>,
        metrics: Arc<Metrics>,
        lease: Arc<Lease>,
        tasks: Tasks,
    ) -> (Cluster, Announcer) {
        let (sender, announcements) = mpsc::unbounded_channel();
        let shared = Shared {
            node,
            bus,
            store,
            metrics,
            tasks,
            sending: Tasks::default(),
            started: Instant::now(),
            lease,
            next_request: AtomicU64::new(1),
            inbox: Mutex::default(),
            announcements: Mutex::new(Some(announcements)),
            peers: Mutex::default(),
            remote_games: Mutex::default(),
        };
        (Cluster { shared: shared.into() }, Announcer(Some(sender)))
    }

    pub fn node(&self) -> &str {
        &self.shared.node
    }

    /// The lease of this node on its games.
    pub fn lease(&self) -> &Lease {
        &self.shared.lease
    }

    fn peers(&self) -> MutexGuard<'_, HashMap<String, Peer>> {
        // No code under this lock can leave the map half changed.
        self.shared.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this node can reach neither the store nor the bus, so that others may have taken its games over and it can't know.
    pub fn is_cut_off(&self) -> bool {
        self.lease().age() > LEASE_TIME + CUT_OFF_DELAY && !*self.shared.bus.connected().borrow()
    }

    /// The ids of the other nodes.
    pub fn peer_ids(&self) -> Vec<String> {
        self.peers().keys().cloned().collect()
    }

    fn inbox(&self) -> MutexGuard<'_, Option<Inbox>> {
        self.shared.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn announcements(&self) -> MutexGuard<'_, Option<mpsc::UnboundedReceiver<LinkMessage>>> {
        self.shared.announcements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remote_games(&self) -> MutexGuard<'_, HashMap<String, RemoteEntry>> {
        self.shared.remote_games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes to what other nodes send to this one.
    pub async fn subscribe(&self) -> BusResult<()> {
        let bus = &self.shared.bus;
        let links = bus.subscribe(&link_subject(self.node())).await?;
        let requests = bus.subscribe(&request_subject(self.node())).await?;
        *self.inbox() = Some(Inbox { links, requests });
        Ok(())
    }

    /// Starts the tasks that connect this node to the others.
    pub fn start(&self, parts: ClusterParts) {
        let (Some(Inbox { mut links, mut requests }), Some(mut announcements)) =
            (self.inbox().take(), self.announcements().take())
        else {
            return;
        };
        let parts = Arc::new(parts);
        let (cluster, receiving) = (self.clone(), parts.clone());
        self.shared.tasks.spawn(async move {
            while let Some(BusMessage { payload, .. }) = links.recv().await {
                cluster.receive(&payload, &receiving);
            }
        });
        let (cluster, answering) = (self.clone(), parts.clone());
        self.shared.tasks.spawn(async move {
            while let Some(message) = requests.recv().await {
                let (cluster, games) = (cluster.clone(), answering.games.clone());
                cluster.clone().shared.tasks.spawn(async move { cluster.answer(message, games).await });
            }
        });
        let cluster = self.clone();
        self.shared.tasks.spawn(async move {
            while let Some(message) = announcements.recv().await {
                cluster.broadcast(&message);
            }
        });
        let (cluster, discovering) = (self.clone(), parts.clone());
        self.shared.tasks.spawn(async move { cluster.discover(&discovering).await });
        let (cluster, listening) = (self.clone(), parts.clone());
        self.shared.tasks.spawn(async move {
            loop {
                cluster.check_silence(&listening);
                tokio::time::sleep(SILENCE_CHECK_INTERVAL).await;
            }
        });
        let cluster = self.clone();
        self.shared.tasks.spawn(async move { cluster.take_over_orphans(parts.games.clone()).await });
    }

    /// Sends a message to all other nodes.
    fn broadcast(&self, message: &LinkMessage) {
        for peer in self.peers().values() {
            peer.link.send(message.clone());
        }
    }

    /// Tells the others that the games of this node are free, when it ends.
    pub async fn leave(&self) {
        self.broadcast(&LinkMessage::Goodbye);
        tokio::time::sleep(GOODBYE_DELAY).await;
        self.shared.sending.shut_down().await;
    }

    /// The link to another node, opened if there is none.
    fn link(&self, node: &str) -> NodeLink {
        let mut peers = self.peers();
        if let Some(peer) = peers.get(node) {
            return peer.link.clone();
        }
        let Shared { node: own, bus, started, metrics, sending: tasks, .. } = &*self.shared;
        let (link, sending) = NodeLink::open(own.clone(), node, bus.clone(), *started, metrics.clone());
        tasks.spawn(sending);
        let incoming = IncomingLink::new();
        peers.insert(
            node.to_string(),
            Peer {
                link: link.clone(),
                incoming,
                requests: RecentRequests::default(),
                is_greeted: false,
                silence_reported: Instant::now(),
                lost_answers: watch::Sender::new(None),
                silenced: CancellationToken::new(),
            },
        );
        tracing::info!(node, "found another node");
        link
    }

    /// Looks for nodes that have come or gone.
    async fn discover(&self, parts: &ClusterParts) {
        loop {
            match self.shared.store.living_nodes().await {
                Ok(nodes) => {
                    let others: Vec<&str> =
                        nodes.iter().map(String::as_str).filter(|node| *node != self.node()).collect();
                    self.shared.bus.note_other_nodes(!others.is_empty());
                    for node in &others {
                        self.greet(node, parts);
                    }
                    let is_gone =
                        |peer: &Peer| !others.contains(&&*peer.link.peer) && peer.link.silence() > MAX_SILENCE;
                    let gone: Vec<String> =
                        self.peers().iter().filter(|(_, peer)| is_gone(peer)).map(|(id, _)| id.clone()).collect();
                    gone.iter().for_each(|node| self.forget(node, parts));
                }
                Err(error) => log_throttled!(error, %error, "cannot look for other nodes"),
            }
            tokio::time::sleep(DISCOVERY_INTERVAL).await;
        }
    }

    /// Tells a node that has come, or has missed messages, of the waiting games and the reviews of this one.
    fn greet(&self, node: &str, parts: &ClusterParts) {
        let link = self.link(node);
        let is_greeted = self.peers().get_mut(node).is_none_or(|peer| std::mem::replace(&mut peer.is_greeted, true));
        if !is_greeted {
            parts.lobby.own_live_seeks().into_iter().for_each(|message| link.send(message));
            parts.reviews.own().into_iter().for_each(|message| link.send(message));
        }
    }

    /// Notices links over which nothing has arrived for a while.
    fn check_silence(&self, parts: &ClusterParts) {
        let mut changes = Vec::new();
        for (id, peer) in self.peers().iter_mut() {
            let silence = peer.link.silence();
            let is_silent = silence > MAX_SILENCE;
            let (node, silent_ms) = (id.clone(), silence.as_millis() as u64);
            match (peer.silenced.is_cancelled(), is_silent) {
                // Players behind it can't be heard since its last message.
                (false, true) => {
                    peer.silenced.cancel();
                    changes.push(NodeChange::Silent { node, silent_ms });
                }
                // Its players can't play as long as that lasts.
                (true, true) if peer.silence_reported.elapsed() > SILENCE_REPORT_INTERVAL => {
                    changes.push(NodeChange::Silent { node, silent_ms: 0 });
                }
                (true, false) => {
                    peer.silenced = CancellationToken::new();
                    changes.push(NodeChange::Heard { node });
                }
                _ => {}
            }
        }
        for change in changes {
            if let NodeChange::Silent { node, silent_ms } = &change {
                log_throttled!(warn, node, silent_ms, "a node is silent");
                if let Some(peer) = self.peers().get_mut(node) {
                    peer.silence_reported = Instant::now();
                }
            }
            if let NodeChange::Heard { node } = &change {
                log_throttled!(warn, node, "a node is heard again");
            }
            parts.games.tell_actors(&change);
        }
        let silent = self.peers().values().filter(|peer| peer.silenced.is_cancelled()).count();
        self.shared.metrics.bus.silent_nodes.set(silent as i64);
        self.shared.metrics.bus.nodes.set(self.peers().len() as i64);
    }

    /// Forgets a node that has gone.
    fn forget(&self, node: &str, parts: &ClusterParts) {
        if self.peers().remove(node).is_some() {
            tracing::info!(node, "a node has gone");
            parts.lobby.forget_node(node);
            parts.reviews.forget_node(node);
            parts.games.tell_actors(&NodeChange::Gone { node: node.to_string() });
            self.reset_games_of(node);
        }
    }

    /// Lets all games that a node owns start again here, since messages about them were lost.
    fn reset_games_of(&self, node: &str) {
        let mut games = self.remote_games();
        games.retain(|_, entry| {
            if entry.owner == node {
                // The game may just have ended by itself.
                let _ = entry.messages.send(RemoteMessage::Reset);
            }
            entry.owner != node
        });
    }

    fn receive(&self, payload: &[u8], parts: &ClusterParts) {
        let Envelope { from, link, number, sent_ms, message, .. } = match from_bytes(payload) {
            Ok(envelope) => envelope,
            Err(error) => {
                log_throttled!(warn, %error, "ignored a message that can't be read");
                return;
            }
        };
        self.link(&from);
        let (arrival, lag_ms, silence) = {
            let mut peers = self.peers();
            let Some(peer) = peers.get_mut(&from) else { return };
            let lag_ms = peer.incoming.lag(sent_ms, self.monotonic_ms());
            let silence = peer.link.silence();
            let arrival = peer.incoming.receive(link, number);
            if arrival == Arrival::AfterGap {
                // First, so that the sender knows of it before its watchers start again.
                peer.link.send(LinkMessage::Missed { since_ms: silence.as_millis() as u64 });
                // Answers may be among what was lost, as far as they were due.
                let due_before = Instant::now().checked_sub(silence).unwrap_or_else(Instant::now) + ANSWER_TIME;
                peer.lost_answers.send_replace(Some(due_before));
            }
            peer.link.record_received(lag_ms);
            (arrival, lag_ms, silence)
        };
        self.shared.metrics.bus.lag_seconds.set(lag_ms as f64 / 1000.0);
        match arrival {
            Arrival::InOrder => {}
            Arrival::Repeated => return,
            Arrival::AfterGap => {
                self.shared.metrics.bus.gaps.inc();
                log_throttled!(warn, node = from, "messages of another node were lost");
                let silent_ms = silence.as_millis() as u64;
                parts.games.tell_actors(&NodeChange::Silent { node: from.clone(), silent_ms });
                // It starts again, too, when it receives `Missed`.
                parts.games.tell_actors(&NodeChange::Detached { node: from.clone() });
                self.reset_games_of(&from);
                parts.identities.announce_here(IdentityChange::Missed);
                parts.lobby.forget_node(&from);
                parts.reviews.forget_node(&from);
            }
        }
        match serde_json::from_value(message) {
            Ok(message) => self.handle(&from, message, parts),
            // A newer node has kinds of messages that this one doesn't know.
            Err(error) => log_throttled!(warn, %error, "ignored an unknown message"),
        }
    }

    fn handle(&self, from: &str, message: LinkMessage, parts: &ClusterParts) {
        let to_game = |game: &str, message: RemoteMessage| {
            let entry = self.remote_games().get(game).filter(|entry| entry.owner == from).map(|e| e.messages.clone());
            // The game may just have ended by itself.
            entry.is_some_and(|messages| messages.send(message).is_ok())
        };
        match message {
            LinkMessage::Heartbeat => {}
            LinkMessage::Goodbye => self.forget(from, parts),
            LinkMessage::Missed { since_ms } => {
                parts.games.tell_actors(&NodeChange::Silent { node: from.to_string(), silent_ms: since_ms });
                // It has forgotten which of its games are followed here.
                self.reset_games_of(from);
                if let Some(peer) = self.peers().get_mut(from) {
                    peer.is_greeted = false;
                }
            }
            LinkMessage::Deliver { game, last_event, turn_start_event, connections, text } => {
                let progress = GameProgress { last_event, turn_start_event };
                if !to_game(&game, RemoteMessage::Deliver { progress, connections, text: text.into() }) {
                    // Nobody watches here any more.
                    self.link(from).send(LinkMessage::Detach { game });
                }
            }
            LinkMessage::LastEvent { game, number, turn_start_event } => {
                to_game(&game, RemoteMessage::Progress(GameProgress { last_event: number, turn_start_event }));
            }
            LinkMessage::Detached { game } => {
                to_game(&game, RemoteMessage::Reset);
            }
            LinkMessage::Detach { game } => {
                parts.games.tell_actor(&game, NodeChange::Detached { node: from.to_string() });
            }
            LinkMessage::Unwatch { game, connection } => {
                parts.games.unwatch_here(&game, ConnectionId::at(from, connection));
            }
            LinkMessage::TakenOver { game } => {
                parts.games.tell_actor(&game, NodeChange::TakenOver);
                if let Some(entry) = self.remote_games().get(&game).filter(|entry| entry.owner != from) {
                    let _ = entry.messages.send(RemoteMessage::Reset);
                }
            }
            LinkMessage::LiveSeek { game, row } => parts.lobby.set_remote_seek(from, &game, row.map(|row| *row)),
            LinkMessage::LobbyChanged => parts.lobby.refresh_here(),
            LinkMessage::IdentityChanged { change } => parts.identities.announce_here(change),
            LinkMessage::Review { game, player, status } => parts.reviews.set_remote(from, game, player, *status),
            LinkMessage::PlayersChanged { players } => parts.games.refresh_players_here(players),
            LinkMessage::PlayerAddress { player, address } => parts.identities.note_remote_address(&player, address),
        }
    }

    fn monotonic_ms(&self) -> u64 {
        self.shared.started.elapsed().as_millis() as u64
    }

    /// Asks the owner of a game.
    async fn ask<T: DeserializeOwned>(&self, owner: &str, game: &str, question: Question) -> Result<T, AskError> {
        self.link(owner);
        let sent = Instant::now();
        let peer = self.peers().get(owner).map(|peer| (peer.silenced.clone(), peer.lost_answers.subscribe()));
        let Some((silenced, mut lost_answers)) = peer.filter(|(silenced, _)| !silenced.is_cancelled()) else {
            return Err(AskError::Unreachable);
        };
        let request = Request {
            version: MESSAGE_VERSION,
            from: self.shared.node.clone(),
            number: self.shared.next_request.fetch_add(1, Relaxed),
            game: game.to_string(),
            question,
        };
        let (subject, payload) = (request_subject(owner), to_bytes(&request));
        self.shared.metrics.bus.count_message(&payload);
        let answer = self.shared.bus.request(&subject, payload, REQUEST_TIMEOUT);
        let answer = tokio::select! {
            answer = answer => answer,
            () = silenced.cancelled() => Err(BusError::Timeout),
            _ = lost_answers.wait_for(|due_before| due_before.is_some_and(|due_before| sent < due_before)) => {
                Err(BusError::Timeout)
            }
        };
        match answer {
            Ok(payload) => match from_bytes(&payload) {
                Ok(Answer::Done { value }) => serde_json::from_value(value).map_err(|_| AskError::Unknown),
                Ok(Answer::Rejected { error }) => Err(AskError::Rejected(error.into())),
                Ok(Answer::NotOwner) => Err(AskError::NotOwner),
                Err(error) => {
                    log_throttled!(warn, %error, "ignored an answer that can't be read");
                    Err(AskError::Unknown)
                }
            },
            Err(BusError::Timeout) => Err(AskError::Unknown),
            Err(BusError::NoReceiver) => Err(AskError::NotOwner),
            Err(BusError::Disconnected | BusError::TooLarge | BusError::Rejected(_)) => {
                self.shared.metrics.bus.failures.inc();
                Err(AskError::Unreachable)
            }
        }
    }

    /// Follows a game that another node owns.
    pub async fn follow(&self, game: &str, owner: &str, games: &Games) -> Result<GameHandle, ApiError> {
        remote_game::follow(self.clone(), game, owner, games).await
    }
}

/// Why the owner of a game gave no answer.
enum AskError {
    Rejected(ApiError),
    /// The node doesn't own the game, or has gone. Nothing was done.
    NotOwner,
    /// The bus doesn't work. Nothing was done.
    Unreachable,
    /// Nobody knows whether it was done.
    Unknown,
}

impl From<AskError> for ApiError {
    fn from(error: AskError) -> ApiError {
        match error {
            AskError::Rejected(error) => error,
            AskError::NotOwner | AskError::Unreachable => error::NODE_UNREACHABLE.into(),
            AskError::Unknown => error::OUTCOME_UNKNOWN.into(),
        }
    }
}
