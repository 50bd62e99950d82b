//! The names of guests, derived from their ids, so that nothing has to be stored.
//!
//! Both words are spelled alike in English and in Portuguese, and the first has one form for all genders.

use crate::player_name::name_skeleton;
use crate::secret;

const QUALITIES: [&str; 24] = [
    "Astral",
    "Austral",
    "Boreal",
    "Celestial",
    "Central",
    "Cordial",
    "Floral",
    "Fluvial",
    "Global",
    "Ideal",
    "Informal",
    "Lateral",
    "Lunar",
    "Musical",
    "Natural",
    "Orbital",
    "Original",
    "Plural",
    "Polar",
    "Radial",
    "Rural",
    "Solar",
    "Tropical",
    "Vertical",
];
const ANIMALS: [&str; 21] = [
    "Alpaca", "Caracal", "Condor", "Dingo", "Emu", "Flamingo", "Gnu", "Hamster", "Iguana", "Impala", "Jaguar", "Kiwi",
    "Krill", "Mamba", "Nandu", "Panda", "Puma", "Quokka", "Serval", "Tapir", "Zebra",
];
/// Numbers have two digits.
const NUMBERS: std::ops::Range<u64> = 10..100;

/// The name of the guest with an id, such as `Solar Panda 42`.
pub fn guest_name(id: &str) -> String {
    let digest = secret::digest(id);
    let mut rest = u64::from_le_bytes(*digest.first_chunk().expect("a digest is longer"));
    let mut choose = |count: u64| {
        let choice = rest % count;
        rest /= count;
        choice
    };
    let quality = QUALITIES[choose(QUALITIES.len() as u64) as usize];
    let animal = ANIMALS[choose(ANIMALS.len() as u64) as usize];
    let number = NUMBERS.start + choose(NUMBERS.end - NUMBERS.start);
    format!("{quality} {animal} {number}")
}

/// Whether a name looks like one that a guest could have. Accounts cannot take such names.
pub fn is_guest_name(name: &str) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    let [quality, animal, number] = words[..] else { return false };
    let looks_like =
        |known: &str, word: &str| known.eq_ignore_ascii_case(word) || name_skeleton(known) == name_skeleton(word);
    let has = |list: &[&str], word: &str| list.iter().any(|known| looks_like(known, word));
    has(&QUALITIES, quality)
        && has(&ANIMALS, animal)
        && NUMBERS.into_iter().any(|known| looks_like(&known.to_string(), number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn gives_every_guest_a_lasting_name() {
        assert_eq!(guest_name("abc"), guest_name("abc"));
        let names: HashSet<String> = (0..1000).map(|n| guest_name(&n.to_string())).collect();
        assert!(names.len() > 970, "guests rarely share a name: {}", names.len());
        assert!(names.iter().all(|name| is_guest_name(name)), "{names:?}");
        assert!(names.iter().all(|name| name.chars().count() <= 24), "as long as an account's name at most");
        let used = |place: usize| {
            names.iter().map(|name| name.split(' ').nth(place).unwrap()).collect::<HashSet<&str>>().len()
        };
        assert_eq!([used(0), used(1)], [QUALITIES.len(), ANIMALS.len()], "every word is used");
    }

    #[test]
    fn knows_the_names_that_guests_can_have() {
        for name in ["Solar Panda 42", "solar panda 10", "So1ar Panda 4O"] {
            assert!(is_guest_name(name), "{name}");
        }
        for name in ["Solar Panda", "Solar Panda 100", "Panda Solar 42", "Ana", "Solar Panda 42 x"] {
            assert!(!is_guest_name(name), "{name}");
        }
    }
}
