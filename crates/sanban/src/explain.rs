//! The rules of a game, printed with their examples drawn.

use crate::board::{BoardStyle, Colours};
use crate::cli::Explain;
use crate::commands::{Done, print};
use crate::language;
use crate::picture::Picture;
use crate::play::lines;
use sanban_core::rulebook::{self, Block};
use sanban_core::{GameInfo, Rejection, Rules};
use sanban_games::registry;

/// Prints the rules of a game.
pub fn rules(args: &Explain) -> Done {
    let info = registry::find(&args.game)?;
    print(&text(info, args.drawing.look(), lines::width()))
}

/// The same look without colours, for text that is drawn on the screen.
pub fn without_colours(look: BoardStyle) -> BoardStyle {
    BoardStyle { colours: Colours::None, pieces: None, ..look }
}

/// The rules of a game in lines of so many characters.
pub fn text(info: &'static GameInfo, look: BoardStyle, columns: usize) -> String {
    let mut text = String::new();
    let mut in_list = false;
    for block in rulebook::rules(info, language::chosen()) {
        let is_item = matches!(block, Block::Item(_));
        let goes_on = in_list && is_item;
        if !text.is_empty() && !goes_on {
            text.push('\n');
        }
        in_list = is_item;
        match block {
            Block::Heading(heading) if look.colours != Colours::None => text += &format!("\x1b[1m{heading}\x1b[0m\n"),
            Block::Heading(heading) => text += &format!("{heading}\n{}\n", "=".repeat(heading.chars().count())),
            Block::Paragraph(paragraph) => text += &wrapped(paragraph, "", columns),
            Block::Item(item) => text += &wrapped(item, "  - ", columns),
            Block::Board { rules, position, moves, caption } => {
                text += &picture(info, rules, position, moves, look, columns).expect("a test draws every example");
                text += &wrapped(caption, "    ", columns);
            }
        }
    }
    text
}

fn picture(
    info: &'static GameInfo,
    rules: &str,
    position: &str,
    moves: &str,
    look: BoardStyle,
    columns: usize,
) -> Result<String, Rejection> {
    let mut session = registry::open(Rules::parse(info, rules)?, Some(position))?;
    for text in moves.split_whitespace() {
        session.play(text)?;
    }
    Ok(Picture::new(info, &session.scene(), look).text_within(columns))
}

/// A text in lines of at most so many characters, the first after a head and the others indented as far.
pub fn wrapped(text: &str, head: &str, columns: usize) -> String {
    let indent = " ".repeat(head.chars().count());
    let mut lines = vec![head.to_string()];
    let mut used = indent.len();
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used + length > columns && used > indent.len() {
            lines.push(indent.clone());
            used = indent.len();
        }
        let line = lines.last_mut().expect("a line at least");
        line.push_str(word);
        line.push(' ');
        used += length + 1;
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", "- ", 10), "- one two\n  three\n");
        assert_eq!(wrapped("incomprehensible", "", 5), "incomprehensible\n");
    }
}
