"""The skeleton of every sweep over games: what is due is found in rows, and acted on one by one.

Sweeps that may have much to do act on many games together: `games.play.batches`. This is the way of all others.

1. Rows that are due are fetched in batches, in their order, each once, whatever becomes of it.
2. For each, in a transaction of its own, the game is locked; if somebody holds it, the next sweep comes soon. Then the
   sweep's own function looks again under the lock, for much may have changed, and acts.
3. A failure of one row stops no other (`guarded`). If PostgreSQL is the cause, the row waits for the next sweep; any
   other error puts the game aside for an hour, visible to admins. Only Celery's time limit ends the whole sweep: the
   next one goes on.

What differs between two sweeps is in their records (`Sweep`). Any number of workers may sweep at the same time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Q, QuerySet

from games import store
from games.lost_connections import is_lost_connection
from games.models import Game
from games.play import quarantine

BATCH: Final = 200

log = structlog.get_logger(__name__)


class DueRow(NamedTuple):
    """A row that is due: its key, and its game."""

    key: Any
    game_id: str


def _nothing(_row: DueRow, _error: Exception) -> int:
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRows:
    """What a sweep finds.

    `name` is what the log calls a row. `due` finds the rows at an instant; they are taken by the column `at`, if there
    is one, and then by `key`; `game` is the column of the game's id.
    """

    name: str
    due: Callable[[datetime], QuerySet[Any]]
    at: str | None = None
    key: str = "id"
    game: str = "game_id"

    def rows(self, now: datetime, batch: int = BATCH) -> Iterator[DueRow]:
        """What is due, in its order."""
        order = [self.key] if self.at is None else [self.at, self.key]
        due = self.due(now).order_by(*order)
        after = Q()
        while found := list(due.filter(after).values(*order, self.game)[:batch]):
            yield from (DueRow(row[self.key], row[self.game]) for row in found)
            if len(found) < batch:
                return
            after = _after(order, found[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep(DueRows):
    """One sweep.

    `act` gets the locked game, the row's key and the instant, and returns how much it has done; 0 where nothing was due
    any more. `failed` gets a row whose game was put aside, and returns whether that counts as done.
    """

    act: Callable[[Game, Any, datetime], int]
    failed: Callable[[DueRow, Exception], int] = _nothing

    def run(self, now: datetime, *, batch: int = BATCH, most: int | None = None) -> int:
        """Act on all that is due, or on so many rows at most; returns how much was done."""
        rows = islice(self.rows(now, batch), most)
        return sum(guarded(self.name, row, partial(self.one, row, now), now, self.failed) for row in rows)

    def one(self, row: DueRow, now: datetime) -> int:
        """Act on one row, if it is still due. 0 if it is not, or if somebody else holds the game."""
        with transaction.atomic():
            game = store.try_lock(row.game_id)
            return 0 if game is None else self.act(game, row.key, now)


def guarded(
    name: str,
    row: DueRow,
    act: Callable[[], int],
    now: datetime,
    failed: Callable[[DueRow, Exception], int] = _nothing,
) -> int:
    """What `act` does about the row's game: 0 where that was put off, and what `failed` says where it raised."""
    try:
        return act()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if is_lost_connection(error):
            log.warning(f"{name}_put_off", game=row.game_id, error=type(error).__name__)
            return 0
        quarantine.put(game_id=row.game_id, error=error, now=now)
        return failed(row, error)


def _after(order: list[str], last: dict[str, Any]) -> Q:
    """Rows that come after this one."""
    first, *others = order
    later = Q(**{f"{first}__gt": last[first]})
    return later | (Q(**{first: last[first]}) & _after(others, last)) if others else later


def in_play(now: datetime, through: str = "") -> Q:
    """Rows whose game runs, is not paused and not put aside; `through` leads from the row to its game."""
    runs = {f"{through}status": Game.Status.RUNNING, f"{through}paused_at": None}
    return Q(**runs) & quarantine.sound(now, through)


def stands(game: Game) -> bool:
    """Whether a locked game is no longer in play: paused, or over."""
    return game.status != Game.Status.RUNNING or game.paused_at is not None
