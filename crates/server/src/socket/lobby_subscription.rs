//! A connection's subscription to the lobby.

use crate::lobby::{LobbyFeed, LobbyVersion};
use std::sync::Arc;
use tokio::sync::watch;

/// A connection's subscription to the lobby.
pub struct LobbySubscription {
    feed: LobbyFeed,
    versions: Option<watch::Receiver<Arc<LobbyVersion>>>,
    /// The number of the last version that was sent.
    pub sent: u64,
}

impl LobbySubscription {
    pub fn new(feed: LobbyFeed) -> LobbySubscription {
        LobbySubscription { feed, versions: None, sent: 0 }
    }

    /// Subscribes, and gives the current version. `None` if it is subscribed already.
    pub fn start(&mut self) -> Option<Arc<LobbyVersion>> {
        if self.versions.is_some() {
            return None;
        }
        let mut versions = self.feed.subscribe();
        let current = versions.borrow_and_update().clone();
        self.versions = Some(versions);
        self.sent = current.number;
        Some(current)
    }

    pub fn stop(&mut self) {
        self.versions = None;
    }

    /// The next version; never, without a subscription.
    pub async fn next(&mut self) -> Arc<LobbyVersion> {
        if let Some(versions) = &mut self.versions
            && versions.changed().await.is_ok()
        {
            return versions.borrow_and_update().clone();
        }
        std::future::pending().await
    }
}
