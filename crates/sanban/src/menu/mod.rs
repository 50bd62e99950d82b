//! The menus: what `sanban` shows when it is started alone. Questions that can be answered with Enter lead to a game, a
//! lesson or the rules; what was chosen is what the next question begins with.

mod asking;
mod choices;

pub use asking::{Choice, Question};

use crate::board::BoardStyle;
use crate::cli::{Colour, Drawing};
use crate::commands::{Done, print};
use crate::explain;
use crate::failure::Failure;
use crate::language::{chosen, say, say_common};
use crate::learn;
use crate::play::{self, TerminalGame, computer_name, kept, kept_in_words};
use crate::recorded::Recorded;
use crate::replay;
use crate::screen::{self, LessonView, Page, ReplayView, Screen};
use asking::Asker;
use choices::{Begins, Choices, Mode, Remembered};
use sanban_core::clock::TimeControl;
use sanban_core::{GameInfo, Preset, Rules, speech};
use sanban_engine::levels::LEVELS;
use sanban_games::lesson_session::Lesson;
use sanban_games::registry;

/// Shows the menus until a person leaves them.
pub fn run() -> Done {
    let drawing = Drawing { ascii: false, color: Colour::Auto };
    let mut menu = match screen::is_possible() {
        true => {
            let look = screen::look(false, drawing.is_coloured());
            Menu { asker: Asker::screen(Screen::open()?, look), look, remembered: Remembered::read() }
        }
        false => Menu { asker: Asker::lines(), look: drawing.look(), remembered: Remembered::read() },
    };
    menu.main()?;
    let parting = menu.parting();
    drop(menu);
    print(&parting)
}

struct Menu {
    asker: Asker,
    look: BoardStyle,
    remembered: Remembered,
}

/// What the first menu offers.
#[derive(Clone, Copy)]
enum Start {
    Game(&'static GameInfo),
    Last,
    Kept,
    Learn,
    Leave,
}

impl Menu {
    /// What is said when the menus are left.
    fn parting(&self) -> String {
        say_common("menu.parting", &[]) + "\n"
    }

    fn main(&mut self) -> Done {
        let mut notice = None;
        loop {
            let kept = kept_games()?;
            let last = kept.iter().find(|(_, playing)| playing.outcome().is_none());
            let last = last.map(|(id, playing)| (id.clone(), play::described(playing)));
            let mut starts: Vec<Start> = registry::offered().map(Start::Game).collect();
            let mut choices: Vec<Choice> =
                registry::offered().map(|info| Choice::new(info.name, &say(info, "summary", &[]))).collect();
            if let Some((_, described)) = &last {
                starts.push(Start::Last);
                choices.push(Choice::new(&say_common("menu.last", &[]), described));
            }
            if !kept.is_empty() {
                starts.push(Start::Kept);
                let count = kept.len().to_string();
                choices.push(Choice::new(
                    &say_common("menu.kept", &[]),
                    &say_common("menu.kept-count", &[("count", &count)]),
                ));
            }
            for (start, key) in [(Start::Learn, "menu.learn"), (Start::Leave, "menu.leave")] {
                starts.push(start);
                choices.push(Choice::new(&say_common(key, &[]), &say_common(&format!("{key}-what"), &[])));
            }
            let default = registry::offered().position(|info| info.id == self.remembered.game()).unwrap_or(0);
            let mut question =
                Question::choose(&say_common("menu.title", &[]), &say_common("menu.what", &[]), choices, default);
            (question.notice, question.leaves) = (notice.take(), true);
            let Some(chosen) = self.asker.choose(&question)? else { return Ok(()) };
            let done = match starts[chosen] {
                Start::Game(info) => self.game(info),
                Start::Last => self.resume(&last.expect("it is offered").0),
                Start::Kept => self.kept(),
                Start::Learn => self.learn(),
                Start::Leave => return Ok(()),
            };
            if self.asker.is_told_to_end() {
                return Ok(());
            }
            match done {
                Ok(left) => notice = left,
                // What goes wrong with one game is no reason to leave the others.
                Err(failure) => notice = Some(failure.sentence),
            }
        }
    }

    /// Goes on with a kept game. What is said of it afterwards is given.
    fn resume(&mut self, id: &str) -> Result<Option<String>, Failure> {
        let playing = play::resume(id)?;
        self.play(playing, None)
    }

    fn kept(&mut self) -> Result<Option<String>, Failure> {
        let games = kept_games()?;
        let choices = games.iter().map(|(id, playing)| Choice::new(id, &play::described(playing))).collect();
        let question = Question::choose(&say_common("menu.kept", &[]), &say_common("menu.kept-which", &[]), choices, 0);
        match self.asker.choose(&question)? {
            None => Ok(None),
            Some(chosen) if games[chosen].1.outcome().is_some() => self.replay(&games[chosen].0),
            Some(chosen) => self.resume(&games[chosen].0),
        }
    }

