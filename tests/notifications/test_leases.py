"""Every queue of rows: with any number of workers, dying at any time, nothing is lost or taken twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from games.models import Player
from notifications.inbox.queue import REPLIES, REPORTS, SITE_EMAILS
from notifications.leases import Lease, LeasedQueue
from notifications.models import Mail, PushDelivery, PushSubscription, ReplyAddress, SiteEmail
from notifications.outbox.push.queue import MESSAGES
from notifications.outbox.queue import EMAILS
from notifications.outbox.webhooks import registry
from notifications.outbox.webhooks.queue import DELIVERIES
from tests.games.stories import DAY, NOON, players
from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
AnyQueue = LeasedQueue[Any]


def email(player: Player) -> Mail:
    return Mail.objects.create(player=player, created_at=NOON, next_attempt_at=NOON)


def fill_emails(player: Player) -> None:
    for _ in range(2):
        email(player)


def fill_webhooks(player: Player) -> None:
    webhook, _secret = registry.register(player=player, url="https://bot.example/", events=["your_turn"], now=NOON)
    type(webhook).objects.update(proved_at=NOON)
    for _ in range(2):
        registry.test(webhook=webhook, now=NOON)


def fill_pushes(player: Player) -> None:
    for name in ("first", "second"):
        subscription = PushSubscription.objects.create(
            player=player, sealed={}, digest=name, created_at=NOON, pushed_at=NOON
        )
        PushDelivery.objects.create(subscription=subscription, created_at=NOON, next_attempt_at=NOON)


def fill_replies(player: Player) -> None:
    for number in range(2):
        address = ReplyAddress.objects.create(
            token_hash=str(number), mail=email(player), player=player, listed=[], created_at=NOON, expires_at=NOON + DAY
        )
        address.inbound_emails.create(key=str(number), received_at=NOON, next_attempt_at=NOON, erase_at=NOON + DAY)


def fill_site_emails(_player: Player) -> None:
    for number in range(2):
        SiteEmail.objects.create(key=str(number), received_at=NOON, next_attempt_at=NOON, erase_at=NOON + DAY)


def fill_reports(player: Player) -> None:
    for number in range(2):
        email(player).reports.create(key=str(number), received_at=NOON, next_attempt_at=NOON, erase_at=NOON + DAY)


QUEUES: dict[str, tuple[AnyQueue, Callable[[Player], None]]] = {
    "emails": (EMAILS, fill_emails),
    "webhooks": (DELIVERIES, fill_webhooks),
    "pushes": (MESSAGES, fill_pushes),
    "replies": (REPLIES, fill_replies),
    "emails to the site": (SITE_EMAILS, fill_site_emails),
    "reports": (REPORTS, fill_reports),
}


@pytest.fixture(params=QUEUES)
def queue(request: pytest.FixtureRequest) -> AnyQueue:
    """Return one of the queues, with two rows waiting."""
    filled, fill = QUEUES[request.param]
    fill(players(1)[0])
    return filled


def states(queue: AnyQueue) -> list[str]:
    return list(queue.rows.order_by("pk").values_list("state", flat=True))


def test_what_is_leased_is_nobody_else_s(queue: AnyQueue) -> None:
    assert len(queue.claim(now=NOON + SECOND, limit=9)) == 2
    assert queue.claim(now=NOON + SECOND, limit=9) == []
    assert not queue.is_due(now=NOON + queue.lease)


def test_what_a_worker_had_that_died_comes_back_and_the_dead_one_changes_nothing(queue: AnyQueue) -> None:
    lost = queue.claim(now=NOON, limit=9)
    later = NOON + queue.lease
    assert queue.oldest_waiting(later) == later
    again = queue.claim(now=later, limit=9)
    assert [lease.row for lease in again] == [lease.row for lease in lost]
    for lease in lost:
        assert lease.hold() is None
        assert not lease.close("sent", now=later)
        assert not lease.put_off(now=later)
    assert set(states(queue)) == {queue.waits}
    assert all(lease.close(queue.given_up, now=later) for lease in again)
    assert queue.claim(now=later + 30 * DAY, limit=9) == []


def test_what_fails_is_tried_later_and_later_and_given_up(queue: AnyQueue) -> None:
    now, pauses = NOON, list[timedelta]()
    (lease, other) = queue.claim(now=now, limit=9)
    other.close(queue.given_up, now=now)
    while not lease.put_off(now=now, **{queue.error: "it failed"}):
        row = queue.rows.get(pk=lease.row.pk)
        pauses.append(row.next_attempt_at - now)
        assert queue.claim(now=row.next_attempt_at - SECOND, limit=9) == []
        now = row.next_attempt_at
        (lease,) = queue.claim(now=now, limit=9)
    assert pauses[0] < pauses[2] < max(pauses)
    assert now <= NOON + queue.give_up_after < now + 1.2 * max(pauses)
    row = queue.rows.get(pk=lease.row.pk)
    assert (row.state, getattr(row, queue.error), row.settled_at) == (queue.given_up, "it failed", now)


@pytest.mark.django_db(transaction=True)
def test_who_claims_waits_for_no_other_and_takes_other_rows(queue: AnyQueue) -> None:
    now = NOON + SECOND

    def take() -> list[Lease[Any]]:
        try:
            return queue.claim(now=now, limit=9)
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as elsewhere:
        (ours,) = queue.claim(now=now, limit=1)
        (theirs,) = elsewhere.submit(take).result(timeout=PATIENCE)
    assert ours.row != theirs.row
