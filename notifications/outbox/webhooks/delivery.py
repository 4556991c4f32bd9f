"""Calling: what is due, some deliveries at once, each over a connection of its own (`queue` says how it is claimed).

A lane takes the next delivery as soon as it is free, so a server that hangs holds up its own lane alone. Nothing is
claimed before there is a lane for it: who may hear it is asked at the last moment.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from itertools import product
from typing import Final

import structlog
from prometheus_client import Counter as Counted

from games.models import Player
from games.people import apps, suspension
from notifications.batch import Batch
from notifications.drawing import DrawingTime
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.webhooks import calling, message, queue
from notifications.outbox.webhooks.calling import Attempt
from notifications.outbox.webhooks.events import TEST
from notifications.outbox.webhooks.message import Message
from notifications.outbox.webhooks.queue import FreeLanes, HookLease
from notifications.outbox.webhooks.registry import HEARING, READING
from notifications.policy import kinds

LANES: Final = 16
FAILING_LANES: Final = 4
"""Of these, for webhooks whose last message was not taken: they may all hang, and the others still have room."""
NEW_LANES: Final = 4
"""Of these, for webhooks that have never taken any, likewise."""
STINT: Final = timedelta(seconds=150)
"""After so long nothing more is claimed: with what is under way then, a task ends well before it would be cut off."""
LOOK_AGAIN: Final = 0.5
"""Seconds after which what has come to be due is claimed, though nothing under way has ended."""

UnderWay = dict[Future[Attempt], HookLease]

log = structlog.get_logger(__name__)
calls = Counted("night_mail_webhooks_total", "What became of attempts to post to webhooks", ["outcome", "format"])
for _outcome, _format in product(("taken", "refused", "dropped"), Webhook.Format.values):
    calls.labels(outcome=_outcome, format=_format)  # so that it is there, and 0, before the first of its kind


def deliver_due(*, clock: Callable[[], datetime], until: datetime) -> int:
    """Posts what is due, and claims nothing any more at `until`. Returns how many deliveries it looked at."""
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


def _room(under_way: Mapping[Future[Attempt], HookLease]) -> FreeLanes:
    webhooks = [lease.delivery.webhook for lease in under_way.values()]
    return FreeLanes(
        lanes=LANES - len(webhooks),
        failing=FAILING_LANES - sum(one.failing_since is not None for one in webhooks),
        new=NEW_LANES - sum(one.failing_since is None and one.proved_at is None for one in webhooks),
        players=Counter(one.player_id for one in webhooks),
        webhooks=[one.pk for one in webhooks],
    )


def _settle_finished(under_way: UnderWay, clock: Callable[[], datetime]) -> None:
    """Waits for the first of them that ends, if there is one; not for long, since others may be due meanwhile."""
    for ended in wait(under_way, timeout=LOOK_AGAIN, return_when=FIRST_COMPLETED).done:
        attempt, lease = ended.result(), under_way.pop(ended)
        queue.settle(lease, attempt, now=clock())
        _count(lease, "taken" if attempt.taken else "refused")


def _count(lease: HookLease, outcome: str) -> None:
    calls.labels(outcome=outcome, format=lease.delivery.webhook.format).inc()


def may_hear(delivery: WebhookDelivery, *, now: datetime) -> bool:
    """Whether its webhook is on, nobody concerned is shut out, and the token with which it was registered is still
    good; or the player still lets the app see games.
    """
    webhook, token = delivery.webhook, delivery.webhook.token
    let_in = all(_is_let_in(player, now) for player in {webhook.player, delivery.hearer})
    good = token is None or (token.expires > now and set(token.scope.split()) >= HEARING)
    return webhook.state == Webhook.State.ON and let_in and good and _lets_app_in(delivery, now)


def _is_let_in(player: Player, now: datetime) -> bool:
    return player.is_active and not suspension.is_suspended(player, now)


def _lets_app_in(delivery: WebhookDelivery, now: datetime) -> bool:
    """Also where nobody is concerned: an app's test, or no app's."""
    app = delivery.webhook.app_id
    if app is None or delivery.event == TEST:
        return True
    return delivery.player is not None and READING in apps.scopes_of(delivery.player, app, now)


def _post(one: Message) -> Attempt:
    return calling.post(one.url, one.body, one.headers)


def _written(claims: Sequence[HookLease], now: datetime) -> Iterator[tuple[HookLease, Message]]:
    """The messages still to be posted. One delivery's trouble must not stop the others."""
    heard = [lease for lease in claims if may_hear(lease.delivery, now=now)]
    batch = Batch([one for lease in heard if (one := lease.delivery.notification)], now, DrawingTime())
    for lease in claims:
        try:
            true = lease in heard and _is_true(lease.delivery, batch)
            written = message.write(lease.delivery, now=now) if true else None
            if written is not None:
                yield lease, written
            else:
                queue.close(lease, WebhookDelivery.State.DROPPED, now=now)
                _count(lease, "dropped")
        except Exception as error:
            log.error("webhook_raised", delivery=lease.delivery.pk, error=type(error).__name__)
            queue.put_off(lease, now=now, last_error=type(error).__name__[:40])


def _is_true(delivery: WebhookDelivery, batch: Batch) -> bool:
    """Whether it is still true and still concerns its player, as for emails; of what its player asked for, always."""
    one = delivery.notification
    return one is None or delivery.again or kinds.of(one).is_relevant(one, batch)
