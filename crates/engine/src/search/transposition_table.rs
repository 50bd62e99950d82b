//! The transposition table: what has been found out about positions, shared by all threads without locks.
//!
//! An entry is two words, its data and its key mixed with its data. Threads read and write them one at a time, so an
//! entry can be torn between two writers; then the mixture does not fit, and the entry counts as absent.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// A stored search result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The number of the best step, below 2²⁴; nothing if none stood out.
    pub step: Option<u32>,
    /// The score, with distances to a win counted from the position itself.
    pub score: i16,
    /// How deep it was searched.
    pub depth: u8,
    /// What the score says.
    pub bound: Bound,
}

/// Entries that share a place, as many as fit into a line of the processor's cache.
const PLACES: usize = 4;
const PLACE_BYTES: usize = PLACES * 2 * size_of::<u64>();
const STEP_BITS: u32 = 24;
const NO_STEP: u64 = (1 << STEP_BITS) - 1;

impl TtEntry {
    fn pack(self, age: u8) -> u64 {
        self.step.map_or(NO_STEP, u64::from)
            | u64::from(self.score as u16) << 24
            | u64::from(self.depth) << 40
            | (self.bound as u64) << 48
            | u64::from(age) << 56
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 48 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let step = data & NO_STEP;
        Some(TtEntry {
            step: (step != NO_STEP).then_some(step as u32),
            score: (data >> 24) as u16 as i16,
            depth: (data >> 40) as u8,
            bound,
        })
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8
}

fn depth_of(data: u64) -> u8 {
    (data >> 40) as u8
}

/// A table of fixed size.
pub struct TranspositionTable {
    /// Pairs of words: the key mixed with the data, and the data.
    words: Box<[AtomicU64]>,
    /// The word at which a line of the processor's cache begins, and with it the first place.
    first: usize,
    places: usize,
    age: AtomicU64,
}

impl TranspositionTable {
    /// A table that takes this many bytes, rounded down to whole places, but one at least, and what it needs to begin with
    /// a line of the cache. If the system does not give as much, the table is smaller: that a search be slower is better
    /// than that the program end.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / PLACE_BYTES).max(1);
        #[cfg(not(loom))]
        let (places, words) = std::iter::successors(Some(most), |places| Some(places / 2).filter(|&fewer| fewer > 0))
            .find_map(|places| {
                let words = (places + 1) * PLACES * 2 - 1;
                Some((places, bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words).ok()?))
            })
            .expect("memory for one place");
        #[cfg(not(loom))]
        let first = words.as_ptr().align_offset(PLACE_BYTES).min(PLACES * 2 - 1);
        #[cfg(loom)]
        let (places, first, words) = (most, 0, (0..most * PLACES * 2).map(|_| AtomicU64::new(0)).collect());
        TranspositionTable { words, first, places, age: AtomicU64::new(0) }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.places * PLACE_BYTES
    }

    /// Clears all entries.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        self.age.store(0, Ordering::Relaxed);
    }

    /// Marks all entries as old, so that new ones replace them first.
    pub fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed) as u8
    }

    /// The words of the entries where a key belongs.
    #[inline]
    fn place(&self, key: u64) -> &[AtomicU64] {
        let at = ((u128::from(key) * self.places as u128) >> 64) as usize;
        &self.words[self.first + at * PLACES * 2..][..PLACES * 2]
    }

    /// The entry for a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TtEntry> {
        for pair in self.place(key).chunks_exact(2) {
            let (mixed, data) = (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
            if mixed ^ data == key {
                return TtEntry::unpack(data);
            }
        }
        None
    }

    /// Stores an entry: over the same position, or over the oldest and shallowest entry of its cluster.
    #[inline]
    pub fn put(&self, key: u64, mut entry: TtEntry) {
        let age = self.age();
        let mut worst = (i32::MAX, 0);
        let place = self.place(key);
        for (at, pair) in place.chunks_exact(2).enumerate() {
            let (mixed, data) = (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
            if mixed ^ data == key
                && let Some(old) = TtEntry::unpack(data)
            {
                // A deeper result of this search stays unless this one is exact.
                if old.depth > entry.depth.saturating_add(3) && entry.bound != Bound::Exact && age_of(data) == age {
                    return;
                }
                entry.step = entry.step.or(old.step);
                worst.1 = at;
                break;
            }
            let worth = i32::from(depth_of(data)) - 8 * i32::from(age.wrapping_sub(age_of(data)));
            if worth < worst.0 {
                worst = (worth, at);
            }
        }
        let data = entry.pack(age);
        place[worst.1 * 2].store(key ^ data, Ordering::Relaxed);
        place[worst.1 * 2 + 1].store(data, Ordering::Relaxed);
    }

    /// How full it is with entries of the current search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        let age = self.age();
        let sample = (self.places * PLACES * 2).min(2000);
        let full = self.words[self.first..][..sample].chunks_exact(2).filter(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            TtEntry::unpack(data).is_some() && age_of(data) == age
        });
        (full.count() * 2000 / sample) as u32
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_large_as_the_system_allows() {
        assert_eq!(TranspositionTable::new(1 << 20).bytes(), 1 << 20);
        assert_eq!(TranspositionTable::new(0).bytes(), 64);
        let table = TranspositionTable::new(usize::MAX);
        let entry = TtEntry { step: Some(5), score: -7, depth: 9, bound: Bound::Lower };
        table.put(u64::MAX, entry);
        assert_eq!(table.get(u64::MAX), Some(entry));
        assert!(table.bytes() < usize::MAX / 2);
    }
}
