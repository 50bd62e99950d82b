//! The rules chosen for a game: a preset with changed options.

use crate::info::{GameInfo, Preset};
use crate::rejection::{Rejection, common};

/// A value for every option of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    info: &'static GameInfo,
    /// One value for each of the game's options, in order.
    values: Vec<String>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.info.id == other.info.id && self.values == other.values
    }
}

impl Rules {
    /// The official rules of a game.
    pub fn official(info: &'static GameInfo) -> Self {
        Self::preset(info, &info.presets[0])
    }

    /// The rules of a preset.
    pub fn preset(info: &'static GameInfo, preset: &'static Preset) -> Self {
        let value = |o: &crate::OptionInfo| {
            let changed = preset.changes.iter().find(|(key, _)| *key == o.key);
            changed.map_or(o.default, |(_, value)| value).to_string()
        };
        Rules { info, values: info.options.iter().map(value).collect() }
    }

    /// Reads `k=v,k=v`, optionally with a preset first.
    pub fn parse(info: &'static GameInfo, text: &str) -> Result<Self, Rejection> {
        let mut rules = Self::official(info);
        if text.trim().is_empty() {
            return Ok(rules);
        }
        let mut seen: Vec<&str> = Vec::new();
        let mut preset_name: Option<&str> = None;
        for (place, part) in text.split(',').map(str::trim).enumerate() {
            let Some((key, value)) = part.split_once('=').map(|(k, v)| (k.trim(), v.trim())) else {
                let preset = info.presets.iter().find(|p| p.name == part).ok_or_else(|| {
                    let presets: Vec<_> = info.presets.iter().map(|p| p.name).collect();
                    common::UNKNOWN_PRESET.with(&[&part, &info.name, &presets.join(", ")])
                })?;
                if let Some(first) = preset_name {
                    return Err(common::TWO_PRESETS.with(&[&first, &part]));
                }
                if place > 0 {
                    return Err(common::PRESET_NOT_FIRST.with(&[&part]));
                }
                preset_name = Some(part);
                rules = Self::preset(info, preset);
                continue;
            };
            let Some(at) = info.options.iter().position(|o| o.key == key) else {
                let options: Vec<_> = info.options.iter().map(|o| o.key).collect();
                if options.is_empty() {
                    return Err(common::NO_OPTIONS.with(&[&key, &info.name]));
                }
                return Err(common::UNKNOWN_OPTION.with(&[&key, &info.name, &options.join(", ")]));
            };
            if seen.contains(&key) {
                return Err(common::OPTION_TWICE.with(&[&key]));
            }
            seen.push(key);
            let values = &info.options[at].values;
            rules.values[at] =
                values.accept(value).ok_or_else(|| common::BAD_VALUE.with(&[&key, &value, &values.describe()]))?;
        }
        Ok(rules)
    }

    /// The game that the rules belong to.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The value of an option.
    ///
    /// # Panics
    /// If the game has no such option.
    pub fn get(&self, key: &str) -> &str {
        let at = self.info.options.iter().position(|o| o.key == key).expect("an option of the game");
        &self.values[at]
    }

    /// The value of a numeric option.
    ///
    /// # Panics
    /// If the game has no such option or it is not a number.
    pub fn number(&self, key: &str) -> u16 {
        self.get(key).parse().expect("a numeric option")
    }

    /// Whether the game has an option and it is not `off`.
    pub fn is_on(&self, key: &str) -> bool {
        self.info.options.iter().any(|o| o.key == key) && self.get(key) != "off"
    }

    /// The differences from the official rules, in order of the options: `flex,size=6`. If presets match, the one with the most
    /// changes replaces them. Empty for the official rules.
    pub fn text(&self) -> String {
        let matches =
            |p: &&Preset| !p.changes.is_empty() && p.changes.iter().all(|(key, value)| self.get(key) == *value);
        let presets = self.info.presets.iter().filter(matches);
        // The first of equal ones: `max_by_key` alone returns the last.
        let preset = presets.rev().max_by_key(|p| p.changes.len());
        let is_in_preset = |key: &str| preset.is_some_and(|p| p.changes.iter().any(|(k, _)| *k == key));
        let changes = self.info.options.iter().filter(|o| self.get(o.key) != o.default && !is_in_preset(o.key));
        let changes = changes.map(|o| format!("{}={}", o.key, self.get(o.key)));
        preset.map(|p| p.name.to_string()).into_iter().chain(changes).collect::<Vec<_>>().join(",")
    }

    /// Every option with its value, in order.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.info.options.iter().map(|o| o.key).zip(self.values.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::{OptionInfo, Values};

    static GAME: GameInfo = GameInfo {
        id: "game",
        name: "Game",
        options: &[
            OptionInfo { key: "size", values: Values::Numbers { from: 5, to: 9, step: 2 }, default: "5" },
            OptionInfo { key: "lock", values: Values::Words(&["on", "off"]), default: "on" },
            OptionInfo { key: "loss", values: Values::Words(&["on", "off"]), default: "on" },
            OptionInfo { key: "turn", values: Values::Words(&["both", "either"]), default: "both" },
        ],
        presets: &[
            Preset::OFFICIAL,
            Preset { name: "open", changes: &[("lock", "off"), ("loss", "off")] },
            Preset { name: "flex", changes: &[("turn", "either"), ("loss", "off")] },
        ],
        ..GameInfo::DEFAULT
    };

    #[test]
    fn equal_rules_have_one_text() {
        let text = |given: &str| Rules::parse(&GAME, given).map(|r| r.text()).map_err(|r| r.code.id);
        for (given, canonical) in [
            ("", ""),
            ("official", ""),
            (" size = 5 ", ""),
            ("size=7", "size=7"),
            ("flex,size=7", "flex,size=7"),
            ("size=7,turn=either,loss=off", "flex,size=7"),
            ("turn=either,size=9", "size=9,turn=either"),
            ("flex,loss=on,turn=both", ""),
            ("flex,lock=off", "open,turn=either"),
            ("open,lock=on", "loss=off"),
        ] {
            assert_eq!(text(given).as_deref(), Ok(canonical), "{given}");
            assert_eq!(text(canonical).as_deref(), Ok(canonical), "{canonical}");
        }
    }

    #[test]
    fn rejects_bad_rules_with_a_reason() {
        let rejected = |given: &str| Rules::parse(&GAME, given).unwrap_err().code.id;
        assert_eq!(rejected("wild"), "unknown-preset");
        assert_eq!(rejected("size=7,flex"), "preset-not-first");
        assert_eq!(rejected("open,flex"), "two-presets");
        assert_eq!(rejected("colour=red"), "unknown-option");
        assert_eq!(rejected("size=5,size=7"), "option-twice");
        for bad in ["size=6", "size=", "size=+7", "size=99999999999", "size=11", "lock=maybe", "lock=ON"] {
            assert_eq!(rejected(bad), "bad-value", "{bad}");
        }
        assert_eq!(rejected(","), "unknown-preset");
    }
}
