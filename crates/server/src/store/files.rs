//! Creating the data folder and its files, so that only their owner can read them.

use super::{StoreError, StoreResult};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates the data folder if it isn't there.
pub fn create_folder(folder: &Path) -> StoreResult<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| describe(folder, &error))
}

/// Opens a file to read and write, and creates it if it isn't there.
pub fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Creates a file that isn't there yet.
pub fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes everybody else's permissions on a file away, if it is there.
#[cfg(unix)]
pub fn make_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let changed = std::fs::metadata(path).and_then(|metadata| {
        let is_private = metadata.permissions().mode() & 0o077 == 0;
        if is_private { Ok(()) } else { std::fs::set_permissions(path, PermissionsExt::from_mode(0o600)) }
    });
    match changed {
        // The file may belong to somebody else who lets the server use it.
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            tracing::warn!(file = %path.display(), %error, "others may be able to read this file");
        }
        _ => {}
    }
}

/// Elsewhere, files take their permissions from the folder.
#[cfg(not(unix))]
pub fn make_private(_path: &Path) {}

/// Names the folder or file that an error is about.
pub fn describe(path: &Path, error: &io::Error) -> StoreError {
    let why = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "the server can't write here",
        _ => return StoreError::Unavailable(format!("{}: {error}", path.display())),
    };
    StoreError::Unavailable(format!("{}: {why}", path.display()))
}
