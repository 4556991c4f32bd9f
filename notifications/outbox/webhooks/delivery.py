"""Calling: what is written for each delivery that is due, and who may hear it (`queue` says how it is claimed)."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from itertools import product
from typing import Final

from prometheus_client import Counter as Counted

from games.models import Player
from games.people import apps, suspension
from notifications.batch import Batch
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls import lanes
from notifications.outbox.calls.http_post import Attempt, Message
from notifications.outbox.webhooks import message, queue
from notifications.outbox.webhooks.events import TEST
from notifications.outbox.webhooks.queue import FreeLanes, HookLease
from notifications.outbox.webhooks.registry import HEARING, READING
from notifications.pictures import DrawingTime
from notifications.policy import kinds

LANES: Final = 16
FAILING_LANES: Final = 4
"""The lanes for webhooks whose last message was not taken: they may all hang, and the others still have room."""
NEW_LANES: Final = 4
"""The lanes for webhooks that have never taken a message, likewise."""

calls = Counted("night_mail_webhooks_total", "What became of attempts to post to webhooks", ["outcome", "format"])
for _outcome, _format in product(("taken", "refused", "dropped"), Webhook.Format.values):
    calls.labels(outcome=_outcome, format=_format)  # so that it is there, and 0, before the first of its kind


class Calls:
    """The deliveries of webhooks, as lanes take them."""

    name = "webhooks"
    lanes = LANES

    def claim(self, under_way: Collection[HookLease], now: datetime) -> list[HookLease]:
        """Claim due deliveries, as many as there is room for."""
        webhooks = [lease.delivery.webhook for lease in under_way]
        room = FreeLanes(
            lanes=LANES - len(webhooks),
            failing=FAILING_LANES - sum(webhook.failing_since is not None for webhook in webhooks),
            new=NEW_LANES - sum(webhook.failing_since is None and webhook.proved_at is None for webhook in webhooks),
            players=Counter(webhook.player_id for webhook in webhooks),
            webhooks=[webhook.pk for webhook in webhooks],
        )
        return queue.claim(now=now, room=room)

    def writer(self, claims: Sequence[HookLease], now: datetime) -> Callable[[HookLease], Message | None]:
        """Ask at this moment who may hear the deliveries, and whether they are still true."""
        heard = [lease for lease in claims if may_hear(lease.delivery, now=now)]
        batch = Batch(
            [notification for lease in heard if (notification := lease.delivery.notification)], now, DrawingTime()
        )

        def write(lease: HookLease) -> Message | None:
            worth_posting = lease in heard and _is_true(lease.delivery, batch)
            return message.write(lease.delivery, now=now) if worth_posting else None

        return write

    def settle(self, lease: HookLease, attempt: Attempt, now: datetime) -> None:
        """Record an attempt, and count it."""
        queue.settle(lease, attempt, now=now)
        _count(lease, "taken" if attempt.taken else "refused")

    def drop(self, lease: HookLease, now: datetime) -> None:
        """Close a delivery that nobody may hear, or that is true no longer."""
        queue.close(lease, WebhookDelivery.State.DROPPED, now=now)
        _count(lease, "dropped")

    def put_off(self, lease: HookLease, error: str, now: datetime) -> None:
        queue.put_off(lease, now=now, last_error=error)


def deliver_due(*, clock: Callable[[], datetime], until: datetime) -> int:
    """Post what is due, and claim nothing any more from `until` on. Return how many deliveries it looked at."""
    return lanes.deliver_due(Calls(), clock=clock, until=until)


def _count(lease: HookLease, outcome: str) -> None:
    calls.labels(outcome=outcome, format=lease.delivery.webhook.format).inc()


def may_hear(delivery: WebhookDelivery, *, now: datetime) -> bool:
    """Check whether a delivery may still be posted.

    Its webhook must be on, nobody concerned shut out, and the token with which it was registered still good; or the
    player must still let the app see games.
    """
    webhook, token = delivery.webhook, delivery.webhook.token
    are_active = all(_is_active(player, now) for player in {webhook.player, delivery.hearer})
    good = token is None or (token.expires > now and set(token.scope.split()) >= HEARING)
    return webhook.state == Webhook.State.ON and are_active and good and _lets_app_in(delivery, now)


def _is_active(player: Player, now: datetime) -> bool:
    return player.is_active and not suspension.is_suspended(player, now)


def _lets_app_in(delivery: WebhookDelivery, now: datetime) -> bool:
    """Check whether the player lets the app see games; true for an app's test, or for no app's webhook."""
    app = delivery.webhook.app_id
    if app is None or delivery.event == TEST:
        return True
    return delivery.player is not None and READING in apps.scopes_of(delivery.player, app, now)


def _is_true(delivery: WebhookDelivery, batch: Batch) -> bool:
    """Check whether the delivery is still true and still concerns its player, as for emails; or was asked for."""
    notification = delivery.notification
    return notification is None or delivery.again or kinds.kind_of(notification).is_relevant(notification, batch)
