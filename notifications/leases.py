"""Queues of rows: a waiting row is leased to a worker for a while, then settled, postponed or given up.

1. `LeasedQueue.claim` takes due rows that no other worker is taking: it counts the attempt and moves the next one past
   the lease, so that a row whose worker dies becomes due again by itself.
2. The `Lease` settles its row (`close`) or postpones it, longer each time, and gives it up after waiting for too long.
   The count of attempts shows a worker that was too slow that the row is no longer its own: then nothing changes.

Any number of workers may share a queue. The differences between queues are in their fields, and in `pause`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from django.db import transaction
from django.db.models import F, Min, QuerySet

from games.table.play import due_work
from games.table.play.sweeps import DueRows
from notifications.models import Leased

FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(hours=1)

Row = TypeVar("Row", bound=Leased)


@dataclass(frozen=True, slots=True, repr=False)
class Lease(Generic[Row]):
    """A row leased to us, as long as its count of attempts has not changed."""

    queue: "LeasedQueue[Row]"
    row: Row
    attempt: int

    def rows(self) -> QuerySet[Row]:
        """Return the row if it is still ours; an empty query if not."""
        return self._ours(self.queue.rows)

    def hold(self) -> Row | None:
        """Return the row in its present state, locked until the transaction ends; None if it is no longer ours."""
        return self._ours(self.queue.held).select_for_update(no_key=True, of=("self",)).first()

    def close(self, state: str, *, now: datetime, **facts: object) -> bool:
        """Settle the row, so that it is not tried again. Return False if it is no longer ours."""
        settled = {self.queue.error: "", **self.queue.erased, **facts, "state": state, "settled_at": now}
        return self.rows().update(**settled, **dict.fromkeys(self.queue.marks, False)) == 1

    def put_off(self, pause: timedelta | None = None, /, *, now: datetime, **facts: object) -> bool:
        """Retry the row after a pause, by default the queue's, or give it up if that would be too late.

        Return whether it was given up.
        """
        next_at = now + (self.queue.pause(self) if pause is None else pause)
        if next_at > getattr(self.row, self.queue.since) + self.queue.give_up_after:
            return self.close(self.queue.given_up, now=now, **facts)
        self.rows().update(next_attempt_at=next_at, **facts, **dict.fromkeys(self.queue.marks, False))
        return False

    def _ours(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        return rows.filter(pk=self.row.pk, attempts=self.attempt, state=self.queue.waits)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LeasedQueue(Generic[Row]):
    """The waiting rows of a table, and how they are tried.

    `rows` are all rows of the table, with what a claim loads of each; `waits` is the state of those that wait, `order`
    their sequence, `since` the column with the start of the wait, `error` the column with the reason for the last
    postponement. `given_up` is the state of a row that was tried for too long; `erased` has the values to which settled
    rows' columns are reset; `marks` are the columns that are true while a row is leased.
    """

    name: str
    rows: QuerySet[Row]
    lease: timedelta
    give_up_after: timedelta
    waits: str = "queued"
    order: tuple[str, ...] = ("next_attempt_at", "pk")
    since: str = "created_at"
    error: str = "last_error"
    given_up: str = "failed"
    erased: Mapping[str, object] = field(default_factory=dict)
    marks: tuple[str, ...] = ()

    @property
    def held(self) -> QuerySet[Row]:
        """The rows, with what `Lease.hold` loads of each."""
        return self.rows

    @property
    def waiting(self) -> DueRows:
        """The queue's rows as a sweep finds them."""
        return DueRows(name=self.name, due=self.due)

    def due(self, now: datetime) -> QuerySet[Row]:
        """Return the rows that are due now."""
        return self.rows.filter(state=self.waits, next_attempt_at__lte=now)

    def is_due(self, *, now: datetime) -> bool:
        """Check whether any row is due."""
        return due_work.is_due(self.waiting, now)

    def oldest_waiting(self, before: datetime) -> datetime | None:
        """Return since when the oldest row has been due, of those due before this instant; None if there is none."""
        oldest: datetime | None = self.due(before).aggregate(at=Min("next_attempt_at"))["at"]
        return oldest

    @transaction.atomic
    def claim(self, *, now: datetime, limit: int, due: QuerySet[Row] | None = None) -> list[Lease[Row]]:
        """Lease up to this many due rows, or rows of the given query, for the length of the lease."""
        picked = (self.due(now) if due is None else due).order_by(*self.order)[:limit]
        return self.lease_rows(picked.select_for_update(no_key=True, skip_locked=True, of=("self",)), now)

    def lease_rows(self, locked: QuerySet[Row], now: datetime) -> list[Lease[Row]]:
        """Lease these rows, which the current transaction has locked."""
        rows, ends = list(locked), now + self.lease
        if rows:
            keys = [row.pk for row in rows]
            changes = {"attempts": F("attempts") + 1, "next_attempt_at": ends, **dict.fromkeys(self.marks, True)}
            self.rows.filter(pk__in=keys).update(**changes)
        for row in rows:
            row.attempts, row.next_attempt_at = row.attempts + 1, ends
        return [Lease(self, row, row.attempts) for row in rows]

    def pause(self, lease: Lease[Row]) -> timedelta:
        """Return how long to wait after this attempt."""
        return doubled_pause(lease.attempt)

    def requeue(self, rows: QuerySet[Row], *, now: datetime, **facts: object) -> int:
        """Make these rows due at once. Return how many."""
        keys = list(rows.values_list("pk", flat=True))
        waiting = {"state": self.waits, "settled_at": None, "next_attempt_at": now, **facts}
        return self.rows.filter(pk__in=keys).update(**waiting)


def doubled_pause(attempts: int) -> timedelta:
    """Return how long to wait after this many attempts: 1, 2, 4 ... minutes, an hour at most."""
    doublings = min(attempts - 1, 10)
    return min(FIRST_PAUSE * (1 << doublings), LONGEST_PAUSE)
