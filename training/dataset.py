"""Positions on the device that trains, and the values that a network learns to predict."""

import math
from dataclasses import dataclass

import numpy as np
import torch
from positions import DataError, Positions
from torch import Tensor
from torch.nn import functional

LOGIT_PER_CENTIPAWN = math.log(10) / 400


@dataclass(frozen=True)
class Dataset:
    """All records, with the inputs as packed bits."""

    packed: Tensor
    """A row of bytes for each record: the inputs of the player to move, then those of the opponent, then bytes of no use here."""
    input_bytes: int
    targets: Tensor
    """The expected score to predict, from 0 (lost) to 1 (won)."""

    def inputs_of(self, rows: Tensor) -> Tensor:
        """The packed inputs of these records."""
        return self.packed[rows][:, : self.input_bytes]


def load_dataset(positions: Positions, result_weight: float, device: torch.device) -> Dataset:
    """Copies positions to a device. The target mixes the game's result with the search's score."""
    records = positions.records
    packed = torch.from_numpy(records.view(np.uint8).reshape(len(records), -1)).to(device)
    scores = torch.from_numpy(records["score"].astype(np.float32)).to(device)
    results = torch.from_numpy(records["result"].astype(np.float32)).to(device) / 2
    targets = result_weight * results + (1 - result_weight) * torch.sigmoid(scores * LOGIT_PER_CENTIPAWN)
    return Dataset(packed, 2 * records.dtype["mover"].itemsize, targets)


def split_by_chunk(positions: Positions, validation: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Chooses whole chunks for validation, and returns the rows for training and those for validation.

    A chunk has whole games. Positions of one game, and mirror images of a position, are alike, so they stay together.
    """
    starts = positions.chunk_starts
    filled = np.flatnonzero(np.diff(starts))
    if len(filled) < 2:
        raise DataError("Training needs at least 2 chunks of positions, because 1 is for validation.")
    chosen = np.zeros(len(starts) - 1, bool)
    count = min(max(round(validation * len(filled)), 1), len(filled) - 1)
    chosen[np.random.default_rng(seed).permutation(filled)[:count]] = True
    is_validation = np.repeat(chosen, np.diff(starts))
    return np.flatnonzero(~is_validation), np.flatnonzero(is_validation)


def reference_losses(targets: Tensor) -> tuple[float, float]:
    """The loss of a perfect prediction, which is the entropy of the targets, and that of always predicting their mean."""
    targets = targets.double()
    entropy = functional.binary_cross_entropy(targets, targets)
    mean = functional.binary_cross_entropy(targets.mean().expand_as(targets), targets)
    return entropy.item(), mean.item()
