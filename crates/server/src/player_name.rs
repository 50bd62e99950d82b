//! The names of accounts: which are allowed, and which look alike.

use crate::error::{self, ApiError};
use crate::guest_name::is_guest_name;
use std::ops::RangeInclusive;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;
use unicode_security::restriction_level::{RestrictionLevel, RestrictionLevelDetection};

const NAME_LENGTH: RangeInclusive<usize> = 2..=24;
/// What may stand between letters and digits.
const SEPARATORS: [char; 4] = [' ', '.', '-', '_'];

/// Names that nobody may have, since others would take them for the server, its staff or a computer player. Names that
/// look like them, or have separators in other places, are reserved, too.
const RESERVED_NAMES: &str = include_str!("reserved_names.txt");
/// Words that name a computer player together with a number.
const LEVEL_WORDS: [&str; 3] = ["level", "nível", "nivel"];

/// Checks a new name, and gives it as it is stored.
pub fn check_name(name: &str) -> Result<String, ApiError> {
    let name: String = name.trim().nfkc().collect();
    let has_right_length = NAME_LENGTH.contains(&name.chars().count());
    let has_right_ends = name.starts_with(char::is_alphanumeric) && name.ends_with(char::is_alphanumeric);
    let has_right_letters =
        name.chars().all(|c| c.is_alphanumeric() || SEPARATORS.contains(&c)) && !name.contains("  ");
    if !(has_right_length && has_right_ends && has_right_letters) {
        return Err(error::BAD_NAME.with(&[NAME_LENGTH.start(), NAME_LENGTH.end()]).into());
    }
    if !without_separators(&name).as_str().check_restriction_level(RestrictionLevel::SingleScript) {
        return Err(error::MIXED_SCRIPTS.into());
    }
    if is_reserved(&name) || is_guest_name(&name) {
        return Err(error::NAME_TAKEN.with(&[&name]).into());
    }
    Ok(name)
}

fn is_reserved(name: &str) -> bool {
    let bare = without_separators(name);
    let looks = [name_skeleton(&bare), name_skeleton(&bare.to_lowercase())];
    let bare = bare.to_lowercase();
    let looks_like = |reserved: &str| {
        let reserved = without_separators(reserved);
        looks.contains(&name_skeleton(&reserved)) || looks.contains(&name_skeleton(&reserved.to_uppercase()))
    };
    let is_level = |word: &&str| {
        let digits = bare.strip_prefix(*word).unwrap_or("x");
        digits.chars().all(char::is_numeric)
    };
    RESERVED_NAMES.lines().any(looks_like) || LEVEL_WORDS.iter().any(is_level)
}

fn without_separators(name: &str) -> String {
    name.replace(SEPARATORS, "")
}

/// The form of a name by which an account is found: case doesn't matter, nor how the letters are encoded.
pub fn name_key(name: &str) -> String {
    name.trim().nfkc().collect::<String>().to_lowercase()
}

/// The form by which accounts were found before letters were normalised. Some have only this one.
pub fn old_name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// What a name looks like: two names with one skeleton can be mistaken for each other.
pub fn name_skeleton(name: &str) -> String {
    // Case is folded last: a capital I looks like a small l, and a small i doesn't.
    let normal: String = name.trim().nfkc().collect();
    skeleton(&normal).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(name: &str) -> &'static str {
        check_name(name).map_or_else(|error| error.own_code(), |_| "fine")
    }

    #[test]
    fn allows_names_in_one_script() {
        for name in ["Ana", "José", "Ana_2", "Łukasz", "Анна", "Ελένη", "田中さん", "김철수", "x-y.z", "A1"]
        {
            assert_eq!(code(name), "fine", "{name}");
        }
        for name in ["Аna", "Ana田", "Eлена", "Αna"] {
            assert_eq!(code(name), "mixed-scripts", "{name}");
        }
        for name in ["", "a", "-ana", "ana-", "a  b", "a\u{200b}b", "a\u{00ad}b", "a\u{202e}b", "ana!", "a\tb", "😀😀"]
        {
            assert_eq!(code(name), "bad-name", "{name}");
        }
    }

    #[test]
    fn normalizes_names() {
        for name in ["Ａｎａ", "𝐀𝐧𝐚", "𝒜𝓃𝒶", " Ana "] {
            assert_eq!(check_name(name).unwrap(), "Ana", "{name}");
        }
        assert_eq!(check_name("Jose\u{301}").unwrap(), "José");
        assert_eq!(name_key("JOSE\u{301}"), name_key("josé"));
    }

    #[test]
    fn finds_names_that_look_alike() {
        for (one, other) in
            [("Ana", "ANA"), ("Ian", "lan"), ("Ana", "Аnа"), ("mike", "rnike"), ("Bo1", "BOl"), ("O0", "0o")]
        {
            assert_eq!(name_skeleton(one), name_skeleton(other), "{one} {other}");
        }
        for (one, other) in [("Jose", "José"), ("Ana", "Anna"), ("Ana B", "Ana C")] {
            assert_ne!(name_skeleton(one), name_skeleton(other), "{one} {other}");
        }
    }

    #[test]
    fn reserves_names_of_the_server_and_its_players() {
        let names = [
            "admin",
            "Admin",
            "ADMIN",
            "a-d-m-i-n",
            "adrnin",
            "ADMlN",
            "Sanban",
            "sanban team",
            "Level 3",
            "level8",
            "Nível 2",
            "nivel 1",
            "guest",
            "Me",
            "me",
            "root",
            "Moderador",
            "Solar Panda 42",
            "S0lar Panda 42",
            "random",
        ];
        for name in names {
            assert_eq!(code(name), "name-taken", "{name}");
        }
        for name in ["Adm", "Levels", "Level", "Sandra", "Rooter"] {
            assert_eq!(code(name), if name == "Level" { "name-taken" } else { "fine" }, "{name}");
        }
    }
}
