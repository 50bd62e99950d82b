//! The registry of game actors: finds the actor of a game, loads it if needed, and passes messages to it.

use super::actor::{GameActor, GameHandle, GameMessage, GameSnapshot, NodeChange, RECONNECT_TIMEOUT_MS, number_events};
use super::presence::{ConnectionId, Watcher};
use super::seek_limit::SeekCreators;
use super::undelivered::{InterruptedTurns, UndeliveredCommands};
use super::view::SummaryView;
use super::{Caller, Command, CommandKey, EnginePool, Event, Phase, PresetMessage, check_same_content, content_digest};
use crate::cluster::{Announcer, Cluster, LinkMessage};
use crate::error::{self, ApiError};
use crate::lobby::LobbyFeed;
use crate::log::{GameTag, log_throttled};
use crate::metrics::Metrics;
use crate::secret;
use crate::settings::Settings;
use crate::store::{
    Claim, Conflict, GameQuery, GameRow, LocalLocks, NEW_GAME_FENCE, Ownership, Player, Store, StoreError, StoreLock,
    StoreResult,
};
use crate::tasks::Tasks;
use crate::time::Clock;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::error::{SendTimeoutError, TrySendError};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

/// More than a player's unfinished games.
const MAX_ENDED_GAMES: u32 = 1000;
/// How long a sender waits for room in an actor's mailbox.
const MAILBOX_TIMEOUT: Duration = Duration::from_secs(2);
/// How often a message is sent again to an actor that was just being removed.
const MAX_SENDS: usize = 3;
/// How many games are read at a time when the server starts.
const LOAD_PAGE_SIZE: u32 = 500;

/// What the actors of all games share.
pub struct GameContext {
    pub store: Arc<dyn Store>,
    pub settings: Arc<Settings>,
    pub metrics: Arc<Metrics>,
    pub clock: Arc<Clock>,
    pub lobby: LobbyFeed,
    pub engines: EnginePool,
    pub tasks: Tasks,
    pub announcer: Announcer,
    pub seek_creators: SeekCreators,
    pub interrupted_turns: InterruptedTurns,
}

impl GameContext {
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        self.tasks.spawn(task)
    }

    /// Rejects a player who has too many unfinished games.
    pub async fn check_game_limits(&self, player: &str, with_computer: bool) -> Result<(), ApiError> {
        let unfinished = self.store.count_unfinished(player).await?;
        if unfinished.games >= self.settings.games {
            return Err(error::TOO_MANY_GAMES.with(&[&self.settings.games]).into());
        }
        if with_computer && unfinished.with_computer >= self.settings.computer_games {
            return Err(error::TOO_MANY_COMPUTERS.with(&[&self.settings.computer_games]).into());
        }
        Ok(())
    }
}

/// Games that were loaded and don't run yet.
pub struct LoadedGames(Vec<GameActor>);

impl LoadedGames {
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// The actors of all games in memory.
#[derive(Clone)]
pub struct Games {
    context: Arc<GameContext>,
    /// The other nodes, if the store is shared.
    cluster: Option<Cluster>,
    actors: Arc<Mutex<HashMap<String, GameHandle>>>,
    /// Commands that could not be passed on to the owner of their game.
    undelivered: Arc<UndeliveredCommands>,
    /// Held while a game is loaded or given up, so that this node has one claim to it.
    loading: LocalLocks,
}

impl Games {
    pub fn new(context: GameContext, cluster: Option<Cluster>) -> Games {
        Games {
            context: context.into(),
            cluster,
            actors: Arc::default(),
            undelivered: Arc::default(),
            loading: LocalLocks::default(),
        }
    }

