//! The sets of instructions that a network's arithmetic is written for, and the choice among them at run time: the only unsafe code
//! of the engine.
//!
//! Builds may run on any x86-64 processor since 2009, which has vectors of 16 bytes. Nearly all have AVX2 with 32 bytes. Compilers
//! vectorise sums of 16-bit products badly, so these are written by hand where that is measured to pay, see `docs/speed.md`.

use super::Accumulator;
use super::layers::{self, Dense, Layers, Numbers, Row};
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
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Instructions::Baseline => layers::evaluate::<simd128::Simd128>(layers, before, accumulators, inputs, to_move),
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Instructions::Baseline => layers::evaluate::<Portable>(layers, before, accumulators, inputs, to_move),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(Detected(())) => {
            // SAFETY: `Detected` exists only if the processor has these instructions.
            #[allow(unsafe_code)]
            unsafe {
                avx2::evaluate(layers, before, accumulators, inputs, to_move)
            }
        }
    }
}

/// The operations that depend on the instructions. All give the same results; overflow wraps around.
pub(super) trait Arithmetic {
    /// The numbers of an accumulator while they change.
    type Sums;

    fn load(row: &Row) -> Self::Sums;
    fn store(sums: Self::Sums, row: &mut Row);
    fn add(sums: &mut Self::Sums, row: &Row);
    fn subtract(sums: &mut Self::Sums, row: &Row);

    /// The outputs of a dense layer.
    fn dense<const INPUTS: usize, const OUTPUTS: usize>(
        layer: &Dense<INPUTS, OUTPUTS>,
        inputs: &Numbers<INPUTS>,
    ) -> [i32; OUTPUTS];
}

/// Arithmetic that the compiler vectorises for any target.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
struct Portable;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Arithmetic for Portable {
    type Sums = Row;

    #[inline(always)]
    fn load(row: &Row) -> Row {
        *row
    }

    #[inline(always)]
    fn store(sums: Row, row: &mut Row) {
        *row = sums;
    }

    #[inline(always)]
    fn add(sums: &mut Row, row: &Row) {
        for (sum, &weight) in sums.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(weight);
        }
    }

    #[inline(always)]
    fn subtract(sums: &mut Row, row: &Row) {
        for (sum, &weight) in sums.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(weight);
        }
    }

    #[inline(always)]
    fn dense<const INPUTS: usize, const OUTPUTS: usize>(
        layer: &Dense<INPUTS, OUTPUTS>,
        inputs: &Numbers<INPUTS>,
    ) -> [i32; OUTPUTS] {
        let mut sums = layer.biases;
        for (sum, weights) in sums.iter_mut().zip(&layer.weights) {
            for (&weight, &input) in weights.0.iter().zip(&inputs.0) {
                *sum = sum.wrapping_add(i32::from(weight) * i32::from(input));
            }
        }
        sums
    }
}

