//! The prompt: lines that a person types.

use crate::failure::Result;
use crate::files::cannot_read;
use crate::interrupt;
use crate::output::print;
use console::Term;
use std::io::{BufRead, IsTerminal, StdinLock};
use std::path::Path;

/// Longer lines are hard to read.
const MAX_LINE_WIDTH: usize = 90;

/// The width for printed text: that of the terminal, within bounds.
pub fn line_width() -> usize {
    Term::stdout().size_checked().map_or(MAX_LINE_WIDTH, |(_, columns)| usize::from(columns).clamp(30, MAX_LINE_WIDTH))
}

/// The width for diagrams: that of the terminal. Output that goes elsewhere may be wide.
pub fn diagram_width() -> usize {
    Term::stdout().size_checked().map_or(usize::MAX, |(_, columns)| columns.into())
}

/// Input beyond this length of a line is ignored.
const MAX_INPUT_BYTES: u64 = 4096;

/// Asks for lines on standard input.
pub struct Prompt {
    input: StdinLock<'static>,
    is_interactive: bool,
}

impl Prompt {
    pub fn new() -> Self {
        let input = std::io::stdin();
        Prompt { is_interactive: input.is_terminal(), input: input.lock() }
    }

    /// Prints a prompt and reads a line, trimmed; `None` at the end of the input.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>> {
        print(prompt)?;
        let read = interrupt::while_prompting(|| read_line(&mut self.input));
        let Some(line) = read.map_err(|error| cannot_read(Path::new("-"), &error))? else {
            print("\n")?;
            return Ok(None);
        };
        let line = line.trim().to_string();
        if !self.is_interactive {
            // Echo the input, so that the output reads as a conversation.
            print(&format!("{}\n", line.replace(char::is_control, "\u{fffd}")))?;
        }
        Ok(Some(line))
    }
}

/// Reads a line and drops what exceeds the limit; `None` at the end. Replaces invalid UTF-8.
fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = std::io::Read::take(&mut *input, MAX_INPUT_BYTES).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        let mut rest = Vec::new();
        while std::io::Read::take(&mut *input, MAX_INPUT_BYTES).read_until(b'\n', &mut rest)? > 0
            && !rest.ends_with(b"\n")
        {
            rest.clear();
        }
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}
