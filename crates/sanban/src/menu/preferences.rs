//! What the menus remember between games.

use super::game_setup::{FirstMover, GameSetup, Mode};
use crate::failure::Result;
use crate::files::{cannot_write, replace};
use crate::saved_games::data_folder;
use sanban_core::GameInfo;
use sanban_engine::Spec;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The preferences file: the last game, the setup of each game, and which games were introduced.
pub struct Preferences {
    value: Value,
}

fn file() -> Result<PathBuf> {
    Ok(data_folder()?.join("choices.json"))
}

impl Preferences {
    /// Reads the file. A missing or broken file counts as empty.
    pub fn read() -> Self {
        let text = file().ok().and_then(|file| std::fs::read_to_string(file).ok());
        let value = text.and_then(|text| serde_json::from_str(&text).ok()).filter(Value::is_object);
        Preferences { value: value.unwrap_or_else(|| json!({})) }
    }

    /// Writes the file. Where that is impossible, the menus remember until the program ends.
    fn write(&self) {
        let write = || {
            let file = file()?;
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
            }
            replace(&file, &format!("{:#}\n", self.value))
        };
        drop(write());
    }

    /// The id of the last game; empty at first.
    pub fn last_game(&self) -> &str {
        self.value["game"].as_str().unwrap_or("")
    }

    /// Remembers the last game.
    pub fn set_last_game(&mut self, id: &str) {
        self.value["game"] = id.into();
        self.write();
    }

    /// Whether the player knows a game.
    pub fn is_introduced(&self, id: &str) -> bool {
        self.value["introduced"][id].as_bool().unwrap_or(false)
    }

    /// Remembers that the player knows a game.
    pub fn set_introduced(&mut self, id: &str) {
        if !self.value["introduced"].is_object() {
            self.value["introduced"] = json!({});
        }
        self.value["introduced"][id] = true.into();
        self.write();
    }

    /// The solved puzzles of a game, by their positions.
    pub fn solved_puzzles(&self, id: &str) -> BTreeSet<String> {
        let solved = self.value["puzzles"][id].as_array();
        solved.into_iter().flatten().filter_map(|position| position.as_str().map(String::from)).collect()
    }

    /// Remembers the solved puzzles of a game.
    pub fn set_solved_puzzles(&mut self, id: &str, solved: &BTreeSet<String>) {
        if !self.value["puzzles"].is_object() {
            self.value["puzzles"] = json!({});
        }
        self.value["puzzles"][id] = json!(solved);
        self.write();
    }

    /// The last setup of a game. Invalid parts get their defaults.
    pub fn setup(&self, info: &'static GameInfo) -> GameSetup {
        let value = &self.value["games"][info.id];
        let text = |key: &str| value[key].as_str().map(String::from);
        let texts = |key: &str| [0, 1].map(|at| value[key][at].as_str().map(String::from));
        let mut setup = GameSetup::default();
        let is_valid = |spec: &String| Spec::parse(spec, info).is_ok();
        for (at, spec) in texts("strengths").into_iter().enumerate() {
            setup.strengths[at] = spec.filter(is_valid).unwrap_or_else(|| setup.strengths[at].clone());
        }
        setup.names = texts("names").map(|name| name.unwrap_or_default());
        let mode = text("mode");
        setup.mode = Mode::ALL.into_iter().find(|m| Some(m.key()) == mode.as_deref()).unwrap_or(setup.mode);
        let first_mover = text("begins");
        setup.first_mover =
            FirstMover::ALL.into_iter().find(|b| Some(b.key()) == first_mover.as_deref()).unwrap_or(setup.first_mover);
        setup.rules = text("rules").unwrap_or_default();
        setup.pie = value["pie"].as_bool().unwrap_or(false);
        setup.tosses_colour = info.any_side_may_begin && value["colour-toss"].as_bool().unwrap_or(false);
        setup.clock = text("clock").unwrap_or_default();
        setup
    }

    /// Remembers the setup of a game.
    pub fn set_setup(&mut self, id: &str, setup: &GameSetup) {
        if !self.value["games"].is_object() {
            self.value["games"] = json!({});
        }
        self.value["games"][id] = json!({
            "mode": setup.mode.key(), "strengths": setup.strengths, "names": setup.names,
            "begins": setup.first_mover.key(), "rules": setup.rules, "pie": setup.pie, "clock": setup.clock, "colour-toss": setup.tosses_colour,
        });
        self.write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_games::registry;

    #[test]
    fn restores_valid_setups_and_ignores_invalid_ones() {
        let info = registry::find("jinli").unwrap();
        let mut setup = GameSetup {
            mode: Mode::People,
            first_mover: FirstMover::Toss,
            names: ["Ana".into(), "Rui".into()],
            rules: "size=5".into(),
            clock: "5m+3s".into(),
            ..GameSetup::default()
        };
        let value = json!({"games": {"jinli": {
            "mode": setup.mode.key(), "strengths": setup.strengths, "names": setup.names,
            "begins": setup.first_mover.key(), "rules": setup.rules, "pie": setup.pie, "clock": setup.clock,
        }}});
        assert_eq!(Preferences { value }.setup(info), setup);
        let value = json!({"games": {"jinli": {"mode": 3, "strengths": ["level:99", "easy"], "rules": ["x"]}}});
        assert_eq!(Preferences { value }.setup(info), GameSetup::default());
        setup.rules = "nonsense=1".into();
        assert_eq!(setup.rules(info).text(), "");
    }
}
