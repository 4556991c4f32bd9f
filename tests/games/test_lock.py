"""The lock of a game: whoever waited for it goes on from where the other one left off."""

import threading
import time

import pytest
from django.db import connection, transaction

from games.models import Entry, Game, GameSecret
from games.services import seats
from tests.games.stories import NOON, chosen, players, post, started


@pytest.mark.django_db(transaction=True)
def test_who_waited_for_a_game_does_not_draw_the_same_chance_again() -> None:
    people = players(3)
    game = chosen(started(people))

    def resign() -> None:
        seats.resign(player=people[1], game_id=game.id, now=NOON)
        connection.close()

    waiting = threading.Thread(target=resign)
    with transaction.atomic():
        post(game, 0, "draw deck", "draw deck")
        used = counter(game)
        waiting.start()
        wait_for_a_lock()
    waiting.join()

    assert Entry.objects.filter(game=game).latest("number").kind == "resigned"
    assert counter(game) == used


def counter(game: Game) -> int:
    return GameSecret.objects.get(game=game).chance_counter


def wait_for_a_lock() -> None:
    """Returns when somebody waits for one."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone() != (0,):
                return
        time.sleep(0.02)
    raise AssertionError("nobody waited")
