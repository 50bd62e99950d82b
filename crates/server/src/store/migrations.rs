//! How old stores become new ones. The list only grows: a store that has gone through a step is never taken through another
//! version of it.

use sqlx::{Connection, SqliteConnection};

/// The steps, the oldest first.
pub const STEPS: &[&str] = &[include_str!("../../migrations/0001.sql"), include_str!("../../migrations/0002.sql")];

/// Refuses a store that has not been through all steps: only a server takes it through them.
pub async fn check(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let done: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await?;
    if usize::try_from(done) == Ok(STEPS.len()) {
        return Ok(());
    }
    let why = format!("it was made by another version of Sanban: step {done}, and this one needs {}", STEPS.len());
    Err(sqlx::Error::Configuration(why.into()))
}

/// Takes a store through the steps that it has not been through yet, each all or not at all.
pub async fn migrate(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let done: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    let done = usize::try_from(done).unwrap_or_default();
    if done > STEPS.len() {
        let why = format!("it was made by a newer Sanban: step {done}, and this one knows {}", STEPS.len());
        return Err(sqlx::Error::Configuration(why.into()));
    }
    for (number, step) in STEPS.iter().enumerate().skip(done) {
        let mut transaction = connection.begin().await?;
        sqlx::raw_sql(*step).execute(&mut *transaction).await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("PRAGMA user_version = {}", number + 1)))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    /// The beginnings of the steps' digests. A line is added with each step, and never changed.
    const DIGESTS: &[&str] = &["5f08f2175a87bb5f", "00854dd47b3148e2"];

    #[test]
    fn steps_that_were_taken_stay_as_they_are() {
        let digests: Vec<String> = STEPS
            .iter()
            .map(|step| Sha256::digest(step.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect())
            .collect();
        assert_eq!(digests, DIGESTS);
    }

    #[tokio::test]
    async fn every_old_store_becomes_a_new_one() {
        for done in 0..=STEPS.len() {
            let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
            for step in &STEPS[..done] {
                sqlx::raw_sql(*step).execute(&mut connection).await.unwrap();
            }
            let version = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {done}"));
            sqlx::raw_sql(version).execute(&mut connection).await.unwrap();
            assert_eq!(check(&mut connection).await.is_ok(), done == STEPS.len());
            for _ in 0..2 {
                migrate(&mut connection).await.unwrap();
            }
            check(&mut connection).await.unwrap();
            let tables: Vec<String> =
                sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                    .fetch_all(&mut connection)
                    .await
                    .unwrap();
            assert_eq!(tables, ["alive", "events", "games", "players", "ratings", "secrets", "standings"]);
        }
    }

    #[tokio::test]
    async fn what_an_old_store_has_is_found_in_the_new_one() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::raw_sql(STEPS[0]).execute(&mut connection).await.unwrap();
        sqlx::raw_sql(
            r#"PRAGMA user_version = 1;
            INSERT INTO games (id, kind, state, open, computer, changed, summary) VALUES
              ('a', 'k', 'over', 1, 0, 9, '{"pace":"5m+3s","begun":7,"result":"1-0"}'),
              ('b', 'k', 'running', 1, 0, 9, '{"pace":"3d","begun":8,"result":null}'),
              ('c', 'k', 'running', 1, 0, 9, '{"pace":"","begun":9,"result":null}');
            INSERT INTO ratings (player, kind, number, at, rating, deviation, volatility, game) VALUES
              ('p', 'k', 1, 0, 1500, 300, 0.06, 'a'), ('p', 'k', 2, 0, 1600, 200, 0.06, 'b'), ('q', 'k', 1, 0, 1400, 300, 0.06, 'a');"#,
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
        let standings: Vec<(String, i64, f64)> =
            sqlx::query_as("SELECT player, games, rating FROM standings ORDER BY player")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        assert_eq!(standings, [("p".into(), 2, 1600.0), ("q".into(), 1, 1400.0)]);
    }

    #[tokio::test]
    async fn a_store_of_a_newer_program_is_left_alone() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::raw_sql("PRAGMA user_version = 99").execute(&mut connection).await.unwrap();
        assert!(migrate(&mut connection).await.unwrap_err().to_string().contains("newer"));
        assert!(check(&mut connection).await.is_err());
    }
}
