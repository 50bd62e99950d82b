//! When something was out of order, by the clock of this program.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a fault disturbs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The server can't serve: nobody pays for this time.
    Server,
    /// Connections are slow or broken: players may pay for this time.
    Network,
    /// The server may or may not be able to serve.
    Other,
}

struct Period {
    cause: Cause,
    from: Instant,
    to: Option<Instant>,
}

/// The periods of all faults.
#[derive(Clone, Default)]
pub struct Timeline {
    periods: Arc<Mutex<Vec<Period>>>,
}

/// A period that lasts until this is dropped.
pub struct OpenPeriod {
    timeline: Timeline,
    index: usize,
}

impl Timeline {
    pub fn begin(&self, cause: Cause) -> OpenPeriod {
        let mut periods = self.periods();
        periods.push(Period { cause, from: Instant::now(), to: None });
        OpenPeriod { timeline: self.clone(), index: periods.len() - 1 }
    }

    /// How long a cause lasted between two moments. Periods may overlap each other.
    pub fn overlap(&self, cause: Cause, from: Instant, to: Instant) -> Duration {
        let periods = self.periods();
        let mut parts: Vec<(Instant, Instant)> = periods
            .iter()
            .filter(|period| period.cause == cause)
            .map(|period| (period.from.max(from), period.to.unwrap_or(to).min(to)))
            .filter(|(from, to)| from < to)
            .collect();
        parts.sort();
        let (mut total, mut end) = (Duration::ZERO, from);
        for (part_from, part_to) in parts {
            total += part_to.saturating_duration_since(part_from.max(end));
            end = end.max(part_to);
        }
        total
    }

    /// Whether nothing was out of order between two moments.
    pub fn is_calm(&self, from: Instant, to: Instant) -> bool {
        !self.periods().iter().any(|period| period.from < to && period.to.is_none_or(|end| end > from))
    }

    /// The longest time in which the server could not serve.
    pub fn longest_outage(&self) -> Duration {
        let periods = self.periods();
        let lengths = periods.iter().filter(|period| period.cause == Cause::Server);
        lengths.filter_map(|period| Some(period.to?.duration_since(period.from))).max().unwrap_or_default()
    }

    fn periods(&self) -> MutexGuard<'_, Vec<Period>> {
        self.periods.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenPeriod {
    fn drop(&mut self) {
        self.timeline.periods()[self.index].to = Some(Instant::now());
    }
}
