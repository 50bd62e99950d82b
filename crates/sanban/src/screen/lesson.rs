//! A lesson on the screen.

use super::pages::Page;
use super::pane::{Pane, is_of_move, squares, squares_of};
use super::widgets::{self, BOLD, Buttons, Key, Supply, faint, warning};
use super::{Flow, View, is_control};
use crate::board::{self, BoardStyle, Grid, Marks};
use crate::failure::Failure;
use crate::language::{chosen, say};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use sanban_core::{Progress, Square, Touch};
use sanban_games::lesson_session::{Lesson, LessonStatus};

/// A lesson on the screen.
pub struct LessonView {
    lesson: Lesson,
    pane: Pane,
    progress: Progress,
    /// What lies over it: the welcome, or how a move is refused.
    page: Option<Page>,
    refused: Option<String>,
    typed: String,
    /// Squares of a solution that was asked for.
    proposed: Vec<Square>,
    is_ended: bool,
    players: [Rect; 2],
    buttons: Buttons,
}

impl LessonView {
    /// Begins a lesson.
    pub fn new(lesson: Lesson, look: BoardStyle) -> Self {
        let progress = lesson.playing.progress();
        let info = lesson.info();
        let plain = |text: &str| (String::new(), text.to_string());
        let said = ["lesson.welcome", "learn.how"].map(|key| say(info, key, &[]));
        let welcome = vec![plain(&said[0]), plain(""), plain(&said[1])];
        let page = Some(Page::new(say(info, "lesson.title", &[]), welcome, look));
        LessonView {
            lesson,
            pane: Pane::new(look),
            progress,
            page,
            refused: None,
            typed: String::new(),
            proposed: Vec::new(),
            is_ended: false,
            players: [Rect::default(); 2],
            buttons: Vec::new(),
        }
    }

    /// Whether the lesson was gone through to its end.
    pub fn is_ended(&self) -> bool {
        self.is_ended
    }

    fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        say(self.lesson.info(), key, args)
    }

    fn lit(&self) -> &[Touch] {
        if self.lesson.status() == LessonStatus::Solved { &[] } else { &self.progress.next }
    }

    fn done(&mut self, made: Result<bool, sanban_core::Rejection>) {
        self.proposed.clear();
        match made {
            Ok(true) => self.lesson.judge(),
            Ok(false) => {}
            Err(rejection) => {
                self.refused = Some(Failure::refused(&rejection, self.lesson.info().messages).sentence);
            }
        }
        self.progress = self.lesson.playing.progress();
    }

    fn touch(&mut self, touch: Touch) {
        self.refused = None;
        if self.lesson.status() != LessonStatus::Solved {
            let made = self.lesson.playing.touch(touch);
            self.done(made);
        }
    }

    /// Goes on after a solved task, or with what was typed or is pointed at.
    fn enter(&mut self) {
        self.refused = None;
        if self.lesson.status() == LessonStatus::Solved {
            return self.next();
        }
        if !self.typed.is_empty() {
            let typed = std::mem::take(&mut self.typed);
            let made = self.lesson.playing.enter(&typed);
            return self.done(made);
        }
        match self.pane.cursor {
            Some(touch) => self.touch(touch),
            None => self.refused = Some(self.say("learn.move-first-keys", &[])),
        }
    }

    /// Shows a solution.
    fn hint(&mut self) {
        let solution = self.lesson.solution();
        self.proposed = squares_of(&solution, self.progress.scene.board);
        self.refused = Some(self.say("learn.hint", &[("move", &solution)]));
    }

    fn next(&mut self) {
        self.proposed.clear();
        self.typed.clear();
        self.refused = None;
        self.pane.cursor = None;
        if !self.lesson.advance() {
            self.is_ended = true;
            let (title, end) = (self.say("lesson.title", &[]), self.say("lesson.end", &[]));
            self.page = Some(Page::new(title, vec![(String::new(), end)], self.pane.look));
        }
        self.progress = self.lesson.playing.progress();
    }

    fn back(&mut self) {
        self.refused = None;
        if !self.lesson.playing.take_back() || self.lesson.status() == LessonStatus::Solved {
            self.lesson.again();
        }
        self.progress = self.lesson.playing.progress();
    }

    /// The words about the task.
    fn text(&self) -> Vec<(String, Style)> {
        let (number, count) = self.lesson.number();
        let numbers = [("number", number.to_string()), ("count", count.to_string())];
        let [number, count] = &numbers;
        let head = self.say("learn.task", &[(number.0, &number.1), (count.0, &count.1)]);
        let mut texts = vec![(head, faint(self.pane.look)), (self.lesson.text(chosen()), Style::new())];
        if self.lesson.status() == LessonStatus::Solved {
            texts.push((self.say("learn.next", &[]), BOLD));
        }
        if self.lesson.playing.is_within_turn() {
            texts.push((self.say("screen.go-on", &[("entered", &self.progress.text)]), BOLD));
        }
        if let Some(refused) = &self.refused {
            texts.push((refused.clone(), warning(self.pane.look)));
        }
        if !self.typed.is_empty() {
            texts.push((format!("> {}_", self.typed), BOLD));
        }
        texts
    }

    fn marks(&self) -> Marks {
        let touched = squares(self.lesson.playing.touches());
        Marks { lit: squares(self.lit()), touched, proposed: self.proposed.clone(), ..Marks::default() }
    }
}

