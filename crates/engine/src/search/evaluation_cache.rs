//! The evaluations of the positions that a thread has seen last. A search comes to the same positions again and again, by other paths
//! and at higher depths, and a network takes longer than a lookup.

/// The number of entries, which fit into a second-level cache.
const ENTRIES: usize = 1 << 14;
/// The bits of an entry that hold the evaluation. The others are those of the key.
const EVALUATION_BITS: u32 = 16;

/// Evaluations by the key of the position.
pub(super) struct EvaluationCache(Box<[u64]>);

impl Default for EvaluationCache {
    fn default() -> Self {
        EvaluationCache(vec![0; ENTRIES].into())
    }
}

impl EvaluationCache {
    /// The evaluation of a position with this key. One outside the range of scores is cut to it.
    #[inline]
    pub(super) fn get_or_insert_with(&mut self, key: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        let entry = &mut self.0[key as usize % ENTRIES];
        if *entry >> EVALUATION_BITS != key >> EVALUATION_BITS {
            let evaluation = evaluate().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            *entry = key >> EVALUATION_BITS << EVALUATION_BITS | u64::from(evaluation as u16);
        }
        i32::from(*entry as u16 as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_what_was_computed_for_the_key() {
        let mut cache = EvaluationCache::default();
        let [first, other_entry, same_entry] = [0x1234_5678_9abc_def0, 0x1234_5678_9abc_def1, 0x1234_5679_9abc_def0];
        assert_eq!(cache.get_or_insert_with(first, || -7), -7);
        assert_eq!(cache.get_or_insert_with(first, || unreachable!()), -7);
        assert_eq!(cache.get_or_insert_with(other_entry, || 100_000), i32::from(i16::MAX));
        assert_eq!(cache.get_or_insert_with(first, || unreachable!()), -7);
        assert_eq!(cache.get_or_insert_with(same_entry, || -100_000), i32::from(i16::MIN));
        assert_eq!(cache.get_or_insert_with(first, || 3), 3);
    }
}