    /// Loads the games that need an actor after a restart: live games, and those in which the computer is to move. They run
    /// from [`Games::start`] on. The store knows the deadlines of correspondence games, so those are loaded when somebody
    /// needs them.
    pub async fn load(&self) -> StoreResult<LoadedGames> {
        let last_uptime = self.context.store.begin_run(self.wall_ms(), RECONNECT_TIMEOUT_MS).await?;
        if self.context.store.node().is_some() {
            // Other nodes may have them. This one takes over those that nobody has.
            return Ok(LoadedGames(Vec::new()));
        }
        // All ids first, since loading a game changes its place in the list.
        let mut ids = Vec::new();
        let in_phase = |phase| GameQuery { phase: Some(phase), limit: LOAD_PAGE_SIZE, ..GameQuery::default() };
        let live_games = GameQuery { live: Some(true), ..in_phase(Phase::Running) };
        let live_seeks = GameQuery { live: Some(true), listed: true, ..in_phase(Phase::Waiting) };
        let computer_games = GameQuery { live: Some(false), with_computer: true, ..in_phase(Phase::Running) };
        for mut query in [live_games, live_seeks, computer_games] {
            loop {
                let rows = self.context.store.games(&query).await?;
                let summaries = rows.iter().map(|row| &row.summary);
                let needed =
                    summaries.filter(|summary| summary.time_control.is_live() || summary.is_computer_to_move());
                ids.extend(needed.map(|summary| summary.id.clone()));
                let Some(last) = rows.last() else { break };
                query.after = Some((last.summary.changed_at, last.summary.id.clone()));
            }
        }
        let mut actors = Vec::new();
        for id in ids {
            match self.load_owned(&id, Ownership { last_owner: last_uptime, ..Ownership::default() }).await {
                Ok((actor, _)) => actors.push(actor),
                // A game that cannot be read must not hold up the others.
                Err(error) => {
                    log_throttled!(error, game = %GameTag(&id), code = error.code(), "cannot load a game");
                }
            }
        }
        Ok(LoadedGames(actors))
    }

    /// Games with days per turn whose time is up.
    pub(super) async fn overdue(&self, limit: u32) -> StoreResult<Vec<String>> {
        self.context.store.overdue(self.wall_ms(), limit).await
    }

    /// Loads a game, if it isn't in memory.
    pub async fn wake(&self, game: &str) -> Result<(), ApiError> {
        self.actor(game).await.map(|_| ())
    }

    /// Runs actors that were loaded.
    pub fn start(&self, LoadedGames(actors): LoadedGames) {
        for actor in actors {
            self.run(actor);
        }
    }

    fn run(&self, actor: GameActor) {
        let (id, fence, games) = (actor.id().to_string(), actor.fence(), self.clone());
        self.context.spawn(async move {
            let mut messages = actor.run().await;
            let _loading = games.loading.lock(&id).await;
            {
                // Closed under the lock, so that no message is lost: its sender asks for the actor again.
                let mut actors = games.actors();
                if actors.get(&id).is_some_and(|handle| handle.fence == fence) {
                    actors.remove(&id);
                }
                messages.close();
            }
            games.release(&id, fence).await;
        });
    }

    fn actors(&self) -> MutexGuard<'_, HashMap<String, GameHandle>> {
        // No code under this lock can leave the map half changed.
        self.actors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The actor of a game that is in memory.
    fn running(&self, id: &str) -> Option<GameHandle> {
        self.actors().get(id).filter(|handle| !handle.mailbox.is_closed()).cloned()
    }

    /// The actor of a game, loaded if it isn't in memory.
    async fn actor(&self, id: &str) -> Result<GameHandle, ApiError> {
        if let Some(handle) = self.running(id) {
            if !handle.is_remote {
                self.check_lease()?;
            }
            return Ok(handle);
        }
        let _loading = self.loading.lock(id).await;
        // Another task may have loaded it meanwhile.
        if let Some(handle) = self.running(id) {
            return Ok(handle);
        }
        match (self.context.store.claim(id).await?, &self.cluster) {
            (Claim::Owned(ownership), _) => {
                let (actor, handle) = self.load_owned(id, ownership).await?;
                self.run(actor);
                Ok(handle)
            }
            (Claim::OwnedBy(node), Some(cluster)) => {
                let handle = cluster.follow(id, &node, self).await?;
                let mut actors = self.actors();
                // It may have ended already.
                if !handle.mailbox.is_closed() {
                    actors.insert(id.to_string(), handle.clone());
                }
                Ok(handle)
            }
            (Claim::OwnedBy(_), None) => Err(error::NODE_UNREACHABLE.into()),
        }
    }

