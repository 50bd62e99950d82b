//! Sending updates and presence to the watchers, each in its version of the protocol.

use super::GameActor;
use crate::error::{self, ApiError};
use crate::game::presence::{Delivery, Watcher};
use crate::game::view::{StateView, StatusView, SummaryView, Update};
use crate::game::{Event, GameState, GameSummary, Phase, PresetMessage};
use crate::socket::{Protocol, ServerMessage};
use crate::store::GameRow;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a player has to wait between two messages.
const MIN_MESSAGE_INTERVAL_MS: u64 = 3000;

impl GameActor {
    /// Sends the entries of the log from `first_new` on to all watchers, each in its protocol.
    pub(super) fn broadcast_updates(&self, first_new: usize, before: &BeforeCommit) {
        let entries = &self.log[first_new..];
        let game = &self.state.id;
        let has = |protocol| self.presence.watchers().iter().any(|watcher| watcher.protocol == protocol);
        if has(Protocol::V1) {
            for update in self.updates(first_new as u32) {
                self.broadcast(Some(Protocol::V1), &ServerMessage::Update { game, update: &update });
            }
        }
        if has(Protocol::V2) {
            let changes = self.status().changes_since(&before.status);
            // Two guests may have one name, so a swap may change only whose seat is whose.
            let has_swap = entries.iter().any(|entry| matches!(entry.event, Event::SidesSwapped { .. }));
            let has_new_summary = has_swap || self.summary_view(None).differs_beyond_moves(&before.summary);
            for (place, entry) in (1..).zip(entries) {
                let is_last = place == entries.len();
                let changes = Some(&changes).filter(|_| is_last);
                if is_last && has_new_summary {
                    // Each watcher's summary says which seat is theirs.
                    for watcher in self.presence.watchers().iter().filter(|w| w.protocol == Protocol::V2) {
                        let summary = self.summary_view(watcher.player.as_deref());
                        let message = ServerMessage::changes(game, entry, changes, Some(&summary));
                        self.delivery(&message).send([watcher]);
                    }
                } else {
                    self.broadcast(Some(Protocol::V2), &ServerMessage::changes(game, entry, changes, None));
                }
            }
        }
    }

    /// Sends the summary and the full state to the watchers with version 2, after a player's name has changed.
    pub(super) fn broadcast_state(&self) {
        for watcher in self.presence.watchers().iter().filter(|w| w.protocol == Protocol::V2) {
            let (summary, state) = (&self.summary_view(watcher.player.as_deref()), &self.view());
            self.delivery(&ServerMessage::Watched { game: &self.state.id, summary, state }).send([watcher]);
        }
    }

    pub(super) fn broadcast_presence(&self) {
        let (present, claim) = (self.presence.connected(&self.state), self.claimant());
        self.broadcast(None, &ServerMessage::Present { game: &self.state.id, present, claim });
    }

    /// Sends a player's message to the watchers with version 2. It isn't stored.
    pub(super) fn say(&mut self, player: &str, message: PresetMessage) -> Result<(), ApiError> {
        let seat = self.state.seat_of(player).ok_or(error::NOT_A_PLAYER)?;
        if self.state.phase() == Phase::Waiting {
            return Err(error::NOT_BEGUN.into());
        }
        let now = self.now();
        let last_said_at = &mut self.last_said_at[seat.index()];
        if last_said_at.is_some_and(|at| now < at + MIN_MESSAGE_INTERVAL_MS) {
            return Err(error::TOO_MANY_REQUESTS.into());
        }
        *last_said_at = Some(now);
        self.broadcast(Some(Protocol::V2), &ServerMessage::Said { game: &self.state.id, seat, message });
        Ok(())
    }

    /// Sends a message to all watchers, or to those of one protocol.
    pub(super) fn broadcast(&self, protocol: Option<Protocol>, message: &ServerMessage<'_>) {
        let watchers = self.presence.watchers().iter();
        let speaks = |watcher: &&Watcher| protocol.is_none_or(|protocol| protocol == watcher.protocol);
        self.delivery(message).send(watchers.filter(speaks));
    }

    fn delivery(&self, message: &ServerMessage<'_>) -> Delivery<'_> {
        let GameState { id, last_event, turn_start_event, .. } = &self.state;
        Delivery { game: id, last_event: *last_event, turn_start_event: *turn_start_event, text: message.to_json() }
    }

    pub(super) fn watch(&mut self, watcher: Watcher, have: u32) {
        let game = &self.state.id;
        let (summary, state) = (&self.summary_view(watcher.player.as_deref()), &self.view());
        let watched = ServerMessage::Watched { game, summary, state };
        // In version 2 the state is all that a client needs.
        let missed = if watcher.protocol == Protocol::V1 { self.updates(have) } else { Vec::new() };
        let missed = missed.iter().map(|update| ServerMessage::Update { game, update });
        let is_open = match watcher.outbox() {
            Some(outbox) => {
                outbox.send_with_history(watched.to_json(), missed.map(|update| update.to_json()).collect())
            }
            None => {
                self.delivery(&watched).send([&watcher]);
                missed.for_each(|update| self.delivery(&update).send([&watcher]));
                true
            }
        };
        if is_open {
            self.presence.add(&self.state, watcher);
        } else {
            self.presence.remove(&watcher.id());
        }
        self.refresh_presence();
    }

    pub(super) fn summary(&self) -> GameSummary {
        self.state.summary(self.seats.clone())
    }

    pub(super) fn summary_view(&self, player: Option<&str>) -> SummaryView {
        SummaryView::new(self.summary(), player.and_then(|player| self.state.seat_of(player)))
    }

    pub(super) fn view(&self) -> StateView {
        let mut view = self.state.view(self.now(), self.presence.connected(&self.state), self.claimant());
        view.status.ratings = self.rating_steps;
        view
    }

    pub(super) fn status(&self) -> StatusView {
        let status = self.state.status(self.now(), self.presence.connected(&self.state), self.claimant());
        StatusView { ratings: self.rating_steps, ..status }
    }

    /// The updates after a number. Only the last has a state.
    pub(super) fn updates(&self, after: u32) -> Vec<Update> {
        let entries = &self.log[self.log.len().min(after as usize)..];
        let state = |place: usize| (place == entries.len()).then(|| self.view());
        (1..).zip(entries).map(|(place, entry)| Update::new(entry, state(place))).collect()
    }

    /// Notes a request of a player who may not be watching.
    pub(super) fn record_activity(&mut self, player: &str) {
        self.await_if_unreachable(Some(player), Duration::ZERO);
        let now = self.now();
        if self.presence.record_activity(&self.state, player, now) {
            self.is_claim_announced = false;
        }
    }

    pub(super) fn refresh_presence(&mut self) {
        let now = self.now();
        if self.presence.refresh(&self.state, now) {
            self.is_claim_announced = false;
            self.broadcast_presence();
        }
        let is_creator_connected =
            self.state.phase() == Phase::Waiting && self.presence.connected(&self.state).contains(&true);
        self.spectators.store(self.presence.spectators(&self.state), Ordering::Relaxed);
        let people = self.state.people().map(|id| id.map(String::from));
        let row = is_creator_connected.then(|| GameRow { summary: self.summary(), people });
        self.context.lobby.set_live_seek(&self.state.id, row);
    }
}

/// What watchers knew before an update.
pub(super) struct BeforeCommit {
    pub status: StatusView,
    pub summary: SummaryView,
}
