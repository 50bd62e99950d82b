//! Metrics for Prometheus.

use crate::store::StoreHealth;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The server's metrics. The descriptions are in [`Metrics::default`].
pub struct Metrics {
    registry: Registry,
    pub connections: Gauge,
    pub slow_connections: Counter,
    pub flooding_connections: Counter,
    pub queued_bytes: Gauge,
    pub games_in_memory: Gauge,
    pub turns: Counter,
    pub rejected_commands: Counter,
    pub limited_requests: Counter,
    pub waiting_writes: Gauge,
    pub command_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("sanban"),
            connections: Gauge::default(),
            slow_connections: Counter::default(),
            flooding_connections: Counter::default(),
            queued_bytes: Gauge::default(),
            games_in_memory: Gauge::default(),
            turns: Counter::default(),
            rejected_commands: Counter::default(),
            limited_requests: Counter::default(),
            waiting_writes: Gauge::default(),
            command_seconds: Histogram::new(exponential_buckets(0.001, 2.0, 12)),
        };
        let registry = &mut metrics.registry;
        registry.register("connections", "Open connections", metrics.connections.clone());
        registry.register(
            "slow_connections",
            "Connections dropped for reading too slowly",
            metrics.slow_connections.clone(),
        );
        registry.register(
            "flooding_connections",
            "Connections closed for sending too much",
            metrics.flooding_connections.clone(),
        );
        registry.register("queued_bytes", "Bytes of messages queued for all clients", metrics.queued_bytes.clone());
        registry.register("games_in_memory", "Games in memory", metrics.games_in_memory.clone());
        registry.register("turns", "Turns played", metrics.turns.clone());
        registry.register("refused_commands", "Rejected commands", metrics.rejected_commands.clone());
        registry.register("limited_requests", "Rate-limited requests", metrics.limited_requests.clone());
        registry.register("waiting_writes", "Queued writes", metrics.waiting_writes.clone());
        registry.register("command_seconds", "Time until a command is durable", metrics.command_seconds.clone());
        metrics
    }
}

impl Metrics {
    /// Adds the metrics of a store.
    pub fn add_store(&mut self, health: &StoreHealth) {
        self.registry.register("store_failures", "Failed writes to the store", health.failures());
    }

    /// All metrics in the OpenMetrics text format.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
