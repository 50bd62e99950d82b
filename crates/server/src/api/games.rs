//! Games: setting them up, looking at them, playing them, reading them.

use super::Shared;
use super::answer::{Answer, Body, Params, RefusedBody, in_language};
use super::asking::{Player, Somebody};
use crate::accept::closes;
use crate::computer;
use crate::desk::Update;
use crate::export::Records;
use crate::hall::Lobby;
use crate::refusal::{self, Refused};
use crate::round::{Asker, Command, Event, Pace, Seated, Setup, Sitter, StateView, Summary, checked};
use crate::secret;
use crate::store::{Listed, Person, Wanted};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::response::IntoResponse;
use futures_util::stream;
use sanban_games::registry;
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// How many games a list has at most.
const MOST: u32 = 100;
/// How long somebody may wait for something to happen.
const LONGEST: u64 = 30;
/// How long the id of a command may be.
pub const COMMAND_ID: usize = 64;

const TEXT: &str = "text/plain; charset=utf-8";

/// A game to be set up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Which game; `sanban games` lists them.
    pub game: String,
    /// What differs from the official rules.
    #[serde(default)]
    pub rules: String,
    /// Where it begins, if not at the start.
    #[serde(default)]
    pub position: Option<String>,
    /// `anyone`, `link`, or a player of the computer.
    #[serde(default = "anyone")]
    pub opponent: String,
    /// Where you sit.
    #[serde(default)]
    pub seat: Side,
    /// `5m+3s`, `3d`, or nothing.
    #[serde(default)]
    pub pace: String,
    #[serde(default)]
    pub pie: bool,
    #[serde(default)]
    pub rated: bool,
    /// A name of your own for this: however often it arrives, one game is set up.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64)]
    pub id: Option<String>,
}

fn anyone() -> String {
    "anyone".into()
}

/// A wish for a seat.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    First,
    Second,
    #[default]
    Toss,
}

/// A game and how it stands.
#[derive(Serialize, ToSchema)]
pub struct Shown {
    pub summary: Summary,
    pub state: StateView,
}

/// A list of games.
#[derive(Serialize, ToSchema)]
pub struct Games {
    pub games: Vec<Summary>,
    /// What to ask for to get more, as `before`.
    pub next: Option<String>,
}

/// Which games are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// Whose games: a name, or `me`.
    pub player: Option<String>,
    /// Which game.
    pub game: Option<String>,
    /// `waiting`, `running` or `over`.
    pub state: Option<String>,
    /// The `next` of the list before.
    pub before: Option<String>,
    /// How many at most, up to 100.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// What is wanted of a game's events.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// Only what comes after this number.
    #[serde(default)]
    pub after: u32,
    /// How many seconds to wait for something, up to 30.
    #[serde(default)]
    pub wait: u64,
}

/// What has happened.
#[derive(Serialize, ToSchema)]
pub struct Updates {
    pub updates: Vec<Update>,
}

/// A command, with a name of its own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    #[schema(min_length = 1, max_length = 64)]
    pub id: String,
    pub command: Command,
}

/// The last update that a command has made.
#[derive(Serialize, ToSchema)]
pub struct Done {
    pub number: u32,
}

/// Who looks for a game, and what is being played.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = Lobby)))]
pub async fn lobby(State(app): State<Shared>) -> Json<Lobby> {
    let lobby = app.hall.lobby();
    let lobby = lobby.borrow().lobby.clone();
    Json(lobby)
}

/// Sets a game up.
#[utoipa::path(post, path = "/api/games", request_body = NewGame,
    responses((status = 201, body = Summary), (status = 400, body = RefusedBody), (status = 401, body = RefusedBody), (status = 403, body = RefusedBody),
        (status = 409, body = RefusedBody), (status = 422, body = RefusedBody)))]
pub async fn create(
    State(app): State<Shared>,
    headers: HeaderMap,
    Player(person): Player,
    Body(new): Body<NewGame>,
) -> Answer<(StatusCode, Json<Summary>)> {
    let made = set_up(&app, &person, new).await.map_err(in_language(&headers))?;
    Ok((StatusCode::CREATED, Json(made)))
}

