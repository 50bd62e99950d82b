//! Guests, accounts and tokens. Changes that depend on what was read lock the player's row first, and read again after that.

use super::append::or_conflict;
use super::session::OperationError;
use crate::store::{ApiToken, Conflict, Missing, NewAccount, StoreError, TokenDigest};
use sqlx::{Connection, PgConnection};

type Result<T> = std::result::Result<T, OperationError>;

/// Creates a guest with a session.
pub async fn create_guest(connection: &mut PgConnection, id: &str, token: TokenDigest, at: u64) -> Result<()> {
    sqlx::query(
        "WITH player AS (INSERT INTO players (id, created_at) VALUES ($1, $3) RETURNING id)
         INSERT INTO session_tokens (digest, player, created_at) SELECT $2, id, $3 FROM player",
    )
    .bind(id)
    .bind(&token[..])
    .bind(at as i64)
    .execute(connection)
    .await
    .map_err(or_conflict(Conflict::Account))?;
    Ok(())
}

/// Turns a guest into an account.
pub async fn create_account(connection: &mut PgConnection, guest: &str, account: &NewAccount) -> Result<()> {
    let mut transaction = connection.begin().await?;
    // One account at a time of those that look alike. There is no unique index, since very old names may.
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind(&account.skeleton)
        .execute(&mut *transaction)
        .await?;
    let updated = sqlx::query(
        "UPDATE players SET name = $1, name_key = $2, skeleton = $3, passphrase_hash = $4
         WHERE id = $5 AND name IS NULL AND name_key IS NULL AND merged_into IS NULL
         AND NOT EXISTS (SELECT 1 FROM players WHERE skeleton = $3)",
    )
    .bind(&account.name)
    .bind(&account.name_key)
    .bind(&account.skeleton)
    .bind(&account.passphrase_hash)
    .bind(guest)
    .execute(&mut *transaction)
    .await
    .map_err(or_conflict(Conflict::Account))?;
    if updated.rows_affected() == 0 {
        return Err(StoreError::Conflict(Conflict::Account).into());
    }
    Ok(transaction.commit().await?)
}

/// Moves the games of a guest to an account, and removes the guest's tokens.
pub async fn merge_guest(connection: &mut PgConnection, guest: &str, account: &str) -> Result<()> {
    let mut transaction = connection.begin().await?;
    // Waits for appends to the guest's games. Later ones see the account.
    let merged = sqlx::query("UPDATE players SET merged_into = $2 WHERE id = $1 AND name IS NULL AND name_key IS NULL")
        .bind(guest)
        .bind(account)
        .execute(&mut *transaction)
        .await?;
    if merged.rows_affected() == 0 {
        return Ok(());
    }
    for sql in [
        "UPDATE games SET first_player = $2 WHERE first_player = $1",
        "UPDATE games SET second_player = $2 WHERE second_player = $1",
    ] {
        sqlx::query(sql).bind(guest).bind(account).execute(&mut *transaction).await?;
    }
    sqlx::query("DELETE FROM session_tokens WHERE player = $1").bind(guest).execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}

/// Adds a session token. A closed account gets none, also if it is closed at the same time.
pub async fn add_token(connection: &mut PgConnection, player: &str, token: TokenDigest, at: u64) -> Result<()> {
    let added = sqlx::query(
        "INSERT INTO session_tokens (digest, player, created_at)
         SELECT $1, id, $3 FROM players WHERE id = $2 AND (name IS NOT NULL OR name_key IS NULL) FOR SHARE",
    )
    .bind(&token[..])
    .bind(player)
    .bind(at as i64)
    .execute(connection)
    .await?;
    if added.rows_affected() == 0 {
        return Err(StoreError::NotFound(Missing::Player).into());
    }
    Ok(())
}

/// Adds an API token to an account, which is a bot from now on.
pub async fn add_api_token(
    connection: &mut PgConnection,
    player: &str,
    token: &ApiToken,
    digest: TokenDigest,
) -> Result<()> {
    let mut transaction = connection.begin().await?;
    let marked = sqlx::query("UPDATE players SET is_bot = true WHERE id = $1 AND name IS NOT NULL")
        .bind(player)
        .execute(&mut *transaction)
        .await?;
    if marked.rows_affected() == 0 {
        return Err(StoreError::NotFound(Missing::Player).into());
    }
    sqlx::query("INSERT INTO api_tokens (digest, id, player, label, created_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(&digest[..])
        .bind(&token.id)
        .bind(player)
        .bind(&token.label)
        .bind(token.created_at as i64)
        .execute(&mut *transaction)
        .await?;
    Ok(transaction.commit().await?)
}

/// Removes an API token, and returns its digest.
pub async fn remove_api_token(connection: &mut PgConnection, player: &str, id: &str) -> Result<TokenDigest> {
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT FROM players WHERE id = $1 FOR UPDATE").bind(player).execute(&mut *transaction).await?;
    let deleted: Option<(Vec<u8>,)> =
        sqlx::query_as("DELETE FROM api_tokens WHERE player = $1 AND id = $2 RETURNING digest")
            .bind(player)
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?;
    let digest = deleted.and_then(|(digest,)| digest.try_into().ok()).ok_or(StoreError::NotFound(Missing::Token))?;
    sqlx::query("UPDATE players SET is_bot = EXISTS (SELECT 1 FROM api_tokens WHERE player = $1) WHERE id = $1")
        .bind(player)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(digest)
}

/// Makes the owner of an account anonymous, and removes their tokens.
pub async fn close_account(connection: &mut PgConnection, player: &str) -> Result<()> {
    let mut transaction = connection.begin().await?;
    for sql in [
        // The forms that must be unique stay, so that nobody else takes the name.
        "UPDATE players SET name = NULL, passphrase_hash = NULL, settings = '{}', is_bot = false WHERE id = $1",
        "DELETE FROM session_tokens WHERE player = $1",
        "DELETE FROM api_tokens WHERE player = $1",
    ] {
        sqlx::query(sql).bind(player).execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}
