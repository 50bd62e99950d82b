//! The transposition table: search results by position, shared by all threads without locks.
//!
//! An entry is two words: its data, and its key XORed with the data. Threads access the words one at a time, so two writers can
//! tear an entry. Then the XOR doesn't match the key, and the entry counts as absent.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

/// A stored search result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The code of the best step, below 2²⁴; `None` if no step was best.
    pub step: Option<u32>,
    /// The score, with distances to a win counted from the position.
    pub score: i16,
    /// The search depth.
    pub depth: u8,
    /// How the score relates to the true one.
    pub bound: Bound,
}

/// The entries of a cluster: as many as fit into a cache line.
const CLUSTER_ENTRIES: usize = 4;
const CLUSTER_WORDS: usize = CLUSTER_ENTRIES * 2;
const CLUSTER_BYTES: usize = CLUSTER_WORDS * size_of::<u64>();
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

/// A transposition table of fixed size.
pub struct TranspositionTable {
    /// Pairs of words: the key XORed with the data, and the data.
    words: Box<[AtomicU64]>,
    /// The index of the first word of the first cluster, which is aligned to a cache line.
    first: usize,
    clusters: usize,
    age: AtomicU64,
}

impl TranspositionTable {
    /// Allocates a table of this many bytes, rounded down to whole clusters but at least one. If the system has too little memory,
    /// the table is smaller: a slower search is better than an abort.
    pub fn new(bytes: usize) -> Self {
        let max_clusters = (bytes / CLUSTER_BYTES).max(1);
        #[cfg(not(loom))]
        let (clusters, words) = std::iter::successors(Some(max_clusters), |n| Some(n / 2).filter(|&half| half > 0))
            .find_map(|clusters| {
                // Up to one cluster more, for the alignment.
                let words = (clusters + 1) * CLUSTER_WORDS - 1;
                Some((clusters, bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words).ok()?))
            })
            .expect("memory for one cluster");
        #[cfg(not(loom))]
        let first = words.as_ptr().align_offset(CLUSTER_BYTES).min(CLUSTER_WORDS - 1);
        #[cfg(loom)]
        let (clusters, first, words) =
            (max_clusters, 0, (0..max_clusters * CLUSTER_WORDS).map(|_| AtomicU64::new(0)).collect());
        TranspositionTable { words, first, clusters, age: AtomicU64::new(0) }
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.clusters * CLUSTER_BYTES
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

    /// The words of the cluster of a key.
    #[inline]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        &self.words[self.first + index * CLUSTER_WORDS..][..CLUSTER_WORDS]
    }

    /// The entry of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TtEntry> {
        for pair in self.cluster(key).chunks_exact(2) {
            let (xored, data) = (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
            if xored ^ data == key {
                return TtEntry::unpack(data);
            }
        }
        None
    }

    /// Stores an entry. It replaces one of the same position, or else the oldest and shallowest entry of its cluster.
    #[inline]
    pub fn put(&self, key: u64, mut entry: TtEntry) {
        let age = self.age();
        let mut worst = (i32::MAX, 0);
        let cluster = self.cluster(key);
        for (index, pair) in cluster.chunks_exact(2).enumerate() {
            let (xored, data) = (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
            if xored ^ data == key
                && let Some(old) = TtEntry::unpack(data)
            {
                // A deeper result of this search stays unless this one is exact.
                if old.depth > entry.depth.saturating_add(3) && entry.bound != Bound::Exact && age_of(data) == age {
                    return;
                }
                entry.step = entry.step.or(old.step);
                worst.1 = index;
                break;
            }
            let worth = i32::from(depth_of(data)) - 8 * i32::from(age.wrapping_sub(age_of(data)));
            if worth < worst.0 {
                worst = (worth, index);
            }
        }
        let data = entry.pack(age);
        cluster[worst.1 * 2].store(key ^ data, Ordering::Relaxed);
        cluster[worst.1 * 2 + 1].store(data, Ordering::Relaxed);
    }

    /// The share of entries of the current search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        let age = self.age();
        let sample = (self.clusters * CLUSTER_WORDS).min(2000);
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
    fn allocates_as_much_as_the_system_allows() {
        assert_eq!(TranspositionTable::new(1 << 20).bytes(), 1 << 20);
        assert_eq!(TranspositionTable::new(0).bytes(), 64);
        let table = TranspositionTable::new(usize::MAX);
        let entry = TtEntry { step: Some(5), score: -7, depth: 9, bound: Bound::Lower };
        table.put(u64::MAX, entry);
        assert_eq!(table.get(u64::MAX), Some(entry));
        assert!(table.bytes() < usize::MAX / 2);
    }
}
