//! Failures: a sentence for the user and an exit status.

use crate::codes;
use crate::language;
use clap::error::{ContextKind, ErrorKind};
use sanban_core::Rejection;
use sanban_core::messages::Catalogue;
use std::error::Error;
use std::fmt;
use std::num::ParseIntError;

/// The result of a command, or of a part of it.
pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Why a command failed.
pub struct Failure {
    /// The exit status. 1: the question had no answer; 2: the command line or a text was malformed.
    pub status: u8,
    /// One clear sentence for the user.
    pub sentence: String,
}

impl Failure {
    /// The failure for a rejection in a game with these messages.
    pub fn rejected(rejection: &Rejection, messages: Catalogue) -> Failure {
        let status = if rejection.is_malformed() { 2 } else { 1 };
        Failure { status, sentence: rejection.sentence(&language::catalogues(messages), language::current()) }
    }
}

impl From<Rejection> for Failure {
    /// For rejections that don't concern a particular game.
    fn from(rejection: Rejection) -> Self {
        Failure::rejected(&rejection, Catalogue::EMPTY)
    }
}

/// What an argument must be, in the current language.
#[derive(Debug)]
pub struct Expected(String);

impl Expected {
    /// The message with this key.
    pub fn new(key: &str, args: &[(&str, &str)]) -> Self {
        Expected(language::say_common(key, args))
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Expected {}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        rejection(&error).into()
    }
}

/// Translates a clap error, which has only English sentences.
fn rejection(error: &clap::Error) -> Rejection {
    let context = |kind: ContextKind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    // The dots of a repeatable argument would look like the end of the sentence.
    let argument_name = |kind: ContextKind| context(kind).replace("...", "");
    let argument = argument_name(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let count = context(ContextKind::ActualNumValues);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let command = context(ContextKind::InvalidSubcommand);
            match context(ContextKind::SuggestedSubcommand) {
                near if near.is_empty() => codes::LINE_COMMAND.with(&[&command]),
                near => codes::LINE_COMMAND_NEAR.with(&[&command, &near]),
            }
        }
        ErrorKind::MissingSubcommand => codes::LINE_NO_COMMAND.with(&[&context(ContextKind::ValidSubcommand)]),
        ErrorKind::UnknownArgument => {
            let word = context(ContextKind::InvalidArg);
            match context(ContextKind::SuggestedArg) {
                near if !near.is_empty() => codes::LINE_OPTION_NEAR.with(&[&word, &near]),
                _ if word.starts_with('-') => codes::LINE_OPTION.with(&[&word]),
                _ => codes::LINE_WORD.with(&[&word]),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let usage = context(ContextKind::Usage);
            // Drop the English heading.
            let usage = usage.split_once(' ').map_or("", |(_, usage)| usage);
            codes::LINE_MISSING.with(&[&argument, &usage])
        }
        ErrorKind::ArgumentConflict => match argument_name(ContextKind::PriorArg) {
            others if others == argument => codes::LINE_TWICE.with(&[&argument]),
            others => codes::LINE_CONFLICT.with(&[&argument, &others]),
        },
        ErrorKind::InvalidValue => match (value.is_empty(), context(ContextKind::ValidValue)) {
            (true, values) if values.is_empty() => codes::LINE_NO_VALUE.with(&[&argument]),
            (true, values) => codes::LINE_NO_VALUE_OF.with(&[&argument, &values]),
            (false, values) => codes::LINE_VALUE_OF.with(&[&argument, &value, &values]),
        },
        ErrorKind::ValueValidation => codes::LINE_VALUE.with(&[&argument, &value, &expected(error)]),
        ErrorKind::TooManyValues => codes::LINE_VALUE_TOO_MANY.with(&[&argument, &value]),
        ErrorKind::TooFewValues => {
            codes::LINE_VALUES_TOO_FEW.with(&[&argument, &context(ContextKind::MinValues), &count])
        }
        ErrorKind::WrongNumberOfValues => {
            codes::LINE_VALUES_COUNT.with(&[&argument, &context(ContextKind::ExpectedNumValues), &count])
        }
        ErrorKind::NoEquals => codes::LINE_EQUALS.with(&[&argument]),
        ErrorKind::InvalidUtf8 => codes::LINE_NOT_TEXT.with(&[]),
        _ => codes::LINE_UNCLEAR.with(&[]),
    }
}

/// What the value that clap rejected must be.
fn expected(error: &clap::Error) -> String {
    let source = error.source();
    match source.and_then(|source| source.downcast_ref::<Expected>()) {
        Some(expected) => expected.to_string(),
        None if source.is_some_and(|source| source.is::<ParseIntError>()) => {
            language::say_common("expected-number-any", &[])
        }
        None => language::say_common("expected-other", &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ArgAction, Command, value_parser};

    #[test]
    fn explains_every_kind_of_wrong_command_line() {
        let named = |name: &'static str| Arg::new(name).long(name).value_name("X");
        let line = Command::new("a")
            .subcommand_required(true)
            .subcommand(Command::new("games").arg(Arg::new("GAME").required(true).value_parser(["jinli", "jesonmor"])))
            .arg(named("equal").require_equals(true))
            .arg(named("two").num_args(2))
            .arg(named("more").num_args(2..))
            .arg(named("flag").action(ArgAction::SetTrue).conflicts_with("two"))
            .arg(named("number").value_parser(value_parser!(u64)))
            .arg(named("truth").value_parser(value_parser!(f64)));
        let explain = |args: &str| match line.clone().try_get_matches_from(args.split(' ')) {
            Ok(_) => String::new(),
            Err(error) => rejection(&error).sentence(&language::catalogues(Catalogue::EMPTY), "en"),
        };
        for (args, sentence) in [
            ("a", "A command is missing. Use games, help."),
            ("a xyz", "Unknown command \"xyz\". Run sanban --help to list the commands."),
            ("a gmaes", "Unknown command \"gmaes\". Did you mean games?"),
            ("a --xyz", "Unknown option \"--xyz\". Use --help to list the options."),
            ("a --nmber 3", "Unknown option \"--nmber\". Did you mean --number?"),
            ("a games", "Missing <GAME>. Usage: a games <GAME>."),
            ("a games jinli x", "Unexpected argument \"x\". Use --help to see what's possible."),
            ("a games go", "<GAME> can't be \"go\". Choose from jinli, jesonmor."),
            ("a --number", "--number <X> needs a value."),
            ("a --number many", "--number <X> can't be \"many\". Use a whole number that isn't negative or too large."),
            ("a --truth x", "--truth <X> can't be \"x\". Use a value described in --help."),
            ("a --flag --flag", "--flag can be used only once."),
            ("a --flag --two 1 2 games jinli", "--flag can't be used with --two <X> <X>."),
            ("a --flag=x", "--flag doesn't take the value \"x\". Use --help to see how to write it."),
            ("a --two=1 games jinli", "--two <X> <X> needs 2 values, but has 1."),
            ("a --more=1 games jinli", "--more <X> <X> needs at least 2 values, but has 1."),
            ("a --equal 1", "--equal=<X> needs an equals sign before its value."),
        ] {
            assert_eq!(explain(args), sentence, "{args}");
        }
    }
}
