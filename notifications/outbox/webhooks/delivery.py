"""Calling: a batch of deliveries at once, each over a connection of its own (`queue` says how it is claimed)."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Final

import structlog
from prometheus_client import Counter

from games.people import suspension
from notifications.batch import Batch
from notifications.drawing import DrawingTime
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.webhooks import calling, message, queue
from notifications.outbox.webhooks.calling import Attempt
from notifications.outbox.webhooks.message import Message
from notifications.outbox.webhooks.queue import HookLease
from notifications.outbox.webhooks.registry import HEARING
from notifications.policy import kinds

LANES: Final = 16
"""So many are posted at once: all that was claimed, so that nothing has changed since who may hear it was asked."""

log = structlog.get_logger(__name__)
calls = Counter("night_mail_webhooks_total", "What became of attempts to post to webhooks", ["outcome"])
for _outcome in ("taken", "refused", "dropped"):
    calls.labels(outcome=_outcome)  # so that it is there, and 0, before the first of its kind


def deliver_due(*, now: datetime) -> int:
    """Posts what is due, up to `LANES`. Returns how many it looked at."""
    claims = queue.claim(now=now, limit=LANES)
    written = list(_written(claims, now))
    if written:
        with ThreadPoolExecutor(len(written)) as lanes:
            outcomes = lanes.map(_post, [one for _, one in written])
            for (lease, _), outcome in zip(written, outcomes, strict=True):
                queue.settle(lease, outcome, now=now)
                calls.labels(outcome="taken" if outcome.taken else "refused").inc()
    return len(claims)


def may_hear(webhook: Webhook, *, now: datetime) -> bool:
    """Whether it is on, its player is not shut out, and the token with which it was registered is still good."""
    player, token = webhook.player, webhook.token
    let_in = player.is_active and not suspension.is_suspended(player, now)
    good = token is None or (token.expires > now and set(token.scope.split()) >= HEARING)
    return webhook.state == Webhook.State.ON and let_in and good


def _post(one: Message) -> Attempt:
    return calling.post(one.url, one.body, one.headers)


def _written(claims: Sequence[HookLease], now: datetime) -> Iterator[tuple[HookLease, Message]]:
    """The messages still to be posted. One delivery's trouble must not stop the others."""
    heard = [lease for lease in claims if may_hear(lease.delivery.webhook, now=now)]
    batch = Batch([one for lease in heard if (one := lease.delivery.notification)], now, DrawingTime())
    for lease in claims:
        try:
            if lease in heard and _is_true(lease.delivery, batch):
                yield lease, message.write(lease.delivery, now=now)
            else:
                queue.close(lease, WebhookDelivery.State.DROPPED, now=now)
                calls.labels(outcome="dropped").inc()
        except Exception as error:
            log.error("webhook_raised", delivery=lease.delivery.pk, error=type(error).__name__)
            queue.put_off(lease, now=now, last_error=type(error).__name__[:40])


def _is_true(delivery: WebhookDelivery, batch: Batch) -> bool:
    """Whether it is still true and still concerns its player, as for emails; of what its player asked for, always."""
    one = delivery.notification
    return one is None or delivery.again or kinds.of(one).is_relevant(one, batch)
