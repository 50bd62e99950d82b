//! Metrics for Prometheus.

use crate::bus::Bus;
use crate::cluster::Lease;
use crate::store::Store;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// One label with its value.
type Label = [(&'static str, &'static str); 1];

/// The server's metrics. The descriptions are in [`Metrics::default`].
pub struct Metrics {
    registry: Registry,
    pub connections: Gauge,
    pub slow_connections: Counter,
    pub flooding_connections: Counter,
    dropped_connections: Family<Label, Counter>,
    pub queued_bytes: Gauge,
    pub games_in_memory: Gauge,
    pub turns: Counter,
    pub rejected_commands: Counter,
    pub limited_requests: Counter,
    pub failed_logins: Counter,
    pub waiting_writes: Gauge,
    pub command_seconds: Histogram,
    http_requests: Family<RequestLabels, Counter>,
    http_seconds: Family<RouteLabel, Histogram>,
    pub bus: BusMetrics,
    /// The searches of computer players that take little time.
    pub light_searches: LaneMetrics,
    /// The searches of computer players that take long.
    pub heavy_searches: LaneMetrics,
    /// The jobs for workers.
    pub jobs: JobMetrics,
}

/// The metrics of jobs for workers.
#[derive(Clone, Default)]
pub struct JobMetrics {
    pub sent: Counter,
    pub answered: Counter,
    pub fallen_back: Counter,
    pub workers_busy: Counter,
    pub workers: Gauge,
    pub free_threads: Gauge,
    pub queued: Gauge,
}

/// The metrics of the bus between the nodes of a site.
#[derive(Clone, Default)]
pub struct BusMetrics {
    pub messages: Counter,
    pub bytes: Counter,
    pub failures: Counter,
    pub gaps: Counter,
    pub lag_seconds: Gauge<f64, AtomicU64>,
    pub nodes: Gauge,
    pub silent_nodes: Gauge,
}

impl BusMetrics {
    fn register(&self, registry: &mut Registry) {
        let registry = registry.sub_registry_with_prefix("bus");
        registry.register("messages", "Messages to other nodes", self.messages.clone());
        registry.register("bytes", "Bytes of messages to other nodes", self.bytes.clone());
        registry.register("failures", "Messages to other nodes that could not be sent", self.failures.clone());
        registry.register("gaps", "How often messages of other nodes were lost", self.gaps.clone());
        registry.register("lag_seconds", "How much longer than usual the last message took", self.lag_seconds.clone());
        registry.register("nodes", "Other nodes of the site", self.nodes.clone());
        registry.register("silent_nodes", "Other nodes of which nothing is heard", self.silent_nodes.clone());
    }

    /// Counts a message that is sent.
    pub fn count_message(&self, payload: &[u8]) {
        self.messages.inc();
        self.bytes.inc_by(payload.len() as u64);
    }
}

/// The metrics of one lane of the computer players' queue.
#[derive(Clone)]
pub struct LaneMetrics {
    pub waiting: Gauge,
    pub running: Gauge,
    pub wait_seconds: Histogram,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: &'static str,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: String,
}

/// Why the server drops a connection.
#[derive(Clone, Copy, Debug)]
pub enum DropReason {
    /// The client sends too much.
    Flooding,
    /// The client reads too slowly.
    Slow,
    /// The client has not sent anything for too long.
    Silent,
    /// The client breaks the protocol, or its connection broke.
    Broken,
    /// Its address, or all addresses together, have too many connections.
    TooMany,
}

impl DropReason {
    const ALL: [DropReason; 5] =
        [DropReason::Flooding, DropReason::Slow, DropReason::Silent, DropReason::Broken, DropReason::TooMany];

    fn label(self) -> Label {
        let reason = match self {
            DropReason::Flooding => "flooding",
            DropReason::Slow => "slow",
            DropReason::Silent => "silent",
            DropReason::Broken => "broken",
            DropReason::TooMany => "too-many",
        };
        [("reason", reason)]
    }
}

