"""Crowds compared: what the same costs in a large one, against the smallest."""

import pickle
from pathlib import Path
from typing import Final

from tests.bench.million.costs import Cost
from tests.bench.million.measuring import Measured

MOST: Final = 1.2
"""Times the cost in the smallest crowd."""
TOO_SMALL: Final = 0.5
"""Milliseconds; what costs less is told, but its ratio is the clock's."""


def main(*files: str) -> None:
    """Print a table for each crowd after the first."""
    few, *others = (read(Path(file)) for file in files)
    for many in others:
        print(f"{many.games:,} games against {few.games:,}: processor time here and in PostgreSQL, messages")
        for name, cost in many.costs.items():
            if name in few.costs:
                print(f"  {line(name, few.costs[name], cost)}")


def read(file: Path) -> Measured:
    """What was measured."""
    found: Measured = pickle.loads(file.read_bytes())
    return found


def line(name: str, few: Cost, many: Cost) -> str:
    """One kind of work, for people."""
    ratio = many.whole / few.whole
    sign = "  TOO MUCH" if ratio > MOST and many.whole > TOO_SMALL else ""
    told = f"{few.own:7.2f} + {few.database:6.2f} ms -> {many.own:7.2f} + {many.database:6.2f} ms"
    return f"{name:44} {told}, {many.statements:5.2f} messages, {ratio:5.2f}{sign}"
