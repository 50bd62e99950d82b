//! Reading rows. Not derived: PostgreSQL has no unsigned integers, and the types belong to the store's trait.

use crate::game::{CommandKey, LogEntry};
use crate::rating::Rating;
use crate::store::json::from_json;
use crate::store::{Account, ApiToken, GameRow, Leader, Player, PlayerRating, RatingPoint};
use crate::time::Uptime;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};

impl FromRow<'_, PgRow> for Player {
    fn from_row(row: &PgRow) -> sqlx::Result<Player> {
        Ok(Player {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            settings: row.try_get("settings")?,
            created_at: unsigned(row, "created_at")?,
            is_bot: row.try_get("is_bot")?,
        })
    }
}

impl FromRow<'_, PgRow> for ApiToken {
    fn from_row(row: &PgRow) -> sqlx::Result<ApiToken> {
        Ok(ApiToken { id: row.try_get("id")?, label: row.try_get("label")?, created_at: unsigned(row, "created_at")? })
    }
}

impl FromRow<'_, PgRow> for Account {
    fn from_row(row: &PgRow) -> sqlx::Result<Account> {
        Ok(Account { player: Player::from_row(row)?, passphrase_hash: row.try_get("passphrase_hash")? })
    }
}

impl FromRow<'_, PgRow> for LogEntry {
    fn from_row(row: &PgRow) -> sqlx::Result<LogEntry> {
        let (player, id): (Option<String>, Option<String>) = (row.try_get("player")?, row.try_get("command")?);
        let digest = row.try_get::<Option<i64>, _>("digest")?.map(i64::cast_unsigned);
        Ok(LogEntry {
            number: count(row, "number")?,
            at: unsigned(row, "at")?,
            command: player.zip(id).map(|(player, id)| CommandKey { player, id, digest }),
            event: from_json(row.try_get("event")?)?,
        })
    }
}

impl FromRow<'_, PgRow> for GameRow {
    fn from_row(row: &PgRow) -> sqlx::Result<GameRow> {
        let people = [row.try_get("first_player")?, row.try_get("second_player")?];
        let game = GameRow { summary: from_json(row.try_get("summary")?)?, people };
        Ok(game.with_names([
            (row.try_get("first_name")?, row.try_get("first_is_bot")?),
            (row.try_get("second_name")?, row.try_get("second_is_bot")?),
        ]))
    }
}

impl FromRow<'_, PgRow> for Rating {
    fn from_row(row: &PgRow) -> sqlx::Result<Rating> {
        Ok(Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        })
    }
}

impl FromRow<'_, PgRow> for PlayerRating {
    fn from_row(row: &PgRow) -> sqlx::Result<PlayerRating> {
        Ok(PlayerRating { rating: Rating::from_row(row)?, games: count(row, "games")? })
    }
}

impl FromRow<'_, PgRow> for RatingPoint {
    fn from_row(row: &PgRow) -> sqlx::Result<RatingPoint> {
        let (kind, game) = (row.try_get("kind")?, row.try_get("game")?);
        Ok(RatingPoint { kind, game, at: unsigned(row, "at")?, rating: Rating::from_row(row)? })
    }
}

impl FromRow<'_, PgRow> for Leader {
    fn from_row(row: &PgRow) -> sqlx::Result<Leader> {
        Ok(Leader { name: row.try_get("name")?, rating: Rating::from_row(row)?, games: count(row, "games")? })
    }
}

impl FromRow<'_, PgRow> for Uptime {
    fn from_row(row: &PgRow) -> sqlx::Result<Uptime> {
        Ok(Uptime { since: unsigned(row, "since")?, until: unsigned(row, "until")? })
    }
}

/// A `bigint` that is never negative.
pub fn unsigned(row: &PgRow, column: &str) -> sqlx::Result<u64> {
    Ok(row.try_get::<i64, _>(column)?.try_into().unwrap_or_default())
}

/// An `integer` that is never negative.
fn count(row: &PgRow, column: &str) -> sqlx::Result<u32> {
    Ok(row.try_get::<i32, _>(column)?.try_into().unwrap_or_default())
}
