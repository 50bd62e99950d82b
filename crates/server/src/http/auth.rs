//! Who sends a request, from where and in which language, and whether they may.

use super::response::error_response;
use crate::error::{self, ApiError};
use crate::game::Caller;
use crate::identity::Identities;
use crate::limits::{Limits, network};
use crate::metrics::Metrics;
use crate::secret;
use crate::settings::Settings;
use crate::store::{Player, TokenDigest};
use axum::extract::{ConnectInfo, FromRef, FromRequestParts, Request, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, AUTHORIZATION, CACHE_CONTROL, HOST, HeaderMap, ORIGIN, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use sanban_core::messages::LANGUAGES;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// The cookie that holds the session token.
const SESSION_COOKIE: &str = "sanban";

/// The language of a request's `Accept-Language`.
pub fn language(headers: &HeaderMap) -> &'static str {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let known = |word: &str| LANGUAGES.into_iter().find(|language| word.trim().starts_with(language));
    accepted.split(',').find_map(known).unwrap_or(LANGUAGES[0])
}

/// The address that limits count by. Behind a proxy, it is the one that the proxy saw.
pub struct ClientAddress(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    Arc<Settings>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let settings = Arc::<Settings>::from_ref(state);
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back().filter(|_| settings.proxy);
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
        let address = last.or(peer).unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        Ok(ClientAddress(network(address)))
    }
}

/// The middleware around every request: applies the rate limit, blocks other hosts and sites, and writes errors in the
/// client's language.
pub async fn guard(
    State(limits): State<Arc<Limits>>,
    State(metrics): State<Arc<Metrics>>,
    State(settings): State<Arc<Settings>>,
    ClientAddress(address): ClientAddress,
    request: Request,
    next: Next,
) -> Response {
    let language = language(request.headers());
    if let Err(seconds) = limits.check_request(address) {
        metrics.limited_requests.inc();
        let mut response = error_response(&error::TOO_MANY_REQUESTS.into(), language);
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        return response;
    }
    let is_api = request.uri().path().starts_with("/api/") || request.uri().path() == "/metrics";
    if is_api && let Some(host) = foreign_host(&settings, request.headers()) {
        return error_response(&error::WRONG_HOST.with(&[&host]).into(), language);
    }
    let changes_state = !matches!(*request.method(), Method::GET | Method::HEAD);
    if (changes_state || request.uri().path() == "/api/socket") && is_cross_site(request.headers()) {
        return error_response(&error::WRONG_ORIGIN.into(), language);
    }
    let mut response = next.run(request).await;
    if let Some(error) = response.extensions_mut().remove::<ApiError>() {
        response = error_response(&error, language);
    }
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response.headers_mut().insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    response
}

/// The host of a request that is not for this server. Programs may leave it out; browsers don't.
fn foreign_host(settings: &Settings, headers: &HeaderMap) -> Option<String> {
    let host = String::from_utf8_lossy(headers.get(HOST)?.as_bytes()).into_owned();
    (!settings.answers_for(&host)).then_some(host)
}

/// Whether a browser says that another site made the request. Other programs say nothing.
fn is_cross_site(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site")
        && !matches!(site, "same-origin" | "none")
    {
        return true;
    }
    match (headers.get(ORIGIN), text(HOST.as_str())) {
        (None, _) => false,
        (Some(origin), Some(host)) => {
            let origin = origin.to_str().unwrap_or("");
            let is_same = |scheme: &str| origin.strip_prefix(scheme) == Some(host);
            !is_same("http://") && !is_same("https://")
        }
        (Some(_), None) => true,
    }
}

/// The session token of a request.
pub fn session_token(headers: &HeaderMap) -> Option<String> {
    let jar = CookieJar::from_headers(headers);
    jar.get(SESSION_COOKIE).map(|cookie| cookie.value().to_string()).filter(|token| secret::is_token(token))
}

/// The API token of a request, as `Authorization: Bearer TOKEN`.
fn api_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

pub fn has_api_token(headers: &HeaderMap) -> bool {
    api_token(headers).is_some()
}

/// The player of a request, and the digest of the token that says so. An API token counts more than a session. Notes where
/// the player acts from.
pub async fn authenticate(
    headers: &HeaderMap,
    address: IpAddr,
    identities: &Identities,
) -> Result<(Option<Player>, Option<TokenDigest>), ApiError> {
    let (player, token) = if let Some(token) = api_token(headers) {
        (Some(identities.player_by_api_token(token).await?), secret::digest(token))
    } else if let Some(token) = session_token(headers) {
        (identities.player_by_token(&token).await?, secret::digest(&token))
    } else {
        return Ok((None, None));
    };
    if let Some(player) = &player {
        identities.note_address(&player.id, address);
    }
    Ok((player, Some(token)))
}

/// The cookie that gives a browser its session token, or removes it.
pub fn session_cookie(settings: &Settings, headers: &HeaderMap, token: Option<&str>) -> HeaderValue {
    let is_forwarded_over_tls =
        settings.proxy && headers.get("x-forwarded-proto").is_some_and(|scheme| scheme.as_bytes() == b"https");
    let mut cookie = Cookie::new(SESSION_COOKIE, token.unwrap_or("").to_string());
    cookie.set_path("/");
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(settings.secure || is_forwarded_over_tls);
    if token.is_some() {
        // Browsers keep it for 400 days at most. Every visit renews it.
        cookie.make_permanent();
    } else {
        cookie.make_removal();
    }
    HeaderValue::try_from(cookie.to_string()).expect("tokens are letters")
}

/// The player who sends a request, if they have a session.
pub struct MaybePlayer(pub Option<Player>);

impl<S: Send + Sync> FromRequestParts<S> for MaybePlayer
where
    Arc<Settings>: FromRef<S>,
    Identities: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, state).await;
        let (player, _) = authenticate(&parts.headers, address, &Identities::from_ref(state)).await?;
        Ok(MaybePlayer(player))
    }
}

impl MaybePlayer {
    pub fn id(&self) -> Option<&str> {
        self.0.as_ref().map(|player| player.id.as_str())
    }
}

/// The player who sends a request. Rejects requests without a session.
pub struct CurrentPlayer(pub Player);

impl<S: Send + Sync> FromRequestParts<S> for CurrentPlayer
where
    Arc<Settings>: FromRef<S>,
    Identities: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let MaybePlayer(player) = MaybePlayer::from_request_parts(parts, state).await?;
        player.map(CurrentPlayer).ok_or_else(|| error::NO_PLAYER.into())
    }
}

/// The owner of an account who has logged in with the passphrase. API tokens can't manage the account.
pub struct LoggedInAccount(pub Player);

impl<S: Send + Sync> FromRequestParts<S> for LoggedInAccount
where
    Arc<Settings>: FromRef<S>,
    Identities: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if has_api_token(&parts.headers) {
            return Err(error::NEEDS_SESSION.into());
        }
        let CurrentPlayer(player) = CurrentPlayer::from_request_parts(parts, state).await?;
        if player.name.is_none() {
            return Err(error::NO_ACCOUNT.into());
        }
        Ok(LoggedInAccount(player))
    }
}

impl From<&Player> for Caller {
    fn from(player: &Player) -> Caller {
        Caller { id: player.id.clone(), has_account: player.name.is_some() }
    }
}
