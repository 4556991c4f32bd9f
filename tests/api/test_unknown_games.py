"""A game that somebody may not know of does not exist for them: at every address, with every method, in every state.

The addresses come from the URL configuration, so new ones are tested automatically.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import pytest
from django.urls import URLResolver, get_resolver
from django.views import View

from games.models import Game
from games.table.disputes.lifecycle import open_dispute
from tests.api.described import load_document
from tests.api.table import Guest, choose_tickets, guest, guests, sit_down
from tests.games.stories import NOON, holder
from tests.sweeps import at_length

pytestmark = [pytest.mark.django_db, pytest.mark.long]

Methods = Callable[[type[View]], Iterable[str]]
OF_PLAYERS: Final = re.compile("/api/v1/(?!admin/|cups/|leagues/)")
"""Cups and leagues come before their games: whoever names none that there is learns nothing of a game."""
NOWHERE: Final = "000000000000"
METHODS: Final = ("get", "post", "put", "patch", "delete")
BODIES: Final[dict[str, Any]] = {
    "join": {"contribution": "ab"},
    "contribution": {"contribution": "ab"},
    "invitations": {"players": ["Guest 0"]},
    "take-over": {"seat": 0},
    "offers": {"seat": 0, "player": "Stranger"},
    "moves": {"prompt": "4.0", "move": "draw deck"},
    "plan": {"orders": ["draw deck"]},
    "disputes": {"kind": "other", "text": "What?"},
    "proposals": {"kind": "paused"},
    "comments": {"text": "What?"},
    "game-mail": {"streams": {}},
}
"""Bodies that could succeed for somebody; an empty body is tried everywhere."""


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, str, type[View]]]:
    """Yield names and paths of everything about a game or a dispute, except the desk, which has rights of its own."""
    for entry in resolver.url_patterns:
        path = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry, path)
        elif entry.pattern.converters.keys() & {"game_id", "dispute_id"} and OF_PLAYERS.match(path):
            yield str(entry.name), path, entry.callback.view_class  # type: ignore[attr-defined]


ADDRESSES: Final = [
    (name, path + query, view)
    for name, path, view in addresses(get_resolver())
    for query in ("", "?dry_run=true")[: 2 if name in {"moves", "proposals"} else 1]
]


NAMED_ELSEWHERE: Final[dict[tuple[str, str], Any]] = {
    ("get", "/api/v1/me/webhooks?game=<key:game_id>"): {},
    ("post", "/api/v1/me/webhooks"): {
        "game": "<key:game_id>",
        "format": "discord",
        "url": "https://discord.com/api/webhooks/123/abc",
        "events": ["entry"],
    },
}
"""Requests that name a game in their query or body."""


def ask(someone: Guest, method: str, path: str, body: Any, game: str, dispute: str) -> tuple[int, Any]:
    """Return the answer without the request's own id, and the parts that repeat the address itself."""
    address = path.replace("<key:game_id>", game).replace("<key:dispute_id>", dispute).replace("<int:seat>", "0")
    address = address.replace("<key:proposal_id>", dispute).replace("<int:entry>", "1")
    assert "<" not in address, f"{path}: say what stands for its parts"
    body = json.loads(json.dumps(body).replace("<key:game_id>", game))
    answer = getattr(someone.http, method)(address, body, format="json")
    content = answer.content.replace(answer.headers["X-Request-ID"].encode(), b"")
    return answer.status_code, content.replace(game.encode(), b"").replace(dispute.encode(), b"")


def forming(people: list[Guest]) -> str:
    wishes = {
        "ruleset": "usa@1",
        "seats": 3,
        "clock": {"time_per_move": "P1D"},
        "public": False,
        "access": "invitation",
    }
    game: str = people[0].post("/games", wishes, 201)["id"]
    people[0].post(f"/games/{game}/invitations", {"players": [people[1].name]}, 201)
    people[1].post(f"/games/{game}/join")
    return game


def called_off(people: list[Guest]) -> str:
    game = forming(people)
    people[0].post(f"/games/{game}/leave", status=204)
    return game


def running(people: list[Guest]) -> str:
    game = sit_down(people, public=False)
    choose_tickets(people, game)
    return game


def with_an_open_seat(people: list[Guest]) -> str:
    game = running(people)
    people[2].post(f"/games/{game}/resign")
    return game


def ended(people: list[Guest]) -> str:
    game = with_an_open_seat(people)
    people[1].post(f"/games/{game}/resign")
    return game


STATES: Final = (forming, called_off, running, with_an_open_seat, ended)


def disputed(game: str) -> str:
    """Return a dispute about the game; before the game has begun there is none."""
    row = Game.objects.get(id=game)
    if not row.head:
        return NOWHERE
    return open_dispute(player=holder(row, 0), game_id=game, kind="other", text="?", now=NOON).pk


