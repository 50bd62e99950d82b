//! Guests, accounts and sessions, and a feed of logins and logouts.

use crate::cluster::{Announcer, LinkMessage};
use crate::error::{self, ApiError};
use crate::passphrase::{self, UNUSED_HASH};
use crate::player_address::PlayerAddresses;
use crate::player_name::{name_key, name_skeleton, old_name_key};
use crate::secret;
use crate::store::{Account, ApiToken, Conflict, NewAccount, Player, Store, StoreError, TokenDigest};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::broadcast;

/// How many changes a connection may miss before it is closed.
const MAX_QUEUED_CHANGES: usize = 256;
/// How many API tokens an account may have.
const MAX_API_TOKENS: usize = 10;

/// A change that ends connections, since they know a player from when they were opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum IdentityChange {
    /// The player with this id has signed up or logged in.
    Player { id: String },
    /// The session with this token, or this API token, has ended.
    Session { token: TokenDigest },
    /// All sessions of a player have ended, except one.
    Sessions { player: String, except: Option<TokenDigest> },
    /// Changes at other nodes were missed. Every connection has to check its own session.
    Missed,
}

/// Guests, accounts and sessions.
#[derive(Clone)]
pub struct Identities {
    store: Arc<dyn Store>,
    changes: broadcast::Sender<IdentityChange>,
    addresses: Arc<PlayerAddresses>,
    announcer: Announcer,
}

impl Identities {
    pub fn new(store: Arc<dyn Store>, addresses: Arc<PlayerAddresses>, announcer: Announcer) -> Identities {
        Identities { store, changes: broadcast::Sender::new(MAX_QUEUED_CHANGES), addresses, announcer }
    }

    pub fn subscribe(&self) -> broadcast::Receiver<IdentityChange> {
        self.changes.subscribe()
    }

    fn announce(&self, change: IdentityChange) {
        self.announcer.announce(|| LinkMessage::IdentityChanged { change: change.clone() });
        self.announce_here(change);
    }

    /// Tells the connections at this node.
    pub fn announce_here(&self, change: IdentityChange) {
        // Nobody may be connected.
        let _ = self.changes.send(change);
    }

    /// Notes where a player acts from.
    pub fn note_address(&self, player: &str, address: IpAddr) {
        self.addresses.note(player, address);
    }

    /// Notes where a player acts from who uses another node.
    pub fn note_remote_address(&self, player: &str, address: IpAddr) {
        self.addresses.note_remote(player, address);
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
        let passphrase_hash = passphrase::hash(passphrase).await?;
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
        self.announce(IdentityChange::Player { id: guest.id.clone() });
        Ok((Player { name: Some(name), ..guest }, token))
    }

    /// Checks a passphrase. `None` if there is no such account or the passphrase is wrong.
    pub async fn authenticate(&self, name: &str, passphrase: String) -> Result<Option<Player>, ApiError> {
        let (player, hash) = match self.account(name).await {
            Ok(Account { player, passphrase_hash }) => (Some(player), passphrase_hash),
            Err(error) if error.code() == error::NO_SUCH_PLAYER.id => (None, UNUSED_HASH.to_string()),
            Err(error) => return Err(error),
        };
        let is_right = passphrase::verify(passphrase, hash).await;
        Ok(player.filter(|_| is_right))
    }

    /// Moves a guest's games to an account.
    pub async fn merge_guest(&self, guest: &str, account: &str) -> Result<(), ApiError> {
        self.store.merge_guest(guest, account).await?;
        self.announce(IdentityChange::Player { id: guest.to_string() });
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
        self.announce(IdentityChange::Session { token: digest });
        Ok(())
    }

    pub async fn set_settings(&self, player: &str, settings: &str) -> Result<(), ApiError> {
        Ok(self.store.set_settings(player, settings).await?)
    }

    /// The owner of an API token.
    pub async fn player_by_api_token(&self, token: &str) -> Result<Player, ApiError> {
        if !secret::is_token(token) {
            return Err(error::BAD_TOKEN.into());
        }
        self.store.player_by_api_token(secret::digest(token)).await?.ok_or_else(|| error::BAD_TOKEN.into())
    }

    /// Whether a passphrase is the one of a player's account.
    pub async fn check_passphrase(&self, player: &Player, passphrase: String) -> Result<(), ApiError> {
        let name = player.name.as_deref().ok_or(error::NO_ACCOUNT)?;
        let owner = self.authenticate(name, passphrase).await?.filter(|owner| owner.id == player.id);
        owner.map(|_| ()).ok_or_else(|| error::WRONG_PASSPHRASE.into())
    }

    /// Sets a new passphrase, and ends all sessions but the one with this token.
    pub async fn change_passphrase(&self, player: &str, new: String, token: Option<&str>) -> Result<(), ApiError> {
        self.store.set_passphrase(player, &passphrase::hash(new).await?).await?;
        self.end_sessions(player, token).await
    }

    /// Ends all sessions of a player except the one with this token. API tokens stay.
    pub async fn end_sessions(&self, player: &str, except: Option<&str>) -> Result<(), ApiError> {
        let except = except.map(secret::digest);
        self.store.remove_tokens(player, except).await?;
        self.announce(IdentityChange::Sessions { player: player.to_string(), except });
        Ok(())
    }

    /// Creates an API token. Returns it with its secret, which isn't stored.
    pub async fn create_api_token(&self, player: &str, label: &str, now: u64) -> Result<(ApiToken, String), ApiError> {
        if self.store.api_tokens(player).await?.len() >= MAX_API_TOKENS {
            return Err(error::TOO_MANY_TOKENS.with(&[&MAX_API_TOKENS]).into());
        }
        let (token, secret) =
            (ApiToken { id: secret::id(), label: label.to_string(), created_at: now }, secret::token());
        self.store.add_api_token(player, &token, secret::digest(&secret)).await?;
        Ok((token, secret))
    }

    pub async fn revoke_api_token(&self, player: &str, id: &str) -> Result<(), ApiError> {
        let digest = self.store.remove_api_token(player, id).await?;
        self.announce(IdentityChange::Session { token: digest });
        Ok(())
    }

    /// Closes an account: its owner becomes anonymous, and all their tokens end.
    pub async fn close_account(&self, player: &str) -> Result<(), ApiError> {
        self.store.close_account(player).await?;
        tracing::info!(player, "closed an account");
        self.announce_closed(player);
        Ok(())
    }

    /// Ends the connections of a closed account.
    pub fn announce_closed(&self, player: &str) {
        self.announce(IdentityChange::Player { id: player.to_string() });
    }
}
