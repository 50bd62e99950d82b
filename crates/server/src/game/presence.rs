//! Who is connected to a game.

use super::{GameState, PlayerRef};
use crate::socket::{Outbox, Protocol};

/// A connection that watches the game.
#[derive(Clone)]
pub struct Watcher {
    pub outbox: Outbox,
    /// The id of the player who watches; strangers have none.
    pub player: Option<String>,
    pub protocol: Protocol,
}

/// The watchers of a game, and since when its players have been away.
pub struct Presence {
    watchers: Vec<Watcher>,
    /// In monotonic milliseconds, by seat.
    away_since: [Option<u64>; 2],
}

impl Presence {
    pub fn new(now: u64) -> Presence {
        Presence { watchers: Vec::new(), away_since: [Some(now); 2] }
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
        for (away, connected) in self.away_since.iter_mut().zip(connected) {
            *away = if connected { None } else { away.or(Some(now)) };
        }
        before != connected
    }

    /// Restarts the absence of a player who sent a request without watching. Returns whether that changed something.
    pub fn record_activity(&mut self, state: &GameState, player: &str, now: u64) -> bool {
        let Some(seat) = state.seat_of(player) else { return false };
        let away = &mut self.away_since[seat.index()];
        away.as_mut().map(|since| *since = now).is_some()
    }
}
