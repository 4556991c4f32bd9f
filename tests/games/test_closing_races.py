"""Several workers closing games at the same moment, on the real database, while somebody comes back."""

import threading
from datetime import datetime, timedelta

import pytest
from django.db import transaction

from games.errors import Refused
from games.lobby import closure, lobby
from games.models import Entry, Game
from games.table.clocks.terms import STAND_IN, Terms
from notifications.models import Notification
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.games.test_clock import sweep
from tests.locks import in_a_thread, wait_for_a_lock

pytestmark = pytest.mark.django_db(transaction=True)

MONTH = timedelta(days=30)


def at_once(count: int, now: datetime) -> int:
    """Run this many sweeps at the same moment; return how many games they closed together."""
    start = threading.Barrier(count)
    closed: list[int] = []

    def work() -> None:
        start.wait()
        closed.append(closure.close_due(now=now))

    workers = [threading.Thread(target=in_a_thread, args=[work]) for _ in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(closed)


def test_four_workers_tell_and_close_each_game_once() -> None:
    hosts = players(3)
    for host in hosts:
        lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    left = chosen(started(players(2, "Gone"), clock=Terms(DAY, when_over=STAND_IN)))
    now = NOON
    while Game.objects.get(pk=left.pk).closes_at is None:
        now += DAY
        sweep(now)
    Game.objects.filter(pk=left.pk).update(closes_at=NOON + MONTH)

    at_once(4, NOON + MONTH - 4 * DAY)
    announced = Notification.objects.filter(kind="closing_soon", entry=None)
    assert announced.count() == 5
    assert Notification.objects.filter(kind="closing_soon").exclude(entry=None).count() == 1, "as the last one left"

    assert at_once(4, NOON + MONTH) + at_once(4, NOON + MONTH) == 4

    assert sorted(Game.objects.values_list("status", flat=True)) == ["abandoned", "closed", "closed", "closed"]
    assert Notification.objects.filter(kind="game_closed").count() == 5
    assert Entry.objects.filter(game=left, kind="absent").count() == 2


def test_anyone_who_joins_while_it_is_closed_comes_too_late() -> None:
    host, late = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    closure.close_due(now=NOON + MONTH - 4 * DAY)
    told: list[str] = []

    def join() -> None:
        try:
            lobby.join_game(player=late, game_id=game.pk, now=NOON + MONTH)
        except Refused as refusal:
            told.append(refusal.code)

    waiting = threading.Thread(target=in_a_thread, args=[join])
    with transaction.atomic():
        assert closure.close(game_id=game.pk, now=NOON + MONTH)
        waiting.start()
        wait_for_a_lock()
    waiting.join()

    assert told == ["game_not_open"]


def test_a_game_that_somebody_just_joins_is_not_closed() -> None:
    host, ada = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    closure.close_due(now=NOON + MONTH - 4 * DAY)
    with transaction.atomic():
        lobby.join_game(player=ada, game_id=game.pk, now=NOON + MONTH)
        assert at_once(1, NOON + MONTH) == 0
    assert closure.close_due(now=NOON + MONTH) == 0
    assert Game.objects.get(pk=game.pk).status == Game.Status.OPEN
