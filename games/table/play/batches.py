"""Sweeps over many games, which are locked, loaded and written together in a few round trips.

1. Due rows come in order (`sweeps.DueRows`). Of the games of the next few rows, those that nobody else holds are locked
   and read in one message; the others are left to the next sweep.
2. For each row the sweep's own function checks again, now under the lock, and acts in memory, while
   `games.table.store.together` collects the writes. Then everything is written, table by table, and committed.
3. If anything raises, the whole batch is rolled back, and each of its rows gets its own batch, so that only the game
   that raises is put aside (`sweeps.run_guarded`).

Locks are held only briefly, because a player may want to move: the size of a batch follows from how long the last one
took, and a batch that acts for too long writes what it has and leaves the other rows to the next.

What differs between sweeps is in their records (`Batches`). `due_work` finds out whether a sweep has anything to do.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any, Final, Generic, NamedTuple, TypeVar

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from games.table import store
from games.table.play.sweeps import BATCH, DueRow, DueRows, not_done, run_guarded

K = TypeVar("K")
FEWEST: Final = 4
"""The size of the first batch, whose duration is still unknown, and of the smallest."""
MOST: Final = 100
HELD_SECONDS: Final = 0.03
"""The target time for which a batch holds its games, from lock to commit."""
ACTED_SECONDS: Final = HELD_SECONDS / 2
"""The time after which a batch acts on no further row."""
SHORTEST_SECONDS: Final = 1e-6
"""The shortest duration assumed for a batch, since the clock may not have advanced."""

log = structlog.get_logger(__name__)


class BatchProgress(NamedTuple):
    """The progress of a batch: the number of rows it has looked at, and how much it has done."""

    looked: int
    done: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Batches(DueRows, Generic[K]):
    """The record of a sweep.

    `act` gets the locked game, the row's key, the instant, and what `read` returned for all rows of the batch and the
    held games; it returns how much it has done, 0 if nothing was due any more. `on_failure` gets a row whose game was
    put aside, and returns how much that counts as done.
    """

    read: Callable[[Sequence[DueRow], Mapping[str, store.HeldGame]], K]
    act: Callable[[store.HeldGame, Any, datetime, K], int]
    on_failure: Callable[[DueRow, Exception], int] = not_done
    clock: Callable[[], float] = perf_counter

    def run(self, now: datetime, *, batch: int = BATCH, most: int | None = None) -> int:
        """Act on all due rows, or at most `most`, fetched `batch` at a time. Return how much was done."""
        rows, pending, size, total = islice(self.rows(now, batch), most), list[DueRow](), FEWEST, 0
        while pending := pending + list(islice(rows, max(0, size - len(pending)))):
            started_at = self.clock()
            progress = self._try_batch(pending[:size], now)
            size = _next_size(progress.looked, self.clock() - started_at)
            pending, total = pending[progress.looked :], total + progress.done
        return total

    def one(self, row: DueRow, now: datetime) -> int:
        """Act on one row if it is still due. Return 0 if it is not, or if somebody else holds the game."""
        return self._act_together([row], now).done

    def _try_batch(self, rows: Sequence[DueRow], now: datetime) -> BatchProgress:
        """Act on the batch; if that raises, act on each of its rows separately."""
        try:
            return self._act_together(rows, now)
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            log.warning("batch_taken_apart", sweep=self.name, rows=len(rows), error=type(error).__name__)
            alone = (run_guarded(self.name, row, partial(self.one, row, now), now, self.on_failure) for row in rows)
            return BatchProgress(len(rows), sum(alone))

    def _act_together(self, rows: Sequence[DueRow], now: datetime) -> BatchProgress:
        with transaction.atomic(), store.together():
            held_games = store.lock_free(row.game_id for row in rows)
            read_ahead = self.read(rows, held_games)
            end = self.clock() + ACTED_SECONDS
            looked = acted = 0
            for row in rows:
                if looked and self.clock() > end:
                    break
                looked += 1
                if (game := held_games.get(row.game_id)) is not None:
                    acted += self.act(game, row.key, now, read_ahead)
        return BatchProgress(looked, acted)


def _next_size(looked: int, seconds: float) -> int:
    """Return the size of the next batch.

    It is at most twice the last size, since those rows may have been cheap.
    """
    fitting = HELD_SECONDS * looked / max(seconds, SHORTEST_SECONDS)
    return max(FEWEST, min(MOST, 2 * looked, int(fitting)))


def nothing(_rows: Iterable[DueRow], _held_games: Mapping[str, store.HeldGame]) -> None:
    """Read nothing ahead, for a sweep that needs only the games."""
