"""A plan over the API: set, shown with its current decision, changed, cancelled. Nobody else sees it."""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.lobby import departures
from games.models import Game, Plan, Player
from games.people.privacy import erase_player, export_player
from tests.api.described import described
from tests.api.table import Guest, choose_tickets, guests, sit_down
from tests.games.stories import NOON

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
ORDERS = ["claim denver-omaha", "draw deck", "stop when last round"]


@pytest.fixture
def table() -> tuple[list[Guest], str]:
    """Return two guests and their game in the first one's turn."""
    people = guests(2)
    game = sit_down(people, public=False)
    choose_tickets(people, game)
    return people, game


def put(guest: Guest, game: str, orders: Any, status: int = 200) -> Any:
    return guest.do("put", f"/games/{game}/plan", {"orders": orders}, status=status)


def test_a_plan_is_given_and_shown(table: Any) -> None:
    people, game = table
    given = put(people[0], game, ["Draw  DECK", "stop when last round"])
    assert given["orders"] == ["draw deck", "stop when last round"]
    assert given["now"] == {"kind": "move", "move": "draw deck", "line": 1, "why": None}
    assert given["acts_at"] > given["created_at"]
    assert people[0].get(f"/games/{game}/plan") == given
    described("Plan").validate(given)


def test_anyone_who_is_asked_nothing_sees_no_answer(table: Any) -> None:
    people, game = table
    given = put(people[1], game, ORDERS)
    assert (given["now"], given["acts_at"], given["state"]) == (None, None, "active")


def test_it_says_when_it_would_wait_or_stop(table: Any) -> None:
    people, game = table
    assert put(people[0], game, ["keep best"])["now"] == {"kind": "wait", "move": None, "line": None, "why": None}
    told = put(people[0], game, ["draw deck", "stop when holding 1 cards"])["now"]
    assert told["kind"] == "stop"
    assert told["why"]["code"] == "condition_holds"
    assert (told["why"]["line"], told["why"]["order"]) == (2, "stop when holding 1 cards")


def test_every_mistake_is_told_with_its_line_and_nothing_changes(table: Any) -> None:
    people, game = table
    put(people[0], game, ORDERS)
    problem = put(people[0], game, ["dance", "draw deck", "claim denver-atlantis"], 422)
    assert problem["code"] == "malformed_plan"
    first, second = problem["errors"]
    assert (first["line"], first["pointer"], first["code"]) == (1, "#/orders/0", "unknown_order")
    assert (second["line"], second["code"]) == (3, "unknown_route")
    assert second["detail"] == "There is no route “denver-atlantis”."
    assert people[0].get(f"/games/{game}/plan")["orders"] == ORDERS


def test_what_can_never_be_is_refused(table: Any) -> None:
    people, game = table
    held = {ticket["number"] for ticket in people[0].get(f"/games/{game}")["position"]["you"]["tickets"]}
    other = next(number for number in range(1, 31) if number not in held)
    problem = put(people[0], game, ["draw deck", f"stop when ticket {other} impossible"], 422)
    assert [(each["line"], each["code"]) for each in problem["errors"]] == [(2, "not_your_ticket")]


@pytest.mark.parametrize("orders", [[], ["x" * 121], ["draw deck"] * 41, "draw deck", [3.5, {}], None])
def test_what_is_no_list_of_lines_is_refused(table: Any, orders: Any) -> None:
    people, game = table
    assert put(people[0], game, orders, 400)["code"] == "invalid"


def test_a_plan_is_changed_and_cancelled(table: Any) -> None:
    people, game = table
    put(people[0], game, ORDERS)
    assert put(people[0], game, ["best"])["orders"] == ["best"]
    people[0].do("delete", f"/games/{game}/plan", status=204)
    for method in ("get", "delete"):
        assert people[0].do(method, f"/games/{game}/plan", status=404)["code"] == "no_plan"


def test_nobody_else_sees_it(table: Any) -> None:
    people, game = table
    before = [guest.get(f"/games/{game}") for guest in people]
    log = people[1].get(f"/games/{game}/log")
    put(people[0], game, ORDERS)
    assert [guest.get(f"/games/{game}") for guest in people] == before
    assert people[1].get(f"/games/{game}/log") == log
    assert people[1].do("get", f"/games/{game}/plan", status=404)["code"] == "no_plan"


def test_it_is_for_those_who_play(table: Any) -> None:
    people, game = table
    host, stranger = guests_named("Host", "Stranger")
    assert put(stranger, game, ORDERS, 404)["code"] == "no_such_game"
    open_game = sit_down([host], seats=2)
    assert put(host, open_game, ORDERS, 409)["code"] == "game_not_running"
    watched = sit_down([host, people[0]])
    assert put(stranger, watched, ORDERS, 403)["code"] == "not_in_this_game"


def guests_named(*names: str) -> list[Guest]:
    from tests.api.table import guest

    return [guest(name) for name in names]


def test_anyone_who_has_left_leaves_no_orders() -> None:
    people = guests(3)
    game = sit_down(people)
    departures.resign(player=Player.objects.get(name="Guest 1"), game_id=game, now=NOON)
    assert put(people[1], game, ORDERS, 409)["code"] == "seat_has_left"


def test_a_plan_is_exported_and_erased_with_its_player(table: Any) -> None:
    people, game = table
    put(people[0], game, ORDERS)
    player = Player.objects.get(name="Guest 0")
    (exported,) = export_player(player=player)["plans"]
    assert (exported["game_id"], exported["orders"]) == (game, ORDERS)
    erase_player(player=player, now=timezone.now())
    assert not Plan.objects.exists()


def test_plans_end_with_their_game(table: Any) -> None:
    people, game = table
    for guest in people:
        put(guest, game, ORDERS)
    people[1].post(f"/games/{game}/resign")
    assert Game.objects.get(pk=game).status == "ended"
    assert not Plan.objects.exists()


def readers() -> set[str]:
    """Return the modules that read the rows of plans."""
    found = set()
    for folder in ("games", "notifications", "ttr_site", "deploy"):
        for file in (ROOT / folder).rglob("*.py"):
            source = file.read_text()
            for node in ast.walk(ast.parse(source)) if "games.models" in source else ():
                if isinstance(node, ast.ImportFrom) and str(node.module).startswith("games.models"):
                    found |= {str(file.relative_to(ROOT)) for alias in node.names if alias.name == "Plan"}
    return found


@pytest.mark.long
def test_only_those_who_need_them_read_the_rows_of_plans() -> None:
    rooms = {"plans/execution", "plans/own_plan", "play/plan_times", "play/seat_changes"}
    assert readers() == {"games/models/__init__.py", *(f"games/table/{room}.py" for room in rooms)}
