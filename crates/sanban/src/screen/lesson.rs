//! Lessons and puzzles on the screen.

use super::board_view::{BoardView, is_move_character, move_squares, squares};
use super::page::Page;
use super::widgets::{self, BOLD, Buttons, KeyHint, Supply, faint, warning};
use super::{Flow, View, is_control};
use crate::board_text::{BoardStyle, Marks};
use crate::exercise::Exercise;
use crate::failure::{Failure, Result};
use crate::language::{self, say};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use sanban_core::{Progress, Rejection, Square, Touch, TurnInputExt};

/// The keys: their names, their codes, and their messages.
const KEYS: [(&str, KeyCode, &str); 8] = [
    ("Enter", KeyCode::Enter, "next"),
    ("T", KeyCode::Char('T'), "hint"),
    ("Esc", KeyCode::Esc, "back"),
    ("N", KeyCode::Char('N'), "skip"),
    ("P", KeyCode::Char('P'), "previous"),
    ("L", KeyCode::Char('L'), "rules"),
    ("?", KeyCode::Char('?'), "help"),
    ("Q", KeyCode::Char('Q'), "quit"),
];

/// Shows the tasks of a lesson, or puzzles.
pub struct LessonView {
    lesson: Box<dyn Exercise>,
    board: BoardView,
    progress: Progress,
    /// The squares that lose at once.
    losing: Vec<Square>,
    /// A page over the lesson: the welcome, the rules or the end.
    page: Option<Page>,
    notice: Option<String>,
    typed: String,
    /// Marked until the next input, as what to do next.
    hint_squares: Vec<Square>,
    is_finished: bool,
    player_areas: [Rect; 2],
    buttons: Buttons,
}

impl LessonView {
    pub fn new(lesson: Box<dyn Exercise>, style: BoardStyle) -> Self {
        let progress = lesson.game().progress();
        let losing = squares(&lesson.losing_touches());
        let info = lesson.info();
        let plain = |text: &str| (String::new(), text.to_string());
        let texts = [lesson.welcome(), say(info, "learn-instructions", &[])];
        let welcome = vec![plain(&texts[0]), plain(""), plain(&texts[1])];
        let page = Some(Page::new(lesson.title(), welcome, style));
        LessonView {
            lesson,
            board: BoardView::new(style),
            progress,
            losing,
            page,
            notice: None,
            typed: String::new(),
            hint_squares: Vec::new(),
            is_finished: false,
            player_areas: [Rect::default(); 2],
            buttons: Vec::new(),
        }
    }

    /// Whether the player has finished the last task.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        say(self.lesson.info(), key, args)
    }

    fn targets(&self) -> &[Touch] {
        if self.lesson.is_solved() { &[] } else { &self.progress.next }
    }

    fn after_entry(&mut self, entry: Result<bool, Rejection>) {
        self.hint_squares.clear();
        match entry {
            Ok(true) => self.lesson.judge(),
            Ok(false) => {}
            Err(rejection) => {
                self.notice = Some(Failure::rejected(&rejection, self.lesson.info().messages).sentence);
            }
        }
        self.refresh();
    }

    fn touch(&mut self, touch: Touch) {
        self.notice = None;
        if !self.lesson.is_solved() {
            let entry = self.lesson.game_mut().touch(touch);
            self.after_entry(entry);
        }
    }

    /// Handles Enter: the next task, the typed move, a touch at the cursor, or the end of a turn that may end here.
    fn enter(&mut self) {
        self.notice = None;
        if self.lesson.is_solved() {
            return self.next_task();
        }
        if !self.typed.is_empty() {
            let typed = std::mem::take(&mut self.typed);
            let entry = self.lesson.game_mut().enter(&typed);
            return self.after_entry(entry);
        }
        let may_end = self.lesson.game().is_within_turn() && self.progress.complete.is_some();
        match self.board.cursor {
            Some(touch) if !may_end || self.targets().contains(&touch) => self.touch(touch),
            _ if may_end => {
                let entry = self.lesson.game_mut().end_turn();
                self.after_entry(entry);
            }
            _ => self.notice = Some(self.say("learn-move-first-keys", &[])),
        }
    }

    /// Shows the solution.
    fn show_hint(&mut self) {
        let solution = self.lesson.solution();
        self.hint_squares = move_squares(&solution, self.progress.scene.board);
        self.notice = Some(self.say("learn-hint", &[("move", &solution)]));
    }

    fn show_help(&mut self) {
        let lines: Vec<(String, String)> = KEYS
            .iter()
            .map(|(name, _, key)| (format!("{name:>7}  "), self.say(&format!("learn-key-{key}"), &[])))
            .collect();
        let text = [(String::new(), self.say("learn-instructions", &[])), (String::new(), String::new())];
        let page = Page::new(self.say("screen-help-title", &[]), [&text[..], &lines].concat(), self.board.style);
        self.page = Some(page);
    }

    fn next_task(&mut self) {
        self.hint_squares.clear();
        self.typed.clear();
        self.notice = None;
        self.board.cursor = None;
        if !self.lesson.advance() {
            self.is_finished = true;
            let (title, end) = (self.lesson.title(), self.lesson.ending());
            self.page = Some(Page::new(title, vec![(String::new(), end)], self.board.style));
        }
        self.refresh();
    }

    /// Reads the state of the turn's entry again.
    fn refresh(&mut self) {
        self.progress = self.lesson.game().progress();
        self.losing = squares(&self.lesson.losing_touches());
    }

    fn step_back(&mut self) {
        self.notice = None;
        if !self.lesson.game_mut().undo_step() || self.lesson.is_solved() {
            self.lesson.restart();
        }
        self.refresh();
    }

    /// The text of the task, with styles.
    fn texts(&self) -> Vec<(String, Style)> {
        let head = self.lesson.heading();
        let mut texts = vec![(head, faint(self.board.style)), (self.lesson.text(), Style::new())];
        if self.lesson.is_solved() {
            texts.push((self.say("learn-next", &[]), BOLD));
        }
        if self.lesson.game().is_within_turn() {
            let next = language::next_step(self.lesson.info(), &self.progress, &self.losing);
            texts.push((self.say("screen-next-step", &[("entered", &self.progress.text), ("next", &next)]), BOLD));
        }
        if let Some(notice) = &self.notice {
            texts.push((notice.clone(), warning(self.board.style)));
        }
        if !self.typed.is_empty() {
            texts.push((format!("> {}_", self.typed), BOLD));
        }
        texts
    }

    fn marks(&self) -> Marks {
        let touched = squares(self.lesson.game().touches());
        Marks {
            targets: squares(self.targets()),
            touched,
            hint: self.hint_squares.clone(),
            losing: self.losing.clone(),
            ..Marks::default()
        }
    }
}

