//! The state of a game, derived from its log of events. Nothing here does I/O.
//!
//! [`GameState::decide`] turns a command into events, [`GameState::after`] gives the state that follows from stored
//! events, and [`clock`] charges time.

mod apply;
mod clock;
mod decide;
mod record;
#[cfg(test)]
mod tests;

pub use decide::{Absence, Decision, validate};

use super::{Event, GameConfig, GameResult, LogEntry, Phase, PlayerRef};
use crate::error::{self, ApiError};
use clock::GameClock;
use sanban_core::pie_rule::PieRule;
use sanban_core::{GameInfo, Rules, Seat, Session};
use sanban_games::registry;
use std::sync::Arc;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With a winner, or drawn.
    Result { winner: Option<Seat>, reason: String },
    /// Cancelled before both sides had moved.
    Cancelled,
}

/// The state of a game after some number of events.
#[derive(Clone)]
pub struct GameState {
    pub id: String,
    pub config: GameConfig,
    pub seats: [Option<PlayerRef>; 2],
    /// The game on the board. Shared, since most events don't change it.
    session: Arc<dyn Session>,
    pub(super) pie: PieRule,
    clock: GameClock,
    /// The number of the event that began the current turn: as long as it stays the same, so does the position.
    pub turn_start_event: u32,
    pub(super) draw_offer: Option<Seat>,
    pub(super) takeback_request: Option<Seat>,
    /// After how many turns each player last offered a draw.
    last_draw_offers: [Option<usize>; 2],
    /// After how many turns each player last asked for a takeback.
    last_takeback_requests: [Option<usize>; 2],
    pub(super) rematch_request: Option<Seat>,
    pub(super) next_game: Option<String>,
    end: Option<End>,
    /// The number of the last event.
    pub last_event: u32,
    /// In milliseconds since 1970.
    pub created_at: u64,
    /// When the last event before or at the end happened, in milliseconds since 1970.
    pub changed_at: u64,
}

impl GameState {
    /// Replays a log.
    pub fn replay(id: &str, log: &[LogEntry]) -> Result<GameState, ApiError> {
        let Some(LogEntry { event: Event::Created(config), at, .. }) = log.first() else {
            return Err(error::NO_GAME.into());
        };
        let mut state = GameState::new(id, GameConfig::clone(config), *at)?;
        for entry in log {
            state.apply(entry, None, None)?;
        }
        Ok(state)
    }

    fn new(id: &str, config: GameConfig, at: u64) -> Result<GameState, ApiError> {
        Ok(GameState {
            id: id.to_string(),
            session: open_session(&config)?.into(),
            pie: PieRule::new(config.pie),
            clock: GameClock::new(config.time_control, at),
            config,
            seats: [None, None],
            turn_start_event: 0,
            draw_offer: None,
            takeback_request: None,
            last_draw_offers: [None; 2],
            last_takeback_requests: [None; 2],
            rematch_request: None,
            next_game: None,
            end: None,
            last_event: 0,
            created_at: at,
            changed_at: at,
        })
    }

    pub fn info(&self) -> &'static GameInfo {
        self.session.info()
    }

    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The seat of a player, if they have one.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        let people = self.people();
        [Seat::FIRST, Seat::SECOND].into_iter().find(|seat| people[seat.index()] == Some(player))
    }

    /// The ids of the people in the seats.
    pub fn people(&self) -> [Option<&str>; 2] {
        self.seats.each_ref().map(|player| match player {
            Some(PlayerRef::Person(id)) => Some(id.as_str()),
            _ => None,
        })
    }

    /// The spec of the computer player to move.
    pub fn computer_to_move(&self) -> Option<&str> {
        match self.seats[self.to_move().index()].as_ref()? {
            PlayerRef::Computer(spec) if self.is_running() => Some(spec),
            _ => None,
        }
    }

    pub fn to_move(&self) -> Seat {
        self.session.to_move()
    }

    /// The number of turns played.
    pub fn turns(&self) -> usize {
        self.session.played().len()
    }

    pub fn phase(&self) -> Phase {
        match (&self.end, self.is_full()) {
            (Some(_), _) => Phase::Over,
            (None, true) => Phase::Running,
            (None, false) => Phase::Waiting,
        }
    }

    pub fn is_running(&self) -> bool {
        self.phase() == Phase::Running
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    fn is_full(&self) -> bool {
        self.seats.iter().all(Option::is_some)
    }

    pub fn result(&self) -> Option<GameResult> {
        self.end.as_ref().map(|end| match end {
            End::Result { winner, .. } => GameResult::of(*winner),
            End::Cancelled => GameResult::Cancelled,
        })
    }

    pub fn reason(&self) -> Option<&str> {
        match &self.end {
            Some(End::Result { reason, .. }) => Some(reason),
            _ => None,
        }
    }

    /// Updates the id of the person in a seat after a guest has logged in.
    pub fn rename_player(&mut self, seat: Seat, id: String) {
        self.seats[seat.index()] = Some(PlayerRef::Person(id));
    }

    /// Whether one person sits on both sides: a guest has logged in to the account of their opponent.
    pub fn is_one_person(&self) -> bool {
        matches!(&self.seats, [Some(PlayerRef::Person(one)), Some(PlayerRef::Person(other))] if one == other)
    }

    pub fn has_computer(&self) -> bool {
        self.seats.iter().flatten().any(PlayerRef::is_computer)
    }

    /// Whether the player to move has to choose whether to swap sides.
    pub fn must_choose_sides(&self) -> bool {
        self.pie.can_swap(self.turns()) && self.is_running()
    }

    /// Whether a live game has begun but not both sides have moved: it can be cancelled, and nobody can lose it yet.
    pub fn is_in_first_turns(&self) -> bool {
        self.config.time_control.is_live() && self.is_running() && !self.is_time_charged()
    }
}

/// Opens the game that a configuration describes.
fn open_session(config: &GameConfig) -> Result<Box<dyn Session>, ApiError> {
    let info = registry::find(&config.game)?;
    let by_game = ApiError::by_game(info);
    let rules = Rules::parse(info, &config.rules).map_err(&by_game)?;
    registry::open(rules, config.position.as_deref()).map_err(&by_game)
}
