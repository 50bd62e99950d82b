//! Other nodes: those that follow the game, and what their failures mean for the clocks.

use super::{GameActor, NodeChange, RECONNECT_TIMEOUT_MS};

/// How long players may take to come back after their node is heard again.
const RETURN_TIME_MS: u64 = 1500;

impl GameActor {
    pub(super) fn handle_node_change(&mut self, change: NodeChange) {
        match change {
            NodeChange::Silent { node, silent_ms } => self.await_mover_at(&node, silent_ms),
            NodeChange::Heard { node } => self.await_mover_briefly(&node),
            NodeChange::Gone { node } => {
                self.await_mover_at(&node, 0);
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
    /// isn't their fault.
    fn await_mover_at(&mut self, node: &str, silent_ms: u64) {
        let (mover, now) = (self.state.to_move(), self.now());
        if !self.state.is_running() || self.awaits_mover || !self.presence.is_only_at(&self.state, mover, node) {
            return;
        }
        let heard_at = now.saturating_sub(silent_ms);
        self.presence.expect_return(mover);
        self.reconnect_until = Some(now + RECONNECT_TIMEOUT_MS);
        self.awaits_mover = true;
        self.state.hold(heard_at, now + RECONNECT_TIMEOUT_MS);
        self.broadcast_state();
    }

    /// Lets the clock go on soon, since the node of the player to move is heard again. If messages were lost, the player comes back
    /// at once, and otherwise need not.
    fn await_mover_briefly(&mut self, node: &str) {
        if self.awaits_mover && self.presence.is_only_at(&self.state, self.state.to_move(), node) {
            let until = self.now() + RETURN_TIME_MS;
            self.reconnect_until = self.reconnect_until.map(|before| before.min(until));
            self.state.resume(self.reconnect_until.unwrap_or(until));
        }
    }
}
