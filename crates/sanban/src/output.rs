//! Standard output.

use crate::codes;
use crate::failure::Result;
use crate::locale;
use std::io::{ErrorKind, Write};

/// Prints text for people to standard output, as the locale can show it. A closed pipe is not an error.
pub fn print(text: &str) -> Result {
    print_data(&locale::encode(text))
}

/// Prints data for programs to standard output as it is.
fn print_data(text: &str) -> Result {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(codes::OUTPUT_FAILED.with(&[&sanban_arena::io_reason(&error)]).into())
        }
        _ => Ok(()),
    }
}

/// Prints a JSON value on a line.
pub fn print_json(value: &serde_json::Value) -> Result {
    print_data(&format!("{value}\n"))
}
