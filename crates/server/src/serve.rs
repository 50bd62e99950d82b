//! Serves the page and connects people, until it is told to end.

use crate::accept::accept;
use crate::api::{self, App, DOWNLOADS};
use crate::assets;
use crate::hall::Hall;
use crate::limits::Limits;
use crate::settings::Settings;
use crate::store::Sqlite;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

/// How long what is being answered and sent may take when the server ends.
const LAST: Duration = Duration::from_secs(5);
/// How long a client may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often it is looked whether all have gone.
const LOOK: Duration = Duration::from_millis(10);
/// How often addresses that have been quiet are forgotten.
const TIDY: Duration = Duration::from_secs(60);

/// Serves until `end` comes to its end. `ready` hears at which address the page can be found.
pub async fn serve(
    addresses: &[SocketAddr],
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listener = TcpListener::bind(addresses).await?;
    let store = Sqlite::open(&settings.data).await.map_err(io::Error::other)?;
    let limits = Limits::new(&settings);
    let data = settings.data.clone();
    let (hall, desks) = Hall::open(Arc::new(store), settings).await.map_err(io::Error::other)?;
    let (close, closing) = watch::channel(false);
    let app = Arc::new(App {
        hall: hall.clone(),
        limits,
        downloads: Semaphore::new(DOWNLOADS).into(),
        closing: closing.clone(),
    });
    let tidied = app.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(TIDY).await;
            tidied.limits.tidy();
        }
    });
    let router = api::router(&app).fallback(assets::serve);
    let address = listener.local_addr()?;
    tracing::info!(%address, data = %data.display(), "serving");
    hall.begin(desks);
    ready(address);
    let held = app.clone();
    let served = tokio::spawn(accept(listener, router, PATIENCE, move |peer| held.limits.stream(peer), closing));
    end.await;
    hall.begin_to_close();
    // Everybody who is connected hears that they should come back.
    close.send_replace(true);
    let all_gone = async {
        let _ = served.await;
        while app.limits.open_sockets() > 0 {
            tokio::time::sleep(LOOK).await;
        }
    };
    if timeout(LAST, all_gone).await.is_err() {
        tracing::warn!("some took too long, and were not waited for");
    }
    hall.close().await.map_err(io::Error::other)?;
    tracing::info!("ended");
    Ok(())
}
