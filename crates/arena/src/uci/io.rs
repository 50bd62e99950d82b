//! Input and output of the UCI engine.

use crate::codes;
use sanban_core::rejection::Rejection;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Longer input lines are rejected. The moves of the longest games need far less.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Reads the next line without its line break; `None` at the end of the input. Invalid UTF-8 is replaced. A line that is
/// too long is rejected.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, Rejection>>> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        length += part.len();
        if length <= MAX_LINE_BYTES {
            line.extend_from_slice(part);
        }
        let is_last = end.is_some() || bytes.is_empty();
        let consumed = part.len() + usize::from(end.is_some());
        input.consume(consumed);
        if is_last {
            let fits = length <= MAX_LINE_BYTES;
            let line = fits.then(|| String::from_utf8_lossy(&line).into_owned());
            return Ok(Some(line.ok_or_else(|| codes::UCI_LINE.with(&[&MAX_LINE_BYTES]))));
        }
    }
}

/// The engine's output, shared by the command loop and the search thread. Each write is atomic and flushed.
pub(super) struct Output<W> {
    /// The writer, and the first error that it returned.
    writer: Mutex<(W, Option<io::Error>)>,
    is_closed: AtomicBool,
}

impl<W> Output<W> {
    pub(super) fn new(writer: W) -> Self {
        Output { writer: Mutex::new((writer, None)), is_closed: AtomicBool::new(false) }
    }

    /// Whether a write has failed. Nothing is written from then on.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// The first write error.
    pub(super) fn into_error(self) -> Option<io::Error> {
        self.writer.into_inner().unwrap_or_else(PoisonError::into_inner).1
    }
}

impl<W: Write> Output<W> {
    pub(super) fn write(&self, lines: &str) {
        let mut locked = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let (writer, first_error) = &mut *locked;
        if first_error.is_none()
            && let Err(error) = writeln!(writer, "{lines}").and_then(|()| writer.flush())
        {
            *first_error = Some(error);
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }
}
