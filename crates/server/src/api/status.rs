//! How the server is, for those who run it.

use super::Shared;
use super::answer::{Answer, RefusedBody, in_language};
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::response::IntoResponse;

/// Whether the server can write.
#[utoipa::path(get, path = "/healthz",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 503, body = RefusedBody)))]
pub async fn health(State(app): State<Shared>, headers: HeaderMap) -> Answer<&'static str> {
    app.hall.mark_alive().await.map_err(in_language(&headers))?;
    Ok("ok\n")
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "application/openmetrics-text")))]
pub async fn metrics(State(app): State<Shared>) -> impl IntoResponse {
    const TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, TYPE)], app.hall.metrics.text())
}
