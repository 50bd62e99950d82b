"""Reads the positions files that `sanban selfplay` writes. docs/networks.md describes their format."""

import os
import struct
import sys
import zlib
from dataclasses import dataclass, fields
from typing import BinaryIO, Optional, Sequence

import numpy as np

MAGIC = b"SANBANPO"
MAX_HEADER_BYTES = 1 << 16
# A larger number can't be the positions of 16 games, so it is damage and not the start of an incomplete chunk.
MAX_CHUNK_RECORDS = 1 << 20


class DataError(Exception):
    """Files that can't be used. The message is a sentence that names the file."""


@dataclass(frozen=True)
class GameInputs:
    """What positions and networks must agree on."""

    game: str
    rules: str
    inputs: str
    input_count: int

    def check_same(self, other: "GameInputs", path: str, other_path: str) -> None:
        """Raises an error that names the first difference between the files."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if mine != theirs:
                name = field.name.replace("_", " ")
                raise DataError(f"{path} has the {name} `{mine}`, but {other_path} has `{theirs}`: they must be the same.")


@dataclass(frozen=True)
class Positions:
    """The records of one or more files, with the inputs as packed bits."""

    inputs: GameInputs
    records: np.ndarray
    """Fields: `mover` and `opponent` (packed inputs), `score` (centipawns) and `result` (0 to 2)."""
    chunk_starts: np.ndarray
    """The first record of each chunk, and at the end the number of records."""


def record_type(input_count: int) -> np.dtype:
    """The layout of a record, without padding."""
    packed = (input_count + 7) // 8
    return np.dtype([("mover", "u1", (packed,)), ("opponent", "u1", (packed,)), ("score", "<i2"), ("result", "u1")])


def parse_header(lines: bytes, path: str) -> GameInputs:
    """Reads the header lines of a positions file or a network file."""
    try:
        values = dict(line.split(" ", 1) for line in lines.decode().rstrip("\n").split("\n"))
        if values["version"] != "1":
            raise DataError(f"{path} has version {values['version']} of the format; only version 1 is supported.")
        inputs, count = values["inputs"].rsplit(" ", 1)
        if int(count) < 1:
            raise ValueError
        return GameInputs(values["game"], values["rules"], inputs, int(count))
    except KeyError as error:
        raise DataError(f"{path}: the header has no `{error.args[0]}`.") from error
    except ValueError as error:
        raise DataError(f"{path}: the header is malformed.") from error


def read_positions(paths: Sequence[str], limit: Optional[int] = None) -> Positions:
    """Reads files of the same game, rules and inputs, in their order; with a limit, no chunk after that many records."""
    inputs: Optional[GameInputs] = None
    files: list[tuple[str, list[tuple[int, int]]]] = []
    total = 0
    for path in paths:
        with open(path, "rb") as file:
            file_inputs = _read_header(file, path)
            if inputs is not None:
                file_inputs.check_same(inputs, path, paths[0])
            inputs = file_inputs
            chunks = []
            for offset, count in _find_chunks(file, path, record_type(inputs.input_count).itemsize):
                if limit is None or total < limit:
                    chunks.append((offset, count))
                    total += count
            files.append((path, chunks))
    if inputs is None or total == 0:
        raise DataError(f"No positions in {', '.join(paths)}.")
    records = np.empty(total, record_type(inputs.input_count))
    starts = [0]
    for path, chunks in files:
        with open(path, "rb") as file:
            for number, (offset, count) in enumerate(chunks, 1):
                file.seek(offset)
                end = starts[-1] + count
                _read_chunk(file, f"{path}, chunk {number}", inputs.input_count, records[starts[-1] : end])
                starts.append(end)
    return Positions(inputs, records, np.array(starts))


def _read_header(file: BinaryIO, path: str) -> GameInputs:
    start = file.read(12)
    if start[:8] != MAGIC:
        raise DataError(f"{path} isn't a positions file: it doesn't start with {MAGIC.decode()}.")
    length = int.from_bytes(start[8:], "little")
    lines = file.read(length) if length <= MAX_HEADER_BYTES else b""
    if file.read(4) != struct.pack("<I", zlib.crc32(lines)):
        raise DataError(f"{path}: the header is damaged (its CRC-32 is wrong).")
    return parse_header(lines, path)


def _find_chunks(file: BinaryIO, path: str, record_bytes: int) -> list[tuple[int, int]]:
    """The offset and number of records of each complete chunk."""
    chunks = []
    offset, size = file.tell(), os.fstat(file.fileno()).st_size
    while offset < size:
        file.seek(offset)
        count = int.from_bytes(file.read(4), "little")
        end = offset + 4 + count * record_bytes + 4
        if offset + 4 <= size and count > MAX_CHUNK_RECORDS:
            raise DataError(f"{path}, chunk {len(chunks) + 1} is damaged: it can't have {count} records.")
        if end > size:
            print(f"{path}: ignored the incomplete last chunk ({size - offset} bytes).", file=sys.stderr)
            break
        chunks.append((offset, count))
        offset = end
    return chunks


def _read_chunk(file: BinaryIO, name: str, input_count: int, records: np.ndarray) -> None:
    """Reads a chunk into `records` and checks it."""
    count = file.read(4)
    data = records.view(np.uint8)
    file.readinto(data)
    if file.read(4) != struct.pack("<I", zlib.crc32(data, zlib.crc32(count))):
        raise DataError(f"{name} is damaged: its CRC-32 is wrong.")
    if (records["result"] > 2).any():
        raise DataError(f"{name} has a result that isn't 0, 1 or 2.")
    unused_bits = 0xFF << ((input_count - 1) % 8 + 1) & 0xFF
    if ((records["mover"][:, -1] | records["opponent"][:, -1]) & unused_bits).any():
        raise DataError(f"{name} has active inputs after the last one.")
