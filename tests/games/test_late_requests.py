"""Requests that waited for a lock and carry an instant from before the rows they waited for."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.lobby import departures
from games.models import Entry, Game
from games.people import privacy
from games.table.rulings import End, Extend, Pause, Remove, Resume
from tests.games.courts import agree, anybody, as_row, rule
from tests.games.stories import NOON, chosen, holder, players, post, started

pytestmark = pytest.mark.django_db

EARLIER = NOON - timedelta(seconds=2)


def instants(game: Game) -> list[datetime]:
    return list(Entry.objects.filter(game=game).order_by("number").values_list("at", flat=True))


@pytest.mark.parametrize(
    "late",
    [
        lambda game: privacy.erase_player(player=holder(game, 1), now=EARLIER),
        lambda game: departures.resign(player=holder(game, 1), game_id=game.id, now=EARLIER),
        lambda game: rule(game, Remove(1), now=EARLIER),
        lambda game: rule(game, End("void"), now=EARLIER),
    ],
    ids=["erased", "resigned", "removed", "ended"],
)
def test_a_game_that_has_just_begun_ends_no_sooner(late: Callable[[Game], object]) -> None:
    """Otherwise an account would not be erased, with its code used up, if its game of two had begun in between."""
    anybody()
    game = started(players(2))
    late(game)
    agree(game)
    row = as_row(game)
    assert (row["ended_at"], row["status"] in ("ended", "void")) == (row["started_at"], True)


def test_the_logs_instants_never_go_back() -> None:
    game = chosen(started(players(2)))
    post(game, 0, "draw deck", "draw deck", now=EARLIER)
    rule(game, Extend(hours=3), now=EARLIER)
    rule(game, Pause())
    rule(game, Resume(), now=EARLIER)
    post(game, 1, "draw deck", "draw deck", now=EARLIER)
    assert instants(game) == sorted(instants(game))
    assert instants(game)[-1] == NOON