    /// Loads a game that this node owns, or gives it up.
    async fn load_owned(&self, id: &str, ownership: Ownership) -> Result<(GameActor, GameHandle), ApiError> {
        let loaded = self.try_load(id, ownership).await;
        if loaded.is_err() {
            self.release(id, ownership.fence).await;
        }
        loaded
    }

    async fn release(&self, id: &str, fence: u64) {
        if let Err(error) = self.context.store.release(id, fence).await {
            log_throttled!(error, game = %GameTag(id), %error, "cannot give up a game");
        }
    }

    /// Loads the games that this node owns and that need an actor, but have none, since loading them was interrupted.
    pub async fn load_owned_games(&self) -> StoreResult<()> {
        for id in self.context.store.owned().await? {
            if self.running(&id).is_none()
                && let Err(error) = self.wake(&id).await
            {
                log_throttled!(error, game = %GameTag(&id), code = error.code(), "cannot load a game");
            }
        }
        Ok(())
    }

    /// Ends all actors and follows no game any more, while this node can reach neither the store nor the others, and they may have
    /// taken its games over. Players have to look for another node.
    pub fn end_all(&self) {
        let handles: Vec<GameHandle> = self.actors().values().cloned().collect();
        handles.into_iter().for_each(|handle| self.tell(handle, GameMessage::NodeChange(NodeChange::TakenOver)));
    }

    async fn try_load(&self, id: &str, ownership: Ownership) -> Result<(GameActor, GameHandle), ApiError> {
        let log = self.context.store.log(id).await?;
        let (mut actor, handle) = GameActor::load(self.context.clone(), id, log, ownership).await?;
        if let Some(uptime) = ownership.last_owner {
            actor.record_interruption(uptime).await;
            // The last owner may only have seemed to be dead.
            self.context.announcer.announce(|| LinkMessage::TakenOver { game: id.to_string() });
        }
        self.actors().insert(id.to_string(), handle.clone());
        if let Err(error) = self.verify_claim(id, handle.fence).await {
            self.actors().remove(id);
            return Err(error);
        }
        Ok((actor, handle))
    }

    /// Checks that no other node has claimed a game before its actor was listed here. If this node had lost its lease meanwhile, it
    /// looked for lost claims without this one. From now on, [`Games::renew_lease`] looks after it.
    async fn verify_claim(&self, id: &str, fence: u64) -> Result<(), ApiError> {
        let is_lost =
            self.cluster.is_some() && !self.context.store.lost_claims(&[(id.to_string(), fence)]).await?.is_empty();
        if is_lost { Err(error::NODE_UNREACHABLE.into()) } else { Ok(()) }
    }

    /// Sends a message to the actor of a game and waits for the reply.
    async fn ask<T>(&self, id: &str, message: impl Fn(oneshot::Sender<T>) -> GameMessage) -> Result<T, ApiError> {
        for _ in 0..MAX_SENDS {
            if let Some(answer) = ask_actor(&self.actor(id).await?, &message).await? {
                return Ok(answer);
            }
        }
        Err(error::TOO_BUSY.into())
    }

    /// Sends a message to the actor of a game, for another node. `None` if this one doesn't own the game.
    pub async fn ask_owned<T>(
        &self,
        id: &str,
        message: impl Fn(oneshot::Sender<T>) -> GameMessage,
    ) -> Result<Option<T>, ApiError> {
        self.check_lease()?;
        for _ in 0..MAX_SENDS {
            let handle = match self.running(id) {
                Some(handle) if handle.is_remote => return Ok(None),
                Some(handle) => handle,
                // Not followed, since the node that owns it now can be asked directly.
                None => match self.claim_owned(id).await? {
                    Some(handle) => handle,
                    None => return Ok(None),
                },
            };
            if let Some(answer) = ask_actor(&handle, &message).await? {
                return Ok(Some(answer));
            }
        }
        Err(error::TOO_BUSY.into())
    }

    /// Loads a game, unless another node owns it.
    async fn claim_owned(&self, id: &str) -> Result<Option<GameHandle>, ApiError> {
        let _loading = self.loading.lock(id).await;
        if let Some(handle) = self.running(id) {
            return Ok(Some(handle).filter(|handle| !handle.is_remote));
        }
        match self.context.store.claim(id).await? {
            Claim::Owned(ownership) => {
                let (actor, handle) = self.load_owned(id, ownership).await?;
                self.run(actor);
                Ok(Some(handle))
            }
            Claim::OwnedBy(_) => Ok(None),
        }
    }