def answers(someone: Guest, game: str, dispute: str, methods: Methods) -> dict[tuple[str, str, str], tuple[int, Any]]:
    """Return the answers to an empty body and to a plausible one, at every address."""
    return {
        (path, method, str(body)): ask(someone, method, path, body, game, dispute)
        for name, path, view in ADDRESSES
        for method in methods(view)
        for body in ({}, *([BODIES[name]] if name in BODIES else []))
    }


def own_methods(view: type[View]) -> list[str]:
    return [method for method in METHODS if hasattr(view, method)]


def own_methods_and_another(view: type[View]) -> list[str]:
    """Return the view's methods and one that is not allowed, since even that answer must not reveal the game."""
    return [*own_methods(view), *[method for method in METHODS if not hasattr(view, method)][:1]]


@pytest.mark.parametrize("state", at_length(STATES, at_once=[running]))
def test_a_private_game_does_not_exist_for_a_stranger(state: Callable[[list[Guest]], str]) -> None:
    stranger, game = guest("Stranger"), state(guests(3))
    methods = own_methods_and_another if state is running else own_methods
    dispute, before = disputed(game), Game.objects.filter(id=game).values().get()
    told, of_nothing = answers(stranger, game, dispute, methods), answers(stranger, NOWHERE, NOWHERE, methods)
    assert {case for case in told if told[case] != of_nothing[case]} == set()
    assert {told[case][0] for case in told if "game_id" in case[0]} == {404}
    assert Game.objects.filter(id=game).values().get() == before


@pytest.mark.parametrize("state", at_length(STATES, at_once=[running]))
def test_nor_does_it_where_it_is_named_in_a_query_or_a_body(state: Callable[[list[Guest]], str]) -> None:
    stranger, game = guest("Stranger"), state(guests(3))
    for (method, path), body in NAMED_ELSEWHERE.items():
        status, content = ask(stranger, method, path, body, game, NOWHERE)
        assert (status, json.loads(content)["code"]) == (404, "no_such_game"), path
        assert (status, content) == ask(stranger, method, path, body, NOWHERE, NOWHERE)


def test_no_other_query_or_body_names_a_game() -> None:
    document = load_document()
    naming = {
        (method, path + query)
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item and OF_PLAYERS.match(path)
        for query in list_places_of_games(item[method], document["components"]["schemas"])
    }
    assert naming == NAMED_ELSEWHERE.keys()


def list_places_of_games(operation: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    """Yield the query that names a game, and "" for a body that does."""
    if any((each["in"], each["name"]) == ("query", "game") for each in operation.get("parameters", [])):
        yield "?game=<key:game_id>"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "game" in list_members(body, schemas):
        yield ""


def list_members(schema: dict[str, Any], schemas: dict[str, Any]) -> set[str]:
    """Return the names of an object's members, in all its variants."""
    if "$ref" in schema:
        return list_members(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    variants = [*schema.get("oneOf", []), *schema.get("anyOf", [])]
    return set(schema.get("properties", {})).union(*(list_members(variant, schemas) for variant in variants))


@pytest.mark.parametrize("state", STATES)
def test_nor_does_it_at_its_own_address(state: Callable[[list[Guest]], str]) -> None:
    """Check every state at the game's own addresses; the test above covers all the others, too."""
    stranger, game = guest("Stranger"), state(guests(3))
    for method, path in (("get", ""), ("get", "/log"), ("get", "/board.svg"), ("post", "/join"), ("post", "/resign")):
        assert stranger.do(method, f"/games/{game}{path}", status=404)["code"] == "no_such_game"


def test_it_does_for_those_who_play() -> None:
    """Check that players do get answers; otherwise the test above would pass without any games."""
    people = guests(3)
    game = running(people)
    dispute = disputed(game)
    for name, path, view in ADDRESSES:
        told = [ask(people[0], method, path, BODIES.get(name, {}), game, dispute) for method in own_methods(view)]
        assert any(status != 404 or b"no_such_game" not in content for status, content in told), name
    for (method, path), body in NAMED_ELSEWHERE.items():
        assert ask(people[0], method, path, body, game, dispute)[0] != 404, path


def test_a_game_that_anyone_may_join_is_known_to_all_until_it_begins() -> None:
    """It is in the list of games to join, even if nobody may watch it later."""
    host, other, stranger = guests(3)
    wishes = {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}, "public": False}
    game = host.post("/games", wishes, 201)["id"]
    assert [row["id"] for row in stranger.get("/games?filter=open")["results"]] == [game]
    assert stranger.get(f"/games/{game}")["status"] == "open"
    other.post(f"/games/{game}/join")
    assert stranger.do("post", f"/games/{game}/join", status=404)["code"] == "no_such_game"


def test_a_strangers_leave_keeps_no_game_alive() -> None:
    host, stranger = guests(2)
    game = host.post("/games", {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}, 201)["id"]
    before = Game.objects.filter(id=game).values().get()
    stranger.post(f"/games/{game}/leave", status=204)
    assert Game.objects.filter(id=game).values().get() == before