async fn set_up(app: &Shared, person: &Person, new: NewGame) -> Result<Summary, Refused> {
    if let Some(id) = &new.id {
        check_id(id)?;
        if let Some(game) = app.hall.set_up_by(&person.id, id).await? {
            return Ok(app.hall.look(&game, Some(&person.id), u32::MAX).await?.summary);
        }
    }
    let info = registry::find(&new.game).ok().filter(|info| !info.teaching);
    let info = match info {
        Some(info) => info,
        // The refusal names the games there are.
        None => return Err(unknown_game(&new.game)),
    };
    let computer = match new.opponent.as_str() {
        "anyone" | "link" => None,
        spec => Some(computer::player(spec, info).map(|_| spec.to_string())?),
    };
    let setup = checked(Setup {
        game: new.game,
        rules: new.rules,
        position: new.position,
        pace: new.pace,
        pie: new.pie,
        rated: new.rated,
        open: new.opponent == "anyone",
        seed: secret::seed(),
    })?;
    if setup.rated {
        let refuse = |code: sanban_core::Code| Err(Refused::from(code));
        match () {
            () if computer.is_some() => return refuse(refusal::RATED_NEEDS_PERSON),
            () if person.name.is_none() => return refuse(refusal::RATED_NEEDS_ACCOUNT),
            () if setup.position.is_some() => return refuse(refusal::RATED_NEEDS_START),
            () if !Pace::parse(&setup.pace).is_some_and(Pace::is_ratable) => return refuse(refusal::RATED_NEEDS_TIME),
            () => {}
        }
    }
    app.hall.refuse_too_many_games(&person.id, computer.is_some()).await?;
    let seat: u8 = match new.seat {
        Side::First => 0,
        Side::Second => 1,
        Side::Toss => (setup.seed % 2) as u8,
    };
    let rating = app.hall.store.rating(&person.id, &setup.game).await?;
    let mut seats = [None, None];
    seats[usize::from(seat)] = Some(Seated::person(person.name.clone(), rating.map(|rating| rating.rating)));
    let mut events = vec![Event::Created(setup.into()), Event::Sat { seat, player: Sitter::Person(person.id.clone()) }];
    if let Some(spec) = computer {
        let other = 1 - seat;
        seats[usize::from(other)] = Some(Seated::computer(spec.clone()));
        events.push(Event::Sat { seat: other, player: Sitter::Computer(spec) });
    }
    app.hall.create(events, seats, &person.id, new.id).await
}

fn unknown_game(name: &str) -> Refused {
    let games: Vec<&str> = registry::offered().map(|info| info.id).collect();
    sanban_core::rejection::common::UNKNOWN_GAME.with(&[&name, &games.join(", ")]).into()
}

/// Games, the one that was changed last first.
#[utoipa::path(get, path = "/api/games", params(Filter),
    responses((status = 200, body = Games), (status = 400, body = RefusedBody), (status = 401, body = RefusedBody), (status = 404, body = RefusedBody)))]
pub async fn list(
    State(app): State<Shared>,
    headers: HeaderMap,
    somebody: Somebody,
    Params(filter): Params<Filter>,
) -> Answer<Json<Games>> {
    let refuse = in_language::<Refused>(&headers);
    let limit = filter.limit.unwrap_or(20).clamp(1, MOST);
    let wanted = wanted(&app, &somebody, filter, limit).await.map_err(&refuse)?;
    let listed = app.hall.store.games(&wanted).await.map_err(|error| refuse(error.into()))?;
    let next = listed.last().filter(|_| listed.len() == limit as usize);
    let next = next.map(|Listed { summary, .. }| format!("{}.{}", summary.changed, summary.id));
    let id = somebody.id();
    let games = listed.into_iter().map(|Listed { summary, people }| {
        let yours = people.iter().position(|person| person.is_some() && person.as_deref() == id);
        Summary { yours: yours.map(|seat| seat as u8), ..summary }
    });
    Ok(Json(Games { games: games.collect(), next }))
}

/// What a filter asks of the store. Games by a link are shown only to their players until they are over.
async fn wanted(app: &Shared, somebody: &Somebody, filter: Filter, limit: u32) -> Result<Wanted, Refused> {
    let mine = filter.player.as_deref() == Some("me");
    let player = match filter.player {
        None => None,
        Some(_) if mine => Some(somebody.id().ok_or(Refused::from(refusal::NO_PLAYER))?.to_string()),
        Some(name) => Some(app.hall.store.account(&name).await?.ok_or(Refused::from(refusal::NO_SUCH_PLAYER))?.0.id),
    };
    let kind = match filter.game {
        Some(game) if registry::find(&game).is_err() => return Err(unknown_game(&game)),
        game => game,
    };
    let state = match filter.state.as_deref() {
        None if mine => None,
        None => Some("over".to_string()),
        Some(state @ ("waiting" | "running" | "over")) => Some(state.to_string()),
        Some(state) => return Err(refusal::BAD_REQUEST.with(&[&format!("there is no state {state}")]).into()),
    };
    let listed = matches!(state.as_deref(), Some("waiting" | "running")) && !mine;
    let after = match filter.before {
        None => None,
        Some(text) => {
            let read = text.split_once('.').and_then(|(changed, id)| Some((changed.parse().ok()?, id.to_string())));
            Some(read.ok_or_else(|| Refused::from(refusal::BAD_REQUEST.with(&[&"`before` is no `next` of a list"])))?)
        }
    };
    Ok(Wanted { player, kind, state, listed, after, limit, ..Wanted::default() })
}

