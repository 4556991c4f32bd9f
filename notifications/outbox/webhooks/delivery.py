"""Deliveries of webhooks: the message for each that is due, and who may receive it (`queue` claims them)."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import product

from prometheus_client import Counter

from games.models import Player
from games.people import apps, suspension
from notifications.batch import Batch
from notifications.leases import Lease
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls import lanes
from notifications.outbox.calls.http_post import Message
from notifications.outbox.webhooks import message
from notifications.outbox.webhooks.events import TEST
from notifications.outbox.webhooks.queue import DELIVERIES, settle
from notifications.outbox.webhooks.registry import HEARING, READING
from notifications.pictures import DrawingTime
from notifications.policy import kinds

calls = Counter("night_mail_webhooks_total", "What became of attempts to post to webhooks", ["outcome", "format"])
for _outcome, _format in product(("taken", "refused", "dropped"), Webhook.Format.values):
    calls.labels(outcome=_outcome, format=_format)  # so that each exists, with 0, before its first event


class Calls:
    """The deliveries of webhooks, in the form that lanes process."""

    queue = DELIVERIES
    settle = staticmethod(settle)

    def writer(
        self, claims: Sequence[Lease[WebhookDelivery]], now: datetime
    ) -> Callable[[Lease[WebhookDelivery]], Message | None]:
        """Check now who may receive the deliveries and whether they are still true, and return a writer of messages."""
        heard = [lease for lease in claims if may_hear(lease.row, now=now)]
        batch = Batch([notification for lease in heard if (notification := lease.row.notification)], now, DrawingTime())

        def write(lease: Lease[WebhookDelivery]) -> Message | None:
            worth_posting = lease in heard and _is_true(lease.row, batch)
            return message.write(lease.row, now=now) if worth_posting else None

        return write

    def count(self, row: WebhookDelivery, outcome: str) -> None:
        calls.labels(outcome=outcome, format=row.webhook.format).inc()


def deliver_due(*, clock: Callable[[], datetime], until: datetime) -> int:
    """Post due deliveries, claiming none from `until` on. Return how many were processed."""
    return lanes.deliver_due(Calls(), clock=clock, until=until)


def may_hear(delivery: WebhookDelivery, *, now: datetime) -> bool:
    """Check whether a delivery may still be posted.

    Its webhook must be on, nobody concerned suspended, and the token that registered it still valid; or the player must
    still let the app see games.
    """
    webhook, token = delivery.webhook, delivery.webhook.token
    are_active = all(_is_active(player, now) for player in {webhook.player, delivery.hearer})
    good = token is None or (token.expires > now and set(token.scope.split()) >= HEARING)
    return webhook.state == Webhook.State.ON and are_active and good and _lets_app_in(delivery, now)


def _is_active(player: Player, now: datetime) -> bool:
    return player.is_active and not suspension.is_suspended(player, now)


def _lets_app_in(delivery: WebhookDelivery, now: datetime) -> bool:
    """Check whether the player lets the app see games; true for an app's test, and for webhooks without an app."""
    app = delivery.webhook.app_id
    if app is None or delivery.event == TEST:
        return True
    return delivery.player is not None and READING in apps.scopes_of(delivery.player, app, now)


def _is_true(delivery: WebhookDelivery, batch: Batch) -> bool:
    """Check whether the delivery is still true and concerns its player, as for emails, or was requested by hand."""
    notification = delivery.notification
    return notification is None or delivery.again or kinds.kind_of(notification).is_relevant(notification, batch)
