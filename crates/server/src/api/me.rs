//! Guests and accounts.

use super::Shared;
use super::answer::{Answer, Body, RefusedBody, in_language};
use super::asking::{Player, Somebody, address, cookie, secret_of};
use crate::hall::Changed;
use crate::refusal::{self, Refused};
use crate::secret;
use crate::store::Person;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::header::{HeaderMap, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::AppendHeaders;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::SocketAddr;
use utoipa::ToSchema;

const NAME: std::ops::RangeInclusive<usize> = 2..=24;
const PASSPHRASE: std::ops::RangeInclusive<usize> = 8..=200;
const SETTINGS: usize = 4096;

/// Who you are.
#[derive(Serialize, ToSchema)]
pub struct Me {
    pub id: String,
    /// The name of the account, if there is one.
    pub name: Option<String>,
    pub account: bool,
    /// What you keep here.
    #[schema(value_type = Object)]
    pub settings: Value,
}

impl From<Person> for Me {
    fn from(person: Person) -> Me {
        let settings = serde_json::from_str(&person.settings).unwrap_or_default();
        Me { id: person.id, account: person.name.is_some(), name: person.name, settings }
    }
}

/// What an account is made of.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    #[schema(min_length = 2, max_length = 24)]
    pub name: String,
    #[schema(min_length = 8, max_length = 200)]
    pub passphrase: String,
}

type Headers = AppendHeaders<Option<(axum::http::HeaderName, HeaderValue)>>;

/// Who you are, if anybody.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me), (status = 401, body = RefusedBody)))]
pub async fn look(Player(person): Player) -> Json<Me> {
    Json(person.into())
}

/// Makes you a guest, unless you are somebody already.
#[utoipa::path(post, path = "/api/me", responses((status = 200, body = Me), (status = 429, body = RefusedBody)))]
pub async fn be(
    State(app): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Somebody(person): Somebody,
) -> Answer<(Headers, Json<Me>)> {
    if let Some(person) = person {
        // Browsers forget cookies that are not given anew.
        let again = secret_of(&headers).map(|secret| (SET_COOKIE, cookie(&app, &headers, Some(secret))));
        return Ok((AppendHeaders(again), Json(person.into())));
    }
    app.limits.guest(address(&app, &headers, peer.ip())).map_err(|_| {
        app.hall.metrics.limited.inc();
        in_language(&headers)(refusal::TOO_MANY_GUESTS)
    })?;
    let given = secret::secret();
    let at = app.hall.now().wall;
    let guest = app.hall.store.add_guest(&secret::id(), secret::digest(&given), at).await;
    let guest = guest.map_err(in_language(&headers))?;
    Ok((AppendHeaders(Some((SET_COOKIE, cookie(&app, &headers, Some(&given))))), Json(guest.into())))
}

/// Keeps an object for your account.
#[utoipa::path(put, path = "/api/me/settings", request_body(content = Object),
    responses((status = 204), (status = 400, body = RefusedBody), (status = 401, body = RefusedBody), (status = 403, body = RefusedBody)))]
pub async fn keep_settings(
    State(app): State<Shared>,
    headers: HeaderMap,
    Player(person): Player,
    Body(settings): Body<Value>,
) -> Answer<StatusCode> {
    let refuse = in_language::<Refused>(&headers);
    let text = settings.to_string();
    if !settings.is_object() || text.len() > SETTINGS {
        return Err(refuse(refusal::BAD_SETTINGS.with(&[&SETTINGS]).into()));
    }
    if person.name.is_none() {
        return Err(refuse(refusal::NO_ACCOUNT.into()));
    }
    app.hall.store.keep_settings(&person.id, &text).await.map_err(|error| refuse(error.into()))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives you an account. Your games stay yours.
#[utoipa::path(post, path = "/api/account", request_body = Credentials,
    responses((status = 201, body = Me), (status = 400, body = RefusedBody), (status = 401, body = RefusedBody), (status = 409, body = RefusedBody),
        (status = 429, body = RefusedBody)))]
pub async fn sign_up(
    State(app): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Player(person): Player,
    Body(credentials): Body<Credentials>,
) -> Answer<(StatusCode, Headers, Json<Me>)> {
    let refuse = in_language::<Refused>(&headers);
    let failed = |error| refuse(Refused::from(error));
    if person.name.is_some() {
        return Err(refuse(refusal::HAS_ACCOUNT.into()));
    }
    let name = checked_name(&credentials.name).map_err(&refuse)?;
    check_passphrase(&credentials.passphrase).map_err(&refuse)?;
    throttle(&app, &headers, peer).map_err(&refuse)?;
    let hash = hashed(credentials.passphrase).await.map_err(&refuse)?;
    let store = &app.hall.store;
    let made = store.make_account(&person.id, &name, &hash).await.map_err(failed)?;
    if !made {
        return Err(refuse(refusal::NAME_TAKEN.with(&[&name]).into()));
    }
    tracing::info!(player = person.id, "an account is made");
    // Whoever had the guest's secret has no part in the account.
    let given = secret::secret();
    store.add_secret(&person.id, secret::digest(&given), app.hall.now().wall).await.map_err(failed)?;
    if let Some(before) = secret_of(&headers) {
        store.drop_secret(secret::digest(before)).await.map_err(failed)?;
    }
    app.hall.renew(&person.id, &person.id);
    let given = AppendHeaders(Some((SET_COOKIE, cookie(&app, &headers, Some(&given)))));
    Ok((StatusCode::CREATED, given, Json(Person { name: Some(name), ..person }.into())))
}

