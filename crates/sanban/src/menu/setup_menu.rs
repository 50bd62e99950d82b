//! The setup menu of a game.

use super::Menu;
use super::game_setup::{FirstMover, GameSetup, Mode};
use super::question::{Choice, Question};
use super::question_prompt::QuestionPrompt;
use super::saved_menu::{playable_saved_games, wins_against};
use crate::cli::play;
use crate::failure::Result;
use crate::language::{computer_name, current, say, say_common};
use sanban_core::clock::TimeControl;
use sanban_core::{GameInfo, Preset, Rules, speech};
use sanban_engine::levels::LEVELS;

/// The longest name of a player, in characters.
const MAX_NAME_LENGTH: usize = 30;

impl Menu {
    /// Sets up a game and plays it. Returns a notice for the main menu.
    pub(super) fn set_up_game(&mut self, info: &'static GameInfo) -> Result<Option<String>> {
        self.preferences.set_last_game(info.id);
        if !self.preferences.is_introduced(info.id) && !self.introduce(info)? {
            return Ok(None);
        }
        let mut setup = self.preferences.setup(info);
        loop {
            let rows = Row::all(info, &setup);
            let choices = rows.iter().map(|row| Choice::new(&row.name(&setup), &row.value(info, &setup)));
            let question = Question::choose(info.name, &say_common("menu-instructions", &[]), choices.collect(), 0);
            let Some(index) = self.prompt.choose(&question)? else { return Ok(None) };
            match rows[index] {
                Row::Begin => {
                    self.preferences.set_setup(info.id, &setup);
                    let (game, toss) = play::new_game(info, &setup.play_args(info))?;
                    return self.play(game, toss);
                }
                row => self.change_row(info, row, &mut setup)?,
            }
        }
    }

    /// Asks for a new value of a row.
    fn change_row(&mut self, info: &'static GameInfo, row: Row, setup: &mut GameSetup) -> Result {
        let name = row.name(setup);
        let text = say_common(&format!("menu-{}-question", row.key()), &[]);
        let choose = |prompt: &mut QuestionPrompt, options: Vec<(String, String)>, present: usize| {
            let options = options.iter().map(|(name, description)| Choice::new(name, description)).collect();
            prompt.choose(&Question::choose(&name, &text, options, present))
        };
        let labelled = |keys: &[&str]| -> Vec<(String, String)> {
            let label = |key: &&str| {
                (say_common(&format!("menu-{key}"), &[]), say_common(&format!("menu-{key}-description"), &[]))
            };
            keys.iter().map(label).collect()
        };
        match row {
            Row::Begin => {}
            Row::Rules => return self.change_rules(info, setup),
            Row::Size => return self.change_option(info, "size", setup),
            Row::Mode => {
                let options = labelled(&Mode::ALL.map(Mode::key));
                let present = Mode::ALL.iter().position(|mode| *mode == setup.mode).unwrap_or(0);
                if let Some(index) = choose(&mut self.prompt, options, present)? {
                    setup.mode = Mode::ALL[index];
                }
            }
            Row::Strength(seat) => {
                let specs = strengths(info);
                let games = playable_saved_games();
                let describe = |spec: &String| match wins_against(&games, info, spec) {
                    (_, 0) => strength_description(info, spec),
                    (won, played) => {
                        let numbers = [("won", &*won.to_string()), ("played", &played.to_string())];
                        format!("{} ({})", strength_description(info, spec), say_common("menu-wins", &numbers))
                    }
                };
                let options = specs.iter().map(|spec| (computer_name(info, spec), describe(spec))).collect();
                let present = specs.iter().position(|spec| *spec == setup.strengths[seat]).unwrap_or(1);
                if let Some(index) = choose(&mut self.prompt, options, present)? {
                    setup.strengths[seat] = specs[index].clone();
                }
            }
            Row::Name(seat) => {
                let old_name = setup.name(info, seat);
                let question = Question::free_text(&name, &text, &old_name);
                if let Some(new_name) = self.prompt.ask_text(&question, &|text| {
                    let is_long = text.chars().count() > MAX_NAME_LENGTH;
                    if is_long { Err(say_common("menu-name-too-long", &[])) } else { Ok(()) }
                })? {
                    setup.names[seat] = if new_name == old_name { setup.names[seat].clone() } else { new_name };
                }
            }
            Row::FirstMover => {
                let label = |mover: FirstMover| {
                    let description = if mover == FirstMover::Toss {
                        say_common("menu-coin-toss-description", &[])
                    } else {
                        String::new()
                    };
                    (mover.label(info, setup), description)
                };
                let options = FirstMover::ALL.map(label).to_vec();
                let present = FirstMover::ALL.iter().position(|mover| *mover == setup.first_mover).unwrap_or(0);
                if let Some(index) = choose(&mut self.prompt, options, present)? {
                    setup.first_mover = FirstMover::ALL[index];
                }
            }
            Row::Colour => {
                let first = say(info, info.players[0], &[]);
                let toss = say_common("menu-coin-toss", &[]);
                let options = vec![(first, String::new()), (toss, say_common("menu-coin-toss-description", &[]))];
                if let Some(index) = choose(&mut self.prompt, options, usize::from(setup.tosses_colour))? {
                    setup.tosses_colour = index == 1;
                }
            }
            Row::Pie => {
                let options = labelled(&["pie-off", "pie-on"]);
                if let Some(index) = choose(&mut self.prompt, options, usize::from(setup.pie))? {
                    setup.pie = index == 1;
                }
            }
            Row::Clock => {
                let none = say_common("menu-clock-none", &[]);
                let present = if setup.clock.is_empty() { &none } else { &setup.clock };
                let question = Question::free_text(&name, &text, present);
                let check = |text: &str| match text.is_empty() || text == none || TimeControl::parse(text).is_some() {
                    true => Ok(()),
                    false => Err(say_common("bad-clock", &[("clock", text)])),
                };
                if let Some(clock) = self.prompt.ask_text(&question, &check)? {
                    setup.clock = if clock == none { String::new() } else { clock };
                }
            }
        }
        Ok(())
    }

