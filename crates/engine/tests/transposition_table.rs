//! The transposition table between threads: a reader never gets an entry of another key.
//!
//! With loom, the tests try every interleaving of two writers and a reader. Without it, threads stress a table that is far too
//! small.

use sanban_engine::transposition_table::{Bound, TranspositionTable, TtEntry};

/// An entry that encodes its key and its number, so that torn entries are detected.
fn entry(key: u64, number: u8) -> TtEntry {
    let mark = (key as u8).wrapping_mul(31) ^ number;
    TtEntry {
        step: Some(u32::from(mark) << 8 | key as u32 & 255),
        score: i16::from(mark),
        depth: number,
        bound: Bound::Exact,
    }
}

/// Whether an entry was stored with this key.
fn belongs_to(found: TtEntry, key: u64) -> bool {
    found == entry(key, found.depth)
}

#[cfg(loom)]
mod every_interleaving {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// A table with one free entry in its cluster, so that all writers compete for it.
    fn table() -> Arc<TranspositionTable> {
        let table = TranspositionTable::new(0);
        for key in [101, 102, 103] {
            table.put(key, entry(key, 200));
        }
        Arc::new(table)
    }

    #[test]
    fn reader_never_gets_a_torn_entry() {
        loom::model(|| {
            let table = table();
            let writers = [1, 2].map(|key: u64| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.put(key, entry(key, key as u8)))
            });
            for key in [1, 2] {
                if let Some(found) = table.get(key) {
                    assert!(belongs_to(found, key), "under {key}: {found:?}");
                }
            }
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            for key in [1, 2, 101, 102, 103] {
                if let Some(found) = table.get(key) {
                    assert!(belongs_to(found, key), "under {key} at the end: {found:?}");
                }
            }
        });
    }

    /// The reader gets the data of one of them, or nothing.
    #[test]
    fn two_writers_of_one_key_never_mix() {
        loom::model(|| {
            let table = table();
            let writers = [1, 2].map(|number: u8| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.put(7, entry(7, number)))
            });
            let read = || {
                if let Some(found) = table.get(7) {
                    assert!([1, 2].contains(&found.depth) && belongs_to(found, 7), "{found:?}");
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
fn four_threads_never_get_a_torn_entry() {
    const ROUNDS: u64 = 300_000;
    // Sixteen entries for sixty-four keys, spread over all clusters.

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
                        assert!(belongs_to(found, key), "under {key:x}: {found:?}");
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
