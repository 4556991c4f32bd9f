"""The queue of deliveries: claimed for a while, then settled, or put off for longer each time, for three days.

What waits for one player never takes more than `SHARE` of a batch, so that nobody's slow servers make others wait long.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.db import connection, transaction
from django.db.models import F, Min, QuerySet

from games.models import Player
from games.signals import account_mail
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox import queue as mails
from notifications.outbox.webhooks import registry
from notifications.outbox.webhooks.calling import Attempt

CALLING: Final = mails.SENDING + 1
"""The number of the advisory lock for calling."""
LEASE: Final = timedelta(minutes=2)
PAUSES: Final = tuple(timedelta(seconds=one) for one in (10, 60, 300, 1800, 7200, 18000))
"""After the first attempt, the second ...; the last one again and again."""
JITTER: Final = 0.2
"""The share by which a pause may be shorter or longer, so that those put off together do not come together."""
GIVE_UP_AFTER: Final = timedelta(days=3)
FAILING: Final = timedelta(days=2)
"""A webhook that has taken nothing for so long, when a delivery is given up, is switched off."""
KEPT: Final = timedelta(days=14)
"""How long deliveries are listed."""
SHARE: Final = 4

DUE: Final = """
SELECT id FROM notifications_webhookdelivery
WHERE id IN (
    SELECT id FROM (
        SELECT waiting.id, waiting.next_attempt_at, row_number() OVER (
            PARTITION BY webhook.player_id ORDER BY waiting.next_attempt_at, waiting.id
        ) AS place
        FROM notifications_webhookdelivery waiting JOIN notifications_webhook webhook ON webhook.id = waiting.webhook_id
        WHERE waiting.state = 'queued' AND waiting.next_attempt_at <= %(now)s
    ) ranked
    WHERE place <= %(share)s ORDER BY next_attempt_at, id LIMIT %(limit)s
) AND state = 'queued' AND next_attempt_at <= %(now)s
FOR UPDATE SKIP LOCKED
"""


@dataclass(frozen=True, slots=True)
class HookLease:
    """A delivery that is ours to post while its row's count of attempts is still this one."""

    delivery: WebhookDelivery
    attempt: int


def waiting(before: datetime) -> QuerySet[WebhookDelivery]:
    """What was to be tried by then."""
    return WebhookDelivery.objects.filter(
        state=WebhookDelivery.State.QUEUED, next_attempt_at__lte=before, webhook__state__in=Webhook.State.values
    )


def is_due(*, now: datetime) -> bool:
    """Whether there is anything to post."""
    return waiting(now).exists()


def oldest_waiting(before: datetime) -> datetime | None:
    """Since when the oldest delivery waits that was to be tried before this instant."""
    oldest: datetime | None = waiting(before).aggregate(at=Min("next_attempt_at"))["at"]
    return oldest


@transaction.atomic
def claim(*, now: datetime, limit: int) -> list[HookLease]:
    """Takes up to so many due deliveries for the length of the lease, with all that decides whether they are posted."""
    with connection.cursor() as cursor:
        cursor.execute(DUE, {"now": now, "share": SHARE, "limit": limit})
        keys = [key for (key,) in cursor.fetchall()]
    if not keys:
        return []
    WebhookDelivery.objects.filter(pk__in=keys).update(attempts=F("attempts") + 1, next_attempt_at=now + LEASE)
    rows = WebhookDelivery.objects.select_related("webhook__player", "webhook__token", "notification__player")
    return [HookLease(row, row.attempts) for row in rows.filter(pk__in=keys).order_by("pk")]


def settle(lease: HookLease, attempt: Attempt, *, now: datetime) -> None:
    """Says what became of an attempt: delivered, put off or given up; and what that says of the webhook."""
    if attempt.taken:
        close(lease, WebhookDelivery.State.SENT, now=now, status=attempt.status)
        Webhook.objects.filter(pk=lease.delivery.webhook_id, failing_since__isnull=False).update(failing_since=None)
        return
    Webhook.objects.filter(pk=lease.delivery.webhook_id, failing_since=None).update(failing_since=now)
    facts = {"status": attempt.status, "last_error": attempt.error or "status"}
    if attempt.gone:
        close(lease, WebhookDelivery.State.FAILED, now=now, **facts)
        _switch_off(lease.delivery.webhook, Webhook.State.GONE, now=now)
    else:
        put_off(lease, now=now, **facts)


def put_off(lease: HookLease, *, now: datetime, **facts: int | str | None) -> None:
    """Tries it again after a pause; gives it up when it has been tried for three days."""
    next_at = now + pause(lease)
    if next_at <= lease.delivery.queued_at + GIVE_UP_AFTER:
        _ours(lease).update(next_attempt_at=next_at, **facts)
    elif close(lease, WebhookDelivery.State.FAILED, now=now, **facts):
        long = Webhook.objects.filter(pk=lease.delivery.webhook_id, failing_since__lte=now - FAILING)
        if long.exists():
            _switch_off(lease.delivery.webhook, Webhook.State.FAILING, now=now)


def pause(lease: HookLease) -> timedelta:
    """How long to wait after this attempt, more or less: each delivery, and each attempt, otherwise."""
    chance = crc32(f"{lease.delivery.message}.{lease.attempt}".encode()) / 0xFFFFFFFF
    longest = PAUSES[min(lease.attempt, len(PAUSES)) - 1]
    return longest * (1 - JITTER + 2 * JITTER * chance)


def close(lease: HookLease, state: WebhookDelivery.State, *, now: datetime, **facts: int | str | None) -> bool:
    """It is not tried any more. False if it is no longer ours."""
    return _ours(lease).update(**{"last_error": "", **facts}, state=state, settled_at=now) == 1


def _ours(lease: HookLease) -> QuerySet[WebhookDelivery]:
    queued = WebhookDelivery.State.QUEUED
    return WebhookDelivery.objects.filter(pk=lease.delivery.pk, attempts=lease.attempt, state=queued)


@transaction.atomic
def _switch_off(webhook: Webhook, why: Webhook.State, *, now: datetime) -> None:
    """Nothing is posted there any more, and its player is told, once."""
    if not Webhook.objects.filter(pk=webhook.pk, state=Webhook.State.ON).update(state=why):
        return
    registry.drop_waiting(webhook, now=now)
    player = webhook.player
    if player.email:
        told = {"name": player.name, "language": player.language, "gone": why == Webhook.State.GONE, "url": webhook.url}
        account_mail.send(
            sender=Player,
            address=player.email,
            player=player,
            template="account/email/webhook_off",
            context=told,
            awaited=False,
        )


def prune(*, now: datetime, limit: int = 1000) -> None:
    """Throws away up to so many old deliveries, whatever became of them."""
    old = WebhookDelivery.objects.filter(created_at__lt=now - KEPT, next_attempt_at__lt=now)
    WebhookDelivery.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()
