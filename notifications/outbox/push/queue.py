"""The queue of push messages (`notifications.outbox.calls.queue`), and the effects of an attempt.

A browser gets one message at a time. A subscription whose push service did not accept the last message, or never
accepted any, is unproved, since anyone can register an address whose server hangs.
"""

from datetime import datetime, timedelta
from typing import Final

from notifications.leases import Lease
from notifications.models import PushDelivery, PushSubscription
from notifications.outbox.calls.http_post import Attempt
from notifications.outbox.calls.queue import REFUSED, CallQueue, bound_wait

FAILING: Final = timedelta(days=7)
"""A subscription whose service has accepted nothing for this long is deleted."""
FORGOTTEN: Final = frozenset({404, 410})
"""Statuses of a push service that no longer knows the subscription (RFC 8030, 7.3)."""
WRONG: Final = frozenset({400, 401, 403, 413})
"""Statuses of a push service that will never accept this message."""

MESSAGES: Final = CallQueue(
    name="push_message",
    rows=PushDelivery.objects.all(),
    target="subscription",
    targets=PushSubscription,
    comes_with=("subscription__player", "subscription__token", "mail"),
    lanes={"proved": 12, "unproved": 4},
    pauses=tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200)),
    give_up_after=timedelta(days=1),
    repute="""
        CASE WHEN target.failing_since IS NULL AND target.pushed_at IS NOT NULL THEN 'proved' ELSE 'unproved' END
    """,
)


def settle(lease: Lease[PushDelivery], attempt: Attempt, *, now: datetime) -> None:
    """Record the outcome of an attempt (delivered, postponed or given up), and its effect on the subscription."""
    subscription = PushSubscription.objects.filter(pk=lease.row.subscription_id)
    if attempt.taken:
        lease.close(PushDelivery.State.SENT, now=now, status=attempt.status)
        subscription.update(pushed_at=now, failing_since=None)
        return
    if attempt.status in FORGOTTEN or subscription.filter(failing_since__lte=now - FAILING).exists():
        subscription.delete()
        return
    facts = {"status": attempt.status, "last_error": attempt.error or REFUSED}
    if attempt.status in WRONG:
        lease.close(PushDelivery.State.FAILED, now=now, **facts)
    else:
        lease.put_off(None if attempt.wait is None else bound_wait(attempt.wait), now=now, **facts)
    subscription.filter(failing_since=None).update(failing_since=now)
