//! The application: the parts of the server and how they are started and stopped.

use crate::bus::Bus;
use crate::closed_accounts::ClosedAccounts;
use crate::cluster::{Announcer, Cluster, ClusterParts, Lease};
use crate::game::{
    EnginePool, GameContext, Games, InterruptedTurns, LoadedGames, RemoteEngines, Reviews, SeekCreators,
};
use crate::identity::Identities;
use crate::limits::Limits;
use crate::lobby::LobbyFeed;
use crate::log::log_throttled;
use crate::metrics::Metrics;
use crate::player_address::PlayerAddresses;
use crate::serve::ServeError;
use crate::settings::Settings;
use crate::store::{Store, StoreResult};
use crate::tasks::Tasks;
use crate::time::Clock;
use axum::extract::FromRef;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Instant;
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
    pub bus: Arc<dyn Bus>,
    pub settings: Arc<Settings>,
    pub metrics: Arc<Metrics>,
    pub limits: Arc<Limits>,
    pub clock: Arc<Clock>,
    pub games: Games,
    pub reviews: Reviews,
    pub lobby: LobbyFeed,
    pub identities: Identities,
    pub downloads: Downloads,
    pub shutdown: Shutdown,
    /// Counts open WebSockets, so that shutdown can wait for them.
    pub sockets: TaskTracker,
    /// The other nodes, if the store is shared.
    cluster: Option<Cluster>,
    tasks: Tasks,
    /// The workers, if there is a bus.
    remote: Option<RemoteEngines>,
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
    bus: Arc<dyn Bus>;
    settings: Arc<Settings>;
    metrics: Arc<Metrics>;
    limits: Arc<Limits>;
    clock: Arc<Clock>;
    games: Games;
    reviews: Reviews;
    lobby: LobbyFeed;
    identities: Identities;
    downloads: Downloads;
    shutdown: Shutdown;
}

impl App {
    /// The bus connects nodes that share the store.
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>, settings: Settings, mut metrics: Metrics) -> App {
        let lease = store.node().map(|_| Arc::new(Lease::start()));
        metrics.add_store(store.clone());
        metrics.add_node(bus.clone(), lease.clone());
        let (settings, metrics, clock) = (Arc::new(settings), Arc::new(metrics), Arc::new(Clock::start()));
        let tasks = Tasks::default();
        let (cluster, announcer) = match (store.node(), lease) {
            (Some(node), Some(lease)) => {
                let (bus, store) = (bus.clone(), store.clone());
                let (cluster, announcer) =
                    Cluster::new(node.to_string(), bus, store, metrics.clone(), lease, tasks.clone());
                (Some(cluster), announcer)
            }
            _ => (None, Announcer::default()),
        };
        let addresses = Arc::new(PlayerAddresses::new(announcer.clone()));
        let lobby = LobbyFeed::new(store.clone(), addresses.clone(), announcer.clone());
        let remote = settings.bus.server().map(|_| RemoteEngines::new(&metrics));
        let engines = EnginePool::new(settings.max_searches(), addresses.clone(), &metrics, remote.clone());
        let context = GameContext {
            store: store.clone(),
            settings: settings.clone(),
            metrics: metrics.clone(),
            clock: clock.clone(),
            lobby: lobby.clone(),
            engines: engines.clone(),
            tasks: tasks.clone(),
            announcer: announcer.clone(),
            seek_creators: SeekCreators::new(addresses.clone()),
            interrupted_turns: InterruptedTurns::default(),
        };
        let games = Games::new(context, cluster.clone());
        App {
            identities: Identities::new(store.clone(), addresses, announcer.clone()),
            cluster,
            limits: Limits::new(&settings).into(),
            downloads: Downloads(Semaphore::new(MAX_READING_DOWNLOADS).into()),
            shutdown: Shutdown(CancellationToken::new()),
            sockets: TaskTracker::new(),
            reviews: Reviews::new(games.clone(), engines, tasks.clone(), announcer),
            remote,
            store,
            bus,
            settings,
            metrics,
            clock,
            games,
            lobby,
            tasks,
        }
    }

    /// Joins the other nodes, if there can be any, and loads the games that need an actor. They run from [`App::start`] on.
    pub async fn load(&self) -> Result<LoadedGames, ServeError> {
        if let Some(cluster) = &self.cluster {
            // Before the others can find this node in the store.
            cluster.subscribe().await?;
        }
        Ok(self.games.load().await?)
    }

    /// Starts the loaded games and the background tasks, now that clients can reach the server.
    pub fn start(&self, loaded: LoadedGames) {
        self.clock.mark_reachable();
        if let Some(cluster) = &self.cluster {
            cluster.start(ClusterParts {
                games: self.games.clone(),
                lobby: self.lobby.clone(),
                identities: self.identities.clone(),
                reviews: self.reviews.clone(),
            });
        }
        let mut stored_offset = self.clock.system_offset_ms();
        let (clock, health) = (self.clock.clone(), self.store.health());
        self.tasks.spawn(async move { clock.run(health).await });
        if let (Some(remote), Some(url)) = (&self.remote, self.settings.bus.server()) {
            self.tasks.spawn(remote.clone().run(url.to_string()));
        }
        self.games.start(loaded);
        self.tasks.spawn(self.lobby.clone().run());
        self.tasks.spawn(self.games.clone().watch_deadlines());
        let (store, clock, games, cluster) =
            (self.store.clone(), self.clock.clone(), self.games.clone(), self.cluster.clone());
        self.tasks.spawn(async move {
            loop {
                let sent = Instant::now();
                // Deadlines in wall time follow served time: they move with what nobody is charged for.
                let has_moved = (clock.system_offset_ms() - stored_offset).abs() >= MIN_DEADLINE_SHIFT_MS;
                let stored = if has_moved {
                    let step = clock.begin_step().await;
                    let stored = store.set_uptime(step.uptime, step.offset_ms - stored_offset).await;
                    stored.map(|()| stored_offset = step.follow())
                } else {
                    store.set_uptime(clock.uptime(), 0).await
                };
                let renewed = match stored {
                    Ok(()) => games.renew_lease(sent).await,
                    Err(error) => Err(error),
                };
                if let Err(error) = renewed {
                    log_throttled!(error, %error, "cannot store the uptime");
                    if cluster.as_ref().is_some_and(Cluster::is_cut_off) {
                        games.end_all();
                    }
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
        self.store.close().await?;
        if let Some(cluster) = &self.cluster {
            cluster.leave().await;
        }
        Ok(())
    }
}
