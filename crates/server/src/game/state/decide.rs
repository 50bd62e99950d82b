//! Deciding what a command leads to. Nothing changes here: the events have to be stored first.

use super::{GameState, open_session};
use crate::error::{self, ApiError};
use crate::game::{Caller, Command, Event, GameConfig, PlayerRef};
use crate::secret;
use sanban_core::{Reason, Seat, Session};
use std::sync::Arc;

/// The most events that a game can have. No game that is really played comes near it.
pub(super) const MAX_EVENTS_PER_GAME: u32 = 20_000;

/// What a command leads to.
#[derive(Default)]
pub struct Decision {
    /// The events of this game.
    pub events: Vec<Event>,
    /// The board after the move in `events`, if there is one.
    pub board: Option<Arc<dyn Session>>,
    /// The id and the first events of the rematch that begins.
    pub rematch: Option<(String, Vec<Event>)>,
}

impl From<Event> for Decision {
    fn from(event: Event) -> Decision {
        Decision { events: vec![event], ..Decision::default() }
    }
}

/// Who has been away since when, and for how long players may be: what claims depend on.
#[derive(Clone, Copy, Debug)]
pub struct Absence {
    /// In served milliseconds, by seat.
    pub away_since: [Option<u64>; 2],
    pub grace_ms: u64,
}

