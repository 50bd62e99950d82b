"""Draws the losses of one or more training runs as an SVG file.

    python3 training/plot.py --out target/losses.svg target/first.csv target/second.csv
"""

import argparse
import csv
import math
import sys
from pathlib import Path
from typing import Optional, Sequence
from xml.sax.saxutils import escape

Log = Sequence[dict]

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 80, 740, 20, 380
LEGEND_LINE = 22
MAX_MARKERS = 20
KINDS = (("training_loss", "training", "7 4"), ("validation_loss", "validation", "none"))
# Runs differ in colour and in the shape of their markers; training and validation differ in dashes.
COLOURS = ("#0b62a8", "#b3430b", "#23752f", "#7a3399", "#5b5b5b")
MARKERS = ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-4-4h8v8h-8z", "M0-5L5 4H-5z", "M0-5.5L5.5 0 0 5.5-5.5 0z", "M0 5L5-4H-5z")


def nice_ticks(low: float, high: float, count: int) -> list[float]:
    """Round numbers that cover a range in about `count` steps of 1, 2 or 5 times a power of ten."""
    rough = max(high - low, 1e-9) / count
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first = math.floor(low / step + 1e-6)
    return [step * i for i in range(first, max(math.ceil(high / step - 1e-6), first + 1) + 1)]


def write_loss_curves(path: str, runs: dict[str, Log]) -> None:
    """Draws the runs, by name. A log has a line for each epoch, with the columns that train.py writes."""
    losses = [float(line[column]) for log in runs.values() for line in log for column, *_ in KINDS]
    last_epoch = max(int(line["epoch"]) for log in runs.values() for line in log)
    y_ticks = nice_ticks(min(losses), max(losses), 6)
    x_ticks = sorted({round(tick) for tick in nice_ticks(1, last_epoch, 8) if 1 <= round(tick) <= last_epoch} | {1})
    decimals = max(0, -math.floor(math.log10(y_ticks[1] - y_ticks[0]) + 1e-6))

    def x(epoch: float) -> float:
        return LEFT + 12 + (RIGHT - LEFT - 24) * (epoch - 1) / max(last_epoch - 1, 1)

    def y(loss: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (loss - y_ticks[0]) / (y_ticks[-1] - y_ticks[0])

    height = HEIGHT + LEGEND_LINE * len(runs)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14" role="img">',
        "<title>Training and validation loss by epoch</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for tick in y_ticks:
        parts.append(f'<path d="M{LEFT} {y(tick):.1f}H{RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(tick) + 5:.1f}" text-anchor="end">{tick:.{decimals}f}</text>')
    for tick in x_ticks:
        parts.append(f'<path d="M{x(tick):.1f} {BOTTOM}v5" stroke="#333"/>')
        parts.append(f'<text x="{x(tick):.1f}" y="{BOTTOM + 21}" text-anchor="middle">{tick}</text>')
    parts.append(f'<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#333"/>')
    parts.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 42}" text-anchor="middle">epoch</text>')
    parts.append(f'<text transform="translate(20 {(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">loss</text>')
    for number, (name, log) in enumerate(runs.items()):
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        legend_y = HEIGHT + LEGEND_LINE * number
        for column, kind, dashes in KINDS:
            points = [(x(int(line["epoch"])), y(float(line[column]))) for line in log]
            parts += _curve(points, colour, marker, dashes)
            legend_x = LEFT + (RIGHT - LEFT) / 2 * (kind == "validation")
            parts += _curve([(legend_x + offset, legend_y) for offset in (0, 20, 40)], colour, marker, dashes)
            parts.append(f'<text x="{legend_x + 50}" y="{legend_y + 5}">{escape(f"{name}: {kind}")}</text>')
    Path(path).write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")


def _curve(points: list[tuple[float, float]], colour: str, marker: str, dashes: str) -> list[str]:
    """A line with markers on some of its points."""
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>']
    for x, y in points[1 :: math.ceil(len(points) / MAX_MARKERS)] or points:
        parts.append(f'<path transform="translate({x:.1f} {y:.1f})" d="{marker}" fill="#fff" stroke="{colour}" stroke-width="1.5"/>')
    return parts


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Draws the logs that the command line names."""
    parser = argparse.ArgumentParser(description="Draw the losses of training runs.")
    parser.add_argument("logs", nargs="+", metavar="LOG.csv", help="what train.py --log wrote")
    parser.add_argument("--out", required=True, metavar="FILE.svg", help="the picture to write")
    options = parser.parse_args(arguments)
    runs = {}
    try:
        for path in options.logs:
            with open(path, newline="") as file:
                runs[Path(path).stem] = list(csv.DictReader(file))
            if not runs[Path(path).stem]:
                raise ValueError
        write_loss_curves(options.out, runs)
    except (KeyError, TypeError, ValueError):
        print(f"{path} isn't a log of train.py with at least one epoch.", file=sys.stderr)
        return 2
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