impl View for LessonView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let (area, look, info) = (frame.area(), self.pane.look, self.lesson.info());
        let supply = Supply::of(self.lit(), self.pane.cursor);
        let top = Rect { height: 2, ..area };
        self.players = widgets::players(frame, top, &self.lesson.playing, &self.progress.scene, look, supply);
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        let middle = Rect { y: 2, height: area.height - 3, ..area };
        // The words stand below the board where that leaves room for it, else beside it.
        let texts = self.text();
        let needed: u16 = texts.iter().map(|(text, _)| widgets::wrapped(text, area.width).len() as u16).sum();
        let needed = needed.max(6);
        let least = board::sizes(&self.progress.scene, look).pop().expect("a size at least");
        let (_, height) = Grid::new(info, &self.progress.scene, look, least, false).extent();
        let below = middle.height > needed + height;
        let room = Rect { height: middle.height - if below { needed } else { 0 }, ..middle };
        let marks = self.marks();
        let beside = self.pane.draw(frame, room, info, &self.progress.scene, &marks);
        let mut words = match below {
            true => Rect { y: room.bottom(), height: needed, ..middle },
            false => beside,
        };
        for (text, style) in texts {
            let lines = widgets::write(frame, words, &text, style);
            words = Rect { y: words.y + lines, height: words.height - lines, ..words };
        }
        let keys = [
            ("Enter", KeyCode::Enter, "next"),
            ("T", KeyCode::Char('T'), "hint"),
            ("Esc", KeyCode::Esc, "back"),
            ("N", KeyCode::Char('N'), "skip"),
            ("P", KeyCode::Char('P'), "previous"),
            ("L", KeyCode::Char('L'), "rules"),
            ("Q", KeyCode::Char('Q'), "quit"),
        ];
        let keys: Vec<Key<'_>> = keys
            .into_iter()
            .map(|(name, code, key)| Key { code, name, does: self.say(&format!("learn.key.{key}"), &[]) })
            .collect();
        self.buttons = widgets::keys(frame, foot, &keys, look);
        if let Some(page) = &mut self.page {
            page.draw(frame);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow, Failure> {
        if is_control(key, 'c') || is_control(key, 'd') {
            return Ok(Flow::Leave);
        }
        if let Some(page) = &mut self.page {
            if page.key(key)? == Flow::Leave {
                self.page = None;
                return Ok(if self.is_ended { Flow::Leave } else { Flow::Stay });
            }
            return Ok(Flow::Stay);
        }
        let lit = self.lit().to_vec();
        match key.code {
            KeyCode::Enter => self.enter(),
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => self.back(),
            KeyCode::Backspace => drop(self.typed.pop()),
            code if self.pane.key(code, &lit) => {}
            KeyCode::Char(c) if is_of_move(c, self.progress.scene.board) || !self.typed.is_empty() => {
                self.refused = None;
                self.typed.push(c);
            }
            KeyCode::Char(c) => match c.to_ascii_lowercase() {
                't' => self.hint(),
                'n' => self.next(),
                'p' => {
                    self.lesson.previous();
                    self.progress = self.lesson.playing.progress();
                }
                'l' => self.page = Some(Page::rules(self.lesson.info(), self.pane.look)),
                'v' => self.pane.flipped = !self.pane.flipped,
                '[' | ']' => self.pane.draw_pieces(c == ']'),
                'q' => return Ok(Flow::Leave),
                _ => {}
            },
            _ => {}
        }
        Ok(Flow::Stay)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow, Failure> {
        if let Some(page) = &mut self.page {
            if page.mouse(mouse)? == Flow::Leave {
                self.page = None;
                return Ok(if self.is_ended { Flow::Leave } else { Flow::Stay });
            }
            return Ok(Flow::Stay);
        }
        let at = (mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(square) = self.pane.square_at(self.lesson.info(), &self.progress.scene, at.0, at.1) {
                    self.pane.cursor = None;
                    self.touch(Touch::Square(square));
                } else if let Some((_, code)) = self.buttons.iter().find(|(place, _)| place.contains(at.into())) {
                    return self.key(KeyEvent::new(*code, KeyModifiers::NONE));
                } else if self.players[self.progress.scene.to_move.index()].contains(at.into()) {
                    self.touch(Touch::Supply);
                }
            }
            MouseEventKind::ScrollUp => self.pane.scroll(false),
            MouseEventKind::ScrollDown => self.pane.scroll(true),
            _ => {}
        }
        Ok(Flow::Stay)
    }
}
