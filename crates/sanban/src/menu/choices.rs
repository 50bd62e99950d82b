//! What a person has chosen, remembered from one game to the next.

use crate::cli::{Colour, Drawing, Play};
use crate::commands::unwritable;
use crate::failure::Failure;
use crate::language::{say, say_common};
use crate::play::{computer_name, kept};
use sanban_core::{GameInfo, Rules};
use sanban_engine::Spec;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A person against the computer.
    Computer,
    /// Two people on one keyboard.
    People,
    /// The computer against itself.
    Computers,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 3] = [Mode::Computer, Mode::People, Mode::Computers];

    /// The word that it is remembered by, and its key among the messages.
    pub fn key(self) -> &'static str {
        ["mode-computer", "mode-people", "mode-computers"][self as usize]
    }
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// The person who plays the computer, or the one named first.
    One,
    /// The other.
    Other,
    /// Whom a coin chooses.
    Toss,
}

impl Begins {
    /// All of them.
    pub const ALL: [Begins; 3] = [Begins::One, Begins::Other, Begins::Toss];

    /// The word that it is remembered by, and its key among the messages.
    pub fn key(self) -> &'static str {
        ["begins-one", "begins-other", "begins-toss"][self as usize]
    }

    /// Who that is.
    pub fn in_words(self, info: &'static GameInfo, choices: &Choices) -> String {
        match self {
            Begins::One => choices.called(info, 0),
            Begins::Other => choices.called(info, 1),
            Begins::Toss => say_common("menu.begins-toss", &[]),
        }
    }
}

/// What a game is set up with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Who plays whom.
    pub mode: Mode,
    /// The computer's players: the only one, or both.
    pub strengths: [String; 2],
    /// What people are called; nothing if they did not say.
    pub names: [String; 2],
    /// Who begins.
    pub begins: Begins,
    /// The rules' text.
    pub rules: String,
    /// Whether the second player may change sides after the first turn.
    pub pie: bool,
    /// The clock's text; nothing if there is none.
    pub clock: String,
}

impl Choices {
    /// What a first game is set up with.
    fn first() -> Self {
        Choices {
            mode: Mode::Computer,
            strengths: ["level:1", "level:4"].map(String::from),
            names: [String::new(), String::new()],
            begins: Begins::One,
            rules: String::new(),
            pie: false,
            clock: String::new(),
        }
    }

    /// The rules; the official ones where what was remembered makes no sense any more.
    pub fn rules(&self, info: &'static GameInfo) -> Rules {
        Rules::parse(info, &self.rules).unwrap_or_else(|_| Rules::official(info))
    }

    /// What a person is called.
    pub fn name(&self, info: &GameInfo, seat: usize) -> String {
        match self.names[seat].is_empty() {
            false => self.names[seat].clone(),
            true if self.mode == Mode::Computer => say_common("menu.you", &[]),
            true => say(info, info.players[seat], &[]),
        }
    }

    /// What one of the two is called, whoever it is.
    fn called(&self, info: &'static GameInfo, at: usize) -> String {
        match (self.mode, at) {
            (Mode::Computer, 0) | (Mode::People, _) => self.name(info, at),
            (Mode::Computer, _) => computer_name(&self.strengths[0]),
            (Mode::Computers, _) => format!("{} {}", at + 1, computer_name(&self.strengths[at])),
        }
    }

    /// The flags that set up the same game.
    pub fn flags(&self, info: &'static GameInfo) -> Play {
        let human = || "human".to_string();
        let named = |seat: usize| Some(self.names[seat].clone()).filter(|name| !name.is_empty());
        let mut seats = match self.mode {
            Mode::Computer => [(human(), named(0)), (self.strengths[0].clone(), None)],
            Mode::People => [(human(), named(0)), (human(), named(1))],
            Mode::Computers => [0, 1].map(|at| (self.strengths[at].clone(), None)),
        };
        if self.begins == Begins::Other {
            seats.swap(0, 1);
        }
        let [(first, first_name), (second, second_name)] = seats;
        Play {
            game: Some(info.id.to_string()),
            rules: self.rules(info).text(),
            position: None,
            moves: String::new(),
            first: Some(first),
            second: Some(second),
            first_name,
            second_name,
            toss: self.begins == Begins::Toss,
            pie: self.pie && self.mode != Mode::Computers,
            clock: Some(self.clock.clone()).filter(|clock| !clock.is_empty()),
            load: None,
            resume: None,
            seed: None,
            plain: false,
            drawing: Drawing { ascii: false, color: Colour::Auto },
        }
    }
}

/// What is remembered between games.
pub struct Remembered {
    value: Value,
}