/// Counts one more in a gauge until it is dropped.
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    pub fn new(gauge: &Gauge) -> GaugeGuard {
        gauge.inc();
        GaugeGuard(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let [waiting, running] = [Family::<Label, Gauge>::default(), Family::default()];
        let wait_seconds =
            Family::<Label, Histogram>::new_with_constructor(|| Histogram::new(exponential_buckets(0.01, 3.0, 9)));
        let lane = |name| {
            let label = [("lane", name)];
            LaneMetrics {
                waiting: waiting.get_or_create_owned(&label),
                running: running.get_or_create_owned(&label),
                wait_seconds: wait_seconds.get_or_create_owned(&label),
            }
        };
        let mut metrics = Metrics {
            connections: Gauge::default(),
            slow_connections: Counter::default(),
            flooding_connections: Counter::default(),
            dropped_connections: Family::default(),
            queued_bytes: Gauge::default(),
            games_in_memory: Gauge::default(),
            turns: Counter::default(),
            rejected_commands: Counter::default(),
            limited_requests: Counter::default(),
            failed_logins: Counter::default(),
            waiting_writes: Gauge::default(),
            command_seconds: Histogram::new(exponential_buckets(0.001, 2.0, 12)),
            http_requests: Family::default(),
            http_seconds: Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.001, 3.0, 9))),
            bus: BusMetrics::default(),
            light_searches: lane("light"),
            heavy_searches: lane("heavy"),
            jobs: JobMetrics::default(),
            registry: Registry::default(),
        };
        for reason in DropReason::ALL {
            // Counted from zero, so that the first one is an increase.
            metrics.dropped_connections.get_or_create_owned(&reason.label());
        }
        let build_info = Family::<Label, Gauge>::default();
        build_info.get_or_create(&[("version", env!("CARGO_PKG_VERSION"))]).set(1);
        metrics.registry.register_collector(Box::new(Process::start()));
        let sanban = metrics.registry.sub_registry_with_prefix("sanban");
        sanban.register("build_info", "The version of the server", build_info);
        sanban.register("connections", "Open connections", metrics.connections.clone());
        sanban.register(
            "slow_connections",
            "Connections dropped for reading too slowly",
            metrics.slow_connections.clone(),
        );
        sanban.register(
            "flooding_connections",
            "Connections closed for sending too much",
            metrics.flooding_connections.clone(),
        );
        sanban.register(
            "dropped_connections",
            "Connections that the server dropped, by reason",
            metrics.dropped_connections.clone(),
        );
        sanban.register("queued_bytes", "Bytes of messages queued for all clients", metrics.queued_bytes.clone());
        sanban.register("games_in_memory", "Games in memory", metrics.games_in_memory.clone());
        sanban.register("turns", "Turns played", metrics.turns.clone());
        sanban.register("refused_commands", "Rejected commands", metrics.rejected_commands.clone());
        sanban.register("limited_requests", "Rate-limited requests", metrics.limited_requests.clone());
        sanban.register("failed_logins", "Attempts to log in that failed", metrics.failed_logins.clone());
        sanban.register("waiting_writes", "Queued writes", metrics.waiting_writes.clone());
        sanban.register("command_seconds", "Time until a command is durable", metrics.command_seconds.clone());
        sanban.register(
            "http_requests",
            "Answered HTTP requests, by route, method and status",
            metrics.http_requests.clone(),
        );
        sanban.register(
            "http_request_duration_seconds",
            "Time until the response to an HTTP request begins, by route",
            metrics.http_seconds.clone(),
        );
        metrics.bus.register(sanban);
        sanban.register("computer_searches_waiting", "Searches of computer players that wait, by lane", waiting);
        sanban.register("computer_searches_running", "Searches of computer players that run, by lane", running);
        sanban.register("computer_wait_seconds", "How long searches waited before they ran, by lane", wait_seconds);
        sanban.register("jobs_sent", "Jobs that the server has sent to workers", metrics.jobs.sent.clone());
        sanban.register("jobs_answered", "Jobs that workers have answered", metrics.jobs.answered.clone());
        sanban.register(
            "jobs_fallen_back",
            "Jobs that the server has taken over, since no worker answered in time",
            metrics.jobs.fallen_back.clone(),
        );
        sanban.register(
            "jobs_workers_busy",
            "Computer moves that the server began to search at once, since all workers were busy",
            metrics.jobs.workers_busy.clone(),
        );
        sanban.register("workers", "Workers that are alive", metrics.jobs.workers.clone());
        sanban.register("worker_threads_free", "Jobs that they could begin now", metrics.jobs.free_threads.clone());
        sanban.register(
            "jobs_queued",
            "Jobs of all servers and matches, waiting or running",
            metrics.jobs.queued.clone(),
        );
        metrics
    }
}

