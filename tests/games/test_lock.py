"""The lock of a game: a waiting request continues from the state that the previous one left."""

import threading
from functools import partial

import pytest
from django.db import transaction

from games.lobby import departures
from games.models import Entry, Game, GameSecret
from games.people.privacy import erase_player
from games.table import store
from tests.games.stories import NOON, chosen, players, post, started
from tests.locks import in_a_thread, wait_for_a_lock


@pytest.mark.django_db(transaction=True)
def test_anyone_who_waited_for_a_game_does_not_draw_the_same_chance_again() -> None:
    people = players(3)
    game = chosen(started(people))

    resign = partial(departures.resign, player=people[1], game_id=game.id, now=NOON)
    waiting = threading.Thread(target=in_a_thread, args=[resign])
    with transaction.atomic():
        post(game, 0, "draw deck", "draw deck")
        used = counter(game)
        waiting.start()
        wait_for_a_lock()
    waiting.join()

    assert Entry.objects.filter(game=game).latest("number").kind == "resigned"
    assert counter(game) == used


@pytest.mark.django_db(transaction=True)
def test_an_erasure_and_a_move_of_the_same_game_do_not_wait_for_each_other() -> None:
    people = players(3)
    game = chosen(started(people))
    erasing = threading.Thread(target=in_a_thread, args=[partial(erase_player, player=people[1], now=NOON)])

    with transaction.atomic():
        store.lock(game.id)
        erasing.start()
        wait_for_a_lock()
        post(game, 0, "draw deck", "draw deck")
    erasing.join()

    people[1].refresh_from_db()
    assert people[1].erased_at == NOON


@pytest.mark.django_db(transaction=True)
def test_anyone_who_waited_for_a_game_finds_the_seats_as_the_other_one_left_them() -> None:
    people = players(3)
    game = chosen(started(people))
    found: list[str] = []

    def look() -> None:
        with transaction.atomic():
            found.extend(seat.status for seat in store.lock_whole(game.id)[1])

    waiting = threading.Thread(target=in_a_thread, args=[look])
    with transaction.atomic():
        departures.resign(player=people[1], game_id=game.id, now=NOON)
        waiting.start()
        wait_for_a_lock()
    waiting.join()

    assert found == ["playing", "resigned", "playing"]


def counter(game: Game) -> int:
    return GameSecret.objects.get(game=game).chance_counter
