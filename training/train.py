"""Trains an evaluation network from positions files and writes it as a network file.

    python3 training/train.py target/*.positions --out target/jesonmor.network --log target/jesonmor.csv
"""

import argparse
import csv
import math
import sys
import time
from pathlib import Path
from typing import Optional, Sequence

import numpy as np
import torch
from dataset import LOGIT_PER_CENTIPAWN, Dataset, load_dataset, reference_losses, split_by_chunk
from model import CENTIPAWNS_PER_LOGIT, FloatNetwork
from network_file import read_network, write_network
from plot import write_loss_curves
from positions import DataError, Positions, read_positions
from quantise import quantise
from reference import evaluate, largest_accumulator
from torch import Tensor
from torch.nn import functional

VALIDATION_BATCH = 1 << 16
MAX_CHECKED_POSITIONS = 20_000
WARM_UP = 0.02
LOG_COLUMNS = ("epoch", "training_loss", "validation_loss", "seconds", "positions_per_second")


def validation_loss(network: FloatNetwork, data: Dataset, rows: Tensor) -> float:
    """The mean loss of the network for these rows."""
    total = 0.0
    with torch.no_grad():
        for part in rows.split(VALIDATION_BATCH):
            logits = network(data.inputs_of(part))
            total += functional.binary_cross_entropy_with_logits(logits, data.targets[part], reduction="sum").item()
    return total / len(rows)


def train(network: FloatNetwork, data: Dataset, rows: Tensor, validation_rows: Tensor, options: argparse.Namespace) -> list[dict]:
    """Trains the network, prints a line for each epoch, and returns the lines of the log."""
    batch = min(options.batch, len(rows))
    batches = len(rows) // batch
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.lr)
    total_steps = options.epochs * batches
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: rate_at((step + 1) / (total_steps + 1)))
    log: list[dict] = []
    for epoch in range(1, options.epochs + 1):
        start = time.perf_counter()
        # The last records of the order, which don't fill a batch, wait for another epoch.
        order = rows[torch.randperm(len(rows), device=rows.device)]
        loss_sum = torch.zeros((), dtype=torch.float64, device=rows.device)
        for first in range(0, batches * batch, batch):
            chosen = order[first : first + batch]
            loss = functional.binary_cross_entropy_with_logits(network(data.inputs_of(chosen)), data.targets[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            network.clip_weights()
            loss_sum += loss.detach()
        training_loss = loss_sum.item() / batches
        seconds = time.perf_counter() - start
        values = (epoch, training_loss, validation_loss(network, data, validation_rows), seconds, batches * batch / seconds)
        log.append(dict(zip(LOG_COLUMNS, values)))
        print("epoch %d: training loss %.5f, validation loss %.5f, %.1f s, %.0f positions/s" % values, flush=True)
        if options.log:
            write_log(options.log, log)
    return log


def rate_at(done: float) -> float:
    """The share of the highest learning rate: it rises in a line at first, then falls to 0 as a cosine."""
    return min(done / WARM_UP, (1 + math.cos(math.pi * done)) / 2)


def write_log(path: str, log: list[dict]) -> None:
    """Writes the losses so far, which plot.py draws."""
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, LOG_COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(log)


def check_export(network: FloatNetwork, positions: Positions, data: Dataset, rows: np.ndarray, path: str) -> None:
    """Compares the network file with the network in floating point on positions for validation."""
    integers = read_network(path)
    records = positions.records[rows]
    indices = torch.from_numpy(rows)
    with torch.no_grad():
        logits = network.cpu()(data.inputs_of(indices.to(data.packed.device)).cpu())
    targets = data.targets[indices.to(data.targets.device)].cpu()
    centipawns = evaluate(integers, records)
    difference = np.abs(centipawns - logits.numpy() * CENTIPAWNS_PER_LOGIT).mean()
    integer_logits = torch.from_numpy(centipawns * LOGIT_PER_CENTIPAWN).float()
    float_loss, integer_loss = (
        functional.binary_cross_entropy_with_logits(values, targets).item() for values in (logits, integer_logits)
    )
    print(f"integers differ from floating point by {difference:.2f} centipawns on average, on {len(rows)} positions")
    print(f"validation loss there: {integer_loss:.5f} in integers, {float_loss:.5f} in floating point")
    print(f"largest accumulator: {largest_accumulator(integers, records)} (more than 32767 overflows)")


def parse_arguments(arguments: Optional[Sequence[str]]) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Train an evaluation network.", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("positions", nargs="+", metavar="POSITIONS", help="positions files of one game with the same rules")
    parser.add_argument("--out", required=True, metavar="NETWORK", help="the network file to write")
    parser.add_argument("--epochs", type=int, default=10, help="how often to learn from every position")
    parser.add_argument("--batch", type=int, default=8192, help="positions for each step")
    parser.add_argument("--lr", type=float, default=0.004, help="the highest learning rate")
    parser.add_argument("--result-weight", type=float, default=0.6, help="the part of the result in the target; the rest is the score")
    parser.add_argument("--validation", type=float, default=0.02, help="the part of the games that is for validation")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda, cuda:1, …")
    parser.add_argument("--seed", type=int, default=1, help="for the split, the first weights and the order")
    parser.add_argument("--loss-curve", metavar="FILE.svg", help="a picture of the losses to write")
    parser.add_argument("--log", metavar="FILE.csv", help="a table of the losses to write")
    options = parser.parse_args(arguments)
    if min(options.epochs, options.batch) < 1:
        parser.error("--epochs and --batch must be at least 1")
    if not 0 <= options.result_weight <= 1 or not 0 < options.validation < 1:
        parser.error("--result-weight must be from 0 to 1, and --validation between 0 and 1")
    return options


def run(options: argparse.Namespace) -> None:
    """Trains, writes and checks a network."""
    auto = "cuda" if torch.cuda.is_available() else "cpu"
    device = torch.device(auto if options.device == "auto" else options.device)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(options.seed)
    positions = read_positions(options.positions)
    training_rows, validation_rows = split_by_chunk(positions, options.validation, options.seed)
    data = load_dataset(positions, options.result_weight, device)
    network = FloatNetwork(positions.inputs.input_count).to(device)
    rows, held_out = torch.from_numpy(training_rows).to(device), torch.from_numpy(validation_rows).to(device)
    entropy, mean_loss = reference_losses(data.targets[held_out])
    print(f"{len(rows)} positions for training, {len(held_out)} for validation, on {device}")
    print(f"validation targets: entropy {entropy:.5f} (the lowest possible loss), loss of their mean {mean_loss:.5f}", flush=True)
    log = train(network, data, rows, held_out, options)
    if options.loss_curve:
        write_loss_curves(options.loss_curve, {Path(options.out).stem: log})
    write_network(quantise(network, positions.inputs), options.out)
    sample = np.random.default_rng(options.seed).permutation(validation_rows)[:MAX_CHECKED_POSITIONS]
    check_export(network, positions, data, np.sort(sample), options.out)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command line."""
    try:
        run(parse_arguments(arguments))
    except (DataError, OSError, OverflowError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