    /// Shows a game that is over.
    fn replay(&mut self, id: &str) -> Result<Option<String>, Failure> {
        let (record, session) = registry::read_record(&kept::find(id)?.read()?)?;
        let game = Recorded { place: 0, record, session };
        match self.asker.screen_mut() {
            Some(screen) => screen.show(&mut ReplayView::new(game, self.look)?)?,
            None => replay::in_lines(&game, self.look)?,
        }
        Ok(None)
    }

    fn learn(&mut self) -> Result<Option<String>, Failure> {
        let games: Vec<&'static GameInfo> = registry::offered().collect();
        let mut choices = Vec::new();
        for info in &games {
            let args = [("game", info.name)];
            choices.push(Choice::new(&say(info, "lesson.title", &[]), &say_common("menu.lesson-what", &args)));
            choices.push(Choice::new(&say(info, "screen.rules-of", &args), &say_common("menu.rules-what", &args)));
        }
        let question =
            Question::choose(&say_common("menu.learn", &[]), &say_common("menu.learn-which", &[]), choices, 0);
        match self.asker.choose(&question)? {
            None => Ok(None),
            Some(chosen) if chosen % 2 == 0 => self.lesson(games[chosen / 2]),
            Some(chosen) => self.rules(games[chosen / 2]),
        }
    }

    fn lesson(&mut self, info: &'static GameInfo) -> Result<Option<String>, Failure> {
        let lesson = Lesson::new(info);
        match self.asker.screen_mut() {
            Some(screen) => {
                let mut view = LessonView::new(lesson, self.look);
                screen.show(&mut view)?;
                if view.is_ended() {
                    self.remembered.introduce(info.id)?;
                }
            }
            None => {
                learn::in_lines(lesson, self.look)?;
                self.remembered.introduce(info.id)?;
            }
        }
        Ok(None)
    }

    fn rules(&mut self, info: &'static GameInfo) -> Result<Option<String>, Failure> {
        match self.asker.screen_mut() {
            Some(screen) => screen.show(&mut Page::rules(info, self.look))?,
            None => print(&explain::text(info, self.look, play::lines::width()))?,
        }
        Ok(None)
    }

    fn play(&mut self, playing: TerminalGame, toss: Option<String>) -> Result<Option<String>, Failure> {
        match self.asker.screen_mut() {
            Some(screen) => {
                let playing = play::on_screen(screen, playing, toss, self.look)?;
                let result = playing.result_text().map(|result| result + " ");
                Ok(Some(result.unwrap_or_default() + kept_in_words(&playing).trim_end()))
            }
            None => play::in_lines(playing, toss, self.look).map(|()| None),
        }
    }

    /// Sets up a game of a kind and plays it.
    fn game(&mut self, info: &'static GameInfo) -> Result<Option<String>, Failure> {
        self.remembered.set_game(info.id)?;
        if !self.remembered.is_introduced(info.id) && !self.introduce(info)? {
            return Ok(None);
        }
        let mut choices = self.remembered.choices(info);
        loop {
            let rows = Row::of(info, &choices);
            let shown = rows.iter().map(|row| Choice::new(&row.name(&choices), &row.value(info, &choices)));
            let question = Question::choose(info.name, &say_common("menu.set-up", &[]), shown.collect(), 0);
            let Some(chosen) = self.asker.choose(&question)? else { return Ok(None) };
            match rows[chosen] {
                Row::Begin => {
                    self.remembered.remember(info.id, &choices)?;
                    let (playing, toss) = play::begin(&choices.flags(info))?;
                    return self.play(playing, toss);
                }
                row => self.change(info, row, &mut choices)?,
            }
        }
    }

    /// Offers an introduction before the first game of a kind. Whether the game is still wanted.
    fn introduce(&mut self, info: &'static GameInfo) -> Result<bool, Failure> {
        loop {
            let choice = |key: &str| {
                Choice::new(&say_common(&format!("menu.{key}"), &[]), &say_common(&format!("menu.{key}-what"), &[]))
            };
            let choices = vec![choice("intro-lesson"), choice("intro-rules"), choice("intro-play")];
            let text = format!("{} {}", say(info, "summary", &[]), say_common("menu.intro", &[]));
            match self.asker.choose(&Question::choose(info.name, &text, choices, 0))? {
                None => return Ok(false),
                Some(0) => {
                    self.lesson(info)?;
                    if self.remembered.is_introduced(info.id) {
                        return Ok(true);
                    }
                }
                Some(1) => drop(self.rules(info)?),
                Some(_) => {
                    self.remembered.introduce(info.id)?;
                    return Ok(true);
                }
            }
            if self.asker.is_told_to_end() {
                return Ok(false);
            }
        }
    }

