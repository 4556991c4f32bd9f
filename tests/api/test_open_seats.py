"""Open seats over HTTP: found by strangers, taken, offered by name, and hidden from everybody else."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

import engine
from games.models import Game
from tests.api.table import API, Guest, choose_tickets, guest, guests, sit_down
from tests.games.sitting import stood_in
from tests.games.stories import play_on
from tests.games.worlds import swap_what_is_hidden
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Guest]:
    return guests(3)


@pytest.fixture
def ann() -> Guest:
    """Return a player without a seat in the game."""
    return guest("Ann")


def begun(people: list[Guest], **wishes: Any) -> str:
    """Return a game in its first turn."""
    game = sit_down(people, **wishes)
    choose_tickets(people, game)
    return game


def left(people: list[Guest], seat: int = 1, **wishes: Any) -> str:
    """Return a game in which this seat was abandoned."""
    game = begun(people, **wishes)
    people[seat].post(f"/games/{game}/resign")
    return game


def offered(someone: Guest) -> list[tuple[str, int]]:
    """Return this guest's list of open seats."""
    return [(row["game"]["id"], row["seat"]) for row in someone.get("/open-seats")["results"]]


def test_a_stranger_finds_a_seat_and_plays_it_on(people: list[Guest], ann: Guest) -> None:
    game = left(people)
    (row,) = ann.get("/open-seats")["results"]
    assert (row["game"]["id"], row["seat"], row["left"], row["offered"]) == (game, 1, "resigned", False)
    assert row["game"]["clock"]["time_per_move"] == "P1D"
    assert [one["player"]["name"] for one in row["players"]] == ["Guest 0", "Guest 1", "Guest 2"]
    assert (row["table"]["turn"], row["table"]["seats"][1]["away"]) == (0, "resigned")

    shown = ann.post(f"/games/{game}/take-over", {"seat": 1})

    assert shown["your_seat"] == 1
    assert sum(shown["position"]["you"]["hand"].values()) == 4
    assert (shown["seats"][1]["player"]["name"], shown["seats"][1]["open_since"]) == ("Ann", None)
    people[0].move(game, "draw deck", "draw deck")
    ann.move(game, "draw deck", "draw deck")
    assert offered(guest("Ben")) == []


def test_anyone_who_had_it_sees_a_spectators_game(people: list[Guest], ann: Guest) -> None:
    game = left(people)
    ann.post(f"/games/{game}/take-over", {"seat": 1})
    watcher = guest("Watcher")
    for path in ("", "/log", "/log?after=2", "/rulings"):
        assert people[1].get(f"/games/{game}{path}") == watcher.get(f"/games/{game}{path}")
    assert people[1].do("get", f"/games/{game}/plan", status=403)["code"] == "not_in_this_game"
    assert people[1].do("post", f"/games/{game}/return", status=403)["code"] == "not_in_this_game"


def test_nobody_comes_back_who_resigned(people: list[Guest]) -> None:
    game = left(people)
    assert people[1].do("post", f"/games/{game}/return", status=409)["code"] == "left_for_good"


def test_anyone_who_asked_for_a_stand_in_comes_back_before_that(people: list[Guest], ann: Guest) -> None:
    game = begun(people)
    people[1].do("post", f"/games/{game}/stand-in", status=204)
    assert people[1].post(f"/games/{game}/return")["seats"][1]["status"] == "playing"
    refused = ann.post(f"/games/{game}/take-over", {"seat": 1}, 409)
    assert (refused["code"], refused["seat"]) == ("seat_not_open", 1)


def test_a_double_click_is_one(people: list[Guest], ann: Guest) -> None:
    game = left(people)
    first = ann.post(f"/games/{game}/take-over", {"seat": 1})
    assert ann.post(f"/games/{game}/take-over", {"seat": 1}) == first


def test_a_seat_that_a_stand_in_holds(people: list[Guest], ann: Guest) -> None:
    game = begun(people)
    stood_in(Game.objects.get(id=game))
    (row,) = ann.get("/open-seats")["results"]
    assert (row["seat"], row["left"]) == (0, "stand_in")
    ann.post(f"/games/{game}/take-over", {"seat": 0})
    ann.move(game, "draw deck", "draw deck")


def test_anyone_who_sits_there_is_not_shown_the_seats_of_the_game(people: list[Guest]) -> None:
    game = left(people)
    assert offered(people[0]) == offered(people[1]) == []
    assert people[0].post(f"/games/{game}/take-over", {"seat": 1}, 409)["code"] == "has_held_another_seat"


@pytest.mark.parametrize("wishes", [{"public": False}, {"access": "invitation"}])
def test_by_invitation_it_is_only_for_players_who_are_asked(
    people: list[Guest], ann: Guest, wishes: dict[str, Any]
) -> None:
    game = left(people)
    Game.objects.filter(id=game).update(**wishes)
    status, code = (403, "not_offered") if "access" in wishes else (404, "no_such_game")
    assert offered(ann) == []
    assert ann.post(f"/games/{game}/take-over", {"seat": 1}, status)["code"] == code

    people[0].post(f"/games/{game}/offers", {"seat": 1, "player": "ann"}, 201)

    assert offered(ann) == [(game, 1)]
    assert offered(guest("Ben")) == []
    assert ann.get(f"/games/{game}")["position"]["you"] is None
    assert game in [row["id"] for row in ann.get("/games?filter=all")["results"]]
    assert ann.post(f"/games/{game}/take-over", {"seat": 1})["your_seat"] == 1


