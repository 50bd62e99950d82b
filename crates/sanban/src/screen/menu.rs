//! A question on the screen.

use super::widgets::{self, BOLD, Buttons, CHOSEN, Key, boxed, faint, middle, warning};
use super::{Flow, View, is_control};
use crate::board::BoardStyle;
use crate::failure::Failure;
use crate::language::say_common;
use crate::menu::Question;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// A question on the screen.
pub struct QuestionView {
    question: Question,
    look: BoardStyle,
    /// The choice that is pointed at.
    at: usize,
    typed: String,
    /// Whether something was typed, so that it counts instead of what Enter would write.
    is_typed: bool,
    notice: Option<(String, bool)>,
    is_answered: bool,
    /// Where the choices are.
    places: Vec<(Rect, usize)>,
    buttons: Buttons,
}

impl QuestionView {
    /// Asks a question.
    pub fn new(question: Question, look: BoardStyle) -> Self {
        let notice = question.notice.clone().map(|notice| (notice, false));
        QuestionView {
            at: question.default,
            question,
            look,
            typed: String::new(),
            is_typed: false,
            notice,
            is_answered: false,
            places: Vec::new(),
            buttons: Vec::new(),
        }
    }

    /// What was chosen, if it was answered.
    pub fn chosen(&self) -> Option<usize> {
        self.is_answered.then_some(self.at)
    }

    /// What was written, if it was answered.
    pub fn written(&self) -> Option<String> {
        let text = if self.is_typed { self.typed.trim().to_string() } else { self.question.written.clone() };
        self.is_answered.then_some(text)
    }

    fn is_written(&self) -> bool {
        self.question.choices.is_empty()
    }

    fn answer(&mut self) -> Flow {
        if !self.is_written() && !self.typed.is_empty() {
            match self.question.meant(&self.typed) {
                Ok(at) => self.at = at,
                Err(reason) => {
                    self.typed.clear();
                    self.notice = Some((reason, true));
                    return Flow::Stay;
                }
            }
        }
        self.is_answered = true;
        Flow::Leave
    }

    fn typed(&mut self, character: char) {
        self.notice = None;
        self.is_typed = true;
        if !self.is_written() && !self.question.may_become(&self.typed) {
            self.typed.clear();
        }
        if self.typed.chars().count() < 60 {
            self.typed.push(character);
        }
        if self.is_written() {
            return;
        }
        // What is typed is pointed at as soon as it is clear, and refused as soon as it can become nothing.
        match self.question.meant(&self.typed) {
            Ok(at) => self.at = at,
            Err(_) if self.question.may_become(&self.typed) => {}
            Err(reason) => self.notice = Some((reason, true)),
        }
    }

    fn point(&mut self, by: isize) {
        let count = self.question.choices.len();
        self.typed.clear();
        if count > 0 {
            self.at = (self.at + count).saturating_add_signed(by) % count;
        }
    }

