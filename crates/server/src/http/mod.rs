//! The HTTP API; `docs/protocol.md` describes it.

mod account_changes;
mod accounts;
pub mod assets;
pub mod auth;
mod document;
pub mod embedded;
mod games;
mod listener;
mod observe;
mod player_data;
mod players;
mod previews;
mod read_pace;
mod response;
mod reviews;
mod status;
mod tokens;

pub use listener::listen;
pub use observe::RequestId;
pub use read_pace::ReadPace;
pub use response::QueryParams;

use crate::app::App;
use crate::socket;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::{any, get};
use axum::{Json, Router, middleware};
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How large the body of a request may be, in bytes.
pub const MAX_BODY_SIZE: usize = 16 * 1024;

#[derive(OpenApi)]
#[openapi(info(
    title = "Sanban",
    description = "Games between people. docs/protocol.md says more, also about the WebSocket."
))]
struct Document;

/// All routes: the API, the WebSocket and the page.
pub fn router(app: &App) -> Router {
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(accounts::get_me, accounts::create_guest))
        .routes(routes!(accounts::set_settings))
        .routes(routes!(accounts::sign_up))
        .routes(routes!(accounts::log_in, accounts::log_out))
        .routes(routes!(account_changes::change_passphrase))
        .routes(routes!(account_changes::end_sessions))
        .routes(routes!(account_changes::delete_account))
        .routes(routes!(tokens::list_tokens, tokens::create_token))
        .routes(routes!(tokens::revoke_token))
        .routes(routes!(player_data::download_data))
        .routes(routes!(games::lobby))
        .routes(routes!(games::featured))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::pair))
        .routes(routes!(games::get))
        .routes(routes!(games::events))
        .routes(routes!(games::command))
        .routes(routes!(games::record))
        .routes(routes!(games::records))
        .routes(routes!(reviews::start, reviews::get))
        .routes(routes!(players::profile))
        .routes(routes!(players::leaders))
        .routes(routes!(status::health))
        .routes(routes!(status::metrics))
        .split_for_parts();
    let document = Arc::new(document);
    let page = async |State(app), address, request| assets::serve_limited(&app, address, request).await;
    router
        .route("/api/openapi.json", get(move || async move { Json((*document).clone()) }))
        .route("/api/socket", get(socket::open))
        .route("/api/{*rest}", any(response::no_such_address))
        .route("/game/{id}", get(previews::game_document))
        .route("/table/{id}", get(previews::game_document))
        .route("/previews/game/{name}", get(previews::online_game_picture))
        .route("/previews/{name}", get(previews::game_picture))
        .method_not_allowed_fallback(response::wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY_SIZE))
        .layer(middleware::from_fn_with_state(app.clone(), auth::guard))
        .with_state(app.clone())
        .merge(Router::new().fallback(page).with_state(app.clone()))
        .layer(middleware::from_fn_with_state(app.clone(), observe::observe))
}
