//! Notices accounts that the operator closes with `sanban account close`, also while the server runs.

use crate::game::Games;
use crate::identity::Identities;
use crate::log::log_throttled;
use crate::store::{Store, StoreResult};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// How often the server looks for changes by other programs.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Ends the connections and the unfinished games of closed accounts.
pub struct ClosedAccounts {
    store: Arc<dyn Store>,
    identities: Identities,
    games: Games,
    /// The ids of those that need nothing more.
    done: HashSet<String>,
}

impl ClosedAccounts {
    pub fn new(store: Arc<dyn Store>, identities: Identities, games: Games) -> ClosedAccounts {
        ClosedAccounts { store, identities, games, done: HashSet::new() }
    }

    /// Looks for closed accounts at the start, and whenever another program has changed the store.
    pub async fn run(mut self) {
        let mut is_due = true;
        loop {
            match self.store.has_external_changes().await {
                Ok(has_changes) => is_due |= has_changes,
                Err(error) => log_throttled!(error, %error, "cannot look for changes by other programs"),
            }
            if is_due {
                match self.end_new().await {
                    Ok(()) => is_due = false,
                    Err(error) => log_throttled!(error, %error, "cannot look for closed accounts"),
                }
            }
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    async fn end_new(&mut self) -> StoreResult<()> {
        for player in self.store.closed_accounts().await? {
            if self.done.contains(&player.id) {
                continue;
            }
            self.identities.announce_closed(&player.id);
            if let Err(error) = self.games.end_unfinished(&player).await {
                log_throttled!(error, code = error.code(), "cannot end the games of a closed account");
                continue;
            }
            self.games.refresh_players(vec![player.id.clone()]);
            tracing::info!(player = player.id, "ended the connections and games of a closed account");
            self.done.insert(player.id);
        }
        Ok(())
    }
}
