//! UCI options.

use crate::codes;
use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, Rules, position_text};
use sanban_engine::levels;
use sanban_games::registry;
use std::ops::RangeInclusive;

const HASH: RangeInclusive<u32> = 1..=65_536;
const THREADS: RangeInclusive<u32> = 1..=256;
const MULTI_PV: RangeInclusive<u32> = 1..=64;
const LEVELS: RangeInclusive<u32> = *levels::LEVELS.start() as u32..=*levels::LEVELS.end() as u32;
const ELO: RangeInclusive<u32> = 800..=2200;

pub(super) struct Options {
    pub(super) info: &'static GameInfo,
    /// The rules as given. They may be for another game: GUIs set options in any order, so `Rules` may precede
    /// `UCI_Variant`.
    rules: String,
    pub(super) hash: u32,
    pub(super) threads: u32,
    pub(super) lines: u32,
    /// Only stored: the GUI decides when to ponder.
    ponder: bool,
    skill: u32,
    limits_strength: bool,
    elo: u32,
    /// The name or the file of the evaluation; `None` for the default.
    pub(super) evaluation: Option<String>,
}

/// What a changed option affects.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Read at the start of the next search.
    NextSearch,
    /// Needs a new searcher.
    Searcher,
    /// Changes the game or its rules.
    Game,
}

impl Options {
    pub(super) fn new() -> Self {
        let info = registry::offered().next().expect("a game is offered");
        Options {
            info,
            rules: String::new(),
            hash: 64,
            threads: 1,
            lines: 1,
            ponder: false,
            skill: *LEVELS.end(),
            limits_strength: false,
            elo: *ELO.start(),
            evaluation: None,
        }
    }

    /// The name and the declaration of each option.
    fn table() -> [(&'static str, String); 10] {
        let Options { info, hash, threads, lines, ponder, skill, limits_strength, elo, .. } = Options::new();
        let spin = |value: u32, range: RangeInclusive<u32>| {
            format!("type spin default {value} min {} max {}", range.start(), range.end())
        };
        let check = |value: bool| format!("type check default {value}");
        let games: String = registry::offered().map(|info| format!(" var {}", info.id)).collect();
        [
            ("Hash", spin(hash, HASH)),
            ("Threads", spin(threads, THREADS)),
            ("MultiPV", spin(lines, MULTI_PV)),
            ("Ponder", check(ponder)),
            ("UCI_Variant", format!("type combo default {}{games}", info.id)),
            ("Rules", format!("type string default {EMPTY_STRING}")),
            ("UCI_LimitStrength", check(limits_strength)),
            ("UCI_Elo", spin(elo, ELO)),
            ("Skill Level", spin(skill, LEVELS)),
            ("EvalFile", format!("type string default {EMPTY_STRING}")),
        ]
    }

    /// The `option` lines that answer `uci`.
    pub(super) fn declarations() -> String {
        Self::table().map(|(name, declaration)| format!("option name {name} {declaration}")).join("\n")
    }

    /// Sets an option. A rejected value changes nothing.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, Rejection> {
        let known = Self::table().map(|(name, _)| name);
        let Some(&name) = known.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            return Err(codes::UCI_OPTION.with(&[&name, &known.join(", ")]));
        };
        let spin = |range: RangeInclusive<u32>| {
            let expected = || common::BAD_VALUE.with(&[&name, &value, &format!("{}..{}", range.start(), range.end())]);
            position_text::number(value).filter(|n| range.contains(n)).ok_or_else(expected)
        };
        let check = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(common::BAD_VALUE.with(&[&name, &value, &"true, false"])),
        };
        match name {
            "Hash" => {
                self.hash = spin(HASH)?;
                return Ok(Effect::Searcher);
            }
            "Threads" => {
                self.threads = spin(THREADS)?;
                return Ok(Effect::Searcher);
            }
            "UCI_Variant" => {
                self.info = registry::find(&value.to_ascii_lowercase())?;
                return Ok(Effect::Game);
            }
            "Rules" => {
                let text = if value == EMPTY_STRING { "" } else { value };
                let fits = |info: &&'static GameInfo| Rules::parse(info, text).is_ok();
                if !registry::GAMES.iter().any(fits) {
                    Rules::parse(self.info, text)?;
                }
                self.rules = text.to_string();
                return Ok(Effect::Game);
            }
            "EvalFile" => {
                self.evaluation = Some(value.to_string()).filter(|name| !name.is_empty() && name != EMPTY_STRING);
                return Ok(Effect::Searcher);
            }
            "MultiPV" => self.lines = spin(MULTI_PV)?,
            "Ponder" => self.ponder = check()?,
            "UCI_LimitStrength" | "UCI_Elo" | "Skill Level" => {
                match name {
                    "UCI_LimitStrength" => self.limits_strength = check()?,
                    "UCI_Elo" => self.elo = spin(ELO)?,
                    _ => self.skill = spin(LEVELS)?,
                }
                return Ok(Effect::Searcher);
            }
            _ => unreachable!("every known option is handled"),
        }
        Ok(Effect::NextSearch)
    }

    /// The rules to play by. If the given rules don't fit the game: its official rules, and why.
    pub(super) fn rules(&self) -> (Rules, Option<Rejection>) {
        match Rules::parse(self.info, &self.rules) {
            Ok(rules) => (rules, None),
            Err(why) => {
                let rejection = codes::UCI_RULES_LATER.with(&[&self.info.name]).because(vec![why]);
                (Rules::official(self.info), Some(rejection))
            }
        }
    }

    /// The level to play at, 1 to 8; `None` for full strength. With `UCI_LimitStrength`, the range of `UCI_Elo` maps evenly
    /// to the levels; otherwise `Skill Level` counts.
    pub(super) fn level(&self) -> Option<u8> {
        let (min, max) = (*LEVELS.start(), *LEVELS.end());
        if self.limits_strength {
            let (above, range) = (self.elo - ELO.start(), ELO.end() - ELO.start());
            // Round to the nearest level.
            return Some((min + (2 * above * (max - min) + range) / (2 * range)) as u8);
        }
        (self.skill < max).then_some(self.skill as u8)
    }
}

