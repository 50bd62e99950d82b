//! Limits how many open games of a player, and of an address, may wait for an opponent.

use crate::error::{self, ApiError};
use crate::player_address::PlayerAddresses;
use crate::store::{LocalLocks, Store, StoreLock};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many open games of one player may wait for an opponent.
const MAX_SEEKS_PER_PLAYER: u32 = 10;
/// For how many addresses the creators are known at once.
const MAX_KNOWN_ADDRESSES: usize = 10_000;

/// The players who have created open games since the server started, by the address that they acted from.
pub struct SeekCreators {
    addresses: Arc<PlayerAddresses>,
    by_address: Mutex<HashMap<IpAddr, HashSet<String>>>,
    turns: LocalLocks,
}

impl SeekCreators {
    pub fn new(addresses: Arc<PlayerAddresses>) -> SeekCreators {
        SeekCreators { addresses, by_address: Mutex::default(), turns: LocalLocks::default() }
    }

    fn by_address(&self) -> MutexGuard<'_, HashMap<IpAddr, HashSet<String>>> {
        // No code under this lock can leave the map half changed.
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nobody else at the player's address creates an open game, and checks both limits. The caller creates the
    /// game while it holds the turn.
    pub async fn turn(&self, store: &dyn Store, player: &str, max_per_address: u32) -> Result<StoreLock, ApiError> {
        let address = self.addresses.address(player);
        let turn = self.turns.lock(&address.map_or_else(|| player.to_string(), |address| address.to_string())).await;
        if store.count_unfinished(player).await?.seeks >= MAX_SEEKS_PER_PLAYER {
            return Err(error::TOO_MANY_SEEKS.with(&[&MAX_SEEKS_PER_PLAYER]).into());
        }
        let Some(address) = address else { return Ok(turn) };
        let mut creators: HashSet<String> = self.by_address().get(&address).cloned().unwrap_or_default();
        creators.insert(player.to_string());
        let seeks = store.seek_creators(&creators.into_iter().collect::<Vec<_>>()).await?;
        let (count, mut creators) = (seeks.len(), HashSet::from_iter(seeks));
        let is_full = count >= max_per_address as usize;
        if !is_full {
            creators.insert(player.to_string());
        }
        let mut by_address = self.by_address();
        if by_address.len() >= MAX_KNOWN_ADDRESSES && !by_address.contains_key(&address) {
            by_address.clear();
        }
        // Those whose games have begun or ended don't count any more.
        by_address.insert(address, creators);
        match is_full {
            true => Err(error::TOO_MANY_SEEKS_AT_ADDRESS.with(&[&max_per_address]).into()),
            false => Ok(turn),
        }
    }
}
