"""Pushing: what is written for each subscription, and whether it is still wanted (`queue` says how it is claimed)."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Final

from prometheus_client import Counter as Counted

from games.people import suspension
from notifications.batch import Batch
from notifications.lists import Mode
from notifications.models import Notification, PushDelivery, PushSubscription
from notifications.outbox.calls import lanes
from notifications.outbox.calls.http_post import Attempt, Message
from notifications.outbox.push import message, queue, vapid
from notifications.outbox.push.queue import PushLease, PushRoom
from notifications.outbox.webhooks.registry import HEARING
from notifications.pictures import DrawingTime
from notifications.policy import kinds
from notifications.policy.preferences import Subscriptions

LANES: Final = 12
UNPROVED_LANES: Final = 4
"""The lanes for subscriptions whose push service did not take the last message: all of those may hang."""

pushes = Counted("night_mail_pushes_total", "What became of attempts to tell browsers", ["outcome"])
for _outcome in ("taken", "refused", "dropped"):
    pushes.labels(outcome=_outcome)  # so that it is there, and 0, before the first of its kind


class Pushes:
    """The push messages, as lanes take them."""

    name = "push"
    lanes = LANES

    def claim(self, under_way: Collection[PushLease], now: datetime) -> list[PushLease]:
        """Claim due messages, as many as there is room for."""
        subscriptions = [lease.delivery.subscription for lease in under_way]
        room = PushRoom(
            lanes=LANES - len(subscriptions),
            unproved=UNPROVED_LANES
            - sum(not subscription.pushed_at or bool(subscription.failing_since) for subscription in subscriptions),
            players=Counter(subscription.player_id for subscription in subscriptions),
            subscriptions=[subscription.pk for subscription in subscriptions],
        )
        return queue.claim(now=now, room=room)

    def writer(self, claims: Sequence[PushLease], now: datetime) -> Callable[[PushLease], Message | None]:
        """Ask at this moment who may hear the messages, and what of them is still wanted."""
        to_tell = {
            lease.delivery.pk: _list_notifications(lease.delivery)
            for lease in claims
            if _may_hear(lease.delivery.subscription, now)
        }
        notifications = [notification for group in to_tell.values() for notification in group]
        batch, wishes = (
            Batch(notifications, now, DrawingTime()),
            Subscriptions(notification.player for notification in notifications),
        )

        def write(lease: PushLease) -> Message | None:
            if lease.delivery.pk not in to_tell:
                return None
            subscribed = [
                notification for notification in to_tell[lease.delivery.pk] if _is_wanted(notification, wishes)
            ]
            return _write(lease.delivery, subscribed, batch)

        return write

    def settle(self, lease: PushLease, attempt: Attempt, now: datetime) -> None:
        """Record an attempt, and count it."""
        queue.settle(lease, attempt, now=now)
        pushes.labels(outcome="taken" if attempt.taken else "refused").inc()

    def drop(self, lease: PushLease, now: datetime) -> None:
        """Close a message that has nothing left worth saying, or nobody to say it to."""
        queue.close(lease, PushDelivery.State.DROPPED, now=now)
        pushes.labels(outcome="dropped").inc()

    def put_off(self, lease: PushLease, error: str, now: datetime) -> None:
        queue.put_off(lease, now=now, last_error=error)


def deliver_due(*, clock: Callable[[], datetime], until: datetime) -> int:
    """Send what is due, and claim nothing any more from `until` on. Return how many messages it looked at."""
    return lanes.deliver_due(Pushes(), clock=clock, until=until)


def _write(delivery: PushDelivery, notifications: Sequence[Notification], batch: Batch) -> Message | None:
    """Write the push message; return None if nothing is left worth saying."""
    if delivery.mail is None:
        push_words = message.shown_as_test(delivery.subscription.player)
        return message.written(delivery, push_words, [], batch.now)
    to_tell = message.worth_telling(notifications, batch)
    return message.written(delivery, message.shown(to_tell, batch), to_tell, batch.now) if to_tell else None


def _list_notifications(delivery: PushDelivery) -> list[Notification]:
    """Return what the email tells."""
    return list(delivery.mail.notifications.select_related("player").order_by("pk")) if delivery.mail else []


def _is_wanted(notification: Notification, wishes: Subscriptions) -> bool:
    stream = kinds.kind_of(notification).stream
    return stream is not None and wishes.mode(notification.player, stream, notification.game_id) != Mode.OFF


def _may_hear(subscription: PushSubscription, now: datetime) -> bool:
    """Check whether the subscription may still be told anything.

    The player must be there and not shut out, the token with which it was registered good, and the key that the browser
    believes one of ours.
    """
    player, token = subscription.player, subscription.token
    good = token is None or (token.expires > now and set(token.scope.split()) >= HEARING)
    has_key = vapid.is_on() and vapid.is_ours(subscription.believes)
    return good and has_key and player.is_active and not suspension.is_suspended(player, now)
