//! Players as others see them.

use super::Shared;
use super::answer::{Answer, RefusedBody, in_language};
use crate::refusal::{self, Refused};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::HeaderMap;
use sanban_games::registry;
use serde::Serialize;
use utoipa::ToSchema;

/// How many leaders there are.
const LEADERS: u32 = 100;
/// How many points a curve has at most.
const CURVE: usize = 500;

/// A player.
#[derive(Serialize, ToSchema)]
pub struct Profile {
    pub name: String,
    pub since: u64,
    pub ratings: Vec<GameRating>,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// A rating, and how it became so.
#[derive(Serialize, ToSchema)]
pub struct GameRating {
    pub game: String,
    pub rating: u32,
    pub deviation: u32,
    /// How many rated games there were.
    pub games: u32,
    /// Moments and ratings.
    pub curve: Vec<(u64, u32)>,
}

/// The strongest players of a game.
#[derive(Serialize, ToSchema)]
pub struct Leaders {
    pub leaders: Vec<Leader>,
}

/// One of them.
#[derive(Serialize, ToSchema)]
pub struct Leader {
    pub name: String,
    pub rating: u32,
    pub deviation: u32,
    pub games: u32,
}

/// A player.
#[utoipa::path(get, path = "/api/players/{name}", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = RefusedBody)))]
pub async fn profile(State(app): State<Shared>, headers: HeaderMap, Path(name): Path<String>) -> Answer<Json<Profile>> {
    let refuse = in_language::<Refused>(&headers);
    let failed = |error| refuse(Refused::from(error));
    let store = &app.hall.store;
    let (person, _) =
        store.account(&name).await.map_err(failed)?.ok_or_else(|| refuse(refusal::NO_SUCH_PLAYER.into()))?;
    let mut ratings: Vec<GameRating> = Vec::new();
    for rated in store.ratings(&person.id).await.map_err(failed)? {
        let rounded = rated.rating.rating.round() as u32;
        if ratings.last().is_none_or(|last| last.game != rated.kind) {
            ratings.push(GameRating { game: rated.kind, rating: 0, deviation: 0, games: 0, curve: Vec::new() });
        }
        if let Some(last) = ratings.last_mut() {
            last.rating = rounded;
            last.deviation = rated.rating.deviation.round() as u32;
            last.games += 1;
            last.curve.push((rated.at, rounded));
        }
    }
    for GameRating { curve, .. } in &mut ratings {
        let every = curve.len().div_ceil(CURVE).max(1);
        let last = curve.len();
        let mut place = 0;
        curve.retain(|_| {
            place += 1;
            place % every == 0 || place == last
        });
    }
    let [won, drawn, lost] = store.tally(&person.id).await.map_err(failed)?;
    let name = person.name.unwrap_or_default();
    Ok(Json(Profile { name, since: person.since, ratings, won, drawn, lost }))
}

/// The strongest players of a game.
#[utoipa::path(get, path = "/api/leaders/{game}", params(("game" = String, Path)),
    responses((status = 200, body = Leaders), (status = 404, body = RefusedBody)))]
pub async fn leaders(State(app): State<Shared>, headers: HeaderMap, Path(game): Path<String>) -> Answer<Json<Leaders>> {
    let refuse = in_language::<Refused>(&headers);
    if registry::find(&game).is_err() {
        return Err(refuse(refusal::NO_GAME.into()));
    }
    let leaders = app.hall.store.leaders(&game, LEADERS).await.map_err(|error| refuse(error.into()))?;
    let leader = |leader: crate::store::Leader| Leader {
        name: leader.name,
        rating: leader.rating.rating.round() as u32,
        deviation: leader.rating.deviation.round() as u32,
        games: leader.games,
    };
    Ok(Json(Leaders { leaders: leaders.into_iter().map(leader).collect() }))
}
