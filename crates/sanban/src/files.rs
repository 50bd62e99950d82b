//! File access and its failures.

use crate::codes;
use crate::failure::{Failure, Result};
use sanban_arena::io_reason;
use std::fs::Metadata;
use std::io::Write;
use std::path::Path;

/// The failure to read a file.
pub fn cannot_read(file: &Path, error: &std::io::Error) -> Failure {
    codes::FILE_UNREADABLE.with(&[&file.display().to_string(), &io_reason(error)]).into()
}

/// The failure to write a file.
pub fn cannot_write(file: &Path, error: &std::io::Error) -> Failure {
    codes::FILE_UNWRITABLE.with(&[&file.display().to_string(), &io_reason(error)]).into()
}

/// Checks that a file can be written, without changing it.
pub fn check_writable(path: &Path) -> Result {
    let existed = path.exists();
    std::fs::OpenOptions::new().create(true).append(true).open(path).map_err(|error| cannot_write(path, &error))?;
    if existed { Ok(()) } else { std::fs::remove_file(path).map_err(|error| cannot_write(path, &error)) }
}

/// The text of a file; empty if the file does not exist.
pub fn read_if_exists(path: &Path) -> Result<String, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(cannot_read(path, &error)),
    }
}

/// Replaces a file's content atomically. Returns the metadata of the new file.
pub fn replace(path: &Path, text: &str) -> Result<Option<Metadata>> {
    let write = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sanban-").suffix(".new");
        // The usual permissions of new files, less the umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(path.parent().unwrap_or(Path::new(".")))?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        let metadata = file.as_file().metadata().ok();
        file.persist(path)?;
        Ok(metadata)
    };
    write().map_err(|error: std::io::Error| cannot_write(path, &error))
}
