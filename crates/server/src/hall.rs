//! All games that are being played or looked at, and the lobby.

use crate::computer::Computer;
use crate::desk::{Ask, Desk, DeskHandle, Look, first_chapter};
use crate::metrics::Metrics;
use crate::refusal::{self, Refused};
use crate::round::{Asker, Command, Event, Moment, Pace, Seated, Summary};
use crate::settings::Settings;
use crate::store::{Alive, Listed, Store, StoreError, Wanted};
use crate::{desk, secret};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc::error::{SendTimeoutError, TrySendError};
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::Instant;
use utoipa::ToSchema;

/// How many seeks and running games the lobby shows.
const SHOWN: u32 = 50;
/// How often it is noted that the server runs.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// How often the lobby is shown anew at most.
const LOBBY: Duration = Duration::from_millis(500);

/// How many changes may wait for a connection that has not heard of them.
const CHANGES: usize = 256;
/// How long it is waited for room at a desk.
const PATIENCE: Duration = Duration::from_secs(2);

/// The hall.
pub struct Hall {
    pub store: Arc<dyn Store>,
    pub settings: Settings,
    pub metrics: Metrics,
    pub computer: Computer,
    desks: Mutex<HashMap<String, DeskHandle>>,
    /// The waiting games whose creators are here.
    expected: Mutex<HashMap<String, Summary>>,
    lobby_changes: watch::Sender<u64>,
    lobby: watch::Sender<Arc<ShownLobby>>,
    /// Tells connections whose player has become somebody else.
    changes: broadcast::Sender<Changed>,
    begun: Instant,
    /// Since when it can be reached, in milliseconds since 1970.
    reached_since: AtomicU64,
    /// When the server was told to end, in milliseconds since 1970.
    closed_at: OnceLock<u64>,
    /// Everything that goes on by itself.
    tasks: Mutex<JoinSet<()>>,
}

/// Who looks for a game, and what is being played.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Lobby {
    pub seeks: Vec<Summary>,
    pub running: Vec<Summary>,
}

#[derive(Serialize)]
struct LobbyTold<'a> {
    r#type: &'a str,
    #[serde(flatten)]
    lobby: &'a Lobby,
}

/// The lobby, and the message that tells of it.
pub struct ShownLobby {
    pub lobby: Lobby,
    /// Written once, however many hear it.
    pub told: Arc<str>,
}

