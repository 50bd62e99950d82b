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
    /// The ids of the accounts that are handled. `None` before the first look: then nobody is connected as one of them.
    handled: Option<HashSet<String>>,
}

impl ClosedAccounts {
    pub fn new(store: Arc<dyn Store>, identities: Identities, games: Games) -> ClosedAccounts {
        ClosedAccounts { store, identities, games, handled: None }
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
                    Ok(has_failed) => is_due = has_failed,
                    Err(error) => log_throttled!(error, %error, "cannot look for closed accounts"),
                }
            }
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    /// Handles the accounts that were closed since the last time. Returns whether some have to be tried again.
    async fn end_new(&mut self) -> StoreResult<bool> {
        let closed = self.store.closed_accounts().await?;
        let is_first_look = self.handled.is_none();
        let handled = self.handled.get_or_insert_default();
        let mut has_failed = false;
        for player in closed {
            if handled.contains(&player.id) {
                continue;
            }
            if !is_first_look {
                self.identities.announce_closed(&player.id);
            }
            match self.games.end_unfinished(&player).await {
                Ok(ended) if ended > 0 || !is_first_look => {
                    self.games.refresh_players(vec![player.id.clone()]);
                    tracing::info!(
                        player = player.id,
                        games = ended,
                        "ended the connections and games of a closed account"
                    );
                }
                Ok(_) => {}
                Err(error) => {
                    log_throttled!(error, code = error.code(), "cannot end the games of a closed account");
                    has_failed = true;
                    continue;
                }
            }
            handled.insert(player.id);
        }
        Ok(has_failed)
    }
}
