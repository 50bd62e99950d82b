//! Who is connected to a game.

use super::{GameState, LagMeter, PlayerRef};
use crate::socket::{Outbox, Protocol};

/// A connection that watches the game.
#[derive(Clone)]
pub struct Watcher {
    pub outbox: Outbox,
    /// The id of the player who watches; strangers have none.
    pub player: Option<String>,
    pub protocol: Protocol,
    pub lag: LagMeter,
}

/// The watchers of a game, and since when its players have been away.
pub struct Presence {
    watchers: Vec<Watcher>,
    /// In served milliseconds, by seat.
    away_since: [Option<u64>; 2],
    /// Whether each player has connected or sent something since the game was loaded, by seat.
    has_returned: [bool; 2],
}

impl Presence {
    pub fn new(now: u64) -> Presence {
        Presence { watchers: Vec::new(), away_since: [Some(now); 2], has_returned: [false; 2] }
    }

    pub fn watchers(&self) -> &[Watcher] {
        &self.watchers
    }

    pub fn is_watched(&self) -> bool {
        !self.watchers.is_empty()
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
        let of_player = self.watchers.iter().filter(|watcher| watcher.player.as_deref() == Some(player));
        of_player.map(|watcher| watcher.lag.round_trip_ms()).min().unwrap_or_default()
    }

    pub fn add(&mut self, watcher: Watcher) {
        self.remove(watcher.outbox.id);
        self.watchers.push(watcher);
    }

    pub fn remove(&mut self, connection: u64) {
        self.watchers.retain(|watcher| watcher.outbox.id != connection);
    }

    /// Drops connections that read too slowly.
    pub fn drop_slow(&mut self) {
        self.watchers.retain(|watcher| !watcher.outbox.is_closed());
    }

    /// Closes the connections of all watchers.
    pub fn disconnect_all(&mut self) {
        for watcher in self.watchers.drain(..) {
            watcher.outbox.close();
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
            self.has_returned[seat] |= connected;
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
