//! A game played in the terminal: a [`LocalGame`] and the file that saves it.

use crate::cli::args::random_seed;
use crate::codes;
use crate::failure::{Failure, Result};
use crate::files::cannot_write;
use crate::language::{current, say};
use crate::record_file::{self, RecordedGame};
use crate::saved_games::{self, SavedGame};
use sanban_core::clock::TimeControl;
use sanban_core::ending::Ending;
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::player::Player;
use sanban_core::record::Record;
use sanban_core::{GameInfo, Rejection, Rules, Seat, Session, TurnInput, speech};
use sanban_engine::{Spec, levels};
use sanban_games::registry;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// How to set up a game.
pub struct TerminalGameConfig {
    pub rules: Rules,
    /// The position to start from, if not the game's start.
    pub position: Option<String>,
    /// The players by seat.
    pub seats: [Player; 2],
    /// Whether the second player may swap sides after the first turn.
    pub pie: bool,
    /// The time control, if the game has a clock.
    pub control: Option<TimeControl>,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A game in the terminal, saved to a file as it is played.
pub struct TerminalGame {
    game: LocalGame,
    file: Option<SavedGame>,
    /// The saved game that this one was resumed from, if another process has continued it since.
    diverged_from: Option<String>,
}

impl TerminalGame {
    /// Starts a game.
    pub fn new(config: TerminalGameConfig) -> Result<Self, Rejection> {
        let TerminalGameConfig { rules, position, seats, pie, control, seed } = config;
        let session = registry::open(rules, position.as_deref())?;
        let config = LocalGameConfig { session, date: today(), seats, pie, control, seed, timer };
        Ok(TerminalGame { game: LocalGame::new(config), file: None, diverged_from: None })
    }

    /// Continues the game of a record: a saved game, or a record from another program.
    pub fn resume(text: &str) -> Result<Self> {
        let (record, session) = record_file::read_one(text)?;
        let game = LocalGame::resume(record, session, timer);
        let info = game.session().info();
        for seat in [Seat::FIRST, Seat::SECOND] {
            computer_spec(game.player(seat), info).map_err(|rejection| Failure::rejected(&rejection, info.messages))?;
        }
        Ok(TerminalGame { game, file: None, diverged_from: None })
    }

    /// The game without its file.
    pub fn local(&self) -> &LocalGame {
        &self.game
    }

    /// The game without its file, to play in. Call [`Self::save`] after changes.
    pub fn local_mut(&mut self) -> &mut LocalGame {
        &mut self.game
    }

    /// The session of the game.
    pub fn session(&self) -> &dyn Session {
        self.game.session()
    }

    /// Saves the game to a file, now and on every [`Self::save`].
    pub fn save_to(&mut self, file: SavedGame) -> Result {
        self.file = Some(file);
        self.save()
    }

    /// Saves the game to a new file, unless it has one.
    pub fn ensure_saved(&mut self) -> Result {
        match self.file {
            Some(_) => Ok(()),
            None => self.save_to(saved_games::create(self.session().info().id)?),
        }
    }

    /// The file that saves the game.
    pub fn file(&self) -> Option<&SavedGame> {
        self.file.as_ref()
    }

    /// Saves the game, if it has a file. If another process has continued the saved game, this one moves to a new file.
    pub fn save(&mut self) -> Result {
        let Some(file) = &mut self.file else { return Ok(()) };
        let text = self.game.saved_record().text();
        if !file.write(&text)? {
            let mut new_file = saved_games::create(self.game.session().info().id)?;
            new_file.write(&text)?;
            self.diverged_from = Some(std::mem::replace(file, new_file).id);
        }
        Ok(())
    }

