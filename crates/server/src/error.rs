//! The server's error codes, their sentences, and the HTTP status of each.

use crate::log::log_throttled;
use crate::store::{Missing, StoreError};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sanban_core::messages::{Catalogue, LANGUAGES};
use sanban_core::{Code, GameInfo, Rejection};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

sanban_core::codes! {
    illegal NO_PLAYER = "no-player" [];
    illegal WRONG_ORIGIN = "wrong-origin" [];
    illegal WRONG_HOST = "wrong-host" ["host"];
    illegal BAD_TOKEN = "bad-token" [];
    illegal NEEDS_SESSION = "needs-session" [];
    illegal NO_GAME = "no-such-game" [];
    illegal NO_SUCH_PLAYER = "no-such-player" [];
    illegal NO_TOKEN = "no-such-token" [];
    illegal NO_REVIEW = "no-such-review" [];
    illegal NO_ADDRESS = "no-such-address" [];
    malformed WRONG_METHOD = "wrong-method" [];
    malformed BAD_REQUEST = "bad-request" ["why"];
    malformed TOO_LARGE = "too-large" ["most"];
    malformed BAD_PACE = "bad-pace" ["pace"];
    illegal COMMAND_ID_REUSED = "command-id-reused" [];
    malformed BAD_COMMAND_ID = "bad-command-id" ["most"];
    malformed BAD_NAME = "bad-name" ["least", "most"];
    malformed MIXED_SCRIPTS = "mixed-scripts" [];
    malformed BAD_PASSPHRASE = "bad-passphrase" ["least", "most"];
    malformed COMMON_PASSPHRASE = "common-passphrase" [];
    malformed BAD_LABEL = "bad-label" ["most"];
    malformed BAD_SETTINGS = "bad-settings" ["most"];
    malformed BAD_POSITION_OVER = "position-over" [];
    illegal NAME_TAKEN = "name-taken" ["name"];
    illegal HAS_ACCOUNT = "has-account" [];
    illegal NO_ACCOUNT = "no-account" [];
    illegal WRONG_PASSPHRASE = "wrong-passphrase" [];
    illegal RATED_NEEDS_ACCOUNT = "rated-needs-account" [];
    illegal RATED_NEEDS_PERSON = "rated-needs-person" [];
    illegal RATED_NEEDS_START = "rated-needs-start" [];
    illegal RATED_NEEDS_TIME = "rated-needs-time" [];
    illegal TOO_MANY_GAMES = "too-many-games" ["most"];
    illegal TOO_MANY_COMPUTERS = "too-many-computers" ["most"];
    illegal TOO_MANY_SEEKS = "too-many-seeks" ["most"];
    illegal TOO_MANY_SEEKS_AT_ADDRESS = "too-many-seeks-at-address" ["most"];
    illegal TOO_MANY_TOKENS = "too-many-tokens" ["most"];
    illegal TOO_MANY_REQUESTS = "too-many-requests" [];
    illegal TOO_MANY_LOGINS = "too-many-logins" [];
    illegal TOO_MANY_GUESTS = "too-many-guests" [];
    illegal TOO_MANY_CONNECTIONS = "too-many-connections" [];
    illegal TOO_MANY_REVIEWS = "too-many-reviews" [];
    illegal TOO_BUSY = "too-busy" [];
    illegal STORE_FAILED = "store-failed" [];
    illegal STORE_SUPERSEDED = "store-superseded" [];
    illegal NODE_UNREACHABLE = "node-unreachable" [];
    illegal STORE_LOST = "store-lost" [];
    illegal OUTCOME_UNKNOWN = "outcome-unknown" [];
    illegal NOT_A_PLAYER = "not-a-player" [];
    illegal NO_FREE_SEAT = "no-free-seat" [];
    illegal YOUR_OWN_GAME = "your-own-game" [];
    illegal NOT_BEGUN = "not-begun" [];
    illegal NOT_YOUR_TURN = "not-your-turn" [];
    illegal MOVED_ON = "moved-on" ["turns"];
    illegal GAME_OVER = "round-over" [];
    illegal TOO_LONG = "too-long" [];
    illegal NOT_OVER = "round-not-over" [];
    illegal NO_PIE = "no-pie" [];
    illegal NO_OFFER = "no-offer" [];
    illegal OFFERED_ALREADY = "offered-already" [];
    illegal NOTHING_TO_TAKE_BACK = "nothing-to-take-back" [];
    illegal NOT_AWAY = "not-away" [];
    illegal ALREADY_JOINED = "already-joined" [];
    illegal COMPUTER_PLAYS_ON = "computer-plays-on" [];
}

/// The server's sentences.
pub static MESSAGES: Catalogue = sanban_core::catalogue!("../messages");

/// A rejection on its way to the client. The middleware in [`crate::http::auth`] writes the body, since it knows the
/// client's language.
#[derive(Clone, Debug)]
pub enum ApiError {
    Own {
        rejection: Rejection,
        /// The texts of the game that rejects; empty for rejections of the server.
        messages: Catalogue,
    },
    /// Of another node.
    Remote(Arc<RemoteError>),
}

/// A rejection as nodes send it to each other.
#[derive(Debug, Serialize, Deserialize)]
pub struct RemoteError {
    code: String,
    status: u16,
    retry_after: Option<u32>,
    /// By language.
    sentences: BTreeMap<String, String>,
}

impl From<&ApiError> for RemoteError {
    fn from(error: &ApiError) -> RemoteError {
        RemoteError {
            code: error.code().to_string(),
            status: error.status().as_u16(),
            retry_after: error.retry_after(),
            sentences: LANGUAGES.iter().map(|language| (language.to_string(), error.sentence(language))).collect(),
        }
    }
}

