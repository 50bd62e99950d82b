//! Guests, accounts and sessions, and a feed of logins and logouts.

use crate::error::{self, ApiError};
use crate::player_name::{name_key, name_skeleton, old_name_key};
use crate::secret;
use crate::store::{Account, Conflict, NewAccount, Player, Store, StoreError, TokenDigest};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::ops::RangeInclusive;
use std::sync::Arc;
use tokio::sync::{Semaphore, broadcast};

const PASSPHRASE_LENGTH: RangeInclusive<usize> = 8..=200;
/// How many changes a connection may miss before it is closed.
const MAX_QUEUED_CHANGES: usize = 256;
/// Verified where there is no account, so that it takes as long. No passphrase has this hash.
const UNUSED_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c2FuYmFuIGhhcyBubyBz$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A change that ends connections, since they know a player from when they were opened.
#[derive(Clone, PartialEq, Debug)]
pub enum IdentityChange {
    /// The player with this id has signed up or logged in.
    Player(String),
    /// The session with this token has ended.
    Session(TokenDigest),
}

/// Guests, accounts and sessions.
#[derive(Clone)]
pub struct Identities {
    store: Arc<dyn Store>,
    changes: broadcast::Sender<IdentityChange>,
}

impl Identities {
    pub fn new(store: Arc<dyn Store>) -> Identities {
        Identities { store, changes: broadcast::Sender::new(MAX_QUEUED_CHANGES) }
    }

    pub fn subscribe(&self) -> broadcast::Receiver<IdentityChange> {
        self.changes.subscribe()
    }

    fn announce(&self, change: IdentityChange) {
        // Nobody may be connected.
        let _ = self.changes.send(change);
    }

    /// The player of a session token.
    pub async fn player_by_token(&self, token: &str) -> Result<Option<Player>, ApiError> {
        Ok(self.store.player_by_token(secret::digest(token)).await?)
    }

    pub async fn account(&self, name: &str) -> Result<Account, ApiError> {
        // Old accounts come first, since their names have not been normalised.
        match self.store.account(&old_name_key(name)).await {
            Err(StoreError::NotFound(_)) => Ok(self.store.account(&name_key(name)).await?),
            result => Ok(result?),
        }
    }

    /// Creates a guest. Returns their session token too.
    pub async fn create_guest(&self, now: u64) -> Result<(Player, String), ApiError> {
        let token = secret::token();
        let guest = self.store.create_guest(&secret::id(), secret::digest(&token), now).await?;
        Ok((guest, token))
    }

    /// Turns a guest into an account. Replaces the token `before`, so that nobody else who knows it gets into the account.
    pub async fn sign_up(
        &self,
        guest: Player,
        name: String,
        passphrase: String,
        before: Option<&str>,
        now: u64,
    ) -> Result<(Player, String), ApiError> {
        let passphrase_hash = hash(passphrase).await?;
        let (name_key, skeleton) = (name_key(&name), name_skeleton(&name));
        let account = NewAccount { name: name.clone(), name_key, skeleton, passphrase_hash };
        match self.store.create_account(&guest.id, &account).await {
            Err(StoreError::Conflict(Conflict::Account)) => return Err(error::NAME_TAKEN.with(&[&name]).into()),
            result => result?,
        }
        tracing::info!(player = guest.id, "created an account");
        let token = secret::token();
        self.store.add_token(&guest.id, secret::digest(&token), now).await?;
        if let Some(before) = before {
            self.store.remove_token(secret::digest(before)).await?;
        }
        self.announce(IdentityChange::Player(guest.id.clone()));
        Ok((Player { name: Some(name), ..guest }, token))
    }

    /// Checks a passphrase. `None` if there is no such account or the passphrase is wrong.
    pub async fn authenticate(&self, name: &str, passphrase: String) -> Result<Option<Player>, ApiError> {
        let (player, hash) = match self.account(name).await {
            Ok(Account { player, passphrase_hash }) => (Some(player), passphrase_hash),
            Err(error) if error.code() == error::NO_SUCH_PLAYER.id => (None, UNUSED_HASH.to_string()),
            Err(error) => return Err(error),
        };
        let is_right = verify(passphrase, hash).await;
        Ok(player.filter(|_| is_right))
    }

    /// Moves a guest's games to an account.
    pub async fn merge_guest(&self, guest: &str, account: &str) -> Result<(), ApiError> {
        self.store.merge_guest(guest, account).await?;
        self.announce(IdentityChange::Player(guest.to_string()));
        Ok(())
    }

    /// Starts a session of a player. Returns its token.
    pub async fn start_session(&self, player: &str, now: u64) -> Result<String, ApiError> {
        let token = secret::token();
        self.store.add_token(player, secret::digest(&token), now).await?;
        Ok(token)
    }

    pub async fn end_session(&self, token: &str) -> Result<(), ApiError> {
        let digest = secret::digest(token);
        self.store.remove_token(digest).await?;
        self.announce(IdentityChange::Session(digest));
        Ok(())
    }

    pub async fn set_settings(&self, player: &str, settings: &str) -> Result<(), ApiError> {
        Ok(self.store.set_settings(player, settings).await?)
    }
}

pub fn check_passphrase(passphrase: &str) -> Result<(), ApiError> {
    let fits = PASSPHRASE_LENGTH.contains(&passphrase.chars().count());
    let rejection = || error::BAD_PASSPHRASE.with(&[PASSPHRASE_LENGTH.start(), PASSPHRASE_LENGTH.end()]).into();
    fits.then_some(()).ok_or_else(rejection)
}

/// Bounds the memory of concurrent hashes: each takes 19 MiB.
static HASHING: Semaphore = Semaphore::const_new(2);

fn argon() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19 * 1024, 2, 1, None).expect("sound parameters"))
}

async fn hash(passphrase: String) -> Result<String, ApiError> {
    let permit = HASHING.acquire().await;
    let hash = move || {
        // Held until the end, even if nobody waits for it any more.
        let _permit = permit;
        argon().hash_password(passphrase.as_bytes()).map(|hash| hash.to_string())
    };
    let hash = tokio::task::spawn_blocking(hash).await.map_err(|_| ApiError::from(error::TOO_BUSY))?;
    hash.map_err(|_| error::TOO_BUSY.into())
}

async fn verify(passphrase: String, hash: String) -> bool {
    let permit = HASHING.acquire().await;
    let verify = move || {
        let _permit = permit;
        let hash = PasswordHash::new(&hash).ok()?;
        argon().verify_password(passphrase.as_bytes(), &hash).ok()
    };
    tokio::task::spawn_blocking(verify).await.ok().flatten().is_some()
}
