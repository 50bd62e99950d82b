//! Charging time: clocks, deadlines, interruptions, and claims against players who left.

use super::GameState;
use crate::game::lag::LagBudget;
use crate::game::{Event, TimeControl};
use crate::time::Timestamp;
use sanban_core::{Reason, Seat};

/// The clocks of a game, in milliseconds.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    /// What each player had left when the current turn began.
    left: [u64; 2],
    /// What the mover had left after each turn.
    after_turns: Vec<u64>,
    /// What the current turn had used before the server restarted.
    used_before: u64,
    /// The served time since which the current turn is charged. It may lie ahead.
    running_since: Option<u64>,
    /// The wall time at which the current turn began, or the server came back.
    turn_at: u64,
    /// What can be returned to each player for network delay. It isn't stored.
    lag_budgets: [LagBudget; 2],
}

impl GameClock {
    pub fn new(control: TimeControl, at: u64) -> GameClock {
        GameClock {
            control,
            left: [control.initial_ms().unwrap_or_default(); 2],
            after_turns: Vec::new(),
            used_before: 0,
            running_since: None,
            turn_at: at,
            lag_budgets: [LagBudget::default(); 2],
        }
    }

    /// Starts a turn at a wall time; `now` is the served time if it starts now and not in a replay.
    pub fn start_turn(&mut self, at: u64, now: Option<u64>) {
        self.used_before = 0;
        self.running_since = now;
        self.turn_at = at;
    }

    /// Ends a turn. Turns that weren't charged earn no increment either.
    pub fn end_turn(&mut self, seat: Seat, spent: u64, is_charged: bool) {
        let left = &mut self.left[seat.index()];
        if is_charged {
            *left = self.control.after_turn(*left, spent);
        }
        self.after_turns.push(*left);
    }

    pub fn interrupt(&mut self, spent: u64, at: u64) {
        self.used_before += spent;
        self.turn_at = at;
    }

    /// Takes turns back until `turns_left` are left. Used time stays used; the increments of the turns are removed.
    pub fn take_back(&mut self, turns_left: usize, to_move: Seat, spent: u64) {
        if self.control.is_live() {
            let left = &mut self.left[to_move.index()];
            *left = left.saturating_sub(spent);
            let turns = self.after_turns.len();
            for turn in turns_left.max(FREE_TURNS)..turns {
                let seat = if (turns - turn).is_multiple_of(2) { to_move } else { to_move.other() };
                self.left[seat.index()] = self.control.after_takeback(self.left[seat.index()]);
            }
        }
        self.after_turns.truncate(turns_left);
    }

    #[cfg(test)]
    pub fn left(&self) -> [u64; 2] {
        self.left
    }

    /// What the mover had left after a turn, in milliseconds.
    pub fn after_turn(&self, turn: usize) -> Option<u64> {
        self.after_turns.get(turn).copied()
    }
}

/// The first turn of each side is free with a clock, since nobody knows when the opponent will arrive.
const FREE_TURNS: usize = 2;

impl GameState {
    /// Whether the current turn uses up time.
    pub fn is_time_charged(&self) -> bool {
        let free = match self.config.time_control {
            TimeControl::Unlimited => return false,
            TimeControl::Clock(_) => FREE_TURNS,
            TimeControl::Days(_) => 0,
        };
        self.is_running() && self.turns() >= free
    }

    /// Whether the turn that is being applied as number `turns` (counted from 1) is charged.
    pub(super) fn is_turn_charged(&self, turns: usize) -> bool {
        turns > FREE_TURNS || !self.config.time_control.is_live()
    }

    /// What the current turn has used.
    pub fn spent(&self, now: u64) -> u64 {
        if !self.is_time_charged() {
            return 0;
        }
        self.clock.used_before + self.clock.running_since.map_or(0, |since| now.saturating_sub(since))
    }

    /// What both players have left.
    pub fn time_left(&self, now: u64) -> [u64; 2] {
        let mut left = self.clock.left;
        let mover = self.to_move().index();
        left[mover] = left[mover].saturating_sub(self.spent(now));
        left
    }

