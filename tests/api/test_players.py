"""Players' reliability as others see it, and games that require a minimum."""

import pytest

from games.models import Player, Turn
from tests.api.people import API, client_of, player
from tests.api.table import Guest, choose_tickets, guests, sit_down
from tests.games.test_reliability import moved

pytestmark = pytest.mark.django_db


def unreliable(someone: Guest) -> str:
    """Have the player miss four moves of ten lately; return the player's id."""
    known = Player.objects.get(name=someone.name)
    moved(known, in_time=6, missed=4)
    Turn.objects.filter(player=known, in_time__isnull=False).update(closed_at=known.date_joined)
    return known.pk


LISTS = ("bots", "ratings", "companions")


def test_everybody_sees_how_reliable_somebody_is_and_no_more() -> None:
    ada, bob = guests(2)
    shown = ada.get(f"/players/{unreliable(bob)}")
    assert shown.keys() == {"id", "name", "kind", "owner", "since", "reliability", "played", *LISTS}
    assert (shown["name"], shown["reliability"]) == ("Guest 1", {"percent": 60, "games_left": 0})


def test_anyone_who_is_new_is_shown_as_new() -> None:
    ada = player("Ada")
    client = client_of(ada)
    assert client.get(f"{API}/players/{ada.pk}").json()["reliability"] == {"percent": None, "games_left": 0}
    assert client.get(f"{API}/me").json()["reliability"] == {"percent": None, "games_left": 0}


def test_an_id_that_is_nobodys_finds_nobody() -> None:
    (ada,) = guests(1)
    assert ada.do("get", "/players/000000000000", status=404)["code"] == "no_such_player"


def test_the_host_sees_who_wants_to_play() -> None:
    ada, bob = guests(2)
    unreliable(bob)
    game = ada.post("/games", {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}}, 201)["id"]
    bob.post(f"/games/{game}/join")

    seats = ada.get(f"/games/{game}")["seats"]

    assert [seat["reliability"] for seat in seats] == [
        {"percent": None, "games_left": 0},
        {"percent": 60, "games_left": 0},
    ]


def test_asking_again_before_the_start_is_answered_with_a_304() -> None:
    ada, bob = guests(2)
    game = ada.post("/games", {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}}, 201)["id"]
    first = ada.http.get(f"{API}/games/{game}")
    again = ada.http.get(f"{API}/games/{game}", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304

    bob.post(f"/games/{game}/join")

    assert ada.http.get(f"{API}/games/{game}", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_when_the_game_has_begun_it_is_about_the_game() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    assert [seat["reliability"] for seat in people[0].get(f"/games/{game}")["seats"]] == [None, None]


def test_a_game_may_demand_something() -> None:
    ada, bob = guests(2)
    unreliable(bob)
    wishes = {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}, "minimum_reliability": 80}
    game = ada.post("/games", wishes, 201)
    assert game["minimum_reliability"] == 80

    refused = bob.post(f"/games/{game['id']}/join", status=403)

    assert (refused["code"], refused["percent"], refused["demanded"]) == ("reliability_too_low", 60, 80)
    assert refused["detail"] == "It takes 80 percent of moves made in time; Guest 1 has 60."


@pytest.mark.parametrize("percent", [0, 101, "much", 50.5])
def test_what_makes_no_sense_cannot_be_demanded(percent: object) -> None:
    (ada,) = guests(1)
    wishes = {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}, "minimum_reliability": percent}
    assert ada.post("/games", wishes, 400)["code"] == "invalid"
