//! Migrations of the SQLite file. The list only grows: a migration that was released never changes.
//!
//! Not `sqlx::migrate!`: existing files count their migrations in `PRAGMA user_version`, which it does not read.

use crate::player_name::name_skeleton;
use sqlx::{Connection, SqliteConnection};

/// The migrations, the oldest first. `PRAGMA user_version` counts those that a file has been through.
const MIGRATIONS: &[&str] = &[
    include_str!("sql/0001.sql"),
    include_str!("sql/0002.sql"),
    include_str!("sql/0003.sql"),
    include_str!("sql/0004.sql"),
    include_str!("sql/0005.sql"),
    include_str!("sql/0006.sql"),
    include_str!("sql/0007.sql"),
    include_str!("sql/0008.sql"),
];

/// Rejects a file of another version. Only a server migrates files.
pub async fn check(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let done: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await?;
    if usize::try_from(done) == Ok(MIGRATIONS.len()) {
        return Ok(());
    }
    let why =
        format!("it was made by another version of Sanban: version {done}, and this one needs {}", MIGRATIONS.len());
    Err(sqlx::Error::Configuration(why.into()))
}

/// The version to which a file has to be migrated, if it isn't there yet.
pub async fn next_version(connection: &mut SqliteConnection) -> Result<Option<usize>, sqlx::Error> {
    let done: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await?;
    Ok((0..MIGRATIONS.len() as i64).contains(&done).then_some(MIGRATIONS.len()))
}

/// Applies the migrations that are missing, each in a transaction.
pub async fn migrate(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    migrate_to(connection, MIGRATIONS.len()).await?;
    fill_skeletons(connection).await
}

/// Applies the migrations that are missing up to a version.
pub async fn migrate_to(connection: &mut SqliteConnection, version: usize) -> Result<(), sqlx::Error> {
    let done: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    let done = usize::try_from(done).unwrap_or_default();
    if done > MIGRATIONS.len() {
        let why = format!("it was made by a newer Sanban: version {done}, and this one knows {}", MIGRATIONS.len());
        return Err(sqlx::Error::Configuration(why.into()));
    }
    for (number, migration) in (1..=version).zip(MIGRATIONS).skip(done) {
        let mut transaction = connection.begin().await?;
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("PRAGMA user_version = {number}")))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
    }
    if done < version {
        tracing::info!(from = done, to = version, "migrated the database");
    }
    Ok(())
}

