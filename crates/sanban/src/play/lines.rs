//! Lines that a person types.

use crate::commands::print;
use crate::failure::Failure;
use crate::interrupt;
use console::Term;
use std::io::{BufRead, IsTerminal, StdinLock};
use std::path::Path;

/// The longest lines that read well.
const WIDEST: usize = 90;

/// How long lines may be: no longer than the terminal's.
pub fn width() -> usize {
    Term::stdout().size_checked().map_or(WIDEST, |(_, columns)| usize::from(columns).clamp(30, WIDEST))
}

/// The longest line that is read; what is longer is passed over.
const LONGEST: u64 = 4096;

/// The lines of standard input.
pub struct Lines {
    input: StdinLock<'static>,
    is_interactive: bool,
}

impl Lines {
    /// Reads from standard input.
    pub fn new() -> Self {
        let input = std::io::stdin();
        Lines { is_interactive: input.is_terminal(), input: input.lock() }
    }

    /// Asks with a prompt, and gives what is typed without the space around it; nothing at the end of the input.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        print(prompt)?;
        let read = interrupt::asking(|| read_line(&mut self.input));
        let Some(line) = read.map_err(|error| crate::commands::unreadable(Path::new("-"), &error))? else {
            print("\n")?;
            return Ok(None);
        };
        let line = line.trim().to_string();
        if !self.is_interactive {
            // Nobody saw what was typed; with it the output reads as a conversation.
            print(&format!("{}\n", line.replace(char::is_control, "\u{fffd}")))?;
        }
        Ok(Some(line))
    }
}

/// The next line, without what is too long of it; none at the end. What is no text is read as far as it is.
fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = std::io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        let mut rest = Vec::new();
        while std::io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut rest)? > 0 && !rest.ends_with(b"\n") {
            rest.clear();
        }
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}