/// Vectors of 32 bytes.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::super::layers::HIDDEN;
    use super::*;
    use std::arch::x86_64::*;

    /// The 16-bit numbers of a vector.
    const LANES: usize = 16;

    /// Arithmetic with AVX2. Its functions are inlined into [`evaluate`], which has the instructions.
    struct Avx2;

    /// [`layers::evaluate`] with AVX2.
    #[target_feature(enable = "avx2,bmi1")]
    pub(super) fn evaluate(
        layers: &Layers,
        before: Option<&[Accumulator; 2]>,
        accumulators: &mut [Accumulator; 2],
        inputs: &[InputSet; 2],
        to_move: Seat,
    ) -> i32 {
        layers::evaluate::<Avx2>(layers, before, accumulators, inputs, to_move)
    }

    #[allow(unsafe_code)]
    impl Arithmetic for Avx2 {
        type Sums = [__m256i; HIDDEN / LANES];

        #[inline(always)]
        fn load(row: &Row) -> Self::Sums {
            // SAFETY: only `evaluate` uses this type.
            let mut sums = [unsafe { _mm256_setzero_si256() }; HIDDEN / LANES];
            for (place, sum) in sums.iter_mut().enumerate() {
                *sum = vector(row, place);
            }
            sums
        }

        #[inline(always)]
        fn store(sums: Self::Sums, row: &mut Row) {
            for (place, sum) in sums.into_iter().enumerate() {
                // SAFETY: the vectors are within the numbers, which are aligned; only `evaluate` uses this type.
                unsafe { _mm256_store_si256(row.0.as_mut_ptr().add(place * LANES).cast(), sum) };
            }
        }

        #[inline(always)]
        fn add(sums: &mut Self::Sums, row: &Row) {
            for (place, sum) in sums.iter_mut().enumerate() {
                // SAFETY: only `evaluate` uses this type.
                *sum = unsafe { _mm256_add_epi16(*sum, vector(row, place)) };
            }
        }

        #[inline(always)]
        fn subtract(sums: &mut Self::Sums, row: &Row) {
            for (place, sum) in sums.iter_mut().enumerate() {
                // SAFETY: only `evaluate` uses this type.
                *sum = unsafe { _mm256_sub_epi16(*sum, vector(row, place)) };
            }
        }

        #[inline(always)]
        fn dense<const INPUTS: usize, const OUTPUTS: usize>(
            layer: &Dense<INPUTS, OUTPUTS>,
            inputs: &Numbers<INPUTS>,
        ) -> [i32; OUTPUTS] {
            let mut outputs = layer.biases;
            // SAFETY: only `evaluate` uses this type.
            unsafe {
                for (outputs, weights) in outputs.chunks_mut(4).zip(layer.weights.chunks(4)) {
                    let mut sums = [_mm256_setzero_si256(); 4];
                    for place in 0..INPUTS / LANES {
                        let inputs = vector(inputs, place);
                        for (sum, weights) in sums.iter_mut().zip(weights) {
                            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(inputs, vector(weights, place)));
                        }
                    }
                    let [a, b, c, d] = sums;
                    let sums = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
                    let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
                    let mut totals = [0i32; 4];
                    _mm_storeu_si128(totals.as_mut_ptr().cast(), sums);
                    for (output, total) in outputs.iter_mut().zip(totals) {
                        *output = output.wrapping_add(total);
                    }
                }
            }
            outputs
        }
    }

    /// The vector of 16 numbers at this place.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn vector<const N: usize>(numbers: &Numbers<N>, place: usize) -> __m256i {
        const { assert!(N.is_multiple_of(LANES)) };
        assert!(place < N / LANES);
        // SAFETY: the vector is within the numbers, which are aligned; only `evaluate` uses this module.
        unsafe { _mm256_load_si256(numbers.0.as_ptr().add(place * LANES).cast()) }
    }
}

/// The vectors of WebAssembly, of 16 bytes.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use super::super::layers::HIDDEN;
    use super::*;
    use std::arch::wasm32::*;

    /// The 16-bit numbers of a vector.
    const LANES: usize = 8;

    /// Arithmetic with `simd128`.
    pub(super) struct Simd128;

    #[allow(unsafe_code)]
    impl Arithmetic for Simd128 {
        type Sums = [v128; HIDDEN / LANES];

        #[inline(always)]
        fn load(row: &Row) -> Self::Sums {
            std::array::from_fn(|place| vector(row, place))
        }

        #[inline(always)]
        fn store(sums: Self::Sums, row: &mut Row) {
            for (place, sum) in sums.into_iter().enumerate() {
                // SAFETY: the vector is within the numbers.
                unsafe { v128_store(row.0.as_mut_ptr().add(place * LANES).cast(), sum) };
            }
        }

        #[inline(always)]
        fn add(sums: &mut Self::Sums, row: &Row) {
            for (place, sum) in sums.iter_mut().enumerate() {
                *sum = i16x8_add(*sum, vector(row, place));
            }
        }

        #[inline(always)]
        fn subtract(sums: &mut Self::Sums, row: &Row) {
            for (place, sum) in sums.iter_mut().enumerate() {
                *sum = i16x8_sub(*sum, vector(row, place));
            }
        }

        #[inline(always)]
        fn dense<const INPUTS: usize, const OUTPUTS: usize>(
            layer: &Dense<INPUTS, OUTPUTS>,
            inputs: &Numbers<INPUTS>,
        ) -> [i32; OUTPUTS] {
            let mut outputs = layer.biases;
            for (outputs, weights) in outputs.chunks_mut(4).zip(layer.weights.chunks(4)) {
                let mut sums = [i32x4_splat(0); 4];
                for place in 0..INPUTS / LANES {
                    let inputs = vector(inputs, place);
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = i32x4_add(*sum, i32x4_dot_i16x8(inputs, vector(weights, place)));
                    }
                }
                for (output, sum) in outputs.iter_mut().zip(sums) {
                    let sum = i32x4_add(sum, i32x4_shuffle::<2, 3, 0, 1>(sum, sum));
                    let sum = i32x4_add(sum, i32x4_shuffle::<1, 0, 3, 2>(sum, sum));
                    *output = output.wrapping_add(i32x4_extract_lane::<0>(sum));
                }
            }
            outputs
        }
    }

    /// The vector of 8 numbers at this place.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn vector<const N: usize>(numbers: &Numbers<N>, place: usize) -> v128 {
        const { assert!(N.is_multiple_of(LANES)) };
        assert!(place < N / LANES);
        // SAFETY: the vector is within the numbers.
        unsafe { v128_load(numbers.0.as_ptr().add(place * LANES).cast()) }
    }
}
