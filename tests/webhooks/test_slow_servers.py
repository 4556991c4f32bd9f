"""Servers that hang, or do not read: their cost for everyone else's webhooks."""

import threading
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from games.models import Player
from notifications.leases import Lease
from notifications.models import Mail, Webhook, WebhookDelivery
from notifications.outbox.calls import http_post, lanes
from notifications.outbox.calls.http_post import Attempt
from notifications.outbox.calls.queue import SHARE
from notifications.outbox.push.queue import MESSAGES
from notifications.outbox.webhooks import delivery, notices, queue, registry
from notifications.outbox.webhooks.queue import DELIVERIES
from tests.games.stories import NOON, players
from tests.inbox.certificates import Certificate
from tests.webhooks.receiver import Receiver, open_receiver
from ttr_site import settings as ours

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
State = WebhookDelivery.State


def hook(player: Player, url: str = "https://bot.example/") -> Webhook:
    """Return a webhook whose server has accepted messages before."""
    made = new_hook(player, url)
    Webhook.objects.filter(pk=made.pk).update(proved_at=NOON)
    return made


def new_hook(player: Player, url: str = "https://bot.example/") -> Webhook:
    return registry.register(player=player, url=url, events=["your_turn"], now=NOON)[0]


def queued(webhook: Webhook, count: int) -> None:
    for _ in range(count):
        registry.test(webhook=webhook, now=NOON)


def claim(beside: Sequence[Lease[WebhookDelivery]] = (), now: datetime = NOON) -> list[Lease[WebhookDelivery]]:
    return DELIVERIES.claim_beside(beside, now)


def names_of(leases: Sequence[Lease[WebhookDelivery]]) -> list[str]:
    return [lease.row.webhook.player.name for lease in leases]


def test_four_hanging_accounts_leave_the_others_their_lanes() -> None:
    *slow, good, other = players(8)
    for player in slow:
        failing = hook(player)
        Webhook.objects.filter(pk=failing.pk).update(failing_since=NOON)
        queued(failing, 5)
    for player in (good, other):
        queued(hook(player), 6)
    names = names_of(claim())
    assert [names.count(one.name) for one in (good, other)] == [SHARE, SHARE]
    assert [names.count(one.name) for one in slow] == [1, 1, 1, 1, 0, 0]


def test_accounts_whose_new_servers_all_hang_leave_known_servers_their_lanes(receiver: Receiver) -> None:
    *strangers, good = players(8)
    for player in strangers:
        queued(new_hook(player), 5)
    queued(known := hook(good, receiver.url()), 6)
    names = names_of(claim())
    assert names.count(good.name) == SHARE
    assert len(names) == SHARE + DELIVERIES.lanes["new"]
    assert max(map(names.count, names)) == SHARE

    registry.change(webhook=known, changes={"url": receiver.url(path="/other")}, now=NOON)
    assert Webhook.objects.get(pk=known.pk).proved_at == NOON
    registry.change(webhook=known, changes={"url": "https://elsewhere.example/"}, now=NOON)
    assert Webhook.objects.get(pk=known.pk).proved_at is None


def test_a_server_is_known_once_it_has_taken_a_message() -> None:
    (player,) = players(1)
    queued(new_hook(player), 4)
    (first,) = claim()
    assert claim([first]) == []
    queue.settle(first, Attempt(204), now=NOON)
    assert len(claim()) == SHARE


@pytest.mark.parametrize("is_ours", [True, False])
def test_what_any_worker_has_under_way_counts(is_ours: bool) -> None:
    slow, good = players(2)
    failing, well = hook(slow), hook(good)
    Webhook.objects.filter(pk=failing.pk).update(failing_since=NOON)
    for webhook in (failing, well):
        queued(webhook, 6)
    under_way = claim()
    assert sorted(names_of(under_way)) == sorted([slow.name, *[good.name] * SHARE])
    assert claim(under_way if is_ours else ()) == []
    (first, *_) = [lease for lease in under_way if lease.row.webhook == well]
    queue.settle(first, Attempt(204), now=NOON)
    assert names_of(claim(under_way if is_ours else ())) == [good.name]


def test_a_worker_has_few_lanes_for_failing_servers_and_another_has_its_own() -> None:
    slow = players(6)
    for player in slow:
        queued(failing := hook(player), 1)
        Webhook.objects.filter(pk=failing.pk).update(failing_since=NOON)
    ours = claim()
    assert len(ours) == DELIVERIES.lanes["failing"]
    assert claim(ours) == []
    assert len(claim()) == len(slow) - len(ours)


def test_what_a_dead_worker_had_under_way_comes_back() -> None:
    (player,) = players(1)
    queued(new_hook(player), 2)
    (lost,) = claim()
    just_before = NOON + DELIVERIES.lease - timedelta(seconds=1)
    assert claim(now=just_before) == []
    (again, *_) = claim(now=NOON + DELIVERIES.lease)
    assert again.row.webhook == lost.row.webhook


def test_a_failing_webhook_leaves_its_player_s_others_their_turn() -> None:
    (player,) = players(1)
    failing, well = hook(player), hook(player, "https://other.example/")
    Webhook.objects.filter(pk=failing.pk).update(failing_since=NOON)
    queued(failing, 5)
    queued(well, 1)
    assert sorted(lease.row.webhook.pk for lease in claim()) == sorted([failing.pk, well.pk])