/// Logs you in to your account. The games that you had as a guest come along.
#[utoipa::path(post, path = "/api/session", request_body = Credentials,
    responses((status = 200, body = Me), (status = 400, body = RefusedBody), (status = 403, body = RefusedBody), (status = 409, body = RefusedBody),
        (status = 429, body = RefusedBody)))]
pub async fn log_in(
    State(app): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Somebody(before): Somebody,
    Body(credentials): Body<Credentials>,
) -> Answer<(Headers, Json<Me>)> {
    let refuse = in_language::<Refused>(&headers);
    let failed = |error| refuse(Refused::from(error));
    throttle(&app, &headers, peer).map_err(&refuse)?;
    if before.as_ref().is_some_and(|person| person.name.is_some()) {
        return Err(refuse(refusal::HAS_ACCOUNT.into()));
    }
    check_passphrase(&credentials.passphrase).map_err(&refuse)?;
    let store = &app.hall.store;
    let found = store.account(credentials.name.trim()).await.map_err(failed)?;
    // An account that is not there takes as long as a passphrase that is wrong.
    let (person, hash) = match found {
        Some((person, hash)) => (Some(person), hash),
        None => (None, NOBODY.to_string()),
    };
    let right = is_right(credentials.passphrase, hash).await;
    let Some(person) = person.filter(|_| right) else {
        tracing::info!(address = %address(&app, &headers, peer.ip()), "a log-in has failed");
        return Err(refuse(refusal::WRONG_PASSPHRASE.into()));
    };
    if let Some(guest) = before {
        store.merge(&guest.id, &person.id).await.map_err(failed)?;
        app.hall.renew(&guest.id, &person.id);
    }
    let given = secret::secret();
    store.add_secret(&person.id, secret::digest(&given), app.hall.now().wall).await.map_err(failed)?;
    Ok((AppendHeaders(Some((SET_COOKIE, cookie(&app, &headers, Some(&given))))), Json(person.into())))
}

/// Logs you out.
#[utoipa::path(delete, path = "/api/session",
    responses((status = 204), (status = 401, body = RefusedBody), (status = 403, body = RefusedBody)))]
pub async fn log_out(
    State(app): State<Shared>,
    headers: HeaderMap,
    Player(person): Player,
) -> Answer<(StatusCode, Headers)> {
    // A guest has nothing but the secret: without it the games would be nobody's.
    if person.name.is_none() {
        return Err(in_language(&headers)(refusal::NO_ACCOUNT));
    }
    if let Some(secret) = secret_of(&headers) {
        let digest = secret::digest(secret);
        app.hall.store.drop_secret(digest).await.map_err(in_language(&headers))?;
        app.hall.has_changed(Changed::Secret(digest));
    }
    Ok((StatusCode::NO_CONTENT, AppendHeaders(Some((SET_COOKIE, cookie(&app, &headers, None))))))
}

fn throttle(app: &Shared, headers: &HeaderMap, peer: SocketAddr) -> Result<(), Refused> {
    let address = address(app, headers, peer.ip());
    app.limits.login(address).map_err(|_| {
        app.hall.metrics.limited.inc();
        refusal::TOO_MANY_LOGINS.into()
    })
}

/// A name as it is kept.
fn checked_name(name: &str) -> Result<String, Refused> {
    let name = name.trim();
    let length = NAME.contains(&name.chars().count());
    let ends = name.starts_with(char::is_alphanumeric) && name.ends_with(char::is_alphanumeric);
    let known = name.chars().all(|c| c.is_alphanumeric() || " .-_".contains(c)) && !name.contains("  ");
    // What an address of a list means by itself is no name.
    if length && ends && known && name != "me" {
        Ok(name.to_string())
    } else {
        Err(refusal::BAD_NAME.with(&[NAME.start(), NAME.end()]).into())
    }
}

fn check_passphrase(passphrase: &str) -> Result<(), Refused> {
    let fits = PASSPHRASE.contains(&passphrase.chars().count());
    fits.then_some(()).ok_or_else(|| refusal::BAD_PASSPHRASE.with(&[PASSPHRASE.start(), PASSPHRASE.end()]).into())
}

/// What a passphrase is compared with where there is no account: no passphrase fits it.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FuYmFuIGhhcyBubyBz$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

fn argon() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19 * 1024, 2, 1, None).expect("sound parameters"))
}

async fn hashed(passphrase: String) -> Result<String, Refused> {
    let hash = move || argon().hash_password(passphrase.as_bytes()).map(|hash| hash.to_string());
    let hash = tokio::task::spawn_blocking(hash).await.map_err(|_| Refused::from(refusal::TOO_BUSY))?;
    hash.map_err(|_| refusal::TOO_BUSY.into())
}

async fn is_right(passphrase: String, hash: String) -> bool {
    let verify = move || {
        let hash = PasswordHash::new(&hash).ok()?;
        argon().verify_password(passphrase.as_bytes(), &hash).ok()
    };
    tokio::task::spawn_blocking(verify).await.ok().flatten().is_some()
}
