"""Every address of the admin API for every group, and nobody in a game of their own."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.models import BulkRuling, Dispute, Entry, Game, Moderation, Player, Ruling, Seat
from games.table import rulings
from tests.api.desk import ADMIN, ORDERS, REFEREE, SUPPORT, in_the_middle
from tests.api.people import client_of
from tests.games.admins import GROUPS, admin
from tests.sweeps import at_length
from tests.undone import undone

pytestmark = pytest.mark.django_db


OPERATOR = {GROUPS[2]}
ALL, SETTLERS = frozenset(GROUPS), frozenset(SUPPORT | REFEREE)


@dataclass(frozen=True)
class Road:
    """An admin's request: its body, the groups allowed, and whether it is about the game."""

    name: str
    method: str
    path: str
    groups: frozenset[str]
    body: Any = None
    of_game: bool = True
    status: int = 200


def roads() -> list[Road]:
    game = "/games/{game}"
    found = [
        Road("queue", "get", "/queue", ALL, of_game=False),
        Road("disputes", "get", "/disputes", ALL, of_game=False),
        Road("dispute", "get", "/disputes/{dispute}", ALL),
        Road("game", "get", game, ALL),
        Road("proposals", "get", "/rulings", ALL, of_game=False),
        Road("player", "get", "/players/{player}", ALL, of_game=False),
        Road("audit", "get", "/audit", ALL, of_game=False),
        Road("audit export", "get", "/audit/export", ALL, of_game=False),
        Road("bulk progress", "get", "/bulk/{bulk}", ALL, of_game=False),
        Road(
            "comment", "post", "/disputes/{dispute}/comments", frozenset(SUPPORT | REFEREE), {"text": "?"}, status=201
        ),
        Road("settle", "post", "/disputes/{dispute}/settle", frozenset(SUPPORT | REFEREE), {"outcome": "resolved"}),
        Road("undo", "post", f"{game}/rulings/{{ruled}}/undo", frozenset(REFEREE), {}, status=201),
        Road("preview undo", "post", f"{game}/rulings/{{ruled}}/undo?dry_run=true", frozenset(REFEREE)),
        Road("confirm", "post", "/rulings/{proposed}/confirm", frozenset(REFEREE)),
        Road("withdraw", "post", "/rulings/{proposed}/withdraw", frozenset(REFEREE)),
        Road("bulk", "post", "/bulk", frozenset(OPERATOR), {"order": {"kind": "paused"}}, of_game=False, status=202),
        Road("moderate", "post", "/players/{player}/moderation", frozenset(OPERATOR), {"kind": "warned"}, False, 201),
    ]
    for kind, (facts, groups) in ORDERS.items():
        body = {"order": {"kind": kind, **facts}}
        found.append(Road(f"preview {kind}", "post", f"{game}/rulings?dry_run=true", frozenset(groups), body))
        found.append(Road(kind, "post", f"{game}/rulings", frozenset(groups), body, status=201))
    return found


ROADS = roads()


@pytest.fixture
def places(settings: Settings) -> dict[str, str]:
    return in_the_middle(settings)


def go(who: Player, road: Road, places: dict[str, str], **scopes: Any) -> Any:
    client = client_of(who, **scopes)
    return getattr(client, road.method)(ADMIN + road.path.format(**places), road.body, format="json")


def written() -> list[object]:
    """Return all rows that an action could have changed."""
    rows = [list(model.objects.order_by("pk").values()) for model in (Entry, Ruling, BulkRuling, Moderation, Dispute)]
    return [*rows, list(Game.objects.values()), list(Seat.objects.order_by("pk").values())]


@pytest.mark.parametrize("group", at_length([*GROUPS, "nobody"], at_once=["referee"]))
def test_each_group_gets_as_far_as_its_rights(group: str, places: dict[str, str]) -> None:
    rita, before = admin("Rita", group), written()
    for road in ROADS:
        with undone():
            answer = go(rita, road, places)
            if group in road.groups:
                assert answer.status_code == road.status, (road.name, answer.content)
            else:
                assert (road.name, answer.status_code, answer.json()["code"]) == (road.name, 403, "right_missing")
                assert answer["Content-Type"] == "application/problem+json", road.name
                assert answer.json()["detail"] == f"You need the right “{answer.json()['right']}”."
                assert written() == before, road.name


def test_rights_are_asked_before_anything_exists(places: dict[str, str]) -> None:
    """Rights are checked before existence or the body: without a group, every address gives the same answer."""
    client = client_of(admin("Rita", ""))
    nothing = dict.fromkeys(places, "000000000000") | {"ruled": "99", "proposed": "99"}
    for road in ROADS:
        for where, body in ((places, road.body), (nothing, road.body), (places, {"a": 1})):
            answer = getattr(client, road.method)(ADMIN + road.path.format(**where), body, format="json")
            assert (road.name, answer.status_code, answer.json()["code"]) == (road.name, 403, "right_missing")


@pytest.mark.parametrize("superuser", at_length([False, True], at_once=[True]))
@pytest.mark.parametrize("how", at_length(["plays", "has played"], at_once=["has played"]))
def test_anyone_involved_in_a_game_is_refused(how: str, superuser: bool, places: dict[str, str]) -> None:
    rita, head = admin("Rita", *GROUPS), Player.objects.get(name="Head")
    Player.objects.filter(pk=rita.pk).update(is_superuser=superuser)
    for holder in (rita.pk, None)[: 1 if how == "plays" else 2]:
        order = rulings.Replace(seat=2, player=holder)
        rulings.rule(admin=head, game_id=places["game"], order=order, now=timezone.now())
    before = written()
    for road in ROADS:
        with undone():
            answer = go(rita, road, places)
            if road.of_game:
                assert (road.name, answer.status_code) == (road.name, 403)
                assert answer.json()["code"] == "plays_in_this_game"
                assert written() == before, road.name
            elif road.name == "moderate" and how == "plays":
                assert answer.json()["code"] == "plays_with_player"
            elif road.name in {"queue", "disputes", "proposals"}:
                assert places["game"] not in answer.content.decode()


def test_a_right_is_not_enough_without_the_scope(places: dict[str, str]) -> None:
    rita = admin("Rita", *GROUPS)
    for road in ROADS:
        needed = "admin:read" if road.method == "get" else "admin:rule"
        others = {"games:read", "games:play", "account:write", "admin:read", "admin:rule"} - {needed}
        answer = go(rita, road, places, scopes=others)
        assert (road.name, answer.status_code, answer.json()["code"]) == (road.name, 403, "insufficient_scope")
