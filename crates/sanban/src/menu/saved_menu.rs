//! The menu of saved games.

use super::Menu;
use super::question::{Choice, Question};
use crate::cli;
use crate::failure::Result;
use crate::language::say_common;
use crate::plain;
use crate::record_file::RecordedGame;
use crate::saved_games::{self, SavedGame};
use crate::screen::ReplayView;
use crate::terminal_game::TerminalGame;
use clap::Parser;
use sanban_core::{GameInfo, Outcome, Seat, TurnInput};
use sanban_games::registry;

/// What can be done with a saved game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Continue,
    Replay,
    Analyse,
    Rename,
    Delete,
}

impl Action {
    /// The message key.
    fn key(self) -> &'static str {
        match self {
            Action::Continue => "menu-resume",
            Action::Replay => "menu-replay",
            Action::Analyse => "menu-analyse",
            Action::Rename => "menu-rename",
            Action::Delete => "menu-delete",
        }
    }
}

impl Menu {
    /// Shows the saved games until the player goes back or plays one. Returns a notice for the main menu.
    pub(super) fn saved_games(&mut self) -> Result<Option<String>> {
        loop {
            let games = playable_saved_games();
            let describe = |file: &SavedGame, game: &TerminalGame| format!("{}  {}", file.saved_at(), game.summary());
            let choices: Vec<Choice> =
                games.iter().map(|(file, game)| Choice::new(&file.id, &describe(file, game))).collect();
            if choices.is_empty() {
                return Ok(None);
            }
            let title = say_common("menu-saved", &[]);
            let question = Question::choose(&title, &say_common("menu-saved-question", &[]), choices, 0);
            let Some(index) = self.prompt.choose(&question)? else { return Ok(None) };
            let (file, game) = &games[index];
            let mut actions = vec![Action::Replay, Action::Analyse, Action::Rename, Action::Delete];
            if game.local().outcome().is_none() {
                actions.insert(0, Action::Continue);
            }
            let choice = |action: &Action| {
                let description = say_common(&format!("{}-description", action.key()), &[]);
                Choice::new(&say_common(action.key(), &[]), &description)
            };
            let choices = actions.iter().map(choice).collect();
            let question = Question::choose(&file.id, &describe(file, game), choices, 0);
            match self.prompt.choose(&question)?.map(|index| actions[index]) {
                None => {}
                Some(Action::Continue) => return self.resume(&file.id),
                Some(Action::Replay) => self.replay(&file.id, false)?,
                Some(Action::Analyse) => self.replay(&file.id, true)?,
                Some(Action::Rename) => self.rename(file)?,
                Some(Action::Delete) => self.delete(file)?,
            }
            if self.prompt.should_exit() {
                return Ok(None);
            }
        }
    }

    /// Shows a saved game move by move, or its analysis.
    fn replay(&mut self, id: &str, with_analysis: bool) -> Result {
        if with_analysis && self.prompt.screen_mut().is_none() {
            let command = cli::Cli::try_parse_from(["sanban", "analyse", id])?.command;
            return command.map_or(Ok(()), cli::run);
        }
        let (record, session) = registry::read_record(&saved_games::find(id)?.read()?)?;
        let game = RecordedGame { index: 0, record, session };
        match self.prompt.screen_mut() {
            Some(screen) => screen.show(&mut ReplayView::new(game, self.style)?.with_curve(with_analysis)),
            None => plain::replay(&game, self.style),
        }
    }

    fn rename(&mut self, file: &SavedGame) -> Result {
        let question = Question::free_text(&file.id, &say_common("menu-rename-question", &[]), &file.id);
        let check = |name: &str| if name == file.id { Ok(()) } else { saved_games::check_name(name) };
        match self.prompt.ask_text(&question, &check)? {
            Some(name) if name != file.id => file.clone().rename(&name),
            _ => Ok(()),
        }
    }

    /// Deletes a game if the player confirms it.
    fn delete(&mut self, file: &SavedGame) -> Result {
        let choices = ["menu-delete-no", "menu-delete-yes"].map(|key| Choice::new(&say_common(key, &[]), ""));
        let text = say_common("menu-delete-question", &[("id", &file.id)]);
        match self.prompt.choose(&Question::choose(&file.id, &text, choices.to_vec(), 0))? {
            Some(1) => file.clone().delete(),
            _ => Ok(()),
        }
    }
}

/// The saved games that can be opened and have at least a step played, the most recent first.
pub fn playable_saved_games() -> Vec<(SavedGame, TerminalGame)> {
    let read = |mut file: SavedGame| {
        let game = TerminalGame::resume(&file.read().ok()?).ok()?;
        Some((file, game))
    };
    // Without a readable folder, there are none.
    let files = saved_games::list().unwrap_or_default();
    files.into_iter().filter_map(read).filter(|(_, game)| game.has_begun()).collect()
}

/// How many finished games a person has won and played against a computer player.
pub fn wins_against(games: &[(SavedGame, TerminalGame)], info: &GameInfo, spec: &str) -> (usize, usize) {
    let outcome = |(_, game): &(SavedGame, TerminalGame)| -> Option<(Seat, Outcome)> {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| game.local().player(seat));
        let person = match (first.is_human(), second.is_human()) {
            (true, false) if second.spec == spec => Seat::FIRST,
            (false, true) if first.spec == spec => Seat::SECOND,
            _ => return None,
        };
        Some((person, game.local().outcome().filter(|_| game.session().info().id == info.id)?))
    };
    let outcomes: Vec<_> = games.iter().filter_map(outcome).collect();
    (outcomes.iter().filter(|(person, outcome)| outcome.winner == Some(*person)).count(), outcomes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_wins_against_each_level() {
        let info = registry::find("jesonmor").expect("a game");
        let moves = "1. e1d3 a9b7 2. d3e5 b7a9 3. e5d7 1-0";
        let game = |white: &str, black: &str| {
            let tags = format!("[WhitePlayer \"{white}\"]\n[BlackPlayer \"{black}\"]");
            let text = format!("[Game \"jesonmor\"]\n{tags}\n\n{moves}\n");
            let game = TerminalGame::resume(&text).unwrap_or_else(|failure| panic!("{}", failure.sentence));
            (SavedGame::for_tests("jesonmor-1"), game)
        };
        let games =
            [game("human", "level:1"), game("level:1", "human"), game("human", "level:2"), game("human", "human")];
        assert_eq!(wins_against(&games, info, "level:1"), (1, 2));
        assert_eq!(wins_against(&games, info, "level:2"), (1, 1));
        assert_eq!(wins_against(&games, info, "level:3"), (0, 0));
    }
}
