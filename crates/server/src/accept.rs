//! Takes connections, and answers what is asked through them.

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio_io_timeout::TimeoutStream;
use tower_service::Service;

/// How long it waits when no connection can be taken, mostly since too many are open.
const AGAIN: Duration = Duration::from_millis(500);

/// Takes connections until the server is about to end, and then waits for what is being answered. A client may take `patience` to
/// say what it wants, also from one request to the next, and to take any of what it is told; else it is let go. `hold` says whether
/// one of an address may be held, and counts it until it is dropped.
pub async fn accept<H: Send + 'static>(
    listener: TcpListener,
    router: Router,
    patience: Duration,
    hold: impl Fn(IpAddr) -> Option<H>,
    mut closing: watch::Receiver<bool>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    // Nothing is sent here: it is closed when the last connection has gone.
    let (open, mut gone) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closes(&mut closing) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "no connection can be taken");
                tokio::time::sleep(AGAIN).await;
                continue;
            }
        };
        let Some(held) = hold(peer.ip()) else { continue };
        // Small messages are sent as they come. Where that cannot be had, they come a little later.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().call(request.map(Body::new))
        });
        let mut stream = Box::pin(TimeoutStream::new(stream));
        stream.as_mut().set_write_timeout_pinned(Some(patience));
        let connection = http.serve_connection(TokioIo::new(stream), answer).with_upgrades();
        let (open, mut closing) = (open.clone(), closing.clone());
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let served = tokio::select! {
                served = &mut connection => served,
                () = closes(&mut closing) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = served {
                tracing::debug!(%peer, %error, "a connection broke");
            }
            drop((open, held));
        });
    }
    drop(open);
    gone.recv().await;
}

/// Waits until the server is about to end.
pub async fn closes(closing: &mut watch::Receiver<bool>) {
    // A server that is gone is as good as one that closes.
    let _ = closing.wait_for(|closing| *closing).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use std::net::SocketAddr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::time::timeout;

    const LONG: Duration = Duration::from_secs(20);

    async fn serving(patience: Duration) -> (SocketAddr, watch::Sender<bool>, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let slow = || async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            "done"
        };
        let router = Router::new().route("/", get(slow)).route("/much", get(|| async { vec![0u8; 50_000_000] }));
        let (close, closing) = watch::channel(false);
        (address, close, tokio::spawn(accept(listener, router, patience, |_| Some(()), closing)))
    }

    #[tokio::test]
    async fn a_client_that_never_says_what_it_wants_is_let_go() {
        let (address, _close, _) = serving(Duration::from_millis(200)).await;
        for said in ["", "GET / HTTP/1.1\r\nhost: here\r\nx: "] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(said.as_bytes()).await.unwrap();
            let mut heard = Vec::new();
            // Whether it is told why or not, it ends.
            let _ = timeout(LONG, stream.read_to_end(&mut heard)).await.expect("it was closed");
        }
    }

    #[tokio::test]
    async fn a_client_that_takes_nothing_is_let_go() {
        let (address, close, served) = serving(Duration::from_millis(200)).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /much HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        close.send(true).unwrap();
        timeout(LONG, served).await.expect("it is not waited for").unwrap();
    }

    #[tokio::test]
    async fn what_is_being_answered_is_answered_to_the_end() {
        let (address, close, served) = serving(LONG).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        close.send(true).unwrap();
        let mut heard = String::new();
        timeout(LONG, stream.read_to_string(&mut heard)).await.expect("it was closed").unwrap();
        assert!(heard.ends_with("done"), "{heard}");
        timeout(LONG, served).await.expect("it ended").unwrap();
        assert!(TcpStream::connect(address).await.is_err());
    }
}
