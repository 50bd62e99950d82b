//! Dialogs over the board: help, rules, resignation, the pie rule and saving.

use super::{Dialog, GameView, Notice};
use crate::failure::Result;
use crate::screen::page::Page;
use crate::screen::{Flow, View};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::path::Path;

impl GameView {
    pub(super) fn show_help(&mut self) {
        let lines = [
            ("←↑↓→ Tab", "move"),
            ("Enter", "enter"),
            ("Esc", "escape"),
            ("a1 @ /", "type"),
            ("U R", "undo"),
            ("T", "hint"),
            ("W", "evaluation"),
            ("V", "flip"),
            ("[ ]", "pieces"),
            ("S", "save"),
            ("M N A", "over"),
            ("X", "resign"),
            ("L", "rules"),
            ("Space", "space"),
            ("N", "step"),
            ("< >", "delay"),
            ("Q", "quit"),
        ];
        let plain = |text: String| (String::new(), text);
        let mut text = vec![plain(self.say("screen-help", &[])), plain(String::new())];
        for (name, key) in lines {
            let space = self.say("screen-key-space", &[]);
            let name = match key {
                "move" if self.board.style.ascii => "Tab",
                "space" => &space,
                _ => name,
            };
            text.push((format!("{name:>11}  "), self.say(&format!("screen-help-{key}"), &[])));
        }
        text.extend([plain(String::new()), plain(self.say("screen-help-signs", &[]))]);
        self.dialog = Some(Dialog::Page(Page::new(self.say("screen-help-title", &[]), text, self.board.style)));
    }

    pub(super) fn ask_to_resign(&mut self) {
        match self.is_persons_turn() {
            true => self.dialog = Some(Dialog::Resign),
            false if self.is_over() => self.show_warning("play-over-already"),
            false => self.show_warning("screen-not-your-turn"),
        }
    }

    pub(super) fn handle_dialog_key(&mut self, key: KeyEvent) -> Result {
        let Some(dialog) = &mut self.dialog else { return Ok(()) };
        let is_yes = matches!(key.code, KeyCode::Char('y' | 'Y' | 's' | 'S'));
        match dialog {
            Dialog::Page(page) => {
                if page.key(key)? == Flow::Close {
                    self.dialog = None;
                }
            }
            Dialog::Resign => {
                self.dialog = None;
                if is_yes {
                    let to_move = self.game.session().to_move();
                    self.game.local_mut().resign(to_move);
                    return self.after_move();
                }
            }
            // Ignore stray keys: the offer comes only once.
            Dialog::Pie if !is_yes && !matches!(key.code, KeyCode::Char('n' | 'N') | KeyCode::Enter | KeyCode::Esc) => {
            }
            Dialog::Pie => {
                self.dialog = None;
                if is_yes {
                    self.game.local_mut().swap_sides();
                    self.reassign_seats()?;
                    self.show_notice("play-sides-swapped", &[]);
                    return self.after_move();
                }
            }
            Dialog::Save(name) => match key.code {
                KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => name.push(c),
                KeyCode::Backspace => drop(name.pop()),
                KeyCode::Enter => {
                    let name = name.trim().to_string();
                    self.dialog = None;
                    self.export(&name);
                }
                KeyCode::Esc => self.dialog = None,
                _ => {}
            },
        }
        Ok(())
    }

    fn export(&mut self, name: &str) {
        if name.is_empty() {
            return self.show_warning("screen-save-needs-name");
        }
        match self.game.export(Path::new(name)) {
            Ok(()) => self.show_notice("play-saved", &[("file", name)]),
            Err(failure) => self.notice = Some(Notice { text: failure.sentence, is_warning: true }),
        }
    }
}
