"""Requests that no honest client sends: each is refused, and none causes a server error."""

import base64
import json
from urllib.parse import urlencode

import pytest

from tests.api.people import API, client_of, player, stranger
from tests.api.table import guests, sit_down

pytestmark = pytest.mark.django_db

NESTED = "[" * 100_000 + "]" * 100_000
A_LITTLE_NESTED = "[" * 900 + "]" * 900
HALF = "\\ud800"


@pytest.mark.parametrize(
    "move",
    [
        f'{{"type": {NESTED}}}',
        f'{{"type": {A_LITTLE_NESTED}}}',
        f'"claim {HALF} blue"',
        f'{{"type": "pass", "{HALF}": 1}}',
    ],
    ids=["nested", "a little nested", "half a letter", "half a letter in a name"],
)
def test_a_move_that_cannot_be_told_again(move: str) -> None:
    people = guests(2)
    game = sit_down(people)
    body = f'{{"prompt": "1.0", "move": {move}}}'
    answer = people[0].http.post(f"{API}/games/{game}/moves", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("value", ["true", '"x"'])
def test_half_a_letter_as_the_name_of_an_option(value: str) -> None:
    body = f'{{"ruleset": "usa@1", "seats": 2, "clock": "daily", "options": {{"{HALF}": {value}}}}}'
    answer = client_of(player("Ada")).post(f"{API}/games", body, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.parametrize("charset", ["zlib", "hex", "rot13", "undefined", "utf-7"])
def test_json_is_utf_8(charset: str) -> None:
    body = json.dumps({"email": "x"})
    answer = stranger().generic("POST", f"{API}/accounts", body, f"application/json; charset={charset}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize(
    "position", ["foo", "2020-13-45", "\0", "2020-01-01", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"]
)
@pytest.mark.parametrize("path", ["/games?filter=mine", "/games?filter=waiting", "/open-seats?limit=2"])
def test_a_cursor_that_was_made_up(path: str, position: str) -> None:
    cursor = base64.b64encode(f"p={position}".encode()).decode()
    answer = client_of(player("Ada")).get(f"{API}{path}&{urlencode({'cursor': cursor})}")
    assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (400, "cursor")


@pytest.mark.parametrize("limit", ["", "0", "-1", "201", "500", "null", "ten", "1e2", "٣", "9" * 5000])
def test_so_many_rows_are_on_no_page(limit: str) -> None:
    answer = client_of(player("Ada")).get(f"{API}/games", {"limit": limit})
    assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (400, "limit")
    assert "200" in answer.json()["errors"][0]["detail"]


GAME = {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}
WRONG_TYPES = [
    ("/games", {**GAME, "seats": "2"}, "#/seats"),
    ("/games", {**GAME, "seats": True}, "#/seats"),
    ("/games", {**GAME, "seats": 2.5}, "#/seats"),
    ("/games", {**GAME, "clock": True}, "#/clock"),
    ("/games", {**GAME, "public": "false"}, "#/public"),
    ("/games", {**GAME, "public": 0}, "#/public"),
    ("/games", {**GAME, "name": 7}, "#/name"),
    ("/games", {**GAME, "access": True}, "#/access"),
    ("/games", {**GAME, "options": {"alvin": "yes"}}, "#/options/alvin"),
    ("/games", {**GAME, "minimum_reliability": "90"}, "#/minimum_reliability"),
    ("/tokens", {"label": 7, "scopes": ["games:read"]}, "#/label"),
    ("/tokens", {"label": "x", "scopes": [True]}, "#/scopes/0"),
]


@pytest.mark.parametrize(("path", "body", "pointer"), WRONG_TYPES)
def test_a_value_of_another_type(path: str, body: dict[str, object], pointer: str) -> None:
    answer = client_of(player("Ada")).post(f"{API}{path}", body, format="json")
    assert answer.status_code == 400
    assert [mistake["pointer"] for mistake in answer.json()["errors"]] == [pointer]


@pytest.mark.parametrize("key", ["", "a\0b", "\udcff", "é", "x" * 81])
def test_an_idempotency_key_that_cannot_be_kept(key: str) -> None:
    people = guests(2)
    game = sit_down(people)
    numbers = [ticket["number"] for ticket in people[0].asked(game)["offer"]]
    move = f"keep {numbers[0]} {numbers[1]}"
    assert people[0].move(game, move, status=400, **{"Idempotency-Key": key})["code"] == "invalid"


def test_an_address_that_grows_in_lower_case() -> None:
    address = "a@" + ("\u0130" * 60 + ".") * 4 + "org"
    answer = stranger().post(f"{API}/accounts", {"email": address, "name": "Ada"})
    assert answer.status_code == 400


def test_the_list_of_open_seats_is_of_no_one_game() -> None:
    answer = client_of(player("Ada")).get(f"{API}/open-seats", {"cursor": "\x9c"})
    assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (400, "cursor")
