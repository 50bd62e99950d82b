//! Answers the requests of other nodes for games that this one owns.

use super::Cluster;
use super::message::{Answer, Question, Request, answer_to_bytes, from_bytes};
use crate::bus::BusMessage;
use crate::error::{ApiError, RemoteError};
use crate::game::{GameMessage, Games, Watcher};
use crate::log::log_throttled;
use serde::Serialize;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

impl Cluster {
    /// Answers a request.
    pub(super) async fn answer(&self, message: BusMessage, games: Games) {
        let received = Instant::now();
        let Some(reply_to) = message.reply_to else { return };
        let request: Request = match from_bytes(&message.payload) {
            Ok(request) => request,
            Err(error) => {
                log_throttled!(warn, %error, "ignored a request that can't be read");
                return;
            }
        };
        self.link(&request.from);
        let is_new = self.peers().get_mut(&request.from).is_some_and(|peer| peer.requests.add(request.number));
        if !is_new {
            return;
        }
        let answer = self.find_answer(request, received, &games).await;
        let payload = answer_to_bytes(&answer);
        self.shared.metrics.bus.count_message(&payload);
        // The node that asks notices if the answer gets lost.
        if self.shared.bus.publish(&reply_to, payload).await.is_err() {
            self.shared.metrics.bus.failures.inc();
        }
    }

    async fn find_answer(&self, request: Request, received: Instant, games: &Games) -> Answer {
        let Request { from, game, question, .. } = request;
        match question {
            Question::Attach => {
                let link = self.link(&from);
                ask(games, &game, |reply| GameMessage::Attach { link: link.clone(), reply }).await
            }
            Question::Command { caller, id, command, digest, waited_ms, measured } => {
                let received_at = games.served_ms().saturating_sub(waited_ms);
                let message = |reply| GameMessage::Command {
                    caller: caller.clone(),
                    id: id.clone(),
                    command: command.clone(),
                    digest,
                    received_at,
                    first_received: received,
                    measured: Some(measured),
                    reply,
                };
                ask_fallible(games, &game, message).await
            }
            Question::Watch { connection, player, protocol, have, waited_ms } => {
                let watcher = Watcher::remote(self.link(&from), connection, player, protocol);
                let first_received = received.checked_sub(Duration::from_millis(waited_ms)).unwrap_or(received);
                ask(games, &game, |reply| GameMessage::Watch { watcher: watcher.clone(), have, first_received, reply })
                    .await
            }
            Question::Snapshot { player, after } => {
                ask(games, &game, |reply| GameMessage::Snapshot { player: player.clone(), after, reply }).await
            }
            Question::Record => ask(games, &game, |reply| GameMessage::Record { reply }).await,
            Question::Say { player, message } => {
                ask_fallible(games, &game, |reply| GameMessage::Say { player: player.clone(), message, reply }).await
            }
        }
    }
}

/// Asks the actor of a game that this node owns.
async fn ask<T: Serialize>(games: &Games, game: &str, message: impl Fn(oneshot::Sender<T>) -> GameMessage) -> Answer {
    match games.ask_owned(game, message).await {
        Ok(Some(value)) => done(value),
        Ok(None) => Answer::NotOwner,
        Err(error) => rejected(&error),
    }
}

/// Asks the actor of a game that this node owns, which may reject the message.
async fn ask_fallible<T: Serialize>(
    games: &Games,
    game: &str,
    message: impl Fn(oneshot::Sender<Result<T, ApiError>>) -> GameMessage,
) -> Answer {
    match games.ask_owned(game, message).await {
        Ok(Some(Ok(value))) => done(value),
        Ok(None) => Answer::NotOwner,
        Ok(Some(Err(error))) | Err(error) => rejected(&error),
    }
}

fn done<T: Serialize>(value: T) -> Answer {
    Answer::Done { value: serde_json::to_value(value).expect("answers can be serialised") }
}

fn rejected(error: &ApiError) -> Answer {
    Answer::Rejected { error: RemoteError::from(error) }
}
