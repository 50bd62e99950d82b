//! The protocol over HTTP; `docs/protocol.md` tells it in words.

mod answer;
mod asking;
mod games;
mod me;
mod people;
mod socket;
mod status;

pub use asking::language;

use crate::hall::Hall;
use crate::limits::Limits;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::{Json, Router};
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How much may be sent in the body of a request, in bytes.
pub const BODY: usize = 16 * 1024;

/// How many downloads of many records there may be at a time.
pub const DOWNLOADS: usize = 4;

/// What every request may need.
pub struct App {
    pub hall: Arc<Hall>,
    pub limits: Limits,
    /// How many may write many records at a time: that is work.
    pub downloads: Arc<Semaphore>,
    /// Becomes true when the server is about to end.
    pub closing: watch::Receiver<bool>,
}

/// What the answers to requests share.
pub type Shared = Arc<App>;

#[derive(OpenApi)]
#[openapi(info(
    title = "Sanban",
    description = "Games between people. docs/protocol.md tells more, and tells of the WebSocket."
))]
struct Document;

/// All of it.
pub fn router(app: &Shared) -> Router {
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(me::look, me::be))
        .routes(routes!(me::keep_settings))
        .routes(routes!(me::sign_up))
        .routes(routes!(me::log_in, me::log_out))
        .routes(routes!(games::lobby))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::look))
        .routes(routes!(games::events))
        .routes(routes!(games::command))
        .routes(routes!(games::record))
        .routes(routes!(games::records))
        .routes(routes!(people::profile))
        .routes(routes!(people::leaders))
        .routes(routes!(status::health))
        .routes(routes!(status::metrics))
        .split_for_parts();
    let document = Arc::new(document);
    router
        .route("/api/openapi.json", axum::routing::get(move || async move { Json((*document).clone()) }))
        .route("/api/socket", axum::routing::get(socket::open))
        .route("/api/{*rest}", axum::routing::any(answer::nothing_here))
        .method_not_allowed_fallback(answer::wrong_method)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(app.clone(), asking::check))
        .with_state(app.clone())
}
