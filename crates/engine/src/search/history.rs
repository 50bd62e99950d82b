//! History, continuation history and killer steps: statistics about which steps cause cutoffs, for step ordering.

/// The number of entries with statistics about single steps. Steps whose codes have equal lower 14 bits share an entry.
const STEP_ENTRIES: usize = 1 << 14;
/// The size of the continuation history tables, indexed by a hash of two steps.
const PAIR_ENTRIES: usize = 1 << 16;
/// The limit of a history value.
const MAX_HISTORY: i32 = 16_384;

/// The code of no step, before the first one on a path.
pub(super) const NO_STEP: u32 = u32::MAX;

/// The statistics of one search thread.
pub(super) struct History {
    /// By seat and step.
    single: Box<[[i16; STEP_ENTRIES]; 2]>,
    /// By the previous step or the one before it, and the step.
    pairs: Box<[[i16; PAIR_ENTRIES]; 2]>,
    /// By ply: the last two steps that caused a cutoff.
    killers: Vec<[u32; 2]>,
}

impl History {
    pub(super) fn new(plies: usize) -> Self {
        // Built on the heap, because arrays of this size don't belong on the stack.
        fn table<const N: usize>() -> Box<[[i16; N]; 2]> {
            vec![[0; N]; 2].try_into().unwrap_or_else(|_| unreachable!("two rows"))
        }
        History { single: table(), pairs: table(), killers: vec![[NO_STEP; 2]; plies] }
    }

    pub(super) fn clear(&mut self) {
        self.single.iter_mut().for_each(|row| row.fill(0));
        self.pairs.iter_mut().for_each(|row| row.fill(0));
        self.killers.fill([NO_STEP; 2]);
    }

    /// Halves the statistics of the previous root and clears the killers.
    pub(super) fn age(&mut self) {
        for value in self.single.iter_mut().flatten().chain(self.pairs.iter_mut().flatten()) {
            *value /= 2;
        }
        self.killers.fill([NO_STEP; 2]);
    }

    fn pair_index(previous: u32, step: u32) -> usize {
        let mixed = (previous.wrapping_mul(0x9e37_79b1) ^ step).wrapping_mul(0x85eb_ca6b);
        (mixed >> 16) as usize
    }

    /// The ordering score of a step after the two previous steps, the last one first.
    #[inline]
    pub(super) fn value(&self, seat: usize, step: u32, previous: [u32; 2]) -> i32 {
        let single = self.single[seat][step as usize % STEP_ENTRIES];
        let pairs = [0, 1].map(|i| i32::from(self.pairs[i][Self::pair_index(previous[i], step)]));
        i32::from(single) + pairs[0] + pairs[1]
    }

    #[inline]
    pub(super) fn is_killer(&self, ply: usize, step: u32) -> bool {
        self.killers[ply].contains(&step)
    }

    /// Updates a step's statistics: with a positive bonus for a cutoff, with a negative one if it failed to cause one.
    #[inline]
    pub(super) fn update(&mut self, seat: usize, step: u32, previous: [u32; 2], bonus: i32) {
        let add_bonus = |value: &mut i16| {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
        };
        add_bonus(&mut self.single[seat][step as usize % STEP_ENTRIES]);
        for (pairs, previous) in self.pairs.iter_mut().zip(previous) {
            add_bonus(&mut pairs[Self::pair_index(previous, step)]);
        }
    }

    pub(super) fn set_killer(&mut self, ply: usize, step: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != step {
            *killers = [step, killers[0]];
        }
    }
}