    /// Loads a game, unless another node has claimed it first.
    pub async fn take_over(&self, id: &str) -> Result<(), ApiError> {
        match self.running(id) {
            Some(_) => Ok(()),
            None => self.claim_owned(id).await.map(|_| ()),
        }
    }

    /// Removes a game that isn't followed any more, with its mailbox.
    pub fn remove_remote(
        &self,
        id: &str,
        mailbox: &mpsc::WeakSender<GameMessage>,
        mut messages: mpsc::Receiver<GameMessage>,
    ) {
        // Closed under the lock, so that no message is lost: its sender asks for the actor again.
        let mut actors = self.actors();
        let is_same =
            |handle: &GameHandle| mailbox.upgrade().is_some_and(|mailbox| handle.mailbox.same_channel(&mailbox));
        if actors.get(id).is_some_and(is_same) {
            actors.remove(id);
        }
        messages.close();
    }

    /// Passes news of another node to the actor of a game that this node owns.
    pub fn tell_actor(&self, game: &str, change: NodeChange) {
        if let Some(handle) = self.running(game).filter(|handle| !handle.is_remote) {
            self.tell(handle, GameMessage::NodeChange(change));
        }
    }

    /// Sends a message to an actor without waiting for it. An actor that has gone needs none.
    fn tell(&self, handle: GameHandle, message: GameMessage) {
        if let Err(TrySendError::Full(message)) = handle.mailbox.try_send(message) {
            self.context.spawn(async move {
                let _ = handle.mailbox.send(message).await;
            });
        }
    }

    /// Passes news of another node to all actors here.
    pub fn tell_actors(&self, change: &NodeChange) {
        let handles: Vec<GameHandle> = self.actors().values().filter(|handle| !handle.is_remote).cloned().collect();
        handles.into_iter().for_each(|handle| self.tell(handle, GameMessage::NodeChange(change.clone())));
    }

    /// Removes a connection from the watchers of a game, in the background.
    pub fn unwatch_here(&self, game: &str, connection: ConnectionId) {
        if let Some(handle) = self.running(game) {
            self.tell(handle, GameMessage::Unwatch { connection });
        }
    }

    /// Notes that this node's lease was renewed. After a gap, other nodes may have taken over games, whose actors end here.
    pub async fn renew_lease(&self, sent: Instant) -> StoreResult<()> {
        let Some(cluster) = &self.cluster else { return Ok(()) };
        if !cluster.lease().is_valid() {
            let owned: Vec<(String, u64)> = self
                .actors()
                .iter()
                .filter(|(_, handle)| !handle.is_remote)
                .map(|(id, handle)| (id.clone(), handle.fence))
                .collect();
            let lost = self.context.store.lost_claims(&owned).await?;
            for (game, fence) in owned.iter().filter(|(game, _)| lost.contains(game)) {
                self.end_lost(game, *fence);
            }
            // The others have taken this node for dead, and their players look for the other games elsewhere.
            for node in cluster.peer_ids() {
                self.tell_actors(&NodeChange::Silent { node: node.clone(), silent_ms: 0 });
                self.tell_actors(&NodeChange::Heard { node });
            }
        }
        cluster.lease().record_renewal(sent);
        Ok(())
    }

    /// Ends the actor of a game that another node has claimed. The game may already be followed there, or have been claimed again.
    fn end_lost(&self, game: &str, fence: u64) {
        let mut actors = self.actors();
        if actors.get(game).is_some_and(|handle| !handle.is_remote && handle.fence == fence) {
            // Removed at once, so that nobody sees an old state. The actor ends, and disconnects its watchers.
            let handle = actors.remove(game);
            drop(actors);
            handle.into_iter().for_each(|handle| self.tell(handle, GameMessage::NodeChange(NodeChange::TakenOver)));
        }
    }

