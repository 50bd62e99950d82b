//! The computer's turns.

use super::{GameActor, GameMessage};
use crate::game::parse_computer_player;
use crate::log::GameTag;

impl GameActor {
    /// Starts a search if the computer is to move, and cancels one that is about an earlier turn.
    pub(super) fn start_search(&mut self) {
        let turn_start_event = self.state.computer_to_move().map(|_| self.state.turn_start_event);
        if self.search.as_ref().map(|(turn, _)| *turn) == turn_start_event {
            return;
        }
        if let Some((_, task)) = self.search.take() {
            task.abort();
        }
        let (Some(turn_start_event), Some(spec)) = (turn_start_event, self.state.computer_to_move()) else { return };
        let Ok(spec) = parse_computer_player(spec, self.state.info()) else { return };
        let (session, engines) = (self.state.session().fork(), self.context.engines.clone());
        let seed = sanban_core::zobrist::mix(self.state.config.seed ^ session.played().len() as u64);
        let mailbox = self.mailbox.clone();
        let player = self.state.people().into_iter().flatten().next().unwrap_or_default().to_string();
        let task = self.context.spawn(async move {
            let chosen = engines.choose_move(session, spec, seed, &player).await;
            if let Some(mailbox) = mailbox.upgrade() {
                // An actor that has gone needs no move.
                let _ = mailbox.send(GameMessage::ComputerMove { turn_start_event, r#move: chosen }).await;
            }
        });
        self.search = Some((turn_start_event, task));
    }

    pub(super) async fn apply_computer_move(&mut self, turn_start_event: u32, chosen: Option<String>) {
        if self.search.as_ref().is_none_or(|(turn, _)| *turn != turn_start_event) {
            return;
        }
        self.search = None;
        let Some(chosen) = chosen else {
            tracing::error!(game = %GameTag(&self.state.id), "the computer found no move");
            return;
        };
        let decision = self.state.make_move(self.state.to_move(), &chosen, self.state.turns(), self.now());
        if let Ok(decision) = decision {
            // If it cannot be stored, the search starts again.
            let _ = self.commit(decision, None).await;
        }
    }
}
