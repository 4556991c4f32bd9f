"""The queue of push messages: claimed for a while, then settled, or put off for longer each time, for a day.

One message is under way to a browser, at most `SHARE` are for one player, and few are to all those together whose push
service has not taken the last message, or never any: anyone can register an address whose server hangs.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import F, Min, QuerySet

from notifications.models import PushDelivery, PushSubscription
from notifications.outbox.calls.http_post import Attempt

LEASE: Final = timedelta(minutes=2)
PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200))
"""After the first attempt, the second ...; the last one again and again."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""The longest pause that a push service may ask for if it is called too often."""
GIVE_UP_AFTER: Final = timedelta(days=1)
FAILING: Final = timedelta(days=7)
"""A subscription whose service has taken nothing for this long is deleted."""
KEPT: Final = timedelta(days=14)
SHARE: Final = 3
FORGOTTEN: Final = frozenset({404, 410})
"""Answers of a push service that no longer knows the subscription (RFC 8030, 7.3)."""
WRONG: Final = frozenset({400, 401, 403, 413})
"""Answers of a push service that will not take this message later either."""
REFUSED: Final = "status"

DUE: Final = """
WITH due AS (
    SELECT waiting.id, waiting.next_attempt_at, subscription.player_id, coalesce(busy.lanes, 0) AS busy,
        subscription.failing_since IS NULL AND subscription.pushed_at IS NOT NULL AS proved,
        row_number() OVER (PARTITION BY subscription.id ORDER BY waiting.next_attempt_at, waiting.id) AS of_one
    FROM notifications_pushdelivery waiting
    JOIN notifications_pushsubscription subscription ON subscription.id = waiting.subscription_id
    LEFT JOIN unnest(%(players)s::text[], %(busy)s::int[]) busy (player, lanes) ON busy.player = subscription.player_id
    WHERE waiting.state = 'queued' AND waiting.next_attempt_at <= %(now)s
        AND subscription.id <> ALL(%(subscriptions)s::text[])
), in_turn AS (
    SELECT *, busy + row_number() OVER (PARTITION BY player_id ORDER BY proved DESC, next_attempt_at, id) AS of_player
    FROM due WHERE of_one = 1
), allowed AS (
    SELECT *, row_number() OVER (PARTITION BY proved ORDER BY next_attempt_at, id) AS place
    FROM in_turn WHERE of_player <= %(share)s
)
SELECT id FROM notifications_pushdelivery
WHERE id IN (
    SELECT id FROM allowed WHERE proved OR place <= %(unproved)s ORDER BY next_attempt_at, id LIMIT %(lanes)s
) AND state = 'queued' AND next_attempt_at <= %(now)s
FOR UPDATE SKIP LOCKED
"""


@dataclass(frozen=True, slots=True)
class PushRoom:
    """How many more can be under way: in all, and to push services that have not taken the last message.

    `players`: how many are under way for each player; `subscriptions`: those to which something is under way.
    """

    lanes: int
    unproved: int
    players: Mapping[str, int] = field(default_factory=dict)
    subscriptions: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class PushLease:
    """A message that is ours to send while its row's count of attempts is still this one."""

    delivery: PushDelivery
    attempt: int


def waiting(before: datetime) -> QuerySet[PushDelivery]:
    """Return the messages that were to be tried by then."""
    queued = PushDelivery.objects.filter(state=PushDelivery.State.QUEUED, next_attempt_at__lte=before)
    return queued.filter(subscription__created_at__isnull=False)  # and not deleted meanwhile


def is_due(*, now: datetime) -> bool:
    """Check whether there is anything to send."""
    return waiting(now).exists()


def oldest_waiting(before: datetime) -> datetime | None:
    """Return since when the oldest message waits that was to be tried before this instant."""
    oldest: datetime | None = waiting(before).aggregate(at=Min("next_attempt_at"))["at"]
    return oldest


@transaction.atomic
def claim(*, now: datetime, room: PushRoom) -> list[PushLease]:
    """Take due messages for which there is room, for the length of the lease."""
    if not room.lanes:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            DUE,
            {
                "now": now,
                "share": SHARE,
                "lanes": room.lanes,
                "unproved": room.unproved,
                "players": list(room.players),
                "busy": list(room.players.values()),
                "subscriptions": list(room.subscriptions),
            },
        )
        keys = [key for (key,) in cursor.fetchall()]
    PushDelivery.objects.filter(pk__in=keys).update(attempts=F("attempts") + 1, next_attempt_at=now + LEASE)
    rows = PushDelivery.objects.select_related("subscription__player", "subscription__token", "mail")
    return [PushLease(row, row.attempts) for row in rows.filter(pk__in=keys).order_by("pk")]


def settle(lease: PushLease, attempt: Attempt, *, now: datetime) -> None:
    """Record what became of an attempt: delivered, put off or given up; and what that says of the subscription."""
    subscription = PushSubscription.objects.filter(pk=lease.delivery.subscription_id)
    if attempt.taken:
        close(lease, PushDelivery.State.SENT, now=now, status=attempt.status)
        subscription.update(pushed_at=now, failing_since=None)
        return
    if attempt.status in FORGOTTEN or subscription.filter(failing_since__lte=now - FAILING).exists():
        subscription.delete()
        return
    facts = {"status": attempt.status, "last_error": attempt.error or REFUSED}
    if attempt.status in WRONG:
        close(lease, PushDelivery.State.FAILED, now=now, **facts)
    else:
        put_off(lease, now=now, wait=attempt.wait, **facts)
    subscription.filter(failing_since=None).update(failing_since=now)


def put_off(lease: PushLease, *, now: datetime, wait: float | None = None, **facts: int | str | None) -> None:
    """Try a message again after a pause, or after the seconds that the service asks for; give it up after a day."""
    pause = PAUSES[min(lease.attempt, len(PAUSES)) - 1]
    next_at = now + (pause if wait is None else min(timedelta(seconds=max(wait, 1)), LONGEST_WAIT))
    if next_at > lease.delivery.created_at + GIVE_UP_AFTER:
        close(lease, PushDelivery.State.FAILED, now=now, **facts)
    else:
        _ours(lease).update(next_attempt_at=next_at, **facts)


def close(lease: PushLease, state: PushDelivery.State, *, now: datetime, **facts: int | str | None) -> None:
    """Settle a message, so that it is not tried any more."""
    _ours(lease).update(**{"last_error": "", **facts}, state=state, settled_at=now)


def _ours(lease: PushLease) -> QuerySet[PushDelivery]:
    queued = PushDelivery.State.QUEUED
    return PushDelivery.objects.filter(pk=lease.delivery.pk, attempts=lease.attempt, state=queued)


def prune(*, now: datetime, limit: int = 1000) -> None:
    """Throw away up to `limit` old messages, whatever became of them."""
    old = PushDelivery.objects.filter(created_at__lt=now - KEPT, next_attempt_at__lt=now)
    PushDelivery.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()
