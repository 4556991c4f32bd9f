"""The queue of webhooks' deliveries (`notifications.outbox.calls.queue`), and the effects of an attempt.

A webhook whose last message was not accepted is failing until it accepts one: if the next is not accepted either, all
its waiting messages are postponed together. One that has never accepted any is new: its server's quality is unknown.

A table's messages are read by people, so they are sent in order, one at a time.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from notifications.leases import Lease
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls.http_post import Attempt
from notifications.outbox.calls.queue import REFUSED, CallQueue, bound_wait
from notifications.outbox.webhooks import formats, notices, registry
from notifications.outbox.webhooks.formats import Verdict

PATIENT: Final = 5
"""How often a server may say that it is called too often before it counts as failing."""
FAILING: Final = timedelta(days=2)
"""A webhook that has accepted nothing for this long is switched off when a delivery is given up."""

DELIVERIES: Final = CallQueue(
    name="webhook_delivery",
    rows=WebhookDelivery.objects.all(),
    target="webhook",
    targets=Webhook,
    comes_with=("webhook__player", "webhook__token", "webhook__app", "player", "notification__player"),
    lanes={"proved": 16, "failing": 4, "new": 4},
    pauses=tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200, 18000)),
    give_up_after=timedelta(days=3),
    since="queued_at",
    repute="""
        CASE WHEN target.failing_since IS NOT NULL THEN 'failing' WHEN target.proved_at IS NULL THEN 'new'
            ELSE 'proved' END
    """,
    one_at_a_time="target.failing_since IS NOT NULL OR target.proved_at IS NULL",
    in_order="target.game_id IS NOT NULL",
)


def settle(lease: Lease[WebhookDelivery], attempt: Attempt, *, now: datetime) -> None:
    """Record the outcome of an attempt (delivered, postponed or given up), and its effect on the webhook."""
    webhook = lease.row.webhook
    if attempt.taken:
        lease.close(WebhookDelivery.State.SENT, now=now, status=attempt.status)
        _note_recovery(webhook, now)
        return
    facts = {"status": attempt.status, "last_error": attempt.error or REFUSED}
    verdict = formats.verdict(webhook, attempt)
    if verdict is Verdict.WRONG:
        lease.close(WebhookDelivery.State.FAILED, now=now, **facts)
        return
    if attempt.wait is not None and lease.attempt <= PATIENT:
        lease.put_off(bound_wait(attempt.wait), now=now, **facts)
        return
    Webhook.objects.filter(pk=webhook.pk, failing_since=None).update(failing_since=now)
    if verdict is Verdict.GONE:
        lease.close(WebhookDelivery.State.FAILED, now=now, **facts)
        _switch_off(webhook, Webhook.State.GONE, now=now)
        return
    given_up = lease.put_off(now=now, **facts)
    if given_up and Webhook.objects.filter(pk=webhook.pk, failing_since__lte=now - FAILING).exists():
        _switch_off(webhook, Webhook.State.FAILING, now=now)
    _put_off_others(lease, now)


@transaction.atomic
def _note_recovery(webhook: Webhook, now: datetime) -> None:
    """Record that the webhook accepts messages again.

    Messages postponed because it was failing are posted now; those that the server itself refused keep their pause, and
    those that are due within a lease are left alone: a worker of the previous release does not mark what is under way.
    """
    if webhook.proved_at is None:
        Webhook.objects.filter(pk=webhook.pk, url=webhook.url, proved_at=None).update(proved_at=now)
    failing = Webhook.objects.filter(pk=webhook.pk, failing_since__isnull=False)
    if failing.update(failing_since=None):
        waiting = webhook.deliveries.filter(state=WebhookDelivery.State.QUEUED, under_way=False)
        waiting.filter(next_attempt_at__gt=now + DELIVERIES.lease).exclude(last_error=REFUSED).update(
            next_attempt_at=now
        )


@transaction.atomic
def _put_off_others(lease: Lease[WebhookDelivery], now: datetime) -> None:
    """Postpone all due messages of the same webhook, except those under way. The webhook is locked before them.

    They wait for this message's pause, or for a quarter of the time for which the webhook has been failing if that is
    shorter, but at least for the first pause.
    """
    webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=lease.row.webhook_id).first()
    failing_for = now - webhook.failing_since if webhook and webhook.failing_since else timedelta()
    next_at = now + min(DELIVERIES.pause(lease), max(DELIVERIES.pauses[0], failing_for / 4))
    others = WebhookDelivery.objects.filter(webhook=lease.row.webhook_id, state=WebhookDelivery.State.QUEUED)
    others.filter(next_attempt_at__lte=now).update(next_attempt_at=next_at, under_way=False)


@transaction.atomic
def _switch_off(webhook: Webhook, why: Webhook.State, *, now: datetime) -> None:
    """Switch a webhook off, drop its waiting messages, and tell its player (`notices`)."""
    if not Webhook.objects.filter(pk=webhook.pk, state=Webhook.State.ON).update(state=why):
        return
    webhook.state = why
    registry.drop_waiting(webhook, now=now)
    notices.switched_off(webhook, now=now)
