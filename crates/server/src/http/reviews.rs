//! Reviews of finished games.

use super::auth::CurrentPlayer;
use super::response::{ErrorBody, PathParam};
use crate::error::{self, ApiError};
use crate::game::{ReviewPhase, ReviewStatus, Reviews};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

/// Starts a review of a finished game: the engine rates every move. A player can have one review running.
#[utoipa::path(post, path = "/api/games/{id}/review", operation_id = "start_review", params(("id" = String, Path)),
    responses((status = 200, body = ReviewStatus), (status = 202, body = ReviewStatus), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn start(
    State(reviews): State<Reviews>,
    CurrentPlayer(player): CurrentPlayer,
    PathParam(id): PathParam,
) -> Result<(StatusCode, Json<ReviewStatus>), ApiError> {
    let status = reviews.start(&id, &player.id).await?;
    let code = if status.state == ReviewPhase::Complete { StatusCode::OK } else { StatusCode::ACCEPTED };
    Ok((code, Json(status)))
}

/// How far the review of a game has come, and the review once it is complete.
#[utoipa::path(get, path = "/api/games/{id}/review", operation_id = "get_review", params(("id" = String, Path)),
    responses((status = 200, body = ReviewStatus), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn get(State(reviews): State<Reviews>, PathParam(id): PathParam) -> Result<Json<ReviewStatus>, ApiError> {
    Ok(Json(reviews.status(&id).ok_or(error::NO_REVIEW)?))
}
