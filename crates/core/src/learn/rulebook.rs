//! The rules of a game as people read them: headings, paragraphs, lists and drawn examples.
//!
//! A text has one block per line. `# ` begins a heading, `- ` a list item and `board ` an example; all other lines are
//! paragraphs. An example is a position, optionally with rules in brackets before it and moves after a bar. Its caption is the
//! next line, which begins with `= `.

use crate::info::GameInfo;
use crate::messages::LANGUAGES;

/// A block of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block<'a> {
    /// A line that begins with `# `.
    Heading(&'a str),
    /// A line without a prefix.
    Paragraph(&'a str),
    /// A line that begins with `- `.
    Item(&'a str),
    /// An example board.
    Board {
        /// The rules; empty for the official ones.
        rules: &'a str,
        /// The text of the position that it begins with.
        position: &'a str,
        /// Moves from there, separated by spaces.
        moves: &'a str,
        /// What the example shows.
        caption: &'a str,
    },
}

/// The rulebook of a game in a language, or else in English.
pub fn read(info: &GameInfo, language: &str) -> Vec<Block<'static>> {
    let text_in = |language: &str| info.rulebook.iter().find(|(l, _)| *l == language).map(|(_, text)| *text);
    blocks(text_in(language).or_else(|| text_in(LANGUAGES[0])).unwrap_or(""))
}

/// Reads the blocks of a text.
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        blocks.push(if let Some(heading) = line.strip_prefix("# ") {
            Block::Heading(heading)
        } else if let Some(item) = line.strip_prefix("- ") {
            Block::Item(item)
        } else if let Some(example) = line.strip_prefix("board ") {
            let (rules, example) =
                example.strip_prefix('[').and_then(|rest| rest.split_once("] ")).unwrap_or(("", example));
            let (position, moves) = example.split_once(" | ").unwrap_or((example, ""));
            let caption = lines.next_if(|line| line.starts_with("= ")).map_or("", |line| &line[2..]);
            Block::Board { rules, position, moves, caption }
        } else {
            Block::Paragraph(line)
        });
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_block_from_each_line() {
        let text = "# Rules\n\nMove.\n- one\n- -d4 two\n\nboard a b | c d\n= See.\nboard [size=5] a\nEnd.";
        let board = |rules, position, moves, caption| Block::Board { rules, position, moves, caption };
        assert_eq!(
            blocks(text),
            [
                Block::Heading("Rules"),
                Block::Paragraph("Move."),
                Block::Item("one"),
                Block::Item("-d4 two"),
                board("", "a b", "c d", "See."),
                board("size=5", "a", "", ""),
                Block::Paragraph("End."),
            ]
        );
    }
}
