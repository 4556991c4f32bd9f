"""The basis of every sweep over games: finding due rows, and handling rows that raise.

1. Due rows are fetched by hundreds, in order, each once, whatever its outcome (`DueRows`).
2. `games.table.play.batches` acts on them, many games together.
3. A failure of one row stops no other (`run_guarded`). If PostgreSQL is the cause, the row waits for the next sweep;
   any other error puts the game aside for an hour, visible to admins. Only Celery's time limit ends the sweep; the next
   one continues.

Any number of workers may sweep at the same time.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import Model, Q, QuerySet

from games.lost_connections import is_lost_connection
from games.models import Game
from games.table.play import quarantine

BATCH: Final = 200

log = structlog.get_logger(__name__)


class DueRow(NamedTuple):
    """A due row: its key, and its game."""

    key: Any
    game_id: str


def not_done(_row: DueRow, _error: Exception) -> int:
    """Return 0, so that a failed row is not counted as done."""
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRows:
    """The due rows of a sweep.

    `name` is the row's name in the server's log. `due` finds the rows at an instant; they are ordered by the column
    `at`, if there is one, and then by `key`; `game` is the column of the game's id.
    """

    name: str
    due: Callable[[datetime], QuerySet[Model]]
    at: str | None = None
    key: str = "id"
    game: str = "game_id"

    def rows(self, now: datetime, batch: int = BATCH) -> Iterator[DueRow]:
        """Yield the due rows in order."""
        order = [self.key] if self.at is None else [self.at, self.key]
        due = self.due(now).order_by(*order)
        after = Q()
        while page := list(due.filter(after).values(*order, self.game)[:batch]):
            yield from (DueRow(row[self.key], row[self.game]) for row in page)
            if len(page) < batch:
                return
            after = _after(order, page[-1])


def run_guarded(
    name: str,
    row: DueRow,
    act: Callable[[], int],
    now: datetime,
    on_failure: Callable[[DueRow, Exception], int] = not_done,
) -> int:
    """Call `act` and return its count; 0 if it was postponed, or what `on_failure` returns if it raised."""
    try:
        return act()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if is_lost_connection(error):
            log.warning(f"{name}_put_off", game=row.game_id, error=type(error).__name__)
            return 0
        quarantine.put(game_id=row.game_id, error=error, now=now)
        return on_failure(row, error)


def _after(order: list[str], last: Mapping[str, object]) -> Q:
    """Return the condition for rows that come after this one."""
    first, *others = order
    later = Q(**{f"{first}__gt": last[first]})
    return later | (Q(**{first: last[first]}) & _after(others, last)) if others else later


def in_play(now: datetime, through: str = "") -> Q:
    """Return the condition for rows whose game runs, neither paused nor put aside; `through` leads to the game."""
    runs = {f"{through}status": Game.Status.RUNNING, f"{through}paused_at": None}
    return Q(**runs) & quarantine.sound(now, through)


def is_halted(game: Game) -> bool:
    """Check whether a locked game is no longer in play: paused, or over."""
    return game.status != Game.Status.RUNNING or game.paused_at is not None
