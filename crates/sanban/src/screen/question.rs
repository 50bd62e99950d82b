//! A menu question on the screen.

use super::widgets::{self, BOLD, Buttons, KeyHint, SELECTED, centred, draw_box, faint, warning};
use super::{Flow, Page, View, is_control};
use crate::board_text::BoardStyle;
use crate::failure::Result;
use crate::language::say_common;
use crate::menu::Question;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Shows a question.
pub struct QuestionView {
    question: Question,
    style: BoardStyle,
    /// The selected choice.
    selected: usize,
    typed: String,
    /// Whether the typed text replaces the default.
    is_typed: bool,
    /// A notice, and whether it is a warning.
    notice: Option<(String, bool)>,
    is_answered: bool,
    /// The help, if it is open.
    help: Option<Page>,
    /// The areas of the choices, for clicks.
    choice_areas: Vec<(Rect, usize)>,
    buttons: Buttons,
}

impl QuestionView {
    pub fn new(question: Question, style: BoardStyle) -> Self {
        let notice = question.notice.clone().map(|notice| (notice, false));
        QuestionView {
            selected: question.default,
            question,
            style,
            typed: String::new(),
            is_typed: false,
            notice,
            is_answered: false,
            help: None,
            choice_areas: Vec::new(),
            buttons: Vec::new(),
        }
    }

    /// The chosen answer, if any.
    pub fn choice(&self) -> Option<usize> {
        self.is_answered.then_some(self.selected)
    }

    /// The entered text, if any.
    pub fn text(&self) -> Option<String> {
        let text = if self.is_typed { self.typed.trim().to_string() } else { self.question.default_text.clone() };
        self.is_answered.then_some(text)
    }

    fn is_free_text(&self) -> bool {
        self.question.choices.is_empty()
    }

    fn answer(&mut self) -> Flow {
        if !self.is_free_text() && !self.typed.is_empty() {
            match self.question.parse_choice(&self.typed) {
                Ok(at) => self.selected = at,
                Err(reason) => {
                    self.typed.clear();
                    self.notice = Some((reason, true));
                    return Flow::Continue;
                }
            }
        }
        self.is_answered = true;
        Flow::Close
    }

    fn type_character(&mut self, character: char) {
        self.notice = None;
        self.is_typed = true;
        if !self.is_free_text() && !self.question.is_prefix(&self.typed) {
            self.typed.clear();
        }
        if self.typed.chars().count() < 60 {
            self.typed.push(character);
        }
        if self.is_free_text() {
            return;
        }
        // Select the choice once the text is unambiguous; warn once it can match nothing.
        match self.question.parse_choice(&self.typed) {
            Ok(at) => self.selected = at,
            Err(_) if self.question.is_prefix(&self.typed) => {}
            Err(reason) => self.notice = Some((reason, true)),
        }
    }

    fn show_help(&mut self) {
        self.typed.clear();
        let back = if self.question.exits { "menu-help-exit" } else { "menu-help-back" };
        let arrows = if self.style.ascii { "Up Down j k" } else { "↑ ↓ j k" };
        let keys =
            [(arrows, "menu-help-move"), ("Enter", "menu-help-choose"), ("1-9", "menu-help-number"), ("q Esc", back)];
        let lines = keys.map(|(name, key)| (format!("{name:>12}  "), say_common(key, &[])));
        self.help = Some(Page::new(say_common("screen-help-title", &[]), lines.to_vec(), self.style));
    }

    fn move_selection(&mut self, by: isize) {
        let count = self.question.choices.len();
        self.typed.clear();
        if count > 0 {
            self.selected = (self.selected + count).saturating_add_signed(by) % count;
        }
    }

