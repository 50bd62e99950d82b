//! Who asks, from where, in which language, and whether they may.

use super::answer::{Refusing, in_language};
use super::{App, Shared};
use crate::limits::network;
use crate::refusal::{self, Refused};
use crate::round::Asker;
use crate::secret;
use crate::store::Person;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, COOKIE, HOST, HeaderMap, ORIGIN, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sanban_core::messages::LANGUAGES;
use std::net::{IpAddr, SocketAddr};

/// The cookie with a browser's secret.
const COOKIE_NAME: &str = "sanban";

/// The language that a request asks to be answered in.
pub fn language(headers: &HeaderMap) -> &'static str {
    let wanted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let begins = |word: &str| LANGUAGES.into_iter().find(|language| word.trim().starts_with(language));
    wanted.split(',').find_map(begins).unwrap_or(LANGUAGES[0])
}

/// The address that a request comes from: behind a proxy, the one that the proxy saw. Of an IPv6 address the network, since
/// whoever has one such address has all of its network.
pub fn address(app: &App, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
    let told = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| app.hall.settings.proxy);
    let last = told.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    network(last.unwrap_or(peer))
}

/// Checks what every request has to pass: limits, and where it comes from if it changes something.
pub async fn check(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let address = address(&app, headers, peer.unwrap_or(IpAddr::from([0, 0, 0, 0])));
    let refuse = in_language::<Refused>(headers);
    if let Err(seconds) = app.limits.request(address) {
        app.hall.metrics.limited.inc();
        let mut answer = refuse(refusal::TOO_MANY_REQUESTS.into()).into_response();
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        return answer;
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if (changes || request.uri().path() == "/api/socket") && is_foreign(headers) {
        return refuse(refusal::WRONG_ORIGIN.into()).into_response();
    }
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let begun = std::time::Instant::now();
    let mut answer = next.run(request).await;
    let took = begun.elapsed().as_millis() as u64;
    tracing::debug!(%method, path, status = answer.status().as_u16(), %address, took, "asked");
    answer.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    answer
}

/// Whether a browser says that another site has made it ask. Programs that are no browsers say nothing.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site".parse().expect("a header's name"))
        && !matches!(site, "same-origin" | "none")
    {
        return true;
    }
    match (headers.get(ORIGIN), text(HOST)) {
        (None, _) => false,
        (Some(origin), Some(host)) => {
            let origin = origin.to_str().unwrap_or("");
            let same = |scheme: &str| origin.strip_prefix(scheme) == Some(host);
            !same("http://") && !same("https://")
        }
        (Some(_), None) => true,
    }
}

/// The secret that a browser has sent.
pub fn secret_of(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, value)| value).filter(|value| secret::is_secret(value))
}

/// The cookie that gives a browser a secret, or takes it away.
pub fn cookie(app: &App, headers: &HeaderMap, secret: Option<&str>) -> HeaderValue {
    let over_tls =
        app.hall.settings.proxy && headers.get("x-forwarded-proto").is_some_and(|scheme| scheme.as_bytes() == b"https");
    let secure = if app.hall.settings.secure || over_tls { "; Secure" } else { "" };
    // Browsers keep cookies for 400 days at most.
    let age = if secret.is_some() { 400 * 24 * 3600 } else { 0 };
    let secret = secret.unwrap_or("");
    let text = format!("{COOKIE_NAME}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    HeaderValue::try_from(text).expect("letters")
}

/// Whoever asks, if the server knows them.
pub struct Somebody(pub Option<Person>);

impl FromRequestParts<Shared> for Somebody {
    type Rejection = Refusing;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Refusing> {
        let Some(secret) = secret_of(&parts.headers) else { return Ok(Somebody(None)) };
        let found = app.hall.store.by_secret(secret::digest(secret)).await;
        found.map(Somebody).map_err(in_language(&parts.headers))
    }
}

impl Somebody {
    /// The name that the server has for them.
    pub fn id(&self) -> Option<&str> {
        self.0.as_ref().map(|person| person.id.as_str())
    }
}

/// Whoever asks; refuses those whom the server does not know.
pub struct Player(pub Person);

impl FromRequestParts<Shared> for Player {
    type Rejection = Refusing;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Refusing> {
        let Somebody(person) = Somebody::from_request_parts(parts, app).await?;
        person.map(Player).ok_or_else(|| in_language(&parts.headers)(refusal::NO_PLAYER))
    }
}

impl From<&Person> for Asker {
    fn from(person: &Person) -> Asker {
        Asker { id: person.id.clone(), account: person.name.is_some() }
    }
}
