//! What a search has learnt about steps, whatever the position: those that have cut off the search are tried early.

/// Steps are told apart by the lower bits of their numbers.
const STEPS: usize = 1 << 14;
/// Pairs of steps share places.
const PAIRS: usize = 1 << 16;
/// No value gets past this.
const MOST: i32 = 16_384;

/// No step: what came before the first one.
pub(super) const NONE: u32 = u32::MAX;

/// The statistics of one thread.
pub(super) struct History {
    /// By seat and step.
    single: Box<[[i16; STEPS]; 2]>,
    /// By the step before, or the one before that, and the step.
    pairs: Box<[[i16; PAIRS]; 2]>,
    /// By how many steps from the root: the last two steps that cut off.
    killers: Vec<[u32; 2]>,
}

impl History {
    pub(super) fn new(plies: usize) -> Self {
        // Collected on the heap, since arrays of this size do not belong on the stack.
        fn table<const N: usize>() -> Box<[[i16; N]; 2]> {
            vec![[0; N]; 2].try_into().unwrap_or_else(|_| unreachable!("two rows"))
        }
        History { single: table(), pairs: table(), killers: vec![[NONE; 2]; plies] }
    }

    pub(super) fn clear(&mut self) {
        self.single.iter_mut().for_each(|row| row.fill(0));
        self.pairs.iter_mut().for_each(|row| row.fill(0));
        self.killers.fill([NONE; 2]);
    }

    /// Makes what was learnt at another root count for less here.
    pub(super) fn fade(&mut self) {
        for value in self.single.iter_mut().flatten().chain(self.pairs.iter_mut().flatten()) {
            *value /= 2;
        }
        self.killers.fill([NONE; 2]);
    }

    fn pair(before: u32, step: u32) -> usize {
        let mixed = (before.wrapping_mul(0x9e37_79b1) ^ step).wrapping_mul(0x85eb_ca6b);
        (mixed >> 16) as usize
    }

    /// How well a step has done after the two before it, the last one first.
    #[inline]
    pub(super) fn value(&self, seat: usize, step: u32, before: [u32; 2]) -> i32 {
        let single = self.single[seat][step as usize % STEPS];
        let pairs = [0, 1].map(|i| i32::from(self.pairs[i][Self::pair(before[i], step)]));
        i32::from(single) + pairs[0] + pairs[1]
    }

    #[inline]
    pub(super) fn is_killer(&self, ply: usize, step: u32) -> bool {
        self.killers[ply].contains(&step)
    }

    /// Remembers how a step did: a positive bonus where it cut off, a negative one where it was tried in vain.
    #[inline]
    pub(super) fn learn(&mut self, seat: usize, step: u32, before: [u32; 2], bonus: i32) {
        let teach = |value: &mut i16| {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / MOST) as i16;
        };
        teach(&mut self.single[seat][step as usize % STEPS]);
        for (pairs, before) in self.pairs.iter_mut().zip(before) {
            teach(&mut pairs[Self::pair(before, step)]);
        }
    }

    pub(super) fn set_killer(&mut self, ply: usize, step: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != step {
            *killers = [step, killers[0]];
        }
    }
}
