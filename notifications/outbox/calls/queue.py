"""Queues of messages to other people's servers, many of which may hang; any number of workers lease from them.

At most `SHARE` messages are under way for one player, on the whole site. A target (a webhook, a browser) has a repute;
each worker has few lanes for all targets of poor repute together, and sends such a target one message at a time. So
hanging servers, however many, take little from those that work.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.db import connection, transaction
from django.db.models import Model, QuerySet

from games import advisory_locks
from notifications.leases import Lease, LeasedQueue, Row

SHARE: Final = 3
LONGEST_WAIT: Final = timedelta(hours=1)
"""The longest pause that a server may request if it is called too often."""
JITTER: Final = 0.2
"""The random share of a pause, so that messages postponed together do not return together."""
KEPT: Final = timedelta(days=14)
"""How long messages stay listed."""
REFUSED: Final = "status"
"""The `last_error` of an attempt that got a response, but was not accepted."""

DUE: Final = """
WITH under_way AS (
    SELECT message.id, target.id AS target, target.player_id, {repute} AS repute
    FROM {messages} message JOIN {targets} target ON target.id = message.{target}_id
    WHERE message.under_way AND message.state = 'queued'
        AND message.next_attempt_at > %(now)s AND message.next_attempt_at <= %(ends)s
), due AS (
    SELECT message.id, message.next_attempt_at, target.player_id, {repute} AS repute, {one_at_a_time} AS alone,
        row_number() OVER (PARTITION BY target.id ORDER BY message.next_attempt_at, message.id) AS of_target
    FROM {messages} message JOIN {targets} target ON target.id = message.{target}_id
    WHERE message.state = 'queued' AND message.next_attempt_at <= %(now)s
        AND NOT (({one_at_a_time}) AND target.id IN (SELECT target FROM under_way))
        AND NOT (({in_order}) AND EXISTS (
            SELECT FROM {messages} earlier
            WHERE earlier.{target}_id = message.{target}_id AND earlier.state = 'queued' AND earlier.id < message.id
        ))
), in_turn AS (
    SELECT *, row_number() OVER (PARTITION BY player_id ORDER BY repute <> 'proved', next_attempt_at, id)
        + (SELECT count(*) FROM under_way WHERE under_way.player_id = due.player_id) AS of_player
    FROM due WHERE of_target = 1 OR NOT alone
), allowed AS (
    SELECT *, row_number() OVER (PARTITION BY repute ORDER BY next_attempt_at, id)
        + (SELECT count(*) FROM under_way WHERE id = ANY(%(ours)s) AND under_way.repute = in_turn.repute) AS place
    FROM in_turn WHERE of_player <= %(share)s
)
SELECT id FROM {messages}
WHERE id IN (
    SELECT id FROM allowed WHERE place <= (%(lanes)s::jsonb ->> repute)::int ORDER BY next_attempt_at, id LIMIT %(free)s
) AND state = 'queued' AND next_attempt_at <= %(now)s
FOR NO KEY UPDATE SKIP LOCKED
"""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class CallQueue(LeasedQueue[Row]):
    """A queue of messages to targets.

    `target` is the relation to the `targets`; `comes_with` adds the relations that decide whether a message is posted.
    `lanes` is the number of a worker's lanes for targets of each repute; `pauses` are those after the first attempt,
    the second ..., the last one repeated. `repute`, `one_at_a_time` and `in_order` are SQL about a target: the last two
    say whether only one message is under way to it, and whether none overtakes another, even a postponed one.
    """

    lease: timedelta = timedelta(minutes=2)
    marks: tuple[str, ...] = ("under_way",)
    target: str
    targets: type[Model]
    comes_with: tuple[str, ...]
    lanes: Mapping[str, int]
    pauses: tuple[timedelta, ...]
    repute: str
    one_at_a_time: str = "TRUE"
    in_order: str = "FALSE"

    @property
    def most(self) -> int:
        """How many messages a worker may have under way."""
        return max(self.lanes.values())

    def due(self, now: datetime) -> QuerySet[Row]:
        """Return the due messages whose target still exists."""
        return super().due(now).filter(**{f"{self.target}__created_at__isnull": False})

    @transaction.atomic
    def claim_beside(self, ours: Collection[Lease[Row]], now: datetime) -> list[Lease[Row]]:
        """Lease due messages for which there is room beside those that this worker has under way.

        Workers do so one after another, so that they know of each other's messages.
        """
        free = self.most - len(ours)
        if not free:
            return []
        advisory_locks.wait_for_name(self.rows.model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(
                self._sql(),
                {
                    "now": now,
                    "ends": now + 2 * self.lease,  # includes leases by a worker whose clock is ahead of ours
                    "share": SHARE,
                    "lanes": json.dumps(self.lanes),
                    "free": free,
                    "ours": [lease.row.pk for lease in ours],
                },
            )
            keys = [key for (key,) in cursor.fetchall()]
        return self.lease_rows(self.rows.filter(pk__in=keys).select_related(*self.comes_with).order_by("pk"), now)

    def pause(self, lease: Lease[Row]) -> timedelta:
        """Return how long to wait after this attempt, varying a little with each message and attempt."""
        chance = crc32(f"{lease.row.pk}.{lease.attempt}".encode()) / 0xFFFFFFFF
        return self.pauses[min(lease.attempt, len(self.pauses)) - 1] * (1 - JITTER + 2 * JITTER * chance)

    def prune(self, *, now: datetime, limit: int = 1000) -> None:
        """Delete up to `limit` old messages in any state."""
        old = self.rows.filter(created_at__lt=now - KEPT, next_attempt_at__lt=now)
        self.rows.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()

    def _sql(self) -> str:
        return DUE.format(
            messages=self.rows.model._meta.db_table,
            targets=self.targets._meta.db_table,
            target=self.target,
            repute=self.repute,
            one_at_a_time=self.one_at_a_time,
            in_order=self.in_order,
        )


def bound_wait(seconds: float) -> timedelta:
    """Return the pause that a server requests, within limits."""
    return min(timedelta(seconds=max(seconds, 1)), LONGEST_WAIT)
