//! Serves the page and connects people, until it is told to end.

use crate::api::{self, App};
use crate::hall::Hall;
use crate::limits::Limits;
use crate::page;
use crate::settings::Settings;
use crate::store::Sqlite;
use axum::serve::ListenerExt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How long requests that are being answered may take when the server ends.
const LAST: Duration = Duration::from_secs(5);
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
    let app = Arc::new(App { hall: hall.clone(), limits, closing: closing.clone() });
    let tidied = app.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(TIDY).await;
            tidied.limits.tidy();
        }
    });
    let router = api::router(&app).fallback(page::answer);
    let address = listener.local_addr()?;
    tracing::info!(%address, data = %data.display(), "serving");
    hall.begin(desks);
    ready(address);
    let ended = async move {
        end.await;
        // Everybody who is connected hears that they should come back.
        let _ = close.send(true);
    };
    let at_once = |stream: &mut TcpStream| {
        // Small messages are sent as they come. Where that cannot be had, they come a little later.
        let _ = stream.set_nodelay(true);
    };
    let served = axum::serve(listener.tap_io(at_once), router.into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(ended)
        .into_future();
    let mut closing = closing;
    let too_long = async move {
        if closing.wait_for(|closing| *closing).await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(LAST).await;
    };
    tokio::select! {
        result = served => result?,
        () = too_long => {}
    }
    hall.close().await.map_err(io::Error::other)?;
    tracing::info!("ended");
    Ok(())
}
