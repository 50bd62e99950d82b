//! Answers requests for the page.

use crate::site;
use axum::Router;
use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, Method, Request, Response, StatusCode};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// What the page may do: load its own files, run its own modules, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Serves the page until `end` comes to its end. `ready` hears at which address it can be found.
pub async fn serve(
    addresses: &[SocketAddr],
    ready: impl FnOnce(SocketAddr),
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listener = TcpListener::bind(addresses).await?;
    ready(listener.local_addr()?);
    axum::serve(listener, Router::new().fallback(answer)).with_graceful_shutdown(end).await
}

/// The answer to a request.
pub async fn answer(request: Request<Body>) -> Response<Body> {
    let (method, headers) = (request.method(), request.headers());
    if method != Method::GET && method != Method::HEAD {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.\n");
    }
    let Some(file) = site::find(request.uri().path()) else {
        return plain(StatusCode::NOT_FOUND, "There is nothing at this address; the page is at /.\n");
    };
    let has = |header: HeaderName, wanted: &str| {
        let values = headers.get_all(header).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|value| value.split(';').next().unwrap_or("").trim() == wanted)
    };
    let known = has(IF_NONE_MATCH, file.tag);
    let packed = has(ACCEPT_ENCODING, "gzip");
    let mut answer = Response::builder()
        .status(if known { StatusCode::NOT_MODIFIED } else { StatusCode::OK })
        .header(CONTENT_TYPE, file.kind())
        .header(ETAG, file.tag)
        // Browsers keep files, but ask each time whether there are new ones.
        .header(CACHE_CONTROL, "no-cache")
        .header(VARY, "accept-encoding")
        .header(CONTENT_SECURITY_POLICY, POLICY)
        .header(REFERRER_POLICY, "no-referrer")
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff");
    if packed && !known {
        answer = answer.header(CONTENT_ENCODING, "gzip");
    }
    let body = match () {
        () if known || method == Method::HEAD => Body::empty(),
        () if packed => Body::from(file.packed),
        () => Body::from(file.bytes),
    };
    answer.body(body).expect("headers that are well-formed")
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, "text/plain; charset=utf-8".parse().expect("well-formed"));
    let mut answer = Response::new(Body::from(text));
    *answer.status_mut() = status;
    *answer.headers_mut() = headers;
    answer
}
