//! A game that another node owns. It takes the messages that the game's actor would take, and asks the owner.

use super::message::{LinkMessage, Question};
use super::{AskError, Cluster, NodeLink, RemoteEntry};
use crate::error::{self, ApiError};
use crate::game::{GameHandle, GameMessage, GameSnapshot, Games, MAILBOX_SIZE, MeasuredTurn, NodeChange, Watcher};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

/// How long a game is followed after the last message, if nobody watches it here.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// A message from the owner.
pub enum RemoteMessage {
    /// A message for connections here.
    Deliver { progress: GameProgress, connections: Vec<u64>, text: Arc<str> },
    /// The game has a new event.
    Progress(GameProgress),
    /// The owner has changed, or messages were lost: everybody has to start again.
    Reset,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug)]
pub struct GameProgress {
    pub last_event: u32,
    /// The number of the event that began the turn.
    pub turn_start_event: u32,
}

struct RemoteGame {
    cluster: Cluster,
    games: Games,
    game: String,
    owner: String,
    link: NodeLink,
    watchers: Vec<Watcher>,
    last_event: watch::Sender<u32>,
    /// The event that began the turn.
    turn_start_event: u32,
    /// When it was passed on to players here, in served milliseconds. `None` if that happened before this node followed the game.
    turn_seen_at: Option<u64>,
    last_message_at: Instant,
    from_owner: mpsc::UnboundedReceiver<RemoteMessage>,
    /// Told when the owner turns out to be another node.
    lost_owner: mpsc::UnboundedSender<RemoteMessage>,
}

/// Follows a game. The handle is as good as that of an actor.
pub async fn follow(cluster: Cluster, game: &str, owner: &str, games: &Games) -> Result<GameHandle, ApiError> {
    let link = cluster.link(owner);
    let (sender, from_owner) = mpsc::unbounded_channel();
    let entry = RemoteEntry { owner: owner.to_string(), messages: sender.clone() };
    // Before the owner is asked, so that no message is missed.
    cluster.remote_games().insert(game.to_string(), entry);
    let number: u32 = match cluster.ask(owner, game, Question::Attach).await {
        Ok(number) => number,
        Err(error) => {
            cluster.forget_game(game, &sender);
            return Err(match error {
                AskError::Rejected(error) => error,
                // Following twice does no harm, so nothing is unknown.
                AskError::NotOwner | AskError::Unreachable | AskError::Unknown => error::NODE_UNREACHABLE.into(),
            });
        }
    };
    let (mailbox, mut messages) = mpsc::channel(MAILBOX_SIZE);
    let (last_event, last_events) = watch::channel(number);
    let spectators = Arc::new(AtomicU32::new(0));
    let handle = GameHandle { mailbox, last_event: last_events, spectators, is_remote: true, fence: 0 };
    let mut remote = RemoteGame {
        cluster: cluster.clone(),
        games: games.clone(),
        game: game.to_string(),
        owner: owner.to_string(),
        link,
        watchers: Vec::new(),
        last_event,
        // Later events may begin turns, this one and earlier ones have.
        turn_start_event: number,
        turn_seen_at: None,
        last_message_at: Instant::now(),
        from_owner,
        lost_owner: sender.clone(),
    };
    let (games, id, mailbox) = (games.clone(), game.to_string(), handle.mailbox.downgrade());
    cluster.shared.tasks.clone().spawn(async move {
        remote.run(&mut messages).await;
        cluster.forget_game(&id, &sender);
        // Before the game can be followed again, or the owner would forget that.
        remote.link.send(LinkMessage::Detach { game: id.clone() });
        games.remove_remote(&id, &mailbox, messages);
        // They come back to the new owner.
        remote.watchers.iter().filter_map(Watcher::outbox).for_each(|outbox| outbox.close());
    });
    Ok(handle)
}

impl RemoteGame {
    /// Handles messages until the owner changes, or nobody needs the game here.
    async fn run(&mut self, messages: &mut mpsc::Receiver<GameMessage>) {
        loop {
            let is_idle = self.watchers.is_empty();
            tokio::select! {
                biased;
                message = self.from_owner.recv() => match message {
                    Some(RemoteMessage::Deliver { progress, connections, text }) => {
                        self.deliver(&connections, &text);
                        self.record_progress(progress);
                    }
                    Some(RemoteMessage::Progress(progress)) => self.record_progress(progress),
                    Some(RemoteMessage::Reset) | None => return,
                },
                message = messages.recv() => match message {
                    Some(message) => {
                        self.last_message_at = Instant::now();
                        self.handle(message);
                    }
                    None => return,
                },
                () = sleep_until(self.last_message_at + IDLE_TIMEOUT) => {
                    self.watchers.retain(|watcher| !watcher.is_closed());
                    if is_idle {
                        return;
                    }
                    self.last_message_at = Instant::now();
                }
            }
        }
    }