impl Metrics {
    /// Adds the metrics of a store.
    pub fn add_store(&mut self, store: Arc<dyn Store>) {
        let sanban = self.registry.sub_registry_with_prefix("sanban");
        sanban.register("store_failures", "Failed writes to the store", store.health().failures());
        sanban.register_collector(Box::new(StoreFiles(store)));
    }

    /// Adds what a node knows at every scrape: whether it has its bus, and how old its lease is.
    pub fn add_node(&mut self, bus: Arc<dyn Bus>, lease: Option<Arc<Lease>>) {
        let sanban = self.registry.sub_registry_with_prefix("sanban");
        sanban.register_collector(Box::new(NodeState { bus, lease }));
    }

    /// Counts an answered request. `route` is a template, so that there are few.
    pub fn count_request(&self, route: String, method: &'static str, status: u16, elapsed: Duration) {
        let labels = RequestLabels { route, method, status };
        self.http_requests.get_or_create(&labels).inc();
        let route = RouteLabel { route: labels.route };
        self.http_seconds.get_or_create(&route).observe(elapsed.as_secs_f64());
    }

    /// Counts a connection that the server drops.
    pub fn count_drop(&self, reason: DropReason) {
        match reason {
            DropReason::Flooding => self.flooding_connections.inc(),
            DropReason::Slow => self.slow_connections.inc(),
            _ => 0,
        };
        self.dropped_connections.get_or_create(&reason.label()).inc();
    }

    /// All metrics in the OpenMetrics text format.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Writes a gauge whose value is read at every scrape.
fn encode_gauge(encoder: &mut DescriptorEncoder, name: &str, help: &str, value: impl Into<f64>) -> fmt::Result {
    let gauge = ConstGauge::new(value.into());
    gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)
}

/// The metrics of the process, under the names that all Prometheus clients use. Except for the start, Linux only.
#[derive(Debug)]
struct Process {
    /// In seconds since 1970.
    started_at: f64,
}

impl Process {
    fn start() -> Process {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Process { started_at: now.as_secs_f64() }
    }
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let encoder = &mut encoder;
        encode_gauge(encoder, "process_start_time_seconds", "When the process started.", self.started_at)?;
        if let Some(bytes) = resident_memory() {
            encode_gauge(encoder, "process_resident_memory_bytes", "Memory in use.", bytes)?;
        }
        if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
            encode_gauge(encoder, "process_open_fds", "Open file descriptors.", open.count() as f64)?;
        }
        if let Some(most) = max_descriptors() {
            encode_gauge(encoder, "process_max_fds", "Limit of open file descriptors.", most)?;
        }
        Ok(())
    }
}

/// The resident memory in bytes.
fn resident_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: f64 = size.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024.0)
}

/// The soft limit of open file descriptors.
fn max_descriptors() -> Option<f64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    let soft = limit.split_whitespace().next()?;
    if soft == "unlimited" { Some(f64::INFINITY) } else { soft.parse().ok() }
}

/// The health of a store, and the size of its files.
struct StoreFiles(Arc<dyn Store>);

impl fmt::Debug for StoreFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreFiles")
    }
}