    /// Whether this node can be sure that it owns its games.
    fn check_lease(&self) -> Result<(), ApiError> {
        let has_lease = self.cluster.as_ref().is_none_or(|cluster| cluster.lease().is_valid());
        has_lease.then_some(()).ok_or_else(|| error::NODE_UNREACHABLE.into())
    }

    /// The time in which the server has served since it started.
    pub fn served_ms(&self) -> u64 {
        self.context.clock.served_ms()
    }

    /// Applies a command. Returns the number of its last event.
    /// `received` is when it came.
    pub async fn command(
        &self,
        game: &str,
        caller: &Caller,
        id: &str,
        command: &Command,
        received: Instant,
    ) -> Result<u32, ApiError> {
        self.command_of(game, caller, id, command, content_digest(command), received).await
    }

    /// Applies a command that follows from a request with this digest.
    pub(super) async fn command_of(
        &self,
        game: &str,
        caller: &Caller,
        id: &str,
        command: &Command,
        digest: u64,
        received: Instant,
    ) -> Result<u32, ApiError> {
        let started = Instant::now();
        // Nobody pays for the time since a node received the command for the first time and could not pass it on.
        let attempt = format!("{} {id} {digest}", caller.id);
        let first_received = self.undelivered.first_received(game, &attempt, received);
        let waited_ms = started.duration_since(first_received).as_millis() as u64;
        let received_at = self.context.clock.served_ms().saturating_sub(waited_ms);
        let message = |reply| GameMessage::Command {
            caller: caller.clone(),
            id: id.to_string(),
            command: command.clone(),
            digest,
            received_at,
            first_received,
            measured: None,
            reply,
        };
        let result = self.ask(game, message).await.and_then(|result| result);
        if self.cluster.is_some() {
            match &result {
                Err(error) if error.status().is_server_error() => self.undelivered.add(game, &attempt, received),
                _ => self.undelivered.remove(game, &attempt),
            }
        }
        match &result {
            Ok(_) => self.context.metrics.command_seconds.observe(started.elapsed().as_secs_f64()),
            Err(_) => {
                self.context.metrics.rejected_commands.inc();
            }
        }
        result
    }

    /// Reads a game, with the updates after a number, as a player sees it.
    pub async fn snapshot(&self, game: &str, player: Option<&str>, after: u32) -> Result<GameSnapshot, ApiError> {
        let message = |reply| GameMessage::Snapshot { player: player.map(String::from), after, reply };
        self.ask(game, message).await
    }

    /// Passes a player's message on to the others in a game.
    pub async fn say(&self, game: &str, player: &str, message: PresetMessage) -> Result<(), ApiError> {
        self.ask(game, |reply| GameMessage::Say { player: player.to_string(), message, reply }).await?
    }

    /// How many connections watch a game without playing in it.
    pub fn spectators(&self, game: &str) -> u32 {
        self.actors().get(game).map_or(0, |handle| handle.spectators.load(Ordering::Relaxed))
    }

    pub async fn record(&self, game: &str) -> Result<String, ApiError> {
        self.ask(game, |reply| GameMessage::Record { reply }).await
    }

    /// The number of the last event of a game, to wait for the next.
    pub async fn last_event(&self, game: &str) -> Result<watch::Receiver<u32>, ApiError> {
        Ok(self.actor(game).await?.last_event)
    }

    /// Adds a watcher that has seen the events up to `have`.
    pub async fn watch(&self, game: &str, watcher: &Watcher, have: u32) -> Result<(), ApiError> {
        let received = Instant::now();
        let Some(player) = watcher.player.as_ref().filter(|_| self.cluster.is_some()) else {
            return self.ask(game, watch_message(watcher, have, received)).await;
        };
        // A player who tries to come back pays nothing for the time in which the owner of the game can't be reached.
        let key = format!("watch {player}");
        let first_received = self.undelivered.first_received(game, &key, received);
        let result = self.ask(game, watch_message(watcher, have, first_received)).await;
        match &result {
            Err(error) if error.status().is_server_error() => self.undelivered.add(game, &key, received),
            _ => self.undelivered.remove(game, &key),
        }
        result
    }

