//! Guests, accounts and sessions.

use super::auth::{ClientAddress, CurrentPlayer, LoggedInAccount, MaybePlayer, session_cookie, session_token};
use super::response::{ErrorBody, JsonBody};
use crate::error::{self, ApiError};
use crate::game::Games;
use crate::guest_name::guest_name;
use crate::identity::Identities;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::passphrase;
use crate::player_name::check_name;
use crate::settings::Settings;
use crate::store::Player;
use crate::time::Clock;
use axum::Json;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::header::{HeaderMap, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::AppendHeaders;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::ToSchema;

/// How long an account's settings may be, in bytes of JSON.
const MAX_SETTINGS_SIZE: usize = 4096;

/// The player who asks.
#[derive(Serialize, ToSchema)]
pub struct Me {
    pub id: String,
    /// The account's name; guests have none.
    #[schema(required)]
    pub name: Option<String>,
    pub account: bool,
    /// The generated name of a guest.
    #[schema(required)]
    pub guest: Option<String>,
    /// The account's settings.
    #[schema(value_type = Object)]
    pub settings: Value,
    /// Whether a program plays for the account: it has API tokens.
    pub bot: bool,
}

impl From<Player> for Me {
    fn from(player: Player) -> Me {
        let settings = serde_json::from_str(&player.settings).unwrap_or_default();
        let guest = player.name.is_none().then(|| guest_name(&player.id));
        Me { id: player.id, account: player.name.is_some(), name: player.name, guest, settings, bot: player.is_bot }
    }
}

/// The name and passphrase of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    #[schema(min_length = 2, max_length = 24)]
    pub name: String,
    #[schema(min_length = 8, max_length = 200)]
    pub passphrase: String,
}

pub type Headers = AppendHeaders<Option<(HeaderName, HeaderValue)>>;

/// A request that starts or ends a session: what limits and cookies depend on.
pub struct SessionRequest {
    settings: Arc<Settings>,
    limits: Arc<Limits>,
    metrics: Arc<Metrics>,
    headers: HeaderMap,
    address: IpAddr,
}

impl<S: Send + Sync> FromRequestParts<S> for SessionRequest
where
    Arc<Settings>: FromRef<S>,
    Arc<Limits>: FromRef<S>,
    Arc<Metrics>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, state).await;
        Ok(SessionRequest {
            settings: FromRef::from_ref(state),
            limits: FromRef::from_ref(state),
            metrics: FromRef::from_ref(state),
            headers: parts.headers.clone(),
            address,
        })
    }
}

impl SessionRequest {
    pub fn token(&self) -> Option<String> {
        session_token(&self.headers)
    }

    /// The headers that give the browser a token, or remove it.
    pub fn set_token(&self, token: Option<&str>) -> Headers {
        AppendHeaders(Some((SET_COOKIE, session_cookie(&self.settings, &self.headers, token))))
    }

    fn check_guest_limit(&self) -> Result<(), ApiError> {
        self.limits.check_guest(self.address).map_err(|_| self.limited(error::TOO_MANY_GUESTS))
    }

    pub fn check_login_limit(&self) -> Result<(), ApiError> {
        self.limits.check_login(self.address).map_err(|_| self.limited(error::TOO_MANY_LOGINS))
    }

    /// Counts and logs a wrong passphrase.
    pub fn count_failed_login(&self) {
        self.metrics.failed_logins.inc();
        tracing::info!(address = %self.address, "a login failed");
    }

    fn limited(&self, code: sanban_core::Code) -> ApiError {
        self.metrics.limited_requests.inc();
        code.into()
    }
}

/// The player who asks.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me), (status = 401, body = ErrorBody)))]
pub async fn get_me(CurrentPlayer(player): CurrentPlayer) -> Json<Me> {
    Json(player.into())
}

