//! Rate limits and connection limits by address.

use crate::settings::Settings;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// How many connections of any kind an address may hold for each WebSocket: browsers open several to load the page.
const STREAMS_PER_SOCKET: u32 = 10;
/// How many of the page's files an address may load for each request: opening the page loads many.
const FILES_PER_REQUEST: u32 = 10;
/// How many messages an address may send over its WebSockets for each request.
const MESSAGES_PER_REQUEST: u32 = 4;
/// How many downloads of many records an address may run at once, and all addresses together.
const MAX_DOWNLOADS_PER_ADDRESS: u32 = 2;
const MAX_DOWNLOADS: u32 = 200;

pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    files: DefaultKeyedRateLimiter<IpAddr>,
    messages: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    sockets: ConnectionCounter,
    streams: ConnectionCounter,
    downloads: ConnectionCounter,
}

/// Counts the connections of each address.
struct ConnectionCounter {
    counts: Arc<Mutex<ConnectionCounts>>,
    max_per_address: u32,
    max_total: u32,
}

#[derive(Default)]
struct ConnectionCounts {
    by_address: HashMap<IpAddr, u32>,
    total: u32,
}

/// A connection that counts for its address until it is dropped.
pub struct ConnectionGuard {
    address: IpAddr,
    counts: Arc<Mutex<ConnectionCounts>>,
}

impl ConnectionCounter {
    fn new(max_per_address: u32, max_total: u32) -> ConnectionCounter {
        ConnectionCounter { counts: Arc::default(), max_per_address, max_total }
    }

    fn acquire(&self, address: IpAddr) -> Option<ConnectionGuard> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.by_address.get(&address).copied().unwrap_or_default();
        if count >= self.max_per_address || counts.total >= self.max_total {
            return None;
        }
        counts.by_address.insert(address, count + 1);
        counts.total += 1;
        Some(ConnectionGuard { address, counts: self.counts.clone() })
    }

    fn total(&self) -> u32 {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).total
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total -= 1;
        if let Some(count) = counts.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&self.address);
            }
        }
    }
}

impl Limits {
    pub fn new(settings: &Settings) -> Limits {
        let some = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let per_second = |factor: u32| {
            let [rate, burst] = [settings.requests, settings.burst].map(|n| some(n.saturating_mul(factor)));
            RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        };
        Limits {
            requests: per_second(1),
            files: per_second(FILES_PER_REQUEST),
            messages: per_second(MESSAGES_PER_REQUEST),
            logins: RateLimiter::keyed(Quota::per_minute(some(settings.logins))),
            guests: RateLimiter::keyed(Quota::per_minute(some(settings.guests))),
            sockets: ConnectionCounter::new(settings.connections, settings.all_connections),
            // Behind a proxy all connections come from one address.
            streams: ConnectionCounter::new(
                if settings.proxy { u32::MAX } else { settings.connections.saturating_mul(STREAMS_PER_SOCKET) },
                settings.all_connections.saturating_mul(2),
            ),
            downloads: ConnectionCounter::new(MAX_DOWNLOADS_PER_ADDRESS, MAX_DOWNLOADS),
        }
    }

    /// Counts a request. The error is the number of seconds until the next one is allowed.
    pub fn check_request(&self, address: IpAddr) -> Result<(), u64> {
        check(&self.requests, address)
    }

    /// Counts a request for a file of the page, like [`Limits::check_request`].
    pub fn check_file(&self, address: IpAddr) -> Result<(), u64> {
        check(&self.files, address)
    }

    /// Counts a message over a WebSocket, like [`Limits::check_request`].
    pub fn check_message(&self, address: IpAddr) -> Result<(), u64> {
        check(&self.messages, address)
    }

    /// Counts an attempt to log in, like [`Limits::check_request`].
    pub fn check_login(&self, address: IpAddr) -> Result<(), u64> {
        check(&self.logins, address)
    }

    /// Counts a new guest, like [`Limits::check_request`].
    pub fn check_guest(&self, address: IpAddr) -> Result<(), u64> {
        check(&self.guests, address)
    }

    /// Counts a WebSocket, unless the address has too many.
    pub fn acquire_socket(&self, address: IpAddr) -> Option<ConnectionGuard> {
        self.sockets.acquire(address)
    }

    /// Counts a connection of any kind, unless the address has too many.
    pub fn acquire_stream(&self, address: IpAddr) -> Option<ConnectionGuard> {
        self.streams.acquire(network(address))
    }

    /// Counts a download of many records, unless the address has too many.
    pub fn acquire_download(&self, address: IpAddr) -> Option<ConnectionGuard> {
        self.downloads.acquire(address)
    }

    pub fn open_sockets(&self) -> u32 {
        self.sockets.total()
    }

    /// Forgets addresses that have been quiet.
    pub fn remove_idle_addresses(&self) {
        self.requests.retain_recent();
        self.files.retain_recent();
        self.messages.retain_recent();
        self.guests.retain_recent();
        self.logins.retain_recent();
    }
}

fn check(limiter: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), u64> {
    let wait = |until: governor::NotUntil<_>| until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
    limiter.check_key(&address).map_err(wait)
}

/// The address that limits count by: for IPv6 the /64 network, since its owner has all addresses in it.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::from((address.to_bits() & !u128::from(u64::MAX)).to_be_bytes()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_each_address() {
        let settings = Settings { burst: 3, requests: 1, guests: 1, logins: 1, connections: 1, ..Settings::default() };
        let limits = Limits::new(&settings);
        let [one, other]: [IpAddr; 2] = ["192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap()];
        assert!((0..3).all(|_| limits.check_request(one).is_ok()));
        assert!(limits.check_request(one).is_err_and(|seconds| seconds >= 1));
        assert!(limits.check_request(other).is_ok());
        assert!((0..30).all(|_| limits.check_file(one).is_ok()) && limits.check_file(one).is_err());
        assert!(limits.check_file(other).is_ok());
        assert!(limits.check_login(one).is_ok() && limits.check_login(one).is_err());
        assert!(limits.check_guest(one).is_ok() && limits.check_guest(one).is_err());
        let held = limits.acquire_socket(one);
        assert!(held.is_some() && limits.acquire_socket(one).is_none() && limits.acquire_socket(other).is_some());
        assert_eq!(limits.open_sockets(), 1);
        drop(held);
        assert_eq!(limits.open_sockets(), 0);
        let held: Vec<ConnectionGuard> = std::iter::from_fn(|| limits.acquire_stream(one)).take(100).collect();
        assert_eq!(held.len(), 10);
        let behind = Limits::new(&Settings { proxy: true, all_connections: 20, ..settings });
        assert_eq!(
            std::iter::from_fn(|| behind.acquire_stream(one)).take(100).collect::<Vec<ConnectionGuard>>().len(),
            40
        );
    }

    #[test]
    fn counts_an_ipv6_network_once() {
        let network = |text: &str| network(text.parse().expect("an address")).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_ne!(network("2001:db8:1:3::1"), "2001:db8:1:2::");
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7", "an IPv4 address written as IPv6");
    }
}
