//! Serving the page, and writing it as files.

mod page;

use axum::body::{Body, to_bytes};
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, Method, Request, Response, StatusCode};
use flate2::read::GzDecoder;
use sanban_server::Settings;
use sanban_server::assets;
use sanban_server::embedded::{self, File, PAGE};
use std::io::Read;

/// Sends a request with headers. Returns the response and its body.
fn request(method: Method, path: &str, headers: &[(HeaderName, &str)]) -> (Response<()>, Vec<u8>) {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let request = request.body(Body::empty()).expect("a request");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let (parts, body) = assets::serve(&Settings::default(), request).await.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a body");
        (Response::from_parts(parts, ()), bytes.to_vec())
    })
}

fn get(path: &str, headers: &[(HeaderName, &str)]) -> (Response<()>, Vec<u8>) {
    request(Method::GET, path, headers)
}

fn find(files: &'static [File], path: &str) -> &'static File {
    embedded::find(files, path).expect("a file of the page")
}

fn header(response: &Response<()>, name: HeaderName) -> &str {
    response.headers().get(name).map_or("", |value| value.to_str().expect("text"))
}

#[test]
fn sends_every_file_with_its_content_type() {
    let Some(files) = page::files() else { return };
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/style/base.css", "text/css; charset=utf-8"),
        ("/images/icon.svg", "image/svg+xml"),
        ("/images/icon-192.png", "image/png"),
        ("/wasm/rules_bg.wasm", "application/wasm"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/lib/lit-html.LICENSE", "text/plain; charset=utf-8"),
    ] {
        let (response, body) = get(path, &[]);
        assert_eq!((response.status(), header(&response, CONTENT_TYPE)), (StatusCode::OK, kind), "{path}");
        match kind.starts_with("text/html") {
            true => assert!(body.len() > find(files, path).bytes.len(), "the server adds to the document"),
            false => assert_eq!(body, find(files, path).bytes, "{path}"),
        }
        assert_eq!(header(&response, CONTENT_LENGTH), body.len().to_string(), "{path}");
        assert_eq!(header(&response, X_CONTENT_TYPE_OPTIONS), "nosniff");
        assert_eq!(header(&response, X_FRAME_OPTIONS), "DENY");
    }
}

#[test]
fn compresses_for_clients_that_accept_gzip() {
    let Some(files) = page::files() else { return };
    let (response, body) = get("/main.js", &[(ACCEPT_ENCODING, "br;q=1.0, gzip;q=0.8")]);
    assert_eq!((header(&response, CONTENT_ENCODING), header(&response, VARY)), ("gzip", "accept-encoding"));
    assert_eq!(header(&response, CONTENT_LENGTH), body.len().to_string());
    let mut text = Vec::new();
    GzDecoder::new(&body[..]).read_to_end(&mut text).expect("packed by gzip");
    assert_eq!(text, find(files, "/main.js").bytes);

    for accepted in ["br", "identity", "gzip;q=0", "gzip; q=0.000"] {
        let (response, body) = get("/main.js", &[(ACCEPT_ENCODING, accepted)]);
        assert_eq!(header(&response, CONTENT_ENCODING), "", "{accepted}");
        assert_eq!(body, text);
    }
}

#[test]
fn answers_not_modified_for_known_etags() {
    if page::files().is_none() {
        return;
    }
    let (first, _) = get("/main.js", &[]);
    let tag = header(&first, ETAG).to_string();
    assert!(tag.len() > 4 && tag.starts_with('"') && tag.ends_with('"'));
    assert_eq!(header(&first, CACHE_CONTROL), "no-cache", "browsers revalidate");
    for known in [tag.clone(), format!("\"other\", {tag}"), format!("W/{tag}"), "*".to_string()] {
        let (response, body) = get("/main.js", &[(IF_NONE_MATCH, &known), (ACCEPT_ENCODING, "gzip")]);
        assert_eq!((response.status(), body.len()), (StatusCode::NOT_MODIFIED, 0), "{known}");
        assert_eq!(header(&response, ETAG), tag);
    }
    assert_eq!(get("/main.js", &[(IF_NONE_MATCH, "\"other\"")]).0.status(), StatusCode::OK);
    assert_ne!(header(&get("/index.html", &[]).0, ETAG), tag);
}

#[test]
fn explains_rejected_requests() {
    for path in
        ["/nothing", "/app", "/app/", "/../Cargo.toml", "/wasm/%2e%2e/main.js", "/package.json", "/tests/harness.js"]
    {
        let (response, body) = get(path, &[]);
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(String::from_utf8(body).expect("text").ends_with(".\n"), "{path}");
    }
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
        let (response, body) = request(method, "/", &[]);
        assert_eq!((response.status(), header(&response, ALLOW)), (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD"));
        assert!(String::from_utf8(body).expect("text").ends_with(".\n"));
    }
}

#[test]
fn answers_head_like_get_without_a_body() {
    if page::files().is_none() {
        return;
    }
    for headers in [&[][..], &[(ACCEPT_ENCODING, "gzip")]] {
        let (got, _) = get("/main.js", headers);
        let (head, body) = request(Method::HEAD, "/main.js", headers);
        assert_eq!((head.status(), head.headers()), (got.status(), got.headers()));
        assert!(body.is_empty());
    }
}

#[test]
fn restricts_the_page_by_content_security_policy() {
    if page::files().is_none() {
        return;
    }
    let (response, _) = get("/", &[]);
    let policy = header(&response, CONTENT_SECURITY_POLICY);
    for rule in
        ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "frame-ancestors 'none'"]
    {
        assert!(policy.split("; ").any(|part| part == rule), "{rule} is not in {policy}");
    }
    assert!(!policy.contains("unsafe-inline"));
}

#[test]
fn writes_the_page_as_files() {
    let Some(files) = page::files() else { return };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("site").join("below");
    let _ = std::fs::remove_dir_all(&folder);
    embedded::write(files, &folder).expect("it is written");
    // Writing over existing files works too.
    embedded::write(files, &folder).expect("it is written again");
    for file in files {
        assert_eq!(std::fs::read(folder.join(file.name)).expect("a file"), file.bytes, "{}", file.name);
    }
}

#[test]
fn lists_every_file_in_the_service_worker() {
    let Some(files) = page::files() else { return };
    let worker = std::str::from_utf8(find(files, "/service-worker.js").bytes).expect("text");
    for file in files {
        let read = !file.name.ends_with(".d.ts") && file.name != "service-worker.js";
        assert_eq!(worker.contains(&format!("\"{}\"", file.name)), read, "{}", file.name);
    }
    assert!(files.iter().any(|file| file.name == "wasm/rules.d.ts"), "the type declarations are served");
    assert!(!worker.contains("/* version */") && !worker.contains("/* files */"));
}

#[test]
fn explains_a_missing_page() {
    let Err(missing) = PAGE else { return };
    for (language, word) in [("en", "web page"), ("pt-PT,pt;q=0.9", "página")] {
        let (response, body) = get("/", &[(ACCEPT_LANGUAGE, language)]);
        let html = String::from_utf8(body).expect("text");
        assert_eq!((response.status(), header(&response, CONTENT_TYPE)), (StatusCode::OK, "text/html; charset=utf-8"));
        assert!(
            html.contains(word) && html.contains("rustup target add wasm32-unknown-unknown"),
            "{missing:?}: {html}"
        );
    }
    assert!(request(Method::HEAD, "/", &[]).1.is_empty());
    assert_eq!(get("/main.js", &[]).0.status(), StatusCode::NOT_FOUND);
}
