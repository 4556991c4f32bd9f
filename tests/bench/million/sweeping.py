"""The sweeps of `tests.bench.sweep`, with the same number due in each crowd and then with nothing due, in several
rounds, of which the median is printed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from django.db import transaction

from tests.bench import plan_nodes
from tests.bench.million.costs import Cost, cost, middle
from tests.bench.million.turns import Turns
from tests.bench.sweep import SWEEPS, Sweep

ROUNDS: Final = 5
IDLE_RUNS: Final = 20
NEVER_IDLE: Final = ("claiming", "canary", "pruning")
"""Sweeps that always find work: there is always more to claim, and the others look whatever is due."""


def swept(
    now: datetime, due: int, add: Callable[[], None], nodes: plan_nodes.Nodes, turns: Turns
) -> Iterator[tuple[str, Cost]]:
    """Yield each sweep's cost per due thing, and its cost with nothing due. `add` makes this many due."""
    found: defaultdict[str, list[Cost]] = defaultdict(list)
    for _ in range(ROUNDS):
        add()
        for name, (sweep, least) in SWEEPS.items():
            _explain(sweep, now, nodes)
            for told, spent in _measured(name, sweep, now, min(least, due), turns):
                found[told].append(spent)
    yield from ((told, middle(costs)) for told, costs in found.items())


def _measured(name: str, sweep: Sweep, now: datetime, least: int, turns: Turns) -> Iterator[tuple[str, Cost]]:
    """Yield the costs of one round."""
    turns.pass_on()
    done, spent = _once(sweep, now)
    assert done >= least, (name, done)
    yield (f"{name}, each", spent.shared(done)) if done else (name, spent)
    if name not in NEVER_IDLE:
        turns.pass_on()
        yield f"{name}, nothing due", min((_once(sweep, now)[1] for _ in range(IDLE_RUNS)), key=_whole)


def _explain(sweep: Sweep, now: datetime, nodes: plan_nodes.Nodes) -> None:
    """Explain the sweep's statements, which also loads the rows into PostgreSQL's memory, and roll it back."""
    with transaction.atomic(), plan_nodes.explained(nodes):
        sweep(now)
        transaction.set_rollback(True)


def _once(sweep: Sweep, now: datetime) -> tuple[int, Cost]:
    """Run the sweep, and return how many it handled and the cost."""
    done: list[int] = []
    spent = cost(lambda: done.append(sweep(now)))
    return done[0], spent


def _whole(one: Cost) -> float:
    return one.whole
