//! Message catalogues: the sentences that people read, by key and language.
//!
//! Sentences live in text files beside the code that shows them, one file per language, as lines of `key = sentence` with
//! arguments in braces. To add a language, add a file and list it in the catalogue.

/// The available languages, each as `LANG` begins with it.
pub const LANGUAGES: [&str; 2] = ["en", "pt"];

/// The messages that every game shares. It is a static, because a constant would be copied into every crate that uses it.
pub static COMMON: &[(&str, &str)] =
    &[("en", include_str!("../messages/en.txt")), ("pt", include_str!("../messages/pt.txt"))];

/// The sentence of a key in one of the catalogues, with `{argument}`s filled in. Falls back to English, and then to the key
/// itself.
pub fn say(catalogues: &[&[(&str, &str)]], language: &str, key: &str, args: &[(&str, &str)]) -> String {
    let find = |language: &str| catalogues.iter().find_map(|c| template(c, language, key));
    let Some(template) = find(language).or_else(|| find(LANGUAGES[0])) else { return key.to_string() };
    // A single pass, so that braces inside an argument stay as they are.
    let mut sentence = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        sentence.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        sentence.push_str(args.iter().find(|(n, _)| *n == name).map_or("", |(_, value)| value));
        rest = after;
    }
    sentence + rest
}

fn template<'a>(catalogue: &[(&str, &'a str)], language: &str, key: &str) -> Option<&'a str> {
    let (_, text) = catalogue.iter().find(|(l, _)| *l == language)?;
    entries(text).find(|(k, _)| *k == key).map(|(_, sentence)| sentence)
}

/// The keys and sentences of a catalogue's text.
pub fn entries(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split_once('=')).map(|(key, sentence)| (key.trim(), sentence.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_in_arguments_once() {
        let catalogue: &[(&str, &str)] = &[("en", "# no entry = x\na = {one} and {two}{\nb=plain")];
        let filled = say(&[catalogue], "en", "a", &[("one", "{two}"), ("two", "2")]);
        assert_eq!(filled, "{two} and 2");
        assert_eq!(say(&[catalogue], "xx", "b", &[]), "plain");
        assert_eq!(say(&[catalogue], "en", "c", &[]), "c");
    }
}
