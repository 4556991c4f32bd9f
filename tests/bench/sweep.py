"""The sweeps among many games: their cost must depend on what is due, not on how many games there are.

Among 10,000 games with nothing due, five hundred turns have expired, as many graces have begun, and so on
(`sweep_crowd.DUE_BY`). Every statement of every sweep is explained, and the run fails if one reads a large table as a
whole. `SWEEP_SIZES=10000,100000` repeats this among ten times as many and compares; `bench-million` among a hundred
times as many.

Sweeps that act in batches are measured beside a floor (`sweep_floor`): the same rows by plain statements. It also
measures a sweep's processor time with nothing left to do, and how long moving players wait during a sweep
(`sweep_waits`).
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.lobby import closure  # noqa: E402
from games.table.agreements import settlement  # noqa: E402
from games.table.plans import execution  # noqa: E402
from games.table.play import deadlines, grace, stand_ins  # noqa: E402
from games.table.rulings import bulk, pauses  # noqa: E402
from notifications import monitoring  # noqa: E402
from notifications.outbox import queue  # noqa: E402
from notifications.policy import reminders  # noqa: E402
from tests.bench import crowd, plan_nodes, sweep_floor, sweep_waits  # noqa: E402
from tests.bench.sweep_crowd import (  # noqa: E402
    ALL,
    DUE,
    GAMES_EACH,
    due_numbers,
    fill,
    floor_numbers,
    gathered,
    made,
    place_of,
    settle,
    since,
)
from ttr_site.celery import keep_what_is_loaded  # noqa: E402

if TYPE_CHECKING:
    from games.models import Game

SIZES: Final = [int(size) for size in os.environ.get("SWEEP_SIZES", "10000").split(",")]
"""Games in which nothing is due."""
CLAIMED: Final = 100
MOST: Final = 1.1
"""How many times more queries one due thing may take among ten times as many games."""


LEAST: Final = 0.5
"""The lowest rate allowed, as a share of the floor's."""
IDLE_RUNS: Final = 50
IDLE_MILLISECONDS: Final = 1.0
MOST_EACH: Final = 3
"""Queries that one due thing may take in a sweep that acts in batches, which are as large as time allows."""


class Cost(NamedTuple):
    """A sweep's cost: how many things it handled, seconds, database queries."""

    done: int
    seconds: float
    queries: int


Sweep = Callable[[datetime], int]


def pruned(now: datetime) -> int:
    """Delete what was settled long ago; the number is not returned."""
    queue.prune(now=now)
    return 0


def ruled(now: datetime) -> int:
    """Rule on all games that wait in bulk rulings."""
    total = 0
    while worked := bulk.work(now=now):
        total += worked
    return total


SWEEPS: Final[dict[str, tuple[Sweep, int]]] = {
    "stand-ins": (lambda now: stand_ins.play_due(now=now), 0),
    "plans": (lambda now: execution.act_due(now=now), DUE),
    "pauses": (lambda now: pauses.end_long_ones(now=now), 0),
    "proposals": (lambda now: settlement.settle_due(now=now), 0),
    "bulk": (ruled, 0),
    "graces": (lambda now: grace.say_time_is_over(now=now), DUE),
    "deadlines": (lambda now: deadlines.sweep(now=now), DUE),
    "closings": (lambda now: closure.close_due(now=now), DUE),
    "reminders": (lambda now: reminders.note_due(now=now), DUE),
    "gathering": (gathered, DUE),
    "claiming": (lambda now: len(queue.claim(now=now, limit=CLAIMED)), CLAIMED),
    "pruning": (pruned, 0),
    "canary": (lambda now: len(monitoring.look(now)), 0),
}
"""Sweeps by name, with the least number that each has to handle."""


IN_BATCHES: Final = ("deadlines", "graces", "plans", "closings", "stand-ins", "pauses", "proposals", "bulk")
"""Sweeps that act on many games together, each measured beside its floor; each has as much due."""
NEVER_IDLE: Final = ("claiming", "canary")
"""Sweeps that always find work: there is always more to claim, and the canary checks how late everything is."""


def main() -> None:
    """Fill up to each size, sweep, and compare."""
    keep_what_is_loaded()
    now = timezone.now()
    patterns = made(now)
    there, costs, nodes = 0, [], plan_nodes.Nodes()
    for size in SIZES:
        fill(patterns, there, size)
        print(f"{size:,} games in which nothing is due, and {ALL:,} more", flush=True)
        costs.append({name: measured(name, now, there, nodes if size == SIZES[-1] else None) for name in SWEEPS})
        there = size + ALL
        settle()
    wait(patterns["quiet"], there, now)
    for few, many in pairwise(costs):
        compare(few, many)
    nodes.refuse_whole_tables()