    /// Asks for something that the game is set up with.
    fn change(&mut self, info: &'static GameInfo, row: Row, choices: &mut Choices) -> Done {
        let name = row.name(choices);
        let text = say_common(&format!("menu.{}-which", row.key()), &[]);
        let pick = |asker: &mut Asker, options: Vec<(String, String)>, now: usize| {
            let options = options.iter().map(|(name, what)| Choice::new(name, what)).collect();
            asker.choose(&Question::choose(&name, &text, options, now))
        };
        let spoken = |keys: &[&str]| -> Vec<(String, String)> {
            let both =
                |key: &&str| (say_common(&format!("menu.{key}"), &[]), say_common(&format!("menu.{key}-what"), &[]));
            keys.iter().map(both).collect()
        };
        match row {
            Row::Begin => {}
            Row::Rules => return self.change_rules(info, choices),
            Row::Size => return self.change_option(info, "size", choices),
            Row::Mode => {
                let options = spoken(&Mode::ALL.map(Mode::key));
                let now = Mode::ALL.iter().position(|mode| *mode == choices.mode).unwrap_or(0);
                if let Some(chosen) = pick(&mut self.asker, options, now)? {
                    choices.mode = Mode::ALL[chosen];
                }
            }
            Row::Strength(seat) => {
                let specs = strengths(info);
                let options = specs.iter().map(|spec| (computer_name(spec), strength_what(info, spec))).collect();
                let now = specs.iter().position(|spec| *spec == choices.strengths[seat]).unwrap_or(1);
                if let Some(chosen) = pick(&mut self.asker, options, now)? {
                    choices.strengths[seat] = specs[chosen].clone();
                }
            }
            Row::Name(seat) => {
                let unnamed = choices.name(info, seat);
                let question = Question::write(&name, &text, &unnamed);
                if let Some(written) = self.asker.write(&question, &|text| {
                    let long = text.chars().count() > 30;
                    if long { Err(say_common("menu.name-long", &[])) } else { Ok(()) }
                })? {
                    choices.names[seat] = if written == unnamed { choices.names[seat].clone() } else { written };
                }
            }
            Row::Begins => {
                let named = |begins: Begins| {
                    let what =
                        if begins == Begins::Toss { say_common("menu.begins-toss-what", &[]) } else { String::new() };
                    (begins.in_words(info, choices), what)
                };
                let options = Begins::ALL.map(named).to_vec();
                let now = Begins::ALL.iter().position(|begins| *begins == choices.begins).unwrap_or(0);
                if let Some(chosen) = pick(&mut self.asker, options, now)? {
                    choices.begins = Begins::ALL[chosen];
                }
            }
            Row::Pie => {
                let options = spoken(&["pie-off", "pie-on"]);
                if let Some(chosen) = pick(&mut self.asker, options, usize::from(choices.pie))? {
                    choices.pie = chosen == 1;
                }
            }
            Row::Clock => {
                let none = say_common("menu.clock-none", &[]);
                let now = if choices.clock.is_empty() { &none } else { &choices.clock };
                let question = Question::write(&name, &text, now);
                let check = |text: &str| match text.is_empty() || text == none || TimeControl::parse(text).is_some() {
                    true => Ok(()),
                    false => Err(say_common("bad-clock", &[("clock", text)])),
                };
                if let Some(written) = self.asker.write(&question, &check)? {
                    choices.clock = if written == none { String::new() } else { written };
                }
            }
        }
        Ok(())
    }

    fn change_rules(&mut self, info: &'static GameInfo, choices: &mut Choices) -> Done {
        let preset = |preset: &'static Preset| Choice::new(preset.name, &speech::preset(info, chosen(), preset));
        let mut options: Vec<Choice> = info.presets.iter().map(preset).collect();
        let present = choices.rules(info);
        for option in info.options {
            let what = say(info, &format!("option.{}", option.key), &[]);
            options.push(Choice::new(&format!("{}={}", option.key, present.get(option.key)), &what));
        }
        let title = say_common("menu.rules", &[]);
        let question = Question::choose(&title, &say_common("menu.rules-which", &[]), options, 0);
        match self.asker.choose(&question)? {
            None => Ok(()),
            Some(chosen) if chosen < info.presets.len() => {
                choices.rules = info.presets[chosen].name.to_string();
                Ok(())
            }
            Some(chosen) => self.change_option(info, info.options[chosen - info.presets.len()].key, choices),
        }
    }

