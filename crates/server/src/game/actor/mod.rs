//! The actor of one game. It handles one message after another: commands, watchers, the computer's moves and the clock.

mod broadcast;
mod commit;
mod computer;
mod lifetime;
mod nodes;
mod players;

pub use commit::number_events;

use super::presence::{ConnectionId, Presence, Watcher};
use super::registry::GameContext;
use super::state::Absence;
use super::view::{StateView, SummaryView, Update};
use super::{
    Caller, Command, CommandKey, GameState, LogEntry, PresetMessage, SeatSummary, TimeControl, check_same_content,
};
use crate::cluster::NodeLink;
use crate::error::ApiError;
use crate::log::{GameTag, log_throttled};
use crate::rating::RatingStep;
use crate::store::{EventBatch, Ownership};
use crate::time::Uptime;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

/// How many messages can wait for an actor.
pub const MAILBOX_SIZE: usize = 64;
/// How long the actor waits before it retries a write or a search that failed.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long after a restart the clock of a player waits for them.
pub const RECONNECT_TIMEOUT_MS: u64 = 20_000;

/// How long it takes at most until a game of a node that has died can be played again.
const MAX_TAKEOVER_MS: u64 = 5_000;

/// A message to the actor of a game.
pub enum GameMessage {
    /// Applies a command that was received at a served time, and answers with the number of its last event.
    Command {
        caller: Caller,
        id: String,
        command: Command,
        /// The digest of what the client sent.
        digest: u64,
        received_at: u64,
        /// When this node received the command for the first time. It may not have been able to pass it on at once.
        first_received: Instant,
        /// What the player's node has measured, if it isn't this one.
        measured: Option<MeasuredTurn>,
        reply: oneshot::Sender<Result<u32, ApiError>>,
    },
    /// Adds a watcher that has seen the events up to `have`.
    Watch {
        watcher: Watcher,
        have: u32,
        /// When the player tried to watch for the first time. This node may not have been in reach at once.
        first_received: Instant,
        reply: oneshot::Sender<()>,
    },
    Unwatch {
        connection: ConnectionId,
    },
    /// Reads the game, with the updates after a number.
    Snapshot {
        player: Option<String>,
        after: u32,
        reply: oneshot::Sender<GameSnapshot>,
    },
    Record {
        reply: oneshot::Sender<String>,
    },
    /// Passes a player's message on.
    Say {
        player: String,
        message: PresetMessage,
        reply: oneshot::Sender<Result<(), ApiError>>,
    },
    /// The computer has chosen a move for a turn, or failed to.
    ComputerMove {
        turn_start_event: u32,
        r#move: Option<String>,
    },
    /// Looks up these players again, if they play here.
    RefreshPlayers {
        players: Vec<String>,
    },
    /// Lets another node follow the game. Answers with the number of the last event.
    Attach {
        link: NodeLink,
        reply: oneshot::Sender<u32>,
    },
    NodeChange(NodeChange),
}

/// What another node has measured of a command and its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MeasuredTurn {
    /// The round trip to the player.
    pub round_trip_ms: u64,
    /// The event that began the turn, and how long after it the command came. `None` if the node follows the game only since then.
    pub thought: Option<(u32, u64)>,
}

/// What happened to another node, as far as a game is concerned.
#[derive(Clone, Debug)]
pub enum NodeChange {
    /// Nothing has been heard of it for a while.
    Silent { node: String, silent_ms: u64 },
    /// It is heard again.
    Heard { node: String },
    /// It has ended.
    Gone { node: String },
    /// It doesn't follow the game any more.
    Detached { node: String },
    /// It has taken the game over.
    TakenOver,
}

/// What a reader sees of a game.
#[derive(Serialize, Deserialize)]
pub struct GameSnapshot {
    pub summary: SummaryView,
    pub state: StateView,
    /// The updates that were asked for.
    pub updates: Vec<Update>,
}

