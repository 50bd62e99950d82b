//! Runs the server until it is told to stop.

use crate::app::App;
use crate::http::{self, listen};
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::store::Sqlite;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::timeout;

/// How long clients may take to disconnect when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a client may take to send a request or to read a response.
const IO_TIMEOUT: Duration = Duration::from_secs(30);

/// Serves until `stop` is ready. Calls `ready` with the address once clients can connect.
pub async fn serve(
    addresses: &[SocketAddr],
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listener = TcpListener::bind(addresses).await?;
    let metrics = Metrics::default();
    let store = Sqlite::open(&settings.data, metrics.waiting_writes.clone()).await.map_err(io::Error::other)?;
    let data = settings.data.clone();
    let app = App::new(Arc::new(store), settings, metrics);
    let loaded = app.games.load().await.map_err(io::Error::other)?;
    let address = listener.local_addr()?;
    tracing::info!(%address, data = %data.display(), "serving");
    app.start(loaded);
    ready(address);
    let limits = app.limits.clone();
    let acquire = move |peer| limits.acquire_stream(peer);
    let served = tokio::spawn(listen(listener, http::router(&app), IO_TIMEOUT, acquire, app.shutdown.clone()));
    stop.await;
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
    app.shut_down().await.map_err(io::Error::other)?;
    tracing::info!("stopped");
    Ok(())
}
