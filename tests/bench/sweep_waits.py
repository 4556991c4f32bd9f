"""Players who move during a sweep of their games: how long each waits for an answer.

`python -m tests.bench.sweep_waits NOW` posts one move after the other, each in one of the games the sweep reaches next,
until its input ends; then it prints the milliseconds of each move, and the part until the game's row was locked. Late
moves are answered, too: they have waited like all others.
"""

import json
import random
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Final, NamedTuple

import django

django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.errors import Refused  # noqa: E402
from games.table.play import deadlines, moves  # noqa: E402
from ttr_site.celery import keep_what_is_loaded  # noqa: E402

AHEAD: Final = 16
"""How many of the sweep's next games to choose from: about a batch."""


class Wait(NamedTuple):
    """A player's waiting time in milliseconds: for the answer, and the part for the lock of the game's row."""

    answer: float
    lock: float


class Waits(NamedTuple):
    """The players' waits, longest last, and how many moves came in time."""

    each: list[Wait]
    in_time: int


def during(sweep: Callable[[], object], now: datetime) -> Waits:
    """Measure how long moving players wait while this sweep works."""
    command = [sys.executable, "-m", "tests.bench.sweep_waits", now.isoformat()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as players:
        assert players.stdin
        assert players.stdout
        players.stdout.readline()
        sweep()
        players.stdin.close()
        each, in_time = json.loads(players.stdout.readline())
        return Waits([Wait(*one) for one in each], in_time)


@contextmanager
def locks() -> Iterator[list[float]]:
    """Yield the milliseconds of statements that lock a game's row."""
    took: list[float] = []

    def ask(execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        begun = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            if "FOR NO KEY UPDATE OF game" in sql:
                took.append((time.perf_counter() - begun) * 1e3)

    with connection.execute_wrapper(ask):
        yield took


def main(now: datetime) -> None:
    """Play, and print the waits."""
    keep_what_is_loaded()
    rnd, waited, in_time = random.Random(1), [], 0
    print("ready", flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        due = list(deadlines.due_turns(now).select_related("player").order_by("expires_at", "id")[:AHEAD])
        if not due:
            break
        turn = rnd.choice(due)
        assert turn.player
        begun = time.perf_counter()
        with locks() as locked, suppress(Refused):
            request = moves.Request(turn.prompt_id, ["draw deck"])
            moves.post_moves(player=turn.player, game_id=turn.game_id, request=request, now=timezone.now())
            in_time += 1
        waited.append(Wait((time.perf_counter() - begun) * 1e3, sum(locked)))
    print(json.dumps([sorted(waited), in_time]), flush=True)


if __name__ == "__main__":
    main(datetime.fromisoformat(sys.argv[1]))
