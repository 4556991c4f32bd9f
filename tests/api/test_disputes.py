"""Disputes over the API: opened, discussed and withdrawn by the game's players."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Dispute, Game
from tests.api.table import Guest, choose_tickets, guest, guests, sit_down

pytestmark = pytest.mark.django_db

WISH = {"kind": "mistaken_move", "entry": 1, "text": "I meant Omaha."}


@pytest.fixture
def table() -> tuple[list[Guest], str]:
    people = guests(3)
    return people, sit_down(people)


def test_from_the_first_word_to_the_last(table: Any) -> None:
    (one, two, _), game = table
    opened = one.post(f"/games/{game}/disputes", WISH, 201)
    assert {name: opened[name] for name in ("kind", "entry", "text", "state", "seat", "game")} == {
        **WISH,
        "state": "open",
        "seat": 0,
        "game": game,
    }
    two.post(f"/disputes/{opened['id']}/comments", {"text": "I saw it."}, 201)
    (listed,) = two.get(f"/games/{game}/disputes")["results"]
    assert listed == one.get(f"/disputes/{opened['id']}")
    (said,) = listed["comments"]
    assert (said["by"]["name"], said["as_admin"], said["text"]) == ("Guest 1", False, "I saw it.")
    assert one.do("delete", f"/disputes/{opened['id']}")["state"] == "withdrawn"
    two.post(f"/disputes/{opened['id']}/comments", {"text": "Oh."}, 409)


def test_location_leads_there(table: Any) -> None:
    (one, *_), game = table
    answer = one.http.post(f"/api/v1/games/{game}/disputes", WISH, format="json")
    assert one.http.get(answer["Location"]).json() == answer.json()


def test_the_host_says_whether_it_pauses_the_game() -> None:
    people = guests(2)
    game = sit_down(people, pause_on_dispute=True)
    choose_tickets(people, game)
    assert people[0].get(f"/games/{game}")["pause_on_dispute"]
    dispute = people[1].post(f"/games/{game}/disputes", WISH, 201)
    assert dispute["pauses_game"]
    assert people[0].get(f"/games/{game}")["paused"]
    assert people[0].move(game, "draw deck", status=409)["code"] == "game_paused"
    people[1].do("delete", f"/disputes/{dispute['id']}")
    people[0].move(game, "draw deck")


def test_while_a_game_is_paused_it_waits_for_nobody() -> None:
    people = guests(2)
    game = sit_down(people, pause_on_dispute=True)
    choose_tickets(people, game)
    (due,) = people[0].get(f"/games/{game}")["turns"]
    dispute = people[1].post(f"/games/{game}/disputes", WISH, 201)

    shown = people[due["seat"]].get(f"/games/{game}?include=legal_moves")
    assert (shown["paused"], shown["waiting"]) == (True, None)
    assert shown["legal_moves"] == {"prompt": None, "count": 0, "moves": [], "summary": None}
    assert [turn["prompt"] for turn in shown["turns"]] == [due["prompt"]]
    assert people[due["seat"]].get("/games?filter=mine")["results"][0]["waiting"] is None
    assert people[due["seat"]].get("/games?filter=waiting")["results"] == []
    assert people[due["seat"]].get(f"/games/{game}/options") == shown["legal_moves"]

    people[1].do("delete", f"/disputes/{dispute['id']}")
    shown = people[due["seat"]].get(f"/games/{game}?include=legal_moves")
    assert shown["waiting"]["prompt"] == shown["legal_moves"]["prompt"] == due["prompt"]
    assert people[due["seat"]].get(f"/games/{game}/options")["prompt"] == due["prompt"]


def test_others_neither_see_nor_say_anything(table: Any) -> None:
    (one, *_), game = table
    stranger = guest("Stranger")
    dispute = one.post(f"/games/{game}/disputes", WISH, 201)["id"]
    assert stranger.get(f"/games/{game}/disputes")["results"] == []
    assert stranger.post(f"/games/{game}/disputes", WISH, 403)["code"] == "not_in_this_game"
    for method, path in (("get", ""), ("post", "/comments"), ("delete", "")):
        body = {"text": "?"} if path == "/comments" else None
        answer = stranger.do(method, f"/disputes/{dispute}{path}", body, status=404)
        assert answer["code"] == "no_such_dispute"
    one.do("delete", f"/disputes/{dispute}")
    assert stranger.do("delete", f"/disputes/{dispute}", status=404)["code"] == "no_such_dispute"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"kind": "other", "entry": 99, "text": "x"}, 422, "unknown_entry"),
        ({"kind": "other", "entry": 0, "text": "x"}, 400, "invalid"),
        ({"kind": "quarrel", "text": "x"}, 400, "invalid"),
        ({"kind": "other", "text": " "}, 400, "invalid"),
        ({"kind": "other", "text": "x" * 2001}, 400, "invalid"),
        ({"kind": "other"}, 400, "invalid"),
    ],
)
def test_what_makes_no_sense_is_told_so(table: Any, wish: dict[str, Any], status: int, code: str) -> None:
    (one, *_), game = table
    assert one.post(f"/games/{game}/disputes", wish, status)["code"] == code
    assert not Dispute.objects.exists()


def test_one_at_a_time(table: Any) -> None:
    (one, *_), game = table
    first = one.post(f"/games/{game}/disputes", WISH, 201)
    assert one.post(f"/games/{game}/disputes", WISH, 201)["id"] == first["id"]
    refused = one.post(f"/games/{game}/disputes", {**WISH, "kind": "abuse"}, 409)
    assert (refused["code"], refused["dispute"]) == ("dispute_open", first["id"])


def test_a_limit_says_when_to_come_again(table: Any) -> None:
    (one, *_), game = table
    for number in range(5):
        dispute = one.post(f"/games/{game}/disputes", {**WISH, "text": str(number)}, 201)["id"]
        one.do("delete", f"/disputes/{dispute}")
    answer = one.http.post(f"/api/v1/games/{game}/disputes", WISH, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "too_many_disputes")
    wait = datetime.fromisoformat(answer.json()["ends_at"]) - timezone.now()
    assert timedelta(hours=23) < wait <= timedelta(days=1, seconds=1)


def test_there_is_nothing_to_dispute_before_the_game_has_begun() -> None:
    (host,) = guests(1)
    game = host.post("/games", {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}, 201)["id"]
    assert host.post(f"/games/{game}/disputes", {"kind": "other", "text": "x"}, 409)["code"] == "game_not_begun"


def test_an_open_dispute_keeps_the_export_shut(table: Any) -> None:
    people, game = table
    for someone in people[1:]:
        someone.post(f"/games/{game}/resign")
    dispute = people[1].post(f"/games/{game}/disputes", {"kind": "other", "text": "x"}, 201)["id"]
    for someone in people:
        someone.post(f"/games/{game}/open-secrets")
    assert people[0].do("get", f"/games/{game}/export", status=409)["code"] == "secrets_sealed"
    people[1].do("delete", f"/disputes/{dispute}")
    assert people[0].get(f"/games/{game}/export")["game"] == game
    assert Game.objects.get(pk=game).secrets_open_at is not None
