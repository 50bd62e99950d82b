//! Error responses, and extractors that reject malformed requests with one of them.

use super::MAX_BODY_SIZE;
use crate::error::{self, ApiError};
use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;
use utoipa::ToSchema;

/// How long the body of a request may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The body of an error response.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    /// For programs. Codes are stable.
    pub code: String,
    /// For people, in their language.
    pub sentence: String,
}

/// Writes an error in a language.
pub fn error_response(error: &ApiError, language: &str) -> Response {
    let body = ErrorBody { code: error.code().into(), sentence: error.sentence(language) };
    let mut response = (error.status(), Json(body)).into_response();
    if let Some(seconds) = error.retry_after() {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

/// The body of a request as JSON.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bad_request = |why: &str| ApiError::from(error::BAD_REQUEST.with(&[&why]));
        let Ok(body) = timeout(BODY_TIMEOUT, Json::<T>::from_request(request, state)).await else {
            return Err(bad_request("the body did not arrive in time"));
        };
        match body {
            Ok(Json(body)) => Ok(JsonBody(body)),
            Err(JsonRejection::BytesRejection(BytesRejection::FailedToBufferBody(failed)))
                if failed.status() == StatusCode::PAYLOAD_TOO_LARGE =>
            {
                Err(error::TOO_LARGE.with(&[&MAX_BODY_SIZE]).into())
            }
            Err(rejection) => Err(bad_request(&rejection.body_text())),
        }
    }
}

/// The query parameters of a request.
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(QueryParams(params)),
            Err(rejection) => Err(error::BAD_REQUEST.with(&[&rejection.body_text()]).into()),
        }
    }
}

/// The one parameter in the path of a request.
pub struct PathParam(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathParam {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(param)) => Ok(PathParam(param)),
            Err(rejection) => Err(error::BAD_REQUEST.with(&[&rejection.body_text()]).into()),
        }
    }
}

pub async fn no_such_address() -> ApiError {
    error::NO_ADDRESS.into()
}

pub async fn wrong_method() -> ApiError {
    error::WRONG_METHOD.into()
}
