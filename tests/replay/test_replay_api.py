"""Programs can do everything that the pages of a replay can."""

import pytest

from games.models import Game
from games.table import store
from tests.api.people import API, client_of
from tests.api.people import player as somebody
from tests.games.stories import NOON, chosen, holder, players, post, prompts, started
from tests.games.worlds import deal
from tests.replay.games import HOUR, opened, taken_back, under_way

pytestmark = pytest.mark.django_db


def test_an_entry_comes_with_the_position_after_it() -> None:
    game = chosen(started(players(2)))
    seat = prompts(game)[0]["seat"]
    deal(game, seat, purple=4)
    post(game, seat, "claim denver-omaha purple 4", now=NOON + HOUR)
    head = store.read(game.pk).head
    http = client_of(holder(game, seat))
    told = http.get(f"{API}/games/{game.pk}/entries/{head}").json()
    assert (told["entry"]["number"], told["head"], told["took"]) == (head, head, "PT1H")
    assert told["position"]["routes"] == {"denver-omaha": seat}
    assert (told["position"]["you"]["seat"], told["hands"], told["taken_back_by"]) == (seat, None, None)
    before = http.get(f"{API}/games/{game.pk}/entries/{head - 1}").json()
    assert before["position"]["routes"] == {}
    log = http.get(f"{API}/games/{game.pk}/log?after={head - 1}").json()["results"]
    assert told["entry"] == log[0]


def test_an_entry_that_was_taken_back_says_by_which() -> None:
    game = under_way()
    ruling = taken_back(game, game.head - 2)
    told = client_of(somebody("Onlooker")).get(f"{API}/games/{game.pk}/entries/{game.head}").json()
    assert told["taken_back_by"] == ruling.entry
    assert told["position"]["entry"] == game.head


def test_points_over_time_are_those_of_the_standings_in_the_end() -> None:
    game = opened(under_way("old_west@1", moves=30))
    told = client_of(somebody("Onlooker")).get(f"{API}/games/{game.pk}/points").json()
    assert told["head"] == game.head
    assert [one["entry"] for one in told["scores"]] == sorted({one["entry"] for one in told["scores"]})
    seats = Game.objects.get(pk=game.pk).seats.order_by("number")
    assert told["scores"][-1]["points"] == [seat.points for seat in seats]


def test_hands_of_all_seats_come_once_the_secrets_are_open() -> None:
    game = opened(under_way())
    told = client_of(somebody("Onlooker")).get(f"{API}/games/{game.pk}/entries/7").json()
    assert [held["seat"] for held in told["hands"]] == [0, 1, 2]
    assert told["position"]["you"] is None


def test_there_is_no_such_entry_and_no_such_game() -> None:
    game = under_way(public=False)
    own, stranger = client_of(holder(game, 0)), client_of(somebody("Stranger"))
    beyond = own.get(f"{API}/games/{game.pk}/entries/{game.head + 1}")
    assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")
    assert own.get(f"{API}/games/{game.pk}/entries/0").status_code == 404
    for path in ("entries/1", "entries/999", "points", "film.gif"):
        hidden = stranger.get(f"{API}/games/{game.pk}/{path}")
        assert (hidden.status_code, hidden.json()["code"]) == (404, "no_such_game"), path


def test_a_program_that_has_the_newest_gets_304() -> None:
    game = under_way()
    http = client_of(holder(game, 0))
    for path in ("entries/5", "points"):
        answer = http.get(f"{API}/games/{game.pk}/{path}")
        again = http.get(f"{API}/games/{game.pk}/{path}", HTTP_IF_NONE_MATCH=answer["ETag"])
        assert (again.status_code, again.content) == (304, b"")


def test_a_game_that_goes_on_has_no_film() -> None:
    game = under_way()
    answer = client_of(holder(game, 0)).get(f"{API}/games/{game.pk}/film.gif")
    assert (answer.status_code, answer.json()["code"]) == (409, "game_not_ended")


def test_before_the_start_there_is_nothing_to_plot() -> None:
    people = players(2)
    game = started(people[:1], seats=2)
    told = client_of(people[0]).get(f"{API}/games/{game.pk}/points").json()
    assert told == {"head": 0, "scores": []}
    assert client_of(people[0]).get(f"{API}/games/{game.pk}/entries/1").status_code == 404
