"""The queues of what is posted to other people's servers, many of which may hang: leased by any number of workers.

At most `SHARE` messages are under way for one player, on the whole site. A target (a webhook, a browser) is of some
repute; each worker has few lanes for all targets of a poor one together. To such a target a single message is under
way. So servers that hang, be they many, take little from those that don't.
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
"""The longest pause that a server may ask for if it is called too often."""
JITTER: Final = 0.2
"""The share by which a pause may be shorter or longer, so that those put off together do not come together."""
KEPT: Final = timedelta(days=14)
"""How long messages are listed."""
REFUSED: Final = "status"
"""The `last_error` of an attempt that was answered, and not taken."""

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
FOR UPDATE SKIP LOCKED
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class CallQueue(LeasedQueue[Row]):
    """A queue of messages to targets.

    `target` is the relation to the `targets`; it comes with all else that decides whether a message is posted
    (`comes_with`). `lanes` are those of a worker: how many for targets of each repute; `pauses` those after the first
    attempt, the second ..., the last one again and again. `repute`, `one_at_a_time` and `in_order` are SQL about a
    target: the last two say whether a single message is under way to it, and whether none overtakes another, even one
    that was put off.
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
        """Return the messages that are to be tried by now, and whose target was not deleted meanwhile."""
        return super().due(now).filter(**{f"{self.target}__created_at__isnull": False})

    @transaction.atomic
    def claim_beside(self, ours: Collection[Lease[Row]], now: datetime) -> list[Lease[Row]]:
        """Take due messages for which there is room beside those that this worker has under way.

        Workers claim one after the other, so that they know of each other's.
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
                    "ends": now + 2 * self.lease,  # of whoever's clock is ahead of ours, too
                    "share": SHARE,
                    "lanes": json.dumps(self.lanes),
                    "free": free,
                    "ours": [lease.row.pk for lease in ours],
                },
            )
            keys = [key for (key,) in cursor.fetchall()]
        return self.lease_rows(self.rows.filter(pk__in=keys).select_related(*self.comes_with).order_by("pk"), now)

    def pause(self, lease: Lease[Row]) -> timedelta:
        """Return how long to wait after this attempt, which varies a little with each message and each attempt."""
        chance = crc32(f"{lease.row.pk}.{lease.attempt}".encode()) / 0xFFFFFFFF
        return self.pauses[min(lease.attempt, len(self.pauses)) - 1] * (1 - JITTER + 2 * JITTER * chance)

    def prune(self, *, now: datetime, limit: int = 1000) -> None:
        """Throw away up to `limit` old messages, whatever became of them."""
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
    """Return the pause that a server asks for, within reason."""
    return min(timedelta(seconds=max(seconds, 1)), LONGEST_WAIT)
