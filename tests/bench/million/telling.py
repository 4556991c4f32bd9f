"""Comparison of crowds: the cost of the same work in a large crowd against the smallest."""

import pickle
from pathlib import Path
from typing import Final

from tests.bench.million.costs import Cost
from tests.bench.million.measuring import Measured

MOST: Final = 1.2
"""The most that work may cost, as a multiple of its cost in the smallest crowd."""
TOO_SMALL: Final = 0.5
"""Milliseconds; cheaper work is printed, but its ratio would be the clock's noise."""


def main(*files: str) -> None:
    """Print a table for each crowd after the first."""
    few, *others = (read(Path(file)) for file in files)
    for many in others:
        print(f"{many.games:,} games against {few.games:,}: processor time here and in PostgreSQL, messages")
        for name, cost in many.costs.items():
            if name in few.costs:
                print(f"  {line(name, few.costs[name], cost)}")


def read(file: Path) -> Measured:
    """Read the measurements of a crowd."""
    found: Measured = pickle.loads(file.read_bytes())
    return found


def line(name: str, few: Cost, many: Cost) -> str:
    """Return a printable line for one kind of work."""
    ratio = many.whole / few.whole
    sign = "  TOO MUCH" if ratio > MOST and many.whole > TOO_SMALL else ""
    told = f"{few.own:7.2f} + {few.database:6.2f} ms -> {many.own:7.2f} + {many.database:6.2f} ms"
    return f"{name:44} {told}, {many.statements:5.2f} messages, {ratio:5.2f}{sign}"
