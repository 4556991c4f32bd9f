"""What is played in the Old West and in the card game for somebody whose time runs out."""

from random import Random
from typing import Any

import pytest

from games import store
from games.models import Game, Turn
from games.services import clock
from tests.games.stories import chosen, default, legal, players, post, prompts, started, to_the_end_of_a_round

pytestmark = pytest.mark.django_db

WEST: dict[str, Any] = {"ruleset": "old_west@1", "options": {"alvin": True}}
CARDS: dict[str, Any] = {"ruleset": "card_game@1"}


def expire(game: Game, seat: int) -> list[dict[str, Any]]:
    """The seat lets its time pass; returns what the log then tells everybody."""
    turn = Turn.objects.get(game=game, seat=seat, closed_at=None)
    before = store.read(game.id).head
    assert clock.expire_turn(turn_id=turn.pk, now=turn.deadline_at)
    return [event for entry in store.log_for(store.read(game.id), None, before) for event in entry["events"]]


def play_until(game: Game, asked: str) -> int:
    """Routes are claimed by whoever can, and markers placed, until this is asked; returns of whom."""
    random = Random(3)
    while (prompt := prompts(game)[0])["type"] != asked:
        moves = legal(game, prompt["seat"])
        wanted = [move for move in moves if move.startswith(("claim", "marker")) and move != "marker none"]
        post(game, prompt["seat"], random.choice(wanted or [move for move in moves if move != "tickets"]))
    seat: int = prompt["seat"]
    return seat


def test_the_first_free_city_is_where_one_starts_by_default() -> None:
    game = started(players(3), **WEST)
    for seat in (0, 1, 2):
        post(game, seat, default(game, seat))
    assert expire(game, 2)[0] == {"type": "start_chosen", "seat": 2, "city": "albuquerque"}
    assert expire(game, 1)[0] == {"type": "start_chosen", "seat": 1, "city": "ashland"}


def test_no_marker_is_placed_by_default() -> None:
    game = chosen(started(players(2), **WEST))
    seat = play_until(game, "place_marker")
    assert expire(game, seat)[0] == {"type": "marker_declined", "seat": seat}
    assert prompts(game)[0]["type"] == "take_turn"


def test_alvin_goes_to_the_first_own_city_by_default() -> None:
    game = chosen(started(players(2), **WEST))
    seat = play_until(game, "move_alvin")
    markers = store.view_for(store.read(game.id), None)["markers"]
    first = min(city for city, owner in markers.items() if owner == seat)
    assert expire(game, seat)[0] == {"type": "alvin_moved", "seat": seat, "city": first}


def test_the_most_valuable_set_is_completed_by_default() -> None:
    game = started(players(2), **CARDS)
    for _ in to_the_end_of_a_round(game):
        pass
    suggested = [store.view_for(store.read(game.id), seat)["prompts"][seat]["suggestion"] for seat in (0, 1)]
    assert suggested[0]
    assert [event["type"] for event in expire(game, 0)] == ["completion_chosen"]
    told = expire(game, 1)
    assert [event["tickets"] for event in told if event["type"] == "tickets_completed"] == suggested
    assert Game.objects.get(pk=game.pk).status == Game.Status.ENDED
