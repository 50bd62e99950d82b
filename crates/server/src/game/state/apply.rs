//! Applying stored events to the state.

use super::{End, GameState};
use crate::error::ApiError;
use crate::game::{Event, LogEntry};
use sanban_core::Session;
use sanban_core::pie_rule::PieRule;
use std::sync::Arc;

impl GameState {
    /// The state after these entries. `board` is the board after the move among them, if there is one and it was already
    /// played to check it; `now` is the served time at which they happen.
    pub fn after(
        &self,
        entries: &[LogEntry],
        mut board: Option<Arc<dyn Session>>,
        now: u64,
    ) -> Result<GameState, ApiError> {
        let mut state = self.clone();
        for entry in entries {
            let board = if matches!(entry.event, Event::Moved { .. }) { board.take() } else { None };
            state.apply(entry, board, Some(now))?;
        }
        Ok(state)
    }

    /// Applies one entry; `board` and `now` as in [`GameState::after`].
    pub(super) fn apply(
        &mut self,
        entry: &LogEntry,
        board: Option<Arc<dyn Session>>,
        now: Option<u64>,
    ) -> Result<(), ApiError> {
        self.last_event = entry.number;
        if self.end.is_none() {
            self.changed_at = entry.at;
        }
        let starts_turn = matches!(
            entry.event,
            Event::SeatTaken { .. } | Event::Moved { .. } | Event::SidesSwapped { .. } | Event::TakenBack { .. }
        );
        match &entry.event {
            Event::Created(_) => {}
            Event::SeatTaken { seat, player } => self.seats[seat.index()] = Some(player.clone()),
            Event::Moved { seat, r#move, spent } => {
                self.play(r#move, board)?;
                self.clock.end_turn(*seat, *spent, self.is_turn_charged(self.turns()));
                if self.draw_offer == Some(seat.other()) {
                    self.draw_offer = None;
                }
                self.takeback_request = None;
            }
            Event::SidesSwapped { .. } => {
                self.pie = PieRule::Swapped;
                self.seats.swap(0, 1);
                self.drop_offers();
            }
            Event::SidesKept { .. } => self.pie = PieRule::Declined,
            Event::DrawOffered { seat } => {
                self.draw_offer = Some(*seat);
                self.last_draw_offers[seat.index()] = Some(self.turns());
            }
            Event::DrawDeclined { .. } => self.draw_offer = None,
            Event::TakebackRequested { seat } => {
                self.takeback_request = Some(*seat);
                self.last_takeback_requests[seat.index()] = Some(self.turns());
            }
            Event::TakebackDeclined { .. } => self.takeback_request = None,
            Event::TakenBack { turns, spent } => self.take_back(*turns as usize, *spent),
            Event::Interrupted { spent } => self.clock.interrupt(*spent, entry.at),
            Event::RematchRequested { seat } => self.rematch_request = Some(*seat),
            Event::Rematch { game } => self.next_game = Some(game.clone()),
            Event::Ended { winner, reason } => {
                self.end = Some(End::Result { winner: *winner, reason: reason.clone() });
            }
            Event::Withdrawn { .. } => self.end = Some(End::Cancelled),
        }
        if starts_turn {
            self.clock.start_turn(entry.at, now);
            self.turn_start_event = entry.number;
        }
        if self.end.is_some() {
            self.drop_offers();
        }
        Ok(())
    }

    fn play(&mut self, text: &str, board: Option<Arc<dyn Session>>) -> Result<(), ApiError> {
        if let Some(board) = board {
            self.session = board;
            return Ok(());
        }
        let by_game = ApiError::by_game(self.info());
        match Arc::get_mut(&mut self.session) {
            Some(session) => session.play(text).map_err(by_game)?,
            None => {
                let mut session = self.session.fork();
                let text = session.play(text).map_err(by_game)?;
                self.session = session.into();
                text
            }
        };
        Ok(())
    }

    fn take_back(&mut self, turns: usize, spent: u64) {
        let turns_left = self.turns().saturating_sub(turns);
        self.clock.take_back(turns_left, self.to_move(), spent);
        self.session = self.session.fork_at(turns_left).into();
        self.last_draw_offers = [None; 2];
        self.last_takeback_requests = [None; 2];
        self.pie = self.pie.after_takeback(turns_left);
        self.drop_offers();
    }

    fn drop_offers(&mut self) {
        self.draw_offer = None;
        self.takeback_request = None;
    }
}
