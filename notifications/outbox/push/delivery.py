"""Pushing: what is due, some messages at once, each over a connection of its own (`queue` says how it is claimed).

A lane takes the next message as soon as it is free, so a service that hangs holds up its own lane alone.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import Final

import structlog
from prometheus_client import Counter as Counted

from games.people import suspension
from notifications.batch import Batch
from notifications.drawing import DrawingTime
from notifications.lists import Mode
from notifications.models import Notification, PushDelivery, PushSubscription
from notifications.outbox.push import message, queue, vapid
from notifications.outbox.push.message import PushMessage
from notifications.outbox.push.queue import PushLease, PushRoom
from notifications.outbox.webhooks import calling
from notifications.outbox.webhooks.calling import Attempt
from notifications.outbox.webhooks.registry import HEARING
from notifications.policy import kinds
from notifications.policy.preferences import Subscriptions

LANES: Final = 12
UNPROVED_LANES: Final = 4
"""Of these, for subscriptions whose service has not just taken something: all of those may hang."""
STINT: Final = timedelta(seconds=150)
"""After so long nothing more is claimed: a task ends well before it would be cut off."""
LOOK_AGAIN: Final = 0.5
"""Seconds after which what has come to be due is claimed, though nothing under way has ended."""

UnderWay = dict[Future[Attempt], PushLease]

log = structlog.get_logger(__name__)
pushes = Counted("night_mail_pushes_total", "What became of attempts to tell browsers", ["outcome"])
for _outcome in ("taken", "refused", "dropped"):
    pushes.labels(outcome=_outcome)  # so that it is there, and 0, before the first of its kind


def deliver_due(*, clock: Callable[[], datetime], until: datetime) -> int:
    """Sends what is due, and claims nothing any more at `until`. Returns how many messages it looked at."""
    looked, under_way = 0, UnderWay()
    with ThreadPoolExecutor(LANES) as lanes:
        while True:
            now = clock()
            claims = queue.claim(now=now, room=_room(under_way)) if now < until else []
            for lease, written in _written(claims, now):
                under_way[lanes.submit(_post, written)] = lease
            if not claims and not under_way:
                return looked
            looked += len(claims)
            _settle_finished(under_way, clock)


def _room(under_way: Mapping[Future[Attempt], PushLease]) -> PushRoom:
    subscriptions = [lease.delivery.subscription for lease in under_way.values()]
    return PushRoom(
        lanes=LANES - len(subscriptions),
        unproved=UNPROVED_LANES - sum(not one.pushed_at or bool(one.failing_since) for one in subscriptions),
        players=Counter(one.player_id for one in subscriptions),
        subscriptions=[one.pk for one in subscriptions],
    )


def _settle_finished(under_way: UnderWay, clock: Callable[[], datetime]) -> None:
    """Waits for the first of them that ends, if there is one; not for long, since others may be due meanwhile."""
    for ended in wait(under_way, timeout=LOOK_AGAIN, return_when=FIRST_COMPLETED).done:
        attempt, lease = ended.result(), under_way.pop(ended)
        queue.settle(lease, attempt, now=clock())
        pushes.labels(outcome="taken" if attempt.taken else "refused").inc()


def _post(one: PushMessage) -> Attempt:
    return calling.post(one.url, one.body, one.headers)


def _written(claims: Sequence[PushLease], now: datetime) -> Iterator[tuple[PushLease, PushMessage]]:
    """The messages still to be sent. One's trouble must not stop the others."""
    heard = [lease for lease in claims if _may_hear(lease.delivery.subscription, now)]
    told = {lease.delivery.pk: _told(lease.delivery) for lease in heard}
    every = [one for some in told.values() for one in some]
    batch, wishes = Batch(every, now, DrawingTime()), Subscriptions(one.player for one in every)
    for lease in claims:
        try:
            wanted = [one for one in told.get(lease.delivery.pk, []) if _is_wanted(one, wishes)]
            written = _write(lease.delivery, wanted, batch) if lease in heard else None
            if written is not None:
                yield lease, written
            else:
                queue.close(lease, PushDelivery.State.DROPPED, now=now)
                pushes.labels(outcome="dropped").inc()
        except Exception as error:
            log.error("push_raised", delivery=lease.delivery.pk, error=type(error).__name__)
            queue.put_off(lease, now=now, last_error=type(error).__name__[:40])


def _write(delivery: PushDelivery, wanted: Sequence[Notification], batch: Batch) -> PushMessage | None:
    """None where nothing is left worth saying."""
    if delivery.mail is None:
        shown = message.shown_as_test(delivery.subscription.player)
        return message.written(delivery, shown, [], batch.now)
    told = message.worth_telling(wanted, batch)
    return message.written(delivery, message.shown(told, batch), told, batch.now) if told else None


def _told(delivery: PushDelivery) -> list[Notification]:
    """What the email tells."""
    return list(delivery.mail.notifications.select_related("player").order_by("pk")) if delivery.mail else []


def _is_wanted(one: Notification, wishes: Subscriptions) -> bool:
    stream = kinds.of(one).stream
    return stream is not None and wishes.mode(one.player, stream, one.game_id) != Mode.OFF


def _may_hear(subscription: PushSubscription, now: datetime) -> bool:
    """Whether the player is still there and not shut out, the token with which it was registered is still good, and
    the browser believes the key that we have now.
    """
    player, token = subscription.player, subscription.token
    good = token is None or (token.expires > now and set(token.scope.split()) >= HEARING)
    known = vapid.is_on() and subscription.believes == vapid.public_key()
    return good and known and player.is_active and not suspension.is_suspended(player, now)