/// The file in which it stands.
fn file() -> Result<PathBuf, Failure> {
    Ok(kept::data()?.join("choices.json"))
}

impl Remembered {
    /// What is remembered. Where it cannot be read, nothing is.
    pub fn read() -> Self {
        let text = file().ok().and_then(|file| std::fs::read_to_string(file).ok());
        let value = text.and_then(|text| serde_json::from_str(&text).ok()).filter(Value::is_object);
        Remembered { value: value.unwrap_or_else(|| json!({})) }
    }

    fn write(&self) -> Result<(), Failure> {
        let file = file()?;
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        }
        kept::replace(&file, &format!("{:#}\n", self.value))
    }

    /// The game that was chosen last.
    pub fn game(&self) -> &str {
        self.value["game"].as_str().unwrap_or("")
    }

    /// Remembers the game that was chosen.
    pub fn set_game(&mut self, id: &str) -> Result<(), Failure> {
        self.value["game"] = id.into();
        self.write()
    }

    /// Whether a game has been introduced.
    pub fn is_introduced(&self, id: &str) -> bool {
        self.value["introduced"][id].as_bool().unwrap_or(false)
    }

    /// Remembers that a game has been introduced.
    pub fn introduce(&mut self, id: &str) -> Result<(), Failure> {
        if !self.value["introduced"].is_object() {
            self.value["introduced"] = json!({});
        }
        self.value["introduced"][id] = true.into();
        self.write()
    }

    /// What a game was set up with the last time. What makes no sense any more is as for a first game.
    pub fn choices(&self, info: &'static GameInfo) -> Choices {
        let value = &self.value["games"][info.id];
        let text = |key: &str| value[key].as_str().map(String::from);
        let texts = |key: &str| [0, 1].map(|at| value[key][at].as_str().map(String::from));
        let mut choices = Choices::first();
        let known = |spec: &String| Spec::parse(spec, info).is_ok();
        for (at, spec) in texts("strengths").into_iter().enumerate() {
            choices.strengths[at] = spec.filter(known).unwrap_or_else(|| choices.strengths[at].clone());
        }
        choices.names = texts("names").map(|name| name.unwrap_or_default());
        let mode = text("mode");
        choices.mode = Mode::ALL.into_iter().find(|m| Some(m.key()) == mode.as_deref()).unwrap_or(choices.mode);
        let begins = text("begins");
        choices.begins = Begins::ALL.into_iter().find(|b| Some(b.key()) == begins.as_deref()).unwrap_or(choices.begins);
        choices.rules = text("rules").unwrap_or_default();
        choices.pie = value["pie"].as_bool().unwrap_or(false);
        choices.clock = text("clock").unwrap_or_default();
        choices
    }

    /// Remembers what a game is set up with.
    pub fn remember(&mut self, id: &str, choices: &Choices) -> Result<(), Failure> {
        if !self.value["games"].is_object() {
            self.value["games"] = json!({});
        }
        self.value["games"][id] = json!({
            "mode": choices.mode.key(), "strengths": choices.strengths, "names": choices.names,
            "begins": choices.begins.key(), "rules": choices.rules, "pie": choices.pie, "clock": choices.clock,
        });
        self.write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanban_games::registry;

    #[test]
    fn what_was_chosen_comes_back_and_what_makes_no_sense_does_not() {
        let info = registry::find("jinli").unwrap();
        let mut choices = Choices::first();
        choices.mode = Mode::People;
        choices.begins = Begins::Toss;
        choices.names = ["Ana".into(), "Rui".into()];
        choices.rules = "size=5".into();
        choices.clock = "5m+3s".into();
        let value = json!({"games": {"jinli": {
            "mode": choices.mode.key(), "strengths": choices.strengths, "names": choices.names,
            "begins": choices.begins.key(), "rules": choices.rules, "pie": choices.pie, "clock": choices.clock,
        }}});
        assert_eq!(Remembered { value }.choices(info), choices);
        let value = json!({"games": {"jinli": {"mode": 3, "strengths": ["level:99", "easy"], "rules": ["x"]}}});
        assert_eq!(Remembered { value }.choices(info), Choices::first());
        choices.rules = "nonsense=1".into();
        assert_eq!(choices.rules(info).text(), "");
    }

    #[test]
    fn choices_become_flags() {
        let info = registry::find("jesonmor").unwrap();
        let mut choices = Choices { begins: Begins::Other, ..Choices::first() };
        choices.names[0] = "Ana".into();
        let flags = choices.flags(info);
        assert_eq!((flags.first.as_deref(), flags.second.as_deref()), (Some("level:1"), Some("human")));
        assert_eq!(flags.second_name.as_deref(), Some("Ana"));
        assert!(!flags.toss);
    }
}
