"""Leagues over the API: creating and entering them, and reading their standings."""

import pytest
from rest_framework.test import APIClient

from games.competitions.leagues import sweeps
from games.models import LeagueGame
from games.people import privacy
from tests.api.people import API, client_of, with_secret
from tests.competitions.league import BEGINS, LONG, begun, entered, founded
from tests.games.admins import GROUPS, admin
from tests.games.stories import DAY, NOON, chosen, players, post

pytestmark = pytest.mark.django_db

CHARTER = {"name": "Northern", "ruleset": "usa@1", "seats": 4, "games_each": 4, "clock": "daily"}


def season_of(http: APIClient, league: str, **headers: str) -> object:
    return http.get(f"{API}/leagues/{league}/seasons/1", headers=headers)


def test_a_host_makes_a_league_and_others_enter() -> None:
    host, other = players(2)
    soon = {"starts_at": "2126-03-09T12:00:00Z"}
    refused = client_of(host).post(f"{API}/leagues", CHARTER | soon, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "season_too_soon_or_late")
    league = founded(host)
    entered_ = client_of(other).post(f"{API}/leagues/{league.pk}/enter")
    assert (entered_.status_code, entered_.json()["entered"], entered_.json()["members"]) == (200, True, 1)
    again = client_of(other).post(f"{API}/leagues/{league.pk}/enter")
    assert again.json()["members"] == 1
    left = client_of(other).post(f"{API}/leagues/{league.pk}/leave")
    assert (left.json()["entered"], left.json()["members"]) == (False, 0)
    closing = client_of(other).post(f"{API}/leagues/{league.pk}/close")
    assert (closing.status_code, closing.json()["code"]) == (403, "only_the_host")
    assert client_of(host).post(f"{API}/leagues/{league.pk}/close").json()["season"] is None
    assert client_of(host).get(f"{API}/leagues/000000000000").status_code == 404


def test_only_admins_make_official_leagues(settings: object) -> None:
    (host,) = players(1)
    wanted = CHARTER | {"starts_at": "2126-03-09T12:00:00Z", "official": True}
    assert client_of(host).post(f"{API}/leagues", wanted, format="json").status_code in (403, 422)
    boss = admin("Head", *GROUPS)
    founded(boss, official=True)
    (listed,) = client_of(host).get(f"{API}/leagues").json()["results"]
    assert (listed["official"], listed["host"]["name"]) == (True, "Head")


def test_standings_carry_a_tag_and_change_with_results_alone() -> None:
    """A move in a running game changes nothing that standings show, not even their entity tag."""
    league, people = begun()
    http = client_of(people[0])
    before = season_of(http, league.pk)
    tag = before.headers["ETag"]  # type: ignore[attr-defined]
    game = LeagueGame.objects.select_related("game").earliest("pk").game
    assert game is not None
    chosen(game, now=BEGINS)
    post(game, 0, "draw deck", now=BEGINS)
    assert season_of(http, league.pk, **{"If-None-Match": tag}).status_code == 304  # type: ignore[attr-defined]
    sweeps.sweep(now=BEGINS + LONG)
    after = season_of(http, league.pk, **{"If-None-Match": tag})
    assert after.status_code == 200  # type: ignore[attr-defined]
    (division,) = after.json()["divisions"]  # type: ignore[attr-defined]
    assert {line["played"] for line in division["standings"]} == {2}
    assert {one["state"] for one in division["games"]} == {"ranked"}


def test_an_erased_player_leaves_no_name() -> None:
    league, people = begun()
    name = people[5].name
    privacy.erase_player(player=people[5], now=BEGINS + DAY)
    answer = season_of(client_of(people[0]), league.pk)
    assert f'"{name}"' not in answer.content.decode()  # type: ignore[attr-defined]
    assert any(line["player"] is None for line in answer.json()["divisions"][0]["standings"])  # type: ignore[attr-defined]


def test_no_stranger_reads_it() -> None:
    league = founded(players(1)[0])
    entered(league, players(2, "Late"), now=NOON)
    assert with_secret("nm_no").get(f"{API}/leagues/{league.pk}").status_code == 401
