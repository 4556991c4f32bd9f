"""Who may see a game, and which parts are new to a reader."""

import pytest
from django.utils import timezone

from games.models import Game
from tests.api.table import API, guests, sit_down

pytestmark = pytest.mark.django_db


def test_anyone_who_was_only_invited_does_not_watch_a_private_game() -> None:
    host, other, asked = guests(3)
    wishes = {
        "ruleset": "usa@1",
        "seats": 2,
        "clock": {"time_per_move": "P1D"},
        "public": False,
        "access": "invitation",
    }
    game = host.post("/games", wishes, 201)["id"]
    host.post(f"/games/{game}/invitations", {"players": [other.name, asked.name]}, 201)
    assert asked.get(f"/games/{game}")["status"] == "open"

    other.post(f"/games/{game}/join")

    for path in ("", "/log", "/options", "/export"):
        asked.do("get", f"/games/{game}{path}", status=404)
    assert not asked.get("/games?filter=all")["results"]


def test_a_star_does_not_stand_for_a_game_that_one_may_not_see() -> None:
    people = guests(3)
    game = sit_down(people[:2], public=False)
    for path in (f"/games/{game}", "/games/000000000000"):
        people[2].do("get", path, status=404, **{"If-None-Match": "*"})
    people[0].do("get", f"/games/{game}", status=304, **{"If-None-Match": "*"})


def test_opening_the_secrets_is_news() -> None:
    people = guests(2)
    game = sit_down(people)
    people[0].post(f"/games/{game}/resign")
    tag = people[0].http.get(f"{API}/games/{game}")["ETag"]
    Game.objects.filter(id=game).update(secrets_open_at=timezone.now())
    people[0].do("get", f"/games/{game}", status=200, **{"If-None-Match": tag})