    /// When the player to move runs out of time, in served milliseconds.
    pub fn deadline(&self) -> Option<u64> {
        let since = self.clock.running_since.filter(|_| self.is_time_charged())?;
        Some(since + self.clock.left[self.to_move().index()].saturating_sub(self.clock.used_before))
    }

    /// When the player to move runs out of time in a game with days per turn, as wall time.
    pub fn wall_deadline(&self, now: Timestamp) -> Option<u64> {
        let has_days = matches!(self.config.time_control, TimeControl::Days(_)) && self.is_time_charged();
        has_days.then(|| now.wall_ms + self.time_left(now.served_ms)[self.to_move().index()])
    }

    /// Charges a turn from now on, with `left` milliseconds left, after the game was loaded.
    pub fn resume_with(&mut self, left: u64, now: u64) {
        self.clock.used_before = self.clock.left[self.to_move().index()].saturating_sub(left);
        self.clock.running_since = Some(now);
    }

    /// Charges time from a moment on, after the game was loaded or a turn was announced.
    pub fn resume(&mut self, from: u64) {
        self.clock.running_since = Some(from);
    }

    /// Charges the turn up to `now`, and then nothing until a later moment.
    pub fn hold(&mut self, now: u64, until: u64) {
        self.clock.used_before = self.spent(now);
        self.clock.running_since = Some(until);
    }

    /// The served time at which the current turn has used this much.
    pub fn time_after(&self, spent: u64) -> u64 {
        self.clock.running_since.map_or(0, |since| since + spent.saturating_sub(self.clock.used_before))
    }

    /// Whether the turn isn't charged at present.
    pub fn is_held(&self, now: u64) -> bool {
        self.clock.running_since.is_some_and(|since| since > now)
    }

    /// How much of a measured delay can be returned to the player to move, in a turn that lasts until `now`. A turn that isn't charged
    /// takes nothing out of the budget.
    pub fn returnable_lag(&self, lag: u64, now: u64) -> u64 {
        if !self.is_time_charged() {
            return 0;
        }
        let running = self.clock.running_since.map_or(0, |since| now.saturating_sub(since));
        self.clock.lag_budgets[self.to_move().index()].returnable(lag).min(running)
    }

    /// Notes that a delay was returned to a player with a move.
    pub fn return_lag(&mut self, seat: Seat, returned: u64) {
        let budget = &mut self.clock.lag_budgets[seat.index()];
        *budget = budget.after_move(returned);
    }

    /// The event to store when the server comes back to a live game. `since` and `until` are when it was last reachable.
    pub fn interrupted(&self, since: u64, until: u64) -> Option<Event> {
        let spent = until.saturating_sub(self.clock.turn_at.max(since));
        // Nobody loses on time while nobody could move.
        let left = self.clock.left[self.to_move().index()].saturating_sub(self.clock.used_before + 1);
        // Stored even if nothing was used, so that the turn continues from now and not from before.
        let is_charged = self.is_time_charged() && self.config.time_control.is_live();
        is_charged.then_some(Event::Interrupted { spent: spent.min(left) })
    }

    /// The end of the game, if the player to move has run out of time.
    pub fn flag_fall(&self, now: u64) -> Option<Event> {
        let fallen = self.deadline().is_some_and(|deadline| deadline <= now);
        fallen.then(|| Event::Ended { winner: Some(self.to_move().other()), reason: Reason::TIME.0.into() })
    }

    /// Who may claim the game because the player to move has left, and from when on. `away_since` says since when each
    /// player has been disconnected; the grace period starts with the turn at the earliest.
    pub fn claimant(&self, away_since: [Option<u64>; 2], grace: u64) -> Option<(Seat, u64)> {
        let mover = self.to_move();
        let is_person = self.people()[mover.index()].is_some();
        let can_claim = is_person && self.config.time_control.is_live() && self.is_running();
        let since = away_since[mover.index()].filter(|_| can_claim)?;
        Some((mover.other(), since.max(self.clock.running_since.unwrap_or_default()) + grace))
    }
}
