//! Who is connected to a game.

use super::{GameState, LagMeter, PlayerRef};
use crate::cluster::{LinkMessage, NodeLink};
use crate::socket::{Outbox, Protocol};
use sanban_core::Seat;
use std::sync::Arc;

/// A connection that watches the game, at this node or at another one.
#[derive(Clone)]
pub struct Watcher {
    connection: Connection,
    /// The id of the player who watches; strangers have none.
    pub player: Option<String>,
    pub protocol: Protocol,
    pub lag: LagMeter,
}

#[derive(Clone)]
enum Connection {
    Local(Outbox),
    Remote { link: NodeLink, connection: u64 },
}

/// Identifies a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectionId {
    /// The id of the node, if it isn't this one.
    node: Option<Arc<str>>,
    pub connection: u64,
}

impl ConnectionId {
    /// A connection at this node.
    pub fn here(connection: u64) -> ConnectionId {
        ConnectionId { node: None, connection }
    }

    /// A connection at another node.
    pub fn at(node: &str, connection: u64) -> ConnectionId {
        ConnectionId { node: Some(node.into()), connection }
    }
}

impl Watcher {
    /// A connection at this node.
    pub fn local(outbox: Outbox, player: Option<String>, protocol: Protocol, lag: LagMeter) -> Watcher {
        Watcher { connection: Connection::Local(outbox), player, protocol, lag }
    }

    /// A connection at another node.
    pub fn remote(link: NodeLink, connection: u64, player: Option<String>, protocol: Protocol) -> Watcher {
        let lag = LagMeter::default();
        Watcher { connection: Connection::Remote { link, connection }, player, protocol, lag }
    }

    pub fn id(&self) -> ConnectionId {
        match &self.connection {
            Connection::Local(outbox) => ConnectionId::here(outbox.id),
            Connection::Remote { link, connection } => {
                ConnectionId { node: Some(link.peer.clone()), connection: *connection }
            }
        }
    }

    /// Its queue, if it is at this node.
    pub fn outbox(&self) -> Option<&Outbox> {
        match &self.connection {
            Connection::Local(outbox) => Some(outbox),
            Connection::Remote { .. } => None,
        }
    }

    /// The link to the node that it is at.
    fn link(&self) -> Option<&NodeLink> {
        match &self.connection {
            Connection::Local(_) => None,
            Connection::Remote { link, .. } => Some(link),
        }
    }

    /// Whether it reads too slowly, or has to start again. Other nodes drop their own connections.
    pub fn is_closed(&self) -> bool {
        self.outbox().is_some_and(Outbox::is_closed)
    }
}

/// A message to some of the watchers of a game.
pub struct Delivery<'a> {
    pub game: &'a str,
    /// The number of the game's last event.
    pub last_event: u32,
    /// The number of the event that began the turn.
    pub turn_start_event: u32,
    pub text: Arc<str>,
}

impl Delivery<'_> {
    /// Sends the message to watchers, and once to each of the other nodes that have some of them.
    pub fn send<'a>(&self, watchers: impl IntoIterator<Item = &'a Watcher>) {
        let mut remote: Vec<(&NodeLink, Vec<u64>)> = Vec::new();
        for watcher in watchers {
            match &watcher.connection {
                Connection::Local(outbox) => {
                    // Slow readers are dropped before the next message is handled.
                    outbox.send(self.text.clone());
                }
                Connection::Remote { link, connection } => {
                    match remote.iter_mut().find(|(other, _)| other.peer == link.peer) {
                        Some((_, connections)) => connections.push(*connection),
                        None => remote.push((link, vec![*connection])),
                    }
                }
            }
        }
        for (link, connections) in remote {
            let (game, text) = (self.game.to_string(), self.text.to_string());
            let Delivery { last_event, turn_start_event, .. } = *self;
            link.send(LinkMessage::Deliver { game, last_event, turn_start_event, connections, text });
        }
    }
}

/// The watchers of a game, and since when its players have been away.
pub struct Presence {
    watchers: Vec<Watcher>,
    /// The other nodes that follow the game.
    nodes: Vec<NodeLink>,
    /// In served milliseconds, by seat.
    away_since: [Option<u64>; 2],
    /// Whether each player has connected or sent something since the game was loaded, by seat.
    has_returned: [bool; 2],
}

impl Presence {
    pub fn new(now: u64) -> Presence {
        Presence { watchers: Vec::new(), nodes: Vec::new(), away_since: [Some(now); 2], has_returned: [false; 2] }
    }

    pub fn watchers(&self) -> &[Watcher] {
        &self.watchers
    }

    pub fn is_watched(&self) -> bool {
        !self.watchers.is_empty() || !self.nodes.is_empty()
    }

    /// Lets another node follow the game.
    pub fn attach(&mut self, link: NodeLink) {
        self.nodes.retain(|node| node.peer != link.peer);
        self.nodes.push(link);
    }

    /// Removes another node and its connections.
    pub fn detach(&mut self, node: &str) {
        self.nodes.retain(|link| &*link.peer != node);
        self.watchers.retain(|watcher| watcher.link().is_none_or(|link| &*link.peer != node));
    }

    /// Tells the nodes that follow the game without watchers that it has a new event. The others learn it from the messages
    /// to their watchers.
    pub fn send_last_event(&self, state: &GameState) {
        let has_watchers = |node: &&NodeLink| {
            let mut links = self.watchers.iter().filter_map(Watcher::link);
            links.any(|link| link.peer == node.peer)
        };
        for node in self.nodes.iter().filter(|node| !has_watchers(node)) {
            let (game, number, turn_start_event) = (state.id.clone(), state.last_event, state.turn_start_event);
            node.send(LinkMessage::LastEvent { game, number, turn_start_event });
        }
    }

