//! A site of several nodes: a database, a bus, and what tests wait for.

#![allow(dead_code, reason = "each test uses what it needs")]

use crate::common::{Client, Server, postgres, settings};
use crate::nats::NatsServer;
use sanban_server::Settings;
use serde_json::json;
use std::time::Duration;

/// How long a node may take to notice something.
const MAX_WAIT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How nodes log in to the bus. Its password has characters that are encoded in URLs.
const BUS_OPTIONS: [&str; 4] = ["--user", "sanban", "--pass", "p@ss: 50% off"];
pub const BUS_CREDENTIALS: &str = "sanban:p%40ss%3A%2050%25%20off";

/// A database and a bus, and how nodes use them.
pub struct Site {
    pub nats: NatsServer,
    pub settings: Settings,
}

impl Site {
    /// Without PostgreSQL or NATS, the test is skipped.
    pub async fn start() -> Option<Site> {
        let database = postgres::server()?;
        let nats = NatsServer::start_with(&BUS_OPTIONS)?;
        let store = database.new_database().await.try_into().unwrap();
        let settings = Settings { store, bus: nats.url_with(BUS_CREDENTIALS).try_into().unwrap(), ..settings() };
        Some(Site { nats, settings })
    }

    pub async fn node(&self) -> Server {
        Server::with(self.settings.clone()).await
    }

    pub async fn nodes<const N: usize>(&self) -> [Server; N] {
        let mut nodes = Vec::new();
        for _ in 0..N {
            nodes.push(self.node().await);
        }
        nodes.try_into().ok().unwrap()
    }
}

/// The same player at another node.
pub fn at(client: &Client, node: &Server) -> Client {
    Client { address: node.address, ..client.clone() }
}

/// Waits until something is there.
pub async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let wait = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::time::timeout(MAX_WAIT, wait).await.unwrap_or_else(|_| panic!("{what}"))
}

/// Repeats a move until the server accepts it, as the protocol says.
pub async fn play_until_done(client: &mut Client, game: &str, id: &str, text: &str, after: usize) {
    let command = json!({"type": "move", "move": text, "after": after});
    eventually(&format!("{text} is accepted"), async || {
        let response = client.command_as(game, id, command.clone()).await;
        assert!([200, 503].contains(&response.status), "{response:?}");
        (response.status == 200).then_some(())
    })
    .await;
}

/// The value of a metric.
pub async fn metric(node: &Server, name: &str) -> f64 {
    let metrics = node.stranger().get("/metrics").await.text;
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {metrics}")).parse().unwrap()
}
