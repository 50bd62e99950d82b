//! Notices when the store's files are deleted, replaced or truncated while the server uses them. SQLite would go on writing
//! to files that nobody can open any more.

use crate::store::{StoreError, StoreResult};
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// The database file and its write-ahead log, as they were last seen.
pub struct FileGuard {
    files: [GuardedFile; 2],
}

struct GuardedFile {
    path: PathBuf,
    identity: (u64, u64),
    length: u64,
}

impl FileGuard {
    /// Remembers the files of an open database.
    pub fn new(database: &Path) -> StoreResult<FileGuard> {
        let mut log = database.as_os_str().to_os_string();
        log.push("-wal");
        Ok(FileGuard { files: [GuardedFile::new(database.into())?, GuardedFile::new(log.into())?] })
    }

    /// Fails if the files are no longer those that the server opened. While a server runs, they only grow.
    pub fn check(&mut self) -> StoreResult<()> {
        self.files.iter_mut().try_for_each(GuardedFile::check)
    }
}

impl GuardedFile {
    fn new(path: PathBuf) -> StoreResult<GuardedFile> {
        let metadata = std::fs::metadata(&path).map_err(|error| lost(&path, &error.to_string()))?;
        Ok(GuardedFile { path, identity: identity(&metadata), length: metadata.len() })
    }

    fn check(&mut self) -> StoreResult<()> {
        let metadata = match std::fs::metadata(&self.path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(lost(&self.path, "was deleted")),
            Err(error) => return Err(lost(&self.path, &error.to_string())),
        };
        if identity(&metadata) != self.identity {
            return Err(lost(&self.path, "was replaced"));
        }
        if metadata.len() < self.length {
            return Err(lost(&self.path, "was truncated"));
        }
        self.length = metadata.len();
        Ok(())
    }
}

fn lost(path: &Path, why: &str) -> StoreError {
    StoreError::FilesLost(format!("{} {why}", path.display()))
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// Elsewhere, open files can't be replaced.
#[cfg(not(unix))]
fn identity(_metadata: &Metadata) -> (u64, u64) {
    (0, 0)
}
