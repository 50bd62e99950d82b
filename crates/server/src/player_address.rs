//! Where players act from. It costs nothing to become another player, so the players of one address share what is shared
//! between players.

use crate::cluster::{Announcer, LinkMessage};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many players are noted before those are forgotten who haven't acted since as many others did.
const MAX_RECENT_PLAYERS: usize = 50_000;
/// How often the other nodes are told where a player acts from. A node that has just started doesn't know it.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(60);
/// The owner of everything that belongs to players whose addresses aren't known.
const UNKNOWN_OWNER: &str = "unknown";

/// The addresses that players act from, as of their last requests since the server started. Nothing of it is stored.
#[derive(Default)]
pub struct PlayerAddresses {
    players: Mutex<Players>,
    announcer: Announcer,
}

#[derive(Default)]
struct Players {
    recent: HashMap<String, NotedAddress>,
    /// Those who were recent before.
    earlier: HashMap<String, NotedAddress>,
}

#[derive(Clone, Copy)]
struct NotedAddress {
    address: IpAddr,
    announced_at: Instant,
}

impl Players {
    fn insert(&mut self, player: &str, noted: NotedAddress) {
        if self.recent.len() >= MAX_RECENT_PLAYERS && !self.recent.contains_key(player) {
            self.earlier = std::mem::take(&mut self.recent);
        }
        self.recent.insert(player.to_string(), noted);
    }

    fn get(&self, player: &str) -> Option<NotedAddress> {
        self.recent.get(player).or_else(|| self.earlier.get(player)).copied()
    }
}

impl PlayerAddresses {
    pub fn new(announcer: Announcer) -> PlayerAddresses {
        PlayerAddresses { players: Mutex::default(), announcer }
    }

    fn players(&self) -> MutexGuard<'_, Players> {
        // No code under this lock can leave the maps half changed.
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes where a player acts from.
    pub fn note(&self, player: &str, address: IpAddr) {
        let mut players = self.players();
        let now = Instant::now();
        let is_known = |noted: &NotedAddress| {
            noted.address == address && now.duration_since(noted.announced_at) < ANNOUNCE_INTERVAL
        };
        let known = players.get(player).filter(is_known);
        players.insert(player, known.unwrap_or(NotedAddress { address, announced_at: now }));
        drop(players);
        if known.is_none() {
            self.announcer.announce(|| LinkMessage::PlayerAddress { player: player.to_string(), address });
        }
    }

    /// Notes where a player acts from who uses another node.
    pub fn note_remote(&self, player: &str, address: IpAddr) {
        self.players().insert(player, NotedAddress { address, announced_at: Instant::now() });
    }

    /// The address that a player acts from, if they have sent a request lately.
    pub fn address(&self, player: &str) -> Option<IpAddr> {
        self.players().get(player).map(|noted| noted.address)
    }

    /// Who takes a player's turn: the address that they act from. Players whose addresses aren't known take turns as one, so
    /// that nobody gains by being away.
    pub fn owner(&self, player: &str) -> String {
        self.address(player).map_or_else(|| UNKNOWN_OWNER.to_string(), |address| address.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lets_the_players_of_an_address_share_a_turn() {
        let addresses = PlayerAddresses::default();
        let [one, other] = ["192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap()];
        for (player, address) in [("guest", one), ("ana", one), ("bo", other)] {
            addresses.note(player, address);
        }
        assert_eq!(addresses.owner("guest"), addresses.owner("ana"));
        assert_ne!(addresses.owner("bo"), addresses.owner("ana"));
        assert_eq!(addresses.owner("away"), addresses.owner("away too"), "unknown players share one turn");
        assert_ne!(addresses.owner("away"), addresses.owner("bo"));
        addresses.note("bo", one);
        assert_eq!(addresses.owner("bo"), addresses.owner("ana"), "the current address counts");
        assert_eq!(addresses.address("away"), None);
    }

    #[test]
    fn forgets_those_who_were_away_longest() {
        let addresses = PlayerAddresses::default();
        let address = "192.0.2.1".parse().unwrap();
        for n in 0..MAX_RECENT_PLAYERS * 2 {
            addresses.note(&n.to_string(), address);
            addresses.note("ana", address);
        }
        assert_eq!(addresses.address("0"), None);
        assert_eq!(addresses.address("ana"), Some(address));
        let players = addresses.players();
        assert!(players.recent.len() + players.earlier.len() <= 2 * MAX_RECENT_PLAYERS);
    }
}
