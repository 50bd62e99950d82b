//! How old stores become new ones. The list only grows: a store that has gone through a step is never taken through another
//! version of it.

use sqlx::{Connection, SqliteConnection};

/// The steps, the oldest first.
pub const STEPS: &[&str] = &[include_str!("../../migrations/0001.sql")];

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
    const DIGESTS: &[&str] = &["5f08f2175a87bb5f"];

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
            for _ in 0..2 {
                migrate(&mut connection).await.unwrap();
            }
            let tables: Vec<String> =
                sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                    .fetch_all(&mut connection)
                    .await
                    .unwrap();
            assert_eq!(tables, ["alive", "events", "games", "players", "ratings", "secrets"]);
        }
    }

    #[tokio::test]
    async fn a_store_of_a_newer_program_is_left_alone() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::raw_sql("PRAGMA user_version = 99").execute(&mut connection).await.unwrap();
        assert!(migrate(&mut connection).await.unwrap_err().to_string().contains("newer"));
    }
}
