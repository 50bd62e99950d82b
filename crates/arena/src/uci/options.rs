//! The options of `sanban uci`.

use sanban_core::rejection::{Rejection, common};
use sanban_core::{GameInfo, Rules, position_text};
use sanban_engine::levels;
use sanban_games::registry;
use std::ops::RangeInclusive;

const HASH: RangeInclusive<u32> = 1..=65_536;
const THREADS: RangeInclusive<u32> = 1..=256;
const LINES: RangeInclusive<u32> = 1..=64;
const LEVELS: RangeInclusive<u32> = *levels::LEVELS.start() as u32..=*levels::LEVELS.end() as u32;
const ELO: RangeInclusive<u32> = 800..=2200;

/// The values of all options.
pub(super) struct Options {
    pub(super) info: &'static GameInfo,
    /// The rules as they were given. They may be meant for another game: a program that sets options does not know that
    /// the game has to come first.
    rules: String,
    pub(super) hash: u32,
    pub(super) threads: u32,
    pub(super) lines: u32,
    /// Whether the other side's time may be thought on. It is the caller who does, so nothing follows from it.
    ponder: bool,
    skill: u32,
    limits_strength: bool,
    elo: u32,
}

/// What an option that was set has changed.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Something that is asked for when a search begins.
    Small,
    /// What the search is made of.
    Search,
    /// The game or its rules.
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
        }
    }

    /// The name of each option, and what follows it where all options are told.
    fn table() -> [(&'static str, String); 9] {
        let Options { info, hash, threads, lines, ponder, skill, limits_strength, elo, .. } = Options::new();
        let spin = |value: u32, range: RangeInclusive<u32>| {
            format!("type spin default {value} min {} max {}", range.start(), range.end())
        };
        let check = |value: bool| format!("type check default {value}");
        let games: String = registry::offered().map(|info| format!(" var {}", info.id)).collect();
        [
            ("Hash", spin(hash, HASH)),
            ("Threads", spin(threads, THREADS)),
            ("MultiPV", spin(lines, LINES)),
            ("Ponder", check(ponder)),
            ("UCI_Variant", format!("type combo default {}{games}", info.id)),
            ("Rules", format!("type string default {EMPTY}")),
            ("UCI_LimitStrength", check(limits_strength)),
            ("UCI_Elo", spin(elo, ELO)),
            ("Skill Level", spin(skill, LEVELS)),
        ]
    }

    /// The options as `uci` tells them, one a line.
    pub(super) fn told() -> String {
        Self::table().map(|(name, told)| format!("option name {name} {told}")).join("\n")
    }

    /// Sets an option; nothing is changed if it is refused.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, Rejection> {
        let known = Self::table().map(|(name, _)| name);
        let Some(&name) = known.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            return Err(common::UCI_OPTION.with(&[&name, &known.join(", ")]));
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
                return Ok(Change::Search);
            }
            "Threads" => {
                self.threads = spin(THREADS)?;
                return Ok(Change::Search);
            }
            "UCI_Variant" => {
                self.info = registry::find(&value.to_ascii_lowercase())?;
                return Ok(Change::Game);
            }
            "Rules" => {
                let text = if value == EMPTY { "" } else { value };
                let fits = |info: &&'static GameInfo| Rules::parse(info, text).is_ok();
                if !registry::GAMES.iter().any(fits) {
                    Rules::parse(self.info, text)?;
                }
                self.rules = text.to_string();
                return Ok(Change::Game);
            }
            "MultiPV" => self.lines = spin(LINES)?,
            "Ponder" => self.ponder = check()?,
            "UCI_LimitStrength" | "UCI_Elo" | "Skill Level" => {
                match name {
                    "UCI_LimitStrength" => self.limits_strength = check()?,
                    "UCI_Elo" => self.elo = spin(ELO)?,
                    _ => self.skill = spin(LEVELS)?,
                }
                return Ok(Change::Search);
            }
            _ => unreachable!("it is in the table"),
        }
        Ok(Change::Small)
    }

    /// The rules to play by. If those that were given are meant for another game, they are the official ones, and it is
    /// said why.
    pub(super) fn rules(&self) -> (Rules, Option<Rejection>) {
        match Rules::parse(self.info, &self.rules) {
            Ok(rules) => (rules, None),
            Err(why) => {
                let told = common::UCI_RULES_LATER.with(&[&self.info.name]).because(vec![why]);
                (Rules::official(self.info), Some(told))
            }
        }
    }

    /// The level to play on, 1 to 8; nothing for full strength. `UCI_Elo` counts if the strength is limited by it, and its
    /// range is spread evenly over the levels.
    pub(super) fn level_of(&self) -> Option<u8> {
        let (least, most) = (*LEVELS.start(), *LEVELS.end());
        if self.limits_strength {
            let (above, range) = (self.elo - ELO.start(), ELO.end() - ELO.start());
            // Rounded to the nearest.
            return Some((least + (2 * above * (most - least) + range) / (2 * range)) as u8);
        }
        (self.skill < most).then_some(self.skill as u8)
    }
}

/// How an empty text is written where nothing would be overlooked.
const EMPTY: &str = "<empty>";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_set_a_level() {
        let mut options = Options::new();
        assert_eq!(options.level_of(), None);
        for level in 1..=7u8 {
            options.set("skill level", &level.to_string()).unwrap();
            assert_eq!(options.level_of(), Some(level));
        }
        options.set("UCI_LimitStrength", "true").unwrap();
        for (elo, level) in [(800, 1), (899, 1), (900, 2), (1000, 2), (1500, 5), (2099, 7), (2101, 8), (2200, 8)] {
            options.set("UCI_Elo", &elo.to_string()).unwrap();
            assert_eq!(options.level_of(), Some(level), "{elo}");
        }
        options.set("UCI_LimitStrength", "false").unwrap();
        options.set("Skill Level", "8").unwrap();
        assert_eq!(options.level_of(), None);
    }

    #[test]
    fn rules_may_come_before_their_game() {
        let mut options = Options::new();
        let game = registry::offered().nth(1).unwrap();
        let option = game.options.iter().find(|o| !options.info.options.iter().any(|other| other.key == o.key));
        let option = option.expect("an option of its own");
        let text = format!("{}={}", option.key, option.default);
        assert_eq!(options.set("Rules", &text), Ok(Change::Game));
        let (rules, told) = options.rules();
        assert!(rules == Rules::official(options.info) && told.is_some());
        assert_eq!(options.set("UCI_Variant", &game.id.to_uppercase()), Ok(Change::Game));
        assert!(options.rules() == (Rules::parse(game, &text).unwrap(), None));
        // What fits no game is refused, and what was set stays.
        assert_eq!(options.set("Rules", "nonsense=1").unwrap_err().code.id, "unknown-option");
        assert!(options.rules().1.is_none());
        assert_eq!(options.set("Rules", EMPTY), Ok(Change::Game));
        assert!(options.rules() == (Rules::official(game), None));
    }
}
