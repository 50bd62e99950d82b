"""Tests of the training scripts: `python3 -m unittest discover training`."""

import contextlib
import csv
import io
import re
import struct
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path
from unittest import mock

import numpy as np
import plot
import reference
import torch
import train
from model import CENTIPAWNS_PER_LOGIT, FloatNetwork
from network_file import ARRAYS, IntegerNetwork, encode, read_network, write_network
from positions import DataError, GameInputs, read_positions, record_type
from quantise import quantise

# Not a multiple of 8, so that the last byte has unused bits.
INPUT_COUNT = 21
INPUTS = GameInputs("testgame", "size=5,either", "testgame-1", INPUT_COUNT)


def make_records(count: int, seed: int) -> np.ndarray:
    """Random inputs, whose values decide the score and the probability of a win."""
    values = np.random.default_rng(0).normal(0, 90, INPUT_COUNT)
    random = np.random.default_rng(seed)
    bits = random.random((2, count, INPUT_COUNT)) < 0.4
    score = (bits[0] * values - bits[1] * values).sum(axis=1)
    records = np.zeros(count, record_type(INPUT_COUNT))
    records["mover"], records["opponent"] = np.packbits(bits, axis=2, bitorder="little")
    records["score"] = score
    records["result"] = 2 * (random.random(count) < 1 / (1 + 10 ** (-score / 400)))
    return records


def encode_positions(chunks: list[np.ndarray], inputs: GameInputs = INPUTS) -> bytes:
    """A positions file, written from the description of the format."""
    header = f"version 1\ngame {inputs.game}\nrules {inputs.rules}\ninputs {inputs.inputs} {inputs.input_count}\n"
    header += "nodes 1000\nplies 6\nseed 7\nevaluation classic\n"
    data = b"SANBANPO" + struct.pack("<I", len(header)) + header.encode() + struct.pack("<I", zlib.crc32(header.encode()))
    for records in chunks:
        chunk = struct.pack("<I", len(records)) + records.tobytes()
        data += chunk + struct.pack("<I", zlib.crc32(chunk))
    return data


def random_network(seed: int, limit: int = 60) -> IntegerNetwork:
    """A network with small random weights."""
    random = np.random.default_rng(seed)
    shapes = [(name, kind, tuple(size or INPUT_COUNT for size in shape)) for name, kind, shape in ARRAYS]
    return IntegerNetwork(INPUTS, {name: random.integers(-limit, limit, shape).astype(kind) for name, kind, shape in shapes})


