//! The rules chosen for a game: a preset and what is changed in it.

use crate::facts::{Facts, Preset};
use crate::message::{Refusal, common};

/// Chosen rules: a value for every option of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    facts: &'static Facts,
    preset: &'static Preset,
    /// One value for each of the game's options, in their order.
    values: Vec<String>,
}

/// Rules are the same if all options are, whatever preset they were derived from.
impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.facts.id == other.facts.id && self.values == other.values
    }
}

impl Rules {
    /// The official rules of a game.
    pub fn official(facts: &'static Facts) -> Self {
        Self::preset(facts, &facts.presets[0])
    }

    /// A preset of a game.
    pub fn preset(facts: &'static Facts, preset: &'static Preset) -> Self {
        let value = |o: &crate::OptionFacts| {
            let changed = preset.changes.iter().find(|(key, _)| *key == o.key);
            changed.map_or(o.default, |(_, value)| value).to_string()
        };
        Rules { facts, preset, values: facts.options.iter().map(value).collect() }
    }

    /// Reads `k=v,k=v`, where a preset may come first.
    pub fn parse(facts: &'static Facts, text: &str) -> Result<Self, Refusal> {
        let mut rules = Self::official(facts);
        if text.trim().is_empty() {
            return Ok(rules);
        }
        let mut given: Vec<&str> = Vec::new();
        for (place, part) in text.split(',').map(str::trim).enumerate() {
            let Some((key, value)) = part.split_once('=').map(|(k, v)| (k.trim(), v.trim())) else {
                let preset = facts.presets.iter().find(|p| p.name == part).ok_or_else(|| {
                    let presets: Vec<_> = facts.presets.iter().map(|p| p.name).collect();
                    common::UNKNOWN_PRESET.with(&[&part, &facts.name, &presets.join(", ")])
                })?;
                if place > 0 {
                    return Err(common::PRESET_NOT_FIRST.with(&[&part]));
                }
                rules = Self::preset(facts, preset);
                continue;
            };
            let Some(at) = facts.options.iter().position(|o| o.key == key) else {
                let options: Vec<_> = facts.options.iter().map(|o| o.key).collect();
                return Err(common::UNKNOWN_OPTION.with(&[&key, &facts.name, &options.join(", ")]));
            };
            if given.contains(&key) {
                return Err(common::OPTION_TWICE.with(&[&key]));
            }
            given.push(key);
            let values = &facts.options[at].values;
            rules.values[at] =
                values.accept(value).ok_or_else(|| common::BAD_VALUE.with(&[&key, &value, &values.describe()]))?;
        }
        if rules == Self::official(facts) {
            rules.preset = &facts.presets[0];
        }
        Ok(rules)
    }

    /// The game that these are rules of.
    pub fn facts(&self) -> &'static Facts {
        self.facts
    }

    /// The value of one of the game's options.
    ///
    /// # Panics
    /// If the game has no such option: the game that asks names its own.
    pub fn get(&self, key: &str) -> &str {
        let at = self.facts.options.iter().position(|o| o.key == key).expect("an option of the game");
        &self.values[at]
    }

    /// The value of one of the game's numeric options.
    ///
    /// # Panics
    /// If the game has no such option or it is no number.
    pub fn number(&self, key: &str) -> u16 {
        self.get(key).parse().expect("a numeric option")
    }

    /// Whether one of the game's options is not `off`; a game without the option does without the rule.
    pub fn is_on(&self, key: &str) -> bool {
        self.facts.options.iter().any(|o| o.key == key) && self.get(key) != "off"
    }

    /// What differs from the official rules, in the order of the options' table, the preset first if one was named:
    /// `flex,size=6`. Empty for the official rules.
    pub fn text(&self) -> String {
        let base = Self::preset(self.facts, self.preset);
        let named = (self.preset.name != Preset::OFFICIAL.name).then(|| self.preset.name.to_string());
        let changes = self.facts.options.iter().zip(&self.values).zip(&base.values);
        let changes = changes.filter(|((_, value), base)| value != base);
        let parts: Vec<String> =
            named.into_iter().chain(changes.map(|((o, value), _)| format!("{}={value}", o.key))).collect();
        parts.join(",")
    }

    /// Every option with its value, in the order of the options' table.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.facts.options.iter().map(|o| o.key).zip(self.values.iter().map(String::as_str))
    }
}
