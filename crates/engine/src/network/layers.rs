//! The arithmetic of a network, which is compiled for several sets of instructions.

use super::Accumulator;
use super::instructions::Arithmetic;
use sanban_core::Seat;
use sanban_core::inputs::InputSet;

/// The numbers of an accumulator.
pub const HIDDEN: usize = 128;
/// The outputs of the first dense layer, and of the second.
const DENSE: [usize; 2] = [16, 16];
/// The sizes of the layers after the inputs, as network files name them.
pub const LAYERS: [usize; 3] = [HIDDEN, DENSE[0], DENSE[1]];

/// The largest activation.
const ONE: i32 = 255;
/// The dense layers' weights have this many binary places.
const DENSE_SHIFT: u32 = 6;
/// The output's weights have this many binary places.
const OUTPUT_SHIFT: u32 = 12;

/// Numbers that are aligned for vectors of up to 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Numbers<const N: usize>(pub(super) [i16; N]);

/// The numbers of an accumulator, or the weights of an input.
pub(super) type Row = Numbers<HIDDEN>;

/// The weights of a network.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// By input.
    pub(super) input_weights: Box<[Row]>,
    pub(super) input_biases: Row,
    pub(super) first: Box<Dense<{ 2 * HIDDEN }, { DENSE[0] }>>,
    pub(super) second: Box<Dense<{ DENSE[0] }, { DENSE[1] }>>,
    pub(super) output: Box<Dense<{ DENSE[1] }, 1>>,
}

/// A dense layer: a row of weights and a bias for each output.
#[derive(Clone, Debug)]
pub(super) struct Dense<const INPUTS: usize, const OUTPUTS: usize> {
    pub(super) weights: [Numbers<INPUTS>; OUTPUTS],
    pub(super) biases: [i32; OUTPUTS],
}

/// The outputs of a dense layer as activations of the next one.
#[inline(always)]
fn activations<A: Arithmetic, const INPUTS: usize, const OUTPUTS: usize>(
    layer: &Dense<INPUTS, OUTPUTS>,
    inputs: &Numbers<INPUTS>,
) -> Numbers<OUTPUTS> {
    // Loops, since `std::array::from_fn` isn't inlined: it would be compiled without the chosen instructions.
    let mut activations = Numbers([0; OUTPUTS]);
    for (activation, sum) in activations.0.iter_mut().zip(A::dense(layer, inputs)) {
        *activation = (sum >> DENSE_SHIFT).clamp(0, ONE) as i16;
    }
    activations
}

/// Updates the accumulators of a position, from their last state or those of the position before, whichever is closer. Then
/// evaluates it for the player to move, in centipawns.
#[inline(always)]
pub(super) fn evaluate<A: Arithmetic>(
    layers: &Layers,
    before: Option<&[Accumulator; 2]>,
    accumulators: &mut [Accumulator; 2],
    inputs: &[InputSet; 2],
    to_move: Seat,
) -> i32 {
    for (seat, accumulator) in accumulators.iter_mut().enumerate() {
        update::<A>(layers, before.map(|before| &before[seat]), accumulator, &inputs[seat]);
    }
    let [own, opponent] = [to_move, to_move.other()].map(|seat| &accumulators[seat.index()].sums);
    forward::<A>(layers, own, opponent)
}

/// Updates an accumulator to these inputs.
#[inline(always)]
fn update<A: Arithmetic>(
    layers: &Layers,
    before: Option<&Accumulator>,
    accumulator: &mut Accumulator,
    inputs: &InputSet,
) {
    let from = match before {
        Some(before) if before.inputs.distance(inputs) < accumulator.inputs.distance(inputs) => before,
        _ => accumulator,
    };
    let mut sums = A::load(&from.sums);
    from.inputs.for_each_not_in(inputs, |input| {
        if let Some(weights) = layers.input_weights.get(input) {
            A::subtract(&mut sums, weights);
        }
    });
    inputs.for_each_not_in(&from.inputs, |input| {
        if let Some(weights) = layers.input_weights.get(input) {
            A::add(&mut sums, weights);
        }
    });
    A::store(sums, &mut accumulator.sums);
    accumulator.inputs = *inputs;
}

/// The layers after the accumulators.
#[inline(always)]
fn forward<A: Arithmetic>(layers: &Layers, own: &Row, opponent: &Row) -> i32 {
    let mut squares = Numbers([0; 2 * HIDDEN]);
    let (own_squares, opponent_squares) = squares.0.split_at_mut(HIDDEN);
    for (squares, sums) in [(own_squares, own), (opponent_squares, opponent)] {
        for (square, &sum) in squares.iter_mut().zip(&sums.0) {
            // At most 255², which fits 16 bits without a sign.
            let x = sum.clamp(0, ONE as i16) as u16;
            *square = ((x * x) >> 8) as i16;
        }
    }
    let first = activations::<A, _, _>(&layers.first, &squares);
    let second = activations::<A, _, _>(&layers.second, &first);
    A::dense(&layers.output, &second)[0] >> OUTPUT_SHIFT
}