/// Sends messages to an actor, and follows its log.
#[derive(Clone)]
pub struct GameHandle {
    pub mailbox: mpsc::Sender<GameMessage>,
    /// The number of the last event.
    pub last_event: watch::Receiver<u32>,
    /// How many connections watch without playing.
    pub spectators: Arc<AtomicU32>,
    /// Whether another node owns the game.
    pub is_remote: bool,
    /// The fencing number of this node's claim; 0 if another node owns the game.
    pub fence: u64,
}

pub struct GameActor {
    context: Arc<GameContext>,
    state: GameState,
    /// The fencing number of this node's claim to the game.
    fence: u64,
    log: Vec<LogEntry>,
    /// The players as others see them.
    seats: [Option<SeatSummary>; 2],
    presence: Presence,
    spectators: Arc<AtomicU32>,
    /// How the game changed the ratings, once it has.
    rating_steps: Option<[RatingStep; 2]>,
    /// When each player last sent a message, in served milliseconds.
    last_said_at: [Option<u64>; 2],
    /// The turn that the computer is thinking about, and how to cancel that.
    search: Option<(u32, AbortHandle)>,
    /// Whether the players have to be looked up again.
    has_stale_players: bool,
    /// Whether watchers know that somebody may claim the game.
    is_claim_announced: bool,
    /// Whether the game was loaded because the server has restarted.
    is_restarted: bool,
    /// Whether another writer has added to the log, so that this actor's state is outdated.
    is_superseded: bool,
    /// What is left for the turn in a game with days per turn, until its clock runs.
    stored_time_left: Option<u64>,
    /// Until when the clock of each player waits for them, if they aren't back yet after a restart.
    reconnect_until: [Option<u64>; 2],
    /// Whether the clock waits for the player to move.
    awaits_mover: bool,
    last_message_at: u64,
    messages: mpsc::Receiver<GameMessage>,
    mailbox: mpsc::WeakSender<GameMessage>,
    last_event: watch::Sender<u32>,
}

impl GameActor {
    /// Loads an actor from a game's log, with the deadline that the store has.
    pub async fn load(
        context: Arc<GameContext>,
        id: &str,
        log: Vec<LogEntry>,
        ownership: Ownership,
    ) -> Result<(GameActor, GameHandle), ApiError> {
        let wall = context.clock.hold_wall().await;
        let deadline = context.store.deadline(id).await?;
        let now = context.clock.wall_ms();
        // Nobody could play until this node took the game over. The deadlines in a store of one process have moved already.
        let unserved = match ownership.last_owner {
            Some(uptime) if context.store.node().is_some() => now.saturating_sub(uptime.until).min(MAX_TAKEOVER_MS),
            _ => 0,
        };
        let stored_time_left = deadline.map(|deadline| (deadline + unserved).saturating_sub(now));
        drop(wall);
        let (mut actor, handle) = GameActor::replay(context, id, log, ownership.fence, stored_time_left).await?;
        let interrupted = actor.context.interrupted_turns.take(id, actor.state.turn_start_event);
        if interrupted.is_some() {
            actor.stored_time_left = interrupted;
            actor.is_restarted = true;
        }
        Ok((actor, handle))
    }

    /// Creates an actor from a game's log. It charges no time and sends nothing until it runs.
    pub async fn replay(
        context: Arc<GameContext>,
        id: &str,
        log: Vec<LogEntry>,
        fence: u64,
        stored_time_left: Option<u64>,
    ) -> Result<(GameActor, GameHandle), ApiError> {
        let state = GameState::replay(id, &log)?;
        let now = context.clock.served_ms();
        let (mailbox, messages) = mpsc::channel(MAILBOX_SIZE);
        let (last_event, last_events) = watch::channel(state.last_event);
        let mut actor = GameActor {
            context,
            state,
            fence,
            log,
            seats: [None, None],
            presence: Presence::new(now),
            spectators: Arc::default(),
            rating_steps: None,
            last_said_at: [None; 2],
            search: None,
            has_stale_players: false,
            is_claim_announced: false,
            is_restarted: false,
            is_superseded: false,
            stored_time_left,
            reconnect_until: [None; 2],
            awaits_mover: false,
            last_message_at: now,
            messages,
            mailbox: mailbox.downgrade(),
            last_event,
        };
        actor.refresh_players().await?;
        actor.refresh_rating_steps().await;
        let spectators = actor.spectators.clone();
        Ok((actor, GameHandle { mailbox, last_event: last_events, spectators, is_remote: false, fence }))
    }

