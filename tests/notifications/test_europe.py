"""Turn emails of Europe: stations among the moves, and a tunnel that costs more (E4, E6)."""

import pytest

from games.models import Game
from games.table import store
from tests.games.stories import chosen, players, post, prompts, started
from tests.games.worlds import deal, hold, lay_deck, own_routes
from tests.notifications.conftest import Carry
from tests.notifications.test_all_games import flat, reminded

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def turn(**hand: int) -> tuple[Game, int]:
    """Return a game of Europe in its first turn, and its seat to move with this hand."""
    game = chosen(started(players(2), ruleset="europe@1"))
    seat = prompts(game)[0]["seat"]
    deal(game, seat, **hand)
    return game, seat


def test_e6_stations_are_one_line_of_the_moves(carry: Carry) -> None:
    game, seat = turn(red=2, blue=1)
    text = flat(reminded(game, carry)[seat])
    assert "Build a station" in text
    assert "in any city, for 1 red" in text


def test_e7_a_station_that_completes_a_ticket_has_a_line_of_its_own(carry: Carry) -> None:
    game, seat = turn(red=2)
    hold(game, seat, "frankfurt", "kobenhavn")
    own_routes(game, seat, "essen-frankfurt")
    own_routes(game, 1 - seat, "essen-kobenhavn-1")
    text = flat(reminded(game, carry)[seat])
    assert "Build a station in Essen" in text
    assert "1 red · completes A" in text


def test_e4_a_tunnel_s_cards_and_price_are_told_with_all_answers(carry: Carry) -> None:
    game, seat = turn(orange=5, locomotive=1)
    lay_deck(game, orange=2, red=1)
    post(game, seat, "claim angora-smyrna orange 3")
    text = flat(reminded(game, carry)[seat])
    assert "Your tunnel costs more. Pay, or take your cards back." in text
    assert "You are in the tunnel Angora – Smyrna (tunnel). Turned up:" in text
    assert "which cost 2 more cards." in text
    for move in ("Pay 2 orange more", "Pay 1 orange, 1 locomotive more", "Take the cards back"):
        assert move in text
    assert store.view_for(store.read(game.pk), None)["prompts"][0]["type"] == "pay_tunnel"
