//! Accepts connections and serves requests on them.
//!
//! Not hyper-util's `GracefulShutdown`: it takes connections that can become WebSockets only together with HTTP/2.

use super::read_pace::{PacedStream, ReadPace};
use crate::app::Shutdown;
use crate::log::log_throttled;
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
use tokio_io_timeout::TimeoutStream;
use tokio_util::task::TaskTracker;
use tower_service::Service;

/// How long to wait when no connection can be accepted, mostly because too many are open.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How much a connection buffers in each direction, in bytes. The headers of a request must fit.
const MAX_BUFFER_SIZE: usize = 32 * 1024;

/// Accepts connections until the server shuts down, and then waits for the requests that are being answered. Drops a
/// client that takes longer than `io_timeout` to send a request or to read a response. `acquire` counts a connection of
/// an address until its guard is dropped, or rejects it.
pub async fn listen<G: Send + 'static>(
    listener: TcpListener,
    router: Router,
    io_timeout: Duration,
    acquire: impl Fn(IpAddr) -> Option<G>,
    Shutdown(shutdown): Shutdown,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(io_timeout).max_buf_size(MAX_BUFFER_SIZE);
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                log_throttled!(warn, %error, "cannot accept a connection");
                tokio::time::sleep(RETRY_DELAY).await;
                continue;
            }
        };
        let Some(guard) = acquire(peer.ip()) else { continue };
        // Without it, small messages are only a little later.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let pace = ReadPace::default();
        let mut stream = Box::pin(TimeoutStream::new(PacedStream::new(stream, pace.clone())));
        stream.as_mut().set_write_timeout_pinned(Some(io_timeout));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(pace.clone());
            router.clone().call(request.map(Body::new))
        });
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let shutdown = shutdown.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            let served = tokio::select! {
                served = &mut connection => served,
                () = shutdown.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = served {
                tracing::debug!(%peer, %error, "a connection broke");
            }
            drop(guard);
        });
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use std::net::SocketAddr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::time::timeout;
    use tokio_util::sync::CancellationToken;

    const TEST_TIMEOUT: Duration = Duration::from_secs(20);

    async fn start(io_timeout: Duration) -> (SocketAddr, CancellationToken, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let slow = || async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            "done"
        };
        let router = Router::new().route("/", get(slow)).route("/much", get(|| async { vec![0u8; 50_000_000] }));
        let shutdown = CancellationToken::new();
        let served = listen(listener, router, io_timeout, |_| Some(()), Shutdown(shutdown.clone()));
        (address, shutdown, tokio::spawn(served))
    }

    #[tokio::test]
    async fn drops_clients_that_never_finish_a_request() {
        let (address, _shutdown, _) = start(Duration::from_millis(200)).await;
        for sent in ["", "GET / HTTP/1.1\r\nhost: here\r\nx: "] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(sent.as_bytes()).await.unwrap();
            let mut received = Vec::new();
            // With or without a response, the connection is closed.
            let _ = timeout(TEST_TIMEOUT, stream.read_to_end(&mut received)).await.expect("the server closes it");
        }
    }

    #[tokio::test]
    async fn rejects_long_headers() {
        let (address, _shutdown, _) = start(TEST_TIMEOUT).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!("GET / HTTP/1.1\r\nhost: here\r\nx: {}", "x".repeat(2 * MAX_BUFFER_SIZE));
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut received = [0; 12];
        timeout(TEST_TIMEOUT, stream.read_exact(&mut received)).await.expect("an answer").unwrap();
        assert_eq!(&received, b"HTTP/1.1 431");
    }

    #[tokio::test]
    async fn drops_clients_that_read_nothing() {
        let (address, shutdown, served) = start(Duration::from_millis(200)).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /much HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        shutdown.cancel();
        timeout(TEST_TIMEOUT, served).await.expect("the server does not wait for it").unwrap();
    }

    #[tokio::test]
    async fn answers_open_requests_before_it_stops() {
        let (address, shutdown, served) = start(TEST_TIMEOUT).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        shutdown.cancel();
        let mut received = String::new();
        timeout(TEST_TIMEOUT, stream.read_to_string(&mut received)).await.expect("the server closes it").unwrap();
        assert!(received.ends_with("done"), "{received}");
        timeout(TEST_TIMEOUT, served).await.expect("the server stops").unwrap();
        assert!(TcpStream::connect(address).await.is_err());
    }
}
