"""Two worlds that differ only in hidden facts have the same replay, entry by entry, and the same film."""

import re
from typing import Any

import pytest
from time_machine import travel

import engine
from games.models import Game, Player
from games.presentation.replay import film
from games.table import store
from tests.api.people import API, client_of
from tests.api.people import player as somebody
from tests.games.stories import NOON, chosen, holder, players, post, prompts, started
from tests.games.worlds import turn_what_was_drawn
from tests.replay.games import HOUR, ended
from tests.sweeps import at_length
from tests.web.paper import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.long]

every_ruleset = pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["usa@1"]))
EVER_NEW = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|X-CSRFToken&quot;[^}]*')


def drawn_blind(ruleset: str) -> Game:
    """Return a game in which all have drawn from the deck, and nobody has shown anything."""
    game = chosen(started(players(3), ruleset=ruleset))
    for _turn in range(3):
        post(game, prompts(game)[0]["seat"], "draw deck", "draw deck")
    return store.read(game.pk)


def pages(visitor: Visitor, head: int) -> list[Any]:
    """Return each entry's page and its entity tag, without per-request values."""
    found: list[Any] = []
    for entry in range(1, head + 1):
        answer = visitor.http.get(f"{visitor.path}/replay/{entry}")
        assert answer.status_code == 200
        found.append((answer["ETag"], EVER_NEW.sub(b"", answer.content)))
    return found


def answers(game: Game, reader: int | None) -> list[Any]:
    """Return the API's answer for each entry."""
    onlooker = Player.objects.filter(name="Onlooker").first() or somebody("Onlooker")
    http = client_of(onlooker if reader is None else holder(game, reader))
    paths = [*(f"/entries/{entry}" for entry in range(1, game.head + 1)), "/points"]
    return [(http.get(f"{API}/games/{game.pk}{path}")) for path in paths]


@travel(NOON + HOUR, tick=False)
@every_ruleset
@pytest.mark.parametrize("is_seated", [False, True], ids=["spectator", "seat"])
def test_a_replay_shows_nothing_that_is_hidden(ruleset: str, is_seated: bool) -> None:
    game = drawn_blind(ruleset)
    reader = prompts(game)[0]["seat"] if is_seated else None
    visitor = Visitor(None if reader is None else holder(game, reader), game.pk)
    visitor.open()
    before = pages(visitor, game.head), answers_for(game, reader)
    turn_what_was_drawn(game, reader)
    game = store.read(game.pk)
    assert before == (pages(visitor, game.head), answers_for(game, reader))


def answers_for(game: Game, reader: int | None) -> list[Any]:
    """Return the API's answers for each entry, with their entity tags."""
    return [(answer["ETag"], answer.content) for answer in answers(game, reader)]


def test_the_worlds_do_differ_for_those_who_may_know() -> None:
    game = drawn_blind("usa@1")
    before = store.view_after(game, 0, game.head)
    turn_what_was_drawn(game)
    assert before != store.view_after(store.read(game.pk), 0, game.head)


@travel(NOON + HOUR, tick=False)
@every_ruleset
def test_an_ended_game_whose_secrets_are_sealed_gives_nothing_away(ruleset: str) -> None:
    """The exception is what the rules reveal at the end, in the last entry."""
    game = ended(drawn_blind(ruleset))
    visitor = Visitor(None, game.pk)
    visitor.open()
    before, still = pages(visitor, game.head), film.stills(game, "day")
    turn_what_was_drawn(game)
    game = store.read(game.pk)
    assert before == pages(visitor, game.head)
    assert still == film.stills(game, "day")
