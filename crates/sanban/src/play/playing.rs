//! A game being played in the terminal, and the file in which it is kept.

use super::kept::{self, Kept};
use crate::failure::Failure;
use crate::{language, recorded};
use sanban_core::clock::TimeControl;
use sanban_core::local_game::{LocalGame, LocalGameConfig};
use sanban_core::player::Player;
use sanban_core::{GameInfo, Rejection, Rules, Seat};
use sanban_engine::Spec;
use sanban_games::registry;
use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// How a game is set up.
pub struct TerminalGameConfig {
    /// The rules.
    pub rules: Rules,
    /// The position to begin from, if it is not the start.
    pub position: Option<String>,
    /// Who sits where.
    pub seats: [Player; 2],
    /// Whether the second player may change sides after the first turn.
    pub pie: bool,
    /// How much time there is, if it is limited.
    pub control: Option<TimeControl>,
    /// What makes chance repeatable.
    pub seed: u64,
}

/// A game being played, which may be kept in a file.
pub struct TerminalGame {
    game: LocalGame,
    kept: Option<Kept>,
    /// The kept game that this one has parted from, since it was played on elsewhere.
    parted: Option<String>,
}

impl TerminalGame {
    /// Begins a game.
    pub fn new(setup: TerminalGameConfig) -> Result<Self, Rejection> {
        let TerminalGameConfig { rules, position, seats, pie, control, seed } = setup;
        let session = registry::open(rules, position.as_deref())?;
        let date = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
        Ok(TerminalGame {
            game: LocalGame::new(LocalGameConfig { session, date, seats, pie, control, seed, timer }),
            kept: None,
            parted: None,
        })
    }

    /// Goes on with a record, as far as it was played: one that was kept, or one that another program wrote.
    pub fn resume(text: &str) -> Result<Self, Failure> {
        let (record, session) = recorded::read_one(text)?;
        let game = LocalGame::resume(record, session, timer);
        let info = game.session().info();
        for seat in [Seat::FIRST, Seat::SECOND] {
            computer(game.player(seat), info).map_err(|rejection| Failure::refused(&rejection, info.messages))?;
        }
        Ok(TerminalGame { game, kept: None, parted: None })
    }

    /// Keeps the game in a file from now on, as it stands and after every step.
    pub fn keep(&mut self, kept: Kept) -> Result<(), Failure> {
        self.kept = Some(kept);
        self.save()
    }

    /// The file in which it is kept.
    pub fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }

    /// The kept game that this one has parted from.
    pub fn parted(&self) -> Option<&str> {
        self.parted.as_deref()
    }

    /// Writes the game to its file, if it has one. Where another program has gone on with what is kept there, both are kept.
    pub fn save(&mut self) -> Result<(), Failure> {
        let Some(kept) = &mut self.kept else { return Ok(()) };
        let text = self.game.saved_record().text();
        if !kept.write(&text)? {
            let mut apart = kept::begin(self.game.session().info().id)?;
            apart.write(&text)?;
            self.parted = Some(std::mem::replace(kept, apart).id);
        }
        Ok(())
    }

    /// What whoever sits at a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.game.name(seat, language::chosen())
    }

    /// How the game ended, with the winner and the reason; nothing if it goes on.
    pub fn result_text(&self) -> Option<String> {
        self.game.result_text(language::chosen())
    }

    /// The computer's player at a seat; none if a person sits there.
    pub fn computer(&self, seat: Seat) -> Option<Spec> {
        computer(self.player(seat), self.session().info()).expect("it was read before")
    }
}

impl Deref for TerminalGame {
    type Target = LocalGame;

    fn deref(&self) -> &LocalGame {
        &self.game
    }
}

impl DerefMut for TerminalGame {
    fn deref_mut(&mut self) -> &mut LocalGame {
        &mut self.game
    }
}

/// Reads somebody who is to sit down to a game.
pub fn seat(spec: &str, name: Option<&str>, info: &GameInfo) -> Result<Player, Rejection> {
    let player = Player::new(spec, name);
    computer(&player, info).map(|_| player)
}

fn computer(player: &Player, info: &GameInfo) -> Result<Option<Spec>, Rejection> {
    if player.is_human() { Ok(None) } else { Spec::parse(&player.spec, info).map(Some) }
}

/// The time since the program asked for it first.
fn timer() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
