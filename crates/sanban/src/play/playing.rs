//! A game being played in the terminal, and the file in which it is kept.

use super::kept::Kept;
use crate::failure::Failure;
use crate::language;
use sanban_core::clock::Control;
use sanban_core::playing::{Playing as Game, Setup as GameSetup};
use sanban_core::seated::Seated;
use sanban_core::{Facts, Refusal, Rules, Seat};
use sanban_engine::Spec;
use sanban_games::registry;
use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// How a game is set up.
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// The position to begin from, if it is not the start.
    pub position: Option<String>,
    /// Who sits where.
    pub seats: [Seated; 2],
    /// Whether the second player may change sides after the first turn.
    pub pie: bool,
    /// How much time there is, if it is limited.
    pub control: Option<Control>,
    /// What makes chance repeatable.
    pub seed: u64,
}

/// A game being played, which may be kept in a file.
pub struct Playing {
    game: Game,
    kept: Option<Kept>,
}

impl Playing {
    /// Begins a game.
    pub fn new(setup: Setup) -> Result<Self, Refusal> {
        let Setup { rules, position, seats, pie, control, seed } = setup;
        let session = registry::open(rules, position.as_deref())?;
        let date = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
        Ok(Playing { game: Game::new(GameSetup { session, date, seats, pie, control, seed, timer }), kept: None })
    }

    /// Goes on with a record, as far as it was played: one that was kept, or one that another program wrote.
    pub fn resume(text: &str) -> Result<Self, Refusal> {
        let (record, session) = registry::read_record(text)?;
        let game = Game::resume(record, session, timer);
        for seat in [Seat::FIRST, Seat::SECOND] {
            computer(game.seated(seat), game.session().facts())?;
        }
        Ok(Playing { game, kept: None })
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

    /// Writes the game to its file, if it has one.
    pub fn save(&self) -> Result<(), Failure> {
        self.kept.as_ref().map_or(Ok(()), |kept| kept.write(&self.game.whole_record().text()))
    }

    /// What whoever sits at a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.game.name(seat, language::chosen())
    }

    /// How the game ended, with the winner and the reason; nothing if it goes on.
    pub fn result_in_words(&self) -> Option<String> {
        self.game.result_in_words(language::chosen())
    }

    /// The computer's player at a seat; none if a person sits there.
    pub fn computer(&self, seat: Seat) -> Option<Spec> {
        computer(self.seated(seat), self.session().facts()).expect("it was read before")
    }
}

impl Deref for Playing {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.game
    }
}

impl DerefMut for Playing {
    fn deref_mut(&mut self) -> &mut Game {
        &mut self.game
    }
}

/// Reads somebody who is to sit down to a game.
pub fn seat(spec: &str, name: Option<&str>, facts: &Facts) -> Result<Seated, Refusal> {
    let seated = Seated::new(spec, name);
    computer(&seated, facts).map(|_| seated)
}

fn computer(seated: &Seated, facts: &Facts) -> Result<Option<Spec>, Refusal> {
    if seated.is_person() { Ok(None) } else { Spec::parse(&seated.spec, facts).map(Some) }
}

/// The time since the program asked for it first.
fn timer() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
