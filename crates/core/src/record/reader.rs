//! Reads records, and is forgiving about what other programs write.

use super::{Line, MAX_VARIATION_DEPTH, Move, Record};
use crate::rejection::{MessageKey, Rejection, common};

impl Record {
    /// Reads a record's text. [`Record::check`] tells whether its moves are legal.
    pub fn parse(text: &str) -> Result<Record, Rejection> {
        Parser { text, at: 0, line: 1 }.record()
    }
}

/// Splits a text of several records. Each record begins with the first of its tags; text before all tags belongs to the
/// first record.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut starts = Vec::new();
    let (mut at, mut in_tags, mut in_comment) = (0, false, false);
    for line in text.split_inclusive('\n') {
        // A line of a comment may look like a tag.
        let is_tag = line.starts_with('[') && !in_comment;
        if is_tag && !in_tags {
            starts.push(at);
        }
        in_tags = is_tag || in_tags && line.trim().is_empty();
        if !is_tag {
            in_comment = ends_in_comment(line, in_comment);
        }
        at += line.len();
    }
    match starts.first_mut() {
        Some(first) => *first = 0,
        None if text.trim().is_empty() => {}
        None => starts.push(0),
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &text[start..end])
}

/// Whether a comment in braces is open at the end of a line; `open` tells whether one was at its beginning.
fn ends_in_comment(line: &str, open: bool) -> bool {
    if !open && line.starts_with('%') {
        return false;
    }
    let mut open = open;
    for c in line.chars() {
        match c {
            '}' if open => open = false,
            '{' if !open => open = true,
            ';' if !open => return false,
            _ => {}
        }
    }
    open
}

/// The results, each with its canonical spelling first.
const RESULTS: [&[&str]; 4] = [&["1-0"], &["0-1"], &["1/2-1/2", "½-½", "1/2", "½"], &["*"]];

fn result(word: &str) -> Option<&'static str> {
    RESULTS.iter().find(|spellings| spellings.contains(&word)).map(|spellings| spellings[0])
}

/// Symbols that chess programs write between moves to say who is better.
const ASSESSMENT_SYMBOLS: [&str; 12] = ["+-", "-+", "=", "+=", "=+", "+/-", "-/+", "+/=", "=/+", "±", "∓", "∞"];