    pub fn id(&self) -> &str {
        &self.state.id
    }

    pub fn fence(&self) -> u64 {
        self.fence
    }

    /// The whole log as one batch, to store a new game.
    pub fn whole_log(&self) -> EventBatch {
        self.state.batch(self.log.clone(), self.seats.clone(), self.context.clock.now())
    }

    /// Lets the clocks wait for the players after a restart. Stores how much of the turn was used before the server went
    /// down.
    pub async fn record_interruption(&mut self, uptime: Uptime) {
        self.is_restarted = true;
        if let Some(event) = self.state.interrupted(uptime.since, uptime.until)
            && let Err(error) = self.commit(event.into(), None).await
        {
            log_throttled!(error, game = %GameTag(&self.state.id), code = error.code(), "cannot store an interruption");
        }
    }

    /// Handles messages until nobody needs the game. Returns the mailbox, which the registry closes.
    pub async fn run(mut self) -> mpsc::Receiver<GameMessage> {
        self.context.metrics.games_in_memory.inc();
        self.presence.reset(self.now());
        if self.is_restarted {
            self.await_players();
        }
        self.resume();
        Box::pin(self.cancel_if_one_person()).await;
        self.start_search();
        while self.is_needed() {
            let (clock, wake_at) = (self.context.clock.clone(), self.next_wake_up());
            tokio::select! {
                // A message that came before the time ran out counts.
                biased;
                message = self.messages.recv() => match message {
                    // On the heap, so that a game in which nothing happens takes little memory.
                    Some(message) => Box::pin(self.handle(message)).await,
                    None => break,
                },
                () = clock.sleep_until(wake_at) => Box::pin(self.check_clocks()).await,
            }
        }
        if self.is_superseded {
            if matches!(self.state.config.time_control, TimeControl::Days(_)) && self.state.is_running() {
                let left = self.state.time_left(self.now())[self.state.to_move().index()];
                self.context.interrupted_turns.add(&self.state.id, self.state.turn_start_event, left);
            }
            // The watchers come back to an actor with the current log.
            self.presence.disconnect_all();
            self.context.lobby.set_live_seek(&self.state.id, None);
        } else {
            Box::pin(self.cancel_if_abandoned()).await;
        }
        self.presence.detach_all(&self.state.id);
        self.context.metrics.games_in_memory.dec();
        self.messages
    }

