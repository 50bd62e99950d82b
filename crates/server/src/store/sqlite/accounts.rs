//! Sessions, API tokens and closed accounts.

use super::Sqlite;
use crate::secret;
use crate::store::{ApiToken, Missing, Player, StoreError, StoreResult, TokenDigest};
use sqlx::{FromRow, Row};

impl Sqlite {
    pub(super) async fn write_passphrase(&self, player: &str, hash: &str) -> StoreResult<()> {
        let (player, hash) = (player.to_string(), hash.to_string());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE players SET passphrase = ? WHERE id = ? AND name IS NOT NULL")
                        .bind(hash)
                        .bind(player)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    pub(super) async fn read_sessions(&self, player: &str) -> StoreResult<Vec<u64>> {
        let times: Vec<i64> = sqlx::query_scalar("SELECT since FROM secrets WHERE player = ? ORDER BY since")
            .bind(player)
            .fetch_all(&self.readers)
            .await?;
        Ok(times.into_iter().map(|time| time.try_into().unwrap_or_default()).collect())
    }

    pub(super) async fn delete_tokens(&self, player: &str, except: Option<TokenDigest>) -> StoreResult<()> {
        let player = player.to_string();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM secrets WHERE player = ? AND digest IS NOT ?")
                        .bind(player)
                        .bind(except.map(Vec::from))
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    pub(super) async fn insert_api_token(
        &self,
        player: &str,
        token: &ApiToken,
        digest: TokenDigest,
    ) -> StoreResult<()> {
        let (player, token) = (player.to_string(), token.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT INTO api_tokens (digest, id, player, label, since) VALUES (?, ?, ?, ?, ?)")
                        .bind(&digest[..])
                        .bind(token.id)
                        .bind(&player)
                        .bind(token.label)
                        .bind(token.created_at as i64)
                        .execute(&mut *connection)
                        .await?;
                    sqlx::query("UPDATE players SET bot = 1 WHERE id = ?").bind(player).execute(connection).await?;
                    Ok(())
                })
            })
            .await
    }

    pub(super) async fn read_api_tokens(&self, player: &str) -> StoreResult<Vec<ApiToken>> {
        let tokens = sqlx::query_as("SELECT * FROM api_tokens WHERE player = ? ORDER BY since, id").bind(player);
        Ok(tokens.fetch_all(&self.readers).await?)
    }

    pub(super) async fn delete_api_token(&self, player: &str, id: &str) -> StoreResult<TokenDigest> {
        let (player, id) = (player.to_string(), id.to_string());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let deleted = sqlx::query("DELETE FROM api_tokens WHERE player = ? AND id = ? RETURNING digest")
                        .bind(&player)
                        .bind(id)
                        .fetch_optional(&mut *connection)
                        .await?;
                    let digest = deleted.and_then(|row| row.get::<Vec<u8>, _>("digest").try_into().ok());
                    sqlx::query(
                        "UPDATE players SET bot = EXISTS (SELECT 1 FROM api_tokens WHERE player = ?1) WHERE id = ?1",
                    )
                    .bind(player)
                    .execute(connection)
                    .await?;
                    digest.ok_or(StoreError::NotFound(Missing::Token))
                })
            })
            .await
    }

    pub(super) async fn find_player_by_api_token(&self, digest: TokenDigest) -> StoreResult<Option<Player>> {
        let row = sqlx::query(
            "SELECT players.*, api_tokens.digest FROM api_tokens JOIN players ON players.id = api_tokens.player
             WHERE api_tokens.digest = ?",
        )
        .bind(&digest[..])
        .fetch_optional(&self.readers)
        .await?;
        let row = row.filter(|row| secret::constant_time_eq(row.get("digest"), &digest));
        Ok(row.as_ref().map(Player::from_row).transpose()?)
    }

    pub(super) async fn anonymize(&self, player: &str) -> StoreResult<()> {
        let player = player.to_string();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    for sql in [
                        // The forms that must be unique stay, so that nobody else takes the name.
                        "UPDATE players SET name = NULL, passphrase = NULL, settings = '{}', bot = 0 WHERE id = ?",
                        "DELETE FROM secrets WHERE player = ?",
                        "DELETE FROM api_tokens WHERE player = ?",
                    ] {
                        sqlx::query(sql).bind(&player).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            })
            .await
    }
}
