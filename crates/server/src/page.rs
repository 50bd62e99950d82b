//! Answers requests for the page.

use crate::site;
use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};

/// The header by which the page knows that games between people can be played here, and not only served.
const SERVER: &str = "sanban-server";

/// What the page may do: load its own files, run its own modules, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The answer to a request.
pub async fn answer(request: Request<Body>) -> Response<Body> {
    let (method, headers) = (request.method(), request.headers());
    if method != Method::GET && method != Method::HEAD {
        let mut refusal = plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.\n");
        refusal.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return refusal;
    }
    let Some(file) = site::find(request.uri().path()) else {
        return plain(StatusCode::NOT_FOUND, "There is nothing at this address; the page is at /.\n");
    };
    let listed = |header: HeaderName| {
        let values = headers.get_all(header).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).map(str::trim)
    };
    let known = listed(IF_NONE_MATCH).any(|tag| tag == "*" || tag.trim_start_matches("W/") == file.tag);
    let packed = listed(ACCEPT_ENCODING).any(is_gzip);
    let bytes = if packed { file.packed } else { file.bytes };
    let mut answer = Response::builder()
        .status(if known { StatusCode::NOT_MODIFIED } else { StatusCode::OK })
        .header(CONTENT_TYPE, file.kind())
        .header(ETAG, file.tag)
        // Browsers keep files, but ask each time whether there are new ones.
        .header(CACHE_CONTROL, "no-cache")
        .header(VARY, "accept-encoding")
        .header(CONTENT_SECURITY_POLICY, POLICY)
        .header(REFERRER_POLICY, "no-referrer")
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(SERVER, "1");
    if packed && !known {
        answer = answer.header(CONTENT_ENCODING, "gzip");
    }
    if !known {
        answer = answer.header(CONTENT_LENGTH, bytes.len());
    }
    let body = if known || method == Method::HEAD { Body::empty() } else { Body::from(bytes) };
    answer.body(body).expect("headers that are well-formed")
}

/// Whether an encoding that somebody understands is gzip, and not named only to be ruled out.
fn is_gzip(accepted: &str) -> bool {
    let mut parts = accepted.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let ruled_out = parts.filter_map(|part| part.strip_prefix("q=")).any(|weight| weight.parse() == Ok(0.0));
    name.eq_ignore_ascii_case("gzip") && !ruled_out
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut answer = Response::new(Body::from(text));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    answer
}
