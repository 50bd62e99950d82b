"""Evaluates positions with a network in integers, exactly as docs/networks.md describes, slowly and simply.

    python3 training/reference.py NETWORK POSITIONS --limit 1000

prints one evaluation in centipawns for each record. The engine's evaluations must be the same.
"""

import argparse
import os
import sys
from typing import Iterator, Optional, Sequence

import numpy as np
from network_file import IntegerNetwork, read_network
from positions import DataError, read_positions

BLOCK_RECORDS = 4096


def sum_inputs(network: IntegerNetwork, packed: np.ndarray) -> np.ndarray:
    """The biases plus the weights of the active inputs, for each row of packed inputs, before overflow."""
    bits = np.unpackbits(packed, axis=1, count=network.inputs.input_count, bitorder="little").astype(np.int64)
    return network.arrays["input_biases"].astype(np.int64) + bits @ network.arrays["input_weights"].astype(np.int64)


def square_activations(accumulators: np.ndarray) -> np.ndarray:
    """Wraps accumulators around to 16 bits, and clamps and squares them."""
    wrapped = accumulators.astype(np.int16).astype(np.int64)
    x = wrapped.clip(0, 255)
    return (x * x) >> 8


def wrap(sums: np.ndarray) -> np.ndarray:
    """Wraps sums around to 32 bits."""
    return sums.astype(np.int32).astype(np.int64)


def evaluate(network: IntegerNetwork, records: np.ndarray) -> np.ndarray:
    """The evaluation of each record in centipawns, for the player to move."""
    blocks = [_evaluate_block(network, block) for block in _blocks(records)]
    return np.concatenate(blocks) if blocks else np.empty(0, np.int64)


def largest_accumulator(network: IntegerNetwork, records: np.ndarray) -> int:
    """The largest magnitude of an accumulator before overflow."""
    sums = (sum_inputs(network, block[side]) for block in _blocks(records) for side in ("mover", "opponent"))
    return max((int(np.abs(values).max()) for values in sums), default=0)


def _blocks(records: np.ndarray) -> Iterator[np.ndarray]:
    return (records[start : start + BLOCK_RECORDS] for start in range(0, len(records), BLOCK_RECORDS))


def _evaluate_block(network: IntegerNetwork, records: np.ndarray) -> np.ndarray:
    arrays = {name: array.astype(np.int64) for name, array in network.arrays.items()}
    sides = [square_activations(sum_inputs(network, records[side])) for side in ("mover", "opponent")]
    s = np.concatenate(sides, axis=1)
    y = (wrap(arrays["dense1_biases"] + s @ arrays["dense1_weights"].T) >> 6).clip(0, 255)
    z = (wrap(arrays["dense2_biases"] + y @ arrays["dense2_weights"].T) >> 6).clip(0, 255)
    return wrap(arrays["output_bias"] + z @ arrays["output_weights"]) >> 12


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Prints the evaluations of the records of a file."""
    parser = argparse.ArgumentParser(description="Evaluate positions with a network in integers.")
    parser.add_argument("network", metavar="NETWORK", help="a network file")
    parser.add_argument("positions", metavar="POSITIONS", help="a positions file")
    parser.add_argument("--limit", type=int, metavar="N", help="evaluate only the first N records")
    options = parser.parse_args(arguments)
    try:
        network = read_network(options.network)
        positions = read_positions([options.positions], options.limit)
        positions.inputs.check_same(network.inputs, options.positions, options.network)
        for block in _blocks(positions.records[: options.limit]):
            print("\n".join(map(str, evaluate(network, block))))
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (DataError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