    pub async fn unwatch(&self, game: &str, connection: u64) {
        let handle = self.actors().get(game).cloned();
        if let Some(handle) = handle {
            // An actor that has gone has no watchers.
            let _ = handle.mailbox.send(GameMessage::Unwatch { connection: ConnectionId::here(connection) }).await;
        }
    }

    /// Refreshes these players' names in all open games, in the background.
    pub fn refresh_players(&self, players: Vec<String>) {
        self.context.announcer.announce(|| LinkMessage::PlayersChanged { players: players.clone() });
        self.refresh_players_here(players);
    }

    /// Refreshes these players' names in the games of this node.
    pub fn refresh_players_here(&self, players: Vec<String>) {
        let message = || GameMessage::RefreshPlayers { players: players.clone() };
        let is_full = |handle: &&GameHandle| matches!(handle.mailbox.try_send(message()), Err(TrySendError::Full(_)));
        let busy: Vec<GameHandle> = self.actors().values().filter(is_full).cloned().collect();
        self.context.spawn(async move {
            for handle in busy {
                // An actor that has gone looks its players up when it is loaded.
                let _ = handle.mailbox.send(GameMessage::RefreshPlayers { players: players.clone() }).await;
            }
        });
    }

    /// Resigns or cancels all unfinished games of a player, so that no opponent waits for them. Returns how many it
    /// has ended, or an error if some have to be tried again.
    pub async fn end_unfinished(&self, player: &Player) -> Result<usize, ApiError> {
        let (mut ended, mut failure) = (0, None);
        for (phase, command) in [(Phase::Waiting, Command::Withdraw), (Phase::Running, Command::Resign)] {
            let unfinished = GameQuery {
                player: Some(player.id.clone()),
                phase: Some(phase),
                limit: MAX_ENDED_GAMES,
                ..GameQuery::default()
            };
            for GameRow { summary, .. } in self.stored_games(&unfinished).await? {
                match self.command(&summary.id, &Caller::from(player), &secret::id(), &command, Instant::now()).await {
                    Ok(_) => ended += 1,
                    Err(error) if error.status().is_server_error() => failure = Some(error),
                    // It has just ended by itself.
                    Err(_) => {}
                }
            }
        }
        failure.map_or(Ok(ended), Err)
    }

    pub(super) async fn check_game_limits(&self, player: &str, with_computer: bool) -> Result<(), ApiError> {
        self.context.check_game_limits(player, with_computer).await
    }

    /// Rejects a player who has too many open games that wait for an opponent, or whose address has. While the turn is
    /// held, nobody else at the address creates one.
    pub(super) async fn seek_turn(&self, player: &str) -> Result<StoreLock, ApiError> {
        let GameContext { store, settings, seek_creators, .. } = &*self.context;
        seek_creators.turn(&**store, player, settings.seeks).await
    }

    /// Waits until no other game of this player is being created, so that no limit is exceeded at the same time.
    pub(super) async fn creation_turn(&self, player: &str) -> Result<StoreLock, ApiError> {
        Ok(self.context.store.lock(&format!("create {player}")).await?)
    }

    /// The game that a player created or joined with this command. Rejects a command with other content.
    pub(super) async fn find_entered(&self, key: &CommandKey) -> Result<Option<String>, ApiError> {
        let Some((game, digest)) = self.context.store.find_entered(&key.player, &key.id).await? else {
            return Ok(None);
        };
        check_same_content(digest, key.digest)?;
        Ok(Some(game))
    }

    pub(super) async fn stored_games(&self, query: &GameQuery) -> Result<Vec<GameRow>, ApiError> {
        Ok(self.context.store.games(query).await?)
    }

    /// Waits until no other player is being paired.
    pub(super) async fn pairing_turn(&self) -> Result<StoreLock, ApiError> {
        Ok(self.context.store.lock("pair").await?)
    }

    /// Whether the creator of a waiting game is connected to it.
    pub(super) fn has_connected_creator(&self, game: &str) -> bool {
        self.context.lobby.is_live_seek(game)
    }

    pub(super) fn wall_ms(&self) -> u64 {
        self.context.clock.wall_ms()
    }

    /// What lists show of a game, as a player sees it.
    pub async fn summary(&self, game: &str, player: &str) -> Result<SummaryView, ApiError> {
        Ok(self.snapshot(game, Some(player), u32::MAX).await?.summary)
    }

