//! The language of the user interface: from `--lang`, else from the environment, else English.

use sanban_core::messages::{self, Catalogue, LANGUAGES};
use sanban_core::{GameInfo, Progress, Rules, Square, player, speech};
use sanban_engine::phrasing::Phrasing;
use std::ffi::OsStr;
use std::sync::OnceLock;

/// The texts of the command line, the menus and the screens.
static MESSAGES: Catalogue = sanban_core::catalogue!("../messages");

static CURRENT: OnceLock<&str> = OnceLock::new();

/// Sets the language from the command line and the environment. Call this first.
pub fn init(args: impl Iterator<Item = impl AsRef<OsStr>>) {
    let args: Vec<String> = args.map(|arg| arg.as_ref().to_string_lossy().into_owned()).collect();
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let from_environment = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
    CURRENT.get_or_init(|| select(&args, from_environment.as_deref()));
}

fn select(args: &[String], environment: Option<&str>) -> &'static str {
    let named = args.iter().enumerate().find_map(|(at, arg)| match arg.strip_prefix("--lang")? {
        "" => args.get(at + 1).map(String::as_str),
        value => value.strip_prefix('='),
    });
    let language =
        |text: &str| LANGUAGES.iter().copied().find(|&code| text.split(['_', '-', '.']).next() == Some(code));
    named.and_then(language).or_else(|| environment.and_then(language)).unwrap_or(LANGUAGES[0])
}

/// The current language.
pub fn current() -> &'static str {
    CURRENT.get().copied().unwrap_or(LANGUAGES[0])
}

/// The catalogues to look in, for texts about a game.
pub fn catalogues(game: Catalogue) -> [Catalogue; 4] {
    [game, MESSAGES, sanban_arena::MESSAGES, sanban_engine::MESSAGES]
}

/// The message with this key, in the words of a game.
pub fn say(info: &GameInfo, key: &str, args: &[(&str, &str)]) -> String {
    messages::say(&catalogues(info.messages), current(), key, args)
}

/// What a player can do next in a turn: the game's prompt, how to end a turn that can end, and a warning of the
/// squares that lose at once.
pub fn next_step(info: &GameInfo, progress: &Progress, losing: &[Square]) -> String {
    let prompt = progress.prompt.map(|key| speech::prompt(info, current(), key, progress.scene.to_move));
    let is_pass = progress.next.is_empty() && progress.complete.is_some();
    let ending = match progress.complete {
        Some(_) if is_pass => Some(say(info, "play-can-pass", &[])),
        Some(_) => Some(say(info, "play-can-end", &[])),
        None => None,
    };
    let squares: Vec<String> = losing.iter().map(ToString::to_string).collect();
    let warning = (!losing.is_empty()).then(|| say(info, "play-losing", &[("squares", &squares.join(", "))]));
    prompt.into_iter().chain(ending).chain(warning).collect::<Vec<_>>().join(" ")
}

/// Phrasing of analysis results in the current language.
pub fn phrasing(rules: &Rules) -> Phrasing {
    Phrasing::new(rules.info(), current())
}

/// The message with this key, which concerns no particular game.
pub fn say_common(key: &str, args: &[(&str, &str)]) -> String {
    messages::say(&catalogues(Catalogue::EMPTY), current(), key, args)
}

/// The name of a computer player in the current language.
pub fn computer_name(info: &GameInfo, spec: &str) -> String {
    player::computer_name(info, spec, current())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_overrides_environment() {
        let args = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        assert_eq!(select(&args("sanban games"), None), "en");
        assert_eq!(select(&args("sanban games"), Some("pt_PT.UTF-8")), "pt");
        assert_eq!(select(&args("sanban games"), Some("C.UTF-8")), "en");
        assert_eq!(select(&args("sanban games"), Some("ptolemaic")), "en");
        assert_eq!(select(&args("sanban games --lang en"), Some("pt_PT.UTF-8")), "en");
        assert_eq!(select(&args("sanban --lang=pt games"), None), "pt");
        assert_eq!(select(&args("sanban games --lang xx"), Some("pt")), "pt");
    }

    #[test]
    fn messages_are_complete() {
        MESSAGES.assert_complete(crate::codes::ALL);
    }

    #[test]
    fn totals_select_the_plural() {
        let say = |key: &str, total: &str| {
            let args = ["done", "count", "rated", "all", "target", "moves", "games", "left", "message"];
            let texts = |language: &str| messages::say(&[MESSAGES], language, key, &args.map(|arg| (arg, total)));
            LANGUAGES.map(texts)
        };
        let plurals = [
            ("analysis-interrupted", ["1 move ", "1 jogada avaliada,"]),
            ("perft-progress", ["1 first move", "1 primeira jogada contada"]),
            ("progress-games", ["1 game,", "1 partida,"]),
            ("progress-moves", ["1 move,", "1 jogada,"]),
            ("progress-positions", ["1 position ", "1 posição "]),
            ("progress-puzzles", ["1 puzzle,", "1 problema,"]),
            ("progress-rounds", ["1 round ", "1 ronda "]),
            ("puzzles-found", ["1 puzzle found in 1 game", "1 problema encontrado em 1 partida"]),
            ("tuning-incomplete", ["1 position.", "1 posição recolhida."]),
        ];
        for (key, singular) in plurals {
            let (one, two) = (say(key, "1"), say(key, "2"));
            for (index, singular) in singular.into_iter().enumerate() {
                assert!(one[index].contains(singular), "{}", one[index]);
                assert_ne!(one[index].replace('1', "2"), two[index], "the plural differs");
            }
        }
    }

    /// Checks every message key in the sources.
    #[test]
    fn every_message_key_exists() {
        fn collect_sources(folder: &std::path::Path, files: &mut Vec<std::path::PathBuf>) {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                match entry.path() {
                    path if path.is_dir() => collect_sources(&path, files),
                    path if path.extension().is_some_and(|extension| extension == "rs") => files.push(path),
                    _ => {}
                }
            }
        }
        let mut files = Vec::new();
        collect_sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        let groups = "analysis- game-saved hint- learn- lesson- menu- play- progress- replay- saved- screen-";
        let groups: Vec<&str> = groups.split(' ').collect();
        let is_key = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !text.ends_with('-');
        let info = sanban_games::registry::find("jinli").expect("a game");
        let entries: Vec<_> = catalogues(info.messages).iter().flat_map(|c| c.entries(LANGUAGES[0])).collect();
        let mut count = 0;
        for file in files {
            let source = std::fs::read_to_string(&file).expect("a text");
            for key in
                source.split('"').filter(|text| groups.iter().any(|group| text.starts_with(group)) && is_key(text))
            {
                count += 1;
                assert!(entries.iter().any(|(known, _)| *known == key), "{key}, used in {}", file.display());
            }
        }
        assert!(count > 100, "{count} keys");
    }
}
