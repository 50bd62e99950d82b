//! The language in which the program speaks to a person: that of `--lang`, else that of the environment, else English.

use sanban_core::Facts;
use sanban_core::message::{self, COMMON, LANGUAGES};
use std::ffi::OsStr;
use std::sync::OnceLock;

static CHOSEN: OnceLock<&str> = OnceLock::new();

/// Chooses the language before anything is said, the command line's arguments being these.
pub fn choose(args: impl Iterator<Item = impl AsRef<OsStr>>) {
    let args: Vec<String> = args.map(|arg| arg.as_ref().to_string_lossy().into_owned()).collect();
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let of_environment = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
    CHOSEN.get_or_init(|| wanted(&args, of_environment.as_deref()));
}

fn wanted(args: &[String], environment: Option<&str>) -> &'static str {
    let named = args.iter().enumerate().find_map(|(at, arg)| match arg.strip_prefix("--lang")? {
        "" => args.get(at + 1).map(String::as_str),
        value => value.strip_prefix('='),
    });
    let known =
        |text: &str| LANGUAGES.iter().copied().find(|&language| text.split(['_', '-', '.']).next() == Some(language));
    named.and_then(known).or_else(|| environment.and_then(known)).unwrap_or(LANGUAGES[0])
}

/// The language that was chosen.
pub fn chosen() -> &'static str {
    CHOSEN.get().copied().unwrap_or(LANGUAGES[0])
}

/// The sentence under a key about a game, with its arguments.
pub fn say(facts: &Facts, key: &str, args: &[(&str, &str)]) -> String {
    message::say(&[facts.messages, COMMON], chosen(), key, args)
}

/// The sentence under a key about no game in particular, with its arguments.
pub fn say_common(key: &str, args: &[(&str, &str)]) -> String {
    message::say(&[COMMON], chosen(), key, args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_comes_before_the_environment() {
        let args = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        assert_eq!(wanted(&args("sanban games"), None), "en");
        assert_eq!(wanted(&args("sanban games"), Some("pt_PT.UTF-8")), "pt");
        assert_eq!(wanted(&args("sanban games"), Some("C.UTF-8")), "en");
        assert_eq!(wanted(&args("sanban games"), Some("ptolemaic")), "en");
        assert_eq!(wanted(&args("sanban games --lang en"), Some("pt_PT.UTF-8")), "en");
        assert_eq!(wanted(&args("sanban --lang=pt games"), None), "pt");
        assert_eq!(wanted(&args("sanban games --lang xx"), Some("pt")), "pt");
    }
}
