"""A player blocked by a host sees the host's tables as if they were by invitation, and is refused like any stranger."""

from typing import Any

import pytest
from django.utils import timezone

from games.lobby import departures, lobby
from games.models import Block, Game, Player
from games.people import relations
from tests.api.people import API, client_of, player
from tests.games.stories import DAY, chosen, holder, players, started
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Player:
    return player("Hugo")


@pytest.fixture
def blocked(host: Player) -> Player:
    made = player("Bert")
    relations.add(Block, player=host, other_id=made.pk, now=timezone.now())
    return made


def table(host: Player, access: str) -> Game:
    wishes = lobby.Wishes("usa@1", 3, DAY, access=access, name="The night train")
    return lobby.create_game(host=host, wishes=wishes, now=timezone.now())


STARTS = "The game starts when the last seat is taken"
ALIKE = {"id", "commitment", "created_at", "closes_at", "request_id", "links"}


def answer(reader: Player, method: str, path: str) -> tuple[int, Any]:
    """Return the status and the body, without values that differ between any two tables."""
    said = getattr(client_of(reader), method)(f"{API}{path}")
    body = said.json()
    row = next((one for one in body["results"]), {}) if "results" in body else body
    return said.status_code, {key: value for key, value in row.items() if key not in ALIKE}


@pytest.mark.parametrize(
    ("method", "path"),
    [("get", "/games/{}"), ("post", "/games/{}/join"), ("get", "/games?filter=all"), ("get", "/games?filter=open")],
)
def test_an_open_table_answers_as_one_by_invitation_does(host: Player, blocked: Player, method: str, path: str) -> None:
    asked = table(host, "invitation")
    by_invitation = answer(blocked, method, path.format(asked.pk))
    asked.delete()
    there = table(host, "open")
    assert answer(blocked, method, path.format(there.pk)) == by_invitation
    if method == "get" and "open" not in path:
        assert answer(player("Ann"), method, path.format(there.pk)) != by_invitation
    there.refresh_from_db()
    assert there.access == "open"


def test_so_does_the_waiting_room(host: Player, blocked: Player) -> None:
    there = table(host, "open")
    pages = [browser_of(one).get(f"/tables/{there.pk}").content.decode() for one in (blocked, player("Ann"))]
    assert ["anyone may join" in page for page in pages] == [False, True]
    assert ["by invitation" in page for page in pages] == [True, False]
    assert [STARTS in page for page in pages] == [False, True]


def test_an_invitation_from_before_is_gone(host: Player) -> None:
    guest, there = player("Gus"), table(host, "open")
    lobby.invite(host=host, game_id=there.pk, names=["Gus"], now=timezone.now())
    relations.add(Block, player=host, other_id=guest.pk, now=timezone.now())
    page = browser_of(guest).get(f"/tables/{there.pk}").content.decode()
    assert ("by invitation" in page, STARTS in page) == (True, False)


def test_who_sits_there_sees_no_change(host: Player) -> None:
    guest, there = player("Gus"), table(host, "open")
    lobby.join_game(player=guest, game_id=there.pk, now=timezone.now())
    before = answer(guest, "get", f"/games/{there.pk}"), answer(guest, "get", "/games?filter=all")
    relations.add(Block, player=host, other_id=guest.pk, now=timezone.now())
    assert (answer(guest, "get", f"/games/{there.pk}"), answer(guest, "get", "/games?filter=all")) == before


def test_a_running_game_with_an_open_seat_looks_closed_too(blocked: Player) -> None:
    people = players(3)
    game = chosen(started(people))
    departures.resign(player=holder(game, 1), game_id=game.pk, now=timezone.now())
    client = client_of(blocked)
    before = client.get(f"{API}/games/{game.pk}")
    relations.add(Block, player=people[0], other_id=blocked.pk, now=timezone.now())
    after = client.get(f"{API}/games/{game.pk}", headers={"If-None-Match": before["ETag"]})
    assert (before.json()["access"], after.status_code, after.json()["access"]) == ("open", 200, "invitation")
    taken = client.post(f"{API}/games/{game.pk}/take-over", {"seat": 1})
    assert taken.json()["code"] == "not_offered"
