"""Default moves in the Old West and in the card game for players whose time runs out."""

import pytest

from engine.logged_events import LoggedEvent
from games.models import Game, Turn
from games.table import store
from games.table.play import deadlines
from tests.games.stories import default, play_a_round, players, post, prompts, started
from tests.games.worlds import deal, many_tickets_to_complete, next_to_alvin

pytestmark = pytest.mark.django_db


def expire(game: Game, seat: int) -> list[LoggedEvent]:
    """Let the seat's time expire; return the public events."""
    turn = Turn.objects.get(game=game, seat=seat, closed_at=None)
    before = store.read(game.id).head
    assert deadlines.expire_turn(turn_id=turn.pk, now=turn.deadline_at)
    return [event for entry in store.log_for(store.read(game.id), None, before) for event in entry["events"]]


def test_the_first_free_city_is_where_one_starts_by_default() -> None:
    game = started(players(3), ruleset="old_west@1", options={"alvin": True})
    for seat in (0, 1, 2):
        post(game, seat, default(game, seat))
    assert expire(game, 2)[0] == {"type": "start_chosen", "seat": 2, "city": "albuquerque"}
    assert expire(game, 1)[0] == {"type": "start_chosen", "seat": 1, "city": "ashland"}


def test_no_marker_is_placed_by_default() -> None:
    game = next_to_alvin()
    post(game, 0, "claim albuquerque-santa_fe-1 green 1")
    assert [prompt["type"] for prompt in prompts(game)] == ["place_marker"]
    assert expire(game, 0)[0] == {"type": "marker_declined", "seat": 0}
    assert [prompt["seat"] for prompt in prompts(game)] == [1]


def test_alvin_goes_to_the_players_first_city_by_default() -> None:
    game = next_to_alvin()
    post(game, 0, "claim albuquerque-santa_fe-1 green 1", "marker santa_fe blue 2")
    post(game, 1, "draw deck", "draw deck")
    deal(game, 0, red=2)
    post(game, 0, "claim albuquerque-roswell red 2")
    assert [prompt["type"] for prompt in prompts(game)] == ["move_alvin"]
    assert expire(game, 0)[0] == {"type": "alvin_moved", "seat": 0, "city": "albuquerque"}


def test_the_most_valuable_set_is_completed_by_default() -> None:
    game = started(players(2), ruleset="card_game@1")
    play_a_round(game)
    for seat in (0, 1):
        many_tickets_to_complete(game, seat)
    suggested = [store.view_for(store.read(game.id), seat)["prompts"][seat]["suggestion"] for seat in (0, 1)]
    assert suggested[0]
    assert [event["type"] for event in expire(game, 0)] == ["completion_chosen"]
    told = expire(game, 1)
    assert [event["tickets"] for event in told if event["type"] == "tickets_completed"] == suggested
    assert Game.objects.get(pk=game.pk).status == Game.Status.ENDED
