//! Message catalogues: the texts that people read, by key and language, as [Fluent](https://projectfluent.org) files.
//!
//! Every crate keeps the texts that it shows in `messages/en.ftl` and `messages/pt.ftl`, and every game keeps its own. A
//! front end looks a key up in the game's catalogue, then in its own and in those of the crates below it.

use crate::rejection::Code;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{LazyLock, PoisonError, RwLock};

/// The languages of the catalogues, as `LANG` begins with them. The first is the fallback.
pub const LANGUAGES: [&str; 2] = ["en", "pt"];

/// The texts of one crate or game in every language.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue(pub &'static [(&'static str, &'static str)]);

/// Makes the [`Catalogue`] of the files `en.ftl` and `pt.ftl` in a folder, given relative to the source file.
#[macro_export]
macro_rules! catalogue {
    ($folder:literal) => {
        $crate::messages::Catalogue(&[
            ("en", include_str!(concat!($folder, "/en.ftl"))),
            ("pt", include_str!(concat!($folder, "/pt.ftl"))),
        ])
    };
}

/// The texts of the rules, of records and of squares, which all games share.
pub static CORE: Catalogue = catalogue!("../messages");

type Bundle = FluentBundle<FluentResource>;

impl Catalogue {
    /// A catalogue without texts.
    pub const EMPTY: Catalogue = Catalogue(&[]);

    /// The text of a key in a language, if the catalogue has it.
    pub fn find(&self, language: &str, key: &str, args: &[(&str, &str)]) -> Option<String> {
        let bundle = self.bundle(language)?;
        let pattern = bundle.get_message(key)?.value()?;
        let args: FluentArgs = args.iter().map(|(name, value)| (*name, argument(value))).collect();
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&args), &mut errors);
        debug_assert!(errors.is_empty(), "{key} in {language}: {errors:?}");
        Some(text.into_owned())
    }

    /// The keys of a language with their texts as the file writes them, in its order.
    pub fn entries(&self, language: &str) -> Vec<(&'static str, String)> {
        let mut entries: Vec<(&str, String)> = Vec::new();
        let text = self.0.iter().find(|(l, _)| *l == language).map_or("", |(_, text)| text);
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            match (line.split_once('='), entries.last_mut()) {
                (Some((key, value)), _) if line.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    entries.push((key.trim(), value.trim().to_string()));
                }
                (_, Some((_, value))) => *value += line,
                _ => {}
            }
        }
        entries
    }

    /// Checks, for tests, that all languages have the same keys with the same arguments, and that every code has a message
    /// that uses only the code's arguments.
    ///
    /// # Panics
    /// If something is missing, duplicate or not valid Fluent.
    pub fn assert_complete(&self, codes: &[Code]) {
        let texts = |language: &str| -> BTreeMap<&str, BTreeSet<String>> {
            assert!(self.bundle(language).is_some());
            self.entries(language).into_iter().map(|(key, text)| (key, variables(&text))).collect()
        };
        let Some((fallback, _)) = self.0.first() else { return };
        for (language, _) in self.0 {
            let (known, texts) = (texts(fallback), texts(language));
            for key in known.keys().chain(texts.keys()) {
                assert_eq!(known.get(key), texts.get(key), "{key} in {fallback} and in {language}");
            }
            for code in codes {
                let used = texts.get(code.id).unwrap_or_else(|| panic!("{} has no message in {language}", code.id));
                let unknown = used.iter().find(|name| *name != "because" && !code.args.contains(&name.as_str()));
                assert_eq!(unknown, None, "{} in {language}", code.id);
            }
        }
    }

    /// The parsed texts of a language. Each is parsed once, when it is first needed.
    fn bundle(&self, language: &str) -> Option<&'static Bundle> {
        static BUNDLES: LazyLock<RwLock<HashMap<usize, &'static Bundle>>> = LazyLock::new(RwLock::default);
        let &(language, text) = self.0.iter().find(|(l, _)| *l == language)?;
        let address = text.as_ptr() as usize;
        if let Some(bundle) = BUNDLES.read().unwrap_or_else(PoisonError::into_inner).get(&address) {
            return Some(bundle);
        }
        let resource = FluentResource::try_new(text.to_string()).expect("a valid Fluent file");
        let mut bundle = Bundle::new_concurrent(vec![locale(language).parse().expect("a locale")]);
        // The isolation marks of mixed text directions would only disturb terminals and tests.
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).expect("every key once");
        let mut bundles = BUNDLES.write().unwrap_or_else(PoisonError::into_inner);
        Some(bundles.entry(address).or_insert_with(|| Box::leak(Box::new(bundle))))
    }
}

/// The names of the arguments that a text uses.
fn variables(text: &str) -> BTreeSet<String> {
    let name =
        |rest: &str| rest.split(|c: char| c != '-' && !c.is_ascii_alphanumeric()).next().unwrap_or("").to_string();
    text.split('$').skip(1).map(name).collect()
}

/// The locale whose plural rules a language uses. European and Brazilian Portuguese differ in the plural of zero.
fn locale(language: &str) -> &str {
    if language == "pt" { "pt-PT" } else { language }
}

/// An argument as Fluent takes it. A whole number selects the plural; it is printed as it was given.
fn argument(value: &str) -> FluentValue<'_> {
    let number = value.parse::<u32>().ok().filter(|number| number.to_string() == value);
    number.map_or(FluentValue::from(value), FluentValue::from)
}

/// The text of a key in the first of these catalogues that has it, or in [`CORE`]. Falls back to English, then to the key in
/// braces.
pub fn say(catalogues: &[Catalogue], language: &str, key: &str, args: &[(&str, &str)]) -> String {
    find(catalogues, language, key, args).unwrap_or_else(|| format!("{{{key}}}"))
}

/// The text of a key, as [`say`] finds it; `None` if there is none.
pub fn find(catalogues: &[Catalogue], language: &str, key: &str, args: &[(&str, &str)]) -> Option<String> {
    let find =
        |language: &str| catalogues.iter().chain([&CORE]).find_map(|catalogue| catalogue.find(language, key, args));
    find(language).or_else(|| find(LANGUAGES[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: Catalogue = Catalogue(&[
        ("en", "a = {$one} and {$two}\nb = plain\nturns = {$count ->\n    [one] 1 turn\n   *[other] {$count} turns\n}"),
        ("pt", "turns = {$count ->\n    [one] {$count} jogada\n   *[other] {$count} jogadas\n}"),
    ]);

    #[test]
    fn core_messages_are_complete() {
        CORE.assert_complete(crate::rejection::common::ALL);
    }

    #[test]
    #[should_panic(expected = "a in en and in pt")]
    fn finds_missing_translations() {
        SAMPLE.assert_complete(&[]);
    }

    #[test]
    fn fills_in_arguments_once() {
        assert_eq!(say(&[SAMPLE], "en", "a", &[("one", "{$two}"), ("two", "007")]), "{$two} and 007");
        assert_eq!(say(&[SAMPLE], "pt", "b", &[]), "plain");
        assert_eq!(say(&[SAMPLE], "xx", "b", &[]), "plain");
        assert_eq!(say(&[SAMPLE], "en", "c", &[]), "{c}");
    }

    #[test]
    fn whole_numbers_select_the_plural() {
        let turns = |language: &str, count: &str| say(&[SAMPLE], language, "turns", &[("count", count)]);
        assert_eq!(["0", "1", "2"].map(|count| turns("en", count)), ["0 turns", "1 turn", "2 turns"]);
        assert_eq!(["0", "1", "2"].map(|count| turns("pt", count)), ["0 jogadas", "1 jogada", "2 jogadas"]);
    }
}
