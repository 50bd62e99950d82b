//! Translations of the command line's help.
//!
//! The clap definition is in English. Other languages have a Fluent file with these keys:
//!
//! | key | text |
//! | --- | --- |
//! | `play`, `play-long` | the short and the long help of a command |
//! | `play-first`, `play-first-long` | the help of an argument |
//! | `play-color-auto` | the help of a possible value |
//! | `play-examples-2` | the second text in the examples; the command lines come from the definition |
//! | `all-seed` | any of these, for all commands without their own text |
//! | `value-FILE` | the placeholder of a value |
//! | `clap-…` | clap's own texts |

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};
use sanban_core::messages::Catalogue;

const TEXTS: Catalogue = Catalogue(&[("pt", include_str!("../../help/pt.ftl"))]);

/// Translates a text: takes the command, the name of the text and the English text.
type Translate<'a> = &'a dyn Fn(&str, &str, &str) -> String;

/// Translates the help of a command line. Returns it unchanged if the language has no translation.
pub fn translate(command: Command, language: &str) -> Command {
    if TEXTS.entries(language).is_empty() {
        return command;
    }
    translate_with(command, &|command, name, english| {
        find(language, command, name).map_or(english.to_string(), |(_, text)| text)
    })
}

/// The key and the translation of a text, for the command or else for all commands.
fn find(language: &str, command: &str, name: &str) -> Option<(String, String)> {
    let entry = |command: &str| {
        let key = key(command, name);
        // Values in a note are filled in later.
        let text = TEXTS.find(language, &key, &[("values", "{values}")])?;
        Some((key, text))
    };
    entry(command).or_else(|| entry("all"))
}