impl From<Lobby> for ShownLobby {
    fn from(lobby: Lobby) -> ShownLobby {
        let told = serde_json::to_string(&LobbyTold { r#type: "lobby", lobby: &lobby });
        ShownLobby { told: told.expect("it can be written as JSON").into(), lobby }
    }
}

/// For whom something has changed that a connection knows from its beginning.
#[derive(Clone, PartialEq, Debug)]
pub enum Changed {
    /// A player has become somebody else, or has an account now.
    Player(String),
    /// The secret of this digest is worth nothing any more.
    Secret([u8; 32]),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        tracing::error!(%error, "the store failed");
        refusal::STORE_FAILED.into()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is done under these locks can leave them half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    /// Opens the hall, with desks for the games in which time runs, the computer is to move or somebody was waiting at the board;
    /// they wait for [`Hall::begin`].
    pub async fn open(store: Arc<dyn Store>, settings: Settings) -> Result<(Arc<Hall>, Vec<Desk>), StoreError> {
        let hall = Arc::new(Hall {
            computer: Computer::new(settings.computers_at_a_time()),
            store,
            settings,
            metrics: Metrics::default(),
            desks: Mutex::default(),
            expected: Mutex::default(),
            lobby_changes: watch::Sender::new(0),
            lobby: watch::Sender::new(Arc::new(Lobby::default().into())),
            changes: broadcast::Sender::new(CHANGES),
            begun: Instant::now(),
            reached_since: AtomicU64::default(),
            closed_at: OnceLock::new(),
            tasks: Mutex::default(),
        });
        let last_alive = hall.store.last_alive().await?;
        let mut desks = Vec::new();
        let some = |state: &str| Wanted { state: Some(state.into()), limit: 500, ..Wanted::default() };
        // Of those that wait, those that are called off if nobody comes back for them.
        for mut wanted in [some("running"), Wanted { live: Some(true), listed: true, ..some("waiting") }] {
            loop {
                let listed = hall.store.games(&wanted).await?;
                for Listed { summary, .. } in &listed {
                    let computer = summary.seats.iter().flatten().any(|seated| seated.computer.is_some());
                    if !summary.pace.is_empty() || computer {
                        desks.extend(hall.go_on(&summary.id, last_alive).await);
                    }
                }
                let Some(last) = listed.last() else { break };
                wanted.after = Some((last.summary.changed, last.summary.id.clone()));
            }
        }
        Ok((hall, desks))
    }

    /// Lets everything go on, now that everybody can come back: from now on time is charged again.
    pub fn begin(self: &Arc<Self>, desks: Vec<Desk>) {
        self.reached_since.store(self.now().wall, Ordering::Relaxed);
        for desk in desks {
            self.spawn(desk.run());
        }
        self.spawn(self.clone().beat());
        self.spawn(self.clone().show_lobby());
    }

    /// Lets something go on by itself until the hall is closed.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        let mut tasks = locked(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task)
    }

    /// From now on nobody's time runs out: it may be that not everybody can be heard any more.
    pub fn begin_to_close(&self) {
        self.closed_at.get_or_init(|| self.now().wall);
    }

    /// Whether the server was told to end.
    pub fn is_closing(&self) -> bool {
        self.closed_at.get().is_some()
    }

    /// Lets nothing go on any more: what is not written down has not happened.
    pub async fn close(&self) -> Result<(), StoreError> {
        let mut tasks = std::mem::take(&mut *locked(&self.tasks));
        tasks.shutdown().await;
        locked(&self.desks).clear();
        self.mark_alive().await
    }

    /// Notes that the server runs.
    pub async fn mark_alive(&self) -> Result<(), StoreError> {
        let since = self.reached_since.load(Ordering::Relaxed);
        let until = self.closed_at.get().copied().unwrap_or_else(|| self.now().wall);
        self.store.mark_alive(Alive { since, until }).await
    }

    /// Makes a desk for a game that was being played when the server went.
    async fn go_on(self: &Arc<Self>, id: &str, last_alive: Option<Alive>) -> Option<Desk> {
        let made = async { Desk::new(self.clone(), id, self.store.log(id).await?).await };
        match made.await {
            Ok((mut desk, handle)) => {
                if let Some(alive) = last_alive {
                    desk.interrupted(alive).await;
                }
                locked(&self.desks).insert(id.to_string(), handle);
                Some(desk)
            }
            Err(refused) => {
                // One that cannot be read does not hold up the others.
                tracing::error!(game = id, code = refused.code(), "a game cannot go on");
                None
            }
        }
    }

    /// Notes all the time that the server runs, so that nobody is charged for time in which it does not.
    async fn beat(self: Arc<Self>) {
        loop {
            self.metrics.waiting.set(self.store.waiting() as i64);
            if let Err(error) = self.mark_alive().await {
                tracing::error!(%error, "cannot note that the server runs");
            }
            tokio::time::sleep(HEARTBEAT).await;
        }
    }

    async fn show_lobby(self: Arc<Self>) {
        let mut changes = self.lobby_changes.subscribe();
        loop {
            match self.look_at_lobby().await {
                Ok(lobby) => {
                    self.lobby.send_replace(Arc::new(lobby.into()));
                }
                Err(refused) => {
                    tracing::error!(code = refused.code(), "cannot show the lobby");
                    // It is tried again.
                    self.lobby_has_changed();
                }
            }
            tokio::time::sleep(LOBBY).await;
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    async fn look_at_lobby(&self) -> Result<Lobby, Refused> {
        let listed =
            |state: &str| Wanted { state: Some(state.into()), listed: true, limit: SHOWN, ..Wanted::default() };
        let (waiting, running) = (Wanted { live: Some(false), ..listed("waiting") }, listed("running"));
        // Whoever wants to play at once has to be here.
        let is_live = |summary: &&Summary| summary.open && Pace::parse(&summary.pace).is_some_and(Pace::is_live);
        let mut seeks: Vec<Summary> = locked(&self.expected).values().filter(is_live).cloned().collect();
        seeks.extend(self.store.games(&waiting).await?.into_iter().map(|listed| listed.summary));
        seeks.sort_by_key(|summary| std::cmp::Reverse(summary.changed));
        seeks.truncate(SHOWN as usize);
        let running = self.store.games(&running).await?.into_iter().map(|listed| listed.summary).collect();
        Ok(Lobby { seeks, running })
    }

    /// The lobby, and what it will be.
    pub fn lobby(&self) -> watch::Receiver<Arc<ShownLobby>> {
        self.lobby.subscribe()
    }

    /// Hears for whom something has changed.
    pub fn changes(&self) -> broadcast::Receiver<Changed> {
        self.changes.subscribe()
    }

    /// Tells connections that something has changed for them.
    pub fn has_changed(&self, changed: Changed) {
        // Nobody may be connected.
        let _ = self.changes.send(changed);
    }

    /// Something that the lobby shows is different.
    pub fn lobby_has_changed(&self) {
        self.lobby_changes.send_modify(|changes| *changes += 1);
    }

    /// Notes whether the creator of a waiting game is here, and what the game is.
    pub fn note_presence(&self, id: &str, here: Option<Summary>) {
        let mut expected = locked(&self.expected);
        let changed = match here {
            Some(summary) => expected.insert(id.to_string(), summary).is_none(),
            None => expected.remove(id).is_some(),
        };
        drop(expected);
        if changed {
            self.lobby_has_changed();
        }
    }

    /// What time it is.
    pub fn now(&self) -> Moment {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
        Moment { wall, ticks: self.begun.elapsed().as_millis() as u64 }
    }

    /// The moment of so many ticks.
    pub fn instant(&self, ticks: u64) -> Instant {
        self.begun + Duration::from_millis(ticks)
    }

    /// The desk of a game.
    async fn desk(self: &Arc<Self>, id: &str) -> Result<DeskHandle, Refused> {
        // A desk that has failed is made anew.
        let working = |handle: &&DeskHandle| !handle.asks.is_closed();
        if let Some(handle) = locked(&self.desks).get(id).filter(working) {
            return Ok(handle.clone());
        }
        let entries = self.store.log(id).await?;
        let (desk, handle) = Desk::new(self.clone(), id, entries).await?;
        let mut desks = locked(&self.desks);
        // Somebody else may have been faster.
        if let Some(handle) = desks.get(id).filter(working) {
            return Ok(handle.clone());
        }
        desks.insert(id.to_string(), handle.clone());
        drop(desks);
        self.spawn(desk.run());
        Ok(handle)
    }

    /// A desk has nothing more to do. What is still asked of it is asked again by whoever waits for the answer.
    pub fn put_away(&self, id: &str, asks: &mut mpsc::Receiver<Ask>) {
        let mut desks = locked(&self.desks);
        desks.remove(id);
        asks.close();
    }

    /// Asks the desk of a game something, once more if it was just being put away.
    async fn ask<T>(self: &Arc<Self>, id: &str, ask: impl Fn(oneshot::Sender<T>) -> Ask) -> Result<T, Refused> {
        for _ in 0..3 {
            let handle = self.desk(id).await?;
            let (sender, answer) = oneshot::channel();
            match handle.asks.send_timeout(ask(sender), PATIENCE).await {
                Err(SendTimeoutError::Timeout(_)) => return Err(refusal::TOO_BUSY.into()),
                Err(SendTimeoutError::Closed(_)) => {}
                Ok(()) => {
                    if let Ok(answer) = answer.await {
                        return Ok(answer);
                    }
                }
            }
        }
        Err(refusal::TOO_BUSY.into())
    }

    /// Carries out a command.
    pub async fn command(
        self: &Arc<Self>,
        game: &str,
        asker: &Asker,
        id: &str,
        command: &Command,
    ) -> Result<u32, Refused> {
        let (begun, came) = (Instant::now(), self.now().ticks);
        let result = self
            .ask(game, |answer| Ask::Command {
                asker: asker.clone(),
                id: id.to_string(),
                command: command.clone(),
                came,
                answer,
            })
            .await?;
        match &result {
            Ok(_) => self.metrics.written.observe(begun.elapsed().as_secs_f64()),
            Err(_) => {
                self.metrics.refused.inc();
            }
        }
        result
    }

    /// How a game stands, and what has happened after a number.
    pub async fn look(self: &Arc<Self>, game: &str, player: Option<&str>, after: u32) -> Result<Look, Refused> {
        self.ask(game, |answer| Ask::Look { player: player.map(String::from), after, answer }).await
    }

    /// The record of a game.
    pub async fn record(self: &Arc<Self>, game: &str) -> Result<String, Refused> {
        self.ask(game, |answer| Ask::Record { answer }).await
    }

    /// The number of the last event of a game, and what it will be.
    pub async fn number(self: &Arc<Self>, game: &str) -> Result<watch::Receiver<u32>, Refused> {
        Ok(self.desk(game).await?.number)
    }

    /// Tells a connection everything about a game.
    pub async fn watch(
        self: &Arc<Self>,
        game: &str,
        outbox: &crate::outbox::Outbox,
        player: Option<&str>,
        have: u32,
    ) -> Result<(), Refused> {
        self.ask(game, |answer| Ask::Watch { outbox: outbox.clone(), player: player.map(String::from), have, answer })
            .await
    }

    /// Tells it no more.
    pub async fn unwatch(&self, game: &str, connection: u64) {
        let handle = locked(&self.desks).get(game).cloned();
        if let Some(handle) = handle {
            // A desk that is gone tells nobody anything.
            let _ = handle.asks.send(Ask::Unwatch { connection }).await;
        }
    }

    /// Lets desks look anew who plays, and connections come again: somebody has become somebody else. It goes on also if whoever
    /// asked for it has gone.
    pub fn renew(self: &Arc<Self>, before: &str, now: &str) {
        self.has_changed(Changed::Player(before.to_string()));
        let players = vec![before.to_string(), now.to_string()];
        let ask = || Ask::Renew { players: players.clone() };
        // A desk that is gone will look when it is back; one that is busy hears of it later.
        let is_busy = |handle: &&DeskHandle| matches!(handle.asks.try_send(ask()), Err(TrySendError::Full(_)));
        let busy: Vec<DeskHandle> = locked(&self.desks).values().filter(is_busy).cloned().collect();
        self.spawn(async move {
            for handle in busy {
                let _ = handle.asks.send(Ask::Renew { players: players.clone() }).await;
            }
        });
    }

    /// Refuses a player who has too many unfinished games.
    pub async fn refuse_too_many_games(&self, player: &str, computer: bool) -> Result<(), Refused> {
        let (games, computers) = self.store.unfinished(player).await?;
        if games >= self.settings.games {
            return Err(refusal::TOO_MANY_GAMES.with(&[&self.settings.games]).into());
        }
        if computer && computers >= self.settings.computer_games {
            return Err(refusal::TOO_MANY_COMPUTERS.with(&[&self.settings.computer_games]).into());
        }
        Ok(())
    }

    /// The game that a player has set up under a name of their own.
    pub async fn set_up_by(&self, player: &str, command: &str) -> Result<Option<String>, Refused> {
        Ok(self.store.set_up_by(player, &set_up(command)).await?)
    }

    /// Begins a game, or to wait for somebody who will play it. The command's name is the player's own for it.
    pub async fn create(
        self: &Arc<Self>,
        events: Vec<Event>,
        seats: [Option<Seated>; 2],
        player: &str,
        command: Option<String>,
    ) -> Result<Summary, Refused> {
        let id = secret::id();
        let command = command.map(|command| (player.to_string(), set_up(&command)));
        let chapter = first_chapter(&id, events, seats, self.now().wall, command)?;
        tracing::info!(game = id, kind = chapter.summary.game, pace = chapter.summary.pace, "a game is set up");
        self.store.append(vec![chapter]).await?;
        self.lobby_has_changed();
        // The desk lets the computer begin, if it does.
        let desk::Look { summary, .. } = self.look(&id, Some(player), 0).await?;
        Ok(summary)
    }
}

/// What the command that sets a game up is called in its log: commands in the game may have the same names.
fn set_up(command: &str) -> String {
    format!("set up {command}")
}