    fn deliver(&mut self, connections: &[u64], text: &Arc<str>) {
        for connection in connections {
            let outboxes = self.watchers.iter().filter_map(Watcher::outbox);
            match outboxes.into_iter().find(|outbox| outbox.id == *connection) {
                Some(outbox) => {
                    outbox.send(text.clone());
                }
                None => self.link.send(LinkMessage::Unwatch { game: self.game.clone(), connection: *connection }),
            }
        }
    }

    fn record_progress(&mut self, GameProgress { last_event, turn_start_event }: GameProgress) {
        if turn_start_event > self.turn_start_event {
            self.turn_start_event = turn_start_event;
            self.turn_seen_at = Some(self.games.served_ms());
        }
        self.last_event.send_replace(last_event);
    }

    fn handle(&mut self, message: GameMessage) {
        match message {
            GameMessage::Command { caller, id, command, digest, received_at, first_received, reply, .. } => {
                let waited_ms = first_received.elapsed().as_millis() as u64;
                let thought = self.turn_seen_at.map(|seen| (self.turn_start_event, received_at.saturating_sub(seen)));
                let measured = MeasuredTurn { round_trip_ms: self.round_trip_ms(&caller.id), thought };
                let question = Question::Command { caller, id, command, digest, waited_ms, measured };
                self.ask(question, move |result| {
                    // The caller may have gone.
                    let _ = reply.send(result.map_err(ApiError::from));
                });
            }
            GameMessage::Watch { watcher, have, first_received, reply } => {
                let waited_ms = first_received.elapsed().as_millis() as u64;
                let Some(outbox) = watcher.outbox().cloned() else { return };
                let connection = outbox.id;
                let (player, protocol) = (watcher.player.clone(), watcher.protocol);
                // Before the owner is asked, since its first message may arrive before the answer.
                self.watchers.retain(|other| other.id() != watcher.id());
                self.watchers.push(watcher);
                let question = Question::Watch { connection, player, protocol, have, waited_ms };
                self.ask(question, move |result: Result<(), AskError>| match result {
                    Ok(()) => _ = reply.send(()),
                    // If the owner sends what was missed, it must not arrive again after another attempt.
                    Err(AskError::Unknown) => outbox.close(),
                    Err(_) => {}
                });
            }
            GameMessage::Unwatch { connection } => {
                self.watchers.retain(|watcher| watcher.id() != connection);
                let (game, connection) = (self.game.clone(), connection.connection);
                self.link.send(LinkMessage::Unwatch { game, connection });
            }
            GameMessage::Snapshot { player, after, reply } => {
                self.ask(Question::Snapshot { player, after }, move |result: Result<GameSnapshot, AskError>| {
                    if let Ok(snapshot) = result {
                        let _ = reply.send(snapshot);
                    }
                });
            }
            GameMessage::Record { reply } => self.ask(Question::Record, move |result: Result<String, AskError>| {
                if let Ok(record) = result {
                    let _ = reply.send(record);
                }
            }),
            GameMessage::Say { player, message, reply } => {
                self.ask(Question::Say { player, message }, move |result: Result<(), AskError>| {
                    let _ = reply.send(result.map_err(ApiError::from));
                });
            }
            // These are for the owner alone.
            GameMessage::Attach { .. } | GameMessage::ComputerMove { .. } | GameMessage::RefreshPlayers { .. } => {}
            GameMessage::NodeChange(change) => {
                if matches!(change, NodeChange::TakenOver) {
                    // This game may have ended meanwhile.
                    let _ = self.lost_owner.send(RemoteMessage::Reset);
                }
            }
        }
    }

    /// Asks the owner, in a task of its own: others need not wait.
    fn ask<T>(&self, question: Question, finish: impl FnOnce(Result<T, AskError>) + Send + 'static)
    where
        T: serde::de::DeserializeOwned + Send + 'static,
    {
        let (cluster, owner, game, lost) =
            (self.cluster.clone(), self.owner.clone(), self.game.clone(), self.lost_owner.clone());
        self.cluster.shared.tasks.spawn(async move {
            let result = cluster.ask(&owner, &game, question).await;
            if matches!(result, Err(AskError::NotOwner)) {
                // This game may have ended meanwhile.
                let _ = lost.send(RemoteMessage::Reset);
            }
            finish(result);
        });
    }

    /// The measured round trip to a player who is connected here, in milliseconds.
    fn round_trip_ms(&self, player: &str) -> u64 {
        let of_player = self.watchers.iter().filter(|watcher| watcher.player.as_deref() == Some(player));
        of_player.map(|watcher| watcher.lag.round_trip_ms()).min().unwrap_or_default()
    }
}

impl Cluster {
    /// Forgets a game that isn't followed any more, unless it is followed again.
    fn forget_game(&self, game: &str, messages: &mpsc::UnboundedSender<RemoteMessage>) {
        let mut games = self.remote_games();
        if games.get(game).is_some_and(|entry| entry.messages.same_channel(messages)) {
            games.remove(game);
        }
    }
}
