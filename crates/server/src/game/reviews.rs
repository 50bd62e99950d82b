//! The reviews that players have asked for, running and complete. Every node knows them all.

use super::review::ReviewView;
use super::{EnginePool, Games, Phase};
use crate::cluster::{Announcer, LinkMessage};
use crate::error::{self, ApiError};
use crate::jobs::tasks::ReviewTask;
use crate::log::{GameTag, log_throttled};
use crate::tasks::Tasks;
use sanban_games::registry;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use utoipa::ToSchema;

/// How many nodes a whole review may search, as far as the limits for a position allow.
const NODES_PER_REVIEW: u64 = 6_000_000;
const MIN_NODES_PER_POSITION: u64 = 5_000;
const MAX_NODES_PER_POSITION: u64 = 100_000;
/// How many reviews of all players may run or wait.
const MAX_RUNNING_REVIEWS: usize = 50;
/// How many reviews stay in memory.
const MAX_REVIEWS: usize = 300;
/// How long a complete review stays in memory.
const MAX_REVIEW_AGE: Duration = Duration::from_secs(60 * 60);

/// How far a review has come.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewStatus {
    pub state: ReviewPhase,
    /// How many moves are rated.
    pub rated: usize,
    /// How many moves the game has.
    pub moves: usize,
    /// The review, once it is complete.
    #[schema(required)]
    pub review: Option<ReviewView>,
}

/// The state of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewPhase {
    Running,
    Complete,
    /// It can be started again.
    Failed,
}

/// Reviews by game. They are in memory only.
#[derive(Clone)]
pub struct Reviews {
    games: Games,
    engines: EnginePool,
    tasks: Tasks,
    announcer: Announcer,
    reviews: Arc<Mutex<HashMap<String, Review>>>,
}

struct Review {
    status: ReviewStatus,
    /// The node that runs it, if it isn't this one.
    node: Option<String>,
    player: String,
    /// When it began or ended.
    changed_at: Instant,
}

impl Reviews {
    pub fn new(games: Games, engines: EnginePool, tasks: Tasks, announcer: Announcer) -> Reviews {
        Reviews { games, engines, tasks, announcer, reviews: Arc::default() }
    }

    fn reviews(&self) -> MutexGuard<'_, HashMap<String, Review>> {
        // No code under this lock can leave the map half changed.
        self.reviews.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the review of a finished game for a player. If there is one already, this is it.
    pub async fn start(&self, game: &str, player: &str) -> Result<ReviewStatus, ApiError> {
        let snapshot = self.games.snapshot(game, None, u32::MAX).await?;
        if snapshot.summary.state != Phase::Over {
            return Err(error::NOT_OVER.into());
        }
        let record = self.games.record(game).await?;
        let moves = registry::read_record(&record).map(|(_, session)| session.played().len())?;
        let status = ReviewStatus { state: ReviewPhase::Running, rated: 0, moves, review: None };
        {
            let mut reviews = self.reviews();
            forget_old(&mut reviews);
            if let Some(review) = reviews.get(game).filter(|review| review.status.state != ReviewPhase::Failed) {
                return Ok(review.status.clone());
            }
            let running = reviews.values().filter(|review| review.status.state == ReviewPhase::Running);
            if running.clone().any(|review| review.player == player) {
                return Err(error::TOO_MANY_REVIEWS.into());
            }
            if running.count() >= MAX_RUNNING_REVIEWS {
                return Err(error::TOO_BUSY.into());
            }
            let review =
                Review { status: status.clone(), node: None, player: player.into(), changed_at: Instant::now() };
            reviews.insert(game.into(), review);
        }
        self.announce(game, player, &status);
        // A position may be searched twice: before a move and after the better one.
        let nodes = NODES_PER_REVIEW / (2 * moves as u64 + 1);
        let task = ReviewTask { record, nodes: nodes.clamp(MIN_NODES_PER_POSITION, MAX_NODES_PER_POSITION) };
        self.tasks.spawn(self.clone().run(game.into(), player.into(), task));
        Ok(status)
    }

    async fn run(self, game: String, player: String, task: ReviewTask) {
        let (reviews, rated_game) = (self.clone(), game.clone());
        let on_rated = move |rated| reviews.update(&rated_game, |status| status.rated = rated);
        let review = self.engines.review(task, &player, on_rated).await;
        if review.is_none() {
            log_throttled!(error, game = %GameTag(&game), "a review failed");
        }
        self.update(&game, |status| {
            status.state = if review.is_some() { ReviewPhase::Complete } else { ReviewPhase::Failed };
            status.rated = review.as_ref().map_or(status.rated, |review| review.rated);
            status.review = review;
        });
    }

    fn update(&self, game: &str, change: impl FnOnce(&mut ReviewStatus)) {
        let changed = self.reviews().get_mut(game).map(|review| {
            change(&mut review.status);
            review.changed_at = Instant::now();
            (review.player.clone(), review.status.clone())
        });
        if let Some((player, status)) = changed {
            self.announce(game, &player, &status);
        }
    }

    /// Tells the other nodes how far a review has come.
    fn announce(&self, game: &str, player: &str, status: &ReviewStatus) {
        self.announcer.announce(|| LinkMessage::Review {
            game: game.into(),
            player: player.into(),
            status: status.clone().into(),
        });
    }

    /// The reviews of this node, for another one that doesn't know them.
    pub fn own(&self) -> Vec<LinkMessage> {
        let reviews = self.reviews();
        let own = reviews.iter().filter(|(_, review)| review.node.is_none());
        own.map(|(game, review)| LinkMessage::Review {
            game: game.clone(),
            player: review.player.clone(),
            status: review.status.clone().into(),
        })
        .collect()
    }

    /// Notes how far a review of another node has come.
    pub fn set_remote(&self, node: &str, game: String, player: String, status: ReviewStatus) {
        let mut reviews = self.reviews();
        forget_old(&mut reviews);
        reviews.insert(game, Review { status, node: Some(node.into()), player, changed_at: Instant::now() });
    }

    /// The reviews that a node was running have failed, since it has gone.
    pub fn forget_node(&self, node: &str) {
        for review in self.reviews().values_mut().filter(|review| review.node.as_deref() == Some(node)) {
            if review.status.state == ReviewPhase::Running {
                review.status.state = ReviewPhase::Failed;
            }
        }
    }

    /// How far the review of a game has come.
    pub fn status(&self, game: &str) -> Option<ReviewStatus> {
        self.reviews().get(game).map(|review| review.status.clone())
    }
}

/// Removes reviews that were complete long ago, and makes room for another one.
fn forget_old(reviews: &mut HashMap<String, Review>) {
    let is_running = |review: &Review| review.status.state == ReviewPhase::Running;
    reviews.retain(|_, review| is_running(review) || review.changed_at.elapsed() < MAX_REVIEW_AGE);
    if reviews.len() >= MAX_REVIEWS {
        let complete = reviews.iter().filter(|(_, review)| !is_running(review));
        let oldest = complete.min_by_key(|(_, review)| review.changed_at).map(|(game, _)| game.clone());
        oldest.map(|game| reviews.remove(&game));
    }
}
