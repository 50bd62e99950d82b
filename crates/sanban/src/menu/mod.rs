//! The menus of `sanban` without a command. Enter accepts the default of every question, which is the last choice.

mod game_setup;
mod preferences;
mod question;
mod question_prompt;
mod saved_menu;
mod setup_menu;

pub use question::{Choice, Question};

use crate::board_text::BoardStyle;
use crate::cli::args::DrawingArgs;
use crate::cli::play;
use crate::exercise::{PuzzleSeries, SolvedPuzzles};
use crate::failure::Result;
use crate::language::{say, say_common};
use crate::output::print;
use crate::plain;
use crate::rules_text::rules_text;
use crate::screen::{self, LessonView, Page, Screen};
use crate::terminal_game::TerminalGame;
use preferences::Preferences;
use question_prompt::QuestionPrompt;
use sanban_core::{GameInfo, TurnInput, lesson, puzzle};
use sanban_games::lesson_session::LessonSession;
use sanban_games::registry;
use saved_menu::playable_saved_games;
use std::cell::RefCell;

/// Shows the menus until the player leaves.
pub fn run() -> Result {
    let style = DrawingArgs::AUTO.style();
    let prompt = match screen::is_available() {
        true => QuestionPrompt::screen(Screen::open()?, style),
        false => QuestionPrompt::Plain,
    };
    let mut menu = Menu { prompt, style, preferences: Preferences::read() };
    menu.main_menu()?;
    // Leave the screen first.
    drop(menu);
    print(&(say_common("menu-goodbye", &[]) + "\n"))
}

struct Menu {
    prompt: QuestionPrompt,
    style: BoardStyle,
    preferences: Preferences,
}

/// An entry of the main menu.
#[derive(Clone, Copy)]
enum Entry {
    Game(&'static GameInfo),
    LastGame,
    SavedGames,
    Puzzles,
    Learn,
    Leave,
}

impl Menu {
    fn main_menu(&mut self) -> Result {
        let mut notice = None;
        loop {
            let saved = playable_saved_games();
            let last = saved.iter().find(|(_, game)| game.local().outcome().is_none());
            let last = last.map(|(file, game)| (file.id.clone(), game.summary()));
            let mut entries: Vec<Entry> = Vec::new();
            let mut choices: Vec<Choice> = Vec::new();
            if let Some((_, summary)) = &last {
                entries.push(Entry::LastGame);
                choices.push(Choice::new(&say_common("menu-resume", &[]), summary));
            }
            for info in registry::offered() {
                entries.push(Entry::Game(info));
                choices.push(Choice::new(info.name, &say(info, "summary", &[])));
            }
            if !saved.is_empty() {
                entries.push(Entry::SavedGames);
                let count = saved.len().to_string();
                choices.push(Choice::new(
                    &say_common("menu-saved", &[]),
                    &say_common("menu-saved-count", &[("count", &count)]),
                ));
            }
            let others = [(Entry::Puzzles, "menu-puzzles"), (Entry::Learn, "menu-learn"), (Entry::Leave, "menu-quit")];
            for (entry, key) in others {
                entries.push(entry);
                choices.push(Choice::new(&say_common(key, &[]), &say_common(&format!("{key}-description"), &[])));
            }
            // A game that isn't finished comes first; else the last game.
            let is_last = |entry: &Entry| matches!(entry, Entry::Game(info) if info.id == self.preferences.last_game());
            let default = if last.is_some() { 0 } else { entries.iter().position(is_last).unwrap_or(0) };
            let mut question =
                Question::choose(&say_common("menu-title", &[]), &say_common("menu-question", &[]), choices, default);
            (question.notice, question.exits) = (notice.take(), true);
            let Some(index) = self.prompt.choose(&question)? else { return Ok(()) };
            let result = match entries[index] {
                Entry::Game(info) => self.set_up_game(info),
                Entry::LastGame => self.resume(&last.expect("the menu offers it").0),
                Entry::SavedGames => self.saved_games(),
                Entry::Puzzles => self.puzzles(),
                Entry::Learn => self.learn(),
                Entry::Leave => return Ok(()),
            };
            if self.prompt.should_exit() {
                return Ok(());
            }
            match result {
                Ok(new_notice) => notice = new_notice,
                // A failure in one game doesn't close the menus.
                Err(failure) => notice = Some(failure.sentence),
            }
        }
    }

    /// Resumes a saved game. Returns a notice for the main menu.
    fn resume(&mut self, id: &str) -> Result<Option<String>> {
        self.play(play::resume(id)?, None)
    }

    fn learn(&mut self) -> Result<Option<String>> {
        let games: Vec<&'static GameInfo> = registry::offered().collect();
        let mut choices = Vec::new();
        for info in &games {
            let tasks = lesson::tasks(info.lesson).len().to_string();
            let args = [("game", info.name), ("count", tasks.as_str())];
            choices.push(Choice::new(&say(info, "lesson-title", &[]), &say_common("menu-lesson-description", &args)));
            choices
                .push(Choice::new(&say(info, "screen-rules-of", &args), &say_common("menu-rules-description", &args)));
        }
        let question =
            Question::choose(&say_common("menu-learn", &[]), &say_common("menu-learn-question", &[]), choices, 0);
        match self.prompt.choose(&question)? {
            None => Ok(None),
            Some(index) if index % 2 == 0 => self.lesson(games[index / 2]),
            Some(index) => self.rules(games[index / 2]),
        }
    }