class TrainingTest(unittest.TestCase):
    """Tests with a folder for files."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, data: bytes) -> str:
        (self.folder / name).write_bytes(data)
        return str(self.folder / name)

    def run_main(self, main, *arguments: object) -> tuple[int, str, str]:
        """Runs a command line, and returns its exit status and output."""
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
            status = main([str(argument) for argument in arguments])
        return status, out.getvalue(), err.getvalue()


class PositionsTest(TrainingTest):
    def test_reads_files_one_after_another(self) -> None:
        chunks = [make_records(count, seed) for seed, count in enumerate((5, 9, 0, 3))]
        first = self.write("first", encode_positions(chunks[:2]))
        second = self.write("second", encode_positions(chunks[2:]))
        positions = read_positions([first, second])
        self.assertEqual(positions.inputs, INPUTS)
        self.assertEqual(positions.records.tobytes(), b"".join(chunk.tobytes() for chunk in chunks))
        self.assertEqual(positions.chunk_starts.tolist(), [0, 5, 14, 14, 17])
        self.assertEqual(len(read_positions([first, second], limit=5).records), 5)

    def test_names_the_damaged_chunk(self) -> None:
        data = bytearray(encode_positions([make_records(5, 1), make_records(5, 2), make_records(5, 3)]))
        data[-20 - 5 * record_type(INPUT_COUNT).itemsize] ^= 4
        path = self.write("damaged", bytes(data))
        with self.assertRaisesRegex(DataError, "damaged, chunk 2 is damaged"):
            read_positions([path])

    def test_ignores_an_incomplete_last_chunk(self) -> None:
        chunks = [make_records(5, 1), make_records(6, 2)]
        complete = len(encode_positions(chunks[:1]))
        data = encode_positions(chunks)
        for size in (complete + 1, complete + 4, complete + 30, len(data) - 1):
            path = self.write("incomplete", data[:size])
            with contextlib.redirect_stderr(io.StringIO()) as err:
                self.assertEqual(len(read_positions([path]).records), 5)
            self.assertIn("ignored the incomplete last chunk", err.getvalue())

    def test_rejects_other_files_and_damaged_headers(self) -> None:
        data = encode_positions([make_records(5, 1)])
        for bad, message in (
            (b"", "isn't a positions file"),
            (data[:40], "header is damaged"),
            (data.replace(b"seed 7", b"seed 8"), "header is damaged"),
            (encode_positions([]), "No positions"),
        ):
            with self.assertRaisesRegex(DataError, message):
                read_positions([self.write("bad", bad)])

    def test_rejects_impossible_records(self) -> None:
        for field, value, message in (("result", 3, "result"), ("mover", 0xFF, "after the last one")):
            records = make_records(5, 1)
            records[field][2] = value
            with self.assertRaisesRegex(DataError, message):
                read_positions([self.write("impossible", encode_positions([records]))])

    def test_rejects_files_that_differ(self) -> None:
        other = GameInputs("testgame", "size=7", "testgame-1", INPUT_COUNT)
        paths = [self.write(i.rules, encode_positions([make_records(5, 1)], i)) for i in (INPUTS, other)]
        with self.assertRaisesRegex(DataError, "has the rules `size=7`, but .* has `size=5,either`"):
            read_positions(paths)


class NetworkFileTest(TrainingTest):
    def test_reads_what_it_wrote(self) -> None:
        network = random_network(1)
        path = str(self.folder / "network")
        write_network(network, path)
        self.assertEqual(read_network(path), network)
        self.assertNotEqual(read_network(path), random_network(2))

    def test_rejects_damage(self) -> None:
        data = bytearray(encode(random_network(1)))
        data[1000] ^= 1
        with self.assertRaisesRegex(DataError, "damaged"):
            read_network(self.write("network", bytes(data)))

    def test_rejects_weights_that_do_not_fit(self) -> None:
        network = FloatNetwork(INPUT_COUNT)
        with torch.no_grad():
            network.input.weight[3, 4] = 200
        with self.assertRaisesRegex(OverflowError, "input weights: 51000 doesn't fit in 16 bits"):
            quantise(network, INPUTS)


class ReferenceTest(TrainingTest):
    def evaluate_by_hand(self, network: IntegerNetwork, record: np.void) -> int:
        """The arithmetic again, in Python's integers."""
        arrays = {name: array.tolist() for name, array in network.arrays.items()}
        s = []
        for side in ("mover", "opponent"):
            accumulators = arrays["input_biases"]
            for i in range(INPUT_COUNT):
                if record[side][i // 8] >> (i % 8) & 1:
                    accumulators = [a + w for a, w in zip(accumulators, arrays["input_weights"][i])]
            wrapped = [(a + 32768) % 65536 - 32768 for a in accumulators]
            s += [min(max(a, 0), 255) ** 2 // 256 for a in wrapped]
        for name in ("dense1", "dense2"):
            rows = zip(arrays[name + "_biases"], arrays[name + "_weights"])
            s = [min(max((bias + sum(a * b for a, b in zip(s, weights))) // 64, 0), 255) for bias, weights in rows]
        return (arrays["output_bias"][0] + sum(a * b for a, b in zip(s, arrays["output_weights"]))) // 4096

    def test_follows_the_description(self) -> None:
        records = make_records(200, 3)
        wrapping = random_network(2)
        wrapping.arrays["input_weights"][:] *= 200
        self.assertGreater(reference.largest_accumulator(wrapping, records), 32767)
        for network in (random_network(1), wrapping):
            network.arrays["output_weights"][:] *= 50
            expected = [self.evaluate_by_hand(network, record) for record in records]
            self.assertGreater(len(set(expected)), 20)
            self.assertEqual(reference.evaluate(network, records).tolist(), expected)

    def test_accumulators_wrap_around(self) -> None:
        sums = np.array([32767, 32768, 65536 + 100, -65536 + 16, 300, -5])
        self.assertEqual(reference.square_activations(sums).tolist(), [254, 0, 100 * 100 >> 8, 1, 254, 0])

    def test_prints_the_same_evaluations_each_time(self) -> None:
        network = self.write("network", encode(random_network(1)))
        positions = self.write("positions", encode_positions([make_records(40, 1), make_records(40, 2)]))
        status, output, _ = self.run_main(reference.main, network, positions, "--limit", 50)
        self.assertEqual((status, output.count("\n")), (0, 50))
        self.assertEqual(self.run_main(reference.main, network, positions, "--limit", 50)[1], output)
        self.assertTrue(self.run_main(reference.main, network, positions)[1].startswith(output))

    def test_reports_a_missing_file(self) -> None:
        status, _, errors = self.run_main(reference.main, self.folder / "nothing", self.folder / "nothing")
        self.assertEqual((status, "nothing" in errors), (2, True))


class TrainTest(TrainingTest):
    def test_learns_and_exports_what_it_learned(self) -> None:
        chunks = [make_records(250, seed) for seed in range(80)]
        data = self.write("positions", encode_positions(chunks))
        out, log, curve = (self.folder / name for name in ("out.network", "log.csv", "curve.svg"))
        networks = []
        make_network = train.FloatNetwork
        with mock.patch("train.FloatNetwork", lambda count: networks.append(make_network(count)) or networks[0]):
            status, output, errors = self.run_main(
                train.main, data, "--out", out, "--log", log, "--loss-curve", curve, "--device", "cpu",
                "--epochs", 8, "--batch", 200, "--lr", 0.005, "--validation", 0.1,
            )  # fmt: skip
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("18000 positions for training, 2000 for validation", output)
        mean_loss = float(re.search(r"loss of their mean ([\d.]+)", output)[1])
        with log.open() as file:
            epochs = list(csv.DictReader(file))
        self.assertEqual(len(epochs), 8)
        last_loss = float(epochs[-1]["validation_loss"])
        records = make_records(3000, 1000)
        # Nobody can predict the results better than the probabilities that they were drawn with.
        probability = 1 / (1 + 10 ** (-records["score"] / 400))
        best_loss = -(probability * np.log(probability) + (1 - probability) * np.log(1 - probability)).mean()
        self.assertLess(last_loss - best_loss, 0.15 * (mean_loss - best_loss))

        centipawns = reference.evaluate(read_network(str(out)), records)
        packed = torch.from_numpy(np.concatenate([records["mover"], records["opponent"]], axis=1))
        with torch.no_grad():
            logits = networks[0](packed).numpy()
        self.assertLess(np.abs(centipawns - logits * CENTIPAWNS_PER_LOGIT).mean(), 5)
        self.assertGreater(np.corrcoef(centipawns, records["score"])[0, 1], 0.97)
        ElementTree.parse(curve)

    def test_the_loss_of_one_seed_is_always_the_same(self) -> None:
        data = self.write("positions", encode_positions([make_records(100, seed) for seed in range(4)]))
        files = []
        for name in ("first", "second"):
            files.append(self.folder / name)
            self.run_main(train.main, data, "--out", files[-1], "--device", "cpu", "--epochs", 1, "--batch", 50, "--seed", 5)
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())

    def test_needs_chunks_for_training_and_validation(self) -> None:
        data = self.write("positions", encode_positions([make_records(100, 1)]))
        status, _, errors = self.run_main(train.main, data, "--out", self.folder / "out")
        self.assertEqual((status, "at least 2 chunks" in errors), (2, True))


class PlotTest(TrainingTest):
    def test_draws_several_runs(self) -> None:
        lines = "epoch,training_loss,validation_loss\n1,0.7,0.69\n2,0.65,0.66\n3,0.6,0.64\n"
        logs = [self.write(name, lines.encode()) for name in ("first.csv", "a<b.csv")]
        picture = self.folder / "losses.svg"
        self.assertEqual(self.run_main(plot.main, *logs, "--out", picture)[0], 0)
        texts = [element.text for element in ElementTree.parse(picture).iter() if element.tag.endswith("text")]
        self.assertLessEqual({"epoch", "loss", "first: training", "a<b: validation", "0.60", "3"}, set(texts))

    def test_ticks_are_round(self) -> None:
        self.assertEqual(np.round(plot.nice_ticks(0.603, 0.688, 5), 6).tolist(), [0.6, 0.62, 0.64, 0.66, 0.68, 0.7])
        self.assertEqual(plot.nice_ticks(1, 1, 8)[0], 1)

    def test_rejects_other_files(self) -> None:
        path = self.write("empty.csv", b"")
        status, _, errors = self.run_main(plot.main, path, "--out", self.folder / "out")
        self.assertEqual((status, "isn't a log" in errors), (2, True))


if __name__ == "__main__":
    unittest.main()