def test_what_a_server_refuses_keeps_its_pause_and_holds_up_others_for_moments() -> None:
    (player,) = players(1)
    queued(hook(player), 3)
    refused, taken, other = claim()
    WebhookDelivery.objects.filter(pk=refused.row.pk).update(attempts=7)
    WebhookDelivery.objects.filter(pk=other.row.pk).update(attempts=0, next_attempt_at=NOON, under_way=False)
    queue.settle(Lease(DELIVERIES, refused.row, 7), Attempt(500), now=NOON)
    assert DELIVERIES.due(NOON + 2 * DELIVERIES.pauses[0]).count() == 1
    queue.settle(taken, Attempt(204), now=NOON)
    assert DELIVERIES.due(NOON + 60 * MINUTE).get().attempts == 0


def test_what_waits_for_a_failing_server_waits_together_and_goes_at_once_when_it_is_back() -> None:
    (player,) = players(1)
    queued(failing := hook(player), 3)
    Webhook.objects.filter(pk=failing.pk).update(failing_since=NOON)
    (first,) = claim()
    queue.settle(first, Attempt(None, "no_answer"), now=NOON)
    assert not DELIVERIES.is_due(now=NOON)
    later = NOON + 10 * MINUTE
    WebhookDelivery.objects.filter(pk__gt=first.row.pk).update(next_attempt_at=NOON + 60 * MINUTE)
    (lease,) = claim(now=later)
    queue.settle(lease, Attempt(204), now=later)
    assert DELIVERIES.due(later).count() == 2


def test_what_the_release_before_has_under_way_is_not_posted_again() -> None:
    (player,) = players(1)
    queued(failing := hook(player), 2)
    Webhook.objects.filter(pk=failing.pk).update(failing_since=NOON)
    (first,) = claim()
    leased = WebhookDelivery.objects.exclude(pk=first.row.pk)
    leased.update(attempts=1, next_attempt_at=NOON + DELIVERIES.lease, under_way=False)  # which it does not mark
    queue.settle(first, Attempt(204), now=NOON)
    assert not DELIVERIES.is_due(now=NOON)


@pytest.mark.django_db(transaction=True)
def test_a_lane_that_hangs_holds_up_no_other(receiver: Receiver, certificate: Certificate) -> None:
    slow, *others = players(7)
    with open_receiver(certificate) as hangs:
        hangs.drips = threading.Event()
        queued(hook(slow, hangs.url()), 1)
        for player in others:
            queued(hook(player, receiver.url()), 4)
        freed = threading.Thread(target=_free_when, args=[receiver, 24, hangs.drips])
        freed.start()
        assert delivery.deliver_due(clock=lambda: NOON, until=NOON + MINUTE) == 25
        freed.join()
    assert len(receiver.got) == 24
    assert not WebhookDelivery.objects.exclude(state=State.SENT).exists()  # it was freed before it was cut off


@pytest.mark.django_db(transaction=True)
def test_what_comes_while_a_lane_hangs_is_posted_at_once(receiver: Receiver, certificate: Certificate) -> None:
    slow, other = players(2)
    asked: list[datetime] = []

    def clock() -> datetime:
        asked.append(NOON)
        if len(asked) == 2:
            queued(hook(other, receiver.url()), 1)
        return NOON

    with open_receiver(certificate) as hangs:
        hangs.drips = threading.Event()
        queued(hook(slow, hangs.url()), 1)
        freed = threading.Thread(target=_free_when, args=[receiver, 1, hangs.drips])
        freed.start()
        assert delivery.deliver_due(clock=clock, until=NOON + MINUTE) == 2
        freed.join()
    assert not WebhookDelivery.objects.exclude(state=State.SENT).exists()


def _free_when(receiver: Receiver, count: int, drips: threading.Event) -> None:
    """Release the hanging server when the others have received everything; until then it hangs, and is cut off after
    a while."""
    while len(receiver.got) < count:
        if drips.wait(0.01):
            return
    drips.set()


def test_nothing_is_claimed_when_the_stint_is_over(receiver: Receiver) -> None:
    (player,) = players(1)
    queued(hook(player, receiver.url()), 2)
    assert delivery.deliver_due(clock=lambda: NOON, until=NOON) == 0
    assert WebhookDelivery.objects.filter(state=State.QUEUED, attempts=0).count() == 2


def test_a_stint_ends_well_before_its_task_is_cut_off() -> None:
    assert lanes.STINT + timedelta(seconds=http_post.LONGEST) < timedelta(seconds=ours.CELERY_TASK_SOFT_TIME_LIMIT)
    assert timedelta(seconds=http_post.LONGEST) < min(DELIVERIES.lease, MESSAGES.lease)


def test_a_player_gets_few_emails_about_webhooks() -> None:
    (player,) = players(1)
    hooks = [hook(player) for _ in range(5)]
    for webhook in hooks:
        queued(webhook, 1)
        (lease,) = claim()
        queue.settle(lease, Attempt(410), now=NOON)
    assert {one.state for one in Webhook.objects.all()} == {Webhook.State.GONE}
    for template in (notices.MADE, notices.OFF):
        assert Mail.objects.filter(template=template).count() == notices.MOST_A_DAY
