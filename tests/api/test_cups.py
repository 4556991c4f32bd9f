"""Cups over the API: creating, entering and following them."""

import pytest

from games.competitions.cups import sweeps
from games.models import Cup
from games.people import privacy
from tests.api.people import API, client_of, with_secret
from tests.competitions.cup import BEGINS, SWISS, begun, game_at, made, running, won
from tests.games.admins import GROUPS, admin
from tests.games.stories import DAY, chosen, players, post

pytestmark = pytest.mark.django_db

CHARTER = {
    "name": "Spring Cup",
    "kind": "knockout",
    "ruleset": "usa@1",
    "seats": 2,
    "clock": "daily",
    "entry_closes_at": "2126-03-09T12:00:00Z",
}


def test_a_host_makes_a_cup_others_enter_and_it_is_called_off() -> None:
    host, other = players(2)
    http = client_of(host)
    for wrong, code in (
        ({"advancing": 1}, "entry_closes_too_soon_or_late"),
        ({}, "rounds_or_advancing"),
        ({"advancing": 2}, "advancing_impossible"),
    ):
        refused = http.post(f"{API}/cups", CHARTER | wrong, format="json")
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    cup = made(host, entry_closes_at=BEGINS + 10_000 * DAY, now=BEGINS + 9_900 * DAY)
    here = f"{API}/cups/{cup.pk}"
    for _ in range(2):
        entered = client_of(other).post(f"{here}/enter").json()
        assert (entered["you_entered"], entered["entered"]) == (True, 1)
    assert [one["player"]["name"] for one in entered["entrants"]] == [other.name]
    assert client_of(other).post(f"{here}/leave").json()["entrants"] == []
    assert client_of(other).post(f"{here}/call-off").json()["code"] == "only_the_host"
    assert http.post(f"{here}/call-off").json()["state"] == "called_off"
    assert client_of(other).post(f"{here}/enter").json()["code"] == "cup_entry_closed"
    assert http.get(f"{API}/cups/000000000000").json()["code"] == "no_such_cup"
    assert with_secret("nm_no").get(here).status_code == 401


def test_only_admins_make_official_cups() -> None:
    (host,) = players(1)
    asked = client_of(host).post(f"{API}/cups", CHARTER | {"advancing": 1, "official": True}, format="json")
    assert asked.status_code in (403, 422)
    made(admin("Head", *GROUPS), official=True)
    (listed,) = client_of(host).get(f"{API}/cups").json()["results"]
    assert (listed["official"], listed["host"]["name"], listed["fewest"]) == (True, "Head", 4)


def test_the_bracket_carries_a_tag_and_changes_with_results_alone() -> None:
    """A move in a running game changes nothing that a cup shows, not even its entity tag."""
    cup, people = begun(5)
    http, here = client_of(people[0]), f"{API}/cups/{cup.pk}"
    tag = http.get(here).headers["ETag"]
    (table,) = running(cup)
    game = game_at(table)
    chosen(game, now=BEGINS)
    post(game, 0, "draw deck", now=BEGINS)
    assert http.get(here, headers={"If-None-Match": tag}).status_code == 304
    won(cup, 3, now=BEGINS + DAY)
    privacy.erase_player(player=people[0], now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    answer = client_of(people[1]).get(here, headers={"If-None-Match": tag})
    assert (answer.status_code, f'"{people[0].name}"' in answer.content.decode()) == (200, False)
    (round_,) = answer.json()["rounds"]
    assert (round_["byes"], round_["goes_on"]) == ([0, 1, 2], [1, 2, 3])
    assert [(one["state"], sorted(one["seeds"]), sorted(one["ranks"])) for one in round_["tables"]] == [
        ("ranked", [3, 4], [1, 2])
    ]
    status = {line["seed"]: (line["rank"], line["status"]) for line in answer.json()["standings"]}
    assert status == {1: (1, "in"), 2: (1, "in"), 3: (1, "in"), 4: (4, "out"), 0: (5, "left")}


def test_a_swiss_cup_tells_points_and_tie_breaks() -> None:
    cup, people = begun(4, **SWISS)
    won(cup, 0, 1, now=BEGINS)
    sweeps.sweep(now=BEGINS)
    told = client_of(people[0]).get(f"{API}/cups/{cup.pk}").json()
    assert told["tie_breaks"] == ["strength", "margin", "direct", "wins"]
    assert sorted(line["points"] for line in told["standings"]) == [0, 0, 2, 2]
    assert Cup.objects.get().state == "running"
