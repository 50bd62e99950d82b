//! What goes wrong, as a sentence and an exit status.

use crate::language;
use sanban_core::Refusal;

/// Why the program ends without an answer.
pub struct Failure {
    /// 1: the question had no answer; 2: the command line or a text was malformed.
    pub status: u8,
    /// One clear sentence for the person.
    pub sentence: String,
}

impl Failure {
    /// The failure that a refusal of the rules is, for a game with these messages.
    pub fn refused(refusal: &Refusal, messages: &[(&str, &str)]) -> Failure {
        let status = if refusal.is_malformed() { 2 } else { 1 };
        Failure { status, sentence: refusal.sentence(messages, language::chosen()) }
    }
}

impl From<Refusal> for Failure {
    /// For refusals that have nothing to do with a particular game.
    fn from(refusal: Refusal) -> Self {
        Failure::refused(&refusal, &[])
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        // The first paragraph says what is wrong; the rest is usage.
        let text = error.to_string();
        let paragraph: Vec<&str> = text.lines().map(str::trim).take_while(|l| !l.is_empty()).collect();
        let sentence = paragraph.join(" ");
        let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence).trim_end_matches('.');
        let sentence = sentence.replace(char::is_control, "\u{fffd}");
        Failure { status: 2, sentence: format!("{sentence}; --help says what is possible.") }
    }
}