impl GameState {
    /// Decides what a command leads to at a served time.
    pub fn decide(&self, caller: &Caller, command: &Command, now: u64, absence: Absence) -> Result<Decision, ApiError> {
        let reject = |code: sanban_core::Code| Err(ApiError::from(code));
        if *command == Command::Join {
            return self.join(caller);
        }
        let Some(seat) = self.seat_of(&caller.id) else { return reject(error::NOT_A_PLAYER) };
        if *command == Command::Rematch {
            return self.rematch(seat);
        }
        if self.is_over() {
            return reject(error::GAME_OVER);
        }
        if *command == Command::Withdraw {
            return if self.is_full() { reject(error::ALREADY_JOINED) } else { Ok(Event::Withdrawn { seat }.into()) };
        }
        if !self.is_full() {
            return reject(error::NOT_BEGUN);
        }
        if self.last_event >= MAX_EVENTS_PER_GAME && !matches!(command, Command::Resign | Command::Claim) {
            return reject(error::TOO_LONG);
        }
        let other = seat.other();
        let opponent_is_computer = self.seats[other.index()].as_ref().is_some_and(PlayerRef::is_computer);
        match command {
            Command::Join | Command::Rematch | Command::Withdraw => unreachable!("decided above"),
            Command::Move { r#move, after } => self.make_move(seat, r#move, *after, now),
            Command::SwapSides | Command::KeepSides if !self.must_choose_sides() || seat != self.to_move() => {
                reject(error::NO_PIE)
            }
            Command::SwapSides => Ok(Event::SidesSwapped { seat }.into()),
            Command::KeepSides => Ok(Event::SidesKept { seat }.into()),
            Command::OfferDraw | Command::AcceptDraw if self.draw_offer == Some(other) => {
                Ok(ended(None, Reason::AGREEMENT).into())
            }
            Command::OfferDraw if self.last_draw_offers[seat.index()] == Some(self.turns()) => {
                reject(error::OFFERED_ALREADY)
            }
            Command::OfferDraw if opponent_is_computer => reject(error::COMPUTER_PLAYS_ON),
            Command::OfferDraw => Ok(Event::DrawOffered { seat }.into()),
            Command::DeclineDraw if self.draw_offer == Some(other) => Ok(Event::DrawDeclined { seat }.into()),
            Command::RequestTakeback
                if self.last_takeback_requests[seat.index()] == Some(self.turns())
                    // The opponent's request needs an answer first.
                    || self.takeback_request == Some(other) =>
            {
                reject(error::OFFERED_ALREADY)
            }
            Command::RequestTakeback => match self.turns_to_take_back(seat) {
                Some(turns) if opponent_is_computer => Ok(Event::TakenBack { turns, spent: self.spent(now) }.into()),
                Some(_) => Ok(Event::TakebackRequested { seat }.into()),
                None => reject(error::NOTHING_TO_TAKE_BACK),
            },
            Command::AllowTakeback if self.takeback_request == Some(other) => match self.turns_to_take_back(other) {
                Some(turns) => Ok(Event::TakenBack { turns, spent: self.spent(now) }.into()),
                None => reject(error::NOTHING_TO_TAKE_BACK),
            },
            Command::DeclineTakeback if self.takeback_request == Some(other) => {
                Ok(Event::TakebackDeclined { seat }.into())
            }
            Command::AcceptDraw | Command::DeclineDraw | Command::AllowTakeback | Command::DeclineTakeback => {
                reject(error::NO_OFFER)
            }
            Command::Resign if self.turns() < 2 => Ok(Event::Withdrawn { seat }.into()),
            Command::Resign => Ok(ended(Some(other), Reason::RESIGNATION).into()),
            Command::Claim => match self.claimant(absence.away_since, absence.grace_ms) {
                Some((claimant, from)) if claimant == seat && from <= now => Ok(if self.turns() < 2 {
                    Event::Withdrawn { seat }.into()
                } else {
                    ended(Some(seat), Reason::ABANDONMENT).into()
                }),
                _ => reject(error::NOT_AWAY),
            },
        }
    }

    fn join(&self, caller: &Caller) -> Result<Decision, ApiError> {
        if self.is_over() {
            return Err(error::GAME_OVER.into());
        }
        if self.seat_of(&caller.id).is_some() {
            return Err(error::YOUR_OWN_GAME.into());
        }
        let free = |seat: &Seat| self.seats[seat.index()].is_none();
        let Some(seat) = [Seat::FIRST, Seat::SECOND].into_iter().find(free) else {
            return Err(error::NO_FREE_SEAT.into());
        };
        if self.config.rated && !caller.has_account {
            return Err(error::RATED_NEEDS_ACCOUNT.into());
        }
        Ok(Event::SeatTaken { seat, player: PlayerRef::Person(caller.id.clone()) }.into())
    }

    /// Decides what a move after `after` turns leads to. Moving while the pie rule's choice is open keeps the sides.
    pub fn make_move(&self, seat: Seat, text: &str, after: usize, now: u64) -> Result<Decision, ApiError> {
        if after != self.turns() {
            return Err(error::MOVED_ON.with(&[&self.turns()]).into());
        }
        if seat != self.to_move() {
            return Err(error::NOT_YOUR_TURN.into());
        }
        let mut board = self.session.fork();
        let text = board.play(text).map_err(ApiError::by_game(self.info()))?;
        let mut events = Vec::new();
        if self.must_choose_sides() {
            events.push(Event::SidesKept { seat });
        }
        events.push(Event::Moved { seat, r#move: text, spent: self.spent(now) });
        if let Some(outcome) = board.outcome() {
            events.push(ended(outcome.winner, outcome.reason));
        }
        Ok(Decision { events, board: Some(board.into()), rematch: None })
    }

    /// How many turns have to be taken back to give a player their own last turn.
    fn turns_to_take_back(&self, seat: Seat) -> Option<u32> {
        let turns = if self.to_move() == seat { 2 } else { 1 };
        // Swapped sides stay swapped, and so does the first turn.
        let fixed = self.pie.turns_kept_by_swap();
        (self.turns() >= fixed + turns).then_some(turns as u32)
    }

    fn rematch(&self, seat: Seat) -> Result<Decision, ApiError> {
        if !self.is_over() {
            return Err(error::NOT_OVER.into());
        }
        let [Some(first), Some(second)] = &self.seats else { return Err(error::OFFERED_ALREADY.into()) };
        if self.next_game.is_some() || self.rematch_request == Some(seat) {
            return Err(error::OFFERED_ALREADY.into());
        }
        if self.rematch_request.is_none() && !self.has_computer() {
            return Ok(Event::RematchRequested { seat }.into());
        }
        let id = secret::id();
        let config = GameConfig { seed: secret::seed(), ..self.config.clone() };
        let first_events = vec![
            Event::Created(config.into()),
            Event::SeatTaken { seat: Seat::FIRST, player: second.clone() },
            Event::SeatTaken { seat: Seat::SECOND, player: first.clone() },
        ];
        Ok(Decision {
            events: vec![Event::Rematch { game: id.clone() }],
            board: None,
            rematch: Some((id, first_events)),
        })
    }
}

/// Checks a configuration, and gives it with rules and position in canonical text.
pub fn validate(config: GameConfig) -> Result<GameConfig, ApiError> {
    let session = open_session(&config)?;
    if session.outcome().is_some() {
        return Err(error::BAD_POSITION_OVER.into());
    }
    Ok(GameConfig {
        rules: session.rules().text(),
        position: (!session.is_at_start()).then(|| session.position_text()),
        ..config
    })
}

fn ended(winner: Option<Seat>, reason: Reason) -> Event {
    Event::Ended { winner, reason: reason.0.to_string() }
}