    /// Tells the nodes that follow the game that its actor ends here.
    pub fn detach_all(&mut self, game: &str) {
        for node in self.nodes.drain(..) {
            node.send(LinkMessage::Detached { game: game.to_string() });
        }
        self.watchers.retain(|watcher| watcher.link().is_none());
    }

    /// Whether a player is connected only through a node.
    pub fn is_only_at(&self, state: &GameState, seat: Seat, node: &str) -> bool {
        let Some(player) = state.people()[seat.index()] else { return false };
        let mut of_player = self.watchers.iter().filter(|w| w.player.as_deref() == Some(player)).peekable();
        of_player.peek().is_some() && of_player.all(|watcher| watcher.link().is_some_and(|link| &*link.peer == node))
    }

    /// How long nothing has been heard of a player's connections, in milliseconds; `None` if one of them is in order, or there are none.
    pub fn silent_ms(&self, player: &str) -> Option<u64> {
        let silences: Option<Vec<u64>> = self
            .watchers_of(player)
            .map(|watcher| watcher.link().filter(|link| link.is_late()).map(|link| link.silence().as_millis() as u64))
            .collect();
        silences?.into_iter().min()
    }

    /// Notes that a player has to come back.
    pub fn expect_return(&mut self, seat: Seat) {
        self.has_returned[seat.index()] = false;
    }

    pub fn away_since(&self) -> [Option<u64>; 2] {
        self.away_since
    }

    /// Counts both players as away from now on, when the game is loaded.
    pub fn reset(&mut self, now: u64) {
        self.away_since = [Some(now); 2];
        self.has_returned = [false; 2];
    }

    pub fn has_returned(&self) -> [bool; 2] {
        self.has_returned
    }

    /// The measured round trip to a player, in milliseconds; 0 if they aren't connected.
    pub fn round_trip_ms(&self, player: &str) -> u64 {
        self.watchers_of(player).map(|watcher| watcher.lag.round_trip_ms()).min().unwrap_or_default()
    }

    /// Notes the round trip to a player, which another node has measured.
    pub fn set_round_trip(&self, player: &str, ms: u64) {
        self.watchers_of(player).filter(|watcher| watcher.link().is_some()).for_each(|watcher| watcher.lag.set(ms));
    }

    /// How much longer than usual the bus takes to a player and back at present, in milliseconds; `None` if they aren't connected
    /// at another node only.
    pub fn bus_delay_ms(&self, player: &str) -> Option<u64> {
        let delays: Option<Vec<u64>> =
            self.watchers_of(player).map(|watcher| watcher.link().map(|link| 2 * link.delay_ms())).collect();
        delays?.into_iter().min()
    }

    fn watchers_of(&self, player: &str) -> impl Iterator<Item = &Watcher> {
        self.watchers.iter().filter(move |watcher| watcher.player.as_deref() == Some(player))
    }

    pub fn add(&mut self, state: &GameState, watcher: Watcher) {
        self.remove(&watcher.id());
        if let Some(seat) = watcher.player.as_deref().and_then(|player| state.seat_of(player)) {
            self.has_returned[seat.index()] = true;
        }
        self.watchers.push(watcher);
    }

    pub fn remove(&mut self, connection: &ConnectionId) {
        self.watchers.retain(|watcher| watcher.id() != *connection);
    }

    /// Drops connections that read too slowly.
    pub fn drop_slow(&mut self) {
        self.watchers.retain(|watcher| !watcher.is_closed());
    }

    /// Closes the connections of all watchers at this node.
    pub fn disconnect_all(&mut self) {
        for watcher in self.watchers.drain(..) {
            if let Some(outbox) = watcher.outbox() {
                outbox.close();
            }
        }
    }

    /// Which players are connected. The computer always is.
    pub fn connected(&self, state: &GameState) -> [bool; 2] {
        state.seats.each_ref().map(|player| match player {
            Some(PlayerRef::Computer(_)) => true,
            Some(PlayerRef::Person(id)) => self.watchers.iter().any(|watcher| watcher.player.as_ref() == Some(id)),
            None => false,
        })
    }

    /// How many connections watch without playing.
    pub fn spectators(&self, state: &GameState) -> u32 {
        let plays = |player: &String| state.seat_of(player).is_some();
        self.watchers.iter().filter(|watcher| !watcher.player.as_ref().is_some_and(plays)).count() as u32
    }

    /// Updates since when players have been away. Returns whether somebody came or left.
    pub fn refresh(&mut self, state: &GameState, now: u64) -> bool {
        let connected = self.connected(state);
        let before = self.away_since.map(|away| away.is_none());
        for (seat, connected) in connected.into_iter().enumerate() {
            let away = &mut self.away_since[seat];
            *away = if connected { None } else { away.or(Some(now)) };
        }
        before != connected
    }

    /// Restarts the absence of a player who sent a request without watching. Returns whether that changed something.
    pub fn record_activity(&mut self, state: &GameState, player: &str, now: u64) -> bool {
        let Some(seat) = state.seat_of(player) else { return false };
        self.has_returned[seat.index()] = true;
        let away = &mut self.away_since[seat.index()];
        away.as_mut().map(|since| *since = now).is_some()
    }
}
