//! The application: the parts of the server and how they are started and stopped.

use crate::closed_accounts::ClosedAccounts;
use crate::game::{EnginePool, GameContext, Games, LoadedGames};
use crate::guest_address::GuestAddresses;
use crate::identity::Identities;
use crate::limits::Limits;
use crate::lobby::LobbyFeed;
use crate::log::log_throttled;
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::store::{Store, StoreResult};
use crate::tasks::Tasks;
use crate::time::Clock;
use axum::extract::FromRef;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How often the server stores that it is running.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
/// How often the server checks that its store is still the one that it opened.
const STORE_CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// By how much the deadlines of correspondence games are moved at least.
const MIN_DEADLINE_SHIFT_MS: i64 = 1000;
/// How often idle addresses are removed.
const LIMITS_CLEANUP_INTERVAL: Duration = Duration::from_secs(60);
/// How many downloads may read from the store at once. Its other readers stay free for everybody else.
const MAX_READING_DOWNLOADS: usize = 2;

/// The parts of the server. Handlers take the parts that they need with `State`.
#[derive(Clone)]
pub struct App {
    pub store: Arc<dyn Store>,
    pub settings: Arc<Settings>,
    pub metrics: Arc<Metrics>,
    pub limits: Arc<Limits>,
    pub clock: Arc<Clock>,
    pub games: Games,
    pub lobby: LobbyFeed,
    pub identities: Identities,
    pub guests: Arc<GuestAddresses>,
    pub downloads: Downloads,
    pub shutdown: Shutdown,
    /// Counts open WebSockets, so that shutdown can wait for them.
    pub sockets: TaskTracker,
    tasks: Tasks,
}

/// Bounds how many downloads of many records read from the store at once.
#[derive(Clone)]
pub struct Downloads(pub Arc<Semaphore>);

/// Cancelled when the server begins to shut down.
#[derive(Clone)]
pub struct Shutdown(pub CancellationToken);

macro_rules! parts {
    ($($part:ident: $type:ty;)*) => {
        $(impl FromRef<App> for $type {
            fn from_ref(app: &App) -> $type {
                app.$part.clone()
            }
        })*
    };
}

parts! {
    store: Arc<dyn Store>;
    settings: Arc<Settings>;
    metrics: Arc<Metrics>;
    limits: Arc<Limits>;
    clock: Arc<Clock>;
    games: Games;
    lobby: LobbyFeed;
    identities: Identities;
    guests: Arc<GuestAddresses>;
    downloads: Downloads;
    shutdown: Shutdown;
}

impl App {
    pub fn new(store: Arc<dyn Store>, settings: Settings, mut metrics: Metrics) -> App {
        metrics.add_store(store.clone());
        let (settings, metrics, clock) = (Arc::new(settings), Arc::new(metrics), Arc::new(Clock::start()));
        let guests = Arc::<GuestAddresses>::default();
        let lobby = LobbyFeed::new(store.clone(), guests.clone());
        let tasks = Tasks::default();
        let games = Games::new(GameContext {
            store: store.clone(),
            settings: settings.clone(),
            metrics: metrics.clone(),
            clock: clock.clone(),
            lobby: lobby.clone(),
            engines: EnginePool::new(settings.max_searches(), guests.clone(), &metrics),
            tasks: tasks.clone(),
        });
        App {
            identities: Identities::new(store.clone()),
            limits: Limits::new(&settings).into(),
            guests,
            downloads: Downloads(Semaphore::new(MAX_READING_DOWNLOADS).into()),
            shutdown: Shutdown(CancellationToken::new()),
            sockets: TaskTracker::new(),
            store,
            settings,
            metrics,
            clock,
            games,
            lobby,
            tasks,
        }
    }

    /// Starts the loaded games and the background tasks, now that clients can reach the server.
    pub fn start(&self, loaded: LoadedGames) {
        self.clock.mark_reachable();
        let mut stored_offset = self.clock.system_offset_ms();
        let (clock, health) = (self.clock.clone(), self.store.health());
        self.tasks.spawn(async move { clock.run(health).await });
        self.games.start(loaded);
        self.tasks.spawn(self.lobby.clone().run());
        self.tasks.spawn(self.games.clone().watch_deadlines());
        let (store, clock) = (self.store.clone(), self.clock.clone());
        self.tasks.spawn(async move {
            loop {
                // Deadlines in wall time follow served time: they move with what nobody is charged for.
                let has_moved = (clock.system_offset_ms() - stored_offset).abs() >= MIN_DEADLINE_SHIFT_MS;
                let stored = if has_moved {
                    let step = clock.begin_step().await;
                    let stored = store.set_uptime(step.uptime, step.offset_ms - stored_offset).await;
                    stored.map(|()| stored_offset = step.follow())
                } else {
                    store.set_uptime(clock.uptime(), 0).await
                };
                if let Err(error) = stored {
                    log_throttled!(error, %error, "cannot store the uptime");
                }
                tokio::time::sleep(HEARTBEAT_INTERVAL).await;
            }
        });
        let store = self.store.clone();
        self.tasks.spawn(async move {
            loop {
                tokio::time::sleep(STORE_CHECK_INTERVAL).await;
                if let Err(error) = store.check().await {
                    log_throttled!(error, %error, "the store failed a check");
                }
            }
        });
        let closed_accounts = ClosedAccounts::new(self.store.clone(), self.identities.clone(), self.games.clone());
        self.tasks.spawn(closed_accounts.run());
        let limits = self.limits.clone();
        self.tasks.spawn(async move {
            loop {
                tokio::time::sleep(LIMITS_CLEANUP_INTERVAL).await;
                limits.remove_idle_addresses();
            }
        });
    }

    /// Tells all clients to disconnect. From now on nobody runs out of time.
    pub fn begin_shutdown(&self) {
        self.clock.mark_closing();
        self.shutdown.0.cancel();
    }

    /// Stops all games and tasks, stores until when the server was reachable, and closes the store.
    pub async fn shut_down(&self) -> StoreResult<()> {
        self.tasks.shut_down().await;
        self.store.set_uptime(self.clock.uptime(), 0).await?;
        self.store.close().await
    }
}
