//! Opening the file: checking it, migrating it with a backup, and explaining why it can't be used.

use super::epoch::Epoch;
use super::{FILE_NAME, execute, migrations, options};
use crate::store::files::{create_folder, create_private, describe, make_private};
use crate::store::{StoreError, StoreResult};
use sqlx::error::DatabaseError;
use sqlx::sqlite::{SqliteError, SqliteJournalMode};
use sqlx::{ConnectOptions, SqliteConnection};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Opens the file in a folder for a server, creates it if it isn't there, and migrates it. From now on, servers that opened
/// it before can't write.
pub async fn open_for_server(folder: &Path) -> StoreResult<(PathBuf, SqliteConnection, Epoch)> {
    create_folder(folder)?;
    let path = folder.join(FILE_NAME);
    let is_new = match create_private(&path) {
        Ok(_) => true,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => false,
        Err(error) => return Err(describe(folder, &error)),
    };
    // SQLite gives a new log the permissions of the database. Old files may have others.
    for suffix in ["", "-wal", "-shm"] {
        make_private(&folder.join(format!("{FILE_NAME}{suffix}")));
    }
    let failed = |error: sqlx::Error| describe_failure(folder, &error);
    let mut connection = options(&path).journal_mode(SqliteJournalMode::Wal).connect().await.map_err(failed)?;
    if !is_new {
        quick_check(&mut connection, folder).await?;
        if let Some(version) = migrations::next_version(&mut connection).await.map_err(failed)? {
            back_up_before(&mut connection, &path, version).await?;
        }
    }
    migrations::migrate(&mut connection).await.map_err(failed)?;
    let epoch = Epoch::begin(&mut connection).await.map_err(failed)?;
    // The epoch has to be in the file itself, so that another file in its place is noticed.
    execute(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await.map_err(failed)?;
    Ok((path, connection, epoch))
}

/// Rejects a damaged file.
async fn quick_check(connection: &mut SqliteConnection, folder: &Path) -> StoreResult<()> {
    let started = Instant::now();
    let result: Result<String, _> = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(connection).await;
    let result = result.map_err(|error| describe_failure(folder, &error))?;
    if result == "ok" {
        tracing::info!(seconds = started.elapsed().as_secs_f64(), "checked the database");
        return Ok(());
    }
    let why = format!("{}: the database is damaged ({result}); restore a backup", folder.display());
    Err(StoreError::Unavailable(why))
}

/// Copies the file before it is migrated to a version. A copy from an earlier attempt stays, since it is older.
async fn back_up_before(connection: &mut SqliteConnection, path: &Path, version: usize) -> StoreResult<()> {
    let target = path.with_file_name(format!("{FILE_NAME}.before-{version}"));
    if target.exists() {
        return Ok(());
    }
    // Under another name until it is complete.
    let partial = path.with_file_name(format!("{FILE_NAME}.before-{version}.partial"));
    let failed = |error: std::io::Error| describe(&target, &error);
    if partial.exists() {
        std::fs::remove_file(&partial).map_err(failed)?;
    }
    copy_to(connection, &partial).await?;
    std::fs::rename(&partial, &target).map_err(failed)?;
    tracing::info!(file = %target.display(), "made a backup before migrating");
    Ok(())
}

/// Copies everything to a new file, which only its owner can read.
pub async fn copy_to(connection: &mut SqliteConnection, file: &Path) -> StoreResult<()> {
    let target = file.to_str();
    let target = target.ok_or_else(|| StoreError::Unavailable(format!("{}: not a file name", file.display())))?;
    create_private(file).map_err(|error| describe(file, &error))?;
    if let Err(error) = sqlx::query("VACUUM INTO ?").bind(target).execute(connection).await {
        // It is incomplete.
        let _ = std::fs::remove_file(file);
        return Err(error.into());
    }
    Ok(())
}

/// Names the folder that can't be used, and says why.
fn describe_failure(folder: &Path, error: &sqlx::Error) -> StoreError {
    const READ_ONLY: i32 = 8;
    let why = match primary_code(error) {
        Some(READ_ONLY) => "the server can't write here".to_string(),
        _ => error.to_string(),
    };
    StoreError::Unavailable(format!("{}: {why}", folder.display()))
}

/// SQLite's primary result code of an error.
pub fn primary_code(error: &sqlx::Error) -> Option<i32> {
    // PostgreSQL's codes can be numbers, too.
    let error = error.as_database_error()?.try_downcast_ref::<SqliteError>()?;
    let code: i32 = error.code()?.parse().ok()?;
    Some(code & 0xff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::{Connection, Executor};
    use std::io::{Seek, SeekFrom, Write};

    #[tokio::test]
    async fn names_the_folder_of_data_that_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let (_, mut connection, _) = open_for_server(folder.path()).await.unwrap();
        connection.execute("PRAGMA query_only = 1").await.unwrap();
        let error = Epoch::begin(&mut connection).await.unwrap_err();
        let why = describe_failure(folder.path(), &error).to_string();
        assert_eq!(why, format!("{}: the server can't write here", folder.path().display()));
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let error = open_for_server(&file).await.unwrap_err();
        assert!(error.to_string().starts_with(file.to_str().unwrap()), "{error}");
    }

    #[tokio::test]
    async fn rejects_damaged_files() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE_NAME), vec![b'x'; 8192]).unwrap();
        let error = open_for_server(folder.path()).await.unwrap_err().to_string();
        assert!(error.starts_with(folder.path().to_str().unwrap()), "{error}");
    }

    #[tokio::test]
    async fn rejects_files_with_damaged_pages() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut connection, _) = open_for_server(folder.path()).await.unwrap();
        let fill = "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT 1000)
            INSERT INTO events (game, number, at, event) SELECT 'a game', number, 0, hex(randomblob(50)) FROM numbers";
        connection.execute(fill).await.unwrap();
        // Of a table that no statement reads when the server starts.
        let (page, page_size): (i64, i64) =
            sqlx::query_as("SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'events'")
                .fetch_one(&mut connection)
                .await
                .unwrap();
        connection.close().await.unwrap();
        drop(open_for_server(folder.path()).await.expect("it is whole"));
        let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        file.seek(SeekFrom::Start(((page - 1) * page_size) as u64)).unwrap();
        file.write_all(&vec![b'x'; page_size as usize]).unwrap();
        let error = open_for_server(folder.path()).await.unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: the database is damaged", folder.path().display())), "{error}");
    }

    #[tokio::test]
    async fn makes_a_backup_before_migrating() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let mut old = options(&path).create_if_missing(true).connect().await.unwrap();
        migrations::migrate_to(&mut old, 4).await.unwrap();
        old.execute("INSERT INTO players (id, since) VALUES ('ana', 7)").await.unwrap();
        drop(old);
        let (_, mut connection, _) = open_for_server(folder.path()).await.unwrap();
        migrations::check(&mut connection).await.unwrap();
        let backups: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.contains("before"))
            .collect();
        let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut connection).await.unwrap();
        assert_eq!(backups, [format!("sanban.db.before-{version}")]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let permissions = std::fs::metadata(folder.path().join(&backups[0])).unwrap().permissions();
            assert_eq!(permissions.mode() & 0o777, 0o600, "only its owner can read it");
        }
        let mut backup = options(&folder.path().join(&backups[0])).connect().await.unwrap();
        let state: (i64, String) =
            sqlx::query_as("SELECT (SELECT user_version FROM pragma_user_version), id FROM players")
                .fetch_one(&mut backup)
                .await
                .unwrap();
        assert_eq!(state, (4, "ana".into()));
        assert!(open_for_server(folder.path()).await.is_ok(), "without another backup");
    }
}
