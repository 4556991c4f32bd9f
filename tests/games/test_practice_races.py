"""Simultaneous requests: guests of one network, a guest's double click, the last seat of a join link."""

from collections.abc import Callable

import pytest
from pytest_django import Settings

from games.lobby import join_links, lobby, practice
from games.models import Game, Player
from games.people import guests
from tests.games.races import both
from tests.games.stories import DAY, NOON, players

pytestmark = pytest.mark.django_db(transaction=True)
HERE = "192.0.2.7"


def test_the_last_guest_of_a_network_is_one(settings: Settings) -> None:
    settings.GUESTS_PER_DAY = 1

    def come() -> Player:
        return guests.come(network=HERE, now=NOON)

    assert both(come, come) == "too_many_guests"
    assert Player.objects.filter(kind="guest").count() == 1


def test_two_presses_make_one_table() -> None:
    guest = guests.come(network=HERE, now=NOON)

    def press() -> Game:
        return practice.start(player=guest, ruleset="usa@1", now=NOON)

    assert both(press, press) == "done"
    assert Game.objects.count() == 1


def test_the_last_seat_of_a_link_is_one_players() -> None:
    ada, bela, carl = players(3)
    game = lobby.create_game(host=ada, wishes=lobby.Wishes("usa@1", 2, DAY, access="invitation"), now=NOON)
    link = join_links.make(host=ada, game_id=game.pk, now=NOON).pk

    def join(player: Player) -> Callable[[], object]:
        return lambda: join_links.join(player=player, link=link, now=NOON)

    assert both(join(bela), join(carl)) == "game_not_open"
    assert set(game.seats.values_list("player", flat=True)) == {ada.pk, bela.pk}


def test_a_link_that_is_taken_back_meanwhile_seats_nobody() -> None:
    ada, bela = players(2)
    game = lobby.create_game(host=ada, wishes=lobby.Wishes("usa@1", 3, DAY, access="invitation"), now=NOON)
    link = join_links.make(host=ada, game_id=game.pk, now=NOON).pk
    told = both(
        lambda: join_links.take_back(host=ada, game_id=game.pk),
        lambda: join_links.join(player=bela, link=link, now=NOON),
    )
    assert told == "link_over"
    assert game.seats.count() == 1
