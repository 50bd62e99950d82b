//! What goes wrong, as a sentence and an exit status.

use crate::language;
use clap::error::{ContextKind, ErrorKind};
use sanban_core::Rejection;
use sanban_core::rejection::common;
use std::error::Error;
use std::fmt;
use std::num::ParseIntError;

/// Why the program ends without an answer.
pub struct Failure {
    /// 1: the question had no answer; 2: the command line or a text was malformed.
    pub status: u8,
    /// One clear sentence for the person.
    pub sentence: String,
}

impl Failure {
    /// The failure that a refusal of the rules is, for a game with these messages.
    pub fn refused(rejection: &Rejection, messages: &[(&str, &str)]) -> Failure {
        let status = if rejection.is_malformed() { 2 } else { 1 };
        Failure { status, sentence: rejection.sentence(messages, language::chosen()) }
    }
}

impl From<Rejection> for Failure {
    /// For refusals that have nothing to do with a particular game.
    fn from(rejection: Rejection) -> Self {
        Failure::refused(&rejection, &[])
    }
}

/// What a value on the command line must be, in the chosen language.
#[derive(Debug)]
pub struct Expected(String);

impl Expected {
    /// What the words under a key say.
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

/// Why a command line is refused. The library knows, but has only English sentences for it.
fn rejection(error: &clap::Error) -> Rejection {
    let told = |kind: ContextKind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    // That an argument may be repeated would be read as the end of the sentence.
    let argument_of = |kind: ContextKind| told(kind).replace("...", "");
    let argument = argument_of(ContextKind::InvalidArg);
    let value = told(ContextKind::InvalidValue);
    let count = told(ContextKind::ActualNumValues);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let command = told(ContextKind::InvalidSubcommand);
            match told(ContextKind::SuggestedSubcommand) {
                near if near.is_empty() => common::LINE_COMMAND.with(&[&command]),
                near => common::LINE_COMMAND_NEAR.with(&[&command, &near]),
            }
        }
        ErrorKind::MissingSubcommand => common::LINE_NO_COMMAND.with(&[&told(ContextKind::ValidSubcommand)]),
        ErrorKind::UnknownArgument => {
            let word = told(ContextKind::InvalidArg);
            match told(ContextKind::SuggestedArg) {
                near if !near.is_empty() => common::LINE_OPTION_NEAR.with(&[&word, &near]),
                _ if word.starts_with('-') => common::LINE_OPTION.with(&[&word]),
                _ => common::LINE_WORD.with(&[&word]),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let usage = told(ContextKind::Usage);
            // The heading is not in the language.
            let usage = usage.split_once(' ').map_or("", |(_, usage)| usage);
            common::LINE_MISSING.with(&[&argument, &usage])
        }
        ErrorKind::ArgumentConflict => match argument_of(ContextKind::PriorArg) {
            others if others == argument => common::LINE_TWICE.with(&[&argument]),
            others => common::LINE_CONFLICT.with(&[&argument, &others]),
        },
        ErrorKind::InvalidValue => match (value.is_empty(), told(ContextKind::ValidValue)) {
            (true, values) if values.is_empty() => common::LINE_NO_VALUE.with(&[&argument]),
            (true, values) => common::LINE_NO_VALUE_OF.with(&[&argument, &values]),
            (false, values) => common::LINE_VALUE_OF.with(&[&argument, &value, &values]),
        },
        ErrorKind::ValueValidation => common::LINE_VALUE.with(&[&argument, &value, &expected(error)]),
        ErrorKind::TooManyValues => common::LINE_VALUE_TOO_MANY.with(&[&argument, &value]),
        ErrorKind::TooFewValues => {
            common::LINE_VALUES_TOO_FEW.with(&[&argument, &told(ContextKind::MinValues), &count])
        }
        ErrorKind::WrongNumberOfValues => {
            common::LINE_VALUES_COUNT.with(&[&argument, &told(ContextKind::ExpectedNumValues), &count])
        }
        ErrorKind::NoEquals => common::LINE_EQUALS.with(&[&argument]),
        ErrorKind::InvalidUtf8 => common::LINE_NOT_TEXT.with(&[]),
        _ => common::LINE_UNCLEAR.with(&[]),
    }
}

/// What a value must be that could not be read.
fn expected(error: &clap::Error) -> String {
    let source = error.source();
    match source.and_then(|source| source.downcast_ref::<Expected>()) {
        Some(expected) => expected.to_string(),
        None if source.is_some_and(|source| source.is::<ParseIntError>()) => {
            language::say_common("expected.number-any", &[])
        }
        None => language::say_common("expected.other", &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ArgAction, Command, value_parser};

    /// Every kind of wrong command line has a sentence that says what would be right.
    #[test]
    fn wrong_command_lines_are_refused_in_words() {
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
        let told = |args: &str| match line.clone().try_get_matches_from(args.split(' ')) {
            Ok(_) => String::new(),
            Err(error) => rejection(&error).sentence(&[], "en"),
        };
        for (args, sentence) in [
            ("a", "A command is missing; it can be games, help."),
            ("a xyz", "There is no command \"xyz\"; sanban --help lists the commands."),
            ("a gmaes", "There is no command \"gmaes\"; perhaps it should be games."),
            ("a --xyz", "There is no option \"--xyz\" here; --help lists the options."),
            ("a --nmber 3", "There is no option \"--nmber\" here; perhaps it should be --number."),
            ("a games", "<GAME> must be given, as in a games <GAME>."),
            ("a games jinli x", "Nothing more was expected, and \"x\" was given; --help says what is possible."),
            ("a games go", "<GAME> cannot be \"go\"; it can be jinli, jesonmor."),
            ("a --number", "--number <X> needs a value."),
            (
                "a --number many",
                "--number <X> cannot be \"many\"; it must be a whole number, neither negative nor too large.",
            ),
            ("a --truth x", "--truth <X> cannot be \"x\"; it must be what --help says."),
            ("a --flag --flag", "--flag can be given only once."),
            ("a --flag --two 1 2 games jinli", "--flag cannot be given together with --two <X> <X>."),
            ("a --flag=x", "--flag does not take the value \"x\"; --help says how it is written."),
            ("a --two=1 games jinli", "--two <X> <X> needs 2 values, and has 1."),
            ("a --more=1 games jinli", "--more <X> <X> needs at least 2 values, and has 1."),
            ("a --equal 1", "--equal=<X> needs an equals sign before its value."),
        ] {
            assert_eq!(told(args), sentence, "{args}");
        }
    }
}
