//! API tokens, with which programs play for an account.

use super::auth::LoggedInAccount;
use super::response::{ErrorBody, JsonBody, PathParam};
use crate::error::{self, ApiError};
use crate::game::Games;
use crate::identity::Identities;
use crate::store::{ApiToken, Store};
use crate::time::Clock;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

const MAX_LABEL_LENGTH: usize = 40;

/// An API token without its secret.
#[derive(Serialize, ToSchema)]
pub struct TokenView {
    pub id: String,
    pub label: String,
    pub since: u64,
}

impl From<ApiToken> for TokenView {
    fn from(token: ApiToken) -> TokenView {
        TokenView { id: token.id, label: token.label, since: token.created_at }
    }
}

/// The API tokens of an account.
#[derive(Serialize, ToSchema)]
pub struct TokenList {
    pub tokens: Vec<TokenView>,
}

/// A new API token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What you call it.
    #[schema(min_length = 1, max_length = 40)]
    pub label: String,
}

/// An API token with its secret, which is shown only once.
#[derive(Serialize, ToSchema)]
pub struct CreatedToken {
    pub id: String,
    pub label: String,
    pub since: u64,
    /// For the header `Authorization: Bearer TOKEN`.
    pub token: String,
}

/// The account's API tokens.
#[utoipa::path(get, path = "/api/tokens",
    responses((status = 200, body = TokenList), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn list_tokens(
    State(store): State<Arc<dyn Store>>,
    LoggedInAccount(player): LoggedInAccount,
) -> Result<Json<TokenList>, ApiError> {
    let tokens = store.api_tokens(&player.id).await?;
    Ok(Json(TokenList { tokens: tokens.into_iter().map(TokenView::from).collect() }))
}

/// Creates an API token. Others see the account as a bot from now on.
#[utoipa::path(post, path = "/api/tokens", request_body = NewToken,
    responses((status = 201, body = CreatedToken), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn create_token(
    State(identities): State<Identities>,
    State(games): State<Games>,
    State(clock): State<Arc<Clock>>,
    LoggedInAccount(player): LoggedInAccount,
    JsonBody(new): JsonBody<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), ApiError> {
    let label = new.label.trim();
    // Not every store can store NUL.
    if !(1..=MAX_LABEL_LENGTH).contains(&label.chars().count()) || label.contains('\0') {
        return Err(error::BAD_LABEL.with(&[&MAX_LABEL_LENGTH]).into());
    }
    let (ApiToken { id, label, created_at: since }, token) =
        identities.create_api_token(&player.id, label, clock.wall_ms()).await?;
    games.refresh_players(vec![player.id]);
    Ok((StatusCode::CREATED, Json(CreatedToken { id, label, since, token })))
}

/// Revokes an API token. An account without tokens is no bot.
#[utoipa::path(delete, path = "/api/tokens/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn revoke_token(
    State(identities): State<Identities>,
    State(games): State<Games>,
    LoggedInAccount(player): LoggedInAccount,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    identities.revoke_api_token(&player.id, &id).await?;
    games.refresh_players(vec![player.id]);
    Ok(StatusCode::NO_CONTENT)
}
