//! Random numbers that a seed determines.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::ops::Range;
use std::time::Duration;

pub struct Random(ChaCha8Rng);

impl Random {
    /// The numbers for one purpose.
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Random(rng)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (u64::from(self.0.next_u32()) % bound as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn ms(&mut self, range: Range<u64>) -> Duration {
        Duration::from_millis(range.start + self.below((range.end - range.start) as usize) as u64)
    }
}