impl From<RemoteError> for ApiError {
    fn from(error: RemoteError) -> ApiError {
        ApiError::Remote(error.into())
    }
}

impl ApiError {
    /// Wraps the rejections of a game.
    pub fn by_game(info: &'static GameInfo) -> impl Fn(Rejection) -> ApiError {
        |rejection| ApiError::Own { rejection, messages: info.messages }
    }

    /// The code for programs.
    pub fn code(&self) -> &str {
        match self {
            ApiError::Own { rejection, .. } => rejection.code.id,
            ApiError::Remote(error) => &error.code,
        }
    }

    /// The code, for tests that compare it.
    #[cfg(test)]
    pub fn own_code(&self) -> &'static str {
        match self {
            ApiError::Own { rejection, .. } => rejection.code.id,
            ApiError::Remote(_) => "remote",
        }
    }

    /// The sentence for people.
    pub fn sentence(&self, language: &str) -> String {
        match self {
            ApiError::Own { rejection, messages } => {
                rejection.sentence(&[*messages, MESSAGES, sanban_engine::MESSAGES], language)
            }
            ApiError::Remote(error) => error.sentences.get(language).unwrap_or(&error.code).clone(),
        }
    }

    /// After how many seconds a retry may help.
    pub fn retry_after(&self) -> Option<u32> {
        let rejection = match self {
            ApiError::Own { rejection, .. } => rejection,
            ApiError::Remote(error) => return error.retry_after,
        };
        match self.status() {
            // These limits are per minute.
            StatusCode::TOO_MANY_REQUESTS if [TOO_MANY_LOGINS, TOO_MANY_GUESTS].contains(&rejection.code) => Some(60),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Some(1),
            _ => None,
        }
    }

    /// The HTTP status that fits the code.
    pub fn status(&self) -> StatusCode {
        let rejection = match self {
            ApiError::Own { rejection, .. } => rejection,
            ApiError::Remote(error) => {
                return StatusCode::from_u16(error.status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
            }
        };
        let is = |codes: &[Code]| codes.contains(&rejection.code);
        match () {
            () if is(&[NO_PLAYER, BAD_TOKEN]) => StatusCode::UNAUTHORIZED,
            () if is(&[NO_GAME, NO_SUCH_PLAYER, NO_TOKEN, NO_REVIEW, NO_ADDRESS]) => StatusCode::NOT_FOUND,
            () if is(&[WRONG_HOST]) => StatusCode::MISDIRECTED_REQUEST,
            () if is(&[WRONG_METHOD]) => StatusCode::METHOD_NOT_ALLOWED,
            () if is(&[TOO_LARGE]) => StatusCode::PAYLOAD_TOO_LARGE,
            () if is(&[
                TOO_MANY_REQUESTS,
                TOO_MANY_LOGINS,
                TOO_MANY_GUESTS,
                TOO_MANY_CONNECTIONS,
                TOO_MANY_REVIEWS,
            ]) =>
            {
                StatusCode::TOO_MANY_REQUESTS
            }
            () if is(&[TOO_BUSY, STORE_FAILED, STORE_SUPERSEDED, STORE_LOST, OUTCOME_UNKNOWN, NODE_UNREACHABLE]) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            () if is(&[
                WRONG_ORIGIN,
                NEEDS_SESSION,
                TOO_MANY_TOKENS,
                WRONG_PASSPHRASE,
                NOT_A_PLAYER,
                NO_ACCOUNT,
                RATED_NEEDS_ACCOUNT,
                TOO_MANY_GAMES,
                TOO_MANY_COMPUTERS,
                TOO_MANY_SEEKS,
                TOO_MANY_SEEKS_AT_ADDRESS,
            ]) =>
            {
                StatusCode::FORBIDDEN
            }
            () if rejection.is_malformed() => StatusCode::BAD_REQUEST,
            () if ALL.contains(&rejection.code) => StatusCode::CONFLICT,
            // The rules of a game reject well-formed requests.
            () => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::NotFound(Missing::Game) => NO_GAME.into(),
            StoreError::NotFound(Missing::Player) => NO_SUCH_PLAYER.into(),
            StoreError::NotFound(Missing::Token) => NO_TOKEN.into(),
            StoreError::Superseded => STORE_SUPERSEDED.into(),
            StoreError::FilesLost(_) => STORE_LOST.into(),
            StoreError::UnknownOutcome(_) => OUTCOME_UNKNOWN.into(),
            StoreError::Conflict(_) | StoreError::Unavailable(_) => {
                log_throttled!(error, %error, "the store failed");
                STORE_FAILED.into()
            }
        }
    }
}

impl From<Rejection> for ApiError {
    fn from(rejection: Rejection) -> ApiError {
        ApiError::Own { rejection, messages: Catalogue::EMPTY }
    }
}

impl From<Code> for ApiError {
    fn from(code: Code) -> ApiError {
        code.with(&[]).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_sentence_in_every_language() {
        for language in LANGUAGES {
            let entries = MESSAGES.entries(language);
            let is_code = |key: &str| !key.starts_with("page-") && !key.starts_with("preview-");
            let sentences: Vec<_> = entries.iter().filter(|(key, _)| is_code(key)).collect();
            let keys: Vec<&str> = sentences.iter().map(|(key, _)| *key).collect();
            let ids: Vec<&str> = ALL.iter().map(|code| code.id).collect();
            assert_eq!(keys, ids, "{language}");
            for (code, (_, sentence)) in ALL.iter().zip(sentences) {
                for arg in code.args {
                    assert!(sentence.contains(&format!("{{${arg}}}")), "{language}: {} shows {arg}", code.id);
                }
            }
        }
    }
}
