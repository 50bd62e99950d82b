//! The arithmetic of a network. It is written so that compilers vectorise it, and compiled for several sets of instructions.

use super::Accumulator;
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

/// The numbers of an accumulator, or the weights of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [i16; HIDDEN]);

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
#[repr(align(64))]
pub(super) struct Dense<const INPUTS: usize, const OUTPUTS: usize> {
    pub(super) weights: [[i16; INPUTS]; OUTPUTS],
    pub(super) biases: [i32; OUTPUTS],
}

impl<const INPUTS: usize, const OUTPUTS: usize> Dense<INPUTS, OUTPUTS> {
    #[inline(always)]
    fn apply(&self, inputs: &[i16; INPUTS]) -> [i32; OUTPUTS] {
        // Loops, since `std::array::from_fn` isn't inlined: it would be compiled without the chosen instructions.
        let mut sums = self.biases;
        for (sum, weights) in sums.iter_mut().zip(&self.weights) {
            for (&weight, &input) in weights.iter().zip(inputs) {
                // A network that a person made may overflow.
                *sum = sum.wrapping_add(i32::from(weight) * i32::from(input));
            }
        }
        sums
    }

    /// The outputs as activations of the next layer.
    #[inline(always)]
    fn activations(&self, inputs: &[i16; INPUTS]) -> [i16; OUTPUTS] {
        let mut activations = [0; OUTPUTS];
        for (activation, sum) in activations.iter_mut().zip(self.apply(inputs)) {
            *activation = (sum >> DENSE_SHIFT).clamp(0, ONE) as i16;
        }
        activations
    }
}

/// Updates the accumulators of a position, from their last state or those of the position before, whichever is closer. Then
/// evaluates it for the player to move, in centipawns.
#[inline(always)]
pub(super) fn evaluate(
    layers: &Layers,
    before: Option<&[Accumulator; 2]>,
    accumulators: &mut [Accumulator; 2],
    inputs: &[InputSet; 2],
    to_move: Seat,
) -> i32 {
    for (seat, accumulator) in accumulators.iter_mut().enumerate() {
        let inputs = &inputs[seat];
        if let Some(before) = before.map(|before| &before[seat])
            && before.inputs.distance(inputs) < accumulator.inputs.distance(inputs)
        {
            *accumulator = *before;
        }
        update(layers, accumulator, inputs);
    }
    let [own, opponent] = [to_move, to_move.other()].map(|seat| &accumulators[seat.index()].sums);
    forward(layers, own, opponent)
}

/// Updates an accumulator to these inputs.
#[inline(always)]
fn update(layers: &Layers, accumulator: &mut Accumulator, inputs: &InputSet) {
    let sums = &mut accumulator.sums.0;
    accumulator.inputs.for_each_not_in(inputs, |input| {
        let Some(Row(weights)) = layers.input_weights.get(input) else { return };
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum = sum.wrapping_sub(weight);
        }
    });
    inputs.for_each_not_in(&accumulator.inputs, |input| {
        let Some(Row(weights)) = layers.input_weights.get(input) else { return };
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum = sum.wrapping_add(weight);
        }
    });
    accumulator.inputs = *inputs;
}

/// The layers after the accumulators.
#[inline(always)]
fn forward(layers: &Layers, own: &Row, opponent: &Row) -> i32 {
    let mut activations = [0; 2 * HIDDEN];
    let (own_activations, opponent_activations) = activations.split_at_mut(HIDDEN);
    for (activations, sums) in [(own_activations, own), (opponent_activations, opponent)] {
        for (activation, &sum) in activations.iter_mut().zip(&sums.0) {
            // At most 255², which fits 16 bits without a sign.
            let x = sum.clamp(0, ONE as i16) as u16;
            *activation = ((x * x) >> 8) as i16;
        }
    }
    let first = layers.first.activations(&activations);
    let second = layers.second.activations(&first);
    layers.output.apply(&second)[0] >> OUTPUT_SHIFT
}
