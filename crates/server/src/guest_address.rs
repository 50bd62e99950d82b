//! Where guests come from. It costs nothing to become another guest, so the guests of one address share what is shared
//! between players.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many guests' addresses are known at once.
const MAX_KNOWN_GUESTS: usize = 100_000;

/// The addresses of the guests who were created since the server started.
#[derive(Default)]
pub struct GuestAddresses {
    addresses: Mutex<HashMap<String, IpAddr>>,
}

impl GuestAddresses {
    fn addresses(&self) -> MutexGuard<'_, HashMap<String, IpAddr>> {
        // No code under this lock can leave the map half changed.
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes where a guest comes from.
    pub fn note(&self, guest: &str, address: IpAddr) {
        let mut addresses = self.addresses();
        if addresses.len() >= MAX_KNOWN_GUESTS {
            addresses.clear();
        }
        addresses.insert(guest.to_string(), address);
    }

    /// Forgets a guest who has signed up: an account counts for itself.
    pub fn forget(&self, guest: &str) {
        self.addresses().remove(guest);
    }

    /// Who takes a player's turn: the address of a guest, or the player.
    pub fn owner(&self, player: &str) -> String {
        self.addresses().get(player).map_or_else(|| player.to_string(), IpAddr::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lets_the_guests_of_an_address_share_a_turn() {
        let guests = GuestAddresses::default();
        let address = "192.0.2.1".parse().unwrap();
        for guest in ["one", "two", "ana"] {
            guests.note(guest, address);
        }
        guests.forget("ana");
        assert_eq!(guests.owner("one"), guests.owner("two"));
        assert_eq!(guests.owner("ana"), "ana");
        assert_eq!(guests.owner("bo"), "bo");
    }
}
