//! How much an address may ask for.

use crate::settings::Settings;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// How many connections a browser may need to load the page beside each that stays.
const BESIDE: u32 = 10;

/// The limits.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    sockets: Counter,
    streams: Counter,
}

/// Counts what addresses hold.
struct Counter {
    held: Arc<Mutex<HashMap<IpAddr, u32>>>,
    most: u32,
    most_of_all: u32,
}

/// Something that counts for its address until it is dropped.
pub struct Held {
    address: IpAddr,
    held: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Counter {
    fn new(most: u32, most_of_all: u32) -> Counter {
        Counter { held: Arc::default(), most, most_of_all }
    }

    fn hold(&self, address: IpAddr) -> Option<Held> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let all: u32 = held.values().sum();
        let count = held.get(&address).copied().unwrap_or_default();
        if count >= self.most || all >= self.most_of_all {
            return None;
        }
        held.insert(address, count + 1);
        Some(Held { address, held: self.held.clone() })
    }

    fn all(&self) -> u32 {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.address);
            }
        }
    }
}

impl Limits {
    /// The limits that the settings set.
    pub fn new(settings: &Settings) -> Limits {
        let some = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Limits {
            requests: RateLimiter::keyed(Quota::per_second(some(settings.requests)).allow_burst(some(settings.burst))),
            logins: RateLimiter::keyed(Quota::per_minute(some(settings.logins))),
            guests: RateLimiter::keyed(Quota::per_minute(some(settings.guests))),
            sockets: Counter::new(settings.connections, settings.all_connections),
            // Behind a proxy all come from one address.
            streams: Counter::new(
                if settings.proxy { u32::MAX } else { settings.connections.saturating_mul(BESIDE) },
                settings.all_connections.saturating_mul(2),
            ),
        }
    }

    /// Whether an address may make a request; if not, in how many seconds it may.
    pub fn request(&self, address: IpAddr) -> Result<(), u64> {
        check(&self.requests, address)
    }

    /// The same for an attempt to log in.
    pub fn login(&self, address: IpAddr) -> Result<(), u64> {
        check(&self.logins, address)
    }

    /// The same for a new guest.
    pub fn guest(&self, address: IpAddr) -> Result<(), u64> {
        check(&self.guests, address)
    }

    /// Whether an address may hold one more WebSocket.
    pub fn socket(&self, address: IpAddr) -> Option<Held> {
        self.sockets.hold(address)
    }

    /// Whether an address may hold one more connection of any kind.
    pub fn stream(&self, address: IpAddr) -> Option<Held> {
        self.streams.hold(network(address))
    }

    /// How many WebSockets are held.
    pub fn open_sockets(&self) -> u32 {
        self.sockets.all()
    }

    /// Forgets addresses that have been quiet.
    pub fn tidy(&self) {
        self.requests.retain_recent();
        self.guests.retain_recent();
        self.logins.retain_recent();
    }
}

fn check(limiter: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), u64> {
    let wait = |until: governor::NotUntil<_>| until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
    limiter.check_key(&address).map_err(wait)
}

/// What an address counts as: whoever has one of IPv6 has a whole network of them.
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
    fn what_is_too_much_is_refused_by_address() {
        let settings = Settings { burst: 3, requests: 1, guests: 1, logins: 1, connections: 1, ..Settings::default() };
        let limits = Limits::new(&settings);
        let [one, other]: [IpAddr; 2] = ["192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap()];
        assert!((0..3).all(|_| limits.request(one).is_ok()));
        assert!(limits.request(one).is_err_and(|seconds| seconds >= 1));
        assert!(limits.request(other).is_ok());
        assert!(limits.login(one).is_ok() && limits.login(one).is_err());
        assert!(limits.guest(one).is_ok() && limits.guest(one).is_err());
        let held = limits.socket(one);
        assert!(held.is_some() && limits.socket(one).is_none() && limits.socket(other).is_some());
        assert_eq!(limits.open_sockets(), 1);
        drop(held);
        assert_eq!(limits.open_sockets(), 0);
        let held: Vec<Held> = std::iter::from_fn(|| limits.stream(one)).take(100).collect();
        assert_eq!(held.len(), 10);
        let behind = Limits::new(&Settings { proxy: true, all_connections: 20, ..settings });
        assert_eq!(std::iter::from_fn(|| behind.stream(one)).take(100).collect::<Vec<Held>>().len(), 40);
    }

    #[test]
    fn whoever_has_many_addresses_of_a_network_counts_once() {
        let network = |text: &str| network(text.parse().expect("an address")).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_ne!(network("2001:db8:1:3::1"), "2001:db8:1:2::");
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7", "written as the other kind, it is the same");
    }
}
