//! Pages of text to read, over what is on the screen: the rules, and what the keys do.

use super::widgets::{boxed, faint, middle};
use super::{Flow, View};
use crate::board::BoardStyle;
use crate::explain;
use crate::failure::Failure;
use crate::language::{say, say_common};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use sanban_core::GameInfo;

/// The widest text that reads well.
const WIDEST: u16 = 96;

/// A text in a box.
pub struct Page {
    title: String,
    text: Text,
    look: BoardStyle,
    from: usize,
    /// How many lines there are, and how many of them are seen.
    lines: (usize, usize),
}

enum Text {
    /// Paragraphs, each with what stands before its first line, under which the others are indented.
    Paragraphs(Vec<(String, String)>),
    /// The rules of a game, which draw boards.
    Rules(&'static GameInfo),
}

impl Page {
    /// A page of paragraphs, each with what stands before it.
    pub fn new(title: String, paragraphs: Vec<(String, String)>, look: BoardStyle) -> Self {
        Page { title, text: Text::Paragraphs(paragraphs), look, from: 0, lines: (0, 0) }
    }

    /// The rules of a game.
    pub fn rules(info: &'static GameInfo, look: BoardStyle) -> Self {
        let title = say(info, "screen.rules-of", &[("game", info.name)]);
        Page { title, text: Text::Rules(info), look, from: 0, lines: (0, 0) }
    }

    fn scroll(&mut self, lines: isize) {
        let last = self.lines.0.saturating_sub(self.lines.1);
        self.from = self.from.saturating_add_signed(lines).min(last);
    }
}

impl View for Page {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let whole = frame.area();
        let width = (whole.width - 2).min(WIDEST);
        let columns = usize::from(width) - 4;
        let text = match &self.text {
            Text::Paragraphs(all) => all.iter().map(|(head, text)| explain::wrapped(text, head, columns)).collect(),
            Text::Rules(info) => explain::text(info, explain::without_colours(self.look), columns),
        };
        let text: Vec<String> = text.lines().map(String::from).collect();
        let height = (text.len() as u16 + 3).min(whole.height - 2);
        let inside = boxed(frame, middle(frame, width, height), &self.title, self.look);
        let room = inside.height.saturating_sub(1);
        self.lines = (text.len(), room.into());
        self.scroll(0);
        let seen: Vec<Line<'_>> = text.into_iter().skip(self.from).take(room.into()).map(Line::from).collect();
        frame.render_widget(Paragraph::new(seen), Rect { height: room, ..inside });
        let foot = Rect { y: inside.bottom().saturating_sub(1), height: 1, ..inside };
        let key = if self.lines.0 > self.lines.1 { "screen.page-scrolls" } else { "screen.page-closes" };
        frame.render_widget(Line::styled(say_common(key, &[]), faint(self.look)), foot);
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow, Failure> {
        let page = self.lines.1.saturating_sub(1) as isize;
        match key.code {
            KeyCode::Up => self.scroll(-1),
            KeyCode::Down => self.scroll(1),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(page),
            KeyCode::Home => self.scroll(isize::MIN),
            KeyCode::End => self.scroll(isize::MAX),
            _ => return Ok(Flow::Leave),
        }
        Ok(Flow::Stay)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow, Failure> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(-3),
            MouseEventKind::ScrollDown => self.scroll(3),
            MouseEventKind::Down(_) => return Ok(Flow::Leave),
            _ => {}
        }
        Ok(Flow::Stay)
    }
}
