//! Committing events: they are stored, then applied, then broadcast.

use super::GameActor;
use super::broadcast::BeforeCommit;
use super::players::rename_commands;
use crate::error::ApiError;
use crate::game::{CommandKey, Decision, Event, GameState, LogEntry};
use crate::log::{GameTag, log_throttled};
use crate::rating;
use crate::store::{Conflict, EventBatch, StoreError};

/// How often the ratings are computed again when other games of the players end at the same time.
const MAX_RATING_RETRIES: usize = 10;

impl GameActor {
    /// Appends a decision's events to the store. Only when they are durable does it take the new state and broadcast.
    pub(super) async fn commit(&mut self, decision: Decision, command: Option<CommandKey>) -> Result<(), ApiError> {
        let Decision { events, board, rematch } = decision;
        let context = self.context.clone();
        let wall = context.clock.hold_wall().await;
        let now = context.clock.now();
        let has_new_players =
            events.iter().any(|event| matches!(event, Event::SeatTaken { .. } | Event::SidesSwapped { .. }));
        let turns = events.iter().filter(|event| matches!(event, Event::Moved { .. })).count();
        let entries = number_events(events, self.state.last_event, now.wall_ms, command);
        let mut next = self.state.after(&entries, board, now.served_ms)?;
        let people = next.people().map(|id| id.map(String::from));
        let seats = if has_new_players { self.look_up_players(&mut next).await? } else { self.seats.clone() };
        let begins_rematch = rematch.is_some();
        let mut batches = vec![EventBatch { fence: self.fence, ..next.batch(entries.clone(), seats.clone(), now) }];
        if let Some((id, events)) = rematch {
            let [first, second] = seats.clone();
            let first_events = number_events(events, 0, now.wall_ms, None);
            batches.push(GameState::replay(&id, &first_events)?.batch(first_events, [second, first], now));
        }
        self.append(batches, &next).await?;
        drop(wall);

        let before = BeforeCommit { status: self.status(), summary: self.summary_view(None) };
        let ends = next.is_over() && !self.state.is_over();
        let is_new_turn = next.turn_start_event != self.state.turn_start_event;
        self.state = next;
        self.seats = seats;
        let first_new = self.log.len();
        reserve_exact_entries(&mut self.log, entries.len());
        self.log.extend(entries);
        rename_commands(&mut self.log, people.each_ref().map(Option::as_deref), self.state.people());
        if ends {
            self.refresh_rating_steps().await;
        }
        if is_new_turn {
            // Nobody can think about a turn before they hear of the last one.
            self.resume();
        }
        self.is_claim_announced = false;
        self.context.metrics.turns.inc_by(turns as u64);
        self.broadcast_updates(first_new, &before);
        // Nobody may be waiting for it.
        let _ = self.last_event.send(self.state.last_event);
        self.presence.send_last_event(&self.state);
        if has_new_players || ends || begins_rematch {
            self.context.lobby.refresh();
            let result = self.state.result().map(|result| result.text());
            let (game, kind, phase) = (GameTag(&self.state.id), &self.state.config.game, self.state.phase().name());
            tracing::info!(%game, kind, phase, result, "a game has started or ended");
        }
        self.refresh_presence();
        self.start_search();
        Ok(())
    }

    /// Appends batches, with the rating changes if a rated game ends by them.
    async fn append(&mut self, mut batches: Vec<EventBatch>, next: &GameState) -> Result<(), ApiError> {
        let score = next.result().filter(|_| next.config.rated && !self.state.is_over()).and_then(|r| r.score());
        let mut tries = 0;
        loop {
            if let (Some(score), [Some(first), Some(second)]) = (score, next.people()) {
                let store = &*self.context.store;
                batches[0].ratings = rating::rate_game(store, &next.config.game, [first, second], score).await?;
            }
            tries += 1;
            match self.context.store.append(&batches).await {
                Ok(()) => return Ok(()),
                // Another game of one of the players has ended meanwhile.
                Err(StoreError::Conflict(Conflict::Rating)) if tries < MAX_RATING_RETRIES => {}
                Err(error) => {
                    // What is in memory may differ from the log now.
                    self.is_superseded = matches!(
                        error,
                        StoreError::Conflict(Conflict::Event | Conflict::Owner) | StoreError::UnknownOutcome(_)
                    );
                    log_throttled!(error, game = %GameTag(&self.state.id), %error, "cannot append events");
                    return Err(error.into());
                }
            }
        }
    }
}

/// Numbers events after `last`. The command belongs to the last of them.
pub fn number_events(events: Vec<Event>, last: u32, at: u64, mut command: Option<CommandKey>) -> Vec<LogEntry> {
    let count = events.len();
    let entry = |(place, event): (usize, Event)| LogEntry {
        number: last + place as u32,
        at,
        command: if place == count { command.take() } else { None },
        event,
    };
    (1..).zip(events).map(entry).collect()
}

/// Makes room for a few more entries only: there are many games, and most are short.
fn reserve_exact_entries(log: &mut Vec<LogEntry>, count: usize) {
    const LOG_GROWTH_STEP: usize = 16;
    if log.len() + count > log.capacity() {
        log.reserve_exact(LOG_GROWTH_STEP.max(count));
    }
}