    /// Writes the game's record to a file that the player names. Overwrites only earlier states of the same game.
    pub fn export(&self, file: &Path) -> Result {
        let record = self.game.record();
        match std::fs::read(file) {
            Ok(existing) => {
                let existing = Record::parse(&String::from_utf8_lossy(&existing)).unwrap_or_default();
                let is_same = |tag: &&str| existing.tag(tag).is_some() && existing.tag(tag) == record.tag(tag);
                if !["Game", "Date", "Seed"].iter().all(is_same) {
                    return Err(codes::FILE_EXISTS.with(&[&file.display().to_string()]).into());
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(cannot_write(file, &error)),
        }
        std::fs::write(file, record.text()).map_err(|error| cannot_write(file, &error))
    }

    /// The name of the player at a seat, in the current language.
    pub fn name(&self, seat: Seat) -> String {
        self.game.name(seat, current())
    }

    /// How the game ended, in words; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.game.ending(current())
    }

    /// The last move in words, such as `Level 1: ring to a3, ball a2→a3`; `None` at the start.
    pub fn last_move_in_words(&self) -> Option<String> {
        let session = self.session();
        session.played().last()?;
        let mover = session.to_move().other();
        let words = speech::move_in_words(session.info(), current(), &session.describe_last_move(), mover);
        Some(say(session.info(), "play-plays", &[("name", &self.name(mover)), ("move", &words)]))
    }

    /// Starts the same game again with the sides swapped, in a new file.
    pub fn rematch(&self) -> Result<Self> {
        let game = self.game.rematch(today(), random_seed()?, timer);
        let mut rematch = TerminalGame { game, file: None, diverged_from: None };
        rematch.ensure_saved()?;
        Ok(rematch)
    }

    /// The next stronger opponent of the only person, if there is one.
    pub fn next_level(&self) -> Option<Player> {
        let opponent = self.game.player(self.game.reader()?.other());
        levels::next_level(&opponent.spec).map(|spec| Player::new(&spec, None))
    }

    /// Starts a rematch against a stronger opponent, in a new file.
    pub fn rematch_against(&self, opponent: Player) -> Result<Self> {
        let mut rematch = self.rematch()?;
        let person = rematch.game.reader().expect("one person plays");
        rematch.game.set_player(person.other(), opponent);
        rematch.save()?;
        Ok(rematch)
    }

    /// The game as a record to replay.
    pub fn recorded(&self) -> RecordedGame {
        RecordedGame { index: 0, record: self.game.record(), session: self.session().fork() }
    }

    /// The computer player at a seat; `None` for a person.
    pub fn computer(&self, seat: Seat) -> Option<Spec> {
        computer_spec(self.game.player(seat), self.session().info()).expect("the spec was checked before")
    }

    /// Whether a person plays.
    pub fn has_person(&self) -> bool {
        [Seat::FIRST, Seat::SECOND].iter().any(|&seat| self.game.player(seat).is_human())
    }

    /// One line about the game: date, players and state.
    pub fn summary(&self) -> String {
        let (record, info) = (self.game.record(), self.session().info());
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| self.name(seat));
        let between = say(info, "play-between", &[("first", &first), ("second", &second)]);
        let count = self.session().played().len().to_string();
        let state = match record.result.as_str() {
            "*" => say(info, "saved-turns", &[("count", &count)]),
            result => result.to_string(),
        };
        format!("{}  {}: {between}, {state}", record.tag("Date").unwrap_or(""), info.name)
    }

    /// Tells the player where the game is saved.
    pub fn saved_notice(&self) -> String {
        let Some(file) = &self.file else { return String::new() };
        let info = self.session().info();
        let diverged = self.diverged_from.as_deref().map(|id| say(info, "game-saved-separately", &[("id", id)]) + "\n");
        let key = if self.game.outcome().is_some() { "game-saved-finished" } else { "game-saved" };
        diverged.unwrap_or_default() + &say(info, key, &[("id", &file.id)]) + "\n"
    }
}

/// Parses a player of a game.
pub fn parse_player(spec: &str, name: Option<&str>, info: &GameInfo) -> Result<Player, Rejection> {
    let player = Player::new(spec, name);
    computer_spec(&player, info).map(|_| player)
}

fn computer_spec(player: &Player, info: &GameInfo) -> Result<Option<Spec>, Rejection> {
    if player.is_human() { Ok(None) } else { Spec::parse(&player.spec, info).map(Some) }
}

/// The date as records write it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

/// The time since the first call.
fn timer() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
