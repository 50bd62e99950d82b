//! Scrollable pages of text over the screen: rules and help.

use super::widgets::{centred, draw_box, faint};
use super::{Flow, View};
use crate::board_text::BoardStyle;
use crate::failure::Result;
use crate::language::{say, say_common};
use crate::rules_text::{rules_text, without_colours};
use crate::wrap::wrap;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use sanban_core::GameInfo;

/// Wider text is hard to read.
const MAX_WIDTH: u16 = 96;

/// A page of text in a box.
pub struct Page {
    title: String,
    text: Text,
    style: BoardStyle,
    /// The first visible line.
    offset: usize,
    line_count: usize,
    visible_lines: usize,
}

enum Text {
    /// Paragraphs with hanging heads.
    Paragraphs(Vec<(String, String)>),
    /// The rules of a game.
    Rules(&'static GameInfo),
}

impl Page {
    /// A page of paragraphs, each with a head before its first line.
    pub fn new(title: String, paragraphs: Vec<(String, String)>, style: BoardStyle) -> Self {
        Page { title, text: Text::Paragraphs(paragraphs), style, offset: 0, line_count: 0, visible_lines: 0 }
    }

    /// The rules of a game.
    pub fn rules(info: &'static GameInfo, style: BoardStyle) -> Self {
        let title = say(info, "screen-rules-of", &[("game", info.name)]);
        Page { title, text: Text::Rules(info), style, offset: 0, line_count: 0, visible_lines: 0 }
    }

    fn scroll(&mut self, lines: isize) {
        let last = self.line_count.saturating_sub(self.visible_lines);
        self.offset = self.offset.saturating_add_signed(lines).min(last);
    }
}

impl View for Page {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let whole = frame.area();
        let width = (whole.width - 2).min(MAX_WIDTH);
        let columns = usize::from(width) - 4;
        let text = match &self.text {
            Text::Paragraphs(paragraphs) => paragraphs.iter().map(|(head, text)| wrap(text, head, columns)).collect(),
            Text::Rules(info) => rules_text(info, without_colours(self.style), columns),
        };
        let text: Vec<String> = text.lines().map(String::from).collect();
        let height = (text.len() as u16 + 3).min(whole.height - 2);
        let inside = draw_box(frame, centred(frame, width, height), &self.title, self.style);
        let room = inside.height.saturating_sub(1);
        (self.line_count, self.visible_lines) = (text.len(), room.into());
        self.scroll(0);
        let visible: Vec<Line<'_>> = text.into_iter().skip(self.offset).take(room.into()).map(Line::from).collect();
        frame.render_widget(Paragraph::new(visible), Rect { height: room, ..inside });
        let foot = Rect { y: inside.bottom().saturating_sub(1), height: 1, ..inside };
        let key =
            if self.line_count > self.visible_lines { "screen-page-scroll-keys" } else { "screen-page-close-keys" };
        frame.render_widget(Line::styled(say_common(key, &[]), faint(self.style)), foot);
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow> {
        let page = self.visible_lines.saturating_sub(1) as isize;
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(1),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(page),
            KeyCode::Home => self.scroll(isize::MIN),
            KeyCode::End => self.scroll(isize::MAX),
            _ => return Ok(Flow::Close),
        }
        Ok(Flow::Continue)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(-3),
            MouseEventKind::ScrollDown => self.scroll(3),
            MouseEventKind::Down(_) => return Ok(Flow::Close),
            _ => {}
        }
        Ok(Flow::Continue)
    }
}
