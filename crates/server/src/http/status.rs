//! Health and metrics, for those who run the server.

use super::response::ErrorBody;
use crate::bus::Bus;
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::store::Store;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use std::sync::Arc;

/// Whether the server can read and write its store, and whether that is still the one that it opened. A node without the bus still
/// serves the games that it owns.
#[utoipa::path(get, path = "/healthz",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 503, body = ErrorBody)))]
pub async fn health(
    State(store): State<Arc<dyn Store>>,
    State(bus): State<Arc<dyn Bus>>,
) -> Result<&'static str, ApiError> {
    store.check().await?;
    Ok(if *bus.connected().borrow() { "ok\n" } else { "ok, without the bus\n" })
}

/// Metrics for Prometheus.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "application/openmetrics-text")))]
pub async fn metrics(State(metrics): State<Arc<Metrics>>) -> impl IntoResponse {
    const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, OPENMETRICS)], metrics.text())
}
