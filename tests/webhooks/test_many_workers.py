"""Any number of workers can post at once: each message is sent, in order where that matters, even if workers are
killed."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections

from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.webhooks import delivery, registry, table_webhooks
from notifications.outbox.webhooks.queue import DELIVERIES
from tests.games.stories import NOON, chosen, players, post, started
from tests.webhooks.receiver import Receiver

pytestmark = [pytest.mark.django_db(transaction=True)]
MINUTE = timedelta(minutes=1)
CHAT = "/api/webhooks/1/very-secret"


def deliver(now: datetime = NOON) -> int:
    try:
        return delivery.deliver_due(clock=lambda: now, until=now + MINUTE)
    finally:
        connection.close()


def queued(receiver: Receiver, hooks: int, messages: int) -> None:
    for player in players(hooks):
        hook, _secret = registry.register(player=player, url=receiver.url(), events=["your_turn"], now=NOON)
        Webhook.objects.filter(pk=hook.pk).update(proved_at=NOON)
        for _ in range(messages):
            registry.test(webhook=hook, now=NOON)


def test_three_workers_post_each_message_once(receiver: Receiver) -> None:
    queued(receiver, hooks=5, messages=6)
    with ThreadPoolExecutor(3) as workers:
        counts = list(workers.map(lambda _worker: deliver(), range(3)))
    assert sum(counts) == len(receiver.got) == len({message.id for message in receiver.got}) == 30
    assert not WebhookDelivery.objects.exclude(state=WebhookDelivery.State.SENT).exists()


def test_several_workers_tell_a_table_in_order(receiver: Receiver) -> None:
    game = chosen(started(players(2)))
    told: dict[str, Any] = {"events": ["entry"], "mentions": {}, "now": NOON}
    table_webhooks.attach(host=game.host, game_id=game.pk, form="discord", url=receiver.url(path=CHAT), **told)
    for seat in (0, 1, 0, 1):
        post(game, seat, "draw deck", "draw deck")
    with ThreadPoolExecutor(3) as workers:
        list(workers.map(lambda _worker: deliver(NOON + MINUTE), range(3)))
    assert [one.data["content"].split(" drew")[0] for one in receiver.got] == ["Player 0", "Player 1"] * 2


def test_killed_after_every_statement_every_message_arrives(receiver: Receiver) -> None:
    """A message posted by a worker that died before recording it is sent again, with the same id."""
    queued(receiver, hooks=1, messages=4)
    killed = 0
    while not worked_until_killed(killed + 1, NOON + killed * DELIVERIES.lease):
        killed += 1
    assert killed > 6
    assert {message.id for message in receiver.got} == set(WebhookDelivery.objects.values_list("message", flat=True))
    assert set(WebhookDelivery.objects.values_list("state", "under_way")) == {(WebhookDelivery.State.SENT, False)}


def worked_until_killed(last: int, now: datetime) -> bool:
    """Run a worker that is killed after this many statements; return whether it finished first."""
    connections.close_all()
    child = os.fork()
    if not child:
        with connection.execute_wrapper(killer(last)):
            deliver(now)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def killer(last: int) -> Callable[..., Any]:
    count = 0

    def execute(go_on: Callable[..., Any], *statement: Any) -> Any:
        nonlocal count
        answer = go_on(*statement)
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    return execute
