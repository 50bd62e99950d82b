//! Players' profiles and the leaderboards.

use super::response::{ErrorBody, PathParam};
use crate::error::{self, ApiError};
use crate::identity::Identities;
use crate::store::{Leader, RatingPoint, Store, Tally};
use axum::Json;
use axum::extract::State;
use sanban_games::registry;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// How many players a leaderboard lists.
const LEADERBOARD_SIZE: u32 = 100;
/// How many points a rating curve has at most.
const MAX_CURVE_POINTS: usize = 500;

/// A player's profile.
#[derive(Serialize, ToSchema)]
pub struct Profile {
    pub name: String,
    pub since: u64,
    pub ratings: Vec<GameRating>,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Whether a program plays for the account.
    pub bot: bool,
}

/// A rating and its history.
#[derive(Serialize, ToSchema)]
pub struct GameRating {
    pub game: String,
    pub rating: u32,
    pub deviation: u32,
    /// The number of rated games.
    pub games: u32,
    /// Pairs of a time and the rating then.
    pub curve: Vec<(u64, u32)>,
}

/// The strongest players of a game.
#[derive(Serialize, ToSchema)]
pub struct Leaders {
    pub leaders: Vec<LeaderView>,
}

/// A player on a leaderboard.
#[derive(Serialize, ToSchema)]
pub struct LeaderView {
    pub name: String,
    pub rating: u32,
    pub deviation: u32,
    pub games: u32,
}

/// A player's profile.
#[utoipa::path(get, path = "/api/players/{name}", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn profile(
    State(identities): State<Identities>,
    State(store): State<Arc<dyn Store>>,
    PathParam(name): PathParam,
) -> Result<Json<Profile>, ApiError> {
    let player = identities.account(&name).await?.player;
    let ratings = ratings_by_game(store.rating_history(&player.id).await?);
    let Tally { won, drawn, lost } = store.tally(&player.id).await?;
    let (name, bot) = (player.name.unwrap_or_default(), player.is_bot);
    Ok(Json(Profile { name, since: player.created_at, ratings, won, drawn, lost, bot }))
}

pub fn ratings_by_game(history: Vec<RatingPoint>) -> Vec<GameRating> {
    let mut ratings: Vec<GameRating> = Vec::new();
    for point in history {
        let rounded = point.rating.rating.round() as u32;
        if ratings.last().is_none_or(|last| last.game != point.kind) {
            ratings.push(GameRating { game: point.kind, rating: 0, deviation: 0, games: 0, curve: Vec::new() });
        }
        if let Some(last) = ratings.last_mut() {
            last.rating = rounded;
            last.deviation = point.rating.deviation.round() as u32;
            last.games += 1;
            last.curve.push((point.at, rounded));
        }
    }
    for GameRating { curve, .. } in &mut ratings {
        downsample(curve);
    }
    ratings
}

/// Keeps evenly spread points of a long curve, the last among them.
fn downsample(curve: &mut Vec<(u64, u32)>) {
    let step = curve.len().div_ceil(MAX_CURVE_POINTS).max(1);
    let last = curve.len();
    let mut place = 0;
    curve.retain(|_| {
        place += 1;
        place % step == 0 || place == last
    });
}

/// The strongest players of a game.
#[utoipa::path(get, path = "/api/leaders/{game}", params(("game" = String, Path)),
    responses((status = 200, body = Leaders), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn leaders(
    State(store): State<Arc<dyn Store>>,
    PathParam(game): PathParam,
) -> Result<Json<Leaders>, ApiError> {
    if registry::find(&game).is_err() {
        return Err(error::NO_GAME.into());
    }
    let view = |leader: Leader| LeaderView {
        name: leader.name,
        rating: leader.rating.rating.round() as u32,
        deviation: leader.rating.deviation.round() as u32,
        games: leader.games,
    };
    let leaders = store.leaders(&game, LEADERBOARD_SIZE).await?;
    Ok(Json(Leaders { leaders: leaders.into_iter().map(view).collect() }))
}
