//! Games: creating, listing, reading and playing them.

use super::auth::{ClientAddress, CurrentPlayer, MaybePlayer};
use super::response::{ErrorBody, JsonBody, PathParam, QueryParams};
use crate::app::{Downloads, Shutdown};
use crate::error::{self, ApiError};
use crate::export::GamePages;
use crate::game::view::{StateView, SummaryView, Update};
use crate::game::{Caller, Command, Games, NewGame, Pairing, Phase, check_command_id, unknown_game};
use crate::identity::Identities;
use crate::limits::Limits;
use crate::lobby::{Lobby, LobbyFeed};
use crate::store::{GameQuery, GameRow, Store};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use futures_util::stream;
use sanban_core::Seat;
use sanban_games::registry;
use serde::{Deserialize, Serialize};
use std::io;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use utoipa::{IntoParams, ToSchema};

/// How many games a list has at most.
const MAX_LIST_LENGTH: u32 = 100;
const DEFAULT_LIST_LENGTH: u32 = 20;
/// How long a request may wait for an event.
const MAX_WAIT_SECONDS: u64 = 30;

const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

/// A game with its state.
#[derive(Serialize, ToSchema)]
pub struct GameView {
    pub summary: SummaryView,
    pub state: StateView,
}

/// A list of games.
#[derive(Serialize, ToSchema)]
pub struct GameList {
    pub games: Vec<SummaryView>,
    /// The value of `before` that gives the next page.
    #[schema(required)]
    pub next: Option<String>,
}

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameFilter {
    /// Whose games: a name, or `me`.
    pub player: Option<String>,
    /// Which game.
    pub game: Option<String>,
    /// `waiting`, `running` or `over`.
    pub state: Option<String>,
    /// The `next` of the page before.
    pub before: Option<String>,
    /// How many at most. A list never has more than 100.
    #[param(minimum = 1, value_type = Option<u64>)]
    pub limit: Option<NonZeroU32>,
}

/// Which events of a game to return.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Only events after this number.
    #[serde(default)]
    pub after: u32,
    /// How many seconds to wait for one, up to 30.
    #[serde(default)]
    pub wait: u64,
}

/// The events of a game.
#[derive(Serialize, ToSchema)]
pub struct Updates {
    pub updates: Vec<Update>,
}

/// A command with its id.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    #[schema(min_length = 1, max_length = 64)]
    pub id: String,
    pub command: Command,
}

/// The number of the last event that a command led to.
#[derive(Serialize, ToSchema)]
pub struct CommandResult {
    pub number: u32,
}

/// Open seeks and running games.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = Lobby)))]
pub async fn lobby(State(lobby): State<LobbyFeed>) -> Json<Lobby> {
    Json(lobby.subscribe().borrow().lobby.clone())
}

/// The running game to watch.
#[derive(Serialize, ToSchema)]
pub struct FeaturedGame {
    #[schema(required)]
    pub game: Option<SummaryView>,
}

/// The running game to watch: that of the strongest players.
#[utoipa::path(get, path = "/api/featured", responses((status = 200, body = FeaturedGame)))]
pub async fn featured(State(lobby): State<LobbyFeed>, State(games): State<Games>) -> Json<FeaturedGame> {
    let version = lobby.subscribe().borrow().clone();
    let game = version.lobby.featured(|id| games.spectators(id)).cloned();
    Json(FeaturedGame { game })
}

