"""Turns a trained network into the integers of a network file."""

import model
import numpy as np
from model import FloatNetwork
from network_file import ARRAYS, IntegerNetwork
from positions import GameInputs
from torch import Tensor


def quantise(network: FloatNetwork, inputs: GameInputs) -> IntegerNetwork:
    """Rounds the weights of a trained network to integers."""
    activation, weight = model.ACTIVATION_SCALE, model.DENSE_WEIGHT_SCALE
    scaled = {
        "input_weights": _numbers(network.input.weight).T[: inputs.input_count] * model.ACCUMULATOR_SCALE,
        "input_biases": _numbers(network.input.bias) * model.ACCUMULATOR_SCALE,
        "dense1_weights": _numbers(network.dense1.weight) * weight,
        "dense1_biases": _numbers(network.dense1.bias) * weight * activation,
        "dense2_weights": _numbers(network.dense2.weight) * weight,
        "dense2_biases": _numbers(network.dense2.bias) * weight * activation,
        "output_weights": _numbers(network.output.weight)[0] * model.OUTPUT_WEIGHT_SCALE,
        "output_bias": _numbers(network.output.bias) * model.OUTPUT_BIAS_SCALE,
    }
    return IntegerNetwork(inputs, {name: _round(name, scaled[name], kind) for name, kind, _ in ARRAYS})


def _numbers(tensor: Tensor) -> np.ndarray:
    return tensor.detach().cpu().double().numpy()


def _round(name: str, values: np.ndarray, kind: str) -> np.ndarray:
    """Rounds to integers of a type, and raises an error if one doesn't fit."""
    limits = np.iinfo(kind)
    rounded = np.rint(values)
    fits = (rounded >= limits.min) & (rounded <= limits.max)
    if not fits.all():
        worst = values[~fits][0]
        raise OverflowError(f"{name.replace('_', ' ')}: {worst:.6g} doesn't fit in {limits.bits} bits.")
    return rounded.astype(kind)