    /// Draws the choices with the one that is pointed at in view; each may take several lines.
    fn draw_choices(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let names = self.question.choices.iter().map(|choice| choice.name.chars().count()).max().unwrap_or(0);
        let beside = (names as u16 + 8).min(area.width * 3 / 5);
        let mut lines: Vec<(usize, Line<'_>)> = Vec::new();
        for (at, choice) in self.question.choices.iter().enumerate() {
            let is_pointed_at = at == self.at;
            let arrow = match (is_pointed_at, self.look.ascii) {
                (true, true) => ">",
                (true, false) => "▶",
                (false, _) => " ",
            };
            let style = if is_pointed_at { CHOSEN } else { Style::new() };
            let name = match self.question.is_numbered() {
                true => format!("{arrow} {:>2}. {}", at + 1, choice.name),
                false => format!("{arrow} {}", choice.name),
            };
            let gap = usize::from(beside).saturating_sub(name.chars().count()).max(2);
            let more = widgets::wrapped(&choice.what, area.width.saturating_sub(beside).max(20));
            let mut more = more.into_iter();
            let first = more.next().unwrap_or_default();
            lines.push((
                at,
                Line::from(vec![
                    Span::styled(name, style),
                    Span::raw(" ".repeat(gap)),
                    Span::styled(first, faint(self.look)),
                ]),
            ));
            let indent = " ".repeat(beside.into());
            lines.extend(more.map(|line| (at, Line::styled(format!("{indent}{line}"), faint(self.look)))));
        }
        let room = usize::from(area.height);
        let last = lines.iter().rposition(|(at, _)| *at == self.at).unwrap_or(0);
        let from = (last + 1).saturating_sub(room);
        let count = lines.len();
        self.places.clear();
        for (y, (at, line)) in (area.y..area.bottom()).zip(lines.into_iter().skip(from)) {
            let place = Rect { y, height: 1, ..area };
            frame.render_widget(line, place);
            self.places.push((place, at));
        }
        let [up, down] = if self.look.ascii { ["^", "v"] } else { ["▴", "▾"] };
        for (more, y, sign) in [(from > 0, area.y, up), (from + room < count, area.bottom() - 1, down)] {
            if more {
                frame.buffer_mut().set_string(area.right() - 1, y, sign, BOLD);
            }
        }
    }
}

impl View for QuestionView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let whole = frame.area();
        let width = (whole.width - 2).min(100);
        let question = self.question.clone();
        let dot = if self.look.ascii { "-" } else { "·" };
        let title = format!("Sanban {dot} {}", question.title);
        let inside = boxed(frame, middle(frame, width, whole.height - 2), &title, self.look);
        let mut area = Rect { y: inside.y + 1, height: inside.height - 1, ..inside };
        let take = |area: &mut Rect, lines: u16| {
            let lines = lines.min(area.height);
            *area = Rect { y: area.y + lines, height: area.height - lines, ..*area };
        };
        let lines = widgets::write(frame, area, &question.text, BOLD);
        take(&mut area, lines + 1);
        let notice = self.notice.clone();
        let notice_lines = notice.as_ref().map_or(0, |(text, _)| widgets::wrapped(text, area.width).len() as u16 + 1);
        let foot = notice_lines + 2;
        let choices = Rect { height: area.height.saturating_sub(foot), ..area };
        if self.is_written() {
            let shown = if self.is_typed { format!("{}_", self.typed) } else { format!("[{}]_", question.written) };
            frame.render_widget(Line::styled(format!("> {shown}"), BOLD), Rect { height: 1, ..choices });
        } else {
            self.draw_choices(frame, choices);
        }
        let mut below = Rect { y: choices.bottom(), height: foot, ..area };
        if let Some((text, is_warning)) = notice {
            let style = if is_warning { warning(self.look) } else { BOLD };
            take(&mut below, 1);
            let lines = widgets::write(frame, below, &text, style);
            take(&mut below, lines);
        }
        let below = Rect { y: inside.bottom() - 1, height: 1, ..inside };
        let say = |key: &str| say_common(&format!("menu.key.{key}"), &[]);
        let arrows = if self.look.ascii { "Up Down" } else { "↑↓" };
        let mut keys = vec![
            Key { code: KeyCode::Enter, name: "Enter", does: say("take") },
            Key { code: KeyCode::Esc, name: "Esc", does: say(if question.leaves { "leave" } else { "back" }) },
        ];
        if !self.is_written() {
            keys.insert(1, Key { code: KeyCode::Down, name: arrows, does: say("point") });
            keys.push(Key { code: KeyCode::Null, name: "abc", does: say("number") });
        }
        if !self.typed.is_empty() && !self.is_written() {
            frame.render_widget(Line::styled(format!("> {}_", self.typed), BOLD), below);
            return;
        }
        self.buttons = widgets::keys(frame, below, &keys, self.look);
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow, Failure> {
        if is_control(key, 'c') || is_control(key, 'd') {
            return Ok(Flow::Leave);
        }
        match key.code {
            KeyCode::Enter => return Ok(self.answer()),
            KeyCode::Esc => return Ok(Flow::Leave),
            KeyCode::Up | KeyCode::BackTab => self.point(-1),
            KeyCode::Down | KeyCode::Tab => self.point(1),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.question.choices.len().saturating_sub(1),
            KeyCode::Backspace => {
                self.is_typed = true;
                self.typed.pop();
            }
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => self.typed(c),
            _ => {}
        }
        Ok(Flow::Stay)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow, Failure> {
        let at = (mouse.column, mouse.row).into();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some((_, choice)) = self.places.iter().find(|(place, _)| place.contains(at)) {
                    self.at = *choice;
                    self.typed.clear();
                    return Ok(self.answer());
                }
                if let Some((_, code)) = self.buttons.iter().find(|(place, _)| place.contains(at)) {
                    return self.key(KeyEvent::new(*code, KeyModifiers::NONE));
                }
            }
            MouseEventKind::ScrollUp => self.point(-1),
            MouseEventKind::ScrollDown => self.point(1),
            _ => {}
        }
        Ok(Flow::Stay)
    }
}