/// A game and how it stands.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Shown), (status = 404, body = RefusedBody)))]
pub async fn look(
    State(app): State<Shared>,
    headers: HeaderMap,
    somebody: Somebody,
    Path(id): Path<String>,
) -> Answer<Json<Shown>> {
    let look = app.hall.look(&id, somebody.id(), u32::MAX).await.map_err(in_language(&headers))?;
    Ok(Json(Shown { summary: look.summary, state: look.state }))
}

/// What has happened in a game; waits for something if nothing has.
#[utoipa::path(get, path = "/api/games/{id}/events", params(("id" = String, Path), Since),
    responses((status = 200, body = Updates), (status = 400, body = RefusedBody), (status = 404, body = RefusedBody)))]
pub async fn events(
    State(app): State<Shared>,
    headers: HeaderMap,
    somebody: Somebody,
    Path(id): Path<String>,
    Params(since): Params<Since>,
) -> Answer<Json<Updates>> {
    let refuse = in_language::<Refused>(&headers);
    let mut number = app.hall.number(&id).await.map_err(&refuse)?;
    let mut closing = app.closing.clone();
    let wait = Duration::from_secs(since.wait.min(LONGEST));
    let look = app.hall.look(&id, somebody.id(), since.after).await.map_err(&refuse)?;
    if !look.updates.is_empty() || wait.is_zero() {
        return Ok(Json(Updates { updates: look.updates }));
    }
    tokio::select! {
        _ = number.wait_for(|number| *number > since.after) => {}
        () = closes(&mut closing) => {}
        () = tokio::time::sleep(wait) => {}
    }
    let look = app.hall.look(&id, somebody.id(), since.after).await.map_err(&refuse)?;
    Ok(Json(Updates { updates: look.updates }))
}

/// Asks for something in a game. However often a command of one id arrives, it is applied once.
#[utoipa::path(post, path = "/api/games/{id}/commands", params(("id" = String, Path)), request_body = Order,
    responses((status = 200, body = Done), (status = 400, body = RefusedBody), (status = 401, body = RefusedBody), (status = 403, body = RefusedBody),
        (status = 404, body = RefusedBody), (status = 409, body = RefusedBody), (status = 422, body = RefusedBody), (status = 503, body = RefusedBody)))]
pub async fn command(
    State(app): State<Shared>,
    headers: HeaderMap,
    Player(person): Player,
    Path(game): Path<String>,
    Body(Order { id, command }): Body<Order>,
) -> Answer<Json<Done>> {
    let refuse = in_language::<Refused>(&headers);
    check_id(&id).map_err(&refuse)?;
    let number = app.hall.command(&game, &Asker::from(&person), &id, &command).await.map_err(&refuse)?;
    Ok(Json(Done { number }))
}

/// Whether this can be the id of a command.
pub fn check_id(id: &str) -> Result<(), Refused> {
    let fits = (1..=COMMAND_ID).contains(&id.len());
    fits.then_some(()).ok_or_else(|| refusal::BAD_COMMAND_ID.with(&[&COMMAND_ID]).into())
}

/// The record of a game.
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = RefusedBody)))]
pub async fn record(
    State(app): State<Shared>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer<impl IntoResponse> {
    let record = app.hall.record(&id).await.map_err(in_language(&headers))?;
    Ok(([(CONTENT_TYPE, TEXT)], record))
}

/// The records of all finished games, one after the other.
#[utoipa::path(get, path = "/api/records", params(Filter),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 400, body = RefusedBody), (status = 401, body = RefusedBody),
        (status = 404, body = RefusedBody), (status = 503, body = RefusedBody)))]
pub async fn records(
    State(app): State<Shared>,
    headers: HeaderMap,
    somebody: Somebody,
    Params(filter): Params<Filter>,
) -> Answer<impl IntoResponse> {
    let refuse = in_language::<Refused>(&headers);
    let limit = filter.limit.unwrap_or(u32::MAX).max(1);
    let filter = Filter { state: Some("over".into()), ..filter };
    let wanted = wanted(&app, &somebody, filter, limit).await.map_err(&refuse)?;
    let permit = app.downloads.clone().try_acquire_owned().map_err(|_| refuse(refusal::TOO_BUSY.into()))?;
    let records = Records::new(app.hall.store.clone(), wanted);
    // What has been sent cannot be refused any more: where reading fails, the connection breaks.
    let texts = stream::try_unfold((records, permit), |(mut records, permit)| async move {
        let text = records.next().await.map_err(|refused| io::Error::other(refused.code()))?;
        io::Result::Ok(text.map(|text| (text, (records, permit))))
    });
    Ok(([(CONTENT_TYPE, TEXT)], axum::body::Body::from_stream(texts)))
}
