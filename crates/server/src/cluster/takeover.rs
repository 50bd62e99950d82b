//! Takes over the games of nodes that have died or were stopped.

use super::Cluster;
use crate::game::Games;
use crate::log::{GameTag, log_throttled};
use futures_util::{StreamExt, stream};
use std::time::Duration;
use tokio::time::Instant;

/// How often a node looks for games without an owner.
const TAKEOVER_INTERVAL: Duration = Duration::from_millis(300);
/// How often a node looks for own games that have no actor.
const OWN_GAMES_INTERVAL: Duration = Duration::from_secs(10);
/// How many games a node takes over at a time. Other nodes take the next ones.
const MAX_TAKEN: u32 = 200;
/// How many games a node takes over at once. Each of them waits for the store several times.
const CONCURRENT_TAKEOVERS: usize = 16;

impl Cluster {
    /// Loads games that need an actor and have no living owner.
    pub(super) async fn take_over_orphans(&self, games: Games) {
        let mut checked = Instant::now();
        loop {
            if checked.elapsed() > OWN_GAMES_INTERVAL {
                checked = Instant::now();
                if let Err(error) = games.load_owned_games().await {
                    log_throttled!(error, %error, "cannot look for own games");
                }
            }
            match self.shared.store.orphans(MAX_TAKEN).await {
                Ok(orphans) => {
                    let take_over = async |game: String| {
                        if let Err(error) = games.take_over(&game).await {
                            // A game that cannot be read must not hold up the others.
                            log_throttled!(error, game = %GameTag(&game), code = error.code(), "cannot take a game over");
                        }
                    };
                    stream::iter(orphans).for_each_concurrent(CONCURRENT_TAKEOVERS, take_over).await;
                }
                Err(error) => log_throttled!(error, %error, "cannot look for games without an owner"),
            }
            tokio::time::sleep(TAKEOVER_INTERVAL).await;
        }
    }
}
