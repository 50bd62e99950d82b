"""Writes and reads network files. docs/networks.md describes their format."""

import struct
import zlib
from dataclasses import dataclass

import numpy as np
from positions import DataError, GameInputs, parse_header

MAGIC = b"SANBANNN"
LAYERS = "128 16 16"
# The name, type and shape of each array in the file; None stands for the number of inputs.
ARRAYS = (
    ("input_weights", "<i2", (None, 128)),
    ("input_biases", "<i2", (128,)),
    ("dense1_weights", "<i2", (16, 256)),
    ("dense1_biases", "<i4", (16,)),
    ("dense2_weights", "<i2", (16, 16)),
    ("dense2_biases", "<i4", (16,)),
    ("output_weights", "<i2", (16,)),
    ("output_bias", "<i4", (1,)),
)


@dataclass(frozen=True)
class IntegerNetwork:
    """The content of a network file."""

    inputs: GameInputs
    arrays: dict[str, np.ndarray]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IntegerNetwork):
            return NotImplemented
        same_arrays = all(np.array_equal(self.arrays[name], other.arrays[name]) for name, *_ in ARRAYS)
        return self.inputs == other.inputs and same_arrays


def encode(network: IntegerNetwork) -> bytes:
    """The bytes of a network file."""
    inputs = network.inputs
    lines = [
        "version 1",
        f"game {inputs.game}",
        f"rules {inputs.rules}",
        f"inputs {inputs.inputs} {inputs.input_count}",
        f"layers {LAYERS}",
    ]
    header = "".join(line + "\n" for line in lines).encode()
    data = MAGIC + struct.pack("<I", len(header)) + header
    data += b"".join(network.arrays[name].astype(kind).tobytes() for name, kind, _ in ARRAYS)
    return data + struct.pack("<I", zlib.crc32(data))


def decode(data: bytes, path: str) -> IntegerNetwork:
    """Reads the bytes of a network file; errors name the path."""
    if data[:8] != MAGIC:
        raise DataError(f"{path} isn't a network file: it doesn't start with {MAGIC.decode()}.")
    if data[-4:] != struct.pack("<I", zlib.crc32(data[:-4])):
        raise DataError(f"{path} is damaged: its CRC-32 is wrong.")
    offset = 12 + int.from_bytes(data[8:12], "little")
    header = data[12:offset]
    inputs = parse_header(header, path)
    if f"layers {LAYERS}" not in header.decode().splitlines():
        raise DataError(f"{path} has other layers than {LAYERS}.")
    shapes = [tuple(inputs.input_count if size is None else size for size in shape) for *_, shape in ARRAYS]
    sizes = [np.dtype(kind).itemsize * int(np.prod(shape)) for (_, kind, _), shape in zip(ARRAYS, shapes)]
    if len(data) != offset + sum(sizes) + 4:
        raise DataError(f"{path} has {len(data)} bytes; a network with {inputs.input_count} inputs has {offset + sum(sizes) + 4}.")
    arrays = {}
    for (name, kind, _), shape, size in zip(ARRAYS, shapes, sizes):
        arrays[name] = np.frombuffer(data[offset : offset + size], kind).reshape(shape)
        offset += size
    return IntegerNetwork(inputs, arrays)


def write_network(network: IntegerNetwork, path: str) -> None:
    """Writes a network file."""
    with open(path, "wb") as file:
        file.write(encode(network))


def read_network(path: str) -> IntegerNetwork:
    """Reads a network file and checks it."""
    with open(path, "rb") as file:
        return decode(file.read(), path)