    fn change_option(&mut self, info: &'static GameInfo, key: &'static str, choices: &mut Choices) -> Done {
        let option = info.options.iter().find(|option| option.key == key).expect("one of the game's");
        let values: Vec<String> = option.values.all().collect();
        let present = choices.rules(info);
        let now = values.iter().position(|value| value == present.get(key));
        let what = |value: &String| {
            let official = (value == option.default).then(|| say_common("menu.default", &[]));
            let named = Some(speech::value(info, chosen(), key, value)).filter(|name| name != value);
            named.into_iter().chain(official).collect::<Vec<_>>().join(", ")
        };
        let shown = values.iter().map(|value| Choice::new(value, &what(value))).collect();
        let title = format!("{key}: {}", say(info, &format!("option.{key}"), &[]));
        let question = Question::choose(&title, &say_common("menu.option-which", &[]), shown, now.unwrap_or(0));
        if let Some(chosen) = self.asker.choose(&question)? {
            let new = |k: &str, value: &str| if k == key { values[chosen].clone() } else { value.to_string() };
            let all: Vec<String> = present.values().map(|(k, value)| format!("{k}={}", new(k, value))).collect();
            choices.rules = Rules::parse(info, &all.join(",")).expect("values of the options").text();
        }
        Ok(())
    }
}

/// The kept games that can be opened and in which something was played, the last one first.
fn kept_games() -> Result<Vec<(String, TerminalGame)>, Failure> {
    let read = |mut kept: kept::Kept| Some((kept.id.clone(), TerminalGame::resume(&kept.read().ok()?).ok()?));
    let has_begun =
        |(_, playing): &(String, TerminalGame)| !playing.session().played().is_empty() || playing.is_within_turn();
    Ok(kept::list()?.into_iter().filter_map(read).filter(has_begun).collect())
}

/// The computer's players that a game is offered with.
fn strengths(info: &GameInfo) -> Vec<String> {
    let levels = LEVELS.map(|level| format!("level:{level}"));
    levels.chain(info.classics.iter().map(|name| name.to_string())).collect()
}

fn strength_what(info: &GameInfo, spec: &str) -> String {
    match spec.strip_prefix("level:") {
        Some(level) => say_common(&format!("menu.level-{level}"), &[]),
        None => say(info, &format!("classic.{spec}"), &[]),
    }
}

/// A line of what a game is set up with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Begin,
    Mode,
    Strength(usize),
    Begins,
    Name(usize),
    Rules,
    Size,
    Pie,
    Clock,
}

impl Row {
    /// The lines for a game.
    fn of(info: &GameInfo, choices: &Choices) -> Vec<Row> {
        let mut rows = vec![Row::Begin, Row::Mode];
        rows.extend(match choices.mode {
            Mode::Computer => vec![Row::Strength(0)],
            Mode::People => vec![],
            Mode::Computers => vec![Row::Strength(0), Row::Strength(1)],
        });
        rows.push(Row::Begins);
        rows.extend(match choices.mode {
            Mode::Computer => vec![Row::Name(0)],
            Mode::People => vec![Row::Name(0), Row::Name(1)],
            Mode::Computers => vec![],
        });
        rows.push(Row::Rules);
        if info.options.iter().any(|option| option.key == "size") {
            rows.push(Row::Size);
        }
        rows.extend((choices.mode != Mode::Computers).then_some(Row::Pie));
        rows.push(Row::Clock);
        rows
    }

    fn key(self) -> &'static str {
        match self {
            Row::Begin => "begin",
            Row::Mode => "mode",
            Row::Strength(_) => "strength",
            Row::Begins => "begins",
            Row::Name(_) => "name",
            Row::Rules => "rules",
            Row::Size => "size",
            Row::Pie => "pie",
            Row::Clock => "clock",
        }
    }

    fn name(self, choices: &Choices) -> String {
        let number = match self {
            Row::Strength(seat) if choices.mode == Mode::Computers => Some(seat),
            Row::Name(seat) if choices.mode == Mode::People => Some(seat),
            _ => None,
        };
        let name = say_common(&format!("menu.{}", self.key()), &[]);
        number.map_or(name.clone(), |seat| format!("{name} {}", seat + 1))
    }

    fn value(self, info: &'static GameInfo, choices: &Choices) -> String {
        let none = || say_common("menu.clock-none", &[]);
        match self {
            Row::Begin => String::new(),
            Row::Mode => say_common(&format!("menu.{}", choices.mode.key()), &[]),
            Row::Strength(seat) => computer_name(&choices.strengths[seat]),
            Row::Begins => choices.begins.in_words(info, choices),
            Row::Name(seat) => choices.name(info, seat),
            Row::Rules => match choices.rules(info).text() {
                text if text.is_empty() => info.presets[0].name.to_string(),
                text => text,
            },
            Row::Size => choices.rules(info).get("size").to_string(),
            Row::Pie => say_common(if choices.pie { "menu.pie-on" } else { "menu.pie-off" }, &[]),
            Row::Clock if choices.clock.is_empty() => none(),
            Row::Clock => choices.clock.clone(),
        }
    }
}
