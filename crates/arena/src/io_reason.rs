//! The reasons of I/O errors in the reader's language.

use sanban_core::rejection::{Arg, Argument, MessageKey};
use std::io::{Error, ErrorKind};

/// The reason of an I/O error as an argument of a rejection. Errors without a message keep the operating system's text.
pub fn io_reason(error: &Error) -> Arg {
    let key = match error.kind() {
        ErrorKind::NotFound => "io-not-found",
        ErrorKind::PermissionDenied => "io-denied",
        ErrorKind::AlreadyExists => "io-exists",
        ErrorKind::IsADirectory => "io-folder",
        ErrorKind::NotADirectory => "io-no-folder",
        ErrorKind::InvalidData => "io-no-text",
        ErrorKind::AddrInUse => "io-in-use",
        ErrorKind::StorageFull => "io-full",
        _ => return error.to_string().to_arg(),
    };
    MessageKey(key).to_arg()
}