    fn change_rules(&mut self, info: &'static GameInfo, setup: &mut GameSetup) -> Result {
        let preset = |preset: &'static Preset| {
            let name = speech::preset_name(info, current(), preset.name);
            Choice::new(&name, &speech::preset(info, current(), preset))
        };
        let mut options: Vec<Choice> = info.presets.iter().map(preset).collect();
        let present = setup.rules(info);
        for option in info.options {
            let description = say(info, &format!("option-{}", option.key), &[]);
            options
                .push(Choice::new(&description, &speech::value(info, current(), option.key, present.get(option.key))));
        }
        let title = say_common("menu-rules", &[]);
        let question = Question::choose(&title, &say_common("menu-rules-question", &[]), options, 0);
        match self.prompt.choose(&question)? {
            None => Ok(()),
            Some(index) if index < info.presets.len() => {
                setup.rules = info.presets[index].name.to_string();
                Ok(())
            }
            Some(index) => self.change_option(info, info.options[index - info.presets.len()].key, setup),
        }
    }

    fn change_option(&mut self, info: &'static GameInfo, key: &'static str, setup: &mut GameSetup) -> Result {
        let option = info.options.iter().find(|option| option.key == key).expect("an option of the game");
        let values: Vec<String> = option.values.all().collect();
        let present = setup.rules(info);
        let present_index = values.iter().position(|value| value == present.get(key));
        let choice = |value: &String| {
            let official = if value == option.default { say_common("menu-default", &[]) } else { String::new() };
            Choice::new(&speech::value(info, current(), key, value), &official)
        };
        let choices = values.iter().map(choice).collect();
        let title = say(info, &format!("option-{key}"), &[]);
        let question =
            Question::choose(&title, &say_common("menu-option-question", &[]), choices, present_index.unwrap_or(0));
        if let Some(index) = self.prompt.choose(&question)? {
            let new = |k: &str, value: &str| if k == key { values[index].clone() } else { value.to_string() };
            let all: Vec<String> = present.values().map(|(k, value)| format!("{k}={}", new(k, value))).collect();
            setup.rules = Rules::parse(info, &all.join(",")).expect("valid values").text();
        }
        Ok(())
    }
}