/// UCI's notation for an empty string.
const EMPTY_STRING: &str = "<empty>";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_select_a_level() {
        let mut options = Options::new();
        assert_eq!(options.level(), None);
        for level in 1..=7u8 {
            options.set("skill level", &level.to_string()).unwrap();
            assert_eq!(options.level(), Some(level));
        }
        options.set("UCI_LimitStrength", "true").unwrap();
        for (elo, level) in [(800, 1), (899, 1), (900, 2), (1000, 2), (1500, 5), (2099, 7), (2101, 8), (2200, 8)] {
            options.set("UCI_Elo", &elo.to_string()).unwrap();
            assert_eq!(options.level(), Some(level), "{elo}");
        }
        options.set("UCI_LimitStrength", "false").unwrap();
        options.set("Skill Level", "8").unwrap();
        assert_eq!(options.level(), None);
    }

    #[test]
    fn accepts_rules_before_their_game() {
        let mut options = Options::new();
        let game = registry::offered().nth(1).unwrap();
        let option = game.options.iter().find(|o| !options.info.options.iter().any(|other| other.key == o.key));
        let option = option.expect("an option of its own");
        let text = format!("{}={}", option.key, option.default);
        assert_eq!(options.set("Rules", &text), Ok(Effect::Game));
        let (rules, rejection) = options.rules();
        assert!(rules == Rules::official(options.info) && rejection.is_some());
        assert_eq!(options.set("UCI_Variant", &game.id.to_uppercase()), Ok(Effect::Game));
        assert!(options.rules() == (Rules::parse(game, &text).unwrap(), None));
        // Rules that fit no game are rejected and change nothing.
        assert_eq!(options.set("Rules", "nonsense=1").unwrap_err().code.id, "unknown-option");
        assert!(options.rules().1.is_none());
        assert_eq!(options.set("Rules", EMPTY_STRING), Ok(Effect::Game));
        assert!(options.rules() == (Rules::official(game), None));
    }
}
