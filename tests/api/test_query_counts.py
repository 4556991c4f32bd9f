"""Query counts of the most frequent requests: the same in a full, old game as in a small, young one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.ids import new_id
from games.models import Game, Seat, Turn
from tests.api.table import Guest, choose_tickets, guests, sit_down
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> tuple[list[Guest], str]:
    """Return two guests at the beginning of their game."""
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    return people, game


@pytest.fixture
def long_table() -> tuple[list[Guest], str]:
    """Return a game of five, some rounds later."""
    people = guests(5)
    game = sit_down(people)
    choose_tickets(people, game)
    for someone in people * 3:
        someone.move(game, "draw deck", "draw deck")
    return people, game


def count(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        ask()
    return sum(1 for query in captured.captured_queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE")))


READ = [("", 2), ("/options", 2), ("/log?after=0", 4), ("/log?after=4", 4)]


@pytest.mark.parametrize(("path", "most"), READ)
def test_reading_a_game(table: Any, path: str, most: int) -> None:
    people, game = table
    assert count(lambda: people[0].get(f"/games/{game}{path}")) <= most


@pytest.mark.parametrize(("path", "most"), at_length(READ, at_once=READ[2:3]))
def test_reading_a_long_game_of_five(long_table: Any, path: str, most: int) -> None:
    people, game = long_table
    assert count(lambda: people[0].get(f"/games/{game}{path}")) <= most


@pytest.mark.parametrize("setting", ["table", "long_table"])
def test_nothing_new_costs_two(setting: str, request: pytest.FixtureRequest) -> None:
    people, game = request.getfixturevalue(setting)
    path = f"/api/v1/games/{game}"
    tag = people[0].http.get(path).headers["ETag"]

    assert count(lambda: people[0].http.get(path, headers={"If-None-Match": tag})) == 2


@pytest.mark.parametrize("setting", ["table", "long_table"])
def test_a_move(setting: str, request: pytest.FixtureRequest) -> None:
    """The queries are for the token, the game and all rows of the move, then for the next player's notification."""
    people, game = request.getfixturevalue(setting)
    prompt = people[0].asked(game)["id"]

    first = count(lambda: people[0].post(f"/games/{game}/moves", {"prompt": prompt, "move": "draw deck"}, 201))
    prompt = people[0].asked(game)["id"]
    second = count(lambda: people[0].post(f"/games/{game}/moves", {"prompt": prompt, "move": "draw deck"}, 201))

    assert (first, second) == (3, 4)


def copy_tables(times: int) -> None:
    """Add copies of all games, with their seats and open turns."""
    for game in list(Game.objects.all()):
        seats: list[Seat | Turn] = list(game.seats.all())
        turns: list[Seat | Turn] = list(game.turns.filter(closed_at=None))
        for _ in range(times):
            game.pk = new_id()
            game.save(force_insert=True)
            for row in (*seats, *turns):
                row.pk, row.game_id = None, game.pk
                row.save(force_insert=True)


@pytest.mark.parametrize("wanted", ["mine", "waiting", "open", "all"])
def test_lists_of_games(wanted: str) -> None:
    """The token, the games, their seats, their turns; before the start also how reliable their players are."""
    host, other = guests(2)
    sit_down([host, other], access="open")
    host.post("/games", {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}}, 201)
    begun = wanted in ("mine", "waiting")

    assert count(lambda: other.get(f"/games?filter={wanted}")) == (4 if begun else 5)
    copy_tables(19)
    assert len(other.get(f"/games?filter={wanted}")["results"]) == (40 if wanted == "all" else 20)
    assert count(lambda: other.get(f"/games?filter={wanted}")) == (4 if begun else 5)
