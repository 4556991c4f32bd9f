"""The queue of push messages (`notifications.outbox.calls.queue`), and what becomes of an attempt.

One message is under way to a browser. One whose push service has not taken the last message, or never any, is not
proved: anyone can register an address whose server hangs.
"""

from datetime import datetime, timedelta
from typing import Final

from notifications.leases import Lease
from notifications.models import PushDelivery, PushSubscription
from notifications.outbox.calls.http_post import Attempt
from notifications.outbox.calls.queue import REFUSED, CallQueue, bound_wait

FAILING: Final = timedelta(days=7)
"""A subscription whose service has taken nothing for this long is deleted."""
FORGOTTEN: Final = frozenset({404, 410})
"""Answers of a push service that no longer knows the subscription (RFC 8030, 7.3)."""
WRONG: Final = frozenset({400, 401, 403, 413})
"""Answers of a push service that will not take this message later either."""

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
    """Record what became of an attempt: delivered, put off or given up; and what that says of the subscription."""
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