/// Stores what the names of old accounts look like, which SQL cannot compute.
async fn fill_skeletons(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let names: Vec<(String, String)> =
        sqlx::query_as("SELECT id, name FROM players WHERE name IS NOT NULL AND skeleton IS NULL")
            .fetch_all(&mut *connection)
            .await?;
    let mut transaction = connection.begin().await?;
    for (id, name) in names {
        sqlx::query("UPDATE players SET skeleton = ? WHERE id = ?")
            .bind(name_skeleton(&name))
            .bind(id)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    /// The beginnings of the migrations' digests. New ones are added; none ever changes.
    const DIGESTS: &[&str] = &[
        "5f08f2175a87bb5f",
        "00854dd47b3148e2",
        "084e26b5c66c5c3c",
        "f705c650b3029552",
        "11aa4483a08f2269",
        "d8d00b573cdbac08",
        "3f9f4f7f870d06b7",
        "d1f9a271ad7e45e3",
    ];

    #[test]
    fn released_migrations_never_change() {
        let digests: Vec<String> = MIGRATIONS
            .iter()
            .map(|migration| {
                Sha256::digest(migration.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
            })
            .collect();
        assert_eq!(digests, DIGESTS);
    }

    #[tokio::test]
    async fn migrates_every_old_version() {
        for done in 0..=MIGRATIONS.len() {
            let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
            for migration in &MIGRATIONS[..done] {
                sqlx::raw_sql(*migration).execute(&mut connection).await.unwrap();
            }
            let version = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {done}"));
            sqlx::raw_sql(version).execute(&mut connection).await.unwrap();
            assert_eq!(check(&mut connection).await.is_ok(), done == MIGRATIONS.len());
            for _ in 0..2 {
                migrate(&mut connection).await.unwrap();
            }
            check(&mut connection).await.unwrap();
            let tables: Vec<String> =
                sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                    .fetch_all(&mut connection)
                    .await
                    .unwrap();
            assert_eq!(
                tables,
                ["alive", "api_tokens", "epoch", "events", "games", "players", "ratings", "secrets", "standings"]
            );
        }
    }

    #[tokio::test]
    async fn keeps_the_data_of_old_versions() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::raw_sql(MIGRATIONS[0]).execute(&mut connection).await.unwrap();
        sqlx::raw_sql(
            r#"PRAGMA user_version = 1;
            INSERT INTO games (id, kind, state, open, computer, changed, summary) VALUES
              ('a', 'k', 'over', 1, 0, 9, '{"pace":"5m+3s","begun":7,"result":"1-0","setUp":true}'),
              ('b', 'k', 'running', 1, 0, 9, '{"pace":"3d","begun":8,"result":null}'),
              ('c', 'k', 'running', 1, 0, 9, '{"pace":"","begun":9,"result":null}');
            INSERT INTO events (game, number, at, event) VALUES
              ('a', 1, 7, '{"type":"created","position":"start"}'), ('b', 1, 8, '{"type":"created"}');
            INSERT INTO ratings (player, kind, number, at, rating, deviation, volatility, game) VALUES
              ('p', 'k', 1, 0, 1500, 300, 0.06, 'a'), ('p', 'k', 2, 0, 1600, 200, 0.06, 'b'), ('q', 'k', 1, 0, 1400, 300, 0.06, 'a');
            INSERT INTO players (id, name, folded, passphrase, since) VALUES
              ('p', 'Ana', 'ana', 'hash', 1), ('q', 'Аna', 'аna', 'hash', 2), ('r', NULL, NULL, NULL, 3);"#,
        )
        .execute(&mut connection)
        .await
        .unwrap();
        migrate(&mut connection).await.unwrap();
        let games: Vec<(String, bool, Option<String>, i64)> =
            sqlx::query_as("SELECT id, live, result, begun FROM games ORDER BY id")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        let (a, b, c) = ("a".into(), "b".into(), "c".into());
        assert_eq!(games, [(a, true, Some("1-0".into()), 7), (b, false, None, 8), (c, false, None, 9)]);
        let deadlines: Vec<Option<i64>> =
            sqlx::query_scalar("SELECT deadline FROM games ORDER BY id").fetch_all(&mut connection).await.unwrap();
        assert_eq!(deadlines, [None, Some(9 + 3 * 86_400_000), None]);
        let standings: Vec<(String, i64, f64)> =
            sqlx::query_as("SELECT player, games, rating FROM standings ORDER BY player")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        assert_eq!(standings, [("p".into(), 2, 1600.0), ("q".into(), 1, 1400.0)]);
        let skeletons: Vec<Option<String>> =
            sqlx::query_scalar("SELECT skeleton FROM players ORDER BY id").fetch_all(&mut connection).await.unwrap();
        assert_eq!(skeletons, [Some("ana".into()), Some("ana".into()), None], "names that look alike stay");
        let positions: Vec<(String, Option<String>)> =
            sqlx::query_as("SELECT id, json_extract(summary, '$.position') FROM games ORDER BY id")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        assert_eq!(positions, [("a".into(), Some("start".into())), ("b".into(), None), ("c".into(), None)]);
    }

    #[tokio::test]
    async fn rejects_files_of_newer_versions() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::raw_sql("PRAGMA user_version = 99").execute(&mut connection).await.unwrap();
        assert!(migrate(&mut connection).await.unwrap_err().to_string().contains("newer"));
        assert!(check(&mut connection).await.is_err());
    }
}
