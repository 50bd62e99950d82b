"""The network in floating point, as it is trained. It mirrors the integer arithmetic of docs/networks.md."""

import math

import torch
from torch import Tensor, nn

ACCUMULATORS = 128
HIDDEN = 16

# What 1.0 is in the integer network.
ACCUMULATOR_SCALE = 255
ACTIVATION_SCALE = 255 * 255 / 256
DENSE_WEIGHT_SCALE = 64
OUTPUT_SHIFT = 12
CENTIPAWNS_PER_LOGIT = 400 / math.log(10)
OUTPUT_BIAS_SCALE = CENTIPAWNS_PER_LOGIT * (1 << OUTPUT_SHIFT)
OUTPUT_WEIGHT_SCALE = OUTPUT_BIAS_SCALE / ACTIVATION_SCALE

# The integer outputs of dense layers end at 255, which is a little more than 1.0.
MAX_ACTIVATION = 255 / ACTIVATION_SCALE
MAX_INPUT_WEIGHT = 4.0
MAX_INPUT_BIAS = 16.0
MAX_DENSE_WEIGHT = 8.0
MAX_OUTPUT_WEIGHT = 32000 / OUTPUT_WEIGHT_SCALE


class FloatNetwork(nn.Module):
    """Maps the inputs of both players to the logit of the expected score of the player to move."""

    def __init__(self, input_count: int) -> None:
        super().__init__()
        self.input_count = input_count
        # One input for each bit of the packed bytes; the bits after the last input are always 0.
        self.input = nn.Linear((input_count + 7) // 8 * 8, ACCUMULATORS)
        self.dense1 = nn.Linear(2 * ACCUMULATORS, HIDDEN)
        self.dense2 = nn.Linear(HIDDEN, HIDDEN)
        self.output = nn.Linear(HIDDEN, 1)
        self.register_buffer("shifts", torch.arange(8, dtype=torch.uint8), persistent=False)
        with torch.no_grad():
            # Begin between the two limits of the clamp, where every neuron learns.
            self.input.weight.normal_(0, 0.05)
            self.input.weight[:, input_count:] = 0
            self.input.bias.fill_(0.4)
            self.dense1.bias.fill_(0.3)
            self.dense2.bias.fill_(0.3)
            self.output.bias.fill_(0)

    def forward(self, packed: Tensor) -> Tensor:
        """Computes the logits from packed inputs: bytes of the player to move, then as many of the opponent, in each row."""
        accumulators = self.input(self.unpack(packed))
        squares = accumulators.clamp(0, 1).square()
        # The two rows of a position, the player to move first, become one row.
        squares = squares.view(len(packed), 2 * ACCUMULATORS)
        hidden1 = self.dense1(squares).clamp(0, MAX_ACTIVATION)
        hidden2 = self.dense2(hidden1).clamp(0, MAX_ACTIVATION)
        return self.output(hidden2).squeeze(1)

    def unpack(self, packed: Tensor) -> Tensor:
        """Unpacks bits to 0.0 and 1.0, in two rows for each position."""
        bits = (packed.unsqueeze(2) >> self.shifts) & 1
        return bits.reshape(2 * len(packed), -1).to(self.input.weight.dtype)

    @torch.no_grad()
    def clip_weights(self) -> None:
        """Limits the weights to what the integers of a network file can hold."""
        self.input.weight.clamp_(-MAX_INPUT_WEIGHT, MAX_INPUT_WEIGHT)
        self.input.bias.clamp_(-MAX_INPUT_BIAS, MAX_INPUT_BIAS)
        for dense in (self.dense1, self.dense2):
            dense.weight.clamp_(-MAX_DENSE_WEIGHT, MAX_DENSE_WEIGHT)
        self.output.weight.clamp_(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT)
