//! Looking up the players' names, ratings and accounts.

use super::GameActor;
use crate::error::ApiError;
use crate::game::{GameState, LogEntry, PlayerRef, SeatSummary};
use crate::log::{GameTag, log_throttled};
use crate::rating;
use sanban_core::Seat;

impl GameActor {
    pub(super) async fn try_refresh_players(&mut self) {
        self.has_stale_players = self.refresh_players().await.is_err();
    }

    pub(super) async fn refresh_players(&mut self) -> Result<(), ApiError> {
        let mut state = self.state.clone();
        self.seats = self.look_up_players(&mut state).await?;
        rename_commands(&mut self.log, self.state.people(), state.people());
        self.state = state;
        Ok(())
    }

    /// Reads how a rated game that is over changed the ratings.
    pub(super) async fn refresh_rating_steps(&mut self) {
        let (state, store) = (&self.state, &*self.context.store);
        let [Some(first), Some(second)] = state.people() else { return };
        if !state.config.rated || !state.is_over() {
            return;
        }
        match rating::steps_by_game(store, &state.config.game, &state.id, [first, second]).await {
            Ok(steps) => self.rating_steps = steps,
            Err(error) => log_throttled!(error, game = %GameTag(&state.id), %error, "cannot read the rating changes"),
        }
    }

    /// Looks up names and ratings, and follows guests who have become accounts.
    pub(super) async fn look_up_players(&self, state: &mut GameState) -> Result<[Option<SeatSummary>; 2], ApiError> {
        let mut seats = [None, None];
        for seat in [Seat::FIRST, Seat::SECOND] {
            seats[seat.index()] = match state.seats[seat.index()].clone() {
                None => None,
                Some(PlayerRef::Computer(spec)) => Some(SeatSummary::computer(spec)),
                Some(PlayerRef::Person(id)) => {
                    let player = self.context.store.player(&id).await?;
                    let rating = self.context.store.rating(&player.id, &state.config.game).await?;
                    state.rename_player(seat, player.id.clone());
                    Some(SeatSummary::person(player, rating.map(|rating| rating.rating.rating)))
                }
            };
        }
        Ok(seats)
    }
}

/// Renames the players in the keys of commands, after guests have become accounts.
pub(super) fn rename_commands(log: &mut [LogEntry], before: [Option<&str>; 2], after: [Option<&str>; 2]) {
    for (before, after) in before.into_iter().zip(after) {
        let (Some(before), Some(after)) = (before, after) else { continue };
        if before != after {
            let commands = log.iter_mut().filter_map(|entry| entry.command.as_mut());
            commands.filter(|command| command.player == before).for_each(|command| command.player = after.into());
        }
    }
}
