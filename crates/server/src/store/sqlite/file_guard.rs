//! Notices when the store's files are deleted, replaced or truncated while the server uses them, or when the header of the
//! write-ahead log is overwritten. SQLite would go on writing to files that nobody can open any more.

use super::log_header::{HEADER_SIZE, LogHeader};
use crate::store::{StoreError, StoreResult};
use std::fs::{File, Metadata};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the header of the log is read again before it counts as damaged. Another program may just be writing it.
const MAX_HEADER_READS: u32 = 3;
const HEADER_RETRY_DELAY: Duration = Duration::from_millis(1);

/// The database file and its write-ahead log, as they were last seen.
pub struct FileGuard {
    database: GuardedFile,
    log: GuardedFile,
    /// Reads the log. SQLite has no locks on it, so closing this releases none.
    log_reader: File,
    /// `None` while the log is empty.
    log_header: Option<LogHeader>,
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
        let (database, log) = (GuardedFile::new(database.into())?, GuardedFile::new(log.into())?);
        let log_reader = File::open(&log.path).map_err(|error| lost(&log.path, &error.to_string()))?;
        let mut guard = FileGuard { database, log, log_reader, log_header: None };
        guard.check()?;
        Ok(guard)
    }

    /// Fails if the files are no longer those that the server opened. While a server runs, they only grow.
    pub fn check(&mut self) -> StoreResult<()> {
        self.database.check()?;
        self.log.check()?;
        if self.log.length == 0 {
            return Ok(());
        }
        let mut reads = 0;
        loop {
            reads += 1;
            let header = self.read_log_header()?.filter(|header| {
                // SQLite changes it only when the log begins anew after a checkpoint.
                self.log_header.is_none_or(|earlier| earlier.may_become(header))
            });
            match header {
                Some(header) => {
                    self.log_header = Some(header);
                    return Ok(());
                }
                None if reads >= MAX_HEADER_READS => return Err(lost(&self.log.path, "was overwritten")),
                None => std::thread::sleep(HEADER_RETRY_DELAY),
            }
        }
    }

    /// Reads the header of the log. `None` if it is damaged.
    fn read_log_header(&mut self) -> StoreResult<Option<LogHeader>> {
        let mut bytes = [0; HEADER_SIZE];
        let mut read = || {
            self.log_reader.rewind()?;
            self.log_reader.read_exact(&mut bytes)
        };
        match read() {
            Ok(()) => Ok(LogHeader::parse(&bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(lost(&self.log.path, &error.to_string())),
        }
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
