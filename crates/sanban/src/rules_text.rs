//! The rules of a game as text, with drawn examples.

use crate::board_text::{BoardStyle, Colours, Diagram};
use crate::language;
use crate::wrap::wrap;
use sanban_core::rulebook::{self, Block};
use sanban_core::{GameInfo, Rejection, Rules};
use sanban_games::registry;

/// The same style without colours, for the screen, which sets its own.
pub fn without_colours(style: BoardStyle) -> BoardStyle {
    BoardStyle { colours: Colours::None, pieces: None, ..style }
}

/// The rules of a game, wrapped at a width.
pub fn rules_text(info: &'static GameInfo, style: BoardStyle, columns: usize) -> String {
    let mut text = String::new();
    let mut in_list = false;
    for block in rulebook::read(info, language::current()) {
        let is_item = matches!(block, Block::Item(_));
        let continues_list = in_list && is_item;
        if !text.is_empty() && !continues_list {
            text.push('\n');
        }
        in_list = is_item;
        match block {
            Block::Heading(heading) if style.colours != Colours::None => text += &format!("\x1b[1m{heading}\x1b[0m\n"),
            Block::Heading(heading) => text += &format!("{heading}\n{}\n", "=".repeat(heading.chars().count())),
            Block::Paragraph(paragraph) => text += &wrap(paragraph, "", columns),
            Block::Item(item) => text += &wrap(item, "  - ", columns),
            Block::Board { rules, position, moves, caption } => {
                text += &diagram(info, rules, position, moves, style, columns).expect("a test draws every example");
                text += &wrap(caption, "    ", columns);
            }
        }
    }
    text
}

fn diagram(
    info: &'static GameInfo,
    rules: &str,
    position: &str,
    moves: &str,
    style: BoardStyle,
    columns: usize,
) -> Result<String, Rejection> {
    let mut session = registry::open(Rules::parse(info, rules)?, Some(position))?;
    for text in moves.split_whitespace() {
        session.play(text)?;
    }
    Ok(Diagram::new(info, &session.scene(), style).text_within(columns))
}
