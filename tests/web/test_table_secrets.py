"""Two worlds that differ only in hidden facts have the same pages and the same entity tags."""

import re
from datetime import timedelta
from typing import Any

import pytest
from time_machine import travel

import engine
from games.models import Game
from tests.games.stories import NOON, chosen, play_on, players, prompts, started
from tests.games.worlds import swap_what_is_hidden
from tests.sweeps import at_length
from tests.web.paper import Visitor

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=1)
"""A fixed time, because pages show the minutes left and change every minute."""
every_ruleset = pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["card_game@1"]))
EVER_NEW = re.compile(rb'name="(csrfmiddlewaretoken|key)" value="[^"]*"|"X-CSRFToken": "[^"]*"|X-CSRFToken&quot;[^}]*')


def pages(visitor: Visitor) -> list[Any]:
    """Return every page about the game, with its entity tag, without per-request values."""
    found: list[Any] = []
    board = engine.ruleset(Game.objects.get().ruleset).board
    parts = ["?list=1", *(f"?route={route.slug}" for route in board.routes[::25])]
    parts += [f"?city={city.slug}" for city in board.cities[::12]]
    for more in ("", "?all=1", "?take=deck", "?tickets=1", "?played=3", "/log", "/news?entry=2", *parts):
        answer = visitor.http.get(visitor.path + more)
        assert answer.status_code == 200
        found.append((answer["ETag"], EVER_NEW.sub(b"", answer.content)))
    return found


@travel(LATER, tick=False)
@every_ruleset
def test_a_spectator_sees_the_same_whatever_is_hidden(ruleset: str) -> None:
    game = chosen(started(players(3), ruleset=ruleset))
    play_on(game, 12)
    visitor = Visitor(None, game.pk)
    visitor.open()
    before = pages(visitor)
    swap_what_is_hidden(game)
    assert before == pages(visitor)


@travel(LATER, tick=False)
@every_ruleset
def test_a_seat_sees_the_same_whatever_the_others_hold(ruleset: str) -> None:
    game = chosen(started(players(3), ruleset=ruleset))
    play_on(game, 12)
    reader = prompts(game)[0]["seat"]
    player = game.seats.select_related("player").get(number=reader).player
    visitor = Visitor(player, game.pk)
    visitor.open()
    before = pages(visitor)
    swap_what_is_hidden(Game.objects.get(pk=game.pk), reader)
    assert before == pages(visitor)
