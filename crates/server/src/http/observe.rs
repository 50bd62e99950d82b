//! What the log and the metrics say about each request, and the id that connects them.

use crate::metrics::Metrics;
use crate::secret;
use crate::settings::Settings;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{HeaderMap, HeaderName};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest request id that a proxy may choose, in bytes.
const MAX_REQUEST_ID_LENGTH: usize = 64;
/// The route of all requests for the page and its files.
const PAGE_ROUTE: &str = "page";

/// The id of a request: in the header `x-request-id` of the response, and in every line that is logged while it is handled.
#[derive(Clone, Debug)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// The id that the proxy chose, if there is one to trust. Otherwise a new one.
    fn of(settings: &Settings, headers: &HeaderMap) -> RequestId {
        let by_proxy = headers.get(REQUEST_ID).filter(|id| settings.proxy && is_request_id(id.as_bytes()));
        RequestId(match by_proxy {
            Some(id) => id.clone(),
            None => HeaderValue::try_from(secret::id()).expect("ids are letters and digits"),
        })
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_str().unwrap_or_default())
    }
}

/// Whether an id can be put into the log as it is.
fn is_request_id(id: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    (1..=MAX_REQUEST_ID_LENGTH).contains(&id.len()) && id.iter().all(is_plain)
}

/// The middleware around all others: gives the request an id, logs it and counts it. Only the template of its route is
/// recorded, since paths contain the ids of private games.
pub async fn observe(
    State(metrics): State<Arc<Metrics>>,
    State(settings): State<Arc<Settings>>,
    mut request: Request,
    next: Next,
) -> Response {
    let id = RequestId::of(&settings, request.headers());
    request.extensions_mut().insert(id.clone());
    let route = request.extensions().get::<MatchedPath>().map_or(PAGE_ROUTE, MatchedPath::as_str).to_string();
    let method = method_name(request.method());
    let span = tracing::info_span!("request", %id, method, route);
    let started = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, elapsed) = (response.status().as_u16(), started.elapsed());
    span.in_scope(|| tracing::debug!(status, ms = elapsed.as_secs_f64() * 1000.0, "answered"));
    metrics.count_request(route, method, status, elapsed);
    response.headers_mut().insert(REQUEST_ID, id.0);
    response
}

/// The name of a method. Clients can invent methods, which must not each become a time series.
fn method_name(method: &Method) -> &'static str {
    let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::PATCH];
    let names = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    known.iter().position(|known| known == method).map_or("other", |place| names[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_request_ids_only_from_a_proxy() {
        let own = Settings::default();
        let proxied = Settings { proxy: true, ..Settings::default() };
        let of = |settings: &Settings, id: &str| {
            let headers = HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_str(id).unwrap())]);
            RequestId::of(settings, &headers).to_string()
        };
        assert_eq!(of(&proxied, "3f2a-7_b.C"), "3f2a-7_b.C");
        assert_ne!(of(&own, "3f2a"), "3f2a");
        for id in ["", "two words", "a=b", "\"", &"x".repeat(65)] {
            assert_ne!(of(&proxied, id), id);
        }
        assert_ne!(of(&own, "x"), of(&own, "x"), "each request has its own");
    }

    #[test]
    fn names_invented_methods_alike() {
        assert_eq!(method_name(&Method::DELETE), "DELETE");
        assert_eq!(method_name(&Method::from_bytes(b"STEAL").unwrap()), "other");
    }
}