    fn lesson(&mut self, info: &'static GameInfo) -> Result<Option<String>> {
        let mut lesson = LessonSession::new(info)?;
        match self.prompt.screen_mut() {
            Some(screen) => {
                let mut view = LessonView::new(Box::new(lesson), self.style);
                screen.show(&mut view)?;
                if view.is_finished() {
                    self.preferences.set_introduced(info.id);
                }
            }
            None => {
                plain::teach(&mut lesson, self.style)?;
                self.preferences.set_introduced(info.id);
            }
        }
        Ok(None)
    }

    fn puzzles(&mut self) -> Result<Option<String>> {
        let games: Vec<&'static GameInfo> = registry::offered().filter(|info| !info.puzzles.is_empty()).collect();
        let describe = |info: &GameInfo| {
            let count = puzzle::puzzles(info.puzzles).len().to_string();
            let solved = self.preferences.solved_puzzles(info.id).len().to_string();
            say_common("menu-puzzles-solved", &[("solved", &solved), ("count", &count)])
        };
        let choices = games.iter().map(|info| Choice::new(info.name, &describe(info))).collect();
        let title = say_common("menu-puzzles", &[]);
        let question = Question::choose(&title, &say_common("menu-game-question", &[]), choices, 0);
        let Some(index) = self.prompt.choose(&question)? else { return Ok(None) };
        let info = games[index];
        let solved = SolvedPuzzles::new(RefCell::new(self.preferences.solved_puzzles(info.id)));
        let Some(mut series) = PuzzleSeries::new(info, solved.clone())? else { return Ok(None) };
        match self.prompt.screen_mut() {
            Some(screen) => screen.show(&mut LessonView::new(Box::new(series), self.style))?,
            None => plain::teach(&mut series, self.style)?,
        }
        self.preferences.set_solved_puzzles(info.id, &solved.borrow());
        Ok(None)
    }

    fn rules(&mut self, info: &'static GameInfo) -> Result<Option<String>> {
        match self.prompt.screen_mut() {
            Some(screen) => screen.show(&mut Page::rules(info, self.style))?,
            None => print(&rules_text(info, self.style, plain::line_width()))?,
        }
        Ok(None)
    }

    fn play(&mut self, game: TerminalGame, toss: Option<String>) -> Result<Option<String>> {
        match self.prompt.screen_mut() {
            Some(screen) => {
                let game = screen::play(screen, game, toss, self.style)?;
                let result = game.ending().map(|ending| ending.sentence() + " ");
                Ok(Some(result.unwrap_or_default() + game.saved_notice().trim_end()))
            }
            None => plain::play(game, toss, self.style).map(|()| None),
        }
    }

    /// Offers a lesson and the rules before the first game. Returns whether the player wants to play.
    fn introduce(&mut self, info: &'static GameInfo) -> Result<bool> {
        loop {
            let tasks = lesson::tasks(info.lesson).len().to_string();
            let choice = |key: &str| {
                let description = say_common(&format!("menu-{key}-description"), &[("count", &tasks)]);
                Choice::new(&say_common(&format!("menu-{key}"), &[]), &description)
            };
            let choices = vec![choice("intro-lesson"), choice("intro-rules"), choice("intro-play")];
            let text = format!("{} {}", say(info, "summary", &[]), say_common("menu-intro", &[]));
            match self.prompt.choose(&Question::choose(info.name, &text, choices, 0))? {
                None => return Ok(false),
                Some(0) => {
                    self.lesson(info)?;
                    if self.preferences.is_introduced(info.id) {
                        return Ok(true);
                    }
                }
                Some(1) => drop(self.rules(info)?),
                Some(_) => {
                    self.preferences.set_introduced(info.id);
                    return Ok(true);
                }
            }
            if self.prompt.should_exit() {
                return Ok(false);
            }
        }
    }
}

/// Asks for a game. `None` if the player goes back.
pub fn ask_for_game() -> Result<Option<&'static GameInfo>> {
    let style = DrawingArgs::AUTO.style();
    let mut prompt = match screen::is_available() {
        true => QuestionPrompt::screen(Screen::open()?, style),
        false => QuestionPrompt::Plain,
    };
    let games: Vec<&'static GameInfo> = registry::offered().collect();
    let choices = games.iter().map(|info| Choice::new(info.name, &say(info, "summary", &[]))).collect();
    let last = Preferences::read().last_game().to_string();
    let default = games.iter().position(|info| info.id == last).unwrap_or(0);
    let title = say_common("menu-title", &[]);
    let question = Question::choose(&title, &say_common("menu-game-question", &[]), choices, default);
    Ok(prompt.choose(&question)?.map(|index| games[index]))
}
