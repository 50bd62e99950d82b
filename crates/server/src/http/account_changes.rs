//! Changing the passphrase, logging out everywhere, and deleting an account.

use super::accounts::{Headers, SessionRequest};
use super::auth::LoggedInAccount;
use super::response::{ErrorBody, JsonBody};
use crate::error::{self, ApiError};
use crate::game::Games;
use crate::identity::Identities;
use crate::passphrase;
use crate::store::Player;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

/// The current passphrase and the next.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PassphraseChange {
    pub current: String,
    #[schema(min_length = 8, max_length = 200)]
    pub new: String,
}

/// The passphrase of the account to delete.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountDeletion {
    pub passphrase: String,
}

/// Changes the passphrase, and ends all other sessions.
#[utoipa::path(put, path = "/api/account/passphrase", request_body = PassphraseChange,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn change_passphrase(
    State(identities): State<Identities>,
    request: SessionRequest,
    LoggedInAccount(player): LoggedInAccount,
    JsonBody(change): JsonBody<PassphraseChange>,
) -> Result<StatusCode, ApiError> {
    passphrase::check_new(&change.new, player.name.as_deref().unwrap_or_default())?;
    check_passphrase(&identities, &request, &player, change.current).await?;
    identities.change_passphrase(&player.id, change.new, request.token().as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Logs out everywhere, here too. API tokens stay valid.
#[utoipa::path(delete, path = "/api/sessions",
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn end_sessions(
    State(identities): State<Identities>,
    request: SessionRequest,
    LoggedInAccount(player): LoggedInAccount,
) -> Result<(StatusCode, Headers), ApiError> {
    identities.end_sessions(&player.id, None).await?;
    Ok((StatusCode::NO_CONTENT, request.set_token(None)))
}

/// Deletes the account. Unfinished games are resigned or cancelled, and all games stay without the name.
#[utoipa::path(post, path = "/api/account/deletion", request_body = AccountDeletion,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn delete_account(
    State(identities): State<Identities>,
    State(games): State<Games>,
    request: SessionRequest,
    LoggedInAccount(player): LoggedInAccount,
    JsonBody(deletion): JsonBody<AccountDeletion>,
) -> Result<(StatusCode, Headers), ApiError> {
    check_passphrase(&identities, &request, &player, deletion.passphrase).await?;
    games.end_unfinished(&player).await?;
    identities.close_account(&player.id).await?;
    games.refresh_players(vec![player.id]);
    Ok((StatusCode::NO_CONTENT, request.set_token(None)))
}

/// Checks the passphrase of an account like a login: attempts are limited, and wrong ones are counted.
async fn check_passphrase(
    identities: &Identities,
    request: &SessionRequest,
    player: &Player,
    passphrase: String,
) -> Result<(), ApiError> {
    request.check_login_limit()?;
    let result = identities.check_passphrase(player, passphrase).await;
    if result.as_ref().is_err_and(|error| error.code() == error::WRONG_PASSPHRASE.id) {
        request.count_failed_login();
    }
    result
}
