"""Pushing: what is written for each subscription, and whether it is still wanted (`queue` says how it is claimed)."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Final

from prometheus_client import Counter as Counted

from games.people import suspension
from notifications.batch import Batch
from notifications.drawing import DrawingTime
from notifications.lists import Mode
from notifications.models import Notification, PushDelivery, PushSubscription
from notifications.outbox.calls import lanes
from notifications.outbox.calls.calling import Attempt, Message
from notifications.outbox.push import message, queue, vapid
from notifications.outbox.push.queue import PushLease, PushRoom
from notifications.outbox.webhooks.registry import HEARING
from notifications.policy import kinds
from notifications.policy.preferences import Subscriptions

LANES: Final = 12
UNPROVED_LANES: Final = 4
"""Of these, for subscriptions whose service has not just taken something: all of those may hang."""

pushes = Counted("night_mail_pushes_total", "What became of attempts to tell browsers", ["outcome"])
for _outcome in ("taken", "refused", "dropped"):
    pushes.labels(outcome=_outcome)  # so that it is there, and 0, before the first of its kind


class Pushes:
    """The push messages, as lanes take them."""

    name = "push"
    lanes = LANES

    def claim(self, under_way: Collection[PushLease], now: datetime) -> list[PushLease]:
        """Those for which there is room."""
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
        """Asks at this moment who may hear them, and what of it is still wanted."""
        told = {
            lease.delivery.pk: _notifications(lease.delivery)
            for lease in claims
            if _may_hear(lease.delivery.subscription, now)
        }
        every = [one for some in told.values() for one in some]
        batch, wishes = Batch(every, now, DrawingTime()), Subscriptions(one.player for one in every)

        def write(lease: PushLease) -> Message | None:
            if lease.delivery.pk not in told:
                return None
            wanted = [one for one in told[lease.delivery.pk] if _is_wanted(one, wishes)]
            return _write(lease.delivery, wanted, batch)

        return write

    def settle(self, lease: PushLease, attempt: Attempt, now: datetime) -> None:
        """It was tried."""
        queue.settle(lease, attempt, now=now)
        pushes.labels(outcome="taken" if attempt.taken else "refused").inc()

    def drop(self, lease: PushLease, now: datetime) -> None:
        """There is nothing left worth saying, or nobody to say it to."""
        queue.close(lease, PushDelivery.State.DROPPED, now=now)
        pushes.labels(outcome="dropped").inc()

    def put_off(self, lease: PushLease, error: str, now: datetime) -> None:
        """It could not be written."""
        queue.put_off(lease, now=now, last_error=error)


def deliver_due(*, clock: Callable[[], datetime], until: datetime) -> int:
    """Sends what is due, and claims nothing any more at `until`. Returns how many messages it looked at."""
    return lanes.deliver_due(Pushes(), clock=clock, until=until)


def _write(delivery: PushDelivery, wanted: Sequence[Notification], batch: Batch) -> Message | None:
    """None where nothing is left worth saying."""
    if delivery.mail is None:
        shown = message.shown_as_test(delivery.subscription.player)
        return message.written(delivery, shown, [], batch.now)
    told = message.worth_telling(wanted, batch)
    return message.written(delivery, message.shown(told, batch), told, batch.now) if told else None


def _notifications(delivery: PushDelivery) -> list[Notification]:
    """What the email tells."""
    return list(delivery.mail.notifications.select_related("player").order_by("pk")) if delivery.mail else []


def _is_wanted(one: Notification, wishes: Subscriptions) -> bool:
    stream = kinds.kind_of(one).stream
    return stream is not None and wishes.mode(one.player, stream, one.game_id) != Mode.OFF


def _may_hear(subscription: PushSubscription, now: datetime) -> bool:
    """Whether the player is still there and not shut out, the token with which it was registered is still good, and
    the browser believes a key that we have.
    """
    player, token = subscription.player, subscription.token
    good = token is None or (token.expires > now and set(token.scope.split()) >= HEARING)
    known = vapid.is_on() and vapid.is_ours(subscription.believes)
    return good and known and player.is_active and not suspension.is_suspended(player, now)