impl View for LessonView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let (area, style, info) = (frame.area(), self.board.style, self.lesson.info());
        let supply = Supply::new(self.targets(), self.board.cursor);
        let top = Rect { height: 2, ..area };
        self.player_areas = widgets::draw_players(frame, top, self.lesson.game(), &self.progress.scene, style, supply);
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        let middle = Rect { y: 2, height: area.height - 3, ..area };
        // The text goes below the board if the board still fits, else beside it.
        let texts = self.texts();
        let text_height: u16 = texts.iter().map(|(text, _)| widgets::wrap_lines(text, area.width).len() as u16).sum();
        let text_height = text_height.max(6);
        let room_above = Rect { height: middle.height.saturating_sub(text_height), ..middle };
        let is_below = self.board.fits_with_borders(info, &self.progress.scene, room_above);
        let room = Rect { height: middle.height - if is_below { text_height } else { 0 }, ..middle };
        let marks = self.marks();
        let panel = self.board.draw(frame, room, info, &self.progress.scene, &marks);
        let mut text_area = match is_below {
            true => Rect { y: room.bottom(), height: text_height, ..middle },
            false => panel,
        };
        for (text, style) in texts {
            let lines = widgets::write(frame, text_area, &text, style);
            text_area = Rect { y: text_area.y + lines, height: text_area.height - lines, ..text_area };
        }
        let keys: Vec<KeyHint<'_>> = KEYS
            .into_iter()
            .map(|(name, code, key)| KeyHint { code, name, action: self.say(&format!("learn-key-{key}"), &[]) })
            .collect();
        self.buttons = widgets::draw_keys(frame, foot, &keys, style);
        if let Some(page) = &mut self.page {
            page.draw(frame);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Result<Flow> {
        if is_control(key, 'c') || is_control(key, 'd') {
            return Ok(Flow::Close);
        }
        if let Some(page) = &mut self.page {
            if page.key(key)? == Flow::Close {
                self.page = None;
                return Ok(if self.is_finished { Flow::Close } else { Flow::Continue });
            }
            return Ok(Flow::Continue);
        }
        let targets = self.targets().to_vec();
        match key.code {
            KeyCode::Enter => self.enter(),
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => self.step_back(),
            KeyCode::Backspace => drop(self.typed.pop()),
            code if self.board.handle_key(code, &targets) => {}
            KeyCode::Char(c) if is_move_character(c, self.progress.scene.board) || !self.typed.is_empty() => {
                self.notice = None;
                self.typed.push(c);
            }
            KeyCode::Char(c) => match c.to_ascii_lowercase() {
                'j' => drop(self.board.handle_key(KeyCode::Down, &targets)),
                'k' => drop(self.board.handle_key(KeyCode::Up, &targets)),
                '?' => self.show_help(),
                't' => self.show_hint(),
                'n' => self.next_task(),
                'p' => {
                    self.lesson.previous();
                    self.refresh();
                }
                'l' => self.page = Some(Page::rules(self.lesson.info(), self.board.style)),
                'v' => self.board.is_flipped = !self.board.is_flipped,
                '[' | ']' => self.board.change_pieces(c == ']'),
                'q' => return Ok(Flow::Close),
                _ => {}
            },
            _ => {}
        }
        Ok(Flow::Continue)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Result<Flow> {
        if let Some(page) = &mut self.page {
            if page.mouse(mouse)? == Flow::Close {
                self.page = None;
                return Ok(if self.is_finished { Flow::Close } else { Flow::Continue });
            }
            return Ok(Flow::Continue);
        }
        let position = (mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(square) =
                    self.board.square_at(self.lesson.info(), &self.progress.scene, position.0, position.1)
                {
                    self.board.cursor = None;
                    self.touch(Touch::Square(square));
                } else if let Some((_, code)) = self.buttons.iter().find(|(area, _)| area.contains(position.into())) {
                    return self.key(KeyEvent::new(*code, KeyModifiers::NONE));
                } else if self.player_areas[self.progress.scene.to_move.index()].contains(position.into()) {
                    self.touch(Touch::Supply);
                }
            }
            MouseEventKind::ScrollUp => self.board.scroll(false),
            MouseEventKind::ScrollDown => self.board.scroll(true),
            _ => {}
        }
        Ok(Flow::Continue)
    }
}
