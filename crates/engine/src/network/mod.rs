//! Evaluation by a small neural network, updated incrementally and in integers.
//!
//! A game describes a position as a set of inputs for each player ([`Heuristics::write_inputs`]). An accumulator for each player has
//! the sum of the weights of its inputs. From one position to the next, few inputs change, so the accumulators are updated by the
//! difference. Two small dense layers follow. `docs/networks.md` has the exact arithmetic and the format of the files.
//!
//! | file | holds |
//! | --- | --- |
//! | `file` | reading network files |
//! | `layers` | the arithmetic |
//! | `instructions` | the operations that depend on the processor, and the choice of them at run time |
//!
//! [`Heuristics::write_inputs`]: sanban_core::Heuristics::write_inputs

mod file;
mod instructions;
mod layers;

pub use file::{MAGIC, NetworkHeader};
pub use instructions::Instructions;
pub use layers::{HIDDEN, LAYERS};

use layers::{Layers, Row};
use sanban_core::Seat;
use sanban_core::inputs::InputSet;

/// An evaluation network.
#[derive(Clone, Debug)]
pub struct Network {
    header: NetworkHeader,
    layers: Layers,
}

impl Network {
    /// What the file says about the network.
    pub fn header(&self) -> &NetworkHeader {
        &self.header
    }
}

/// The accumulators along a path of a search, by turns from its root.
///
/// An accumulator and its inputs always agree, so it can be updated to any other position. It doesn't matter which path it was
/// computed on.
#[derive(Clone, Debug)]
pub struct Accumulators {
    stack: Vec<[Accumulator; 2]>,
    instructions: Instructions,
}

/// The sum of the weights of a set of inputs.
#[derive(Clone, Copy, Debug)]
struct Accumulator {
    inputs: InputSet,
    sums: Row,
}

impl Accumulators {
    /// Creates accumulators for paths of fewer than `turns` turns.
    pub fn new(network: &Network, turns: usize) -> Self {
        Self::with_instructions(network, turns, Instructions::detect())
    }

    /// The same with a choice of instructions, for tests that compare them.
    pub fn with_instructions(network: &Network, turns: usize, instructions: Instructions) -> Self {
        let empty = Accumulator { inputs: InputSet::EMPTY, sums: network.layers.input_biases };
        Accumulators { stack: vec![[empty; 2]; turns], instructions }
    }

    /// Evaluates a position that is `turns` turns from the root, in centipawns for the player to move.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, inputs: &[InputSet; 2], to_move: Seat, turns: usize) -> i32 {
        let (before, after) = self.stack.split_at_mut(turns);
        instructions::evaluate(self.instructions, &network.layers, before.last(), &mut after[0], inputs, to_move)
    }
}