/// Creates a guest, unless there is a session.
#[utoipa::path(post, path = "/api/me", responses((status = 200, body = Me), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn create_guest(
    State(identities): State<Identities>,
    State(clock): State<Arc<Clock>>,
    request: SessionRequest,
    MaybePlayer(player): MaybePlayer,
) -> Result<(Headers, Json<Me>), ApiError> {
    if let Some(player) = player {
        // Browsers forget cookies that aren't renewed.
        let headers = request.token().map_or(AppendHeaders(None), |token| request.set_token(Some(&token)));
        return Ok((headers, Json(player.into())));
    }
    request.check_guest_limit()?;
    let (guest, token) = identities.create_guest(clock.wall_ms()).await?;
    identities.note_address(&guest.id, request.address);
    Ok((request.set_token(Some(&token)), Json(guest.into())))
}

/// Stores an account's settings.
#[utoipa::path(put, path = "/api/me/settings", request_body(content = Object),
    responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn set_settings(
    State(identities): State<Identities>,
    CurrentPlayer(player): CurrentPlayer,
    JsonBody(settings): JsonBody<Value>,
) -> Result<StatusCode, ApiError> {
    let text = settings.to_string();
    if !settings.is_object() || text.len() > MAX_SETTINGS_SIZE {
        return Err(error::BAD_SETTINGS.with(&[&MAX_SETTINGS_SIZE]).into());
    }
    if player.name.is_none() {
        return Err(error::NO_ACCOUNT.into());
    }
    identities.set_settings(&player.id, &text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Turns the guest who asks into an account. Their games stay theirs.
#[utoipa::path(post, path = "/api/account", request_body = Credentials,
    responses((status = 201, body = Me), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn sign_up(
    State(identities): State<Identities>,
    State(games): State<Games>,
    State(clock): State<Arc<Clock>>,
    request: SessionRequest,
    CurrentPlayer(player): CurrentPlayer,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<(StatusCode, Headers, Json<Me>), ApiError> {
    if player.name.is_some() {
        return Err(error::HAS_ACCOUNT.into());
    }
    let name = check_name(&credentials.name)?;
    passphrase::check_new(&credentials.passphrase, &name)?;
    request.check_login_limit()?;
    let before = request.token();
    let (player, token) =
        identities.sign_up(player, name, credentials.passphrase, before.as_deref(), clock.wall_ms()).await?;
    games.refresh_players(vec![player.id.clone()]);
    Ok((StatusCode::CREATED, request.set_token(Some(&token)), Json(player.into())))
}

/// Logs in to an account. The games of the guest who asks come along.
#[utoipa::path(post, path = "/api/session", request_body = Credentials,
    responses((status = 200, body = Me), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn log_in(
    State(identities): State<Identities>,
    State(games): State<Games>,
    State(clock): State<Arc<Clock>>,
    request: SessionRequest,
    MaybePlayer(before): MaybePlayer,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<(Headers, Json<Me>), ApiError> {
    request.check_login_limit()?;
    if before.as_ref().is_some_and(|player| player.name.is_some()) {
        return Err(error::HAS_ACCOUNT.into());
    }
    passphrase::check_length(&credentials.passphrase)?;
    let Some(player) = identities.authenticate(&credentials.name, credentials.passphrase).await? else {
        request.count_failed_login();
        return Err(error::WRONG_PASSPHRASE.into());
    };
    if let Some(guest) = before {
        identities.merge_guest(&guest.id, &player.id).await?;
        games.refresh_players(vec![guest.id, player.id.clone()]);
    }
    identities.note_address(&player.id, request.address);
    let token = identities.start_session(&player.id, clock.wall_ms()).await?;
    Ok((request.set_token(Some(&token)), Json(player.into())))
}

/// Logs out.
#[utoipa::path(delete, path = "/api/session",
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn log_out(
    State(identities): State<Identities>,
    request: SessionRequest,
    // A guest who logs out could never come back to their games.
    LoggedInAccount(_): LoggedInAccount,
) -> Result<(StatusCode, Headers), ApiError> {
    if let Some(token) = request.token() {
        identities.end_session(&token).await?;
    }
    Ok((StatusCode::NO_CONTENT, request.set_token(None)))
}