    /// Draws the choices and scrolls to the selected one. A choice may take several lines; descriptions are shortened so that
    /// all choices fit, if they can.
    fn draw_choices(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let names = self.question.choices.iter().map(|choice| choice.name.chars().count()).max().unwrap_or(0);
        let name_width = (names as u16 + 8).min(area.width * 3 / 5);
        let description_width = area.width.saturating_sub(name_width).max(20);
        let descriptions =
            self.question.choices.iter().map(|choice| widgets::wrap_lines(&choice.description, description_width));
        let descriptions = shorten(descriptions.collect(), description_width, area.height, self.style.ascii);
        let mut lines: Vec<(usize, Line<'_>)> = Vec::new();
        for (index, (choice, description)) in self.question.choices.iter().zip(descriptions).enumerate() {
            let is_selected = index == self.selected;
            let arrow = match (is_selected, self.style.ascii) {
                (true, true) => ">",
                (true, false) => "▶",
                (false, _) => " ",
            };
            let style = if is_selected { SELECTED } else { Style::new() };
            let name = match self.question.is_numbered() {
                true => format!("{arrow} {:>2}. {}", index + 1, choice.name),
                false => format!("{arrow} {}", choice.name),
            };
            let gap = usize::from(name_width).saturating_sub(name.chars().count()).max(2);
            let mut more = description.into_iter();
            let first = more.next().unwrap_or_default();
            lines.push((
                index,
                Line::from(vec![
                    Span::styled(name, style),
                    Span::raw(" ".repeat(gap)),
                    Span::styled(first, faint(self.style)),
                ]),
            ));
            let indent = " ".repeat(name_width.into());
            lines.extend(more.map(|line| (index, Line::styled(format!("{indent}{line}"), faint(self.style)))));
        }
        let room = usize::from(area.height);
        let last = lines.iter().rposition(|(index, _)| *index == self.selected).unwrap_or(0);
        let from = (last + 1).saturating_sub(room);
        let count = lines.len();
        self.choice_areas.clear();
        for (y, (index, line)) in (area.y..area.bottom()).zip(lines.into_iter().skip(from)) {
            let line_area = Rect { y, height: 1, ..area };
            frame.render_widget(line, line_area);
            self.choice_areas.push((line_area, index));
        }
        let [up, down] = if self.style.ascii { ["^", "v"] } else { ["▴", "▾"] };
        for (more, y, sign) in [(from > 0, area.y, up), (from + room < count, area.bottom() - 1, down)] {
            if more {
                frame.buffer_mut().set_string(area.right() - 1, y, sign, BOLD);
            }
        }
    }
}

/// Shortens wrapped texts to the largest number of lines at which all fit a height, or to one line each.
fn shorten(mut texts: Vec<Vec<String>>, width: u16, height: u16, ascii: bool) -> Vec<Vec<String>> {
    let height_at = |limit: usize| texts.iter().map(|lines| lines.len().clamp(1, limit)).sum::<usize>();
    let longest = texts.iter().map(Vec::len).max().unwrap_or(1);
    let limit = (1..=longest).rev().find(|&limit| height_at(limit) <= usize::from(height)).unwrap_or(1);
    for lines in texts.iter_mut().filter(|lines| lines.len() > limit) {
        lines.truncate(limit);
        let last = &mut lines[limit - 1];
        last.push_str(if ascii { "..." } else { "…" });
        *last = widgets::truncate(last, width.into(), ascii);
    }
    texts
}

impl View for QuestionView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let whole = frame.area();
        let width = (whole.width - 2).min(100);
        let question = self.question.clone();
        let dot = if self.style.ascii { "-" } else { "·" };
        let title = format!("Sanban {dot} {}", question.title);
        let inside = draw_box(frame, centred(frame, width, whole.height - 2), &title, self.style);
        let mut area = Rect { y: inside.y + 1, height: inside.height - 1, ..inside };
        let take = |area: &mut Rect, lines: u16| {
            let lines = lines.min(area.height);
            *area = Rect { y: area.y + lines, height: area.height - lines, ..*area };
        };
        let lines = widgets::write(frame, area, &question.text, BOLD);
        take(&mut area, lines + 1);
        let notice = self.notice.clone();
        let notice_lines =
            notice.as_ref().map_or(0, |(text, _)| widgets::wrap_lines(text, area.width).len() as u16 + 1);
        let foot = notice_lines + 2;
        let choices = Rect { height: area.height.saturating_sub(foot), ..area };
        if self.is_free_text() {
            let shown =
                if self.is_typed { format!("{}_", self.typed) } else { format!("[{}]_", question.default_text) };
            frame.render_widget(Line::styled(format!("> {shown}"), BOLD), Rect { height: 1, ..choices });
        } else {
            self.draw_choices(frame, choices);
        }
        let mut below = Rect { y: choices.bottom(), height: foot, ..area };
        if let Some((text, is_warning)) = notice {
            let style = if is_warning { warning(self.style) } else { BOLD };
            take(&mut below, 1);
            let lines = widgets::write(frame, below, &text, style);
            take(&mut below, lines);
        }
        let below = Rect { y: inside.bottom() - 1, height: 1, ..inside };
        let say = |key: &str| say_common(&format!("menu-key-{key}"), &[]);
        let arrows = if self.style.ascii { "Up Down" } else { "↑↓" };
        let mut keys = vec![
            KeyHint { code: KeyCode::Enter, name: "Enter", action: say("choose") },
            KeyHint { code: KeyCode::Esc, name: "Esc", action: say(if question.exits { "quit" } else { "back" }) },
        ];
        if !self.is_free_text() {
            keys.insert(1, KeyHint { code: KeyCode::Down, name: arrows, action: say("move") });
            keys.push(KeyHint { code: KeyCode::Null, name: "1-9", action: say("number") });
            keys.push(KeyHint { code: KeyCode::Char('?'), name: "?", action: say("help") });
        }
        if !self.typed.is_empty() && !self.is_free_text() {
            frame.render_widget(Line::styled(format!("> {}_", self.typed), BOLD), below);
            return;
        }
        self.buttons = widgets::draw_keys(frame, below, &keys, self.style);
        if let Some(help) = &mut self.help {
            help.draw(frame);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow> {
        if is_control(key, 'c') || is_control(key, 'd') {
            return Ok(Flow::Close);
        }
        if let Some(help) = &mut self.help {
            if help.key(key)? == Flow::Close {
                self.help = None;
            }
            return Ok(Flow::Continue);
        }
        match key.code {
            KeyCode::Enter => return Ok(self.answer()),
            KeyCode::Esc => return Ok(Flow::Close),
            KeyCode::Up | KeyCode::BackTab => self.move_selection(-1),
            KeyCode::Down | KeyCode::Tab => self.move_selection(1),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = self.question.choices.len().saturating_sub(1),
            KeyCode::Backspace => {
                self.is_typed = true;
                self.typed.pop();
            }
            KeyCode::Char(_) if key.modifiers.contains(KeyModifiers::CONTROL) => {}
            KeyCode::Char(c) if self.is_free_text() || c.is_ascii_digit() => self.type_character(c),
            KeyCode::Char('j') => self.move_selection(1),
            KeyCode::Char('k') => self.move_selection(-1),
            KeyCode::Char('q') => return Ok(Flow::Close),
            KeyCode::Char('?') => self.show_help(),
            KeyCode::Char(_) => self.notice = Some((say_common("screen-no-such-key", &[]), true)),
            _ => {}
        }
        Ok(Flow::Continue)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow> {
        if let Some(help) = &mut self.help {
            if help.mouse(mouse)? == Flow::Close {
                self.help = None;
            }
            return Ok(Flow::Continue);
        }
        let position = (mouse.column, mouse.row).into();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some((_, choice)) = self.choice_areas.iter().find(|(area, _)| area.contains(position)) {
                    self.selected = *choice;
                    self.typed.clear();
                    return Ok(self.answer());
                }
                if let Some((_, code)) = self.buttons.iter().find(|(area, _)| area.contains(position)) {
                    return self.key(KeyEvent::new(*code, KeyModifiers::NONE));
                }
            }
            MouseEventKind::ScrollUp => self.move_selection(-1),
            MouseEventKind::ScrollDown => self.move_selection(1),
            _ => {}
        }
        Ok(Flow::Continue)
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn descriptions_are_shortened_until_all_choices_fit() {
        let texts =
            || ["one", "one two", "one two three"].map(|text| text.split(' ').map(String::from).collect()).to_vec();
        let heights = |height| shorten(texts(), 10, height, false).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(heights(6), [1, 2, 3]);
        assert_eq!(heights(5), [1, 2, 2]);
        assert_eq!(heights(3), [1, 1, 1]);
        assert_eq!(heights(1), [1, 1, 1], "the view scrolls");
        assert_eq!(shorten(texts(), 10, 5, false)[2], ["one", "two…"]);
        assert_eq!(shorten(texts(), 4, 3, true)[2], ["o..."], "the dots stay within the width");
    }
}
