//! Clocks, claims, cancelled games, and how long the actor lives.

use super::{GameActor, RECONNECT_TIMEOUT_MS, RETRY_DELAY};
use crate::game::{Event, Phase, PlayerRef};
use crate::log::{GameTag, log_throttled};
use sanban_core::Seat;

/// How long the actor of a finished game stays without messages.
const IDLE_TIMEOUT_WHEN_OVER_MS: u64 = 5_000;
/// How long the clock of a player waits for them to repeat a command that could not be stored.
const REPEAT_TIMEOUT_MS: u64 = 10_000;

impl GameActor {
    pub(super) fn now(&self) -> u64 {
        self.context.clock.served_ms()
    }

    pub(super) fn grace_ms(&self) -> u64 {
        self.context.settings.grace.as_millis() as u64
    }

    pub(super) fn claimant(&self) -> Option<Seat> {
        let now = self.now();
        let claimant = self.state.claimant(self.presence.away_since(), self.grace_ms());
        claimant.filter(|(_, from)| *from <= now).map(|(seat, _)| seat)
    }

    /// Whether somebody watches, time runs, the computer thinks, or a message came lately.
    pub(super) fn is_needed(&self) -> bool {
        let is_recent = self.now() < self.last_message_at + self.idle_timeout_ms();
        // The store knows the deadlines of other games.
        let has_clock = self.state.config.time_control.is_live() && self.state.deadline().is_some();
        let is_busy = has_clock || self.search.is_some() || self.presence.is_watched();
        !self.is_superseded && (is_busy || is_recent)
    }

    pub(super) fn idle_timeout_ms(&self) -> u64 {
        if self.state.is_over() { IDLE_TIMEOUT_WHEN_OVER_MS } else { self.grace_ms() }
    }

    /// When the actor has to do something if no message comes before.
    pub(super) fn next_wake_up(&self) -> u64 {
        let claim = self.state.claimant(self.presence.away_since(), self.grace_ms()).map(|(_, from)| from);
        let claim = claim.filter(|_| !self.is_claim_announced);
        let deadline = self.state.deadline().filter(|_| !self.context.clock.is_closing());
        let deadline = deadline.map(|deadline| deadline + self.returnable_lag(deadline) + self.bus_wait_ms());
        let reconnect = self.reconnect_until[self.state.to_move().index()].filter(|_| self.awaits_mover);
        let lacks_search = self.state.computer_to_move().is_some() && self.search.is_none();
        let retry = lacks_search.then(|| self.now() + RETRY_DELAY.as_millis() as u64);
        let next =
            [deadline, claim, retry, reconnect, self.abandoned_at()].into_iter().flatten().min().unwrap_or(u64::MAX);
        next.min(self.now() + self.idle_timeout_ms())
    }

    pub(super) async fn check_clocks(&mut self) {
        self.presence.drop_slow();
        if !self.context.clock.is_closing()
            && let Some(event) = self.flag_fall(self.now().saturating_sub(self.bus_wait_ms()))
            && self.commit(event.into(), None).await.is_err()
        {
            tokio::time::sleep(RETRY_DELAY).await;
        }
        self.resume_if_returned();
        if self.abandoned_at().is_some_and(|at| at <= self.now()) {
            self.cancel_game().await;
        }
        if self.claimant().is_some() && !self.is_claim_announced {
            self.is_claim_announced = true;
            self.broadcast_presence();
        }
        self.start_search();
    }

    /// The end of the game, if the player to move had run out of time at a moment despite the network delay that is returned.
    pub(super) fn flag_fall(&self, at: u64) -> Option<Event> {
        self.state.flag_fall(at.saturating_sub(self.returnable_lag(at)))
    }

    /// How much network delay can be returned to the player to move.
    pub(super) fn returnable_lag(&self, now: u64) -> u64 {
        let mover = self.state.people()[self.state.to_move().index()];
        let lag = mover.map_or(0, |player| self.presence.round_trip_ms(player));
        self.state.returnable_lag(lag, now)
    }

    /// Lets the clock wait for players to come back, after the server has restarted.
    pub(super) fn await_players(&mut self) {
        self.reconnect_until = [Some(self.now() + RECONNECT_TIMEOUT_MS); 2];
    }

    /// Charges the turn from now on, or from when the player to move can be back after a restart or a takeover.
    pub(super) fn resume(&mut self) {
        let (now, mover) = (self.now(), self.state.to_move().index());
        if let Some(left) = self.stored_time_left.take() {
            return self.state.resume_with(left, self.reconnect_until[mover].unwrap_or(now));
        }
        let is_person = matches!(self.state.seats[mover], Some(PlayerRef::Person(_)));
        let is_away = is_person && !self.presence.has_returned()[mover];
        let until = self.reconnect_until[mover].filter(|until| is_away && now < *until);
        self.awaits_mover = until.is_some();
        self.state.resume(until.unwrap_or(now));
    }

    /// Charges the turn when the player to move is back after a restart, or has had the time for it.
    pub(super) fn resume_if_returned(&mut self) {
        if self.awaits_mover {
            let mover = self.state.to_move().index();
            let until = self.reconnect_until[mover].unwrap_or_default();
            if self.now() >= until {
                self.reconnect_until[mover] = None;
                self.awaits_mover = false;
            } else if self.presence.has_returned()[mover] {
                self.resume();
            }
            if !self.awaits_mover {
                self.broadcast_state();
            }
        }
    }

    /// Charges the player to move nothing after a command that could not be stored, until they can have repeated it.
    pub(super) fn await_repetition(&mut self, caller: &str, received_at: u64) {
        if self.state.seat_of(caller) == Some(self.state.to_move()) && !self.state.is_held(received_at) {
            self.state.hold(received_at, received_at + REPEAT_TIMEOUT_MS);
        }
    }

    /// Whether the lobby lists the game and its creator waits at the board.
    pub(super) fn is_live_seek(&self) -> bool {
        let config = &self.state.config;
        self.state.phase() == Phase::Waiting && config.open && config.time_control.is_live()
    }

    /// When a live seek is cancelled because its creator has left.
    pub(super) fn abandoned_at(&self) -> Option<u64> {
        let creator = usize::from(self.state.seats[0].is_none());
        self.presence.away_since()[creator].filter(|_| self.is_live_seek()).map(|since| since + self.grace_ms())
    }

    /// Cancels a game in which one person has come to sit on both sides.
    pub(super) async fn cancel_if_one_person(&mut self) {
        if self.state.is_one_person() && self.state.is_running() {
            self.cancel_game().await;
        }
    }

    /// Cancels a live game that everybody has left before both sides had moved.
    pub(super) async fn cancel_if_abandoned(&mut self) {
        if self.is_live_seek() || self.state.is_in_first_turns() {
            self.cancel_game().await;
        }
    }

    pub(super) async fn cancel_game(&mut self) {
        let seat = if self.state.seats[0].is_none() { Seat::SECOND } else { Seat::FIRST };
        if let Err(error) = self.commit(Event::Withdrawn { seat }.into(), None).await {
            log_throttled!(error, game = %GameTag(&self.state.id), code = error.code(), "cannot cancel the game");
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
}
