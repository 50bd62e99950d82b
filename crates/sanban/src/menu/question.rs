//! Questions of the menus.

use crate::language::say_common;

/// An answer to choose.
#[derive(Clone, Debug)]
pub struct Choice {
    pub name: String,
    /// More about the choice; may be empty.
    pub description: String,
}

impl Choice {
    pub fn new(name: &str, description: &str) -> Self {
        Choice { name: name.to_string(), description: description.to_string() }
    }
}

/// A question with a default answer.
#[derive(Clone, Debug)]
pub struct Question {
    pub title: String,
    pub text: String,
    /// The answers; empty for a free text.
    pub choices: Vec<Choice>,
    /// The index of the default choice.
    pub default: usize,
    /// The answer that an empty line gives to a question without choices.
    pub default_text: String,
    /// Whether going back exits the program.
    pub exits: bool,
    /// A notice above the question: why it is asked again, or how the last game ended.
    pub notice: Option<String>,
}

impl Question {
    /// A question with choices.
    pub fn choose(title: &str, text: &str, choices: Vec<Choice>, default: usize) -> Self {
        let (title, text) = (title.to_string(), text.to_string());
        Question { title, text, choices, default, default_text: String::new(), exits: false, notice: None }
    }

    /// A question for a free text.
    pub fn free_text(title: &str, text: &str, default: &str) -> Self {
        Question { default_text: default.to_string(), ..Question::choose(title, text, Vec::new(), 0) }
    }

    /// Finds the choice for a text: a number, a name, or an unambiguous prefix. An empty text means the default.
    pub fn parse_choice(&self, text: &str) -> Result<usize, String> {
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
        let has_prefix = |choice: &Choice| choice.name.to_lowercase().starts_with(&text);
        let mut matches = (0..count).filter(|&at| has_prefix(&self.choices[at]));
        match (matches.next(), matches.next()) {
            (Some(at), None) => Ok(at),
            _ => Err(say_common("menu-not-offered", &[("text", &text), ("count", &count.to_string())])),
        }
    }

    /// Whether the choices are numbered. Choices that are numbers themselves are not.
    pub fn is_numbered(&self) -> bool {
        self.choices.iter().all(|choice| choice.name.parse::<u32>().is_err())
    }

    /// Whether more typing can turn a text into a choice.
    pub fn is_prefix(&self, text: &str) -> bool {
        let text = text.trim().to_lowercase();
        let number = |at: usize| self.is_numbered() && (at + 1).to_string().starts_with(&text);
        (0..self.choices.len()).any(|at| number(at) || self.choices[at].name.to_lowercase().starts_with(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_choices_by_number_name_or_prefix() {
        let choices = ["Mitsudomoe", "Jeson Mor", "Jin Li"].map(|name| Choice::new(name, "")).to_vec();
        let question = Question::choose("", "", choices, 1);
        for (text, choice) in
            [("", Some(1)), ("3", Some(2)), ("mi", Some(0)), ("JIN", Some(2)), ("j", None), ("4", None), ("0", None)]
        {
            assert_eq!(question.parse_choice(text).ok(), choice, "{text}");
        }
        assert!(question.is_prefix("j") && !question.is_prefix("x") && !question.is_prefix("4"));
        // If the choices are numbers, a number means the choice of that name.
        let sizes = ["5", "6", "7", "8", "9", "10"].map(|name| Choice::new(name, "")).to_vec();
        let question = Question::choose("", "", sizes, 0);
        assert_eq!(
            (question.parse_choice("6").ok(), question.parse_choice("1").ok(), question.parse_choice("10").ok()),
            (Some(1), Some(5), Some(5))
        );
    }
}