    async fn handle(&mut self, message: GameMessage) {
        // A login or another node somewhere must not keep the actor alive.
        if !matches!(message, GameMessage::RefreshPlayers { .. } | GameMessage::NodeChange(_)) {
            self.last_message_at = self.now();
        }
        self.presence.drop_slow();
        if self.has_stale_players {
            self.try_refresh_players().await;
        }
        let is_computer_move = matches!(message, GameMessage::ComputerMove { .. });
        match message {
            GameMessage::Command { caller, id, command, digest, received_at, measured, reply, .. } => {
                self.record_activity(&caller.id);
                if let Some(MeasuredTurn { round_trip_ms, .. }) = measured {
                    self.presence.set_round_trip(&caller.id, round_trip_ms);
                }
                let received_at = self.without_bus(&caller.id, measured, received_at);
                let key = CommandKey { player: caller.id.clone(), id, digest: Some(digest) };
                let result = self.command(&caller, key, &command, received_at).await;
                // The caller may have gone.
                let _ = reply.send(result);
            }
            GameMessage::Watch { watcher, have, first_received, reply } => {
                self.await_if_unreachable(watcher.player.as_deref(), first_received.elapsed());
                self.watch(watcher, have);
                let _ = reply.send(());
            }
            GameMessage::Unwatch { connection } => {
                self.presence.remove(&connection);
                self.refresh_presence();
            }
            GameMessage::Snapshot { player, after, reply } => {
                if let Some(player) = &player {
                    self.record_activity(player);
                }
                let summary = self.summary_view(player.as_deref());
                let _ = reply.send(GameSnapshot { summary, state: self.view(), updates: self.updates(after) });
            }
            GameMessage::Record { reply } => {
                let names = self.seats.each_ref().map(SeatSummary::record_name);
                let _ = reply.send(self.state.record(names));
            }
            GameMessage::Say { player, message, reply } => {
                self.record_activity(&player);
                let _ = reply.send(self.say(&player, message));
            }
            GameMessage::ComputerMove { turn_start_event, r#move } => {
                self.apply_computer_move(turn_start_event, r#move).await
            }
            GameMessage::RefreshPlayers { players } => {
                let plays_here = |id: &&str| players.iter().any(|player| player == id);
                if self.state.people().iter().flatten().any(plays_here) {
                    let before = self.seats.clone();
                    self.try_refresh_players().await;
                    if self.seats != before {
                        self.broadcast_state();
                    }
                    self.cancel_if_one_person().await;
                    self.refresh_presence();
                }
            }
            GameMessage::Attach { link, reply } => {
                self.presence.attach(link);
                let _ = reply.send(self.state.last_event);
            }
            GameMessage::NodeChange(change) => self.handle_node_change(change),
        }
        self.resume_if_returned();
        // In case the search could not start before. One that just failed is retried later.
        if !is_computer_move {
            self.start_search();
        }
    }

    async fn command(
        &mut self,
        caller: &Caller,
        key: CommandKey,
        command: &Command,
        received_at: u64,
    ) -> Result<u32, ApiError> {
        if *command != Command::Join && self.state.seat_of(&caller.id).is_none() {
            // The caller may have been a guest before.
            self.try_refresh_players().await;
        }
        if let Some(number) = self.applied(&key)? {
            return Ok(number);
        }
        if matches!(command, Command::Join | Command::Rematch) {
            self.context.check_game_limits(&caller.id, self.state.has_computer()).await?;
        }
        if !self.context.clock.is_closing()
            && let Some(event) = self.flag_fall(received_at)
        {
            self.commit(event.into(), None).await?;
        }
        let absence = Absence { away_since: self.presence.away_since(), grace_ms: self.grace_ms() };
        let mover = self.state.to_move();
        let lag = if matches!(command, Command::Move { .. }) { self.returnable_lag(received_at) } else { 0 };
        let decision = self.state.decide(caller, command, received_at - lag, absence)?;
        match self.commit(decision, Some(key)).await {
            Ok(()) if matches!(command, Command::Move { .. }) => self.state.return_lag(mover, lag),
            Ok(()) => {}
            Err(error) => {
                self.await_repetition(&caller.id, received_at - lag);
                return Err(error);
            }
        }
        Ok(self.state.last_event)
    }

    /// The number of the last event of a command that was applied already.
    fn applied(&self, key: &CommandKey) -> Result<Option<u32>, ApiError> {
        // Repeated commands are mostly recent ones.
        for LogEntry { number, command, .. } in self.log.iter().rev() {
            if let Some(command) = command.as_ref().filter(|command| command.has_same_id(key)) {
                check_same_content(command.digest, key.digest)?;
                return Ok(Some(*number));
            }
        }
        Ok(None)
    }
}
