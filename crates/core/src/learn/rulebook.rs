//! The rules of a game as people read them: headings, paragraphs, lists, and examples that are drawn.
//!
//! A text has a block a line. `# ` begins a heading, `- ` an item of a list, `board ` an example, whose caption is the next
//! line after `= `; what begins otherwise is a paragraph. An example is a position, with rules in brackets before it if they
//! are not the official ones, and moves after a bar that are played from there.

use crate::info::GameInfo;
use crate::messages::LANGUAGES;

/// A piece of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block<'a> {
    /// A heading.
    Heading(&'a str),
    /// A paragraph.
    Paragraph(&'a str),
    /// An item of a list.
    Item(&'a str),
    /// An example to be drawn.
    Board {
        /// The rules; nothing for the official ones.
        rules: &'a str,
        /// The position.
        position: &'a str,
        /// Moves from there, separated by spaces.
        moves: &'a str,
        /// What is to be seen.
        caption: &'a str,
    },
}

/// The rules of a game in a language, or in English.
pub fn rules(info: &GameInfo, language: &str) -> Vec<Block<'static>> {
    let of = |language: &str| info.rules.iter().find(|(l, _)| *l == language).map(|(_, text)| *text);
    blocks(of(language).or_else(|| of(LANGUAGES[0])).unwrap_or(""))
}

/// The blocks of a text.
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
    fn a_text_is_read_line_by_line() {
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
