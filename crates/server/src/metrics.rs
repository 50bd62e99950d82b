//! Figures for Prometheus.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// What is counted.
pub struct Metrics {
    registry: Registry,
    /// Connections that are open.
    pub connections: Gauge,
    /// Connections that were dropped because they read too slowly.
    pub slow: Counter,
    /// Games that are in memory.
    pub desks: Gauge,
    /// Turns that were made.
    pub turns: Counter,
    /// Commands that were refused.
    pub refused: Counter,
    /// Requests that were refused because there were too many.
    pub limited: Counter,
    /// Changes that wait to be written.
    pub waiting: Gauge,
    /// How long commands take until they are on the disk, in seconds.
    pub written: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("sanban"),
            connections: Gauge::default(),
            slow: Counter::default(),
            desks: Gauge::default(),
            turns: Counter::default(),
            refused: Counter::default(),
            limited: Counter::default(),
            waiting: Gauge::default(),
            written: Histogram::new(exponential_buckets(0.001, 2.0, 12)),
        };
        let registry = &mut metrics.registry;
        registry.register("connections", "Connections that are open", metrics.connections.clone());
        registry.register("slow_connections", "Connections dropped for reading too slowly", metrics.slow.clone());
        registry.register("games_in_memory", "Games that are in memory", metrics.desks.clone());
        registry.register("turns", "Turns that were made", metrics.turns.clone());
        registry.register("refused_commands", "Commands that were refused", metrics.refused.clone());
        registry.register("limited_requests", "Requests refused because there were too many", metrics.limited.clone());
        registry.register("waiting_writes", "Changes that wait to be written", metrics.waiting.clone());
        registry.register("command_seconds", "Time until a command is on the disk", metrics.written.clone());
        metrics
    }
}

impl Metrics {
    /// All of it as Prometheus reads it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
