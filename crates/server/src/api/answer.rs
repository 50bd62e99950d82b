//! Refusals as answers, and requests that are read with a sentence for what is wrong with them.

use super::BODY;
use super::asking::language;
use crate::refusal::{self, Refused};
use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, RETRY_AFTER};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;
use utoipa::ToSchema;

/// How long the body of a request may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// A refusal as it is sent.
#[derive(Serialize, ToSchema)]
pub struct RefusedBody {
    /// For programs; it stays the same.
    pub code: String,
    /// For people, in their language.
    pub sentence: String,
}

/// A refusal with the language of whoever asked.
pub struct Refusing(pub Refused, pub &'static str);

/// What an answer is, if it is not refused.
pub type Answer<T> = Result<T, Refusing>;

impl IntoResponse for Refusing {
    fn into_response(self) -> Response {
        let Refusing(refused, language) = self;
        let body = RefusedBody { code: refused.code().into(), sentence: refused.sentence(language) };
        let mut answer = (refused.status(), Json(body)).into_response();
        if let Some(seconds) = refused.retry_after() {
            answer.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        answer
    }
}

/// Refuses in the language of a request.
pub fn in_language<E: Into<Refused>>(headers: &HeaderMap) -> impl Fn(E) -> Refusing + use<E> {
    let language = language(headers);
    move |refused| Refusing(refused.into(), language)
}

/// The body of a request as JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusing;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusing> {
        let language = language(request.headers());
        let Ok(read) = timeout(PATIENCE, Json::<T>::from_request(request, state)).await else {
            return Err(Refusing(refusal::BAD_REQUEST.with(&[&"the body did not come in time"]).into(), language));
        };
        match read {
            Ok(Json(body)) => Ok(Body(body)),
            Err(JsonRejection::BytesRejection(BytesRejection::FailedToBufferBody(failed)))
                if failed.status() == StatusCode::PAYLOAD_TOO_LARGE =>
            {
                Err(Refusing(refusal::TOO_LARGE.with(&[&BODY]).into(), language))
            }
            Err(rejection) => Err(Refusing(refusal::BAD_REQUEST.with(&[&rejection.body_text()]).into(), language)),
        }
    }
}

/// What follows the question mark of an address.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Refusing;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusing> {
        let read: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        let wrong = |rejection: QueryRejection| refusal::BAD_REQUEST.with(&[&rejection.body_text()]);
        read.map(|Query(params)| Params(params)).map_err(|rejection| in_language(&parts.headers)(wrong(rejection)))
    }
}

/// There is nothing at the address.
pub async fn nothing_here(headers: HeaderMap) -> Refusing {
    in_language(&headers)(refusal::NO_ADDRESS)
}

/// There is, but not by this method.
pub async fn wrong_method(headers: HeaderMap) -> Refusing {
    in_language(&headers)(refusal::WRONG_METHOD)
}