    /// Stores the first events of a game, which a command led to, and runs its actor. Returns the game's id.
    pub(super) async fn insert(&self, events: Vec<Event>, command: Option<CommandKey>) -> Result<String, ApiError> {
        let id = secret::id();
        let wall = self.context.clock.hold_wall().await;
        let mut entries = number_events(events, 0, self.context.clock.wall_ms(), None);
        if let Some(first) = entries.first_mut() {
            first.command = command.clone();
        }
        let (actor, handle) = GameActor::replay(self.context.clone(), &id, entries, NEW_GAME_FENCE, None).await?;
        let batch = actor.whole_log();
        tracing::info!(game = %GameTag(&id), kind = batch.summary.game, pace = %batch.summary.time_control, "created a game");
        match (self.context.store.append(&[batch]).await, &command) {
            // The same request has arrived twice at once, and the other one was faster.
            (Err(error @ StoreError::Conflict(Conflict::Event)), Some(key)) => {
                return self.find_entered(key).await?.ok_or_else(|| error.into());
            }
            (result, _) => result?,
        }
        drop(wall);
        self.context.lobby.refresh();
        self.actors().insert(id.clone(), handle);
        self.run(actor);
        Ok(id)
    }
}

fn watch_message(watcher: &Watcher, have: u32, first_received: Instant) -> impl Fn(oneshot::Sender<()>) -> GameMessage {
    move |reply| GameMessage::Watch { watcher: watcher.clone(), have, first_received, reply }
}

/// Sends a message to an actor and waits for the reply. `None` if the actor has ended.
async fn ask_actor<T>(
    handle: &GameHandle,
    message: impl Fn(oneshot::Sender<T>) -> GameMessage,
) -> Result<Option<T>, ApiError> {
    let (reply, answer) = oneshot::channel();
    match handle.mailbox.send_timeout(message(reply), MAILBOX_TIMEOUT).await {
        Err(SendTimeoutError::Timeout(_)) => Err(error::TOO_BUSY.into()),
        Err(SendTimeoutError::Closed(_)) => Ok(None),
        Ok(()) => Ok(answer.await.ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::bus::LocalBus;
    use crate::store::memory::Memory;
    use std::sync::atomic::AtomicU32;

    fn handle(is_remote: bool, fence: u64) -> (GameHandle, mpsc::Receiver<GameMessage>) {
        let (mailbox, messages) = mpsc::channel(1);
        let last_event = watch::channel(0).1;
        (GameHandle { mailbox, last_event, spectators: Arc::new(AtomicU32::new(0)), is_remote, fence }, messages)
    }

    fn games() -> Games {
        let bus = Arc::new(LocalBus::default());
        App::new(Arc::new(Memory::default()), bus, Settings::default(), Metrics::default()).games
    }

    #[tokio::test]
    async fn ends_actors_whose_claims_are_lost_and_nothing_that_followed_them() {
        let games = games();
        let (lost, mut to_lost) = handle(false, 3);
        games.actors().insert("game".into(), lost);
        games.end_lost("game", 3);
        assert!(games.running("game").is_none());
        assert!(matches!(to_lost.try_recv(), Ok(GameMessage::NodeChange(NodeChange::TakenOver))));
        for (is_remote, fence) in [(true, 0), (false, 5)] {
            let (next, mut to_next) = handle(is_remote, fence);
            games.actors().insert("game".into(), next);
            games.end_lost("game", 3);
            assert!(games.running("game").is_some(), "remote: {is_remote}");
            assert!(to_next.try_recv().is_err());
        }
    }

    #[tokio::test]
    async fn a_game_that_is_not_followed_any_more_removes_only_itself() {
        let games = games();
        let [(first, to_first), (second, to_second)] = [handle(true, 0), handle(true, 0)];
        let (old, current) = (first.mailbox.downgrade(), second.mailbox.downgrade());
        games.actors().insert("game".into(), second);
        games.remove_remote("game", &old, to_first);
        assert!(games.running("game").is_some());
        games.remove_remote("game", &current, to_second);
        assert!(games.running("game").is_none());
    }
}
