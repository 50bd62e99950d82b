//! Serves the web page.

use super::auth::{ClientAddress, language};
use super::document::{self, Document};
use super::embedded::{self, MissingPage, PAGE};
use super::previews::{self, Preview};
use crate::app::App;
use crate::settings::Settings;
use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY, RETRY_AFTER, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};

/// The header that tells the page that this is a Sanban server, where people can play each other, and not a plain file host.
const SERVER_HEADER: &str = "sanban-server";

/// The page may load its own files and run its own modules, and nothing else.
const PAGE_CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Answers a request for a file of the page, unless the address asks for too many.
pub async fn serve_limited(app: &App, address: ClientAddress, request: Request<Body>) -> Response<Body> {
    if let Err(seconds) = app.limits.check_file(address.0) {
        app.metrics.limited_requests.inc();
        let mut rejection = plain(StatusCode::TOO_MANY_REQUESTS, "Too many requests. Wait a moment.\n");
        rejection.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        return rejection;
    }
    serve(&app.settings, request).await
}

/// Answers a request for a file of the page, or for the address of one of its pages.
pub async fn serve(settings: &Settings, request: Request<Body>) -> Response<Body> {
    let (method, headers, path) = (request.method(), request.headers(), request.uri().path());
    if method != Method::GET && method != Method::HEAD {
        let mut rejection = plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD work here.\n");
        rejection.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return rejection;
    }
    let file = embedded::find(PAGE.unwrap_or_default(), path).filter(|file| file.name != document::FILE);
    let Some(file) = file else {
        let is_known = matches!(path, "/" | "/index.html") || document::is_page(path);
        let accepts_html = headers.get(ACCEPT).is_some_and(|accepted| accepted.as_bytes().starts_with(b"text/html"));
        let shows_page = is_known || accepts_html && PAGE.is_ok();
        if !shows_page {
            return plain(StatusCode::NOT_FOUND, "There is nothing at this address. The page is at /.\n");
        }
        let mut answer = respond_with_document(settings, &request, &Preview::of_path(path, language(headers)));
        if !is_known && answer.status() == StatusCode::OK {
            // The page says so, too.
            *answer.status_mut() = StatusCode::NOT_FOUND;
        }
        return answer;
    };
    respond(&request, file.content_type(), file.etag, [file.bytes, file.gzip].map(Bytes::from_static))
}

/// Sends the document with the preview of a link, or the notice that this build doesn't include the page.
pub fn respond_with_document(settings: &Settings, request: &Request<Body>, preview: &Preview) -> Response<Body> {
    let headers = request.headers();
    if let Err(missing) = PAGE {
        let mut answer = missing_page(missing, language(headers));
        if request.method() == Method::HEAD {
            *answer.body_mut() = Body::empty();
        }
        return answer;
    }
    let Document { bytes, gzip, etag } = document::document(preview, &previews::origin(settings, headers));
    let mut answer = respond(request, "text/html; charset=utf-8", &etag, [bytes, gzip]);
    answer.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding, accept-language, host"));
    answer
}

/// Sends a file, plain or compressed, unless the browser has it already.
fn respond(request: &Request<Body>, content_type: &str, etag: &str, [plain, gzip]: [Bytes; 2]) -> Response<Body> {
    let listed = |header: HeaderName| {
        let values = request.headers().get_all(header).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).map(str::trim)
    };
    let is_unchanged = listed(IF_NONE_MATCH).any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag);
    let is_compressed = listed(ACCEPT_ENCODING).any(is_gzip);
    let bytes = if is_compressed { gzip } else { plain };
    let mut answer = Response::builder()
        .status(if is_unchanged { StatusCode::NOT_MODIFIED } else { StatusCode::OK })
        .header(CONTENT_TYPE, content_type)
        .header(ETAG, etag)
        // Browsers cache files, but ask each time whether there are newer ones.
        .header(CACHE_CONTROL, "no-cache")
        .header(VARY, "accept-encoding")
        .header(CONTENT_SECURITY_POLICY, PAGE_CSP)
        .header(REFERRER_POLICY, "no-referrer")
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(X_FRAME_OPTIONS, "DENY")
        .header(SERVER_HEADER, "1");
    if is_compressed && !is_unchanged {
        answer = answer.header(CONTENT_ENCODING, "gzip");
    }
    if !is_unchanged {
        answer = answer.header(CONTENT_LENGTH, bytes.len());
    }
    let body = if is_unchanged || request.method() == Method::HEAD { Body::empty() } else { Body::from(bytes) };
    answer.body(body).expect("well-formed headers")
}

/// The stand-in for a page that this build doesn't include: why, and how to get it.
fn missing_page(missing: MissingPage, language: &str) -> Response<Body> {
    let [reason, remedy, rest] = missing.paragraphs(language);
    let html = format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Sanban</title>\n\
         <h1>Sanban</h1>\n<p>{reason}</p>\n<p>{remedy}</p>\n<p>{rest}</p>\n"
    );
    Response::builder()
        .header(CONTENT_TYPE, "text/html; charset=utf-8")
        .header(CACHE_CONTROL, "no-store")
        .header(
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(X_FRAME_OPTIONS, "DENY")
        .body(Body::from(html))
        .expect("well-formed headers")
}

/// Whether an item of `Accept-Encoding` allows gzip.
fn is_gzip(accepted: &str) -> bool {
    let mut parts = accepted.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let is_excluded = parts.filter_map(|part| part.strip_prefix("q=")).any(|weight| weight.parse() == Ok(0.0));
    name.eq_ignore_ascii_case("gzip") && !is_excluded
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut answer = Response::new(Body::from(text));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    answer
}
