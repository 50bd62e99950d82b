//! Asks the questions of the menus: on the screen, or in line mode.

use super::question::Question;
use crate::board_text::BoardStyle;
use crate::failure::Result;
use crate::language::say_common;
use crate::output::print;
use crate::plain::{Prompt, line_width};
use crate::screen::{QuestionView, Screen};
use crate::wrap::wrap;

/// Where the menus ask their questions.
pub enum QuestionPrompt {
    Screen(Box<Screen>, BoardStyle),
    /// Line mode.
    Plain,
}

impl QuestionPrompt {
    /// Asks on the screen.
    pub fn screen(screen: Screen, style: BoardStyle) -> Self {
        QuestionPrompt::Screen(Box::new(screen), style)
    }

    /// The screen, if there is one.
    pub fn screen_mut(&mut self) -> Option<&mut Screen> {
        match self {
            QuestionPrompt::Screen(screen, _) => Some(screen),
            QuestionPrompt::Plain => None,
        }
    }

    /// Whether a signal asks the program to exit.
    pub fn should_exit(&self) -> bool {
        matches!(self, QuestionPrompt::Screen(screen, _) if screen.should_exit())
    }

    /// Asks for a choice. Returns its index; `None` to go back.
    pub fn choose(&mut self, question: &Question) -> Result<Option<usize>> {
        if let QuestionPrompt::Screen(screen, style) = self {
            let mut view = QuestionView::new(question.clone(), *style);
            screen.show(&mut view)?;
            return Ok(view.choice());
        }
        print(&format!("\n{}\n", question.title))?;
        let mut notice = question.notice.clone();
        for (number, choice) in (1..).zip(&question.choices) {
            let more = if choice.description.is_empty() { String::new() } else { format!(" - {}", choice.description) };
            let head = if question.is_numbered() { format!("{number:>3}. ") } else { "   ".to_string() };
            print(&wrap(&format!("{}{more}", choice.name), &head, line_width()))?;
        }
        loop {
            if let Some(notice) = notice.take() {
                print(&wrap(&notice, "", line_width()))?;
            }
            let default = match question.is_numbered() {
                true => (question.default + 1).to_string(),
                false => question.choices[question.default].name.clone(),
            };
            let Some(line) = prompt(&question.text, &default)? else { return Ok(None) };
            match question.parse_choice(&line) {
                _ if line == say_common("menu-back", &[]) => return Ok(None),
                Ok(at) => return Ok(Some(at)),
                Err(reason) => notice = Some(reason),
            }
        }
    }

    /// Asks for a text until `check` accepts it; `None` to go back.
    pub fn ask_text(
        &mut self,
        question: &Question,
        check: &dyn Fn(&str) -> Result<(), String>,
    ) -> Result<Option<String>> {
        let mut question = question.clone();
        loop {
            let text = match self {
                QuestionPrompt::Screen(screen, style) => {
                    let mut view = QuestionView::new(question.clone(), *style);
                    screen.show(&mut view)?;
                    view.text()
                }
                QuestionPrompt::Plain => {
                    if let Some(notice) = question.notice.take() {
                        print(&wrap(&notice, "", line_width()))?;
                    }
                    let line = prompt(&format!("{}. {}", question.title, question.text), &question.default_text)?;
                    line.map(|line| if line.is_empty() { question.default_text.clone() } else { line })
                }
            };
            let Some(text) = text else { return Ok(None) };
            match check(&text) {
                Ok(()) => return Ok(Some(text)),
                Err(reason) => {
                    question.notice = Some(reason);
                    // The player can correct the text.
                    question.default_text = text;
                }
            }
        }
    }
}

fn prompt(text: &str, default: &str) -> Result<Option<String>> {
    print(&wrap(text, "", line_width()))?;
    Prompt::new().ask(&format!("[{default}]> "))
}
