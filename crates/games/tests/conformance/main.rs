//! The conformance suite that every game passes. A draft may lack translations, a lesson and puzzles.
//!
//! The names of tests begin with the game, so this runs the suite for one game:
//!
//! ```text
//! cargo test -p sanban-games --test conformance -- jinli
//! ```

mod lesson;
mod messages;
mod perft;
mod prompts;
mod rejections;
mod rulebook;
mod rules;
mod words;

use sanban_core::{GameInfo, GameSession, Heuristics, Rejection, Rules, Session};
use sanban_games::registry::{self, Visitor};
use std::path::Path;

/// A game under test.
pub trait Subject {
    /// The game's metadata.
    const INFO: &'static GameInfo;
    /// The game's folder, relative to the crate.
    const FOLDER: &'static str;

    /// Runs a visitor with the game type for these rules.
    fn visit<V: Visitor>(rules: &Rules, visitor: V) -> V::Output;
}

/// A file in the game's folder; empty if there is none.
fn read<S: Subject>(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(S::FOLDER);
    std::fs::read_to_string(folder.join(file)).unwrap_or_default()
}

/// The lines of a file in the game's folder without comments, split into fields at bars.
fn read_fields<S: Subject, const N: usize>(file: &str) -> Vec<[String; N]> {
    let text = read::<S>(file);
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let fields = lines.map(|line| line.split('|').map(|field| field.trim().to_string()).collect::<Vec<_>>());
    fields.map(|fields| fields.try_into().unwrap_or_else(|line| panic!("{N} fields in {line:?} of {file}"))).collect()
}

/// Opens a game from the start or from a position's text.
fn open<S: Subject>(rules: &Rules, position: Option<&str>) -> Result<Box<dyn Session>, Rejection> {
    struct Open<'a>(Option<&'a str>);
    impl Visitor for Open<'_> {
        type Output = Result<Box<dyn Session>, Rejection>;

        fn visit<G: Heuristics>(self, rules: &Rules) -> Self::Output {
            Ok(Box::new(GameSession::<G>::new(rules.clone(), self.0)?))
        }
    }
    S::visit(rules, Open(position))
}

/// Defines the tests of one game, given its module and its folder.
macro_rules! tests {
    ($game:path, $folder:expr) => {
        use $game as game;

        struct Game;

        impl crate::Subject for Game {
            const INFO: &'static sanban_core::GameInfo = &game::INFO;
            const FOLDER: &'static str = $folder;

            fn visit<V: crate::Visitor>(rules: &sanban_core::Rules, visitor: V) -> V::Output {
                game::visit(rules, visitor)
            }
        }

        #[test]
        fn random_games_follow_the_rules() {
            crate::rules::check::<Game>();
        }

        #[test]
        fn perft_counts_match() {
            crate::perft::check::<Game>();
        }

        #[test]
        fn every_code_rejects_something() {
            crate::rejections::check::<Game>();
        }

        #[test]
        fn messages_are_complete() {
            crate::messages::check::<Game>();
        }

        #[test]
        fn every_step_has_a_prompt() {
            crate::prompts::check::<Game>();
        }

        #[test]
        fn moves_and_endings_have_words() {
            crate::words::check::<Game>();
        }

        #[test]
        fn rulebook_examples_are_legal() {
            crate::rulebook::check::<Game>();
        }

        #[test]
        fn lesson_tasks_have_solutions() {
            crate::lesson::check::<Game>();
        }
    };
}

macro_rules! test_games {
    ($($game:ident)*) => {
        $(mod $game {
            tests!(sanban_games::$game, concat!("src/", stringify!($game)));
        })*
    };
}

/// The tests of all games.
mod games {
    sanban_games::for_each_game!(test_games);
}

/// The metadata that the folder of a game in the list decides.
macro_rules! folder_info {
    ("template") => {
        sanban_core::GameInfo {
            id: "template",
            messages: sanban_core::messages::Catalogue(&[("en", include_str!("messages/en.ftl"))]),
            rulebook: &[("en", include_str!("rules/en.txt"))],
            ..sanban_core::GameInfo::DEFAULT
        }
    };
}

/// The game that `cargo run --example new-game` copies.
#[path = "../../template/mod.rs"]
mod template;

mod new_game_template {
    tests!(crate::template, "template");
}