/// Creates a game.
#[utoipa::path(post, path = "/api/games", request_body = NewGame,
    responses((status = 201, body = SummaryView), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create(
    State(games): State<Games>,
    CurrentPlayer(player): CurrentPlayer,
    JsonBody(new): JsonBody<NewGame>,
) -> Result<(StatusCode, Json<SummaryView>), ApiError> {
    Ok((StatusCode::CREATED, Json(games.create(&player, new).await?)))
}

/// Joins a matching open game, or creates one.
#[utoipa::path(post, path = "/api/pairings", request_body = Pairing,
    responses((status = 200, body = SummaryView), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn pair(
    State(games): State<Games>,
    CurrentPlayer(player): CurrentPlayer,
    JsonBody(pairing): JsonBody<Pairing>,
) -> Result<Json<SummaryView>, ApiError> {
    Ok(Json(games.pair(&player, pairing).await?))
}

/// Lists games, the one that changed last first.
#[utoipa::path(get, path = "/api/games", params(GameFilter),
    responses((status = 200, body = GameList), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn list(
    State(store): State<Arc<dyn Store>>,
    State(identities): State<Identities>,
    player: MaybePlayer,
    QueryParams(filter): QueryParams<GameFilter>,
) -> Result<Json<GameList>, ApiError> {
    let limit = filter.limit.map_or(DEFAULT_LIST_LENGTH, NonZeroU32::get).min(MAX_LIST_LENGTH);
    let query = game_query(&identities, &player, filter, limit).await?;
    let rows = store.games(&query).await?;
    let last = rows.last().filter(|_| rows.len() == limit as usize);
    let next = last.map(|GameRow { summary, .. }| format!("{}.{}", summary.changed_at, summary.id));
    let id = player.id();
    let view = |GameRow { summary, people }: GameRow| {
        let plays_as = |seat: &Seat| id.is_some() && people[seat.index()].as_deref() == id;
        SummaryView::new(summary, [Seat::FIRST, Seat::SECOND].into_iter().find(plays_as))
    };
    Ok(Json(GameList { games: rows.into_iter().map(view).collect(), next }))
}

/// Turns a filter into a query. Games by a link are listed only for their players until they are over.
async fn game_query(
    identities: &Identities,
    player: &MaybePlayer,
    filter: GameFilter,
    limit: u32,
) -> Result<GameQuery, ApiError> {
    let bad_request = |why: &str| ApiError::from(error::BAD_REQUEST.with(&[&why]));
    let is_mine = filter.player.as_deref() == Some("me");
    let player = match filter.player {
        None => None,
        Some(_) if is_mine => Some(player.id().ok_or(ApiError::from(error::NO_PLAYER))?.to_string()),
        Some(name) => Some(identities.account(&name).await?.player.id),
    };
    let kind = match filter.game {
        Some(game) if registry::find(&game).is_err() => return Err(unknown_game(&game)),
        game => game,
    };
    let phase = match filter.state.as_deref() {
        None if is_mine => None,
        None => Some(Phase::Over),
        Some(name) => Some(Phase::parse(name).ok_or_else(|| bad_request(&format!("unknown state {name}")))?),
    };
    let listed = matches!(phase, Some(Phase::Waiting | Phase::Running)) && !is_mine;
    let after = match filter.before {
        None => None,
        Some(cursor) => {
            let parsed = cursor.split_once('.').and_then(|(time, id)| Some((time.parse().ok()?, id.to_string())));
            Some(parsed.ok_or_else(|| bad_request("`before` must be the `next` of an earlier list"))?)
        }
    };
    Ok(GameQuery { player, kind, phase, listed, after, limit, ..GameQuery::default() })
}

/// A game with its state.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn get(
    State(games): State<Games>,
    player: MaybePlayer,
    PathParam(id): PathParam,
) -> Result<Json<GameView>, ApiError> {
    let snapshot = games.snapshot(&id, player.id(), u32::MAX).await?;
    Ok(Json(GameView { summary: snapshot.summary, state: snapshot.state }))
}

/// The events of a game. Waits for one if there is none.
#[utoipa::path(get, path = "/api/games/{id}/events", params(("id" = String, Path), EventsQuery),
    responses((status = 200, body = Updates), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn events(
    State(games): State<Games>,
    State(Shutdown(shutdown)): State<Shutdown>,
    player: MaybePlayer,
    PathParam(id): PathParam,
    QueryParams(query): QueryParams<EventsQuery>,
) -> Result<Json<Updates>, ApiError> {
    let mut last_event = games.last_event(&id).await?;
    let wait = Duration::from_secs(query.wait.min(MAX_WAIT_SECONDS));
    let updates = games.snapshot(&id, player.id(), query.after).await?.updates;
    if !updates.is_empty() || wait.is_zero() {
        return Ok(Json(Updates { updates }));
    }
    tokio::select! {
        _ = last_event.wait_for(|number| *number > query.after) => {}
        () = shutdown.cancelled() => {}
        () = tokio::time::sleep(wait) => {}
    }
    let updates = games.snapshot(&id, player.id(), query.after).await?.updates;
    Ok(Json(Updates { updates }))
}

/// Applies a command to a game. However often a command with one id arrives, it is applied once.
#[utoipa::path(post, path = "/api/games/{id}/commands", params(("id" = String, Path)), request_body = CommandRequest,
    responses((status = 200, body = CommandResult), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn command(
    State(games): State<Games>,
    CurrentPlayer(player): CurrentPlayer,
    PathParam(game): PathParam,
    JsonBody(CommandRequest { id, command }): JsonBody<CommandRequest>,
) -> Result<Json<CommandResult>, ApiError> {
    check_command_id(&id)?;
    let number = games.command(&game, &Caller::from(&player), &id, &command, Instant::now()).await?;
    Ok(Json(CommandResult { number }))
}

/// The record of a game.
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn record(State(games): State<Games>, PathParam(id): PathParam) -> Result<impl IntoResponse, ApiError> {
    Ok(([(CONTENT_TYPE, PLAIN_TEXT)], games.record(&id).await?))
}

/// The records of all finished games.
#[utoipa::path(get, path = "/api/records", params(GameFilter),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn records(
    State(store): State<Arc<dyn Store>>,
    State(identities): State<Identities>,
    State(Downloads(readers)): State<Downloads>,
    State(limits): State<Arc<Limits>>,
    ClientAddress(address): ClientAddress,
    player: MaybePlayer,
    QueryParams(filter): QueryParams<GameFilter>,
) -> Result<impl IntoResponse, ApiError> {
    let limit = filter.limit.map_or(u32::MAX, NonZeroU32::get);
    let filter = GameFilter { state: Some(Phase::Over.name().into()), ..filter };
    let query = game_query(&identities, &player, filter, limit).await?;
    let guard = limits.acquire_download(address).ok_or(error::TOO_MANY_CONNECTIONS)?;
    let state = (GamePages::new(store, query), readers, guard);
    // The status has been sent already: where reading fails, the connection breaks.
    let records = stream::try_unfold(state, |(mut games, readers, guard)| async move {
        // Held only while reading from the store, and not while the client reads.
        let permit = readers.clone().acquire_owned().await.map_err(io::Error::other)?;
        let text = games.next_record().await.map_err(|error| io::Error::other(error.code()))?;
        drop(permit);
        io::Result::Ok(text.map(|text| (text, (games, readers, guard))))
    });
    Ok(([(CONTENT_TYPE, PLAIN_TEXT)], axum::body::Body::from_stream(records)))
}