fn key(command: &str, name: &str) -> String {
    let key = if name.is_empty() { command.to_string() } else { format!("{command}-{name}") };
    key.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

fn translate_with(mut command: Command, say: Translate<'_>) -> Command {
    // Building adds clap's own arguments and propagates global ones.
    command.build();
    translate_command(command, say)
}

fn translate_command(command: Command, say: Translate<'_>) -> Command {
    let name = command.get_name().to_string();
    let own = |key: &str, english: &str| say(&name, key, english);
    let text = |text: Option<&StyledStr>, say: &dyn Fn(&str) -> String| -> Resettable<StyledStr> {
        text.map(|text| say(&text.to_string()).into()).into()
    };
    let about = text(command.get_about(), &|english| own("", english));
    let long_about = text(command.get_long_about(), &|english| own("long", english));
    let examples = text(command.get_after_help(), &|english| examples(english, &own));
    let has_long = command.get_arguments().any(|arg| arg.get_id() == "help" && arg.get_long_help().is_some());

    let command = command
        .about(about)
        .long_about(long_about)
        .after_help(examples)
        .subcommand_value_name(say("value", "COMMAND", "COMMAND"))
        .mut_args(|arg| argument(arg, has_long, &name, say))
        .mut_subcommands(|command| translate_command(command, say));
    let template = template(&command, say);
    command.help_template(template)
}

/// A help template with translated headings.
fn template(command: &Command, say: Translate<'_>) -> StyledStr {
    let usage = command.clone().render_usage().ansi().to_string();
    let usage = usage.split_once(' ').map_or("", |(_, usage)| usage);
    let usage = usage.replace("[OPTIONS]", &format!("[{}]", say("value", "OPTIONS", "OPTIONS")));
    let (style, header) = (command.get_styles().get_usage(), command.get_styles().get_header());
    let has_commands = command.get_subcommands().any(|command| !command.is_hide_set());
    let has = |positional: bool| command.get_arguments().any(|a| !a.is_hide_set() && a.is_positional() == positional);
    let sections = [
        (has_commands, "commands", "Commands", "{subcommands}"),
        (has(true), "arguments", "Arguments", "{positionals}"),
        (has(false), "options", "Options", "{options}"),
    ];
    let heading = say("clap", "usage", "Usage");
    let mut template = format!("{{about-with-newline}}\n{style}{heading}:{style:#} {usage}");
    for (_, key, english, section) in sections.iter().filter(|(is_present, ..)| *is_present) {
        template += &format!("\n\n{header}{}:{header:#}\n{section}", say("clap", key, english));
    }
    (template + "{after-help}").into()
}

/// Translates the text after the help. Indented lines are command lines, optionally followed by a description.
fn examples(english: &str, say: &dyn Fn(&str, &str) -> String) -> String {
    let mut count = 0;
    let mut say = |english: &str| {
        count += 1;
        say(&format!("examples-{count}"), english)
    };
    let mut text = String::new();
    let mut prose: Vec<&str> = Vec::new();
    for line in english.lines().chain([""]) {
        if !line.is_empty() && !line.starts_with("  ") {
            prose.push(line);
            continue;
        }
        if !prose.is_empty() {
            text += &format!("{}\n", say(&prose.join(" ")));
            prose.clear();
        }
        let line_text = line.trim_start();
        let description = line_text.find("   ").map(|end| line_text[end..].trim_start());
        match description {
            Some(description) => {
                text += &format!("{}{}\n", line.strip_suffix(description).unwrap_or(line), say(description))
            }
            None => text += &format!("{line}\n"),
        }
    }
    text.trim_end().to_string()
}

/// Translates an argument. `has_long` says whether the command's long help differs from the short one.
fn argument(arg: Arg, has_long: bool, command: &str, say: Translate<'_>) -> Arg {
    let id = arg.get_id().to_string();
    // clap mentions the other help, if there is one.
    let key = if id == "help" && has_long { "help-short" } else { &id };
    let text = |key: &str, text: Option<&StyledStr>| text.map(|text| say(command, key, &text.to_string()));
    let short = text(key, arg.get_help()).unwrap_or_default();
    let long = text(&format!("{id}-long"), arg.get_long_help()).unwrap_or_else(|| short.clone());

    let takes_values = arg.get_action().takes_values();
    let defaults: Vec<String> = match takes_values && !arg.is_hide_default_value_set() {
        true => arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect(),
        false => Vec::new(),
    };
    let possible = if arg.is_hide_possible_values_set() { Vec::new() } else { arg.get_possible_values() };
    let possible: Vec<_> = possible.iter().filter(|value| !value.is_hide_set()).collect();
    let values: Vec<String> = possible.iter().map(|value| value.get_name().to_string()).collect();
    let width = values.iter().map(|name| name.len() + 1).max().unwrap_or(0);
    let value_help = possible.iter().zip(&values).filter_map(|(value, name)| {
        let help = text(&format!("{id}-{name}"), value.get_help())?;
        Some(format!("- {:width$} {help}", format!("{name}:")))
    });
    let value_help: Vec<String> = value_help.collect();

    let note = |key: &str, english: &str, values: &[String]| {
        (!values.is_empty()).then(|| say("clap", key, english).replace("{values}", &values.join(", ")))
    };
    let mut notes: Vec<String> =
        [note("default", "[default: {values}]", &defaults), note("values", "[possible values: {values}]", &values)]
            .into_iter()
            .flatten()
            .collect();
    let mut arg = arg.help([&[short], &notes[..]].concat().join(" ").trim_start().to_string());
    if has_long {
        let mut paragraphs = vec![long];
        if !value_help.is_empty() {
            // A list of values replaces the last note.
            notes.pop();
            let heading = say("clap", "described", "Possible values");
            paragraphs.push(format!("{heading}:\n{}", value_help.join("\n")));
        }
        if !notes.is_empty() {
            paragraphs.push(notes.join("\n"));
        }
        arg = arg.long_help(paragraphs.join("\n\n"));
    }

    if takes_values {
        let names = arg.get_value_names().unwrap_or_default().iter();
        let names: Vec<String> = names.map(|name| say("value", name, name)).collect();
        arg = arg.value_names(names);
    }
    // Hide clap's English versions of these notes.
    arg.hide_default_value(true).hide_possible_values(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;
    use std::cell::RefCell;
    use std::collections::{BTreeMap, BTreeSet};

    /// Checks that every text is translated, and that texts share a key only if they are equal.
    #[test]
    fn every_help_text_is_translated() {
        TEXTS.assert_complete(&[]);
        for (language, _) in TEXTS.0 {
            let missing = RefCell::new(BTreeSet::new());
            let used = RefCell::new(BTreeMap::new());
            translate_with(Cli::command(), &|command, name, english| {
                let known = find(language, command, name);
                let same = known.as_ref().is_some_and(|(key, _)| {
                    *used.borrow_mut().entry(key.clone()).or_insert(english.to_string()) == english
                });
                if !same {
                    missing.borrow_mut().insert(format!("{} = {english}", key(command, name)));
                }
                known.map_or(String::new(), |(_, text)| text)
            });
            let missing: Vec<String> = missing.into_inner().into_iter().collect();
            assert!(missing.is_empty(), "help/{language}.ftl lacks texts for:\n{}", missing.join("\n"));
            let entries = TEXTS.entries(language);
            let unused: Vec<_> = entries.iter().filter(|(key, _)| !used.borrow().contains_key(*key)).collect();
            assert!(unused.is_empty(), "nothing uses these entries of help/{language}.ftl: {unused:?}");
        }
    }

    #[test]
    fn translated_examples_keep_their_command_lines() {
        let english = "Examples:\n  sanban a     does a\n  sanban b\n\nAll of it\nis one text.\nSo is this.";
        let translated = examples(english, &|name, english| format!("<{name}: {english}>"));
        let expected = "<examples-1: Examples:>\n  sanban a     <examples-2: does a>\n  sanban b\n\n\
                        <examples-3: All of it is one text. So is this.>";
        assert_eq!(translated, expected);
    }
}
