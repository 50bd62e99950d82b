//! Runs the server until a signal stops it.

use crate::app::App;
use crate::bus::{Bus, BusError, LocalBus, NatsBus};
use crate::http::{self, listen};
use crate::log::log_throttled;
use crate::metrics::{DropReason, Metrics};
use crate::secret;
use crate::settings::Settings;
use crate::store::{FolderLock, Postgres, Sqlite, Store, StoreError};
use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::timeout;

/// How long a server waits for another one to release the data folder, as in an update.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);
/// How long clients may take to disconnect when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a client may take to send a request or to read a response.
const IO_TIMEOUT: Duration = Duration::from_secs(30);

/// Why the server could not start, or stopped.
#[derive(Debug)]
pub enum ServeError {
    /// It cannot listen on the address.
    Address(io::Error),
    /// It cannot use its data.
    Store(StoreError),
    /// It cannot reach the other nodes.
    Bus(BusError),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Address(error) => error.fmt(f),
            ServeError::Store(error) => error.fmt(f),
            ServeError::Bus(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> ServeError {
        ServeError::Address(error)
    }
}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        ServeError::Store(error)
    }
}

impl From<BusError> for ServeError {
    fn from(error: BusError) -> ServeError {
        ServeError::Bus(error)
    }
}

/// Opens the store that the settings name, for a server that listens on an address.
async fn open_store(settings: &Settings, address: SocketAddr, metrics: &Metrics) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match settings.store.database() {
        None => Arc::new(Sqlite::open(&settings.data, metrics.waiting_writes.clone()).await?),
        Some(url) => Arc::new(Postgres::open(url, &secret::id(), &address.to_string()).await?),
    })
}

/// The bus to the other nodes. A server that shares its store with nobody needs none. One that can't reach the bus serves its own
/// games, and joins the others later.
async fn open_bus(settings: &Settings, node: Option<&str>) -> Result<Arc<dyn Bus>, BusError> {
    Ok(match (settings.bus.server(), node) {
        (None, _) | (_, None) => Arc::new(LocalBus::default()),
        (Some(url), Some(node)) => Arc::new(NatsBus::connect_or_retry(url, &format!("sanban {node}")).await?),
    })
}

/// Serves until `stop` is ready, or until the store can't be used any more. Calls `ready` with the address once clients
/// can connect.
pub async fn serve(
    addresses: &[SocketAddr],
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    // Before the address: in an update, the server that stops still has both. Several servers can share a database.
    let _lock = match settings.store.database() {
        None => Some(FolderLock::acquire(&settings.data, &settings.addr, LOCK_TIMEOUT).await?),
        Some(_) => None,
    };
    let listener = TcpListener::bind(addresses).await?;
    let address = listener.local_addr()?;
    let metrics = Metrics::default();
    let store = open_store(&settings, address, &metrics).await?;
    let health = store.health();
    let data = match store.node() {
        None => settings.data.display().to_string(),
        Some(_) => "PostgreSQL".into(),
    };
    let node = store.node().map(String::from);
    let bus = open_bus(&settings, node.as_deref()).await?;
    let app = App::new(store, bus, settings, metrics);
    let loaded = app.load().await?;
    tracing::info!(version = env!("CARGO_PKG_VERSION"), %address, data, node, "serving");
    app.start(loaded);
    ready(address);
    let limits = app.limits.clone();
    let metrics = app.metrics.clone();
    let acquire = move |peer| {
        let guard = limits.acquire_stream(peer);
        if guard.is_none() {
            metrics.count_drop(DropReason::TooMany);
            log_throttled!(warn, address = %peer, "rejected a connection, since there are too many");
        }
        guard
    };
    let served = tokio::spawn(listen(listener, http::router(&app), IO_TIMEOUT, acquire, app.shutdown.clone()));
    let failure = tokio::select! {
        () = stop => None,
        error = health.wait_fatal() => Some(error),
    };
    app.begin_shutdown();
    let disconnected = async {
        // It ends when all requests are answered.
        let _ = served.await;
        app.sockets.close();
        app.sockets.wait().await;
    };
    if timeout(SHUTDOWN_TIMEOUT, disconnected).await.is_err() {
        tracing::warn!("some connections did not close in time");
    }
    let stopped = app.shut_down().await;
    if let Some(error) = failure {
        return Err(error.into());
    }
    stopped?;
    tracing::info!("stopped");
    Ok(())
}
