//! File access and its failures.

use crate::failure::{Failure, Result};
use sanban_core::rejection::common;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// The failure to read a file.
pub fn cannot_read(file: &Path, error: &std::io::Error) -> Failure {
    common::FILE_UNREADABLE.with(&[&file.display().to_string(), error]).into()
}

/// The failure to write a file.
pub fn cannot_write(file: &Path, error: &std::io::Error) -> Failure {
    common::FILE_UNWRITABLE.with(&[&file.display().to_string(), error]).into()
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

/// Replaces a file's content atomically.
pub fn replace(path: &Path, text: &str) -> Result {
    // Another process may be about to do the same.
    let new = path.with_extension(format!("new-{}", std::process::id()));
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    });
    written.map_err(|error| cannot_write(path, &error))
}
