//! The language in which the program speaks to a person: that of `--lang`, else that of the environment, else English.

use sanban_core::messages::{self, COMMON, LANGUAGES};
use sanban_core::{GameInfo, Rules};
use sanban_engine::phrasing::Phrasing;
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
pub fn say(info: &GameInfo, key: &str, args: &[(&str, &str)]) -> String {
    messages::say(&[info.messages, COMMON], chosen(), key, args)
}

/// The words about games by these rules.
pub fn words(rules: &Rules) -> Phrasing {
    Phrasing::new(rules.info(), chosen())
}

/// The sentence under a key about no game in particular, with its arguments.
pub fn say_common(key: &str, args: &[(&str, &str)]) -> String {
    messages::say(&[COMMON], chosen(), key, args)
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

    /// Every key that the sources name is in every catalogue of sentences that all games share, or of a game's own.
    #[test]
    fn every_sentence_that_is_said_exists() {
        fn sources(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                match entry.path() {
                    path if path.is_dir() => sources(&path, found),
                    path if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
                    _ => {}
                }
            }
        }
        let mut files = Vec::new();
        sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        let groups =
            ["analysis.", "hint.", "learn.", "lesson.", "menu.", "play.", "progress.", "replay.", "saved.", "screen."];
        let is_key =
            |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || ".-".contains(c)) && !text.ends_with('.');
        let info = sanban_games::registry::find("jinli").expect("a game");
        let mut count = 0;
        for file in files {
            let source = std::fs::read_to_string(&file).expect("a text");
            for key in
                source.split('"').filter(|text| groups.iter().any(|group| text.starts_with(group)) && is_key(text))
            {
                count += 1;
                for language in LANGUAGES {
                    let known = [info.messages, COMMON].into_iter().flatten().filter(|(l, _)| *l == language);
                    let known = known.flat_map(|(_, text)| messages::entries(text)).any(|(k, _)| k == key);
                    assert!(known, "{key} in {language}, said in {}", file.display());
                }
            }
        }
        assert!(count > 100, "{count} keys");
    }
}
