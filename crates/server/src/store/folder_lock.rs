//! The lock on the data folder: one server at a time uses it.

use super::files::{create_folder, describe, open_private};
use super::{StoreError, StoreResult};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::Instant;

/// The name of the lock file in the data folder.
const FILE_NAME: &str = "sanban.lock";
/// How often a server tries again to lock the folder.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Holds the lock until it is dropped. The system releases it when the process ends, however that happens.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// The server that holds a lock, as the lock file describes it.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Holder {
    pid: u32,
    host: String,
    /// The address that the server listens on, as in its settings.
    address: String,
    started: String,
}

impl FolderLock {
    /// Locks a folder, and creates it if it isn't there. Waits until another server has released it, but no longer than
    /// `timeout`.
    pub async fn acquire(folder: &Path, address: &str, timeout: Duration) -> StoreResult<FolderLock> {
        create_folder(folder)?;
        let path = folder.join(FILE_NAME);
        let failed = |error: std::io::Error| describe(folder, &error);
        let mut file = open_private(&path).map_err(failed)?;
        let deadline = Instant::now() + timeout;
        let mut has_waited = false;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(error)) => return Err(failed(error)),
                Err(TryLockError::WouldBlock) => {}
            }
            let in_use = || format!("{} is in use by {}", folder.display(), describe_holder(&path));
            if Instant::now() >= deadline {
                return Err(StoreError::Unavailable(in_use()));
            }
            if !has_waited {
                has_waited = true;
                tracing::warn!("{}; waiting for it to stop", in_use());
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
        Holder::this_process(address).write(&mut file).map_err(failed)?;
        Ok(FolderLock { _file: file })
    }
}

impl Holder {
    fn this_process(address: &str) -> Holder {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let host = host.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_else(|| "this machine".into());
        Holder {
            pid: std::process::id(),
            host: host.trim().to_string(),
            address: address.to_string(),
            started: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        }
    }

    fn write(&self, file: &mut File) -> std::io::Result<()> {
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{}", serde_json::to_string(self)?)
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Holder { pid, host, address, started } = self;
        write!(f, "the server at {address} (process {pid} on {host}, started {started})")
    }
}

/// Says who holds the lock, as far as the lock file can be read.
fn describe_holder(path: &PathBuf) -> String {
    let mut text = String::new();
    let read = File::open(path).and_then(|mut file| file.read_to_string(&mut text));
    let holder = read.ok().and_then(|_| serde_json::from_str::<Holder>(&text).ok());
    holder.map_or_else(|| "another server".to_string(), |holder| holder.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lets_one_server_use_the_folder_and_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let lock = |address: &'static str| FolderLock::acquire(folder.path(), address, Duration::from_millis(150));
        let first = lock("127.0.0.1:1").await.unwrap();
        let StoreError::Unavailable(why) = lock("127.0.0.1:2").await.unwrap_err() else { panic!("not locked") };
        let process = format!("process {} on ", std::process::id());
        for part in [&folder.path().display().to_string(), "127.0.0.1:1", &process, ", started 2"] {
            assert!(why.contains(part), "{why} lacks {part}");
        }
        drop(first);
        lock("127.0.0.1:2").await.unwrap();
    }

    #[tokio::test]
    async fn waits_until_the_folder_is_released() {
        let folder = tempfile::tempdir().unwrap();
        let first = FolderLock::acquire(folder.path(), "a", Duration::ZERO).await.unwrap();
        let path = folder.path().to_path_buf();
        let second = tokio::spawn(async move { FolderLock::acquire(&path, "b", Duration::from_secs(60)).await });
        tokio::time::sleep(RETRY_INTERVAL * 2).await;
        assert!(!second.is_finished());
        drop(first);
        let _second = second.await.unwrap().unwrap();
        assert!(describe_holder(&folder.path().join(FILE_NAME)).contains("the server at b "));
    }
}
