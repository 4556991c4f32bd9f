"""Push messages: their content for each subscription, and whether they are still wanted (`queue` claims them)."""

from collections.abc import Callable, Sequence
from datetime import datetime

from prometheus_client import Counter

from games.people import suspension
from notifications.batch import Batch
from notifications.leases import Lease
from notifications.lists import Mode
from notifications.models import Notification, PushDelivery, PushSubscription
from notifications.outbox.calls import lanes
from notifications.outbox.calls.http_post import Message
from notifications.outbox.push import message, vapid
from notifications.outbox.push.queue import MESSAGES, settle
from notifications.outbox.webhooks.registry import HEARING
from notifications.pictures import DrawingTime
from notifications.policy import kinds
from notifications.policy.preferences import Subscriptions

pushes = Counter("night_mail_pushes_total", "What became of attempts to tell browsers", ["outcome"])
for _outcome in ("taken", "refused", "dropped"):
    pushes.labels(outcome=_outcome)  # so that each exists, with 0, before its first event


class Pushes:
    """The push messages, in the form that lanes process."""

    queue = MESSAGES
    settle = staticmethod(settle)

    def writer(
        self, claims: Sequence[Lease[PushDelivery]], now: datetime
    ) -> Callable[[Lease[PushDelivery]], Message | None]:
        """Check now which recipients may still be told, and what they still want, and return a writer of messages."""
        to_tell = {
            lease.row.pk: _list_notifications(lease.row) for lease in claims if _may_hear(lease.row.subscription, now)
        }
        notifications = [notification for group in to_tell.values() for notification in group]
        batch, wishes = (
            Batch(notifications, now, DrawingTime()),
            Subscriptions(notification.player for notification in notifications),
        )

        def write(lease: Lease[PushDelivery]) -> Message | None:
            if lease.row.pk not in to_tell:
                return None
            subscribed = [notification for notification in to_tell[lease.row.pk] if _is_wanted(notification, wishes)]
            return _write(lease.row, subscribed, batch)

        return write

    def count(self, row: PushDelivery, outcome: str) -> None:
        pushes.labels(outcome=outcome).inc()


def deliver_due(*, clock: Callable[[], datetime], until: datetime) -> int:
    """Send due messages, claiming none from `until` on. Return how many were processed."""
    return lanes.deliver_due(Pushes(), clock=clock, until=until)


def _write(delivery: PushDelivery, notifications: Sequence[Notification], batch: Batch) -> Message | None:
    """Write the push message; return None if nothing worth saying is left."""
    if delivery.mail is None:
        push_words = message.shown_as_test(delivery.subscription.player)
        return message.written(delivery, push_words, [], batch.now)
    to_tell = message.worth_telling(notifications, batch)
    return message.written(delivery, message.shown(to_tell, batch), to_tell, batch.now) if to_tell else None


def _list_notifications(delivery: PushDelivery) -> list[Notification]:
    """Return the notifications of the email."""
    return list(delivery.mail.notifications.select_related("player").order_by("pk")) if delivery.mail else []


def _is_wanted(notification: Notification, wishes: Subscriptions) -> bool:
    stream = kinds.kind_of(notification).stream
    return stream is not None and wishes.mode(notification.player, stream, notification.game_id) != Mode.OFF


def _may_hear(subscription: PushSubscription, now: datetime) -> bool:
    """Check whether the subscription may still receive messages.

    The player must exist and not be suspended, the token that registered it must be valid, and the key that the browser
    trusts must be one of ours.
    """
    player, token = subscription.player, subscription.token
    good = token is None or (token.expires > now and set(token.scope.split()) >= HEARING)
    has_key = vapid.is_on() and vapid.is_ours(subscription.believes)
    return good and has_key and player.is_active and not suspension.is_suspended(player, now)
