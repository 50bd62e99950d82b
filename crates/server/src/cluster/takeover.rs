//! Takes over the games of nodes that have died or were stopped.

use super::Cluster;
use crate::game::Games;
use crate::log::{GameTag, log_throttled};
use std::time::Duration;
use tokio::time::Instant;

/// How often a node looks for games without an owner.
const TAKEOVER_INTERVAL: Duration = Duration::from_millis(300);
/// How often a node looks for own games that have no actor.
const OWN_GAMES_INTERVAL: Duration = Duration::from_secs(10);
/// How many games a node takes over at a time. Other nodes take the next ones.
const MAX_TAKEN: u32 = 200;

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
                    for game in orphans {
                        if let Err(error) = games.wake(&game).await {
                            // A game that cannot be read must not hold up the others.
                            log_throttled!(error, game = %GameTag(&game), code = error.code(), "cannot take a game over");
                        }
                    }
                }
                Err(error) => log_throttled!(error, %error, "cannot look for games without an owner"),
            }
            tokio::time::sleep(TAKEOVER_INTERVAL).await;
        }
    }
}
