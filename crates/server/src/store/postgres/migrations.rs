//! Migrations of the PostgreSQL schema. The list only grows, and a migration that was released never changes.
//!
//! Migrations only add, so that a node of an older version can run beside a newer one during an update: an older version
//! accepts a newer schema.

use sqlx::{Connection, PgConnection};

/// The migrations, the oldest first. The table `migrations` records those that were applied.
const MIGRATIONS: &[&str] = &[include_str!("sql/0001.sql")];

/// The advisory lock under which nodes migrate, one at a time.
const LOCK_KEY: i64 = 0x0073_616e_6261_6e00;

/// Applies the migrations that are missing, all or none. Nodes that start at once wait for each other.
pub async fn migrate(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::raw_sql("SET LOCAL statement_timeout = '60s'").execute(&mut *transaction).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK_KEY).execute(&mut *transaction).await?;
    // Looked up first, since creating tables takes a privilege that a running node doesn't need.
    let is_new: bool =
        sqlx::query_scalar("SELECT to_regclass('migrations') IS NULL").fetch_one(&mut *transaction).await?;
    if is_new {
        sqlx::raw_sql(
            "CREATE TABLE migrations (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
        )
        .execute(&mut *transaction)
        .await?;
    }
    let done: i32 =
        sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM migrations").fetch_one(&mut *transaction).await?;
    for (version, migration) in (1i32..).zip(MIGRATIONS).skip(usize::try_from(done).unwrap_or_default()) {
        sqlx::raw_sql("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO migrations (version) VALUES ($1)").bind(version).execute(&mut *transaction).await?;
        tracing::info!(version, "migrated the database");
    }
    transaction.commit().await?;
    if done as usize > MIGRATIONS.len() {
        tracing::info!(version = done, known = MIGRATIONS.len(), "the database belongs to a newer version");
    }
    Ok(())
}

/// Whether the schema is there, so that a command can read or change it without migrating it.
pub async fn is_migrated(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let exists: bool =
        sqlx::query_scalar("SELECT to_regclass('migrations') IS NOT NULL").fetch_one(&mut *connection).await?;
    if !exists {
        return Ok(false);
    }
    let done: Option<i32> = sqlx::query_scalar("SELECT max(version) FROM migrations").fetch_one(connection).await?;
    Ok(done.is_some_and(|done| done as usize >= MIGRATIONS.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    /// The beginnings of the migrations' digests. New ones are added; none ever changes.
    const DIGESTS: &[&str] = &["52dfe5f2f4d2d36c"];

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

    /// What a migration does that a node of an older version may not survive.
    fn find_breaking_change(migration: &str) -> Option<String> {
        let lines = migration.lines().map(|line| line.split("--").next().unwrap_or_default());
        let sql = lines.collect::<Vec<_>>().join(" ").to_uppercase();
        let breaks = |statement: &&str| {
            let words: Vec<&str> = statement.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let has = |word| words.contains(&word);
            has("DROP") || has("RENAME") || has("ALTER") && has("TYPE")
        };
        sql.split(';').find(breaks).map(|statement| statement.trim().to_string())
    }

    #[test]
    fn later_migrations_only_add() {
        let found: Vec<_> = MIGRATIONS.iter().skip(1).filter_map(|migration| find_breaking_change(migration)).collect();
        assert_eq!(found, Vec::<String>::new());
        let first = MIGRATIONS[0];
        for breaking in [
            "DROP TABLE games",
            "alter table games\n  drop column fence",
            "ALTER TABLE games RENAME TO matches",
            "ALTER TABLE games RENAME COLUMN fence TO claim",
            "ALTER TABLE events ALTER COLUMN number SET DATA TYPE bigint",
        ] {
            let migration = format!("{first};\n{breaking};\nCREATE TABLE more (id integer)");
            assert!(find_breaking_change(&migration).is_some(), "{breaking}");
        }
        let adding = "-- Nothing is dropped: DROP.\nALTER TABLE games ADD COLUMN drop_count integer; CREATE INDEX types ON games (id)";
        assert_eq!(find_breaking_change(adding), None);
    }
}
