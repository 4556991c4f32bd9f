"""The queue: which notifications share an email, and which email is sent first."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction

from games.table import store
from notifications.models import Mail, Notification
from notifications.outbox import queue
from tests.games.stories import NOON, players, started

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def test_what_one_person_is_to_hear_is_gathered_together_however_much_waits() -> None:
    people = players(2)
    for _ in range(3):
        started(people)
    assert queue.gather(now=NOON, limit=1) == Notification.objects.exclude(mail=None).count() > 2
    assert Notification.objects.exclude(mail=None).values("player").distinct().count() == 1
    assert not Notification.objects.filter(mail=None, player=Mail.objects.earliest("pk").player_id).exists()


def test_what_is_due_at_the_same_time_goes_in_the_order_in_which_it_was_made() -> None:
    started(players(5))
    queue.gather(now=NOON, limit=10)
    made = list(Mail.objects.order_by("pk"))
    for mail in reversed(made):
        Mail.objects.filter(pk=mail.pk).update(next_attempt_at=NOON + MINUTE)
        Mail.objects.filter(pk=mail.pk).update(next_attempt_at=NOON)
    assert [claim.row for claim in queue.claim(now=NOON, limit=10)] == made


@pytest.mark.django_db(transaction=True)
def test_gathering_does_not_wait_for_a_move_in_the_game() -> None:
    game = started(players(2))
    with transaction.atomic(), ThreadPoolExecutor(1) as worker:
        store.lock(game.pk)
        assert worker.submit(_gather_without_waiting).result()
    assert Mail.objects.filter(game=game).exists()


def _gather_without_waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '2s'")
    try:
        return queue.gather(now=NOON, limit=10)
    finally:
        connection.close()