struct Parser<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn advance(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len());
    }

    fn reject(&self, expected: &str) -> Rejection {
        let word: String = self.rest().chars().take_while(|c| !c.is_whitespace()).take(30).collect();
        common::RECORD_SYNTAX.with(&[&self.line, &word, &MessageKey(expected)])
    }

    /// The text up to a closing character, which is consumed as well.
    fn until(&mut self, close: char, what: &str) -> Result<&'a str, Rejection> {
        let (first_line, rest) = (self.line, self.rest());
        let end = rest.find(close).ok_or_else(|| common::RECORD_UNFINISHED.with(&[&first_line, &MessageKey(what)]))?;
        self.advance(end + close.len_utf8());
        Ok(&rest[..end])
    }

    fn record(&mut self) -> Result<Record, Rejection> {
        let mut record = Record::unfinished();
        // There may be comments before the tags.
        let mut before = Line::default();
        loop {
            self.skip_space();
            if self.peek() == Some('[') {
                let (name, value) = self.tag()?;
                record.set_tag(&name, &value);
            } else if !self.comment(&mut before)? {
                break;
            }
        }
        let (line, second_begins) = self.line(0)?;
        record.line = line;
        record.line.comments.splice(0..0, before.comments);
        record.second_begins = second_begins.unwrap_or(false);
        if let Some(result) = record.tag("Result").and_then(result) {
            record.result = result.to_string();
        }
        let word = self.word();
        if let Some(result) = result(word) {
            record.result = result.to_string();
            self.advance(word.len());
        }
        self.skip_space();
        if !self.rest().is_empty() {
            return Err(self.reject("record-part-end"));
        }
        Ok(record)
    }

    fn tag(&mut self) -> Result<(String, String), Rejection> {
        let first_line = self.line;
        self.advance(1);
        self.skip_space();
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        if length == 0 {
            return Err(self.reject("record-part-tag-name"));
        }
        self.advance(length);
        let name = rest[..length].to_string();
        self.skip_space();
        if self.peek() != Some('"') {
            return Err(self.reject("record-part-tag-value"));
        }
        let mut value = String::new();
        let mut escaped = false;
        for (i, c) in self.rest().char_indices().skip(1) {
            match c {
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.advance(i + 1);
                    self.skip_space();
                    if self.peek() != Some(']') {
                        return Err(self.reject("record-part-tag-close"));
                    }
                    self.advance(1);
                    return Ok((name, value));
                }
                c => value.push(c),
            }
        }
        Err(common::RECORD_UNFINISHED.with(&[&first_line, &MessageKey("record-part-tag")]))
    }

    /// Reads a comment into the line, or skips a line for other programs (`%`). Returns whether there was either.
    fn comment(&mut self, line: &mut Line) -> Result<bool, Rejection> {
        match self.peek() {
            Some('{') => {
                self.advance(1);
                let comment = self.until('}', "record-part-comment")?;
                line.add_comment(comment);
            }
            Some(';') => {
                let comment = self.rest().lines().next().unwrap_or_default();
                self.advance(comment.len());
                line.add_comment(&comment[1..]);
            }
            Some('%') if self.text[..self.at].ends_with('\n') || self.at == 0 => {
                self.advance(self.rest().lines().next().unwrap_or_default().len());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The next word of the moves, up to whitespace or a bracket.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "{}();".contains(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Reads moves up to a result, a closing parenthesis or the end. Also tells whether the second player moves first, if a
    /// move number says so.
    fn line(&mut self, depth: usize) -> Result<(Line, Option<bool>), Rejection> {
        let mut line = Line::default();
        let mut second_begins = None;
        loop {
            self.skip_space();
            if self.comment(&mut line)? {
                continue;
            }
            match self.peek() {
                None | Some(')') => break,
                // A numeric annotation glyph, such as `$1` for "good move".
                Some('$') => self.advance(self.word().len()),
                Some('(') => {
                    if depth == MAX_VARIATION_DEPTH {
                        return Err(common::RECORD_DEPTH.with(&[&self.line, &MAX_VARIATION_DEPTH]));
                    }
                    let first_line = self.line;
                    if line.moves.is_empty() {
                        return Err(self.reject("record-part-move"));
                    }
                    self.advance(1);
                    let (variation, _) = self.line(depth + 1)?;
                    if self.peek() != Some(')') {
                        return Err(match self.rest() {
                            "" => common::RECORD_UNFINISHED.with(&[&first_line, &MessageKey("record-part-variation")]),
                            _ => self.reject("record-part-move-of-variation"),
                        });
                    }
                    self.advance(1);
                    if let Some(last) = line.moves.last_mut() {
                        last.variations.push(variation);
                    }
                }
                Some(_) => {
                    let word = self.word();
                    if word.is_empty() || depth == 0 && result(word).is_some() {
                        break;
                    }
                    if word.contains(['[', ']', '"']) {
                        return Err(self.reject("record-part-move"));
                    }
                    self.advance(word.len());
                    let text = bare_move(word);
                    let number = word.split_once(text).map_or("", |(before, _)| before);
                    let number = if text.is_empty() { word } else { number };
                    if line.moves.is_empty() && number.contains(['.', '…']) {
                        second_begins = Some(number.contains("...") || number.contains('…'));
                    }
                    let is_annotation =
                        text.starts_with('$') || ASSESSMENT_SYMBOLS.contains(&text) || result(text).is_some();
                    if !text.is_empty() && !is_annotation {
                        line.moves.push(Move { text: text.to_string(), ..Move::default() });
                    }
                }
            }
        }
        Ok((line, second_begins))
    }
}

/// The move in a word, without its number and annotation marks: `c1d3` in `12.c1d3!?`.
fn bare_move(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = after.is_empty() || after.starts_with(['.', '…']);
    let text = if numbered { after.trim_start_matches(['.', '…']) } else { word };
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    if text.len() < word.len() { bare_move(text) } else { text }
}

impl Line {
    fn add_comment(&mut self, text: &str) {
        let comments = self.moves.last_mut().map_or(&mut self.comments, |m| &mut m.comments);
        comments.push(text.trim().to_string());
    }
}
