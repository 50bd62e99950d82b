//! Reading rows. Not derived: SQLite has no unsigned 64-bit integers, and the types belong to the store's trait.

use crate::game::{CommandKey, LogEntry};
use crate::rating::Rating;
use crate::store::json::from_json;
use crate::store::{Account, ApiToken, GameRow, Leader, Player, PlayerRating, RatingPoint};
use crate::time::Uptime;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row};

impl FromRow<'_, SqliteRow> for Player {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Player> {
        Ok(Player {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            settings: row.try_get("settings")?,
            created_at: unsigned(row, "since")?,
            is_bot: row.try_get("bot")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for ApiToken {
    fn from_row(row: &SqliteRow) -> sqlx::Result<ApiToken> {
        Ok(ApiToken { id: row.try_get("id")?, label: row.try_get("label")?, created_at: unsigned(row, "since")? })
    }
}

impl FromRow<'_, SqliteRow> for Account {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Account> {
        Ok(Account { player: Player::from_row(row)?, passphrase_hash: row.try_get("passphrase")? })
    }
}

impl FromRow<'_, SqliteRow> for LogEntry {
    fn from_row(row: &SqliteRow) -> sqlx::Result<LogEntry> {
        let (player, id): (Option<String>, Option<String>) = (row.try_get("player")?, row.try_get("command")?);
        let digest = row.try_get::<Option<i64>, _>("digest")?.map(i64::cast_unsigned);
        Ok(LogEntry {
            number: row.try_get("number")?,
            at: unsigned(row, "at")?,
            command: player.zip(id).map(|(player, id)| CommandKey { player, id, digest }),
            event: from_json(row.try_get("event")?)?,
        })
    }
}

impl FromRow<'_, SqliteRow> for GameRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<GameRow> {
        let people = [row.try_get("first")?, row.try_get("second")?];
        let game = GameRow { summary: from_json(row.try_get("summary")?)?, people };
        Ok(game.with_names([
            (row.try_get("first_name")?, row.try_get("first_bot")?),
            (row.try_get("second_name")?, row.try_get("second_bot")?),
        ]))
    }
}

impl FromRow<'_, SqliteRow> for Rating {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Rating> {
        Ok(Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for PlayerRating {
    fn from_row(row: &SqliteRow) -> sqlx::Result<PlayerRating> {
        Ok(PlayerRating { rating: Rating::from_row(row)?, games: row.try_get("games")? })
    }
}

impl FromRow<'_, SqliteRow> for RatingPoint {
    fn from_row(row: &SqliteRow) -> sqlx::Result<RatingPoint> {
        let (kind, game) = (row.try_get("kind")?, row.try_get("game")?);
        Ok(RatingPoint { kind, game, at: unsigned(row, "at")?, rating: Rating::from_row(row)? })
    }
}

impl FromRow<'_, SqliteRow> for Leader {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Leader> {
        Ok(Leader { name: row.try_get("name")?, rating: Rating::from_row(row)?, games: row.try_get("games")? })
    }
}

impl FromRow<'_, SqliteRow> for Uptime {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Uptime> {
        Ok(Uptime { since: unsigned(row, "since")?, until: unsigned(row, "until")? })
    }
}

fn unsigned(row: &SqliteRow, column: &str) -> sqlx::Result<u64> {
    Ok(row.try_get::<i64, _>(column)?.try_into().unwrap_or_default())
}
