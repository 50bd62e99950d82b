//! How much an address may ask for.

use crate::settings::Settings;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// The limits.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
    most_connections: u32,
    most_of_all: u32,
}

/// A connection that counts for its address until it is dropped.
pub struct Connected {
    address: IpAddr,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = connections.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                connections.remove(&self.address);
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
            connections: Arc::default(),
            most_connections: settings.connections,
            most_of_all: settings.all_connections,
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

    /// Whether an address may hold one more connection.
    pub fn connect(&self, address: IpAddr) -> Option<Connected> {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let all: u32 = connections.values().sum();
        let count = connections.get(&address).copied().unwrap_or_default();
        if count >= self.most_connections || all >= self.most_of_all {
            return None;
        }
        connections.insert(address, count + 1);
        Some(Connected { address, connections: self.connections.clone() })
    }

    /// How many connections are held.
    pub fn connected(&self) -> u32 {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// Forgets addresses that have been quiet.
    pub fn tidy(&self) {
        self.requests.retain_recent();
        self.logins.retain_recent();
    }
}

fn check(limiter: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), u64> {
    let wait = |until: governor::NotUntil<_>| until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
    limiter.check_key(&address).map_err(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_refused_by_address() {
        let settings = Settings { burst: 3, requests: 1, logins: 1, connections: 1, ..Settings::default() };
        let limits = Limits::new(&settings);
        let [one, other]: [IpAddr; 2] = ["192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap()];
        assert!((0..3).all(|_| limits.request(one).is_ok()));
        assert!(limits.request(one).is_err_and(|seconds| seconds >= 1));
        assert!(limits.request(other).is_ok());
        assert!(limits.login(one).is_ok() && limits.login(one).is_err());
        let held = limits.connect(one);
        assert!(held.is_some() && limits.connect(one).is_none() && limits.connect(other).is_some());
        assert_eq!(limits.connected(), 1);
        drop(held);
        assert_eq!(limits.connected(), 0);
        assert!(limits.connect(one).is_some());
    }
}