impl Collector for StoreFiles {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let encoder = &mut encoder;
        let is_healthy = u8::from(self.0.health().is_healthy());
        encode_gauge(encoder, "store_healthy", "1 if the store can be read and written, otherwise 0.", is_healthy)?;
        let Some(sizes) = self.0.file_sizes() else { return Ok(()) };
        encode_gauge(encoder, "database_bytes", "Size of the database file.", sizes.database as f64)?;
        encode_gauge(encoder, "wal_bytes", "Size of the write-ahead log.", sizes.log as f64)
    }
}

/// Whether a node is connected to the others and may serve its games.
struct NodeState {
    bus: Arc<dyn Bus>,
    /// `None` in a process that shares its store with nobody.
    lease: Option<Arc<Lease>>,
}

impl fmt::Debug for NodeState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NodeState")
    }
}

impl Collector for NodeState {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let encoder = &mut encoder;
        let is_connected = u8::from(*self.bus.connected().borrow());
        encode_gauge(
            encoder,
            "bus_connected",
            "1 if the bus to the other nodes can be reached, otherwise 0.",
            is_connected,
        )?;
        // Read here, since nothing updates it while the store is gone.
        let age = self.lease.as_ref().map_or(0.0, |lease| lease.age().as_secs_f64());
        encode_gauge(encoder, "bus_lease_age_seconds", "How long ago this node's lease was renewed.", age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_every_kind_of_drop() {
        let metrics = Metrics::default();
        let text = metrics.text();
        for reason in ["flooding", "slow", "silent", "broken", "too-many"] {
            assert!(text.contains(&format!("sanban_dropped_connections_total{{reason=\"{reason}\"}} 0\n")), "{text}");
        }
        DropReason::ALL.into_iter().for_each(|reason| metrics.count_drop(reason));
        let text = metrics.text();
        assert_eq!(text.matches("\nsanban_dropped_connections_total{").count(), 5);
        assert_eq!(text.matches("\"} 1\n").count(), 5 + 1, "and the version: {text}");
        for line in ["sanban_flooding_connections_total 1\n", "sanban_slow_connections_total 1\n"] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }

    #[test]
    fn counts_requests_by_route_method_and_status() {
        let metrics = Metrics::default();
        for (status, ms) in [(200, 0), (200, 2), (503, 500)] {
            metrics.count_request("/api/games/{id}".into(), "GET", status, Duration::from_millis(ms));
        }
        let text = metrics.text();
        for line in [
            "sanban_http_requests_total{route=\"/api/games/{id}\",method=\"GET\",status=\"200\"} 2",
            "sanban_http_requests_total{route=\"/api/games/{id}\",method=\"GET\",status=\"503\"} 1",
            "sanban_http_request_duration_seconds_count{route=\"/api/games/{id}\"} 3",
            "sanban_http_request_duration_seconds_bucket{le=\"0.003\",route=\"/api/games/{id}\"} 2",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in {text}");
        }
    }

    #[test]
    fn names_its_version() {
        let line = format!("sanban_build_info{{version=\"{}\"}} 1\n", env!("CARGO_PKG_VERSION"));
        let text = Metrics::default().text();
        assert!(text.contains(&line), "{text}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn measures_the_process() {
        let value = |text: &str, name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
        };
        let text = Metrics::default().text();
        assert!(value(&text, "process_resident_memory_bytes") > 1e6, "{text}");
        assert!(value(&text, "process_start_time_seconds") > 1.7e9, "{text}");
        assert!(value(&text, "process_max_fds") >= value(&text, "process_open_fds"), "{text}");
        let open = value(&text, "process_open_fds");
        let files: Vec<_> = (0..50).map(|_| std::fs::File::open("/proc/self/status").unwrap()).collect();
        assert!(value(&Metrics::default().text(), "process_open_fds") >= open + 25.0, "{} more are open", files.len());
    }

    #[test]
    fn guards_count_until_they_are_dropped() {
        let gauge = Gauge::default();
        let guard = GaugeGuard::new(&gauge);
        assert_eq!(gauge.get(), 1);
        drop(guard);
        assert_eq!(gauge.get(), 0);
    }
}
