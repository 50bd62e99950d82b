//! Questions, and how a person is asked them: on the screen, or in lines of text.

use crate::board::BoardStyle;
use crate::commands::print;
use crate::explain::wrapped;
use crate::failure::Failure;
use crate::language::say_common;
use crate::play::lines::{self, Lines};
use crate::screen::{QuestionView, Screen};

/// Something that can be chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it is called.
    pub name: String,
    /// More about it; may be empty.
    pub what: String,
}

impl Choice {
    /// A choice.
    pub fn new(name: &str, what: &str) -> Self {
        Choice { name: name.to_string(), what: what.to_string() }
    }
}

/// A question, with what Enter answers.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is about.
    pub title: String,
    /// The question itself.
    pub text: String,
    /// What can be chosen; nothing if the answer is to be written.
    pub choices: Vec<Choice>,
    /// What is chosen by Enter.
    pub default: usize,
    /// What Enter writes.
    pub written: String,
    /// Whether going back from it leaves the program.
    pub leaves: bool,
    /// What is to be said before: why the question is asked again, or how the last game ended.
    pub notice: Option<String>,
}

impl Question {
    /// A question with answers to choose from.
    pub fn choose(title: &str, text: &str, choices: Vec<Choice>, default: usize) -> Self {
        let (title, text) = (title.to_string(), text.to_string());
        Question { title, text, choices, default, written: String::new(), leaves: false, notice: None }
    }

    /// A question whose answer is written.
    pub fn write(title: &str, text: &str, written: &str) -> Self {
        Question { written: written.to_string(), ..Question::choose(title, text, Vec::new(), 0) }
    }

    /// The choice that a text means: a number, or the beginning of one name alone.
    pub fn meant(&self, text: &str) -> Result<usize, String> {
        let text = text.trim().to_lowercase();
        let count = self.choices.len();
        if text.is_empty() {
            return Ok(self.default);
        }
        if let Some(at) = self.choices.iter().position(|choice| choice.name.to_lowercase() == text) {
            return Ok(at);
        }
        if let Some(number) = text.parse().ok().filter(|number| self.is_numbered() && (1..=count).contains(number)) {
            return Ok(number - 1);
        }
        let begins = |choice: &Choice| choice.name.to_lowercase().starts_with(&text);
        let mut meant = (0..count).filter(|&at| begins(&self.choices[at]));
        match (meant.next(), meant.next()) {
            (Some(at), None) => Ok(at),
            _ => Err(say_common("menu.not-offered", &[("text", &text), ("count", &count.to_string())])),
        }
    }
}

impl Question {
    /// Whether the choices have numbers. Where they are numbers, those would be mistaken for them.
    pub fn is_numbered(&self) -> bool {
        self.choices.iter().all(|choice| choice.name.parse::<u32>().is_err())
    }

    /// Whether a text may become one that means a choice if more is typed.
    pub fn may_become(&self, text: &str) -> bool {
        let text = text.trim().to_lowercase();
        let number = |at: usize| self.is_numbered() && (at + 1).to_string().starts_with(&text);
        (0..self.choices.len()).any(|at| number(at) || self.choices[at].name.to_lowercase().starts_with(&text))
    }
}

/// How a person is asked.
pub enum Asker {
    /// On the screen.
    Screen(Box<Screen>, BoardStyle),
    /// In lines.
    Lines,
}

impl Asker {
    /// Asks on a screen.
    pub fn screen(screen: Screen, look: BoardStyle) -> Self {
        Asker::Screen(Box::new(screen), look)
    }

    /// Asks in lines.
    pub fn lines() -> Self {
        Asker::Lines
    }

    /// The screen, if there is one.
    pub fn screen_mut(&mut self) -> Option<&mut Screen> {
        match self {
            Asker::Screen(screen, _) => Some(screen),
            Asker::Lines => None,
        }
    }

    /// Whether the program is to end.
    pub fn is_told_to_end(&self) -> bool {
        matches!(self, Asker::Screen(screen, _) if screen.is_told_to_end())
    }

    /// Which of the choices a person makes; none to go back.
    pub fn choose(&mut self, question: &Question) -> Result<Option<usize>, Failure> {
        if let Asker::Screen(screen, look) = self {
            let mut view = QuestionView::new(question.clone(), *look);
            screen.show(&mut view)?;
            return Ok(view.chosen());
        }
        print(&format!("\n{}\n", question.title))?;
        let mut notice = question.notice.clone();
        for (number, choice) in (1..).zip(&question.choices) {
            let more = if choice.what.is_empty() { String::new() } else { format!(" - {}", choice.what) };
            let head = if question.is_numbered() { format!("{number:>3}. ") } else { "   ".to_string() };
            print(&wrapped(&format!("{}{more}", choice.name), &head, lines::width()))?;
        }
        loop {
            if let Some(notice) = notice.take() {
                print(&wrapped(&notice, "", lines::width()))?;
            }
            let default = match question.is_numbered() {
                true => (question.default + 1).to_string(),
                false => question.choices[question.default].name.clone(),
            };
            let Some(line) = ask(&question.text, &default)? else { return Ok(None) };
            match question.meant(&line) {
                _ if line == say_common("menu.word-back", &[]) => return Ok(None),
                Ok(at) => return Ok(Some(at)),
                Err(reason) => notice = Some(reason),
            }
        }
    }

    /// What a person writes; none to go back. `check` says what is wrong with it.
    pub fn write(
        &mut self,
        question: &Question,
        check: &dyn Fn(&str) -> Result<(), String>,
    ) -> Result<Option<String>, Failure> {
        let mut question = question.clone();
        loop {
            let written = match self {
                Asker::Screen(screen, look) => {
                    let mut view = QuestionView::new(question.clone(), *look);
                    screen.show(&mut view)?;
                    view.written()
                }
                Asker::Lines => {
                    if let Some(notice) = question.notice.take() {
                        print(&wrapped(&notice, "", lines::width()))?;
                    }
                    let line = ask(&format!("{}. {}", question.title, question.text), &question.written)?;
                    line.map(|line| if line.is_empty() { question.written.clone() } else { line })
                }
            };
            let Some(written) = written else { return Ok(None) };
            match check(&written) {
                Ok(()) => return Ok(Some(written)),
                Err(reason) => {
                    question.notice = Some(reason);
                    // What is wrong in it can be mended.
                    question.written = written;
                }
            }
        }
    }
}

fn ask(text: &str, default: &str) -> Result<Option<String>, Failure> {
    print(&wrapped(text, "", lines::width()))?;
    Lines::new().ask(&format!("[{default}]> "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_meant_by_its_number_or_the_beginning_of_its_name() {
        let choices = ["Mitsudomoe", "Jeson Mor", "Jin Li"].map(|name| Choice::new(name, "")).to_vec();
        let question = Question::choose("", "", choices, 1);
        for (text, meant) in
            [("", Some(1)), ("3", Some(2)), ("mi", Some(0)), ("JIN", Some(2)), ("j", None), ("4", None), ("0", None)]
        {
            assert_eq!(question.meant(text).ok(), meant, "{text}");
        }
        assert!(question.may_become("j") && !question.may_become("x") && !question.may_become("4"));
        // Where values are numbers, a number is the value.
        let sizes = ["5", "6", "7", "8", "9", "10"].map(|name| Choice::new(name, "")).to_vec();
        let question = Question::choose("", "", sizes, 0);
        assert_eq!(
            (question.meant("6").ok(), question.meant("1").ok(), question.meant("10").ok()),
            (Some(1), Some(5), Some(5))
        );
    }
}
