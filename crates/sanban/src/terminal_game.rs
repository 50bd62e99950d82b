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
use sanban_core::{GameInfo, Rejection, Rules, Seat, Session, TurnInput, TurnInputExt, speech};
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
    /// Whether the game is saved as it is played.
    is_saving: bool,
    /// Why the game couldn't be saved, and whether the player knows.
    save_failure: Option<(String, bool)>,
    /// The saved game that this one was resumed from, if another process has continued it since.
    diverged_from: Option<String>,
}

impl TerminalGame {
    /// Starts a game.
    pub fn new(config: TerminalGameConfig) -> Result<Self, Rejection> {
        let TerminalGameConfig { rules, position, seats, pie, control, seed } = config;
        let session = registry::open(rules, position.as_deref())?;
        let config = LocalGameConfig { session, date: today(), seats, pie, control, seed, timer };
        Ok(TerminalGame::unsaved(LocalGame::new(config)))
    }

    /// Continues the game of a record: a saved game, or a record from another program.
    pub fn resume(text: &str) -> Result<Self> {
        let (record, session) = record_file::read_one(text)?;
        let game = LocalGame::resume(record, session, timer);
        let info = game.session().info();
        for seat in [Seat::FIRST, Seat::SECOND] {
            computer_spec(game.player(seat), info).map_err(|rejection| Failure::rejected(&rejection, info.messages))?;
        }
        Ok(TerminalGame::unsaved(game))
    }

    fn unsaved(game: LocalGame) -> Self {
        TerminalGame { game, file: None, is_saving: false, save_failure: None, diverged_from: None }
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

    /// Saves the game to this file.
    pub fn save_to(&mut self, file: SavedGame) {
        self.file = Some(file);
        self.start_saving();
    }

    /// Saves the game from now on, on every [`Self::save`]. It gets a file when its first step is played.
    pub fn start_saving(&mut self) {
        self.is_saving = true;
        match saved_games::check_writable() {
            Ok(()) => self.save(),
            Err(failure) => self.save_failure = Some((failure.sentence, false)),
        }
    }

    /// The file that saves the game.
    pub fn file(&self) -> Option<&SavedGame> {
        self.file.as_ref()
    }

    /// Saves the game, once it has begun. If that fails, the game goes on: see [`Self::take_warning`].
    pub fn save(&mut self) {
        if self.is_saving
            && self.save_failure.is_none()
            && let Err(failure) = self.write()
        {
            self.save_failure = Some((failure.sentence, false));
        }
    }

    /// Writes the file. If another process has continued the saved game, this one moves to a new file.
    fn write(&mut self) -> Result {
        let game_id = self.game.session().info().id;
        if self.file.is_none() {
            if !self.has_begun() {
                return Ok(());
            }
            self.file = Some(saved_games::create(game_id)?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let text = self.game.saved_record().text();
        if !file.write(&text)? {
            let mut new_file = saved_games::create(game_id)?;
            new_file.write(&text)?;
            self.diverged_from = Some(std::mem::replace(file, new_file).id);
        }
        Ok(())
    }

    /// Whether a step has been played, or the game has ended.
    pub fn has_begun(&self) -> bool {
        !self.session().played().is_empty() || self.game.is_within_turn() || self.game.outcome().is_some()
    }

    /// A warning that the game isn't saved, once after that has happened.
    pub fn take_warning(&mut self) -> Option<String> {
        let (why, is_known) = self.save_failure.as_mut()?;
        let why = (!std::mem::replace(is_known, true)).then(|| why.clone())?;
        Some(say(self.session().info(), "game-not-saved", &[("why", &why)]))
    }

    /// Writes the game's record to a file that the player names, with the computer's players, so that the game can go on.
    /// Overwrites only earlier states of the same game.
    pub fn export(&self, file: &Path) -> Result {
        let record = self.game.saved_record();
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
        let mut rematch = TerminalGame::unsaved(game);
        rematch.start_saving();
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
        rematch.save();
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

    /// One line about the game: players and state.
    pub fn summary(&self) -> String {
        let (record, info) = (self.game.record(), self.session().info());
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| self.name(seat));
        let between = say(info, "play-between", &[("first", &first), ("second", &second)]);
        let count = self.session().played().len().to_string();
        let state = match record.result.as_str() {
            "*" => say(info, "saved-turns", &[("count", &count)]),
            result => result.to_string(),
        };
        format!("{}: {between}, {state}", info.name)
    }

    /// Tells the player where the game is saved.
    pub fn saved_notice(&self) -> String {
        let info = self.session().info();
        if let Some((why, _)) = &self.save_failure {
            return say(info, "game-not-saved", &[("why", why)]) + "\n";
        }
        let Some(file) = &self.file else { return String::new() };
        let diverged = self.diverged_from.as_deref().map(|id| say(info, "game-saved-separately", &[("id", id)]) + "\n");
        let key = if self.game.outcome().is_some() { "game-saved-finished" } else { "game-saved" };
        diverged.unwrap_or_default() + &say(info, key, &[("id", &file.id)]) + "\n"
    }
}

/// Parses a player of a game.
pub fn parse_player(spec: &str, name: Option<&str>, info: &'static GameInfo) -> Result<Player, Rejection> {
    let player = Player::new(spec, name);
    computer_spec(&player, info).map(|_| player)
}

fn computer_spec(player: &Player, info: &'static GameInfo) -> Result<Option<Spec>, Rejection> {
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
