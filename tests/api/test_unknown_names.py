"""Unknown names in a request are errors, on every address, in the query and anywhere in the body."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.api.unknown import MOST_TOLD
from tests.api import tour
from tests.api.described import whole_document
from tests.api.people import API, client_of, player
from tests.api.table import guests, sit_down
from tests.api.test_schema_examples import operations
from tests.api.tour import Notes, Tourist

pytestmark = [pytest.mark.django_db, pytest.mark.long]
MADE_UP = "made_up"
OTHERS_BODIES = {"get_unsubscribe_page", "unsubscribe_stream"}
"""Operations that accept anything that mail programs add to a link, or post there (RFC 8058)."""

GAME = {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}
OFF_THE_TOUR = {
    "export_games": ("get", "/games/export"),
    "stream_account": ("get", "/stream"),
    "stream_game": ("get", "/games/{game}/stream"),
    "revoke_app": ("delete", "/me/apps/1"),
    "revoke_current_token": ("delete", "/tokens/current"),
    "end_sender_address": ("delete", "/me/mail/addresses/1"),
    "remove_cup_entrant": ("delete", "/cups/000000000000/entrants/000000000000"),
    "remove_league_member": ("delete", "/leagues/000000000000/members/000000000000"),
    "delete_cup_invitation": ("delete", "/cups/000000000000/invitations/000000000000"),
    "delete_league_invitation": ("delete", "/leagues/000000000000/invitations/000000000000"),
    "get_cup_standings_file": ("get", "/cups/000000000000/standings.csv"),
    "get_league_season_standings_file": ("get", "/leagues/000000000000/seasons/1/standings.csv"),
}


def slips_of(body: Any) -> Iterator[tuple[str, Any]]:
    """Yield each way to add one unknown member to the body, with the pointer to it."""
    yield from (("#" + pointer, changed) for pointer, changed in _slips("", body if body is not None else {}))


def _slips(pointer: str, node: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(node, dict):
        yield f"{pointer}/{MADE_UP}", {**node, MADE_UP: 1}
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        for where, changed in _slips(f"{pointer}/{key}", value):
            whole = deepcopy(node)
            whole[key] = changed
            yield where, whole


def mistakes_in(answer: Any) -> list[dict[str, str]]:
    """Return the unknown names that the answer reports; for a move the rules report them."""
    problem = answer.json() if answer.status_code == 400 else {}
    if problem.get("code") == "unknown_field":
        return [{"pointer": f"#/move/{name}"} for name in problem["fields"]]
    return [each for each in problem.get("errors", []) if each["code"] == "unknown"]


@pytest.fixture
def visited(monkeypatch: pytest.MonkeyPatch) -> tuple[set[str], list[Any]]:
    """Return the operations of a tour that first sent every request with an unknown name, and the ones not refused."""
    operations_seen, taken = set[str](), list[Any]()
    go_on = Tourist.do

    def do(tourist: Tourist, method: str, path: str, body: Any = None) -> Any:
        name = tourist.notes.operation(method, f"{API}{path}")["operationId"]
        if name not in OTHERS_BODIES:
            operations_seen.add(name)
            taken.extend(slip_query(tourist, method, path, body))
            taken.extend(slip_body(tourist, method, path, body) if method != "get" else ())
        return go_on(tourist, method, path, body)

    monkeypatch.setattr(Tourist, "do", do)
    with time_machine.travel("2026-03-02T12:00:00Z", tick=True):
        tour.tour(whole_document())
    return operations_seen, taken


def slip_query(tourist: Tourist, method: str, path: str, body: Any) -> Iterator[Any]:
    asked = f"{API}{path}{'&' if '?' in path else '?'}{MADE_UP}=1"
    answer = getattr(tourist.http, method)(asked, body, format="json")
    if MADE_UP not in [each.get("parameter") for each in mistakes_in(answer)]:
        yield method, asked, answer.status_code, answer.content[:200]


def slip_body(tourist: Tourist, method: str, path: str, body: Any) -> Iterator[Any]:
    for pointer, changed in slips_of(body):
        answer = getattr(tourist.http, method)(f"{API}{path}", changed, format="json")
        if pointer not in [each.get("pointer") for each in mistakes_in(answer)]:
            yield method, path, pointer, json.dumps(changed)[:200], answer.status_code, answer.content[:300]


def test_every_operation_of_the_schema_refuses_it(visited: tuple[set[str], list[Any]]) -> None:
    seen, taken = visited
    assert not taken, "\n".join(map(str, taken))
    assert operations(whole_document()).keys() - seen == OTHERS_BODIES | OFF_THE_TOUR.keys()


@pytest.mark.parametrize(("method", "path"), OFF_THE_TOUR.values(), ids=OFF_THE_TOUR)
def test_so_does_what_the_tour_leaves_out(method: str, path: str) -> None:
    ada = Tourist(Notes(whole_document()), client_of(player("Ada")))
    there = path.format(game=ada.http.post(f"{API}/games", GAME).json()["id"])
    assert not list(slip_query(ada, method, there, None))
    assert method == "get" or not list(slip_body(ada, method, there, None))


def refusals(method: str, path: str, body: Any = None) -> list[tuple[str, str]]:
    """Return the places of unknown names, and the messages about them."""
    answer = getattr(client_of(player("Ada")), method)(f"{API}{path}", body, format="json")
    return [(each.get("parameter") or each["pointer"], each["detail"]) for each in mistakes_in(answer)]


@pytest.mark.parametrize(
    ("method", "path", "body", "where", "nearest"),
    [
        ("post", "/games", GAME | {"ratd": False}, "#/ratd", "rated"),
        ("post", "/games", GAME | {"private": True, "publik": False}, "#/publik", "public"),
        (
            "post",
            "/games",
            GAME | {"clock": {"time_per_move": "P1D", "vacation": True}},
            "#/clock/vacation",
            "vacations",
        ),
        (
            "post",
            "/games",
            GAME | {"clock": {"time_per_move": "P1D", "bank": {"start": "P1D", "per_mov": "P1D", "cap": "P1D"}}},
            "#/clock/bank/per_mov",
            "per_move",
        ),
        ("patch", "/me", {"quiet_hours": {"begin": "22:00", "ends": "07:00"}}, "#/quiet_hours/ends", "end"),
        ("patch", "/me/mail", {"picture": False}, "#/picture", "pictures"),
        ("get", "/games?limti=3", None, "limti", "limit"),
        ("get", "/games?Filter=all", None, "Filter", "filter"),
        ("get", "/games/export?sinc=2026-01-01T00:00:00Z", None, "sinc", "since"),
        ("get", "/rulesets/usa@1/board.svg?lights=day", None, "lights", "light"),
        ("post", "/tokens?label=x", {"label": "x", "scopes": ["games:read"]}, "label", ""),
    ],
)
def test_the_nearest_name_is_told(method: str, path: str, body: Any, where: str, nearest: str) -> None:
    told = dict(refusals(method, path, body))
    assert told[where] == (
        f"There is no such name here. Did you mean “{nearest}”?" if nearest else "Nothing is read here."
    )


def test_all_names_are_told_where_none_is_near() -> None:
    ((_, told),) = refusals("post", "/accounts/sign-in", {"email": "ada@example.org", "xyz": 1})
    assert told == "There is no such name here. There are: email."


def test_nothing_is_made_of_a_slip_and_other_mistakes_are_told_with_it() -> None:
    ada = client_of(player("Ada"))
    answer = ada.post(f"{API}/games", GAME | {"seats": "many", "ratd": False})
    assert {each["pointer"]: each["code"] for each in answer.json()["errors"]} == {
        "#/ratd": "unknown",
        "#/seats": "wrong_type",
    }
    ada.post(f"{API}/games", GAME | {"ratd": False, "private": True})
    assert not ada.get(f"{API}/games").json()["results"]


def test_a_move_with_a_field_too_many_hears_which_there_are() -> None:
    people = guests(2)
    game = sit_down(people)
    body = {"prompt": "1.0", "move": {"type": "keep", "tickets": [1], "ticket": 2}}
    answer = people[0].http.post(f"{API}/games/{game}/moves", body, format="json")
    assert answer.json()["detail"] == "A move of this type has no ticket. It has type, tickets."


def test_a_body_where_none_is_read() -> None:
    ada = client_of(player("Ada"))
    game = ada.post(f"{API}/games", GAME).json()["id"]
    for body in ({"reason": "bored"}, ["bored"]):
        assert mistakes_in(ada.post(f"{API}/games/{game}/leave", body, format="json"))
    assert ada.post(f"{API}/games/{game}/leave", {}, format="json").status_code in {200, 204}


def test_other_peoples_formats_may_say_what_they_like() -> None:
    """OAuth ignores unknown parameters (RFC 6749, 3.1 and 3.2), and pages ignore what others add to links."""
    browser = Client()
    asked = browser.post("/oauth/token/?made_up=1", {"grant_type": "refresh_token", "made_up": "1"})
    assert "made_up" not in asked.content.decode()
    assert browser.get("/tables?utm_source=newsletter").status_code == 200
    assert browser.get("/rules?fbclid=x").status_code == 200


def test_of_a_hundred_thousand_unknown_names_a_few_are_told() -> None:
    host = client_of(player("Ada"))
    body = GAME | {f"made_up_{number}": number for number in range(100_000)}
    answer = host.post(f"{API}/games", body)
    assert (answer.status_code, len(answer.json()["errors"])) == (400, MOST_TOLD)
    query = "&".join(f"made_up_{number}=1" for number in range(500))
    answer = host.get(f"{API}/games?{query}")
    assert (answer.status_code, len(answer.json()["errors"])) == (400, MOST_TOLD)