/// The computer players of a game.
fn strengths(info: &GameInfo) -> Vec<String> {
    let levels = LEVELS.map(|level| format!("level:{level}"));
    levels.chain(info.classics.iter().map(|name| name.to_string())).collect()
}

fn strength_description(info: &GameInfo, spec: &str) -> String {
    match spec.strip_prefix("level:") {
        Some(level) => say_common(&format!("level-{level}"), &[]),
        None => say(info, &format!("classic-{spec}"), &[]),
    }
}

/// A row of the setup menu.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Begin,
    Mode,
    Strength(usize),
    FirstMover,
    Colour,
    Name(usize),
    Rules,
    Size,
    Pie,
    Clock,
}

impl Row {
    /// The rows for a setup.
    fn all(info: &GameInfo, setup: &GameSetup) -> Vec<Row> {
        let mut rows = vec![Row::Begin, Row::Mode];
        rows.extend(match setup.mode {
            Mode::Computer => vec![Row::Strength(0)],
            Mode::People => vec![],
            Mode::Computers => vec![Row::Strength(0), Row::Strength(1)],
        });
        rows.push(Row::FirstMover);
        rows.extend(info.any_side_may_begin.then_some(Row::Colour));
        rows.extend(match setup.mode {
            Mode::Computer => vec![Row::Name(0)],
            Mode::People => vec![Row::Name(0), Row::Name(1)],
            Mode::Computers => vec![],
        });
        rows.push(Row::Rules);
        if info.options.iter().any(|option| option.key == "size") {
            rows.push(Row::Size);
        }
        rows.extend((setup.mode != Mode::Computers).then_some(Row::Pie));
        rows.push(Row::Clock);
        rows
    }

    fn key(self) -> &'static str {
        match self {
            Row::Begin => "start",
            Row::Mode => "mode",
            Row::Strength(_) => "strength",
            Row::FirstMover => "first-move",
            Row::Colour => "first-colour",
            Row::Name(_) => "name",
            Row::Rules => "rules",
            Row::Size => "size",
            Row::Pie => "pie",
            Row::Clock => "clock",
        }
    }

    fn name(self, setup: &GameSetup) -> String {
        let number = match self {
            Row::Strength(seat) if setup.mode == Mode::Computers => Some(seat),
            Row::Name(seat) if setup.mode == Mode::People => Some(seat),
            _ => None,
        };
        let name = say_common(&format!("menu-{}", self.key()), &[]);
        number.map_or(name.clone(), |seat| format!("{name} {}", seat + 1))
    }

    fn value(self, info: &'static GameInfo, setup: &GameSetup) -> String {
        let none = || say_common("menu-clock-none", &[]);
        match self {
            Row::Begin => String::new(),
            Row::Mode => say_common(&format!("menu-{}", setup.mode.key()), &[]),
            Row::Strength(seat) => computer_name(info, &setup.strengths[seat]),
            Row::FirstMover => setup.first_mover.label(info, setup),
            Row::Colour if setup.tosses_colour => say_common("menu-coin-toss", &[]),
            Row::Colour => say(info, info.players[0], &[]),
            Row::Name(seat) => setup.name(info, seat),
            Row::Rules => match speech::rules(&setup.rules(info), current()) {
                words if words.is_empty() => say(info, "preset-official-name", &[]),
                words => words,
            },
            Row::Size => setup.rules(info).get("size").to_string(),
            Row::Pie => say_common(if setup.pie { "menu-pie-on" } else { "menu-pie-off" }, &[]),
            Row::Clock if setup.clock.is_empty() => none(),
            Row::Clock => setup.clock.clone(),
        }
    }
}
