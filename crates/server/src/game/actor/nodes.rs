//! Other nodes: those that follow the game, and what their failures mean for the clocks.

use super::{GameActor, MeasuredTurn, NodeChange, RECONNECT_TIMEOUT_MS};
use sanban_core::Seat;
use std::time::Duration;

/// How long players may take to come back after their node is heard again.
const RETURN_TIME_MS: u64 = 1500;
/// What a player who comes back may wait until they see the board, and is charged for.
const MAX_UNNOTICED_WAIT: Duration = Duration::from_millis(200);
/// How much later than their clock a player at another node runs out of time. A move counts if it was in time at that node.
const BUS_WAIT_MS: u64 = 500;

impl GameActor {
    /// When a command would have been received if the bus took no time. A turn at another node lasts as long as that node has
    /// measured, and otherwise the usual delay of the bus is returned.
    pub(super) fn without_bus(&self, caller: &str, measured: Option<MeasuredTurn>, received_at: u64) -> u64 {
        let Some(MeasuredTurn { thought, .. }) = measured else { return received_at };
        let is_mover = self.state.seat_of(caller) == Some(self.state.to_move());
        match thought.filter(|(start, _)| is_mover && *start == self.state.turn_start_event) {
            Some((_, ms)) => self.state.time_after(ms).min(received_at),
            None => received_at.saturating_sub(self.bus_delay_ms().unwrap_or_default()),
        }
    }

    /// How much longer than usual the bus takes to the player to move and back; `None` if they are connected here.
    fn bus_delay_ms(&self) -> Option<u64> {
        let mover = self.state.people()[self.state.to_move().index()]?;
        self.presence.bus_delay_ms(mover)
    }

    /// How long to wait for a move that was in time and may still be on the bus.
    pub(super) fn bus_wait_ms(&self) -> u64 {
        self.bus_delay_ms().map_or(0, |delay| delay + BUS_WAIT_MS)
    }

    pub(super) fn handle_node_change(&mut self, change: NodeChange) {
        match change {
            NodeChange::Silent { node, silent_ms } => self.await_players_at(&node, silent_ms),
            NodeChange::Heard { node } => self.await_players_briefly(&node),
            NodeChange::Gone { node } => {
                self.await_players_at(&node, 0);
                self.detach(&node);
            }
            NodeChange::Detached { node } => self.detach(&node),
            NodeChange::TakenOver => self.is_superseded = true,
        }
    }

    fn detach(&mut self, node: &str) {
        self.presence.detach(node);
        self.refresh_presence();
    }

    /// Charges the player to move only up to when their node was last heard, and lets the clock wait for them to come back. It
    /// isn't their fault. If it is the other player's node, their next turn waits for them.
    fn await_players_at(&mut self, node: &str, silent_ms: u64) {
        if !self.state.is_running() {
            return;
        }
        for seat in self.players_at(node) {
            if seat == self.state.to_move() {
                self.await_mover(silent_ms);
            } else {
                self.presence.expect_return(seat);
                self.reconnect_until[seat.index()] = Some(self.now() + RECONNECT_TIMEOUT_MS);
            }
        }
    }

    /// The players who are connected only through a node.
    fn players_at(&self, node: &str) -> Vec<Seat> {
        let seats = [Seat::FIRST, Seat::SECOND].into_iter();
        seats.filter(|seat| self.presence.is_only_at(&self.state, *seat, node)).collect()
    }

    /// Does the same for a player who comes back before it is noticed that their node can't be reached, or after they have tried in
    /// vain for a while.
    pub(super) fn await_if_unreachable(&mut self, player: Option<&str>, waited: Duration) {
        let mover = self.state.to_move();
        let Some(player) = player.filter(|player| self.state.seat_of(player) == Some(mover)) else { return };
        if let Some(silent_ms) = self.presence.silent_ms(player) {
            self.await_mover(silent_ms);
        } else if let Some(since) = self.presence.away_since()[mover.index()]
            && waited > MAX_UNNOTICED_WAIT
        {
            // They may have been here in the meantime.
            self.await_mover((waited.as_millis() as u64).min(self.now().saturating_sub(since)));
        }
    }

    fn await_mover(&mut self, silent_ms: u64) {
        let (mover, now) = (self.state.to_move(), self.now());
        if !self.state.is_running() {
            return;
        }
        let until = now + RECONNECT_TIMEOUT_MS;
        self.reconnect_until[mover.index()] = Some(until);
        if self.awaits_mover {
            return self.state.resume(until);
        }
        self.presence.expect_return(mover);
        self.awaits_mover = true;
        self.state.hold(now.saturating_sub(silent_ms), until);
        self.broadcast_state();
    }

    /// Waits for players only for a moment longer, since their node is heard again. If messages were lost, they come back at once, and
    /// otherwise need not.
    fn await_players_briefly(&mut self, node: &str) {
        let until = self.now() + RETURN_TIME_MS;
        for seat in self.players_at(node) {
            if self.presence.has_returned()[seat.index()] {
                continue;
            }
            let until = self.reconnect_until[seat.index()].unwrap_or(until).min(until);
            self.reconnect_until[seat.index()] = Some(until);
            if self.awaits_mover && seat == self.state.to_move() {
                self.state.resume(until);
            }
        }
    }
}
