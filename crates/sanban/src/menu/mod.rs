//! The menus of `sanban` without a command. Enter accepts the default of every question, which is the last choice.

mod game_setup;
mod preferences;
mod question;
mod question_prompt;
mod setup_menu;

pub use question::{Choice, Question};

use crate::board_text::BoardStyle;
use crate::cli::args::{ColourChoice, DrawingArgs};
use crate::cli::play;
use crate::failure::Result;
use crate::language::{say, say_common};
use crate::output::print;
use crate::plain;
use crate::record_file::RecordedGame;
use crate::rules_text::rules_text;
use crate::saved_games::{self, SavedGame};
use crate::screen::{self, LessonView, Page, ReplayView, Screen};
use crate::terminal_game::TerminalGame;
use preferences::Preferences;
use question_prompt::QuestionPrompt;
use sanban_core::{GameInfo, TurnInput, TurnInputExt, lesson};
use sanban_games::lesson_session::LessonSession;
use sanban_games::registry;

/// Shows the menus until the player leaves.
pub fn run() -> Result {
    let drawing = DrawingArgs { ascii: false, color: ColourChoice::Auto };
    let mut menu = match screen::is_available() {
        true => {
            let style = screen::detect_style(false, drawing.is_coloured());
            Menu { prompt: QuestionPrompt::screen(Screen::open()?, style), style, preferences: Preferences::read() }
        }
        false => Menu { prompt: QuestionPrompt::Plain, style: drawing.text_style(), preferences: Preferences::read() },
    };
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
    Learn,
    Leave,
}

impl Menu {
    fn main_menu(&mut self) -> Result {
        let mut notice = None;
        loop {
            let saved = playable_saved_games()?;
            let last = saved.iter().find(|(_, game)| game.local().outcome().is_none());
            let last = last.map(|(id, game)| (id.clone(), game.summary()));
            let mut entries: Vec<Entry> = registry::offered().map(Entry::Game).collect();
            let mut choices: Vec<Choice> =
                registry::offered().map(|info| Choice::new(info.name, &say(info, "summary", &[]))).collect();
            if let Some((_, summary)) = &last {
                entries.push(Entry::LastGame);
                choices.push(Choice::new(&say_common("menu-resume", &[]), summary));
            }
            if !saved.is_empty() {
                entries.push(Entry::SavedGames);
                let count = saved.len().to_string();
                choices.push(Choice::new(
                    &say_common("menu-saved", &[]),
                    &say_common("menu-saved-count", &[("count", &count)]),
                ));
            }
            for (entry, key) in [(Entry::Learn, "menu-learn"), (Entry::Leave, "menu-quit")] {
                entries.push(entry);
                choices.push(Choice::new(&say_common(key, &[]), &say_common(&format!("{key}-description"), &[])));
            }
            let default = registry::offered().position(|info| info.id == self.preferences.last_game()).unwrap_or(0);
            let mut question =
                Question::choose(&say_common("menu-title", &[]), &say_common("menu-question", &[]), choices, default);
            (question.notice, question.exits) = (notice.take(), true);
            let Some(index) = self.prompt.choose(&question)? else { return Ok(()) };
            let result = match entries[index] {
                Entry::Game(info) => self.set_up_game(info),
                Entry::LastGame => self.resume(&last.expect("the menu offers it").0),
                Entry::SavedGames => self.saved_games(),
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

    fn saved_games(&mut self) -> Result<Option<String>> {
        let games = playable_saved_games()?;
        let choices = games.iter().map(|(id, game)| Choice::new(id, &game.summary())).collect();
        let question =
            Question::choose(&say_common("menu-saved", &[]), &say_common("menu-saved-question", &[]), choices, 0);
        match self.prompt.choose(&question)? {
            None => Ok(None),
            Some(index) if games[index].1.local().outcome().is_some() => self.replay(&games[index].0),
            Some(index) => self.resume(&games[index].0),
        }
    }

    /// Replays a finished game.
    fn replay(&mut self, id: &str) -> Result<Option<String>> {
        let (record, session) = registry::read_record(&saved_games::find(id)?.read()?)?;
        let game = RecordedGame { index: 0, record, session };
        match self.prompt.screen_mut() {
            Some(screen) => screen.show(&mut ReplayView::new(game, self.style)?)?,
            None => plain::replay(&game, self.style)?,
        }
        Ok(None)
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
        let lesson = LessonSession::new(info)?;
        match self.prompt.screen_mut() {
            Some(screen) => {
                let mut view = LessonView::new(lesson, self.style);
                screen.show(&mut view)?;
                if view.is_finished() {
                    self.preferences.set_introduced(info.id)?;
                }
            }
            None => {
                plain::teach(lesson, self.style)?;
                self.preferences.set_introduced(info.id)?;
            }
        }
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
                    self.preferences.set_introduced(info.id)?;
                    return Ok(true);
                }
            }
            if self.prompt.should_exit() {
                return Ok(false);
            }
        }
    }
}

/// The saved games that can be opened and have at least a step played, the most recent first.
fn playable_saved_games() -> Result<Vec<(String, TerminalGame)>> {
    let read = |mut file: SavedGame| Some((file.id.clone(), TerminalGame::resume(&file.read().ok()?).ok()?));
    let has_begun =
        |(_, game): &(String, TerminalGame)| !game.session().played().is_empty() || game.local().is_within_turn();
    Ok(saved_games::list()?.into_iter().filter_map(read).filter(has_begun).collect())
}
