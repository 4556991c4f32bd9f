"""The sweeps of `tests.bench.sweep`, with so many due among all, and again with nothing left to do."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import transaction

from tests.bench import plan_nodes
from tests.bench.million.costs import Cost, cost
from tests.bench.million.turns import Turns
from tests.bench.sweep import SWEEPS, Sweep

IDLE_RUNS: Final = 20
NEVER_IDLE: Final = ("claiming", "canary", "pruning")
"""There is always more to claim; the others look, whatever is due."""


def swept(now: datetime, due: int, nodes: plan_nodes.Nodes, turns: Turns) -> Iterator[tuple[str, Cost]]:
    """What each due thing costs each sweep, and what a sweep costs that finds nothing."""
    for name, (sweep, least) in SWEEPS.items():
        _explain(sweep, now, nodes)
        turns.pass_on()
        done, spent = _once(sweep, now)
        assert done >= min(least, due), (name, done)
        yield (f"{name}, each", spent.shared(done)) if done else (name, spent)
        if name not in NEVER_IDLE:
            turns.pass_on()
            yield f"{name}, nothing due", min((_once(sweep, now)[1] for _ in range(IDLE_RUNS)), key=_whole)


def _explain(sweep: Sweep, now: datetime, nodes: plan_nodes.Nodes) -> None:
    """What PostgreSQL reads for it; what it does is undone."""
    with transaction.atomic(), plan_nodes.explained(nodes):
        sweep(now)
        transaction.set_rollback(True)


def _once(sweep: Sweep, now: datetime) -> tuple[int, Cost]:
    """How much it has done, and what that has cost."""
    done: list[int] = []
    spent = cost(lambda: done.append(sweep(now)))
    return done[0], spent


def _whole(one: Cost) -> float:
    return one.whole
