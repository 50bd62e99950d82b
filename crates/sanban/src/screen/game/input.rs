//! Keys and the mouse in a game.

use super::{Dialog, GameView, MOVE_DELAYS_MS};
use crate::failure::Result;
use crate::screen::board_view::is_move_character;
use crate::screen::page::Page;
use crate::screen::{Flow, View, is_control};
use crate::terminal_game::TerminalGame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use sanban_core::Touch;
use sanban_core::TurnInputExt;
use sanban_core::move_text::MAX_MOVE_LENGTH;

/// Capitals that are commands. Other capitals are columns.
const COMMAND_LETTERS: &str = "AMURTWVSXLNQ";

impl GameView {
    pub(super) fn handle_key(&mut self, key: KeyEvent) -> Result<Flow> {
        if is_control(key, 'c') || is_control(key, 'd') {
            return Ok(Flow::Close);
        }
        if self.dialog.is_some() {
            return self.handle_dialog_key(key).map(|()| Flow::Continue);
        }
        let (targets, board) = (self.targets().to_vec(), self.progress.scene.board);
        match key.code {
            // No more moves can be typed.
            KeyCode::Char(c) if self.is_over() => return self.execute_command(c),
            KeyCode::Char(c) if is_move_character(c, board) || !self.typed.is_empty() && c.is_ascii_graphic() => {
                self.type_character(c);
            }
            // A capital that is no command is a column.
            KeyCode::Char(c) if is_move_character(c.to_ascii_lowercase(), board) && !COMMAND_LETTERS.contains(c) => {
                self.type_character(c.to_ascii_lowercase());
            }
            KeyCode::Char(c) => return self.execute_command(c),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => {
                self.notice = None;
                self.hint_squares.clear();
                match self.game.local_mut().undo_step() {
                    true => self.after_change()?,
                    false => self.show_notice("screen-no-step", &[]),
                }
            }
            KeyCode::Enter if !self.typed.is_empty() => self.enter()?,
            KeyCode::Enter => match self.board.cursor {
                Some(touch) if targets.contains(&touch) || self.progress.complete.is_none() => self.touch(touch)?,
                _ => self.end_turn()?,
            },
            code if self.board.handle_key(code, &targets) => {}
            KeyCode::F(1) => self.show_help(),
            _ => {}
        }
        Ok(Flow::Continue)
    }

    fn type_character(&mut self, character: char) {
        if self.typed.len() < MAX_MOVE_LENGTH {
            self.typed.push(character);
        }
        self.notice = None;
    }

    /// Executes the command of a letter.
    fn execute_command(&mut self, letter: char) -> Result<Flow> {
        match letter.to_ascii_lowercase() {
            'j' | 'k' => {
                let code = if letter.eq_ignore_ascii_case(&'j') { KeyCode::Down } else { KeyCode::Up };
                let targets = self.targets().to_vec();
                self.board.handle_key(code, &targets);
            }
            'u' => self.undo()?,
            'r' => self.redo()?,
            't' => self.request_hint(),
            'w' => self.shows_evaluation = !self.shows_evaluation,
            'v' => self.board.is_flipped = !self.board.is_flipped,
            '[' | ']' => self.board.change_pieces(letter == ']'),
            's' => {
                let name = self.game.file().map_or(self.game.session().info().id, |file| &file.id);
                self.dialog = Some(Dialog::Save(format!("{name}.txt")));
            }
            'x' => self.ask_to_resign(),
            'l' => self.dialog = Some(Dialog::Page(Page::rules(self.game.session().info(), self.board.style))),
            '?' => self.show_help(),
            ' ' => self.toggle_pause(),
            'm' if self.is_over() => return self.restart(self.game.rematch()?),
            'n' if self.is_over() && self.game.next_level().is_some() => {
                let opponent = self.game.next_level().expect("there is a next level");
                return self.restart(self.game.rematch_against(opponent)?);
            }
            'a' if self.is_over() => {
                self.wants_review = true;
                return Ok(Flow::Close);
            }
            'n' if !self.game.has_person() => (self.is_paused, self.single_step) = (true, true),
            '<' => self.pace_index = (self.pace_index + 1).min(MOVE_DELAYS_MS.len() - 1),
            '>' => self.pace_index = self.pace_index.saturating_sub(1),
            'q' => return Ok(Flow::Close),
            _ => self.show_warning("screen-no-such-key"),
        }
        Ok(Flow::Continue)
    }

    /// Continues with another game.
    fn restart(&mut self, game: TerminalGame) -> Result<Flow> {
        *self = GameView::new(game, self.board.style)?;
        Ok(Flow::Continue)
    }

    pub(super) fn handle_mouse(&mut self, mouse: MouseEvent) -> Result<Flow> {
        if let Some(dialog) = &mut self.dialog {
            if let Dialog::Page(page) = dialog
                && page.mouse(mouse)? == Flow::Close
            {
                self.dialog = None;
            }
            return Ok(Flow::Continue);
        }
        let position = (mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let info = self.game.session().info();
                if let Some(square) = self.board.square_at(info, &self.progress.scene, position.0, position.1) {
                    self.typed.clear();
                    self.board.cursor = None;
                    self.touch(Touch::Square(square))?;
                } else if let Some((_, code)) = self.buttons.iter().find(|(area, _)| area.contains(position.into())) {
                    return self.handle_key(KeyEvent::new(*code, KeyModifiers::NONE));
                } else if self.player_areas[self.progress.scene.to_move.index()].contains(position.into())
                    && self.targets().contains(&Touch::Supply)
                {
                    self.touch(Touch::Supply)?;
                }
            }
            MouseEventKind::Down(MouseButton::Right) => {
                return self.handle_key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
            }
            MouseEventKind::ScrollUp => self.board.scroll(false),
            MouseEventKind::ScrollDown => self.board.scroll(true),
            _ => {}
        }
        Ok(Flow::Continue)
    }
}