def measured(name: str, now: datetime, first: int, nodes: plan_nodes.Nodes | None) -> Cost:
    """Explain the sweep and roll it back, measure it, then measure it again with nothing left to do.

    `first`: the number of the first game that was added.
    """
    sweep, least = SWEEPS[name]
    lines = explained(sweep, now, nodes) if nodes else []
    costs: list[Cost] = []
    place = place_of(name) if name in IN_BATCHES else 0
    example, _ = due_numbers(place, first)
    left = sweep_floor.left_by(lambda: costs.append(spent(lambda: sweep(now))), crowd.key(example))
    (cost,), idle = costs, spent(lambda: sweep(now))
    assert cost.done >= (DUE if name in IN_BATCHES else least), (name, cost)
    done = max(1, cost.done)
    each = f"{cost.seconds / done * 1e3:.1f} ms and {cost.queries / done:.2f} queries each"
    nothing = f"then {idle.done:,} in {idle.seconds * 1e3:.0f} ms, {idle.queries} queries"
    print(f"  {name}: {cost.done:,} in {cost.seconds:.2f} s, {cost.queries:,} queries: {each}; {nothing}", flush=True)
    if name in IN_BATCHES:
        floor(cost, left, *floor_numbers(place, first))
        assert cost.queries <= MOST_EACH * done, (name, cost)
    if name not in NEVER_IDLE:
        idly(sweep, now, idle)
    for line in lines:
        print(f"      {line}", flush=True)
    return cost


def floor(cost: Cost, left: list[sweep_floor.Left], first: int, last: int) -> None:
    """Compare with the same rows by plain statements, at games with these numbers."""
    rate = sweep_floor.rate(left, [crowd.key(number) for number in range(first, last + 1)])
    ratio = cost.done / cost.seconds / rate
    print(f"      the same rows by plain statements: {1e3 / rate:.1f} ms each, {ratio:.2f} of that rate", flush=True)
    assert ratio >= LEAST


def idly(sweep: Sweep, now: datetime, idle: Cost) -> None:
    """Print the cost of a sweep with nothing to do."""
    begun = time.process_time()
    for _ in range(IDLE_RUNS):
        sweep(now)
    took = (time.process_time() - begun) / IDLE_RUNS * 1e3
    print(f"      with nothing due: {took:.2f} ms of processor time, {idle.queries} statement", flush=True)
    assert (idle.queries, took <= IDLE_MILLISECONDS) == (1, True)


def wait(pattern: "Game", first: int, now: datetime) -> None:
    """Print how long moving players wait while the deadline sweep works on their games."""
    crowd.add_games(pattern, first, first + DUE - 1, SIZES[-1] // GAMES_EACH * 2, {"Turn": since(25)})
    waits = sweep_waits.during(lambda: deadlines.sweep(now=now), now)
    many, (*_, longest), middle = len(waits.each), waits.each, waits.each[len(waits.each) // 2]
    told = f"the longest {longest.answer:.0f} ms ({longest.lock:.0f} for the lock), half at most {middle.answer:.0f}"
    locked = f"a lock took {max(one.lock for one in waits.each):.0f} ms at most; {waits.in_time} were in time"
    print(f"  {many} moves posted while deadlines are acted on: {told}; {locked}", flush=True)


def explained(sweep: Sweep, now: datetime, nodes: plan_nodes.Nodes) -> list[str]:
    """Explain what PostgreSQL reads for the sweep, without reading whole tables just because they are small."""
    seen = plan_nodes.Nodes()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        with plan_nodes.explained(seen):
            sweep(now)
        transaction.set_rollback(True)
    nodes.whole |= seen.whole
    return seen.lines()


def spent(work: Callable[[], int]) -> Cost:
    """Measure a piece of work."""
    with counted() as queries:
        begun = time.perf_counter()
        done = work()
        return Cost(done, time.perf_counter() - begun, len(queries))


@contextmanager
def counted() -> Iterator[list[None]]:
    """Yield a list that grows by one item for each database query."""
    queries: list[None] = []

    def ask(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        queries.append(None)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(ask):
        yield queries


def compare(few: dict[str, Cost], many: dict[str, Cost]) -> None:
    """Print the cost of one due thing among many games and among few; fail if it takes more queries.

    Times are not checked: other work on the machine may have slowed them.
    """
    for name in SWEEPS:
        one, other = few[name], many[name]
        if one.done and other.done:
            slower = (other.seconds / other.done) / (one.seconds / one.done)
            asked = (other.queries / other.done) / (one.queries / one.done)
            print(f"{name}: among ten times as many {slower:.2f} times the time, {asked:.2f} times the queries")
            assert asked < MOST or (name in IN_BATCHES and other.queries / other.done <= MOST_EACH), name


if __name__ == "__main__":
    main()
