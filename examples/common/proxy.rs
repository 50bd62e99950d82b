//! A TCP proxy that spreads connections over servers at random, delays them and cuts them.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// The proxy. Clones share it.
#[derive(Clone)]
pub struct Proxy {
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Where the servers are.
    servers: Mutex<Vec<SocketAddr>>,
    delay_ms: AtomicU64,
    is_cut: AtomicBool,
    /// Cancelled to cut the open connections.
    cut: Mutex<CancellationToken>,
}

impl Proxy {
    pub async fn start() -> std::io::Result<Proxy> {
        Proxy::listen("127.0.0.1:0").await
    }

    pub async fn listen(address: &str) -> std::io::Result<Proxy> {
        let listener = TcpListener::bind(address).await?;
        let proxy = Proxy { address: listener.local_addr()?, shared: Arc::default() };
        let shared = proxy.shared.clone();
        tokio::spawn(async move {
            loop {
                if let Ok((client, _)) = listener.accept().await {
                    tokio::spawn(forward(client, shared.clone()));
                }
            }
        });
        Ok(proxy)
    }

    /// Passes new connections on to a server.
    pub fn set_server(&self, address: SocketAddr) {
        self.set_servers(vec![address]);
    }

    /// Spreads new connections over several servers.
    pub fn set_servers(&self, addresses: Vec<SocketAddr>) {
        *self.shared.servers.lock().unwrap_or_else(PoisonError::into_inner) = addresses;
    }

    pub fn server(&self) -> Option<SocketAddr> {
        self.shared.next_server()
    }

    /// Delays everything, in both directions.
    pub fn set_delay(&self, delay: Duration) {
        self.shared.delay_ms.store(delay.as_millis() as u64, Relaxed);
    }

    /// Cuts all connections, and lets none through for a while.
    pub async fn cut(&self, time: Duration) {
        self.shared.is_cut.store(true, Relaxed);
        std::mem::take(&mut *self.shared.cut.lock().unwrap_or_else(PoisonError::into_inner)).cancel();
        sleep(time).await;
        self.shared.is_cut.store(false, Relaxed);
    }
}

impl Shared {
    /// The server of the next connection.
    fn next_server(&self) -> Option<SocketAddr> {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        // Every new state hashes differently.
        let random = RandomState::new().build_hasher().finish() as usize;
        servers.get(random % servers.len().max(1)).copied()
    }
}

/// Passes everything on until one side closes or the connection is cut.
async fn forward(client: TcpStream, shared: Arc<Shared>) {
    let Some(address) = shared.next_server().filter(|_| !shared.is_cut.load(Relaxed)) else { return };
    let cut = shared.cut.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let Ok(server) = TcpStream::connect(address).await else { return };
    // Small messages are sent at once, as real clients do.
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let ((client_reader, client_writer), (server_reader, server_writer)) = (client.into_split(), server.into_split());
    tokio::select! {
        () = copy(client_reader, server_writer, &shared) => {}
        () = copy(server_reader, client_writer, &shared) => {}
        () = cut.cancelled() => {}
    }
}

async fn copy(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, shared: &Shared) {
    let mut buffer = vec![0; 16 << 10];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        let delay = shared.delay_ms.load(Relaxed);
        if delay > 0 {
            sleep(Duration::from_millis(delay)).await;
        }
        if to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}
