//! The choice of instructions at run time: the only unsafe code of the engine.
//!
//! Builds may run on any x86-64 processor since 2009, which has vectors of 16 bytes. Nearly all have AVX2 with 32 bytes; the same
//! code compiled for it evaluates faster, see `docs/speed.md`.

use super::Accumulator;
use super::layers::{self, Layers};
use sanban_core::Seat;
use sanban_core::inputs::InputSet;

/// A set of instructions that the arithmetic is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// What every processor of the build's target has.
    Baseline,
    /// AVX2 on x86-64. Only [`Instructions::detect`] chooses it.
    #[cfg(target_arch = "x86_64")]
    Avx2(Detected),
}

/// Proof that the processor has the instructions.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detected(());

impl Instructions {
    /// The best instructions that this processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            return Instructions::Avx2(Detected(()));
        }
        Instructions::Baseline
    }
}

/// [`layers::evaluate`] with these instructions.
#[inline]
pub(super) fn evaluate(
    instructions: Instructions,
    layers: &Layers,
    before: Option<&[Accumulator; 2]>,
    accumulators: &mut [Accumulator; 2],
    inputs: &[InputSet; 2],
    to_move: Seat,
) -> i32 {
    match instructions {
        Instructions::Baseline => layers::evaluate(layers, before, accumulators, inputs, to_move),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(Detected(())) => {
            // SAFETY: `Detected` exists only if the processor has these instructions.
            #[allow(unsafe_code)]
            unsafe {
                evaluate_avx2(layers, before, accumulators, inputs, to_move)
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn evaluate_avx2(
    layers: &Layers,
    before: Option<&[Accumulator; 2]>,
    accumulators: &mut [Accumulator; 2],
    inputs: &[InputSet; 2],
    to_move: Seat,
) -> i32 {
    layers::evaluate(layers, before, accumulators, inputs, to_move)
}
