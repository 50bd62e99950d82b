//! The transposition table between threads: whoever reads sees nothing but what was put under the very key.
//!
//! Under loom every order in which two writers and a reader can take their steps is tried; without it, threads hammer at a
//! table that is far too small.

use sanban_engine::transposition_table::{Bound, TranspositionTable, TtEntry};

/// An entry that tells its key and its number, so that a mixture of two is seen.
fn entry(key: u64, number: u8) -> TtEntry {
    let mark = (key as u8).wrapping_mul(31) ^ number;
    TtEntry {
        step: Some(u32::from(mark) << 8 | key as u32 & 255),
        score: i16::from(mark),
        depth: number,
        bound: Bound::Exact,
    }
}

/// Whether an entry is one that was put under the key.
fn belongs(entry_found: TtEntry, key: u64) -> bool {
    entry_found == entry(key, entry_found.depth)
}

#[cfg(loom)]
mod every_order {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// A table with a single entry that does not hold something deeper, so that all writers want that one.
    fn table() -> Arc<TranspositionTable> {
        let table = TranspositionTable::new(0);
        for key in [101, 102, 103] {
            table.put(key, entry(key, 200));
        }
        Arc::new(table)
    }

    #[test]
    fn two_writers_and_a_reader() {
        loom::model(|| {
            let table = table();
            let writers = [1, 2].map(|key: u64| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.put(key, entry(key, key as u8)))
            });
            for key in [1, 2] {
                if let Some(found) = table.get(key) {
                    assert!(belongs(found, key), "under {key}: {found:?}");
                }
            }
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            for key in [1, 2, 101, 102, 103] {
                if let Some(found) = table.get(key) {
                    assert!(belongs(found, key), "under {key} at the end: {found:?}");
                }
            }
        });
    }

    /// The same key with different data: one of them is found, or neither.
    #[test]
    fn two_writers_of_one_position() {
        loom::model(|| {
            let table = table();
            let writers = [1, 2].map(|number: u8| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.put(7, entry(7, number)))
            });
            let read = || {
                if let Some(found) = table.get(7) {
                    assert!([1, 2].contains(&found.depth) && belongs(found, 7), "{found:?}");
                }
            };
            read();
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            read();
        });
    }
}

#[cfg(not(loom))]
#[test]
fn four_threads_hammer_at_it() {
    const ROUNDS: u64 = 300_000;
    // Sixteen entries for sixty-four keys, spread over all places.
    let table = TranspositionTable::new(256);
    let keys: Vec<u64> = (0..64).map(|key| key << 58 | key).collect();
    std::thread::scope(|scope| {
        let threads = [1, 2, 3, 4].map(|seed: u64| {
            let (table, keys) = (&table, &keys);
            scope.spawn(move || {
                let (mut state, mut seen) = (seed, 0);
                for round in 0..ROUNDS {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let key = keys[(state >> 33) as usize % keys.len()];
                    if round % 2 == 0 {
                        table.put(key, entry(key, (state >> 50) as u8));
                    } else if let Some(found) = table.get(key) {
                        assert!(belongs(found, key), "under {key:x}: {found:?}");
                        seen += 1;
                    }
                }
                seen
            })
        });
        let seen: u32 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
        assert!(seen > 1000, "only {seen} entries were found");
    });
}