def test_an_offer_from_the_host_to_the_answer(people: list[Guest], ann: Guest) -> None:
    ben, game = guest("Ben"), left(people)
    made = people[0].post(f"/games/{game}/offers", {"seat": 1, "player": "Ann"}, 201)
    assert (made["seat"], made["player"]["name"]) == (1, "Ann")
    assert people[0].get(f"/games/{game}/offers")["results"] == ann.get(f"/games/{game}/offers")["results"] == [made]
    assert ben.get(f"/games/{game}/offers")["results"] == people[2].get(f"/games/{game}/offers")["results"] == []
    (row,) = ann.get("/open-seats")["results"]
    assert (row["offered"], row["reserved_until"]) == (True, made["reserved_until"])
    assert offered(ben) == []
    assert ben.post(f"/games/{game}/take-over", {"seat": 1}, 409)["code"] == "seat_reserved"
    assert ben.do("delete", f"/games/{game}/offers/1", status=404)["code"] == "no_such_offer"

    ann.do("delete", f"/games/{game}/offers/1", status=204)

    assert offered(ben) == [(game, 1)]
    assert ben.post(f"/games/{game}/take-over", {"seat": 1})["your_seat"] == 1


def test_only_the_host_offers(people: list[Guest], ann: Guest) -> None:
    game = left(people)
    wish = {"seat": 1, "player": ann.name}
    assert people[2].post(f"/games/{game}/offers", wish, 403)["code"] == "only_the_host"
    assert people[0].post(f"/games/{game}/offers", {**wish, "seat": 2}, 409)["code"] == "seat_not_open"
    assert people[0].post(f"/games/{game}/offers", {**wish, "seat": 5}, 422)["code"] == "no_such_seat"
    assert people[0].post(f"/games/{game}/offers", {**wish, "player": "Nobody"}, 404)["code"] == "no_such_player"


def test_anyone_who_has_declined_is_not_even_told_that_nothing_changed(people: list[Guest], ann: Guest) -> None:
    game = left(people, public=False)
    people[0].post(f"/games/{game}/offers", {"seat": 1, "player": "Ann"}, 201)
    tag = ann.http.get(f"{API}/games/{game}")["ETag"]
    ann.do("get", f"/games/{game}", status=304, **{"If-None-Match": tag})
    ann.do("delete", f"/games/{game}/offers/1", status=204)
    ann.do("get", f"/games/{game}", status=404, **{"If-None-Match": tag})


def test_a_private_game_is_no_more_there_by_its_seats(people: list[Guest], ann: Guest) -> None:
    game = left(people, public=False)
    for method, path in (("get", "/offers"), ("delete", "/offers/1")):
        assert ann.do(method, f"/games/{game}{path}", status=404)["code"] == "no_such_game"


def test_the_latest_is_first_and_pages_go_on(people: list[Guest], ann: Guest) -> None:
    games = [left(people), left(people), left(people)]
    first = ann.get("/open-seats?limit=2")
    assert [row["game"]["id"] for row in first["results"]] == [games[2], games[1]]
    rest = ann.http.get(first["next"]).json()
    assert [row["game"]["id"] for row in rest["results"]] == [games[0]]


def test_a_game_that_cannot_be_loaded_spoils_no_list(people: list[Guest], ann: Guest) -> None:
    game, other = left(people), left(people)
    Game.objects.filter(id=game).update(board_digest="0" * 64)
    rows = {row["game"]["id"]: row["table"] for row in ann.get("/open-seats")["results"]}
    assert (rows[game], rows[other] is None) == (None, False)


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["old_west@1"]))
def test_two_worlds_that_differ_in_what_is_hidden_show_the_same_list(ann: Guest, ruleset: str) -> None:
    people = guests(3)
    game = sit_down(people, ruleset=ruleset)
    play_on(Game.objects.get(id=game), 30)
    stood_in(Game.objects.get(id=game), 1)
    people[0].post(f"/games/{game}/offers", {"seat": 1, "player": "Ann"}, 201)
    paths = ["/open-seats", f"/games/{game}/offers", f"/games/{game}"]

    def seen() -> list[bytes]:
        return [ann.http.get(API + path).content for path in paths]

    one = seen()
    with transaction.atomic():
        swap_what_is_hidden(Game.objects.get(id=game))
        other = seen()
        transaction.set_rollback(True)
    assert one == other
    assert b"table" in one[0]


def count(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        ask()
    return sum(1 for query in captured.captured_queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE")))


def test_the_list_costs_as_much_for_many_as_for_few(people: list[Guest], ann: Guest) -> None:
    left(people)
    ann.get("/open-seats")
    few = count(lambda: ann.get("/open-seats"))
    for _ in range(4):
        left(people)
    assert count(lambda: ann.get("/open-seats")) == few <= 4


def test_whoever_left_a_private_table_to_a_stand_in_comes_back_or_is_told_why_not(people: list[Guest]) -> None:
    game = begun(people, public=False)
    people[1].do("post", f"/games/{game}/stand-in", status=204)
    assert people[1].get(f"/games/{game}")["your_seat"] is None
    assert people[1].post(f"/games/{game}/return")["your_seat"] == 1
    people[1].do("post", f"/games/{game}/resign")
    assert people[1].do("post", f"/games/{game}/return", status=409)["code"] == "left_for_good"
